/** What a screen reader says: news when it is convenient, refusals at once. */

import { untrack } from 'svelte';

class Announcer {
  polite = $state('');
  urgent = $state('');

  say(text: string): void {
    this.polite = differing(untrack(() => this.polite), text);
  }

  interrupt(text: string): void {
    this.urgent = differing(untrack(() => this.urgent), text);
  }
}

/** The same words twice are read twice only if the text differs. */
function differing(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export const announcer = new Announcer();
