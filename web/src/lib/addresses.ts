/**
 * Addresses of pages. A server answers every path with the client, so the path of a page is its
 * address: /games. Plain files have one address only, so there the path is its query: ?/games. That
 * works in any folder of any web host, and # stays free for places on a page.
 */

/** Whether a server of ours has sent this page; otherwise it is plain files (`make site`). */
export const HAS_SERVER = import.meta.env.MODE !== 'site';

/** The link to a page, from whichever page this is. */
export function linkTo(path: string, hasServer: boolean = HAS_SERVER): string {
  if (hasServer) return path;
  return path === '/' ? './' : `?${path}`;
}

/** The page that an address of ours means, with what is asked of it. */
export function pathIn(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  hasServer: boolean = HAS_SERVER,
): string {
  if (hasServer) return pathname + search;
  return search.startsWith('?/') ? search.slice(1) : '/';
}

/** What a link begins with that is sent to others. */
export function ownBase(): string {
  return HAS_SERVER ? location.origin : location.origin + location.pathname;
}
