/** First what is seen, then what is said: what can wait a moment is done while nothing is drawn. */

import { motionReduced } from './preferences.svelte';

/** A few frames: by then what moves has taken off, and moves without the page. */
const MOMENT = 80;
/** The frame after the next one; what takes several frames takes one each time this has passed. */
export const SOON = 20;
/** A page that is not looked at draws no frames; it does not wait for them. */
const PATIENCE = 250;

/** What waits, in the order in which it came. */
const waiting: { readonly act: () => void; readonly moment: number }[] = [];

/**
 * Do something a moment after the next frame; at once where nothing moves or nobody looks. Of what
 * waits as long or less, what came first is done first; where nobody looks, of everything.
 */
export function afterwards(act: () => void, moment = MOMENT): void {
  const last = { act, moment };
  waiting.push(last);
  const doAll = (longest = Infinity) => {
    const due = waiting.slice(0, waiting.indexOf(last) + 1);
    for (const each of due.filter((one) => one.moment <= longest)) {
      waiting.splice(waiting.indexOf(each), 1);
      each.act();
    }
  };
  if (document.hidden || motionReduced()) {
    doAll();
    return;
  }
  setTimeout(() => doAll(), PATIENCE);
  requestAnimationFrame(() => setTimeout(() => doAll(moment), moment));
}
