/** The bots of the module: each chooses from what its own seat knows. */

import type { Placed, SignalKind } from '../../wire';
import {
  ENTRY,
  STATE,
  type Heard,
  type SeatPlan,
  type TurnBuffer,
  type TurnLimits,
} from '../kernels/interface';
import type { ArrayAt } from '../kernels/memory';
import { data, type BotData } from './data';
import { saltSeed } from './deal';
import { Fields } from './fields';
import { perMachine, type Machine } from './machine';
import type { Play } from './play';
import { PILES, type Referee } from './referee';
import { depthOf, networksOf, rulesetOf, type Agreed } from './ruleset';

const NO_TURN = -1;
/** The column of what a seat's last turn left that counts the cards it kept. */
const KEPT = PILES;
const SEATS = 5;
const BOT_STREAM = 110;

type Planned = Extract<BotData, { by: 'plan' }>;
type Softened = Extract<BotData, { by: 'softening' }>;

/** What is told of a bot, with the samples that it was given; null if there is no such bot. */
function specified(bot: string): BotData | null {
  const [name = '', rest] = bot.split(':');
  const told = data.thinking.bots[name];
  if (told === undefined || rest === undefined) return told ?? null;
  const samples = Number(/^samples=(\d{1,4})$/.exec(rest)?.[1] ?? 0);
  const most = told.by === 'plan' ? told.most_samples : 0;
  return samples >= 1 && samples <= most ? ({ ...told, samples } as Planned) : null;
}

/** Whether this device can play such a bot. */
export function knowsBot(bot: string): boolean {
  return specified(bot) !== null;
}

/** What a seat knows, and what is needed to think about it. */
export interface SeenPosition {
  readonly referee: Referee;
  /** The packed view of the mover: hidden cards are only counted. */
  readonly seen: Fields<typeof STATE>;
  readonly limits: TurnLimits;
  readonly heard: Heard;
  readonly left: readonly (readonly number[])[];
}

/** Memory for what the bots of a machine are told. */
export const workspaceOf = perMachine(({ memory }) => {
  const heard: Heard = {
    told: memory.array('i8', SEATS, PILES),
    signals: memory.array('i8', PILES),
  };
  return {
    seen: new Fields(memory, memory.record(STATE.size), STATE),
    heard,
    generator: memory.array('u8', 1),
    /** A position that is looked at for longer. */
    looked: memory.record(STATE.size),
  };
});

/** What the mover of a game knows. */
export function positionOf(play: Play): SeenPosition {
  const { referee } = play;
  const { kernels, memory } = referee.machine;
  const { seen, heard } = workspaceOf(referee.machine);
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

/** The plan by which the module plays a bot. */
function planOf(machine: Machine, agreed: Agreed, { policy, samples, ...bot }: Planned): SeatPlan {
  const { weights } = rulesetOf(agreed);
  return {
    policy,
    weights: machine.numbers(bot.weights ?? weights),
    samples,
    talks: false,
    depth: depthOf(agreed),
  };
}

/** Choose the turn of the bot to move. */
export async function chooseTurn(play: Play, bot: string): Promise<Placed[]> {
  const { referee } = play;
  const { machine, agreed } = referee;
  const told = specified(bot);
  if (told === null) throw new Error(`there is no bot ${bot}`);
  const needsNetwork = told.by === 'plan' && told.network;
  const search = needsNetwork ? await machine.search(networksOf(agreed)) : null;
  const position = positionOf(play); // after waiting: others use the same workspace
  const { seen, limits, heard } = position;
  const { kernels, memory, workspace } = machine;
  const { generator } = workspaceOf(machine);
  const rules = referee.rules.place;
  const seed = kernels.deals_start_of_stream(botSeed(play, referee.seat), referee.turns);
  memory.words(generator.at, 1)[0] = BigInt.asIntN(64, seed);
  const byGreedy = () =>
    cardByCard(position, () => kernels.policies_greedy_choice(rules, seen.place));
  const byRandom = () =>
    cardByCard(position, () => kernels.policies_random_choice(rules, seen.place, generator));
  if (told.by === 'greedy') return byGreedy();
  if (told.by === 'random') return byRandom();
  if (search !== null) setLeft(machine, search.left.at, position);
  let turn: number;
  if (told.by === 'softening') turn = softTurn(position, told, generator);
  else {
    const plan = planOf(machine, agreed, told);
    const asked = [rules, seen.place, limits, plan, heard, workspace] as const;
    turn =
      search === null
        ? kernels.choosing_choose_turn_without_search(...asked, null, generator)
        : kernels.choosing_choose_turn(...asked, search, generator);
  }
  if (turn === NO_TURN) return byGreedy();
  return placementsOf(machine, search?.desk.buffer ?? workspace.buffer, turn);
}

export function setLeft(machine: Machine, at: number, { left }: SeenPosition): void {
  const words = machine.memory.words(at, SEATS * (KEPT + 1));
  words.set(left.flat().map(BigInt));
}

/** Build a turn card by card; where nothing obeys every rule, what can be laid is laid (B-15). */
function cardByCard({ referee, seen }: SeenPosition, choose: () => number): Placed[] {
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
  { referee, seen, limits, heard }: SeenPosition,
  { weights, softness, courtesy, among }: Softened,
  generator: ArrayAt<'u8', 1>,
): number {
  const { kernels, memory, workspace } = referee.machine;
  const { buffer, numbers } = workspace;
  const rules = referee.rules.place;
  const count = kernels.enumeration_enumerate_turns(rules, seen.place, limits, buffer);
  if (count === 0) return NO_TURN;
  const weighed = referee.machine.numbers(weights ?? rulesetOf(referee.agreed).weights);
  const turns = [...memory.words(buffer.turns.at, count)].map(Number);
  const valued = turns.map((turn) => {
    const entry = { at: buffer.entries.at + turn * ENTRY.size, size: ENTRY.size };
    const seat = referee.seat;
    const value = kernels.linear_linear_value(rules, seen.place, seat, entry, weighed, numbers);
    return { turn, value };
  });
  const ranked = valued.sort((one, other) => other.value - one.value).slice(0, among);
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
    return { turn, value: value - courtesy * scale * crossed.length };
  });
  const best = Math.max(...polite.map(({ value }) => value));
  const near = polite.filter(({ value }) => value >= best - softness * scale);
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
  const talks = specified(bot)?.talks ?? false;
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
