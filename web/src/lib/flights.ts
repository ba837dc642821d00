/**
 * Cards move with meaning: where a card left from is noted, and whoever draws it next lets it fly
 * in from there. Under reduced motion cards are simply where they belong.
 */

import { motionReduced } from './preferences.svelte';

interface Place {
  x: number;
  y: number;
}

const departures = new Map<number, Place>();
const FLIGHT = 220;

function centre(element: Element): Place {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function find(selector: string): Place | null {
  const element = document.querySelector(selector);
  return element === null ? null : centre(element);
}

/** Note where an own card leaves from: from under the finger, else from its place in the hand. */
export function depart(card: number, finger: Place | null): void {
  const from = finger ?? find(`[data-hand-card="${card}"]`);
  if (from !== null) departures.set(card, { x: from.x, y: from.y });
}

/** Note that a card comes from somebody's seat, or from the pile it is taken back from. */
export function departFrom(card: number, selector: string): void {
  const from = find(selector);
  if (from !== null && !departures.has(card)) departures.set(card, from);
}

/** Let a card that was just drawn fly in from where it left. */
export function arrive(element: Element, card: number): void {
  const from = departures.get(card);
  departures.delete(card);
  if (from === undefined || motionReduced()) return;
  const to = centre(element);
  const shift = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  element.animate([{ transform: shift }, { transform: 'none' }], {
    duration: FLIGHT,
    easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)',
  });
}
