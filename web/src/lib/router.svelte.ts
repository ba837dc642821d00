/** Where we are. Links are plain links; a click on one of ours stays on the page. */

import { HAS_SERVER, linkTo, pathIn } from './addresses';

let path = $state(pathIn(location));

export function here(): string {
  return path;
}

export function go(to: string): void {
  if (to !== pathIn(location)) history.pushState(null, '', linkTo(to));
  path = pathIn(location);
  scrollTo(0, 0);
}

/** Tell the address bar where we are, without going anywhere. */
export function note(at: string): void {
  history.replaceState(history.state, '', linkTo(at));
}

function onPopState(): void {
  path = pathIn(location);
}

function isOurs(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin) return false;
  return HAS_SERVER
    ? !link.pathname.startsWith('/api/')
    : link.pathname === new URL('./', location.href).pathname ||
        link.pathname === location.pathname;
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (link === null || !isOurs(link) || link.hasAttribute('download') || link.target) return;
  // A place on the same page is the browser's own affair.
  if (link.hash !== '' && pathIn(link) === pathIn(location)) return;
  event.preventDefault();
  go(pathIn(link));
}

export function startRouter(): void {
  addEventListener('popstate', onPopState);
  document.addEventListener('click', onClick);
}
