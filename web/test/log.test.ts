import { describe, expect, it } from 'vitest';
import { lastRound } from '../src/lib/log';

const entry = (number: number, type: string) => ({ number, happening: { type } }) as never;
const log = [
  'card_placed',
  'turn_ended',
  'card_placed',
  'turn_ended',
  'card_placed',
  'turn_ended',
  'card_placed',
].map((type, n) => entry(n, type));
const table = (memory: boolean) => ({ settings: { memory }, seats: [null, null] }) as never;

describe('what of the past is shown', () => {
  it('is the open turn and a round before it', () => {
    expect(lastRound(log, table(false)).map((one) => one.number)).toEqual([2, 3, 4, 5, 6]);
  });
  it('is everything where the table shows covered cards', () => {
    expect(lastRound(log, table(true))).toHaveLength(7);
  });
  it('is everything while a round is not over', () => {
    expect(lastRound(log.slice(0, 3), table(false))).toHaveLength(3);
  });
});
