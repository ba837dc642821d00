import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tellOfTurn } from '../src/lib/notices';
import { preferences } from '../src/lib/preferences.svelte';

vi.mock('../src/lib/texts.svelte', () => ({ t: (key: string) => key }));

const showNotification = vi.fn(() => Promise.resolve());

/** The browser's notices; on Android a page may not make one. */
function stubNotification(make: () => void): void {
  class Notice {
    static readonly permission = 'granted';
    onclick: (() => void) | null = null;

    constructor() {
      make();
    }
  }
  vi.stubGlobal('Notification', Notice);
}

beforeEach(() => {
  showNotification.mockClear();
  preferences.notices = true;
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  vi.stubGlobal('location', { href: 'https://tenback.test/t/ABC' });
  const getRegistration = () => Promise.resolve({ showNotification });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
});

afterEach(() => {
  preferences.notices = false;
  vi.unstubAllGlobals();
});

describe('a notice of the own turn', () => {
  const refuse = () => {
    throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification().');
  };

  it('comes from the page where it may', () => {
    const make = vi.fn();
    stubNotification(make);
    tellOfTurn('ABC');
    expect(make).toHaveBeenCalledOnce();
    expect(showNotification).not.toHaveBeenCalled();
  });

  it('comes from the service worker where the page may not', async () => {
    stubNotification(refuse);
    tellOfTurn('ABC');
    await vi.waitFor(() => expect(showNotification).toHaveBeenCalledOnce());
    expect(showNotification).toHaveBeenCalledWith(
      'web.turn.yours',
      expect.objectContaining({ tag: 'tenback-ABC', data: 'https://tenback.test/t/ABC' }),
    );
  });

  it.each([
    ['there is no service worker', {}],
    ['it is not registered', { serviceWorker: { getRegistration: () => Promise.resolve() } }],
    ['it refuses', { serviceWorker: { getRegistration: () => Promise.reject(new Error('no')) } }],
  ])('is left out where %s', async (_why, navigator) => {
    stubNotification(refuse);
    vi.stubGlobal('navigator', navigator);
    expect(() => tellOfTurn('ABC')).not.toThrow();
    await Promise.resolve(); // a rejection that nobody hears would fail the test
  });
});
