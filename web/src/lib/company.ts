/** Who sits at a table where nobody does, as in a puzzle: animals, by seat. */

import { t } from './texts.svelte';
import type { LookedAt, Presence } from '../wire';

const FACES = ['fox', 'hare', 'panda', 'cat', 'penguin', 'mouse'];
const SEATS = 5;

/** A face for every seat, the same ones for the same puzzle; none of them is the own one. */
export function companyOf(number: number, own: string): string[] {
  const faces = FACES.filter((face) => face !== own);
  return Array.from({ length: SEATS }, (_, seat) => faces[(number + seat) % faces.length]!);
}

/** What is seen of a position, its seats called after the faces there. */
export function introduced(looked: LookedAt, faces: readonly string[]): LookedAt {
  const seats = looked.table.seats.map((seat, number) => {
    const face = faces[number];
    return seat === null || face === undefined ? seat : { ...seat, name: t(`web.face.${face}`) };
  });
  return { ...looked, table: { ...looked.table, seats } };
}

export function presenceOf(faces: readonly string[]): Presence {
  return {
    type: 'presence',
    connected: faces.map(() => true),
    faces,
    spectators: 0,
    thinking: null,
    hurried: false,
    preparing: [],
    prepared: 0,
  };
}
