import { describe, expect, it } from 'vitest';
import { newIn, readBundle, writeBundle } from '../src/lib/game_files';
import { choicesOf, companyOf, filtered, NO_FILTERS } from '../src/lib/game_filters';
import { gamesInLink, linkOf } from '../src/lib/game_link';
import type { PlayedGame } from '../src/lib/statistics';
import { luckTaken, trendOf } from '../src/lib/trends';

const DAY = 86_400_000;

function played(changes: Partial<PlayedGame> = {}): PlayedGame {
  const game = { game: 'original', players: 1, score: 20, won: false, team: true, at: 0 };
  return { code: 'AAA', number: 1, ...game, ...changes };
}

const review = (adjusted: number, luck = 0) => ({ adjusted, luck, accuracy: 80, curve: [] });

describe('filters', () => {
  const all = [
    played({ code: 'A' }),
    played({ code: 'B', game: 'duel', players: 2, won: true, bots: ['', 'steady'], seat: 0 }),
    played({ code: 'C', players: 3, bots: ['', '', 'steady'], seat: 0, at: 10 * DAY }),
    played({ code: 'D', daily: '2026-11-16', review: review(0.5), at: 39 * DAY }),
    played({ code: 'E', imported: true, at: 40 * DAY }),
  ];
  const codes = (filters: object) =>
    filtered(all, { ...NO_FILTERS, ...filters }, 40 * DAY).map(({ code }) => code);

  it.each([
    [{}, ['A', 'B', 'C', 'D', 'E']],
    [{ game: 'duel' }, ['B']],
    [{ players: 3 }, ['C']],
    [{ result: 'won' }, ['B']],
    [{ result: 'lost', players: 1 }, ['A', 'D', 'E']],
    [{ company: 'alone' }, ['A', 'D', 'E']],
    [{ company: 'bots' }, ['B']],
    [{ company: 'people' }, ['C']],
    [{ period: 'week' }, ['D', 'E']],
    [{ period: 'month' }, ['C', 'D', 'E']],
    [{ kind: 'daily' }, ['D']],
    [{ kind: 'reviewed' }, ['D']],
    [{ kind: 'imported' }, ['E']],
  ])('%j leave %j', (filters, left) => expect(codes(filters)).toEqual(left));

  it('offer what there is', () => {
    expect(choicesOf(all)).toEqual({ games: ['original', 'duel'], players: [1, 2, 3] });
  });

  it('do not guess with whom an old game was played', () => {
    expect(companyOf(played({ players: 3 }))).toBeUndefined();
  });
});

describe('the file', () => {
  const games = [played({ code: 'A', review: review(0.5) }), played({ code: 'B' })];
  const text = writeBundle({ games, records: new Map([[games[0]!, 'record of A']]) });

  it('brings everything back', () => {
    const read = readBundle(text)!;
    expect(read.games).toEqual(games);
    expect([...read.records]).toEqual([[games[0], 'record of A']]);
  });

  it('adds only what is not here yet', () => {
    expect(newIn(readBundle(text)!, [played({ code: 'A' })]).map(({ code }) => code)).toEqual([
      'B',
    ]);
  });

  it.each(['', 'nonsense', '[]', '{"format": "other"}', '{"game": "original"}'])(
    'is not %j',
    (other) => expect(readBundle(other)).toBeNull(),
  );

  it('leaves out what is no game', () => {
    const odd = '{"format": "tenback games 1", "games": [1, {"code": "A"}], "records": [7]}';
    expect(readBundle(odd)).toEqual({ games: [], records: new Map() });
  });
});

describe('the link', () => {
  it('brings results to another device', async () => {
    const games = [
      played({ code: 'A', excellent: true, at: 5000 }),
      played({ code: 'B', daily: '2026-11-16', again: true, won: true, team: false, at: 6000 }),
    ];
    const { link, count } = await linkOf('https://example.org', games);
    expect(count).toBe(2);
    const read = await gamesInLink(new URL(link).hash);
    expect(read.map(({ code, at }) => [code, at])).toEqual([
      ['B', 6000],
      ['A', 5000],
    ]);
    expect(read[0]).toMatchObject({ daily: '2026-11-16', again: true, won: true, team: false });
    expect(read[1]).toMatchObject({ excellent: true, won: false, team: true });
  });

  it('has the newest that fit, and no imported ones', async () => {
    const many = Array.from({ length: 500 }, (_, at) =>
      played({ code: `T${(at * 7919) % 99991}`, score: (at * 31) % 97, at: at * 7_777_000 }),
    );
    const { link, count } = await linkOf('https://example.org', [
      ...many,
      played({ imported: true, at: 1e12 }),
    ]);
    expect(link.length).toBeLessThanOrEqual(2300);
    expect(count).toBeGreaterThan(60);
    const read = await gamesInLink(new URL(link).hash);
    expect(read.map(({ code }) => code)).toEqual(
      many
        .slice(-count)
        .reverse()
        .map(({ code }) => code),
    );
  });

  it.each(['', '#', '#other', '#games=', '#games=nonsense', '#games=AAAA'])(
    'survives %j',
    async (hash) => expect(await gamesInLink(hash)).toEqual([]),
  );
});

describe('results over time', () => {
  it('are the mean of the last games, with luck taken out where enough were reviewed', () => {
    const results = [0, 0, 1, 1, 1].map((won, at) =>
      played({ won: won === 1, at, ...(at > 1 ? { review: review(0.5) } : {}) }),
    );
    const points = trendOf([...results, played({ again: true, won: true })], 4);
    expect(points.map(({ won }) => won)).toEqual([1 / 3, 0.5, 0.75]);
    expect(points.map(({ adjusted }) => adjusted)).toEqual([null, null, 0.5]);
  });

  it('say what luck was worth', () => {
    const games = [
      played({ won: true, review: review(0.6, 30) }),
      played({ review: review(0.4, -10) }),
      played({ won: true }),
    ];
    expect(luckTaken(games)).toEqual({
      reviewed: 2,
      won: 0.5,
      adjusted: 0.5,
      luck: 10,
      accuracy: 80,
    });
    expect(luckTaken([played()])).toBeNull();
  });
});
