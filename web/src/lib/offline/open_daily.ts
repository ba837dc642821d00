/**
 * The deal of the day where there is no server: it follows from the date alone, by the formulas of
 * `tenback.records.daily` with a key that everybody knows. Only this device counts.
 */

import type { DailyDealView } from '../../wire';
import type { Day } from '../daily';
import { data } from './data';
import { commitmentOf, hashDigits, today, type Dealt } from './deal';
import { agree, gameOf } from './ruleset';

const DAY = 86_400_000;
const WORDS = 4;
const DIGITS = 16;

/** Random words of 64 bits: four from each hash. */
function* wordsOf(seed: string, deck: number): Generator<bigint, never> {
  for (let block = 0; ; block += 1) {
    const digits = hashDigits(`deck ${deck} block ${block} ${seed}`);
    for (let at = 0; at < WORDS; at += 1) {
      yield BigInt(`0x${digits.slice(at * DIGITS, (at + 1) * DIGITS)}`);
    }
  }
}

function shuffled(cards: readonly number[], seed: string, deck: number): number[] {
  const order = [...cards];
  const words = wordsOf(seed, deck);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Number((words.next().value * BigInt(last + 1)) >> 64n);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** The cards of a day. */
export function dailyDeal(date: string, game: string, players: number): Dealt {
  const head = ['tenback daily 1', date, `${game} ${players}`, data.daily.key];
  const seed = hashDigits(head.join('\n'));
  const { decks, lowest, highest } = gameOf(agree({ game, players }));
  const cards = Array.from({ length: highest - lowest + 1 }, (_, at) => lowest + at);
  return {
    decks: Array.from({ length: decks }, (_, deck) => shuffled(cards, seed, deck)),
    salt: hashDigits(`salt ${seed}`),
    date,
  };
}

export const dailyBots = (players: number) => Array<string>(players - 1).fill(data.daily.bot);

/** The deals of today; nobody else's games are known here. */
export function showToday(now = Date.now()): Day {
  const date = today(now);
  const deals = data.daily.kinds.map(({ game, players }): DailyDealView => {
    const agreed = agree({ game, players });
    return {
      game,
      players,
      team: gameOf(agreed).team,
      bots: dailyBots(players),
      commitment: commitmentOf(agreed, dailyDeal(date, game, players)),
      figures: { tried: 0, over: 0, won: 0, hinted: 0, scores: [] },
      lines: [],
    };
  });
  const left = Math.ceil((DAY - (now % DAY)) / 1000);
  return { date, number: 1, key: null, seconds_left: left, chain: null, deals };
}
