import { beforeEach, describe, expect, it, vi } from 'vitest';
import { games } from '../src/lib/games.svelte';
import { store } from '../src/lib/storage';
import type { Review, TableView } from '../src/wire';

const OVER = { termination: 'BLOCKED', score: 8, winners: [], seat: 0, rating: 'excellent' };
const SEATS = [
  { name: 'Ana', kind: 'person', bot: '' },
  { name: 'Steady', kind: 'bot', bot: 'steady' },
];

function table(code: string, changes: object = {}): TableView {
  return {
    code,
    rules: { game: 'original', players: 1, team: true },
    seats: SEATS,
    play: { number: 1, commitment: 'ab', outcome: OVER, ...changes },
  } as unknown as TableView;
}

// There is no database here, as in a private window: games are kept in memory alone.
beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('the record')));
  await games.load();
  await games.forgetAll();
});

describe('noting a game', () => {
  it('happens once, however often its end is seen', () => {
    games.note(table('AAA'), 0, 5);
    games.note(table('AAA'), 0, 6);
    games.note(table('AAA', { number: 2 }), 0, 7);
    expect(games.all.map(({ number, at }) => [number, at])).toEqual([
      [1, 5],
      [2, 7],
    ]);
  });

  it('is for players, of games that are over and were dealt by chance', () => {
    games.note(table('AAA'), null);
    games.note(table('AAA', { outcome: null }), 0);
    games.note(table('AAA', { commitment: '' }), 0);
    expect(games.all).toEqual([]);
  });

  it('knows who won and who sat there', () => {
    games.note(table('AAA', { outcome: { ...OVER, winners: [1] } }), 1, 1);
    games.note(table('BBB', { outcome: { ...OVER, winners: [1] } }), 0, 2);
    expect(games.all.map((each) => each.won)).toEqual([true, false]);
    expect(games.all[0]).toMatchObject({ names: ['Ana', 'Steady'], bots: ['', 'steady'] });
  });

  it('fetches the record', async () => {
    games.note(table('AAA'), 0);
    await vi.waitFor(() => expect(games.find({ code: 'AAA', number: 1 })?.kept).toBe(true));
    expect(await games.record({ code: 'AAA', number: 1 })).toBe('the record');
  });

  it('says that nothing stays in a private window', () => {
    expect(games.trouble).toBe('private');
  });
});

describe('games that were noted before', () => {
  it.each(['nonsense', '{}', '[1, null, {"code": "A"}]'])('survive %j', async (text) => {
    store('games', text);
    await games.load();
    expect(games.all).toEqual([]);
  });

  it('are read', async () => {
    const old = { code: 'OLD', number: 1, game: 'original', players: 1, score: 3 };
    store('games', JSON.stringify([{ ...old, won: false, team: true, at: 1 }]));
    await games.load();
    expect(games.all.map(({ code }) => code)).toEqual(['OLD']);
  });
});

describe('a review', () => {
  const estimate = (value: number) => ({ value, low: value, high: value });
  const review = {
    luck: estimate(0.09),
    accuracy: 88,
    adjusted: 0.4,
    curve: [
      { turns: 0, table: 0.25, seats: [estimate(0.3)] },
      { turns: 1, table: 0, seats: [estimate(0)] },
    ],
    seats: [{ seat: 0, luck: estimate(0.1), accuracy: 91, adjusted: 0.5 }],
  } as unknown as Review;

  it('is kept with its game, in short', () => {
    games.note(table('AAA'), 0);
    games.noteReview({ code: 'AAA', number: 1 }, review);
    games.noteReview({ code: 'ZZZ', number: 1 }, review);
    expect(games.all.map((each) => each.review)).toEqual([
      { luck: 9, accuracy: 91, adjusted: 0.4, curve: [0.25, 0] },
    ]);
  });
});
