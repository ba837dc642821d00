/** Telling somebody who looks elsewhere that it is their turn. Nobody is asked unbidden. */

import { preferences } from './preferences.svelte';
import { t } from './texts.svelte';

export function noticesPossible(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission !== 'denied';
}

/** Switch notices on, which asks the browser for leave, or off. */
export async function allowNotices(on: boolean): Promise<void> {
  preferences.notices = on && (await Notification.requestPermission()) === 'granted';
}

export function tellOfTurn(code: string): void {
  if (!preferences.notices || !noticesPossible() || document.visibilityState === 'visible') return;
  if (Notification.permission !== 'granted') return;
  const options = {
    body: 'tenback',
    tag: `tenback-${code}`,
    icon: `${import.meta.env.BASE_URL}icon-192.png`,
    data: location.href, // where a click on it leads
  };
  try {
    const told = new Notification(t('web.turn.yours'), options);
    told.onclick = () => {
      window.focus();
      told.close();
    };
  } catch {
    void tellByWorker(options).catch(() => undefined); // a notice is never worth an error
  }
}

/** On Android a page may not tell by itself, only its service worker may. */
async function tellByWorker(options: NotificationOptions): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.showNotification(t('web.turn.yours'), options);
}

/** Mark the installed app's icon while it is one's turn, where the browser can. */
export function badge(on: boolean): void {
  if (!('setAppBadge' in navigator)) return;
  void (on ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined);
}
