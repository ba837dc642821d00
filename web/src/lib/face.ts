/** The styles of a card's face, made once for each card. */

import { css, skyOf } from './sky';

export interface Face {
  readonly isNight: boolean;
  readonly style: string;
  readonly stairs: string;
}

const faces = new Map<string, Face>();

export function faceOf(value: number, highest: number): Face {
  const name = `${value}/${highest}`;
  let face = faces.get(name);
  if (face === undefined) {
    face = draw(value, highest);
    faces.set(name, face);
  }
  return face;
}

function draw(value: number, highest: number): Face {
  const sky = skyOf(value, highest);
  const steps = Math.ceil((highest + 1) / 10);
  const climbed = Math.min(100, (value / steps) * 10);
  const style = {
    '--top': css(sky.top),
    '--foot': css(sky.foot),
    '--face-ink': css(sky.ink),
    '--climbed': css(sky.climbed),
    '--rest': css(sky.rest),
    '--height': sky.height.toFixed(3),
    '--shift': `${value * 37}%`,
  };
  return {
    isNight: sky.isNight,
    style: written(style),
    stairs: written({ 'clip-path': outline(steps), '--climb': `${climbed.toFixed(1)}%` }),
  };
}

function written(style: Record<string, string>): string {
  return Object.entries(style)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}

/** The outline of a staircase, for a clip path. */
function outline(count: number): string {
  const corners = Array.from({ length: count }, (_, step) => {
    const top = 100 - ((step + 1) / count) * 86 - 14 / count;
    return `${(step / count) * 100}% ${top}%, ${((step + 1) / count) * 100}% ${top}%`;
  });
  return `polygon(0 100%, ${corners.join(', ')}, 100% 100%)`;
}
