import { expect, test } from 'vitest';
import { climbersOf } from '../src/lib/climb';

const ORIGINAL = { team: true, lowest: 2, highest: 99 };
const DUEL = { team: false, lowest: 2, highest: 59 };

test('a team climbs together: every card that is laid is a bit of the way', () => {
  const at = (hands: number[], deck: number) =>
    climbersOf({ hand_counts: hands, deck_counts: [deck] }, ORIGINAL);
  expect(at([6, 6, 6], 80)).toEqual([{ seat: null, share: 0 }]);
  expect(at([6, 6, 6], 31)).toEqual([{ seat: null, share: 0.5 }]);
  expect(at([0, 0, 0], 0)).toEqual([{ seat: null, share: 1 }]);
});

test('in a duel each climbs alone', () => {
  const climbers = climbersOf({ hand_counts: [6, 6], deck_counts: [52, 23] }, DUEL);
  expect(climbers).toEqual([
    { seat: 0, share: 0 },
    { seat: 1, share: 0.5 },
  ]);
});
