import { beforeEach, describe, expect, it } from 'vitest';
import {
  forgetGames,
  noteGame,
  playedGames,
  meritOf,
  summarise,
  type PlayedGame,
} from '../src/lib/statistics';
import { store } from '../src/lib/storage';
import type { TableView } from '../src/wire';

const OVER = { termination: 'BLOCKED', score: 8, winners: [], seat: 0, rating: 'excellent' };

function table(code: string, changes: object = {}): TableView {
  return {
    code,
    rules: { game: 'original', players: 1, team: true },
    play: { number: 1, commitment: 'ab', outcome: OVER, ...changes },
  } as unknown as TableView;
}

function played(changes: Partial<PlayedGame>): PlayedGame {
  const game = { game: 'original', players: 1, score: 20, won: false, team: true, at: 0 };
  return { code: 'AAA', number: 1, ...game, ...changes };
}

beforeEach(forgetGames);

describe('noting a game', () => {
  it('happens once, however often its end is seen', () => {
    noteGame(table('AAA'), 0, 5);
    noteGame(table('AAA'), 0, 6);
    noteGame(table('AAA', { number: 2 }), 0, 7);
    expect(playedGames().map(({ number, at }) => [number, at])).toEqual([
      [1, 5],
      [2, 7],
    ]);
  });

  it('is for players, of games that are over and were dealt by chance', () => {
    noteGame(table('AAA'), null);
    noteGame(table('AAA', { outcome: null }), 0);
    noteGame(table('AAA', { commitment: '' }), 0);
    expect(playedGames()).toEqual([]);
  });

  it('knows who won', () => {
    noteGame(table('AAA', { outcome: { ...OVER, winners: [1] } }), 1);
    noteGame(table('BBB', { outcome: { ...OVER, winners: [1] } }), 0);
    expect(playedGames().map((each) => each.won)).toEqual([true, false]);
  });

  it.each(['nonsense', '{}', '[1, null, {"code": "A"}]'])('survives %j in the store', (text) => {
    store('games', text);
    expect(playedGames()).toEqual([]);
  });
});

describe('the summary', () => {
  it('is by game and number of players, in the order given', () => {
    const games = [played({ game: 'duel', players: 2 }), played({ players: 3 }), played({})];
    expect(
      summarise(games, ['original', 'duel']).map(({ game, players }) => `${game} ${players}`),
    ).toEqual(['original 1', 'original 3', 'duel 2']);
  });

  it('gives games, wins, best and mean', () => {
    const [one] = summarise([
      played({ score: 9 }),
      played({ score: 0, won: true }),
      played({ score: 3 }),
    ]);
    expect(one).toMatchObject({ games: 3, wins: 1, best: 0, mean: 4 });
    expect(one?.last.map((each) => each.score)).toEqual([9, 0, 3]);
  });
});

describe('what is special about a game', () => {
  const won = { won: true, score: 0 };

  it('is a first win of its kind', () => {
    const games = [
      played({ code: 'A' }),
      played({ code: 'B', ...won }),
      played({ code: 'C', ...won }),
    ];
    expect(meritOf(games, 'A', 1)).toBe(null);
    expect(meritOf(games, 'B', 1)).toBe('first_win');
    expect(meritOf(games, 'C', 1)).toBe(null);
  });

  it('is the best score so far, but not of the first game', () => {
    const games = [20, 12, 15].map((score, at) => played({ code: 'ABC'[at], score, won: false }));
    expect(games.map(({ code }) => meritOf(games, code, 1))).toEqual([null, 'best', null]);
  });
});
