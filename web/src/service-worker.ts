/**
 * Keeps the client's own files in the browser, so that the page starts without a server. It answers
 * for nothing else: what a server is asked for goes past it.
 *
 * A new version is fetched beside the old one and then waits, until a page says that no game is
 * going on (lib/updates.svelte.ts).
 */

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Clicked extends Lasting {
  readonly notification: Notification;
}

interface Page {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface Asking extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** The part of a service worker's scope that is used; a page's types do not know it. */
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(kind: { type: 'window' }): Promise<readonly Page[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent & Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asking) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void;
}

const worker = self as unknown as Scope;

/** The files, each with its digest; written here when the client is built (vite.offline.ts). */
declare const __FILES__: {
  readonly version: string;
  readonly now: readonly (readonly [address: string, digest: string])[];
  readonly later: readonly (readonly [address: string, digest: string])[];
};

const FILES = __FILES__;
const HAS_SERVER = import.meta.env.MODE !== 'site';
const SCOPE = worker.registration.scope;
/** Several sites may lie in folders of one host, and share its store. */
const OURS = `tenback ${SCOPE} `;
const CACHE = OURS + FILES.version;
/** How long a server may take to send the page before the kept one is shown. */
const PATIENCE = 3000;
/** From this status on the server has failed, or a proxy says so in its place. */
const SERVER_FAILED = 500;

/** A file is kept under its digest: what has not changed is not fetched again. */
const keyOf = (address: string, digest: string) => new URL(`${address}?${digest}`, SCOPE).href;
const KEYS = new Map(
  [...FILES.now, ...FILES.later].map(([address, digest]) => [address, keyOf(address, digest)]),
);
const PAGE = KEYS.get('index.html') ?? SCOPE;

async function ourCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(OURS));
}

async function keep(cache: Cache, address: string): Promise<Response> {
  const key = KEYS.get(address) ?? address;
  for (const name of await ourCaches()) {
    const kept = await (await caches.open(name)).match(key);
    if (kept === undefined) continue;
    if (name !== CACHE) await cache.put(key, kept.clone());
    return kept;
  }
  const answer = await fetch(new URL(address, SCOPE), { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await cache.put(key, answer.clone());
  return answer;
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.now.map(([address]) => keep(cache, address)));
  // What an earlier version had of the rest is taken over, or it would be lost with that version.
  const kept = await Promise.all(
    (await ourCaches()).map(async (name) => (await caches.open(name)).keys()),
  );
  const known = new Set(kept.flat().map(({ url }) => url));
  const rest = FILES.later.filter(([address, digest]) => known.has(keyOf(address, digest)));
  await Promise.all(rest.map(([address]) => keep(cache, address)));
}

async function activate(): Promise<void> {
  const old = (await ourCaches()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Fetch what is still missing, one after the other. */
async function keepTheRest(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const [address] of FILES.later) await keep(cache, address).catch(() => undefined);
}

async function answerFile(request: Request, address: string): Promise<Response> {
  try {
    return await keep(await caches.open(CACHE), address);
  } catch {
    return fetch(request);
  }
}

/** The page: kept, or from a server, which knows best as long as it answers; a proxy does not. */
async function answerPage(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(PAGE);
  if (kept === undefined) return fetch(request);
  if (!HAS_SERVER) return kept;
  const signal = AbortSignal.timeout(PATIENCE);
  return fetch(request.url, { signal, credentials: 'same-origin' }).then(
    (answer) => (answer.status >= SERVER_FAILED ? kept : answer),
    () => kept,
  );
}

/** Bring the page to the front that had something told; open it if it was closed. */
async function comeForward(address: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => url === address);
  await (page === undefined ? worker.clients.openWindow(address) : page.focus());
}

/** Whether an address is one at which the page lies, or a server would send it. */
function isPage(address: string): boolean {
  if (!HAS_SERVER) return address === '' || address === 'index.html';
  return !/^(api|health|metrics)\b/.test(address) && !/\.[^/]*$/.test(address);
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') void worker.skipWaiting();
  if (event.data === 'keep the rest') event.waitUntil(keepTheRest());
});

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(comeForward(String(notification.data)));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !request.url.startsWith(SCOPE)) return;
  const address = url.pathname.slice(new URL(SCOPE).pathname.length);
  if (request.mode === 'navigate') {
    if (isPage(address)) event.respondWith(answerPage(request));
  } else if (KEYS.has(address)) event.respondWith(answerFile(request, address));
});
