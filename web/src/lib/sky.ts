/**
 * The sky of the cards: dawn at the lowest number, dusk in the middle, night at the highest.
 *
 * The sun sets between two numbers: below, the sky is light and the ink dark, above it is the other
 * way round. In between no ink could be read well, so no card has such a sky.
 */

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

const DUSK = 0.655;
const DAY: readonly (readonly [number, number, number, number])[] = [
  [0, 0.945, 0.06, 90],
  [0.16, 0.895, 0.09, 68],
  [0.32, 0.835, 0.125, 42],
  [0.48, 0.765, 0.15, 18],
  [0.6, 0.705, 0.165, 358],
  [DUSK, 0.685, 0.17, 348],
];
const NIGHT: readonly (readonly [number, number, number, number])[] = [
  [DUSK, 0.53, 0.18, 330],
  [0.76, 0.46, 0.17, 305],
  [0.88, 0.38, 0.14, 285],
  [1, 0.29, 0.1, 268],
];
const DARK_INK: Colour = { l: 0.2, c: 0.045, h: 290 };
const LIGHT_INK: Colour = { l: 0.985, c: 0.012, h: 90 };

function along(stops: readonly (readonly [number, number, number, number])[], at: number): Colour {
  const next = stops.findIndex(([place]) => place >= at);
  const [a, l1, c1, h1] = stops[Math.max(0, next - 1)]!;
  const [b, l2, c2, h2] = stops[next === -1 ? stops.length - 1 : next]!;
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
  const stops = isNight ? NIGHT : DAY;
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
    ink: isNight ? LIGHT_INK : DARK_INK,
    climbed: { l: here.l + shade, c: here.c * 0.9, h: above.h },
    rest: { l: here.l + (isNight ? 0.12 : -0.09), c: here.c * 0.75, h: above.h },
    isNight,
    height,
  };
}

export function css({ l, c, h }: Colour): string {
  return `oklch(${l.toFixed(3)} ${c.toFixed(3)} ${h.toFixed(1)})`;
}
