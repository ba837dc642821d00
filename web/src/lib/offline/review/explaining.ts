/**
 * Why a turn was worse, in words: what can be read off the cards, and nothing else
 * (reviewing/explaining.py). What fits and what jumps, the module says.
 */

import type { Placed, Reason, SignalView } from '../../../wire';
import type { Referee } from '../referee';
import { gameOf } from '../ruleset';

const MOST_REASONS = 2;
const WIDER = 8;
const SMALL_STEP = 3;

/** A card of a turn, and what it did to its pile. */
export interface LaidCard extends Placed {
  readonly top: number;
  readonly isJump: boolean;
  readonly width: number;
}

interface Case {
  readonly referee: Referee;
  readonly signals: readonly SignalView[];
  readonly names: readonly string[];
  readonly tops: readonly number[];
  readonly played: readonly LaidCard[];
  readonly better: readonly LaidCard[];
  /** The cards that the seat kept. */
  readonly kept: readonly number[];
}

/** What can be said of a turn beside a better one of the seat to move. */
export function compare(
  referee: Referee,
  signals: readonly SignalView[],
  played: readonly Placed[],
  better: readonly Placed[],
  names: readonly string[],
): Reason[] {
  const tops = referee.tops;
  const laid = played.map(({ card }) => card);
  const found: Case = {
    ...{ referee, signals, names, tops },
    played: stepsOf(referee, played),
    better: stepsOf(referee, better),
    kept: referee.hand(referee.seat).filter((card) => !laid.includes(card)),
  };
  return RULES.flatMap((rule) => rule(found)).slice(0, MOST_REASONS);
}

const pileName = ({ referee }: Case, pile: number) =>
  gameOf(referee.agreed).pile_names[referee.seat]![pile]!;

function isOwn({ referee }: Case, pile: number): boolean {
  return [-1, referee.seat].includes(referee.rules.get('owners', pile));
}

/** What a card does on a top: how far it moves the pile onwards, and whether it jumps there. */
export function moved(referee: Referee, top: number, { card, pile }: Placed) {
  // Seen from whoever the pile belongs to: for others every card on it is a help.
  const owner = referee.rules.get('owners', pile);
  const { move, by } = referee.describe(owner < 0 ? referee.seat : owner, top, { card, pile });
  const isJump = move === 'jump';
  return { isJump, width: isJump ? -by : by };
}

export function stepsOf(referee: Referee, placements: readonly Placed[]): LaidCard[] {
  const tops = referee.tops;
  return placements.map(({ card, pile }) => {
    const top = tops[pile]!;
    tops[pile] = card;
    return { card, pile, top, ...moved(referee, top, { card, pile }) };
  });
}

function topsAfter({ tops }: Case, steps: readonly LaidCard[]): number[] {
  const left = [...tops];
  for (const { card, pile } of steps) left[pile] = card;
  return left;
}

/** The better turn jumps with a card that was kept and can jump nowhere now. */
function lostJump(told: Case): Reason[] {
  const { referee, played, better, kept, tops } = told;
  const left = topsAfter(told, played);
  return better.flatMap((step): Reason[] => {
    const { card, pile, top } = step;
    if (!step.isJump || !kept.includes(card) || !isOwn(told, pile)) return [];
    if (left.some((each, at) => moved(referee, each, { card, pile: at }).isJump)) return [];
    if (top !== tops[pile]) {
      const isPair = played.some((one) => one.card === top);
      return isPair ? [{ kind: 'pair', details: { card, other: top } }] : [];
    }
    if (!played.some((one) => one.pile === pile)) return [];
    return [{ kind: 'jump', details: { card, top, pile: pileName(told, pile) } }];
  });
}

/** A pile was used that somebody had asked to keep off, and the better turn leaves it alone. */
function signal(told: Case): Reason[] {
  const { referee, played, better, signals, names } = told;
  const isSpared = (pile: number) =>
    played.some((step) => step.pile === pile && !step.isJump) &&
    !better.some((step) => step.pile === pile);
  return signals.flatMap(({ kind, seat, subject }) => {
    if (kind !== 'keep_off' || seat === referee.seat || typeof subject !== 'number') return [];
    if (!isSpared(subject)) return [];
    return [{ kind: 'signal', details: { pile: pileName(told, subject), name: names[seat]! } }];
  });
}

function has(steps: readonly LaidCard[], { card, pile }: Placed): boolean {
  return steps.some((one) => one.card === card && one.pile === pile);
}

/** The better turn lays some of the same cards on the same piles, and no others. */
function tooMany({ played, better }: Case): Reason[] {
  if (better.length >= played.length || !better.every((step) => has(played, step))) return [];
  return [{ kind: 'too_many', details: { cards: played.length, enough: better.length } }];
}

/** A step was much wider than any of the better turn. */
function wideStep(told: Case): Reason[] {
  const { played, better } = told;
  // A step that a jump takes back in the same turn is not to blame.
  const eased = played.filter(({ isJump }) => isJump).map(({ pile }) => pile);
  const own = played.filter(({ pile }) => isOwn(told, pile) && !eased.includes(pile));
  const widest = own.reduce<LaidCard | null>(
    (most, step) => (most === null || step.width > most.width ? step : most),
    null,
  );
  const widths = better.filter(({ pile }) => isOwn(told, pile)).map(({ width }) => width);
  const other = widths.length === 0 ? 0 : Math.max(...widths);
  // A better turn of jumps alone has no narrower step to compare with.
  if (widest === null || other <= 0 || widest.width < other + WIDER) return [];
  return [{ kind: 'step', details: { card: widest.card, step: widest.width, other } }];
}

/** The better turn lays the same cards, and one more that costs little. */
function oneMore(told: Case): Reason[] {
  const { played, better } = told;
  const more = better.filter((step) => !has(played, step));
  const [step] = more;
  if (step === undefined || more.length !== 1) return [];
  if (played.length >= better.length || !played.every((one) => has(better, one))) return [];
  if (!step.isJump && step.width > SMALL_STEP) return [];
  return [{ kind: 'one_more', details: { card: step.card, pile: pileName(told, step.pile) } }];
}

/** A card that was kept fits no pile any more, and would have fitted. */
function dead(told: Case): Reason[] {
  const after = unfit(told, told.played);
  const spared = [...unfit(told, told.better), ...told.better.map(({ card }) => card)];
  const before = unfit(told, []);
  const lost = after.find((card) => !spared.includes(card) && !before.includes(card));
  return lost === undefined ? [] : [{ kind: 'dead', details: { card: lost } }];
}

/** The cards in hand after a turn that fit on none of the seat's own piles, in order. */
function unfit(told: Case, steps: readonly LaidCard[]): number[] {
  const { referee } = told;
  const tops = topsAfter(told, steps);
  const laid = steps.map(({ card }) => card);
  const own = [...tops.keys()].filter((pile) => isOwn(told, pile));
  return referee
    .hand(referee.seat)
    .filter((card) => !laid.includes(card))
    .filter((card) =>
      own.every((pile) => {
        const { isJump, width } = moved(referee, tops[pile]!, { card, pile });
        return !isJump && width <= 0;
      }),
    );
}

const RULES = [lostJump, signal, tooMany, wideStep, oneMore, dead];
