/** The styles of a card's face, made once for each card. */

import { css, skyOf } from './sky';

export interface Face {
  readonly isNight: boolean;
  readonly style: string;
  readonly stairs: string;
}

const faces = new Map<string, Face>();

/** The face of a card; on a pile that descends its stairs fall. */
export function faceOf(value: number, highest: number, falling = false): Face {
  const name = `${value}/${highest}/${falling}`;
  let face = faces.get(name);
  if (face === undefined) {
    face = draw(value, highest, falling);
    faces.set(name, face);
  }
  return face;
}

function draw(value: number, highest: number, falling: boolean): Face {
  const sky = skyOf(value, highest);
  const steps = Math.ceil((highest + 1) / 10);
  const climbed = Math.min(100, (value / steps) * 10);
  const light = lightOf(value, steps);
  const style = {
    '--top': css(sky.top),
    '--foot': css(sky.foot),
    '--face-ink': css(sky.ink),
    '--climbed': css(sky.climbed),
    '--rest': css(sky.rest),
    '--light-x': (falling ? 100 - light.x : light.x).toFixed(1),
    '--light-y': light.y.toFixed(1),
    '--shift': `${value * 37}%`,
  };
  return {
    isNight: sky.isNight,
    style: written(style),
    stairs: written({
      'clip-path': outline(steps, falling),
      '--climb': `${(falling ? 100 - climbed : climbed).toFixed(1)}%`,
    }),
  };
}

function written(style: Record<string, string>): string {
  return Object.entries(style)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}

/**
 * Where the sun or the moon stands, in hundredths of the width from the left and from the foot: on
 * the step of the card's ten, further along it the more ones it has. That is well below the number.
 */
export function lightOf(value: number, steps: number): { x: number; y: number } {
  const step = Math.min(steps - 1, Math.floor(value / 10));
  const along = 0.25 + (0.5 * Math.min(9, value - 10 * step)) / 9;
  const x = ((step + along) / steps) * 100;
  return { x: Math.min(92, Math.max(8, x)), y: STAIRS * (1 - topOf(step, steps) / 100) };
}

/** How high the stairs are, in hundredths of the width. */
const STAIRS = 42;

/** How far a step is below the top of the stairs, in percent. */
function topOf(step: number, count: number): number {
  return 100 - ((step + 1) / count) * 86 - 14 / count;
}

/** The outline of a staircase, for a clip path. */
function outline(count: number, falling: boolean): string {
  const corners = Array.from({ length: count }, (_, step) => {
    const top = topOf(falling ? count - 1 - step : step, count);
    return `${(step / count) * 100}% ${top}%, ${((step + 1) / count) * 100}% ${top}%`;
  });
  return `polygon(0 100%, ${corners.join(', ')}, 100% 100%)`;
}
