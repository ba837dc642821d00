import { beforeAll, describe, expect, it, vi } from 'vitest';
import { shareOf, shareText, trackLine, tracksOf } from '../src/lib/sharing';
import { speak } from '../src/lib/texts.svelte';
import type { Happening, Replay } from '../src/wire';

const laid = (card: number, pile: number, move = 'step', seat = 0) =>
  ({ type: 'card_placed', seat, card, pile, top: 1, move, by: 1, command: null }) as Happening;
const ended = { type: 'turn_ended', seat: 0, laid: 2, drawn: 2, next: 0 } as Happening;
const hint = { type: 'hint_taken', seat: 0 } as Happening;
const back = { type: 'card_taken_back', seat: 0, card: 50, pile: 0 } as Happening;

const UP = { ascending: true };
const DOWN = { ascending: false };

function replay(outcome: object, ...happenings: Happening[]): Replay {
  const play = { piles: [UP, UP, DOWN, DOWN], outcome };
  return {
    code: 'ABC',
    number: 1,
    rules: { game: 'original', players: 1, team: true, lowest: 2, highest: 99 },
    names: ['Ana'],
    frames: happenings.map((each) => ({ happenings: [each], play, hands: [] })),
  } as unknown as Replay;
}

const LOST = { rating: 'lost', score: 94, winners: [], termination: 'BLOCKED', seat: 0 };
const game = replay(
  LOST,
  laid(2, 0),
  laid(50, 0),
  back,
  laid(99, 2),
  ended,
  hint,
  laid(12, 0),
  laid(2, 0, 'jump'),
  ended,
);
const occasion = { you: 0, daily: null, streak: 0, review: null, link: 'https://x/t/ABC/games/1' };

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  return speak('en');
});

describe('the tracks', () => {
  it('have the cards that stayed on each pile', () => {
    expect(tracksOf(game).map(({ cards }) => cards)).toEqual([[2, 12, 2], [], [99], []]);
  });

  it('are as high as the cards, and no longer than a narrow line', () => {
    expect(trackLine({ ascending: true, cards: [], heights: [0, 0.5, 1] })).toBe('↑ ▁▅█');
    expect(trackLine({ ascending: false, cards: [], heights: [] })).toBe('↓');
    const many = Array.from({ length: 98 }, (_, at) => at / 97);
    const line = trackLine({ ascending: true, cards: [], heights: many });
    expect([...line]).toHaveLength(22);
    expect(line.endsWith('█')).toBe(true);
  });
});

describe('the text', () => {
  it('says how an ordinary game went and names no card', () => {
    const text = shareText(shareOf(game, occasion));
    expect(text.split('\n')).toEqual([
      'tenback: Original, solo',
      'Lost: 4 of 98 cards laid',
      '↑ ▁▁▁',
      '↑',
      '↓ █',
      '↓',
      '1 jump · 2 turns · 1 hint',
      'https://x/t/ABC/games/1',
    ]);
  });

  it('names the day and the streak of a deal of the day', () => {
    const daily = { ...occasion, daily: '2026-11-16', streak: 12, link: 'https://x/daily' };
    const text = shareText(shareOf(game, daily));
    expect(text).toContain('Deal of the day: November 16, 2026 · Original, solo');
    expect(text).toContain('12 days in a row');
  });

  it('tells luck against play where there is a review', () => {
    const review = { luck: 9.4, accuracy: 91.2 };
    const { figures } = shareOf(game, { ...occasion, review });
    expect(figures.slice(0, 2)).toEqual([
      { value: '+9', label: 'luck' },
      { value: '91', label: 'accuracy' },
    ]);
  });
});
