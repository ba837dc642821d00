/**
 * Cards move with meaning: where a card left from is noted, and whoever shows it next lets it fly in
 * from there. What flies is the card itself, by a transform alone: nothing is made, laid out or
 * painted for it. Its pile is raised meanwhile, so that nothing hides it. Under reduced motion cards
 * are simply where they belong.
 */

import { lasting } from './preferences.svelte';

/** Where cards left from; a selector if it was not on the screen yet. */
const departures = new Map<number, DOMRect | string>();
const FLIGHT = 300;
const BETWEEN = 55;
/** Above the other piles and the hand. */
const ABOVE = '4';

function find(selector: string): DOMRect | null {
  return document.querySelector(selector)?.getBoundingClientRect() ?? null;
}

/** Note where an own card leaves from: from under the finger or from its place in the hand. */
export function depart(card: number): void {
  const from = find(`[data-hand-card="${card}"]`);
  if (from !== null) departures.set(card, from);
}

/** Note that a card comes from somebody's seat, from the draw pile or from a pile. */
export function departFrom(card: number, selector: string): void {
  if (!departures.has(card)) departures.set(card, find(selector) ?? selector);
}

interface Flight {
  readonly element: HTMLElement;
  readonly from: DOMRect;
  readonly to: DOMRect;
  /** As it is laid out; in the fan it leans, and takes more. */
  readonly width: number;
  /** How far whatever holds it leans, in radians. */
  readonly lean: number;
  readonly delay: number;
}

/** Where those left from that have just been shown, and how many come before them. */
const arrivals = new Map<HTMLElement, { left: DOMRect | string; place: number }>();
const flying = new WeakMap<HTMLElement, Animation>();

/** Let a card that is shown now fly in from where it left, after those that come before it. */
export function arrive(element: HTMLElement, card: number, place = 0): void {
  const left = departures.get(card);
  departures.delete(card);
  if (left === undefined || lasting(FLIGHT) === 0 || document.hidden) return;
  flying.get(element)?.cancel(); // it shows another card now
  if (arrivals.size === 0) requestAnimationFrame(() => requestAnimationFrame(takeOff));
  arrivals.set(element, { left, place });
  element.style.opacity = '0'; // unlike visibility it is not inherited: nothing within is styled anew
}

/**
 * Measure all that arrived together, then let them fly. That is a frame after they were laid out:
 * measuring costs nothing then, and no frame has to do both.
 */
function takeOff(): void {
  const flights = [...arrivals].flatMap(([element, { left, place }]) => {
    const from = typeof left === 'string' ? find(left) : left;
    const to = element.getBoundingClientRect();
    const width = element.offsetWidth;
    if (from === null || width === 0) return [];
    const { a, b } = new DOMMatrix(getComputedStyle(element.parentElement!).transform);
    const lean = Math.atan2(b, a);
    return [{ element, from, to, width, lean, delay: lasting(place * BETWEEN) }];
  });
  for (const element of arrivals.keys()) element.style.opacity = '';
  arrivals.clear();
  for (const flight of flights) fly(flight);
}

function fly({ element, from, to, width, lean, delay }: Flight): void {
  const scale = Math.min(1.1, Math.max(0.25, from.width / width));
  const right = from.x + from.width / 2 - to.x - to.width / 2;
  const down = from.y + from.height / 2 - to.y - to.height / 2;
  const x = right * Math.cos(lean) + down * Math.sin(lean);
  const y = down * Math.cos(lean) - right * Math.sin(lean);
  const rise = Math.min(40, Math.hypot(x, y) / 8);
  const flight = element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})` },
      { transform: `translate(${x / 2}px, ${y / 2 - rise}px) scale(${(scale + 1.08) / 2})` },
      { transform: 'none' },
    ],
    {
      duration: lasting(FLIGHT),
      delay,
      easing: 'cubic-bezier(0.25, 0.7, 0.3, 1)',
      fill: 'backwards',
    },
  );
  flying.set(element, flight);
  const pile = element.closest<HTMLElement>('[data-pile]');
  if (pile !== null) pile.style.zIndex = ABOVE;
  const land = () => {
    if (flying.get(element) !== flight) return;
    flying.delete(element);
    if (pile !== null) pile.style.zIndex = '';
  };
  flight.onfinish = land;
  flight.oncancel = land;
}
