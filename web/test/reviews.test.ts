import { afterEach, describe, expect, it, vi } from 'vitest';
import { ReviewStore } from '../src/lib/review.svelte';

// What answers on this device is loaded when it is first needed: here that fails.
vi.mock('../src/lib/offline/answers', () => {
  throw new Error('the file did not come');
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a review', () => {
  it('of a game on this device fails where its files do not come', async () => {
    const store = new ReviewStore({ code: '0ABC', number: 1 });
    await store.ask();
    expect(store.isAsking).toBe(false);
    expect(store.failure?.key).toBe('web.offline.no_worker');
  });

  it('that no server answers says so', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    const store = new ReviewStore({ record: 'tenback record 1' });
    await store.ask();
    expect(store.isAsking).toBe(false);
    expect(store.failure?.key).toBe('web.failure.unreachable');
  });
});
