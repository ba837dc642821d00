/** The bots of the module: each chooses from what its own seat knows. */

import type { Placed, SignalKind } from '../../wire';
import { ENTRY, STATE, type Heard, type TurnBuffer, type TurnLimits } from '../kernels/interface';
import type { ArrayAt, RecordAt } from '../kernels/memory';
import { data } from './data';
import { saltSeed } from './deal';
import { Fields } from './fields';
import type { Machine } from './machine';
import type { Play } from './play';
import { PILES, type Referee } from './referee';
import { networkOf, rulesetOf } from './ruleset';

const NO_TURN = -1;
/** The column of what a seat's last turn left that counts the cards it kept. */
const KEPT = PILES;
const SEATS = 5;
const BOT_STREAM = 110;
/** How much worse than the best a turn may be for these levels, by the best ones' spread. */
const SOFTNESS: Readonly<Record<string, number>> = { gentle: 0.25, steady: 0.05 };
/** What laying on a pile costs that somebody wants left alone, by the same. */
const COURTESY = 0.5;
const LOOKED_AT = 8;
const MOST_SAMPLES = 500;

interface Specification {
  readonly name: string;
  readonly samples: number | null;
}

function specified(bot: string): Specification | null {
  const [name = '', rest] = bot.split(':');
  if (!data.catalogue.bots.some((each) => each.name === name)) return null;
  if (rest === undefined) return { name, samples: null };
  const samples = /^samples=(\d{1,4})$/.exec(rest)?.[1];
  if (!(name in data.thinking.samples) || samples === undefined) return null;
  return { name, samples: Math.min(MOST_SAMPLES, Math.max(1, Number(samples))) };
}

/** Whether this device can play such a bot. */
export function knowsBot(bot: string): boolean {
  return specified(bot) !== null;
}

/** What a seat knows, and room to think about it. */
export interface Position {
  readonly referee: Referee;
  /** The packed view of the mover: hidden cards are only counted. */
  readonly seen: Fields<typeof STATE>;
  readonly limits: TurnLimits;
  readonly heard: Heard;
  readonly left: readonly (readonly number[])[];
}

/** Room for what the bots of a machine are told, made once. */
interface Room {
  readonly seen: Fields<typeof STATE>;
  readonly heard: Heard;
  readonly generator: ArrayAt<'u8', 1>;
  /** A position that is looked at for longer. */
  readonly looked: RecordAt<typeof STATE.size>;
}

const rooms = new WeakMap<Machine, Room>();

export function roomOf(machine: Machine): Room {
  const known = rooms.get(machine);
  if (known !== undefined) return known;
  const { memory } = machine;
  const room: Room = {
    seen: new Fields(memory, memory.record(STATE.size), STATE),
    heard: { told: memory.array('i8', SEATS, PILES), signals: memory.array('i8', PILES) },
    generator: memory.array('u8', 1),
    looked: memory.record(STATE.size),
  };
  rooms.set(machine, room);
  return room;
}

/** What the mover of a game knows. */
export function positionOf(play: Play): Position {
  const { referee } = play;
  const { kernels, memory } = referee.machine;
  const { seen, heard } = roomOf(referee.machine);
  seen.bytes().fill(0);
  kernels.turns_hide(referee.rules.place, referee.state.place, seen.place);
  const [max_cards, wide_gap, max_wide, max_advance] = kernels.turns_limits_for(
    referee.rules.place,
  );
  const told = memory.words(heard.told.at, SEATS * PILES).fill(0n);
  const signals = memory.words(heard.signals.at, PILES).fill(0n);
  const mover = referee.seat;
  for (const { seat, kind, subject } of referee.isSilenced ? [] : play.signals) {
    if (seat === mover || typeof subject !== 'number') continue;
    const strength = BigInt(data.signals[kind] ?? 0);
    const at = seat * PILES + subject;
    if (strength > told[at]!) told[at] = strength;
    if (strength > signals[subject]!) signals[subject] = strength;
  }
  const counts = referee.handCounts;
  const left = Array.from({ length: SEATS }, () => Array<number>(PILES + 1).fill(0));
  for (const { seat, drawn, tops } of play.lastTurns) {
    left[seat] = [...tops, counts[seat]! - drawn];
  }
  const limits = { max_cards, wide_gap, max_wide, max_advance };
  return { referee, seen, limits, heard, left };
}

/** The placements of a turn in a buffer, in an order in which the referee accepts them. */
export function placementsOf(machine: Machine, buffer: TurnBuffer, turn: number): Placed[] {
  const bytes = machine.memory.bytes(buffer.entries);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const placed: Placed[] = [];
  for (let at = turn; at !== 0;) {
    const start = at * ENTRY.size;
    const choice = view.getInt16(start + ENTRY.fields.choice.at, true);
    placed.unshift({ card: choice >> 2, pile: choice & 3 });
    at = view.getInt32(start + ENTRY.fields.parent.at, true);
  }
  return placed;
}

/** Choose the turn of the bot to move. */
export async function chooseTurn(play: Play, bot: string): Promise<Placed[]> {
  const { referee } = play;
  const { machine, agreed } = referee;
  const spec = specified(bot);
  if (spec === null) throw new Error(`there is no bot ${bot}`);
  const seed = botSeed(play, referee.seat);
  const search =
    spec.name === 'expert' || spec.name === 'master'
      ? await machine.search(networkOf(agreed))
      : null;
  const position = positionOf(play); // after waiting: others use the same room
  const { seen, limits, heard } = position;
  const { kernels, memory, workspace } = machine;
  const rules = referee.rules.place;
  const { generator } = roomOf(machine);
  memory.words(generator.at, 1)[0] = BigInt.asIntN(
    64,
    kernels.deals_start_of_stream(seed, referee.turns),
  );
  const { samples, policies, spread, planner } = data.thinking;
  const { weights, depth } = rulesetOf(agreed);
  const plan = (policy: number, count: number, weighed: readonly number[]) => {
    const [turns, playout_deck, candidates, trust, spread, near] = depth as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const weights = machine.numbers(weighed);
    const parts = { turns, playout_deck, candidates, trust, spread, near };
    return { policy, weights, samples: count, talks: false, depth: parts };
  };
  let turn = NO_TURN;
  let buffer = workspace.buffer;
  switch (spec.name) {
    case 'expert':
      buffer = search!.desk.buffer;
      turn = kernels.best_turn_best_valued_turn(
        rules,
        seen.place,
        limits,
        heard.signals,
        search!.desk,
        spread,
      );
      break;
    case 'master': {
      buffer = search!.desk.buffer;
      setLeft(machine, search!.left.at, position);
      const searched = plan(policies.searched, spec.samples ?? samples.master, planner);
      turn = kernels.deep_best_searched_turn(
        rules,
        seen.place,
        limits,
        searched,
        heard,
        search!,
        generator,
      );
      break;
    }
    case 'montecarlo': {
      const sampled = plan(policies.sampled, spec.samples ?? samples.montecarlo, weights);
      turn = kernels.sampled_best_sampled_turn(
        rules,
        seen.place,
        limits,
        sampled,
        workspace,
        generator,
      );
      break;
    }
    case 'planner':
    case 'tuned':
      turn = kernels.best_turn_best_linear_turn(
        rules,
        seen.place,
        limits,
        machine.numbers(spec.name === 'planner' ? planner : weights),
        buffer,
        workspace.numbers,
      );
      break;
    case 'gentle':
    case 'steady':
      turn = softTurn(position, spec.name, spec.name === 'gentle' ? planner : weights, generator);
      break;
    case 'random':
      return cardByCard(position, () =>
        kernels.policies_random_choice(rules, seen.place, generator),
      );
  }
  if (turn !== NO_TURN) return placementsOf(machine, buffer, turn);
  return cardByCard(position, () => kernels.policies_greedy_choice(rules, seen.place));
}

export function setLeft(machine: Machine, at: number, { left }: Position): void {
  const words = machine.memory.words(at, SEATS * (KEPT + 1));
  words.set(left.flat().map(BigInt));
}

/** Build a turn card by card; where nothing obeys every rule, what can be laid is laid (B-15). */
function cardByCard({ referee, seen }: Position, choose: () => number): Placed[] {
  const { kernels } = referee.machine;
  const turns = referee.turns;
  const placed: Placed[] = [];
  while (seen.get('phase') === referee.state.get('phase') && seen.get('turns') === turns) {
    const choice = choose();
    if (choice === data.end) break;
    const [card, pile] = [choice >> 2, choice & 3];
    if (kernels.steps_place(referee.rules.place, seen.place, card, pile) !== 0) break;
    placed.push({ card, pile });
  }
  return placed;
}

/** One of the turns that are nearly as good as the best, minding piles others want left alone. */
function softTurn(
  { referee, seen, limits, heard }: Position,
  level: string,
  weights: readonly number[],
  generator: ArrayAt<'u8', 1>,
): number {
  const { kernels, memory, workspace } = referee.machine;
  const { buffer, numbers } = workspace;
  const rules = referee.rules.place;
  const count = kernels.enumeration_enumerate_turns(rules, seen.place, limits, buffer);
  if (count === 0) return NO_TURN;
  const weighed = referee.machine.numbers(weights);
  const turns = [...memory.words(buffer.turns.at, count)].map(Number);
  const valued = turns.map((turn) => {
    const entry = { at: buffer.entries.at + turn * ENTRY.size, size: ENTRY.size };
    const seat = referee.seat;
    const value = kernels.linear_linear_value(rules, seen.place, seat, entry, weighed, numbers);
    return { turn, value };
  });
  const ranked = valued.sort((one, other) => other.value - one.value).slice(0, LOOKED_AT);
  const scale = ranked[0]!.value - ranked.at(-1)!.value || 1;
  const strongest = memory.words(heard.signals.at, PILES);
  const warned = [0, 1, 2, 3].filter(
    (pile) => strongest[pile] === BigInt(data.signals['keep_off']!),
  );
  const tops = referee.tops;
  const polite = ranked.map(({ turn, value }) => {
    const bytes = memory.bytes(buffer.entries);
    const view = new DataView(bytes.buffer, bytes.byteOffset + turn * ENTRY.size, ENTRY.size);
    const crossed = warned.filter(
      (pile) => view.getInt16(ENTRY.fields.tops.at + 2 * pile, true) !== tops[pile],
    );
    return { turn, value: value - COURTESY * scale * crossed.length };
  });
  const best = Math.max(...polite.map(({ value }) => value));
  const near = polite.filter(({ value }) => value >= best - (SOFTNESS[level] ?? 0) * scale);
  return near[kernels.deals_next_below(generator, near.length)]!.turn;
}

function botSeed(play: Play, seat: number): bigint {
  const { kernels } = play.referee.machine;
  const seed = play.dealt.salt === '' ? 0n : saltSeed(play.dealt.salt);
  return BigInt.asUintN(64, kernels.deals_start_of_stream(seed, BOT_STREAM + seat)) >> 1n;
}

/** What the bot at a seat tells the others about the piles now. */
export function signalsOf(
  play: Play,
  seat: number,
  bot: string,
): { kind: SignalKind; subject: number }[] {
  const { referee } = play;
  const { kernels } = referee.machine;
  const talks = ['gentle', 'steady', 'expert', 'master'].includes(specified(bot)?.name ?? '');
  if (!talks || !kernels.signals_may_talk(referee.rules.place, referee.topsAt)) return [];
  const [low, high] = referee.state.words('hands', seat);
  return [0, 1, 2, 3].flatMap((subject) => {
    const told = kernels.signals_signal_of_hand(
      referee.rules.place,
      referee.topsAt,
      subject,
      low,
      high,
    );
    const kind = Object.keys(data.signals).find((each) => data.signals[each] === told);
    return kind === undefined ? [] : [{ kind: kind as SignalKind, subject }];
  });
}
