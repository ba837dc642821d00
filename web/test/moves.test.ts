import { describe, expect, it } from 'vitest';
import {
  helpOn,
  isRisky,
  kindOf,
  neighbour,
  playableCards,
  signed,
  targetsOf,
  typeDigit,
} from '../src/lib/moves';
import type { Legal, Own } from '../src/wire';

const step = (card: number, pile: number): Legal => ({ card, pile, move: 'step', by: 1 });
const own = { legal: [step(20, 0), step(20, 2), step(35, 1)] } as unknown as Own;

describe('what may be done', () => {
  it('with a card is found by pile', () => {
    expect([...targetsOf(own, 20).keys()]).toEqual([0, 2]);
    expect(targetsOf(own, 99).size).toBe(0);
    expect(targetsOf(own, null).size).toBe(0);
    expect(targetsOf(null, 20).size).toBe(0);
  });

  it('at all is a set of cards', () => {
    expect(playableCards(own)).toEqual(new Set([20, 35]));
    expect(playableCards(null)).toEqual(new Set());
  });

  it('is risky if it dooms or breaks a command', () => {
    expect(isRisky(step(1, 1))).toBe(false);
    expect(isRisky(undefined)).toBe(false);
    expect(isRisky({ ...step(1, 1), dooms: true })).toBe(true);
    expect(isRisky({ ...step(1, 1), breach: 'NO_JUMP' })).toBe(true);
    expect(isRisky({ ...step(1, 1), dooms: false, breach: null })).toBe(false);
  });
});

describe('what a move looks like', () => {
  it('is graded by what it costs', () => {
    const kind = (by: number) => kindOf({ ...step(50, 0), by });
    expect([1, 10, 11, 25, 26, 66].map(kind)).toEqual([
      ...['small', 'small'],
      ...['wide', 'wide'],
      ...['far', 'far'],
    ]);
    expect(kindOf({ ...step(50, 0), move: 'jump', by: 10 })).toBe('jump');
    expect(kindOf(undefined)).toBe('none');
  });

  it('has the sign of the change', () => {
    expect(signed({ card: 20, by: 13 }, 7)).toBe('+13');
    expect(signed({ card: 20, by: 10 }, 30)).toBe('−10');
  });

  it('tells on which side of a top help is', () => {
    const help = { legal: [{ ...step(42, 1), move: 'help' }] } as unknown as Own;
    expect(helpOn(help, 1, 39)).toBe('above');
    expect(helpOn(help, 1, 45)).toBe('below');
    expect(helpOn(help, 0, 39)).toBeNull();
    expect(helpOn(own, 0, 39)).toBeNull();
  });
});

describe('walking along the hand', () => {
  const hand = [4, 17, 60];

  it.each([
    [null, 1, 4],
    [null, -1, 60],
    [4, 1, 17],
    [60, 1, 4],
    [4, -1, 60],
    [99, 1, 4],
  ] as const)('from %s by %i comes to %i', (from, by, to) => {
    expect(neighbour(hand, from, by)).toBe(to);
  });

  it('is not possible without cards', () => {
    expect(neighbour([], null, 1)).toBeNull();
  });
});

describe('typing a number', () => {
  const hand = [2, 25, 27, 41, 9];

  it('picks a card as soon as it is certain', () => {
    expect(typeDigit(hand, '', '4')).toEqual({ digits: '4', card: 41 });
    expect(typeDigit(hand, '4', '1')).toEqual({ digits: '41', card: 41 });
  });

  it('picks a short number and then a longer one', () => {
    expect(typeDigit(hand, '', '2')).toEqual({ digits: '2', card: 2 });
    expect(typeDigit(hand, '2', '7')).toEqual({ digits: '27', card: 27 });
  });

  it('waits while several cards fit', () => {
    expect(typeDigit([25, 27], '', '2')).toEqual({ digits: '2', card: null });
  });

  it('begins anew with a digit that does not fit', () => {
    expect(typeDigit(hand, '2', '9')).toEqual({ digits: '9', card: 9 });
    expect(typeDigit(hand, '2', '8')).toEqual({ digits: '', card: null });
  });
});
