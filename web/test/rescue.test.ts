/** The turn that would have saved a lost game is the one that Python finds (tests/analysis). */

import { describe, expect, it } from 'vitest';
import { findRescue } from '../src/lib/offline/rescue';
import { testMachine } from './offline/machine';
import rescues from './rescues.json';

const told = rescues as unknown as readonly {
  readonly record: string;
  readonly placements: readonly (readonly [card: number, pile: number])[];
}[];

describe.each(told.map(({ record, placements }) => [record.split('\n')[1], record, placements]))(
  '%s',
  (_game, record, placements) => {
    it('could have been saved by the same turn', async () => {
      const machine = await testMachine();
      const { placements: found } = findRescue(machine, record);
      expect(found.map(({ card, pile }) => [card, pile])).toEqual(placements);
    });
  },
);
