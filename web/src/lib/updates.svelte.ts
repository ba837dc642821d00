/**
 * New versions of the client. The service worker fetches them beside the old one; here is decided
 * when they are used: never while a game is going on, in this tab or another.
 */

import { HAS_SERVER } from './addresses';
import { here } from './router.svelte';
import { isBusy, routeOf } from './routes';

/** Tabs with a game share this lock; whoever wants to change the version must have it alone. */
const LOCK = `tenback game ${new URL('./', document.baseURI).pathname}`;
const HOUR = 3_600_000;

class Updates {
  /** The new version, while it waits. */
  #waiting = $state.raw<ServiceWorker | null>(null);
  /** Somebody has touched the page, which then does not change by itself. */
  #isTouched = false;

  get isReady(): boolean {
    return this.#waiting !== null;
  }

  /** Register the service worker, once the page is there. Without one the page works online. */
  start(): void {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    let hasVersion = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      if (hasVersion) location.reload();
      hasVersion = true;
    });
    for (const touch of ['pointerdown', 'keydown']) {
      addEventListener(touch, () => (this.#isTouched = true), { once: true, capture: true });
    }
    const register = () => void this.#register().catch(() => undefined);
    if (document.readyState === 'complete') register();
    else addEventListener('load', register, { once: true });
  }

  async #register(): Promise<void> {
    const workers = navigator.serviceWorker;
    const found = await workers.register(`${import.meta.env.BASE_URL}service-worker.js`);
    this.#look(found);
    found.addEventListener('updatefound', () => {
      found.installing?.addEventListener('statechange', () => this.#look(found));
    });
    let asked = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Date.now() - asked < HOUR) return;
      asked = Date.now();
      found.update().catch(() => undefined);
    });
    const { active } = await workers.ready;
    if (wantsAll()) active?.postMessage('keep the rest');
  }

  #look(found: ServiceWorkerRegistration): void {
    this.#waiting = found.active === null ? null : found.waiting;
    // A table that has just been opened, or loaded again, may not hold its lock yet.
    if (!this.#isTouched && !isBusy(routeOf(here()))) this.use();
  }

  /** Use the new version, if there is one and nobody plays; every tab then loads anew. */
  use(): void {
    const waiting = this.#waiting;
    if (waiting === null || !('locks' in navigator)) return;
    void navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock !== null) waiting.postMessage('take over');
    });
  }

  /** Keep the version as it is; gives how to end that. */
  hold(): () => void {
    if (!('locks' in navigator)) return () => undefined;
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    void navigator.locks.request(LOCK, { mode: 'shared' }, () => held);
    return end;
  }
}

/** Whether all that can ever be needed is fetched: not where data are dear, nor for a short visit. */
function wantsAll(): boolean {
  const line = (navigator as { connection?: { saveData?: boolean } }).connection;
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  return line?.saveData !== true && (!HAS_SERVER || isInstalled);
}

export const updates = new Updates();
