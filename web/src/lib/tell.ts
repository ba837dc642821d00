/** Sentences about the table, for the log, for labels and for those who listen. */

import type {
  Better,
  CardCommand,
  Estimate,
  Legal,
  OutcomeView,
  PileView,
  Placed,
  Refused,
  RulesView,
  SignalView,
  TableView,
} from '../wire';
import { seatName } from './names';
import { targetsOf } from './moves';
import { inPercent } from './review';
import type { Details } from './sentence';
import { isTurnOf, type TableStore, type Words } from './table.svelte';
import { has, list, t } from './texts.svelte';

export function nameOf(table: TableView, seat: number): string {
  return seatName(table.seats[seat], seat);
}

/** A word and what there is to say about it. */
export function labelled(label: string, text: string): string {
  return t('web.labelled', { label, text });
}

/** What a pile is called on a label: by its letters in a team, by its owner in a duel. */
export function pileName(table: TableView, index: number, you: number | null): string {
  const pile = table.play?.piles[index];
  if (pile === undefined) return '';
  if (pile.owner === null) return pile.names[you ?? 0] ?? '';
  if (pile.owner === you) return t(`web.pile.yours.${directionOf(pile)}`);
  return t(`web.pile.of.${directionOf(pile)}`, { name: nameOf(table, pile.owner) });
}

/** What a pile is called in a sentence in which a card is laid on it, if told of somebody by them. */
export function onPile(table: TableView, index: number, you: number | null, by?: number): string {
  const pile = table.play?.piles[index];
  if (pile === undefined || pile.owner === null) return pileName(table, index, you);
  if (pile.owner === by) return t(`web.pile.on.own.${directionOf(pile)}`);
  if (pile.owner === you) return t(`web.pile.on.yours.${directionOf(pile)}`);
  return t(`web.pile.on.of.${directionOf(pile)}`, { name: nameOf(table, pile.owner) });
}

/** The cards of a turn with their piles, as somebody by them would tell it. */
export function tellTurn(table: TableView, laid: readonly Placed[], seat: number): string {
  if (laid.length === 0) return t('turn.nothing');
  return list(
    laid.map(({ card, pile }) =>
      t('web.result.lay', { card, pile: onPile(table, pile, null, seat) }),
    ),
  );
}

/** A turn that would have been better, and by how much; where nothing was hidden, just that. */
export function tellBetter(
  table: TableView,
  seat: number,
  { placements, chance }: Better,
  { low, high }: Estimate,
): string {
  const told = { turn: tellTurn(table, placements, seat), chance: inPercent(chance.value) };
  if (low === high) return t('web.review.turn.better_for_sure', told);
  return t('web.review.turn.better', {
    ...told,
    low: Math.round(100 * low),
    high: Math.round(100 * high),
  });
}

function directionOf(pile: PileView): 'up' | 'down' {
  return pile.ascending ? 'up' : 'down';
}

export function tellPile(table: TableView, index: number, you: number | null): string {
  const pile = table.play?.piles[index];
  if (pile === undefined) return '';
  const name = pileName(table, index, you);
  const sentence =
    pile.owner === null
      ? t(`pile.${directionOf(pile)}`, { name, top: pile.top })
      : labelled(name, String(pile.top));
  const mark = table.rules.marks[pile.top];
  return [
    sentence,
    ...(pile.command === null ? [] : [t(`command.${pile.command}`)]),
    ...(mark === undefined ? [] : [t(`web.mark.${mark}`)]),
    ...(pile.must_cover ? [t('web.pile.cover')] : []),
  ].join(', ');
}

/** A command by its name, with what it asks for. */
export function tellCommand(command: CardCommand): string {
  return labelled(t(`command.${command}`), t(`web.command.${command}`));
}

/** What a card would do on a pile: a step, a jump, help. */
export function tellMove(legal: Legal): string {
  const move = t(`web.move.${legal.move}`, { by: legal.by });
  if (legal.breach) return `${move}, ${t('web.move.breach')}`;
  return legal.dooms ? `${move}, ${t('web.move.dooms')}` : move;
}

/** A picked card and everything that may be done with it. */
export function tellCard({ table, own, you }: Omit<Words, 'seq'>, card: number): string {
  if (table === null) return '';
  const named = [String(card), ...meanings(table.rules, card)].join(', ');
  if (!isTurnOf(table, you)) return named;
  const targets = [...targetsOf(own, card).values()].map((legal) =>
    labelled(pileName(table, legal.pile, you), tellMove(legal)),
  );
  return `${named}. ${targets.length > 0 ? list(targets, 'row') : t('web.hand.nowhere')}`;
}

/** A signal as it is said, by whom. */
export function tellSignal(table: TableView, signal: SignalView, you: number | null): string {
  const { kind, seat, subject } = signal;
  const about: Details =
    typeof subject === 'number'
      ? { pile: pileName(table, subject, you) }
      : { command: t(`command.${subject}`) };
  return seat === you
    ? t(`web.log.you.signal_given.${kind}`, about)
    : t(`signal.${kind}`, { name: nameOf(table, seat), ...about });
}

export function tellOutcome(table: TableView, outcome: OutcomeView, you: number | null): string {
  const ending = tellEnd(table, outcome, you);
  const rating = table.rules.team ? `${t(`rating.${outcome.rating}`)} ` : '';
  return `${ending} ${rating}${tellResult(table, outcome, you)}`;
}

/** How it ended. A team gives up together, so nobody is named for it. */
export function tellEnd(table: TableView, outcome: OutcomeView, you: number | null): string {
  const { rules, seats } = table;
  if (outcome.termination === 'CONCEDED' && rules.team && seats.length > 1) {
    return t('web.result.together');
  }
  const own = `web.end.you.${outcome.termination}`;
  if (outcome.seat === you && has(own)) return t(own);
  return t(`end.${outcome.termination}`, { name: nameOf(table, outcome.seat) });
}

/** The score of a team, or who won and what the other has left. */
export function tellResult(table: TableView, outcome: OutcomeView, you: number | null): string {
  const count = outcome.score;
  if (!table.rules.team) return tellWinner(table, outcome, you);
  if (outcome.winners.length > 0) return t('score.none');
  return t(count > cardsLeft(table) ? 'score.missing' : 'score.left', { count });
}

function tellWinner(table: TableView, outcome: OutcomeView, you: number | null): string {
  const count = outcome.score;
  const winner = outcome.winners[0] ?? 0;
  const loser = table.seats.findIndex((_, seat) => !outcome.winners.includes(seat));
  if (you === winner) return t('web.result.won_by', { name: nameOf(table, loser), count });
  if (you === loser) return t('web.result.lost_to', { name: nameOf(table, winner), count });
  const names = { name: nameOf(table, winner), loser: nameOf(table, loser) };
  return t('web.result.winner', { ...names, count });
}

function cardsLeft({ play }: TableView): number {
  const counts = [...(play?.hand_counts ?? []), ...(play?.deck_counts ?? [])];
  return counts.reduce((one, other) => one + other, 0);
}

/** Why the referee says no; piles and commands by the names that are on the screen. */
export function tellRefusal(refused: Refused, table: TableView | null, you: number | null): string {
  const details = { ...refused.details };
  const index = table?.play?.piles.findIndex((pile) => namesPile(pile, you, details.pile)) ?? -1;
  if (table !== null && index !== -1) details.pile = onPile(table, index, you);
  if (typeof details.command === 'string') details.command = t(`command.${details.command}`);
  return t(refused.key, details);
}

function namesPile(pile: PileView, you: number | null, name: unknown): boolean {
  return pile.names[you ?? 0] === name;
}

/** The whole table in words, for those who listen: piles, hand, what the turn still owes. */
export function tellTable(store: TableStore): string {
  const { table, play, own, you } = store;
  if (table === null || play === null) return '';
  const piles = play.piles.map((_, index) => tellPile(table, index, you));
  const parts = [t('table.piles', { piles: list(piles, 'row') })];
  if (own !== null)
    parts.push(
      t('table.hand', { cards: own.hand.map((card) => tellHeld(table, card)).join(', ') }),
    );
  parts.push(
    t('web.deck.count', { count: play.deck_counts[you ?? 0] ?? play.deck_counts[0] ?? 0 }),
  );
  parts.push(
    store.isMyTurn ? t('web.turn.yours') : t('web.turn.of', { name: nameOf(table, play.to_move) }),
  );
  if (store.isMyTurn)
    parts.push(...play.duties.map((duty) => t(`duty.${duty.name}`, { count: duty.count })));
  return parts.join(' ');
}

function tellHeld(table: TableView, card: number): string {
  return [String(card), ...meanings(table.rules, card)].join(' ');
}

/** What a card means besides its number, in words. */
function meanings({ commands, marks }: RulesView, card: number): string[] {
  const command = commands[card];
  const mark = marks[card];
  return [
    ...(command === undefined ? [] : [t(`command.${command}`)]),
    ...(mark === undefined ? [] : [t(`web.mark.${mark}`)]),
  ];
}
