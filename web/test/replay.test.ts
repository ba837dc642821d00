import { describe, expect, it } from 'vitest';
import { addressOf, afterKey, chaptersOf, momentIn, momentsOf, tableAt } from '../src/lib/replay';
import type { Happening, Replay, ReplayFrame } from '../src/wire';

const laid = (seat: number, card: number, move = 'step') =>
  ({ type: 'card_placed', seat, card, pile: 0, top: 1, move, by: 1, command: null }) as Happening;
const ended = (seat: number) =>
  ({ type: 'turn_ended', seat, laid: 2, drawn: 2, next: 0 }) as Happening;
const frame = (...happenings: Happening[]) =>
  ({ happenings, play: { phase: 'playing' }, hands: [] }) as unknown as ReplayFrame;

describe('the turns of a replay', () => {
  it('end where the turn ends, with what stayed laid', () => {
    const back = { type: 'card_taken_back', seat: 0, card: 9, pile: 0 } as Happening;
    const moments = [
      laid(0, 5),
      laid(0, 9),
      back,
      laid(0, 15, 'jump'),
      ended(0),
      laid(1, 20),
      ended(1),
    ];
    const chapters = chaptersOf(moments.map((each) => frame(each)));
    expect(chapters.map(({ frame: at, turn, seat }) => [at, turn, seat])).toEqual([
      [4, 1, 0],
      [6, 2, 1],
    ]);
    expect(chapters[0]?.laid.map(({ card, jump }) => [card, jump])).toEqual([
      [5, false],
      [15, true],
    ]);
  });

  it('leave out moments at which nothing happened', () => {
    const replay = { frames: [frame(laid(0, 2)), frame(), frame(ended(0))] } as unknown as Replay;
    expect(momentsOf(replay)).toHaveLength(2);
  });
});

describe('the table of a replay', () => {
  it('is over with the game', () => {
    const replay = { code: 'A', names: ['Ana'], rules: {} } as unknown as Replay;
    const last = { ...frame(), play: { phase: 'over' } } as unknown as ReplayFrame;
    expect(tableAt(replay, last)).toMatchObject({ stage: 'over', seats: [{ name: 'Ana' }] });
  });
});

describe('the address of a moment', () => {
  it('leads back to it', () => {
    for (const at of [0, 1, 17, 40]) {
      const address = addressOf('/t/ABC/games/1', '', at);
      expect(momentIn(new URL(address, 'http://here').search, 40)).toBe(at);
      const asked = addressOf('/t/ABC/games/1', '?review', at);
      expect(momentIn(new URL(asked, 'http://here').search, 40)).toBe(at);
      expect(asked).toContain('?review');
    }
  });

  it.each([
    ['', 0],
    ['?at=0', 0],
    ['?at=-3', 0],
    ['?at=99', 40],
    ['?at=2.5', 0],
    ['?at=soon', 0],
    ['?at=', 0],
  ])('%s is a moment of the game all the same', (search, at) => {
    expect(momentIn(search, 40)).toBe(at);
  });
});

describe('the keys of a replay', () => {
  it.each([
    ['ArrowRight', 3, 4],
    ['ArrowLeft', 0, 0],
    ['PageDown', 3, 9],
    ['Home', 5, 0],
    ['End', 5, 9],
  ])('%s leads from %i to %i of 9', (key, from, to) => expect(afterKey(key, from, 9)).toBe(to));

  it('mean nothing otherwise', () => expect(afterKey('x', 3, 9)).toBeNull());
});
