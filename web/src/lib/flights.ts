/**
 * Cards move with meaning: where a card left from is noted, and whoever shows it next lets it fly in
 * from there. What flies is a copy above everything, so that nothing hides it. Under reduced motion
 * cards are simply where they belong.
 */

import { lasting } from './preferences.svelte';

/** Where cards left from; a selector if it was not on the screen yet. */
const departures = new Map<number, DOMRect | string>();
const FLIGHT = 300;
const BETWEEN = 55;

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

interface Arrival {
  readonly element: HTMLElement;
  readonly left: DOMRect | string;
  readonly place: number;
}

interface Flight {
  readonly element: HTMLElement;
  readonly from: DOMRect;
  readonly to: DOMRect;
  /** As it is laid out; in the fan it leans, and takes more. */
  readonly width: number;
  readonly delay: number;
}

let arrivals: Arrival[] = [];

/** Let a card that is shown now fly in from where it left, after those that come before it. */
export function arrive(element: HTMLElement, card: number, place = 0): void {
  const left = departures.get(card);
  departures.delete(card);
  if (left === undefined || lasting(FLIGHT) === 0) return;
  if (arrivals.length === 0) queueMicrotask(takeOff);
  arrivals.push({ element, left, place });
}

/** Measure all that arrived together, then let them fly: the page is laid out once for all. */
function takeOff(): void {
  const flights = arrivals.flatMap(({ element, left, place }) => {
    const from = typeof left === 'string' ? find(left) : left;
    const to = element.getBoundingClientRect();
    const width = element.offsetWidth;
    if (from === null || width === 0) return [];
    return [{ element, from, to, width, delay: lasting(place * BETWEEN) }];
  });
  arrivals = [];
  for (const flight of flights) fly(flight);
}

function fly({ element, from, to, width, delay }: Flight): void {
  const copy = element.cloneNode(true) as HTMLElement;
  copy.removeAttribute('data-hand-card');
  copy.inert = true;
  copy.ariaHidden = 'true';
  Object.assign(copy.style, {
    position: 'fixed',
    inset: 'auto',
    left: `${to.x + (to.width - width) / 2}px`,
    top: `${to.y}px`,
    width: `${width}px`,
    margin: '0',
    zIndex: '60',
    willChange: 'transform',
    pointerEvents: 'none',
    contain: 'layout style',
  });
  copy.style.setProperty('--w', `${width}px`);
  document.body.append(copy);
  const scale = Math.min(1.1, Math.max(0.25, from.width / width));
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const rise = Math.min(40, Math.hypot(x, y) / 8);
  const flight = copy.animate(
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
  // Set, not animated: an animation of it would keep the page busy in every frame.
  element.style.visibility = 'hidden';
  const done = () => {
    element.style.visibility = '';
    copy.remove();
  };
  flight.onfinish = done;
  flight.oncancel = done;
}
