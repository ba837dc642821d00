/** First what is seen, then what is said: what can wait a moment is done while nothing is drawn. */

import { motionReduced } from './preferences.svelte';

/** A few frames: by then what moves has taken off, and moves without the page. */
const MOMENT = 60;
/** The frame after the next one. */
export const SOON = 20;
/** A page that is not looked at draws no frames; it does not wait for them. */
const PATIENCE = 250;

/** What waits, in the order in which it came. */
const waiting: { readonly act: () => void }[] = [];

/**
 * Do something a moment after the next frame; at once where nothing moves or nobody looks. What came
 * first is done first, also when the page is hidden between the two.
 */
export function afterwards(act: () => void, moment = MOMENT): void {
  const last = { act };
  waiting.push(last);
  const doThis = () => {
    while (waiting.includes(last)) waiting.shift()!.act();
  };
  if (document.hidden || motionReduced()) {
    doThis();
    return;
  }
  setTimeout(doThis, PATIENCE);
  requestAnimationFrame(() => setTimeout(doThis, moment));
}
