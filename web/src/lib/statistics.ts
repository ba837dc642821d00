/** The own games, and what they say. Nothing leaves the browser. */

import type { TableView } from '../wire';
import type { ReviewSummary } from './review_figures';

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
  /** Who sat there, by seat; not known of games that were noted long ago. */
  readonly names?: readonly string[];
  /** The bots by seat, empty for people. */
  readonly bots?: readonly string[];
  /** It came from a file or a text: whose it was is not known, so it counts for nothing. */
  readonly imported?: boolean;
  /** Its record is kept here. */
  readonly kept?: boolean;
  /** What a review said, if there was one. */
  readonly review?: ReviewSummary;
}

export interface Summary {
  readonly game: string;
  readonly players: number;
  readonly team: boolean;
  readonly games: number;
  readonly wins: number;
  readonly best: number;
  readonly mean: number;
  /** All of them, oldest first. */
  readonly all: readonly PlayedGame[];
  /** The last games, oldest first. */
  readonly last: readonly PlayedGame[];
}

const SHOWN = 24;

/** Whether something that was read is a game. */
export function isPlayed(entry: unknown): entry is PlayedGame {
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

/** A game that is over, seen from an own seat; null if it is not over. */
export function playedAt(
  table: TableView,
  you: number,
  now: number,
  daily?: { readonly date: string; readonly counts: boolean },
): PlayedGame | null {
  const { code, rules, play, seats } = table;
  if (!play?.outcome) return null;
  const { score, winners, rating } = play.outcome;
  return {
    code,
    number: play.number,
    game: rules.game,
    players: rules.players,
    score,
    won: winners.includes(you),
    excellent: rules.team && rating === 'excellent',
    team: rules.team,
    seat: you,
    names: seats.map((seat) => seat?.name ?? ''),
    bots: seats.map((seat) => (seat?.kind === 'bot' ? seat.bot : '')),
    at: now,
    ...(daily === undefined ? {} : { daily: daily.date, again: !daily.counts }),
  };
}

/** Whether a game says something about how one plays: an own one, with cards not known before. */
export function counts({ again, imported }: PlayedGame): boolean {
  return !again && !imported;
}

/** The days whose deal was played to its end, for the count. */
export function dailyDays(games: readonly PlayedGame[]): string[] {
  return games.flatMap((each) => (each.daily === undefined || !counts(each) ? [] : each.daily));
}

export interface Merit {
  readonly kind: 'first_win' | 'best' | 'in_a_row';
  /** How many games were won in a row. */
  readonly count: number;
}

/** What is special about a game among those before it, of the same kind. */
export function meritOf(games: readonly PlayedGame[], code: string, number: number): Merit | null {
  const at = games.findIndex((each) => each.code === code && each.number === number);
  const one = games[at];
  if (one === undefined) return null;
  if (!counts(one)) return null;
  const before = games
    .slice(0, at)
    .filter((each) => each.game === one.game && each.players === one.players && counts(each));
  if (one.won) {
    if (!before.some((each) => each.won)) return { kind: 'first_win', count: 1 };
    const count = before.length - before.findLastIndex((each) => !each.won);
    return count > 1 ? { kind: 'in_a_row', count } : null;
  }
  const isBest = one.team && before.length > 0 && before.every((each) => each.score > one.score);
  return isBest ? { kind: 'best', count: 0 } : null;
}

/** What the games say, by game, in the order given, and number of players. */
export function summarise(games: readonly PlayedGame[], order: readonly string[] = []): Summary[] {
  const groups = new Map<string, PlayedGame[]>();
  for (const each of games.filter(counts)) {
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
      all: group,
      last: group.slice(-SHOWN),
    },
  ];
}
