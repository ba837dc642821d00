/** What the deals of a day are called. */

import type { DailyDealView } from '../wire';
import { botName } from './names';
import { t } from './texts.svelte';

/** Alone, or with how many bots of which level; they are all of the same. */
export function companyIn({ bots }: DailyDealView): string {
  const [bot] = bots;
  return bot === undefined
    ? t('web.bar.alone')
    : t('web.daily.bots', { count: bots.length, bot: botName(bot) });
}
