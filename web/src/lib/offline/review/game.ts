/** A game reviewed, turn by turn (reviewing/game.py, accounts.py). */

import type {
  Attempt,
  Estimate,
  NewAttempt,
  Placed,
  Reason,
  Review,
  ReviewedTurn,
} from '../../../wire';
import type { Machine } from '../machine';
import { positionText } from '../positions';
import { readRecord, type Recorded } from '../reading';
import { Referee } from '../referee';
import { Troubled } from '../requests';
import { gameOf, networksOf } from '../ruleset';
import { Measured, total } from './estimates';
import { Evaluator, type TurnChances } from './evaluator';
import { compare } from './explaining';
import { playedTurns, turnBetween, type TurnMoment, type PlayedTurn } from './moments';
import { Sampler } from './sampler';

export const SAMPLES = 128;
/** Added to both chances of a ratio: giving away a tiny chance must not count for everything. */
const SMALL = 0.05;
const JUDGEMENTS = [
  [0.15, 'blunder'],
  [0.05, 'mistake'],
  [0.02, 'inaccuracy'],
] as const;

export interface Wish {
  readonly samples: number;
  readonly seed: number;
}

interface Account {
  readonly seat: number;
  readonly chances: TurnChances;
  readonly drawn: Measured;
  readonly luck: Measured;
  readonly hidden: Measured;
}

async function evaluatorOf(machine: Machine, recorded: Recorded, { samples, seed }: Wish) {
  const search = await machine.search(networksOf(recorded.agreed));
  const referee = new Referee(machine, recorded.agreed);
  return new Evaluator(new Sampler(referee, search, samples, seed));
}

/** `pause` lets others work between two turns, and tells how far the review is. */
export async function review(
  machine: Machine,
  text: string,
  wish: Wish,
  pause: (done: number, all: number) => Promise<void>,
): Promise<Review> {
  const recorded = readRecord(text);
  const { agreed, names } = recorded;
  const evaluator = await evaluatorOf(machine, recorded, wish);
  const { referee } = evaluator.sampler;
  const { turns, last } = playedTurns(machine, recorded, referee);
  const isTeam = gameOf(agreed).team;
  const seats = [...names.keys()];
  const chances: TurnChances[] = [];
  const curve: Measured[][] = [];
  for (const [index, turn] of turns.entries()) {
    await pause(index, turns.length + 1);
    chances.push(evaluator.turn(turn, true));
    const before = index > 0 ? chances[index - 1]!.drawn : null;
    const known = new Map([[turn.seat, chances[index]!.best]]);
    const previous = turns[index - 1]?.seat ?? turn.seat;
    if (before !== null && !known.has(previous)) known.set(previous, before);
    curve.push(seats.map((seat) => known.get(seat) ?? evaluator.seat(turn.before, seat, index)));
  }
  await pause(turns.length, turns.length + 1);
  curve.push(seats.map((seat) => evaluator.seat(last, seat, turns.length)));
  const toTable = (chance: Measured, seat: number) =>
    isTeam || seat === 0 ? chance : chance.mirrored();
  referee.putBack(last.state);
  const { outcome, seat: endSeat } = referee;
  const end = toTable(curve.at(-1)![endSeat]!, endSeat);
  const accounts = turns.map((turn, at): Account => {
    const next = turns[at + 1];
    const then = next === undefined ? end : toTable(chances[at + 1]!.best, next.seat);
    return close(turn.seat, chances[at]!, toTable(then, turn.seat));
  });
  const reviewed = turns.map((turn, at) => tellTurn(referee, turn, accounts[at]!, names));
  const start = turns.length > 0 ? toTable(chances[0]!.best, turns[0]!.seat) : end;
  const sum = (part: (account: Account) => Measured) =>
    total(
      accounts.map((account) => {
        const found = part(account);
        return isTeam || account.seat === 0 ? found : new Measured(-found.value, found.error);
      }),
    );
  const lost = sum((account) => account.chances.loss);
  const players = seats.map((seat) => {
    const own = accounts.filter((account) => account.seat === seat);
    const given = total(own.map((account) => account.chances.loss));
    return {
      seat,
      name: names[seat]!,
      turns: own.length,
      lost: given.estimate(),
      luck: total(own.map((account) => account.luck)).estimate(),
      adjusted: curve[0]![seat]!.value - given.value,
      accuracy: accuracyOf(own.map((account) => account.chances)),
    };
  });
  const judged = reviewed.filter((turn) => turn.judgement !== null);
  const hasWon = isTeam && outcome !== null && outcome.winners.length > 0;
  return {
    game: agreed.game,
    players: agreed.players,
    names,
    ...wish,
    calibrated: evaluator.sampler.isCalibrated,
    result: outcome === null ? null : Math.round(end.value),
    start: start.chance(),
    end: end.value,
    lost: lost.estimate(),
    luck: sum((account) => account.luck).estimate(),
    hidden: sum((account) => account.hidden).estimate(),
    adjusted: start.value - lost.value,
    accuracy: players.reduce((all, { accuracy }) => all * accuracy ** (1 / players.length), 1),
    curve: curve.map((each, at) => ({
      turns: at,
      seats: each.map((chance) => chance.chance()),
      table:
        each.map((chance, seat) => toTable(chance, seat).value).reduce((all, one) => all + one, 0) /
        each.length,
    })),
    turns: reviewed,
    costliest: judged
      .sort((one, other) => other.loss.value - one.loss.value || one.number - other.number)
      .map(({ number }) => number),
    seats: players,
    // Whether another line would have won takes a search that a page has no time for.
    deal: {
      verdict: hasWon ? 'winnable' : 'undecided',
      cards_left: hasWon ? 0 : (outcome?.score ?? 0),
      line: hasWon ? turns.map(({ seat, placements }) => ({ seat, placements })) : [],
    },
  };
}

/** best - loss + luck + hidden is the chance before the next turn, whatever the chances are. */
function close(seat: number, chances: TurnChances, then: Measured): Account {
  if (chances.drawn === null) {
    const luck = then.less(chances.played);
    return { seat, chances, drawn: then, luck, hidden: new Measured(0) };
  }
  const { drawn, luck } = chances;
  return { seat, chances, drawn, luck, hidden: then.less(drawn) };
}

function accuracyOf(turns: readonly TurnChances[]): number {
  const kept = turns.map(({ played, best }) =>
    Math.log((played.value + SMALL) / (best.value + SMALL)),
  );
  return 100 * Math.exp(kept.reduce((all, one) => all + one, 0));
}

const judgementOf = (loss: number) => JUDGEMENTS.find(([least]) => loss >= least)?.[1] ?? null;

function betterOf({
  better,
  best,
}: TurnChances): { placements: readonly Placed[]; chance: Estimate } | null {
  return better === null ? null : { placements: better, chance: best.chance() };
}

function explain(
  referee: Referee,
  turn: PlayedTurn,
  { better, isExact }: TurnChances,
  names: readonly string[],
): Reason[] {
  if (turn.conceded) return [{ kind: 'conceded', details: {} }];
  if (better === null) return [];
  if (!turn.isWhole) return [{ kind: 'lost_at_once', details: {} }];
  referee.putBack(turn.before.state);
  const found = compare(referee, turn.before.signals, turn.placements, better, names);
  return found.length === 0 && isExact ? [{ kind: 'exact', details: {} }] : found;
}

function tellTurn(
  referee: Referee,
  turn: PlayedTurn,
  { chances, drawn, luck, hidden }: Account,
  names: readonly string[],
): ReviewedTurn {
  const judgement = judgementOf(chances.loss.value);
  return {
    number: turn.number,
    seat: turn.seat,
    placements: turn.placements,
    conceded: turn.conceded,
    best: chances.best.chance(),
    played: chances.played.chance(),
    drawn: drawn.chance(),
    loss: chances.loss.estimate(),
    luck: luck.estimate(),
    hidden: hidden.value,
    exact: chances.isExact,
    better: betterOf(chances),
    judgement,
    reasons: judgement === null ? [] : explain(referee, turn, chances, names),
    position: judgement === null ? '' : positionOf(referee, turn),
  };
}

/** The position before a turn, to learn from it; none where it was somebody else's to move. */
function positionOf(referee: Referee, { before, seat }: PlayedTurn): string {
  referee.putBack(before.state);
  return referee.seat === seat ? positionText(referee, before.signals) : '';
}

/** Judge another turn at a moment of a game by what its seat knew. */
export async function judgeAttempt(
  machine: Machine,
  { record, turn: number, placements }: NewAttempt,
  wish: Wish,
): Promise<Attempt> {
  const recorded = readRecord(record);
  const evaluator = await evaluatorOf(machine, recorded, wish);
  const { referee } = evaluator.sampler;
  const { turns } = playedTurns(machine, recorded, referee);
  const before = turns.find((turn) => turn.number === number);
  if (before === undefined) throw noAttempt(`the game has no turn ${number}`);
  const seat = before.seat;
  const after = playTurn(referee, before.before, placements);
  const told = { number, seat, placements, conceded: false, before: before.before, after };
  const turn = turnBetween(referee, told);
  const chances = evaluator.turn(turn, false);
  const judgement = judgementOf(chances.loss.value);
  return {
    number,
    seat,
    placements,
    chance: chances.played.chance(),
    best: chances.best.chance(),
    loss: chances.loss.estimate(),
    exact: chances.isExact,
    better: betterOf(chances),
    judgement,
    reasons: judgement === null ? [] : explain(referee, turn, chances, recorded.names),
  };
}

function noAttempt(error: string): Troubled {
  return new Troubled('NOT_REVIEWABLE', 'refusal.NOT_REVIEWABLE', { error });
}

/** Play a whole turn; the rules may end it, or the game, by themselves. */
function playTurn(referee: Referee, before: TurnMoment, placements: readonly Placed[]): TurnMoment {
  referee.putBack(before.state);
  const { turns } = referee;
  const isOpen = () => referee.phase === 'playing' && referee.turns === turns;
  for (const { card, pile } of placements) {
    const code = isOpen() ? referee.place(card, pile) : 'TURN_OVER';
    if (code !== null) throw noAttempt(`the rules refuse this turn (${code})`);
  }
  const code = isOpen() ? referee.end() : null;
  if (code !== null) throw noAttempt(`the rules refuse this turn (${code})`);
  return { ...before, state: referee.kept() };
}
