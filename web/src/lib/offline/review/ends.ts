/**
 * Positions in which nothing is hidden from anybody: there a search of every line says 1 or 0
 * (reviewing/known.py). Both searches are the module's; here they are given memory and time.
 */

import type { Placed } from '../../../wire';
import { ENTRY, STATE, type TurnBuffer } from '../../kernels/interface';
import { placementsOf } from '../bots';
import { perMachine, type Machine } from '../machine';
import type { Referee } from '../referee';
import { gameOf } from '../ruleset';

/** Positions that a search may look at; an end with every card known takes far fewer. */
const NODES = 20_000;
const SLICE = 50;
/** More cards than any such end has. */
const MOST_CARDS = 40;
const TURNS = 1 << 16;
const TABLE = 1 << 16;
const WIN = 1_000_000;
const EXACT = { max_cards: 128, wide_gap: 128, max_wide: 128, max_advance: 1 << 30 };
/** What the order of turns goes by; whichever comes first, the verdict is the same. */
const FITTING = [8, 3, 1, 0.4, 0];
const WEIGHTS = [
  ...[0, 1, 2].flatMap((ups) => [0, 1, 2].map((downs) => -FITTING[ups + downs]!)),
  ...[1, 0, 0],
];
const WEIGHTS_WITH_COMMANDS = [...WEIGHTS.slice(0, 10), 2, -100];

function makeWorkspace({ memory }: Machine) {
  const array = memory.array.bind(memory);
  const depth = MOST_CARDS + 3;
  const buffer = (): TurnBuffer => ({
    entries: array(`V${ENTRY.size}` as 'V40', TURNS),
    turns: array('i8', TURNS),
    slots: array('i8', 2 * TURNS),
    whole_slots: array('i8', 2 * TURNS),
    marks: array('i8', 2),
  });
  const shared = {
    states: array(`V${STATE.size}` as 'V496', depth),
    turns: array(`V${ENTRY.size}` as 'V40', TURNS),
    keys: array('u8', depth, 2),
    values: array('f8', TURNS),
    order: array('i8', TURNS),
    table: array('u8', TABLE, 2),
  };
  const numbers = {
    ends: array('i8', depth),
    nexts: array('i8', depth),
    best: array(`V${ENTRY.size}` as 'V40', depth),
    marks: array('i8', 6),
    spans: array('i8', depth, 4),
    bounds: array('i8', depth, 4),
    table: array('i8', TABLE, 2),
  };
  return { buffer: buffer(), shared, numbers };
}

const workspaceOf = perMachine((machine) => {
  const made = makeWorkspace(machine);
  const { slots, whole_slots, marks } = made.buffer;
  for (const each of [slots, whole_slots, marks, ...Object.values(made.numbers)]) {
    machine.memory.bytes(each).fill(0);
  }
  return made;
});

/** Whether a seat, and every seat that holds cards, can tell every card. */
export function isOpen(referee: Referee, seat: number): boolean {
  const counts = referee.handCounts;
  const holders = [...counts.keys()].filter((other) => counts[other]! > 0);
  return [...new Set([seat, ...holders])].every((each) => knowsAll(referee, each));
}

function knowsAll(referee: Referee, seat: number): boolean {
  const counts = referee.handCounts;
  return referee.deckCounts.every((cards, deck) => {
    const hands = counts.filter(
      (count, other) => other !== seat && count > 0 && referee.deckOf(other) === deck,
    );
    const hidden = cards + hands.reduce((all, count) => all + count, 0);
    return hidden <= 1 || (cards === 0 && hands.length <= 1);
  });
}

interface Verdict {
  /** Whether the mover wins; null if that was not decided. */
  readonly wins: boolean | null;
  /** Cards and tops of the first turn of the best line. */
  readonly first: DataView | null;
}

/** The verdicts on positions of one game, each found once. */
export class KnownEnds {
  readonly #found = new Map<string, Verdict>();

  constructor(private readonly referee: Referee) {}

  /** 1 or 0 for a seat to which everything is known; null if the search gave up. */
  chance(state: Uint8Array, seat: number): number | null {
    const { wins } = this.#verdict(state);
    if (wins === null) return null;
    this.referee.putBack(state);
    const isOwn = gameOf(this.referee.agreed).team || seat === this.referee.seat;
    return Number(wins === isOwn);
  }

  /** The first turn of the best line; none where there is none. */
  bestTurn(state: Uint8Array): Placed[] {
    const { first } = this.#verdict(state);
    if (first === null) return [];
    const { referee } = this;
    const { machine, rules } = referee;
    referee.putBack(state);
    const { buffer } = workspaceOf(machine);
    // With no other card in hand the enumeration is short.
    const hand = referee.state.bytes().subarray(STATE.fields.hands.at + 16 * referee.seat);
    for (let at = 0; at < 16; at += 1) hand[at] = first.getUint8(ENTRY.fields.used.at + at);
    const { kernels, memory } = machine;
    const count = kernels.enumeration_enumerate_turns(
      rules.place,
      referee.state.place,
      EXACT,
      buffer,
    );
    const wanted = laidOf(first);
    const turns = [...memory.words(buffer.turns.at, count)].map(Number);
    const bytes = memory.bytes(buffer.entries);
    const found = turns.find((turn) => {
      const start = bytes.byteOffset + turn * ENTRY.size;
      return laidOf(new DataView(bytes.buffer, start, ENTRY.size)) === wanted;
    });
    return found === undefined ? [] : placementsOf(machine, buffer, found);
  }

  #verdict(state: Uint8Array): Verdict {
    const key = state.join();
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = gameOf(this.referee.agreed).team ? this.#tryTeam(state) : this.#tryDuel(state);
    this.#found.set(key, found);
    return found;
  }

  #tryTeam(state: Uint8Array): Verdict {
    const { machine, rules } = this.referee;
    const { kernels, memory } = machine;
    const { buffer, shared, numbers } = workspaceOf(machine);
    const { ends, nexts, best, marks } = numbers;
    const { states, turns, keys, table, values, order } = shared;
    const search = { states, turns, ends, nexts, keys, table, best, marks, values, order };
    memory.bytes(table).fill(0);
    memory.bytes(states).set(state);
    const [DEPTH, NODE, BEST_SCORE, WON_DEPTH, DROPPED] = [0, 1, 2, 4, 5] as const;
    const noted = memory.words(marks.at, 6).fill(0n);
    noted[DEPTH] = noted[WON_DEPTH] = -1n;
    noted[BEST_SCORE] = 1n << 20n;
    const weights = machine.numbers(
      rules.get('has_commands') === 0 ? WEIGHTS : WEIGHTS_WITH_COMMANDS,
    );
    let isDone = false;
    while (!isDone && memory.words(marks.at, 6)[NODE]! < NODES) {
      isDone = kernels.exhaustive_explore(rules.place, search, buffer, weights, SLICE);
    }
    const told = memory.words(marks.at, 6);
    const hasWon = told[WON_DEPTH]! >= 0n;
    const isProof = isDone && told[DROPPED] === 0n;
    const first = new DataView(memory.bytes(best).slice(0, ENTRY.size).buffer);
    return { wins: hasWon ? true : isProof ? false : null, first: hasWon ? first : null };
  }

  #tryDuel(state: Uint8Array): Verdict {
    const { machine, rules } = this.referee;
    const { kernels, memory } = machine;
    const { buffer, shared, numbers } = workspaceOf(machine);
    const { states, turns, keys, table: table_keys, values, order } = shared;
    const { spans, bounds, table, marks } = numbers;
    const search = {
      ...{ states, turns, spans, bounds, keys, table_keys, table },
      ...{ marks: { ...marks, shape: [4] as const }, values, order },
    };
    const [NODE, DROPPED] = [1, 3] as const;
    memory.bytes(table_keys).fill(0);
    memory.words(marks.at, 4).fill(0n);
    for (let depth = 1; depth < MOST_CARDS; depth += 1) {
      memory.bytes(states).set(state);
      kernels.duel_begin_depth(rules.place, search, buffer, depth);
      while (!kernels.duel_look_ahead(rules.place, search, buffer, SLICE)) {
        if (memory.words(marks.at, 4)[NODE]! >= NODES) return { wins: null, first: null };
      }
      const value = Number(memory.words(bounds.at, 3)[2]);
      if (Math.abs(value) !== WIN || memory.words(marks.at, 4)[DROPPED] !== 0n) continue;
      const chosen = Number(memory.words(spans.at, 4)[3]);
      const entry = memory.bytes(turns).slice(chosen * ENTRY.size, (chosen + 1) * ENTRY.size);
      return { wins: value > 0, first: chosen >= 0 ? new DataView(entry.buffer) : null };
    }
    return { wins: null, first: null };
  }
}

/** What a turn lays and leaves, to be compared. */
function laidOf(entry: DataView): string {
  const { used, tops } = ENTRY.fields;
  const words = [0, 8].map((at) => entry.getBigUint64(used.at + at, true));
  return [...words, ...[0, 2, 4, 6].map((at) => entry.getInt16(tops.at + at, true))].join();
}
