/** Samples of what a seat knows: the turns that are tried on them (reviewing/sampler.py). */

import calibration from '../../../../../src/tenback/analysis/reviewing/calibration.json';
import type { Placed } from '../../../wire';
import {
  ENTRY,
  STATE,
  type Depth,
  type Heard,
  type Known,
  type Lookahead,
  type Search,
  type TurnLimits,
} from '../../kernels/interface';
import { placementsOf } from '../bots';
import { data } from '../data';
import { Fields } from '../fields';
import { perMachine } from '../machine';
import { PILES, type Referee } from '../referee';
import { depthOf, gameOf, rulesetOf } from '../ruleset';
import type { TurnMoment, PlayedTurn } from './moments';

const CANDIDATES = 6;
const TURNS_WITH_COMMANDS = 1;
const FIRST_SHARE = 4;
const FINALISTS = 2;
const PLAYOUT_DECK = 0;
const PLAYOUT_ALONE = 12;
const MORE_AT_THE_END = 2;
const PHASES = 6;
const SEATS = 5;
/** Room for this many turns and samples. */
const MOST_TURNS = CANDIDATES + 2;
const MOST_SAMPLES = 1024;

type Scales = { slopes: number[]; offsets: number[]; shift?: number };

export interface Sampled {
  readonly known: Known;
  readonly ahead: Lookahead;
  readonly samples: number;
}

const workspaceOf = perMachine(({ memory }) => {
  const heard: Heard = {
    told: memory.array('i8', SEATS, PILES),
    signals: memory.array('i8', PILES),
  };
  return {
    seen: new Fields(memory, memory.record(STATE.size), STATE),
    heard,
    entries: memory.array('i8', MOST_TURNS),
    drawn: memory.array('i8', 100),
    values: memory.array('f8', MOST_TURNS, MOST_SAMPLES),
    generator: memory.array('u8', 1),
  };
});

/** Samples for one game; the same seed gives the same samples. Nothing may use `search` meanwhile. */
export class Sampler {
  readonly isCalibrated: boolean;
  readonly #limits: TurnLimits;
  readonly #depth: Depth;
  readonly #ahead: Lookahead;
  readonly #toTheEnd: Lookahead;
  readonly #playoutDeck: number;
  readonly #workspace: ReturnType<typeof workspaceOf>;

  constructor(
    readonly referee: Referee,
    readonly search: Search,
    readonly samples: number,
    readonly seed: number,
  ) {
    const { machine, agreed, rules } = referee;
    this.#workspace = workspaceOf(machine);
    const [max_cards, wide_gap, max_wide, max_advance] = machine.kernels.turns_limits_for(
      rules.place,
    );
    this.#limits = { max_cards, wide_gap, max_wide, max_advance };
    const { turns, ...depth } = depthOf(agreed);
    const spread = rulesetOf(agreed).review_spread;
    this.#depth = { turns, ...depth, candidates: CANDIDATES, spread };
    const isChanged = Object.keys(agreed.options).some((name) => name !== 'talk');
    const isUsual = !isChanged && agreed.layout === gameOf(agreed).layout;
    const kept = (calibration as Record<string, Scales>)[`${agreed.game}-${agreed.players}`];
    const scales = isUsual ? kept : undefined;
    this.isCalibrated = scales !== undefined;
    const corrected = {
      slopes: machine.numbers(scales?.slopes ?? UNCHANGED.slopes),
      offsets: machine.numbers(scales?.offsets ?? UNCHANGED.offsets),
      shift: scales?.shift ?? 0,
    };
    const steps = rules.get('has_commands') === 0 ? turns : TURNS_WITH_COMMANDS;
    this.#ahead = { turns: steps, spread, ...corrected };
    const { to_the_end: end, spread: wide } = data.thinking;
    this.#toTheEnd = { turns: end, spread: wide, ...corrected };
    this.#playoutDeck = agreed.players === 1 ? PLAYOUT_ALONE : PLAYOUT_DECK;
  }

  /** Write down what a seat knows at a moment of the game: its view, and nothing else. */
  begin({ state, lastTurns, signals }: TurnMoment, seat: number, number: number): Sampled {
    const { referee } = this;
    const { machine, agreed } = referee;
    const { kernels, memory } = machine;
    const { seen, heard } = this.#workspace;
    referee.putBack(state);
    const whole = referee.state;
    seen.bytes().fill(0);
    seen.setWords('hands', seat, referee.hand(seat));
    const counts = referee.handCounts;
    counts.forEach((count, other) => seen.set('hidden', other === seat ? 0 : count, other));
    referee.gone.forEach((cards, deck) => seen.setWords('gone', deck, cards));
    referee.deckCounts.forEach((count, deck) => seen.set('deck_end', count, deck));
    referee.tops.forEach((top, pile) => seen.set('tops', top, pile));
    for (const name of ['phase', 'seat', 'minimum', 'laid', 'facts', 'turns'] as const) {
      seen.set(name, whole.get(name));
    }
    const left = Array.from({ length: SEATS }, () => Array<number>(PILES + 1).fill(0));
    for (const { seat: by, drawn, tops } of lastTurns) left[by] = [...tops, counts[by]! - drawn];
    memory.words(this.search.left.at, SEATS * (PILES + 1)).set(left.flat().map(BigInt));
    const told = memory.words(heard.told.at, SEATS * PILES).fill(0n);
    const strongest = memory.words(heard.signals.at, PILES).fill(0n);
    for (const { seat: by, kind, subject } of referee.isSilenced ? [] : signals) {
      if (by === seat || typeof subject !== 'number') continue;
      const strength = BigInt(data.signals[kind] ?? 0);
      const at = by * PILES + subject;
      if (strength > told[at]!) told[at] = strength;
      if (strength > strongest[subject]!) strongest[subject] = strength;
    }
    const isLate = referee.deckCounts[referee.deckOf(referee.seat)]! <= this.#playoutDeck;
    const stream = kernels.deals_start_of_stream(this.seed, number * agreed.players + seat);
    return {
      known: { seen: seen.place, seat, heard, stream: BigInt.asUintN(64, stream) >> 1n },
      ahead: isLate ? this.#toTheEnd : this.#ahead,
      samples: this.samples * (isLate ? MORE_AT_THE_END : 1),
    };
  }

  /** The turns that `expert` values most. */
  list({ known }: Sampled): number[] {
    const { machine, rules } = this.referee;
    const { signals } = known.heard;
    const limits = this.#limits;
    const count = machine.kernels.deep_list_candidates(
      rules.place,
      known.seen,
      limits,
      signals,
      this.#depth,
      this.search,
    );
    return [...machine.memory.words(this.search.candidates.chosen.at, count)].map(Number);
  }

  /** Write the turn that was played behind the listed ones; returns its entry. */
  enter({ seat, placements, drawn, before }: PlayedTurn): number {
    const { machine, rules } = this.referee;
    this.referee.putBack(before.state);
    const tops = this.referee.tops;
    let facts = 0;
    for (const { card, pile } of placements) {
      facts = machine.kernels.facts_facts_after(rules.place, seat, facts, card, pile);
      tops[pile] = card;
    }
    const index = (this.search.desk.buffer.entries.shape[0] ?? 1) - 1;
    const view = this.#entry(index);
    const used = placements.reduce((all, { card }) => all | (1n << BigInt(card)), 0n);
    view.setBigUint64(ENTRY.fields.used.at, BigInt.asUintN(64, used), true);
    view.setBigUint64(ENTRY.fields.used.at + 8, used >> 64n, true);
    tops.forEach((top, pile) => view.setInt16(ENTRY.fields.tops.at + 2 * pile, top, true));
    view.setInt32(ENTRY.fields.facts.at, facts, true);
    view.setInt16(ENTRY.fields.count.at, placements.length, true);
    view.setInt16(ENTRY.fields.draws.at, drawn.length, true);
    return index;
  }

  placements(entry: number): Placed[] {
    return placementsOf(this.referee.machine, this.search.desk.buffer, entry);
  }

  /** Whether two turns leave the same piles, or the same with two of a kind swapped. */
  isSame(one: number, other: number): boolean {
    const hasRivals = this.referee.rules.get('has_rivals') !== 0;
    const told = [one, other].map((entry) => {
      const view = this.#entry(entry);
      const tops = [0, 1, 2, 3].map((pile) => view.getInt16(ENTRY.fields.tops.at + 2 * pile, true));
      const sorted = (from: number) => tops.slice(from, from + 2).sort((low, high) => low - high);
      const used = [0, 8].map((at) => view.getBigUint64(ENTRY.fields.used.at + at, true));
      return [...used, ...(hasRivals ? tops : [...sorted(0), ...sorted(2)])].join();
    });
    return told[0] === told[1];
  }

  #entry(index: number): DataView {
    const bytes = this.referee.machine.memory.bytes(this.search.desk.buffer.entries);
    return new DataView(bytes.buffer, bytes.byteOffset + index * ENTRY.size, ENTRY.size);
  }

  /** Value the view of a seat that is not to move; half of the samples are enough. */
  wait(sampled: Sampled): number[] {
    return this.#sample(sampled, [], 0, Math.floor(sampled.samples / 2))[0]!;
  }

  /** Value a turn on the same samples, with the cards that it really drew. */
  redraw(sampled: Sampled, entry: number, drawn: readonly number[]): number[] {
    return this.#sample(sampled, [entry], 0, sampled.samples, drawn)[0]!;
  }

  /** Try turns on the same samples: all of them on some, the best two on all. */
  compare(sampled: Sampled, listed: readonly number[], own: number | null): Map<number, number[]> {
    const mine = own === null ? [] : [own];
    const first = Math.max(2, Math.floor(sampled.samples / FIRST_SHARE));
    const values = this.#sampleTurns(sampled, [...listed, ...mine], 0, first);
    const worth = new Map(listed.map((entry) => [entry, total(values.get(entry)!)]));
    const best = [...listed].sort((one, other) => worth.get(other)! - worth.get(one)!);
    const finalists = [...best.slice(0, FINALISTS), ...mine];
    const rest = this.#sampleTurns(sampled, finalists, first, sampled.samples);
    for (const [entry, more] of rest) values.set(entry, [...values.get(entry)!, ...more]);
    return values;
  }

  #sampleTurns(sampled: Sampled, entries: readonly number[], first: number, end: number) {
    if (entries.length === 0) return new Map<number, number[]>();
    const values = this.#sample(sampled, entries, first, end);
    return new Map(entries.map((entry, at) => [entry, values[at]!]));
  }

  #sample(
    { known, ahead }: Sampled,
    entries: readonly number[],
    first: number,
    end: number,
    drawn: readonly number[] = [],
  ): number[][] {
    const { machine, rules } = this.referee;
    const { memory } = machine;
    const workspace = this.#workspace;
    memory.words(workspace.entries.at, entries.length).set(entries.map(BigInt));
    memory.words(workspace.drawn.at, drawn.length).set(drawn.map(BigInt));
    const rows = Math.max(1, entries.length);
    const values = { ...workspace.values, shape: [rows, end] as const };
    const tried = {
      entries: { ...workspace.entries, shape: [entries.length] as const },
      drawn: { ...workspace.drawn, shape: [drawn.length] as const },
      values,
      generator: workspace.generator,
    };
    const { kernels } = machine;
    kernels.sampling_sample(
      rules.place,
      this.#limits,
      known,
      ahead,
      first,
      end,
      this.search,
      tried,
    );
    const bytes = memory.bytes(values);
    const all = new Float64Array(bytes.buffer, bytes.byteOffset, rows * end);
    return Array.from({ length: rows }, (_, row) => [
      ...all.subarray(row * end + first, (row + 1) * end),
    ]);
  }
}

const UNCHANGED = {
  slopes: Array<number>(PHASES).fill(1),
  offsets: Array<number>(PHASES).fill(0),
};

function total(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
