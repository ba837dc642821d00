/** Bots by what the server says of them. */

import type { BotView } from '../wire';

/** What a bot is called without its parameters. */
export function baseOf(bot: string): string {
  return bot.split(':')[0] ?? bot;
}

/** The levels for people, the gentlest first. */
export function levelsOf(bots: readonly BotView[]): BotView[] {
  return bots.filter((bot) => bot.level > 0).sort((one, other) => one.level - other.level);
}

/** All that are no levels, in the order of the server. */
export function furtherBots(bots: readonly BotView[]): BotView[] {
  return bots.filter((bot) => bot.level === 0);
}
