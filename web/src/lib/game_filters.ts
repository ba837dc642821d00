/** Which of the own games are shown. */

import type { PlayedGame } from './statistics';

export type Company = 'alone' | 'bots' | 'people';

export interface Filters {
  readonly game: string;
  /** 0 for any number. */
  readonly players: number;
  readonly result: '' | 'won' | 'lost';
  readonly company: '' | Company;
  readonly period: '' | 'week' | 'month' | 'year';
  readonly kind: '' | 'daily' | 'reviewed' | 'imported';
}

export const NO_FILTERS: Filters = {
  game: '',
  players: 0,
  result: '',
  company: '',
  period: '',
  kind: '',
};

export const PERIODS: Record<string, number> = { week: 7, month: 30, year: 365 };
const DAY = 86_400_000;

/** With whom a game was played; undefined if that was not noted. */
export function companyOf({ players, seat, bots }: PlayedGame): Company | undefined {
  if (players === 1) return 'alone';
  if (bots === undefined) return undefined;
  return bots.every((bot, at) => bot !== '' || at === seat) ? 'bots' : 'people';
}

function isOfKind(game: PlayedGame, kind: Filters['kind']): boolean {
  if (kind === 'daily') return game.daily !== undefined;
  if (kind === 'reviewed') return game.review !== undefined;
  return game.imported === true;
}

export function filtered(
  games: readonly PlayedGame[],
  filters: Filters,
  now: number = Date.now(),
): PlayedGame[] {
  const { game, players, result, company, period, kind } = filters;
  const since = period === '' ? -Infinity : now - (PERIODS[period] ?? 0) * DAY;
  return games.filter(
    (each) =>
      (game === '' || each.game === game) &&
      (players === 0 || each.players === players) &&
      (result === '' || each.won === (result === 'won')) &&
      (company === '' || companyOf(each) === company) &&
      each.at >= since &&
      (kind === '' || isOfKind(each, kind)),
  );
}

/** What there is to choose from. */
export function choicesOf(games: readonly PlayedGame[]): { games: string[]; players: number[] } {
  return {
    games: [...new Set(games.map((each) => each.game))],
    players: [...new Set(games.map((each) => each.players))].sort((one, other) => one - other),
  };
}
