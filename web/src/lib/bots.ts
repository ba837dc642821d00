/** The bots that can be seated: levels for people first, then the rest by strength. */

import { listBots } from './api';

/** From the easiest to the strongest. */
export const LEVELS: readonly string[] = ['gentle', 'steady', 'expert', 'master'];
const LADDER: readonly string[] = ['random', 'greedy', 'planner', 'tuned', 'montecarlo'];

/** What a bot is called without its parameters. */
export function baseOf(bot: string): string {
  return bot.split(':')[0] ?? bot;
}

/** All that are no levels; ours by strength, then those of other packages. */
export function furtherBots(names: readonly string[]): string[] {
  const rank = (name: string) => (LADDER.includes(name) ? LADDER.indexOf(name) : LADDER.length);
  return names
    .filter((name) => !LEVELS.includes(name))
    .sort((one, other) => rank(one) - rank(other));
}

let asked: Promise<readonly string[]> | null = null;

/** The names of all bots there are here, asked for once. */
export function botNames(): Promise<readonly string[]> {
  asked ??= listBots().then((bots) => bots.map((bot) => bot.name));
  asked.catch(() => (asked = null));
  return asked;
}
