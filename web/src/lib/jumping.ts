/** The jump, by which the game is known: up, over, and down with a little bounce. */

import { lasting } from './preferences.svelte';

const LENGTH = 620;
/** When it is at its highest. */
const HIGHEST = 0.44;
/** Who is in the air. To ask an element for its animations would have it styled first. */
const jumping = new WeakSet<HTMLElement>();

/** Let something jump; midway it may become something else. Without movement that is all. */
export function jump(element: HTMLElement, midway: () => void = () => undefined): void {
  const duration = lasting(LENGTH);
  if (duration === 0) {
    midway();
    return;
  }
  if (jumping.has(element)) return;
  jumping.add(element);
  setTimeout(midway, duration * HIGHEST);
  const flight = element.animate(
    [
      { transform: 'none', easing: 'cubic-bezier(0.2, 0.7, 0.4, 1)' },
      { transform: 'translateY(-46%) rotate(-8deg) scale(1.06)', offset: HIGHEST - 0.06 },
      { transform: 'translateY(-46%) rotate(5deg) scale(1.06)', offset: HIGHEST + 0.06 },
      { transform: 'none', offset: 0.82, easing: 'ease-out' },
      { transform: 'translateY(-4%)', offset: 0.91 },
      { transform: 'none' },
    ],
    { duration },
  );
  const land = () => jumping.delete(element);
  flight.onfinish = land;
  flight.oncancel = land;
}

/** A face jumps with the card of its owner, once for each jump. */
export function glad(face: HTMLElement, jumped: number | undefined): void {
  if (jumped !== undefined) jump(face);
}
