/** The own games that this browser remembers, and what they say. Nothing leaves the browser. */

import type { TableView } from '../wire';
import { dailyAt } from './daily';
import { forget, recall, store } from './storage';

export interface PlayedGame {
  readonly code: string;
  readonly number: number;
  readonly game: string;
  readonly players: number;
  /** For a team the cards not laid; in a duel those of the one who lost. */
  readonly score: number;
  readonly won: boolean;
  /** Blocked with few cards left; not known of games that were noted long ago. */
  readonly excellent?: boolean;
  readonly team: boolean;
  /** The own seat; not known of games that were noted long ago. */
  readonly seat?: number;
  /** When it was noted, in milliseconds. */
  readonly at: number;
  /** The day whose deal it is. */
  readonly daily?: string;
  /** Its cards were known from an earlier game: it is listed, but counts for nothing. */
  readonly again?: boolean;
}

export interface Summary {
  readonly game: string;
  readonly players: number;
  readonly team: boolean;
  readonly games: number;
  readonly wins: number;
  readonly best: number;
  readonly mean: number;
  /** The last games, oldest first. */
  readonly last: readonly PlayedGame[];
}

const NAME = 'games';
const MOST = 1000;
const SHOWN = 24;

function isPlayed(entry: unknown): entry is PlayedGame {
  if (typeof entry !== 'object' || entry === null) return false;
  const { code, number, game, players, score, won, team, at } = entry as Record<string, unknown>;
  return (
    typeof code === 'string' &&
    typeof game === 'string' &&
    typeof won === 'boolean' &&
    typeof team === 'boolean' &&
    [number, players, score, at].every((value) => Number.isFinite(value))
  );
}

/** The games noted so far, oldest first. What cannot be read is left out. */
export function playedGames(): PlayedGame[] {
  try {
    const read: unknown = JSON.parse(recall(NAME) ?? '[]');
    return Array.isArray(read) ? read.filter(isPlayed) : [];
  } catch {
    return [];
  }
}

/**
 * Note a game that is over, seen from an own seat. A game is noted once, however often it is seen;
 * one with a prepared deal, as in a lesson, is not: it has no published hash.
 */
export function noteGame(table: TableView, you: number | null, now: number = Date.now()): void {
  const outcome = table.play?.outcome;
  if (!table.play?.commitment || !outcome || you === null) return;
  const { code, rules, play } = table;
  const games = playedGames();
  const daily = dailyAt(code, play.number);
  if (games.some((each) => each.code === code && each.number === play.number)) return;
  games.push({
    code,
    number: play.number,
    game: rules.game,
    players: rules.players,
    score: outcome.score,
    won: outcome.winners.includes(you),
    excellent: rules.team && outcome.rating === 'excellent',
    team: rules.team,
    seat: you,
    at: now,
    ...(daily === undefined ? {} : { daily: daily.date, again: !daily.counts }),
  });
  store(NAME, JSON.stringify(games.slice(-MOST)));
}

/** The days whose deal was played to its end, for the count. */
export function dailyDays(games: readonly PlayedGame[]): string[] {
  return games.flatMap(({ daily, again }) => (daily === undefined || again ? [] : daily));
}

export function forgetGames(): void {
  forget(NAME);
}

export type Merit = 'first_win' | 'best';

/** What is special about a game among those before it, of the same kind. */
export function meritOf(games: readonly PlayedGame[], code: string, number: number): Merit | null {
  const at = games.findIndex((each) => each.code === code && each.number === number);
  const one = games[at];
  if (one === undefined) return null;
  if (one.again) return null;
  const before = games
    .slice(0, at)
    .filter(({ game, players, again }) => game === one.game && players === one.players && !again);
  if (one.won) return before.some((each) => each.won) ? null : 'first_win';
  const isBest = one.team && before.length > 0 && before.every((each) => each.score > one.score);
  return isBest ? 'best' : null;
}

/** What the games say, by game, in the order given, and number of players. */
export function summarise(games: readonly PlayedGame[], order: readonly string[] = []): Summary[] {
  const groups = new Map<string, PlayedGame[]>();
  for (const each of games.filter(({ again }) => !again)) {
    const key = `${each.game} ${each.players}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()]
    .flatMap(sum)
    .sort(
      (one, other) =>
        order.indexOf(one.game) - order.indexOf(other.game) || one.players - other.players,
    );
}

function sum(group: readonly PlayedGame[]): Summary[] {
  const first = group[0];
  if (first === undefined) return [];
  const { game, players, team } = first;
  const scores = group.map((each) => each.score);
  return [
    {
      game,
      players,
      team,
      games: group.length,
      wins: group.filter((each) => each.won).length,
      best: Math.min(...scores),
      mean: scores.reduce((one, other) => one + other, 0) / scores.length,
      last: group.slice(-SHOWN),
    },
  ];
}
