/**
 * The turn that would have saved a team: another last turn, after which the game goes on. It is
 * found with open cards, as `tenback.analysis.rescue` finds it; what may be laid is the referee's.
 */

import type { Placed, Rescue } from '../../wire';
import type { Machine } from './machine';
import { readRecord, walk } from './reading';
import type { Referee } from './referee';
import { gameOf } from './ruleset';

/** Turns that exceed the last player's minimum by more cards than this are not looked at. */
const MORE_CARDS = 1;

interface Saving {
  readonly cost: number;
  readonly turn: readonly Placed[];
}

/** The cheapest such turn; none if there is none, or the game did not end blocked. */
export function findRescue(machine: Machine, record: string): Rescue {
  const recorded = readRecord(record);
  let before: Uint8Array | null = null;
  let now: Uint8Array | null = null;
  const { play } = walk(machine, recorded, ({ referee }, { turn }) => {
    if (turn !== null) before = now;
    if (turn !== null || now === null) now = referee.kept();
  });
  const { referee } = play!;
  const isBlocked = referee.outcome?.termination === 'BLOCKED';
  if (!isBlocked || !gameOf(recorded.agreed).team || before === null) return { placements: [] };
  referee.putBack(before);
  if (referee.phase !== 'playing') return { placements: [] };
  const saving = [...turnsOf(referee, referee.minimum + MORE_CARDS)];
  return { placements: saving.sort(compare)[0]?.turn ?? [] };
}

/** Every turn that may be ended and after which the game goes on, with the room that it takes. */
function* turnsOf(
  referee: Referee,
  most: number,
  turn: readonly Placed[] = [],
  cost = 0,
): Generator<Saving> {
  const here = referee.kept();
  const turns = referee.turns;
  if (turn.length > 0 && referee.ending.refusal === null) {
    referee.end();
    const { outcome } = referee;
    if (outcome === null || outcome.winners.length > 0) yield { cost, turn };
    referee.putBack(here);
  }
  if (turn.length === most) return;
  for (const placed of referee.allowed) {
    const room = roomOf(referee, placed);
    referee.place(placed.card, placed.pile);
    if (referee.phase === 'playing' && referee.turns === turns) {
      yield* turnsOf(referee, most, [...turn, placed], cost + room);
    }
    referee.putBack(here);
  }
}

/** How much of a pile a card takes; less than nothing for a jump. */
function roomOf(referee: Referee, { card, pile }: Placed): number {
  const step = card - referee.tops[pile]!;
  return referee.isAscending(pile) ? step : -step;
}

/** The cheapest first; of equal ones the one with the smallest numbers. */
function compare(one: Saving, other: Saving): number {
  if (one.cost !== other.cost) return one.cost - other.cost;
  for (const [at, { card, pile }] of one.turn.entries()) {
    const against = other.turn[at];
    if (against === undefined) return 1;
    if (card !== against.card || pile !== against.pile) {
      return card - against.card || pile - against.pile;
    }
  }
  return one.turn.length - other.turn.length;
}
