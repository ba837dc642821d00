import { describe, expect, it } from 'vitest';
import { BEGINNING, follow, readOn, type LessonProgress } from '../src/lib/following';
import type { Happening, LessonStep } from '../src/wire';

const step = (command: LessonStep['command']): LessonStep => ({ key: '', command, wait: false });
const STEPS = [
  step(null),
  step({ type: 'place', card: 5, pile: 0 }),
  step({ type: 'place', card: 97, pile: 2 }),
  step({ type: 'end_turn' }),
  step({ type: 'give_signal', kind: 'small_steps', subject: 2 }),
];
const laid = (card: number, pile: number, seat = 0) =>
  ({
    type: 'card_placed',
    seat,
    card,
    pile,
    top: 1,
    move: 'step',
    by: 1,
    command: null,
  }) as Happening;
const back = (card: number) => ({ type: 'card_taken_back', seat: 0, card, pile: 0 }) as Happening;
const ended = { type: 'turn_ended', seat: 0, laid: 2, drawn: 2, next: 1 } as Happening;
const signal = {
  type: 'signal_given',
  seat: 0,
  kind: 'small_steps',
  subject: 2,
} as Happening;

const after = (...happenings: Happening[]): LessonProgress =>
  happenings.reduce((progress, each) => follow(STEPS, progress, each, 0), readOn(BEGINNING));

describe('following a lesson', () => {
  it('goes on with what is asked for', () => {
    expect(after(laid(5, 0), laid(97, 2), ended, signal)).toEqual({ at: 5, ahead: [] });
  });

  it('does not go on with the same card of somebody else, or on another pile', () => {
    expect(after(laid(5, 0, 1)).at).toBe(1);
    expect(after(laid(5, 1))).toEqual({ at: 1, ahead: [{ card: 5, pile: 1 }] });
  });

  it('does not ask again for a card that was laid early', () => {
    expect(after(laid(97, 2), laid(5, 0))).toEqual({ at: 3, ahead: [] });
  });

  it('goes back with a card that is taken back', () => {
    expect(after(laid(5, 0), back(5)).at).toBe(1);
    expect(after(laid(12, 0), back(12))).toEqual({ at: 1, ahead: [] });
  });

  it('forgets what was laid besides with the end of the turn', () => {
    expect(after(laid(12, 0), ended)).toEqual({ at: 1, ahead: [] });
  });
});
