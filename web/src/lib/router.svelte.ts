/** Where we are. Links are plain links; a click on one of ours stays on the page. */

let path = $state(location.pathname + location.search);

export function here(): string {
  return path;
}

export function go(to: string): void {
  if (to !== location.pathname + location.search) history.pushState(null, '', to);
  path = location.pathname + location.search;
  scrollTo(0, 0);
}

function onPopState(): void {
  path = location.pathname + location.search;
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (link === null || link.origin !== location.origin) return;
  if (link.hasAttribute('download') || link.target || link.pathname.startsWith('/api/')) return;
  // A place on the same page is the browser's own affair.
  if (link.hash !== '' && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

export function startRouter(): void {
  addEventListener('popstate', onPopState);
  document.addEventListener('click', onClick);
}
