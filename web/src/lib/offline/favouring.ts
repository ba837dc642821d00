/**
 * What speaks for a turn, in words: what can be read off the cards, beside the next best turn
 * (analysis/favouring.py). What jumps, the module says.
 */

import type { Placed, Reason } from '../../wire';
import type { Play } from './play';
import { moved, stepsOf, type LaidCard } from './review/explaining';
import { gameOf } from './ruleset';

/** Every kind of reason, the most telling first. */
const KINDS = ['wins', 'pair', 'jump', 'help', 'signal', 'keeps', 'room', 'fewer', 'more'];
const MOST_REASONS = 2;
const ROOM = 3;

/** A turn that could be played, and what it leaves. */
interface Turn {
  readonly laid: readonly LaidCard[];
  readonly kept: readonly number[];
  /** How far it moves the own piles on, jumps taken off. */
  readonly spent: number;
  /** The cards kept that can jump on an own pile afterwards, with the pile. */
  readonly jumpsLeft: readonly Placed[];
}

/** Up to two reasons for a turn of the seat to move; `other` is the next best. */
export function favour(
  play: Play,
  placements: readonly Placed[],
  other: readonly Placed[] | undefined,
): Reason[] {
  const turn = turnOf(play, placements);
  const found = [...alone(play, turn)];
  if (other !== undefined) found.push(...beside(play, turn, turnOf(play, other)));
  found.sort((one, next) => KINDS.indexOf(one.kind) - KINDS.indexOf(next.kind));
  return found.length === 0 ? [{ kind: 'played', details: {} }] : found.slice(0, MOST_REASONS);
}

function isOwn({ referee }: Play, pile: number): boolean {
  return [-1, referee.seat].includes(referee.rules.get('owners', pile));
}

function pileName({ referee }: Play, pile: number): string {
  return gameOf(referee.agreed).pile_names[referee.seat]![pile]!;
}

function turnOf(play: Play, placements: readonly Placed[]): Turn {
  const { referee } = play;
  const laid = stepsOf(referee, placements);
  const kept = referee
    .hand(referee.seat)
    .filter((card) => !laid.some((step) => step.card === card));
  const tops = referee.tops;
  for (const { card, pile } of laid) tops[pile] = card;
  const own = [...tops.keys()].filter((pile) => isOwn(play, pile));
  return {
    laid,
    kept,
    spent: laid.filter(({ pile }) => isOwn(play, pile)).reduce((sum, { width }) => sum + width, 0),
    jumpsLeft: kept.flatMap((card) =>
      own
        .filter((pile) => moved(referee, tops[pile]!, { card, pile }).isJump)
        .map((pile) => ({ card, pile })),
    ),
  };
}

/** Whether the turn wins the game: it is played on the table, and taken back. */
function wins({ referee }: Play, laid: readonly LaidCard[]): boolean {
  const { seat } = referee;
  const kept = referee.kept();
  for (const { card, pile } of laid) referee.place(card, pile);
  if (referee.outcome === null) referee.end();
  const isWon = laid.length > 0 && (referee.outcome?.winners.includes(seat) ?? false);
  referee.putBack(kept);
  return isWon;
}

/** What the turn does by itself. */
function alone(play: Play, { laid }: Turn): Reason[] {
  const { tops } = play.referee;
  return [
    ...(wins(play, laid) ? [{ kind: 'wins', details: {} }] : []),
    ...laid.flatMap(({ card, pile, top, isJump }): Reason[] => {
      const details = { card, pile: pileName(play, pile) };
      if (!isOwn(play, pile)) return [{ kind: 'help', details }];
      if (!isJump) return [];
      return top === tops[pile]
        ? [{ kind: 'jump', details }]
        : [{ kind: 'pair', details: { ...details, other: top } }];
    }),
  ];
}

/** What the turn does and the other does not. */
function beside(play: Play, turn: Turn, other: Turn): Reason[] {
  const { referee, signals } = play;
  const isSpared = (pile: number) =>
    other.laid.some((step) => step.pile === pile && !step.isJump) &&
    !turn.laid.some((step) => step.pile === pile);
  const asked = (referee.isSilenced ? [] : signals).flatMap(({ kind, seat, subject }): Reason[] => {
    if (kind !== 'keep_off' || seat === referee.seat || typeof subject !== 'number') return [];
    return isSpared(subject)
      ? [{ kind: 'signal', details: { pile: pileName(play, subject) } }]
      : [];
  });
  const keeps = turn.jumpsLeft
    .filter(({ card }) => !other.jumpsLeft.some((jump) => jump.card === card))
    .filter(({ card }) => other.kept.includes(card))
    .map(({ card, pile }) => ({ kind: 'keeps', details: { card, pile: pileName(play, pile) } }));
  const hasRoom = turn.spent >= 0 && turn.spent <= other.spent - ROOM;
  const [cards, more] = [turn.laid.length, other.laid.length];
  return [
    ...asked,
    ...keeps,
    ...(hasRoom ? [{ kind: 'room', details: { spent: turn.spent, other: other.spent } }] : []),
    ...(cards !== more && cards > 0
      ? [{ kind: cards < more ? 'fewer' : 'more', details: { cards, other: more } }]
      : []),
  ];
}
