/** A finished game as a picture: the four piles as tracks of sky, on the night of the table. */

import { css, skyOf } from './sky';
import type { Shared } from './sharing';

export const WIDTH = 1200;
export const HEIGHT = 800;

const MARGIN = 80;
const TRACK = 54;
const GAP = 5;
const WIDEST = 40;
const INK = 'oklch(0.965 0.012 90)';
const SOFT = 'oklch(0.84 0.02 280)';
const DISPLAY = 'Fraunces, Georgia, serif';
const TEXT = 'Inter, system-ui, sans-serif';

/** Fonts must be there before anything is drawn with them. */
export async function loadFonts(): Promise<void> {
  await Promise.all([
    document.fonts.load(`600 40px ${DISPLAY}`),
    document.fonts.load(`400 40px ${TEXT}`),
  ]);
}

function drawSky(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = 'oklch(0.205 0.045 278)';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const zenith = pen.createRadialGradient(WIDTH / 2, -80, 0, WIDTH / 2, -80, 700);
  zenith.addColorStop(0, 'oklch(0.33 0.09 275)');
  zenith.addColorStop(1, 'oklch(0.33 0.09 275 / 0)');
  const horizon = pen.createRadialGradient(WIDTH / 2, 900, 0, WIDTH / 2, 900, 760);
  horizon.addColorStop(0, 'oklch(0.45 0.1 20 / 0.8)');
  horizon.addColorStop(1, 'oklch(0.45 0.1 20 / 0)');
  for (const light of [zenith, horizon]) {
    pen.fillStyle = light;
    pen.fillRect(0, 0, WIDTH, HEIGHT);
  }
}

/** Write a line as large as fits. */
function write(
  pen: CanvasRenderingContext2D,
  words: string,
  place: { x: number; y: number; width: number },
  font: { size: number; weight: number; family: string; ink: string },
): void {
  let { size } = font;
  do {
    pen.font = `${font.weight} ${size}px ${font.family}`;
    size -= 2;
  } while (size > 20 && pen.measureText(words).width > place.width);
  pen.fillStyle = font.ink;
  pen.fillText(words, place.x, place.y);
}

function drawTracks(pen: CanvasRenderingContext2D, shared: Shared, y: number): number {
  const most = Math.max(1, ...shared.tracks.map(({ cards }) => cards.length));
  const size = Math.min(WIDEST, (WIDTH - 2 * MARGIN - 50) / most - GAP);
  shared.tracks.forEach(({ ascending, cards }, at) => {
    const top = y + at * TRACK;
    write(
      pen,
      ascending ? '↑' : '↓',
      { x: MARGIN - 4, y: top + size * 0.82, width: 40 },
      { size: 32, weight: 600, family: TEXT, ink: SOFT },
    );
    cards.forEach((card, place) => {
      pen.fillStyle = css(skyOf(card, shared.highest).foot);
      pen.beginPath();
      pen.roundRect(MARGIN + 44 + place * (size + GAP), top, size, size, size / 4);
      pen.fill();
    });
  });
  return y + shared.tracks.length * TRACK;
}

export function drawShare(canvas: HTMLCanvasElement, shared: Shared): void {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const width = WIDTH - 2 * MARGIN;
  drawSky(pen);
  write(
    pen,
    shared.heading,
    { x: MARGIN, y: 110, width },
    { size: 34, weight: 400, family: TEXT, ink: SOFT },
  );
  write(
    pen,
    shared.result,
    { x: MARGIN, y: 190, width },
    { size: 72, weight: 600, family: DISPLAY, ink: INK },
  );
  drawTracks(pen, shared, 250);
  const step = width / Math.max(4, shared.figures.length);
  shared.figures.forEach(({ value, label }, at) => {
    const place = { x: MARGIN + at * step, width: step - 24 };
    const large = { size: 64, weight: 600, family: DISPLAY, ink: INK };
    write(pen, value, { ...place, y: 590 }, large);
    write(pen, label, { ...place, y: 636 }, { size: 30, weight: 400, family: TEXT, ink: SOFT });
  });
  const small = { size: 28, weight: 400, family: TEXT, ink: SOFT };
  write(pen, shared.link.replace(/^https?:\/\//, ''), { x: MARGIN, y: 736, width }, small);
}

export function toPng(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
