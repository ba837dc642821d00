import { beforeEach, describe, expect, it } from 'vitest';
import {
  begunGames,
  clientKey,
  countedGame,
  dailyAt,
  dayBefore,
  lastDays,
  noteBegun,
  streakOf,
} from '../src/lib/daily';
import { recordIn } from '../src/lib/daily_kinds';
import { isKeyOf, noteAnchor, notedAnchor } from '../src/lib/daily_proof';
import type { PlayedGame } from '../src/lib/statistics';
import { forget, store } from '../src/lib/storage';

const seat = (code: string, counts = true) => ({
  code,
  seat: 0,
  token: 'key',
  date: '2026-11-16',
  counts,
});

beforeEach(() => ['daily.client', 'daily.begun', 'daily.anchor'].forEach(forget));

describe('what was begun here', () => {
  it('keeps one word for this browser', () => {
    expect(clientKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(clientKey()).toBe(clientKey());
  });

  it('is found by table and by deal', () => {
    noteBegun(seat('ABC'), 'original', 1);
    noteBegun(seat('DEF', false), 'original', 1);
    expect(dailyAt('ABC', 1)?.date).toBe('2026-11-16');
    expect(dailyAt('ABC', 2)).toBeUndefined();
    expect(dailyAt('XYZ', 1)).toBeUndefined();
    expect(countedGame(begunGames(), '2026-11-16', 'original', 1)?.code).toBe('ABC');
    expect(countedGame(begunGames(), '2026-11-16', 'original', 3)).toBeUndefined();
  });

  it('leaves out what cannot be read', () => {
    store('daily.begun', '[{"code": 3}, 7]');
    expect(begunGames()).toEqual([]);
    store('daily.begun', 'nonsense');
    expect(begunGames()).toEqual([]);
  });
});

describe('streaks', () => {
  it('are days in a row, up to today or yesterday', () => {
    const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-01'];
    expect(streakOf(days, '2026-03-01')).toEqual({ days: 3, longest: 3, isToday: true });
    expect(streakOf(days, '2026-03-02')).toEqual({ days: 3, longest: 3, isToday: false });
    expect(streakOf(days, '2026-03-03')).toEqual({ days: 0, longest: 3, isToday: false });
  });

  it('begin anew after a gap', () => {
    const days = ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-15'];
    expect(streakOf(days, '2026-11-15')).toEqual({ days: 1, longest: 3, isToday: true });
    expect(streakOf([], '2026-11-15')).toEqual({ days: 0, longest: 0, isToday: false });
  });

  it('know the day before across months and years', () => {
    expect(dayBefore('2026-03-01')).toBe('2026-02-28');
    expect(dayBefore('2027-01-01')).toBe('2026-12-31');
  });
});

describe('keys', () => {
  // Made by the server's own chain: start 2026-11-16, 30 days, secret 555…
  const anchor = '4ebbd05c13da6001c9fffd2cac3419c6b0263ae42a7ee61cc9dc607f687fdc5d';
  const key = '27d578081fb4a730b43259cead8937071cb67492451b6411b43207b5d4cb909d';

  it('lead to the anchor in as many steps as the day has', () => {
    expect(isKeyOf(key, 5, anchor)).toBe(true);
    expect(isKeyOf(key, 4, anchor)).toBe(false);
    expect(isKeyOf(anchor, 0, anchor)).toBe(false);
    expect(isKeyOf('0'.repeat(64), 5, anchor)).toBe(false);
  });

  it('are checked against the anchor that was noted first', () => {
    expect(notedAnchor('one', '2026-11-16')).toEqual({ anchor: 'one', seen: '2026-11-16' });
    expect(notedAnchor('two', '2026-11-20')).toEqual({ anchor: 'one', seen: '2026-11-16' });
    noteAnchor('two', '2026-11-20');
    expect(notedAnchor('two', '2026-11-21').seen).toBe('2026-11-20');
  });
});

it('climbs while a streak lasts and begins anew after a day without a deal', () => {
  const days = ['2026-11-11', '2026-11-12', '2026-11-14', '2026-11-14', '2026-11-15'];
  expect(lastDays(days, '2026-11-16', 6)).toEqual([1, 2, 0, 1, 2, 0]);
});

describe('the own record in a kind of deal', () => {
  const kind = { game: 'original', players: 1 };
  const played = (score: number, more: Partial<PlayedGame> = {}): PlayedGame => ({
    ...kind,
    code: `${score}`,
    number: 1,
    score,
    won: score === 0,
    team: true,
    at: 0,
    daily: '2026-11-16',
    ...more,
  });

  it('has the best of the games that counted, and only of this kind', () => {
    const games = [
      played(9),
      played(4),
      played(0, { again: true }),
      played(1, { players: 3 }),
      played(2, { imported: true }),
    ];
    expect(recordIn(games, kind)).toMatchObject({ games: 2, won: 0, best: { score: 4 } });
    expect(recordIn([...games, played(0)], kind)).toMatchObject({ won: 1, best: { score: 0 } });
    expect(recordIn(games, { game: 'duel', players: 2 })).toBeNull();
  });

  it('prefers the clearest win and the narrowest loss in a duel', () => {
    const duel = { game: 'duel', players: 2, team: false };
    const lost = [played(9, duel), played(3, { ...duel, won: false })];
    expect(recordIn(lost, duel)?.best.score).toBe(3);
    const won = [5, 12].map((score) => played(score, { ...duel, won: true }));
    expect(recordIn([...lost, ...won], duel)?.best.score).toBe(12);
  });
});
