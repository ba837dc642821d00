import { describe, expect, it } from 'vitest';
import { meritOf, summarise, type PlayedGame } from '../src/lib/statistics';

function played(changes: Partial<PlayedGame>): PlayedGame {
  const game = { game: 'original', players: 1, score: 20, won: false, team: true, at: 0 };
  return { code: 'AAA', number: 1, ...game, ...changes };
}

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
    expect(meritOf(games, 'B', 1)).toMatchObject({ kind: 'first_win' });
  });

  it('is a row of wins, from the second on', () => {
    const row = [won, won, {}, won, won, won].map((one, at) =>
      played({ code: 'ABCDEF'[at], ...one }),
    );
    expect(row.map(({ code }) => meritOf(row, code, 1)?.count ?? null)).toEqual([
      1,
      2,
      null,
      null,
      2,
      3,
    ]);
  });

  it('is the best score so far, but not of the first game', () => {
    const games = [20, 12, 15].map((score, at) => played({ code: 'ABC'[at], score, won: false }));
    expect(games.map(({ code }) => meritOf(games, code, 1)?.kind ?? null)).toEqual([
      null,
      'best',
      null,
    ]);
  });
});
