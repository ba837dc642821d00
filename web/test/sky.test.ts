import { describe, expect, it } from 'vitest';
import { skyOf, type Colour } from '../src/lib/sky';
import skies from './skies.json';

/** The luminance of a colour, after oklch has been turned to linear sRGB. */
function luminance({ l, c, h }: Colour): number {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z);
  const green = clip(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z);
  const blue = clip(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

describe('the sky of a card', () => {
  it.each([59, 99])('lets every number be read (up to %s)', (highest) => {
    for (let value = 1; value <= highest + 1; value++) {
      const { top, foot, ink } = skyOf(value, highest);
      expect(contrast(top, ink), `${value}, top`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(foot, ink), `${value}, foot`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('grows darker card by card', () => {
    const lights = Array.from({ length: 100 }, (_, at) => skyOf(at + 1, 99).top.l);
    expect(lights).toEqual([...lights].sort((one, other) => other - one));
  });

  it('is dawn at the foot and night at the top, whatever the game', () => {
    expect(skyOf(2, 99).isNight).toBe(false);
    expect(skyOf(99, 99).isNight).toBe(true);
    expect(skyOf(59, 59).isNight).toBe(true);
  });

  it('is the sky that Python draws', () => {
    for (const { card, highest, sky } of skies) {
      const { top, foot, ink, climbed, rest } = skyOf(card, highest);
      // The file has six decimals; four are more than a screen shows.
      [top, foot, ink, climbed, rest].forEach(({ l, c, h }, part) =>
        [l, c, h].forEach((value, at) =>
          expect(value, `${card} of ${highest}`).toBeCloseTo(sky[part]![at]!, 4),
        ),
      );
    }
  });
});
