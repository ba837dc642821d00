/** The deals of a day: what they are called, and what came of the own games of a kind. */

import type { DailyDealView } from '../wire';
import { botName } from './names';
import { counts, type PlayedGame } from './statistics';
import { t } from './texts.svelte';

/** Alone, or with how many bots of which level; they are all of the same. */
export function companyIn({ bots }: DailyDealView): string {
  const [bot] = bots;
  return bot === undefined
    ? t('web.bar.alone')
    : t('web.daily.bots', { count: bots.length, bot: botName(bot) });
}

/** How a game ended, in a few words. */
export function tellResult(
  { won, score }: { readonly won: boolean; readonly score: number },
  team: boolean,
): string {
  if (!team) return t(won ? 'web.statistics.won_by' : 'web.statistics.lost_by', { count: score });
  return won ? t('web.statistics.won') : t('web.daily.left', { count: score });
}

/** Deals with the games they belong to, in the order they come in. */
export function byGame(deals: readonly DailyDealView[]): [string, DailyDealView[]][] {
  const groups = new Map<string, DailyDealView[]>();
  for (const deal of deals) groups.set(deal.game, [...(groups.get(deal.game) ?? []), deal]);
  return [...groups];
}

export interface DailyRecord {
  readonly games: number;
  readonly won: number;
  readonly best: PlayedGame;
}

/** What came of the own games of a kind of deal that counted, if there were any. */
export function recordIn(
  games: readonly PlayedGame[],
  { game, players }: { readonly game: string; readonly players: number },
): DailyRecord | null {
  const own = games.filter(
    (each) =>
      each.daily !== undefined && counts(each) && each.game === game && each.players === players,
  );
  const [best] = own.toSorted(isBetter);
  if (best === undefined) return null;
  return { games: own.length, won: own.filter((each) => each.won).length, best };
}

/** A win before a loss; few cards left are good, but in a duel they are those of the loser. */
function isBetter(one: PlayedGame, other: PlayedGame): number {
  const sign = one.won && !one.team ? -1 : 1;
  return Number(other.won) - Number(one.won) || sign * (one.score - other.score);
}
