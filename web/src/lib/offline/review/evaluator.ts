/** What a turn was worth to its seat, from what the seat could know (reviewing/evaluator.py). */

import type { Placed } from '../../../wire';
import { isOpen, KnownEnds } from './ends';
import { measure, Measured, SURE } from './estimates';
import type { TurnMoment, PlayedTurn } from './moments';
import type { Sampled, Sampler } from './sampler';

const LOST = new Measured(0);

export interface TurnChances {
  readonly best: Measured;
  readonly played: Measured;
  /** Null where the next turn is the seat's own: its chance is the same then. */
  readonly drawn: Measured | null;
  readonly loss: Measured;
  readonly luck: Measured;
  readonly isExact: boolean;
  /** A turn that was better beyond the error. */
  readonly better: readonly Placed[] | null;
}

export class Evaluator {
  readonly #ends: KnownEnds;

  constructor(readonly sampler: Sampler) {
    this.#ends = new KnownEnds(sampler.referee);
  }

  /** The chance of a seat where it is certain: the game is over, decided, or lost. */
  exact({ state }: TurnMoment, seat: number): Measured | null {
    const { referee } = this.sampler;
    referee.putBack(state);
    const { outcome } = referee;
    if (outcome !== null) return new Measured(Number(outcome.winners.includes(seat)));
    const { kernels } = referee.machine;
    if (kernels.sampling_is_lost(referee.rules.place, referee.state.place)) return LOST;
    const chance = isOpen(referee, seat) ? this.#ends.chance(state, seat) : null;
    return chance === null ? null : new Measured(chance);
  }

  /** The chance of a seat, with the best turn known if it is to move. */
  seat(moment: TurnMoment, seat: number, number: number): Measured {
    const certain = this.exact(moment, seat);
    if (certain !== null) return certain;
    const { sampler } = this;
    const sampled = sampler.begin(moment, seat, number);
    if (sampler.referee.seat !== seat) return measure(sampler.wait(sampled));
    const tried = [...sampler.compare(sampled, sampler.list(sampled), null).values()];
    const whole = tried.filter((values) => values.length === sampled.samples).map(measure);
    return whole.reduce((best, one) => (one.value > best.value ? one : best), whole[0] ?? LOST);
  }

  /** Value a turn of the seat to move, the best one known, and the draw if it is wanted. */
  turn(turn: PlayedTurn, withDraw: boolean): TurnChances {
    const { seat, before, after } = turn;
    const certain = this.exact(before, seat);
    const then = this.exact(after, seat);
    this.sampler.referee.putBack(before.state);
    const nothing = new Measured(0);
    if (this.sampler.referee.seat !== seat) {
      const best = this.seat(before, seat, turn.number - 1);
      const isExact = certain !== null;
      return { best, played: LOST, drawn: LOST, loss: best, luck: nothing, isExact, better: null };
    }
    if (certain !== null && then !== null) {
      const lost = Math.max(0, certain.value - then.value);
      const better = lost > 0 ? this.#ends.bestTurn(before.state) : null;
      const best = new Measured(then.value + lost);
      const loss = new Measured(lost);
      return { best, played: then, drawn: then, loss, luck: nothing, isExact: true, better };
    }
    return this.#sampledTurn(turn, withDraw);
  }

  #sampledTurn(turn: PlayedTurn, withDraw: boolean): TurnChances {
    const { sampler } = this;
    const sampled = sampler.begin(turn.before, turn.seat, turn.number - 1);
    const all = sampler.list(sampled);
    const own = turn.isWhole ? sampler.enter(turn) : null;
    const listed = all.filter((entry) => own === null || !sampler.isSame(entry, own));
    const values = sampler.compare(sampled, listed, own);
    const mine = own === null ? null : values.get(own)!;
    const played = mine === null ? LOST : measure(mine);
    let [best, loss, better] = [played, new Measured(0), null as number | null];
    for (const entry of listed) {
      const tried = values.get(entry)!;
      if (tried.length < sampled.samples) continue;
      // Where the turn played lost at once, every sample of it is worth nothing.
      const gain = measure(tried.map((value, at) => value - (mine?.[at] ?? 0)));
      if (gain.value > Math.max(loss.value, SURE * gain.error)) {
        [best, loss, better] = [measure(tried), gain, entry];
      }
    }
    const placements = better === null ? null : sampler.placements(better);
    if (better !== null) best = new Measured(played.value + loss.value, best.error);
    const found = { best, played, loss, isExact: false, better: placements };
    if (!withDraw) return { ...found, drawn: null, luck: new Measured(0) };
    return { ...found, ...this.#draw(turn, sampled, own, played, mine ?? []) };
  }

  /** Value the draw: the chance after it, and what it was worth. */
  #draw(
    turn: PlayedTurn,
    sampled: Sampled,
    own: number | null,
    played: Measured,
    mine: readonly number[],
  ): Pick<TurnChances, 'drawn' | 'luck'> {
    const nothing = new Measured(0);
    if (own === null) return { drawn: played, luck: nothing };
    const { sampler } = this;
    const { referee } = sampler;
    const certain = this.exact(turn.after, turn.seat);
    referee.putBack(turn.after.state);
    const isOwnNext = referee.seat === turn.seat;
    // That the next seat is blocked comes to light only now, unless its hand was known.
    const isRevealed = referee.outcome !== null && !isOwnNext;
    if (certain !== null && (!isRevealed || isOpen(referee, turn.seat))) {
      return { drawn: certain, luck: certain.less(played) };
    }
    if (isOwnNext) return { drawn: null, luck: nothing };
    if (turn.drawn.length === 0) return { drawn: played, luck: nothing };
    const drawn = sampler.redraw(sampled, own, turn.drawn);
    const gain = measure(drawn.map((value, at) => value - mine[at]!));
    const chance = new Measured(played.value + gain.value, measure(drawn).error);
    return { drawn: chance, luck: gain };
  }
}
