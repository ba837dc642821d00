/** First what is seen, then what is said: what can wait a moment is done while nothing is drawn. */

import { motionReduced } from './preferences.svelte';

/** A few frames: by then what moves has taken off, and moves without the page. */
const MOMENT = 60;
/** A page that is not looked at draws no frames; it does not wait for them. */
const PATIENCE = 250;

/** Do something a moment after the next frame; at once where nothing moves or nobody looks. */
export function afterwards(act: () => void): void {
  if (document.hidden || motionReduced()) {
    act();
    return;
  }
  let done = false;
  const once = () => {
    if (!done) act();
    done = true;
  };
  setTimeout(once, PATIENCE);
  requestAnimationFrame(() => setTimeout(once, MOMENT));
}
