/**
 * The turn that would have saved a team, in a game of this device's (analysis/rescue.py): another
 * last turn, after which the game goes on. The referee judges every card of it; it takes a moment,
 * once, so the page has a referee of its own for it and no bot has to wait.
 */

import type { Placed, Rescue } from '../wire';
import { recordHere } from './offline/answers';
import { files } from './offline/files';
import { startMachine, type Machine } from './offline/machine';
import { readRecord, walk } from './offline/reading';
import { PILES, type Referee } from './offline/referee';
import { gameOf } from './offline/ruleset';

/** Longer turns than the last player's minimum by more than this are not looked at. */
const MORE_CARDS = 1;

type Pause = () => Promise<void>;

export async function rescueHere(code: string, number: number): Promise<Rescue> {
  const [record, machine] = await Promise.all([recordHere(code, number), startMachine(files)]);
  const pause = () => new Promise<void>((go) => setTimeout(go));
  return { placements: await findRescue(machine, record, pause) };
}

/** The cheapest such turn; empty if there is none or the game did not end blocked. */
export async function findRescue(
  machine: Machine,
  record: string,
  pause: Pause,
): Promise<Placed[]> {
  const recorded = readRecord(record);
  let before: Uint8Array | null = null;
  let now: Uint8Array | null = null;
  const { play } = walk(machine, recorded, ({ referee }, { turn }) => {
    if (now !== null && turn === null) return;
    before = now;
    now = referee.kept();
  });
  const { referee } = play!;
  const isTeam = gameOf(recorded.agreed).team;
  if (before === null || !isTeam || referee.outcome?.termination !== 'BLOCKED') return [];
  return new Search(referee, pause).from(before);
}

class Search {
  #best: readonly Placed[] = [];
  #cost = Infinity;

  constructor(
    private readonly referee: Referee,
    private readonly pause: Pause,
  ) {}

  async from(state: Uint8Array): Promise<Placed[]> {
    const { referee } = this;
    referee.putBack(state);
    const most = referee.minimum + MORE_CARDS;
    for (const [placed, cost] of this.#next(state)) {
      this.#look(referee.kept(), [placed], cost, most);
      await this.pause();
    }
    return [...this.#best];
  }

  /** Lay every card that may be laid, in order; whoever asks finds it laid, with what it costs. */
  *#next(state: Uint8Array): Generator<[Placed, number]> {
    const { referee } = this;
    referee.putBack(state);
    const { seat, tops, turns } = referee;
    for (const card of referee.hand(seat)) {
      for (let pile = 0; pile < PILES; pile += 1) {
        referee.putBack(state);
        const { move, by } = referee.describe(seat, tops[pile]!, { card, pile });
        if (referee.place(card, pile) !== null) continue;
        if (referee.phase !== 'playing' || referee.turns !== turns) continue;
        yield [{ card, pile }, move === 'jump' ? -by : by];
      }
    }
  }

  #look(state: Uint8Array, laid: readonly Placed[], cost: number, most: number): void {
    if (cost < this.#cost && this.#goesOn(state)) [this.#best, this.#cost] = [laid, cost];
    if (laid.length === most) return;
    for (const [placed, more] of this.#next(state)) {
      this.#look(this.referee.kept(), [...laid, placed], cost + more, most);
    }
  }

  /** Whether the game goes on, or is won, if the turn ends here. */
  #goesOn(state: Uint8Array): boolean {
    const { referee } = this;
    referee.putBack(state);
    if (referee.ending.refusal !== null || referee.end() !== null) return false;
    return referee.outcome === null || referee.outcome.winners.length > 0;
  }
}
