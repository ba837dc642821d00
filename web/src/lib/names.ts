/** What people and bots are called on the screen. */

import { baseOf } from './bots';
import { has, t } from './texts.svelte';
import type { SeatView } from '../wire';

/** What a bot is called, in the language of the page; one of another package by its own name. */
export function botName(bot: string): string {
  const base = baseOf(bot);
  return has(`web.bot.${base}`) ? t(`web.bot.${base}`) : bot;
}

/** How strong a bot is, in a word; none if we do not know. */
export function strengthOf(bot: string): string {
  const key = `web.strength.${baseOf(bot)}`;
  return has(key) ? t(key) : '';
}

/** How a bot plays, in a few words; none if we do not know. */
export function temperOf(bot: string): string {
  const key = `web.temper.${baseOf(bot)}`;
  return has(key) ? t(key) : '';
}

/** A bot's name with its strength. */
export function botTitle(bot: string): string {
  return [botName(bot), strengthOf(bot)].filter((part) => part !== '').join(', ');
}

/** Who sits there; a bot that nobody has named goes by its name in the language of the page. */
export function seatName(seat: SeatView | null | undefined, number: number): string {
  if (!seat) return t('web.seat.number', { number: number + 1 });
  if (seat.kind !== 'bot') return seat.name;
  const [, rest] = new RegExp(`^${baseOf(seat.bot)}( \\d+)?$`, 'i').exec(seat.name) ?? [];
  const isUnnamed = seat.name.toLowerCase() === baseOf(seat.bot) || rest !== undefined;
  return isUnnamed ? botName(seat.bot) + (rest ?? '') : seat.name;
}
