/**
 * The sky of the cards: dawn at the lowest number, dusk in the middle, night at the highest.
 *
 * The sun sets between two numbers: below, the sky is light and the ink dark, above it is the other
 * way round. In between no ink could be read well, so no card has such a sky. The colours are those
 * of the pictures that Python draws.
 */

import colours from '../../../src/tenback/draw/sky.json';

export interface Colour {
  /** Lightness, chroma and hue, as in CSS's oklch(). */
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

export interface Sky {
  readonly top: Colour;
  readonly foot: Colour;
  readonly ink: Colour;
  readonly climbed: Colour;
  readonly rest: Colour;
  readonly isNight: boolean;
  /** How high the card is, from 0 to 1. */
  readonly height: number;
}

/** How high on the sky, and the lightness, chroma and hue there. */
type Stop = readonly [number, number, number, number];

const DUSK = colours.dusk;

function along(stops: readonly (readonly number[])[], at: number): Colour {
  const next = stops.findIndex(([place]) => place! >= at);
  const [a, l1, c1, h1] = stops[Math.max(0, next - 1)] as Stop;
  const [b, l2, c2, h2] = stops[next === -1 ? stops.length - 1 : next] as Stop;
  const share = b === a ? 0 : Math.min(1, Math.max(0, (at - a) / (b - a)));
  const turn = ((h2 - h1 + 540) % 360) - 180;
  return {
    l: l1 + (l2 - l1) * share,
    c: c1 + (c2 - c1) * share,
    h: (h1 + turn * share + 360) % 360,
  };
}

/** The sky of a card; `highest` is the highest card there is, row cards lie just beyond. */
export function skyOf(value: number, highest: number): Sky {
  const height = Math.min(1, Math.max(0, (value - 1) / highest));
  const isNight = height > DUSK;
  const stops = isNight ? colours.night : colours.day;
  const end = isNight ? 1 : DUSK;
  const here = along(stops, height);
  const above = along(stops, Math.min(end, height + 0.1));
  const foot = isNight
    ? { ...here, l: Math.min(0.53, here.l + 0.03) }
    : { l: Math.min(0.965, here.l + 0.045), c: here.c * 0.85, h: here.h };
  const shade = isNight ? -0.13 : -0.27;
  return {
    top: above,
    foot,
    ink: inked(isNight ? colours.light_ink : colours.dark_ink),
    climbed: { l: here.l + shade, c: here.c * 0.9, h: above.h },
    rest: { l: here.l + (isNight ? 0.12 : -0.09), c: here.c * 0.75, h: above.h },
    isNight,
    height,
  };
}

function inked([l, c, h]: readonly number[]): Colour {
  return { l: l!, c: c!, h: h! };
}

/**
 * The sky as an ink for charts, from 0 for dawn to 1 for night: on paper by day nothing of it is too
 * light to be seen, by night nothing too dark.
 */
export function inkOf(share: number): { readonly day: Colour; readonly night: Colour } {
  const { top } = skyOf(2 + share * 90, 99);
  return {
    day: { ...top, l: Math.min(top.l, 0.65), c: Math.max(top.c, 0.14) },
    night: { ...top, l: Math.max(top.l, 0.5) },
  };
}

export function css({ l, c, h }: Colour): string {
  return `oklch(${l.toFixed(3)} ${c.toFixed(3)} ${h.toFixed(1)})`;
}
