/** What a screen reader says: news when it is convenient, refusals at once. */

import { untrack } from 'svelte';

/** What is said within this many milliseconds belongs together. */
const TOGETHER = 300;

class Announcer {
  polite = $state('');
  urgent = $state('');

  #said = -Infinity;

  say(text: string): void {
    this.#said = performance.now();
    this.polite = differing(
      untrack(() => this.polite),
      text,
    );
  }

  /** Say something right after what was just said, instead of in its place. */
  add(text: string): void {
    const before = performance.now() - this.#said < TOGETHER ? untrack(() => this.polite) : '';
    this.say(before === '' ? text : `${before} ${text}`);
  }

  interrupt(text: string): void {
    this.urgent = differing(
      untrack(() => this.urgent),
      text,
    );
  }
}

/** The same words twice are read twice only if the text differs. */
function differing(before: string, text: string): string {
  return before === text ? `${text}\u00a0` : text;
}

export const announcer = new Announcer();
