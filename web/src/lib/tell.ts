/** Sentences about the table, for the log, for labels and for those who listen. */

import type {
  CardCommand,
  Happening,
  Legal,
  OutcomeView,
  PileView,
  Refused,
  SignalView,
  TableView,
} from '../wire';
import { botTitle, seatName } from './names';
import { targetsOf } from './moves';
import type { TableStore } from './table.svelte';
import { has, list, t } from './texts.svelte';

const WISHES = {
  concede: ['web.log.concede.yes', 'web.log.concede.no'],
  rematch: ['web.log.rematch.yes', 'web.log.rematch.no'],
} as const;

function nameOf(table: TableView, seat: number): string {
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
  return pile.command === null ? sentence : `${sentence}, ${t(`command.${pile.command}`)}`;
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
export function tellCard(store: TableStore, card: number): string {
  const table = store.table;
  if (table === null) return '';
  const command = table.rules.commands[card];
  const named = command === undefined ? String(card) : `${card}, ${t(`command.${command}`)}`;
  if (!store.isMyTurn) return named;
  const targets = [...targetsOf(store.own, card).values()].map((legal) =>
    labelled(pileName(table, legal.pile, store.you), tellMove(legal)),
  );
  return `${named}. ${targets.length > 0 ? list(targets, 'row') : t('web.hand.nowhere')}`;
}

export function tellSignal(table: TableView, signal: SignalView, you: number | null): string {
  const name = nameOf(table, signal.seat);
  const { kind, subject } = signal;
  return typeof subject === 'number'
    ? t(`signal.${kind}`, { name, pile: pileName(table, subject, you) })
    : t(`signal.${kind}`, { name, command: t(`command.${subject}`) });
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

export function tellHappening(happening: Happening, table: TableView, you: number | null): string {
  const name = 'seat' in happening ? nameOf(table, happening.seat) : '';
  const mine = 'seat' in happening && happening.seat === you;
  switch (happening.type) {
    case 'seat_taken':
      return happening.kind === 'bot'
        ? t('web.log.sat_bot', { name: happening.name, bot: botTitle(happening.bot) })
        : t('web.log.sat', { name: happening.name });
    case 'seat_freed':
      return t('web.log.freed', { name: happening.name });
    case 'readiness_changed':
      return t(happening.ready ? 'web.log.ready' : 'web.log.not_ready', { name });
    case 'settings_changed':
      return t('web.log.settings');
    case 'host_named':
      return t('web.log.host', { name });
    case 'game_dealt':
      return t('web.log.dealt', { number: happening.number });
    case 'starter_voted':
      return t('web.log.voted', { name, choice: nameOf(table, happening.choice) });
    case 'game_started':
      return mine ? t('web.log.you.starts') : t('session.starts', { name });
    case 'card_placed': {
      const { card, by, move, command } = happening;
      const pile = onPile(table, happening.pile, you, mine ? undefined : happening.seat);
      const laid = mine
        ? t(`web.log.you.laid.${move}`, { card, pile, by })
        : t(`web.log.laid.${move}`, { name, card, pile, by });
      return command === null ? laid : `${laid} ${tellCommand(command)}`;
    }
    case 'card_taken_back': {
      const pile = pileName(table, happening.pile, you);
      const { card } = happening;
      return mine
        ? t('web.log.you.took_back', { card, pile })
        : t('web.log.took_back', { name, card, pile });
    }
    case 'turn_ended': {
      const count = happening.drawn;
      const ended = mine ? tellOwnEnd(count) : tellEndOf(name, count);
      if (happening.next === you) return `${ended} ${t('web.log.next_you')}`;
      return `${ended} ${t('web.log.next', { name: nameOf(table, happening.next) })}`;
    }
    case 'signal_given':
      return tellSignal(table, happening, you);
    case 'signal_withdrawn':
      return t('web.log.withdrawn', { name });
    case 'said':
      return mine
        ? t('web.log.you.said', { text: happening.text })
        : t('session.said', { name, text: happening.text });
    case 'concession_wished':
      return t(WISHES.concede[happening.wish ? 0 : 1], { name });
    case 'rematch_wished':
      return t(WISHES.rematch[happening.wish ? 0 : 1], { name });
    case 'went_away':
      return t('web.log.away', { name });
    case 'came_back':
      return t('web.log.back', { name });
    case 'stand_in_agreed':
      return t('web.log.stand_in_wished', { name, absent: nameOf(table, happening.absent) });
    case 'stand_in_seated':
      return t('web.log.stands_in', { name, bot: botTitle(happening.bot) });
    case 'time_ran_out':
      return t('web.log.time_out', { name });
    case 'hint_taken':
      return mine ? t('web.log.you.hinted') : t('web.log.hinted', { name });
    case 'bot_stumbled':
      return t('web.log.stumbled', { name });
    case 'game_ended':
      return tellOutcome(table, happening.outcome, you);
  }
}

function tellEndOf(name: string, count: number): string {
  return count === 0 ? t('web.log.ended_only', { name }) : t('web.log.ended', { name, count });
}

function tellOwnEnd(count: number): string {
  return count === 0 ? t('web.log.you.ended_only') : t('web.log.you.ended', { count });
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
  const command = table.rules.commands[card];
  return command === undefined ? String(card) : `${card} ${t(`command.${command}`)}`;
}
