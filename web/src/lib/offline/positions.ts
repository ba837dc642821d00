/** A position as one line of text, and a turn on it without a table (records/position_text.py). */

import type { Happening, Look, LookedAt, Placed, SignalKind, SignalView } from '../../wire';
import { data } from './data';
import type { Machine } from './machine';
import { Play } from './play';
import { Referee } from './referee';
import { Refusal } from './refusal';
import { Troubled } from './requests';
import { agree, gameOf, type Agreed } from './ruleset';
import { Table } from './table';
import { showOwn, showTable } from './views';

/** Known cards, or only how many there are. */
type Cards = readonly number[] | number;

export interface Position {
  readonly agreed: Agreed;
  readonly tops: readonly number[];
  readonly hands: readonly Cards[];
  readonly decks: readonly Cards[];
  readonly seat: number;
  readonly minimum: number;
  readonly laid: readonly Placed[];
  readonly gone: readonly (readonly number[])[] | null;
  readonly signals: readonly SignalView[];
  readonly turns: number;
}

const PLAYING = 1;

function unread(error: string): Troubled {
  return new Troubled('POSITION', 'refusal.POSITION', { error });
}

// Writing ----------------------------------------------------------------------------------------

function ranges(cards: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const card of cards) {
    const last = runs.at(-1);
    if (last !== undefined && card === last[1] + 1) last[1] = card;
    else runs.push([card, card]);
  }
  return runs.map(([low, high]) => (low === high ? `${low}` : `${low}-${high}`)).join(',');
}

/** The position before a turn as the mover knows it, every laid card remembered. */
export function positionText(referee: Referee, signals: readonly SignalView[]): string {
  const { agreed, seat, gone } = referee;
  const names = gameOf(agreed).pile_names;
  const hands = referee.handCounts.map((count, at) =>
    at === seat ? referee.hand(seat).join(',') : `?${count}`,
  );
  const told = referee.isSilenced ? [] : signals;
  const said = told.map(({ seat: by, kind, subject }) => {
    const name = typeof subject === 'number' ? names[by]![subject] : subject;
    return `P${by + 1}:${kind}:${name}`;
  });
  const options = Object.entries(agreed.options).map(([name, value]) => {
    return `${name}=${value === true ? 'yes' : value === false ? 'no' : value}`;
  });
  return [
    agreed.game,
    `players=${agreed.players}`,
    ...options,
    ...(agreed.layout === '' ? [] : [`layout=${agreed.layout}`]),
    `piles=${referee.tops.join(',')}`,
    `to=P${seat + 1}`,
    ...(referee.turns > 0 ? [`turns=${referee.turns}`] : []),
    ...(referee.minimum > 0 ? [`min=${referee.minimum}`] : []),
    `hands=${hands.join('|')}`,
    `deck=${referee.deckCounts.map((count) => `?${count}`).join('|')}`,
    `gone=${gone.map(ranges).join('|')}`,
    ...(said.length > 0 ? [`signals=${said.join(',')}`] : []),
  ].join(' ');
}

// Reading ----------------------------------------------------------------------------------------

function cardsIn(text: string): number[] {
  return text
    .split(',')
    .filter(Boolean)
    .flatMap((part) => {
      const range = /^(\d+)(?:-(\d+))?$/.exec(part);
      if (range === null) throw unread(`${part} is no card`);
      const [low, high] = [Number(range[1]), Number(range[2] ?? range[1])];
      return Array.from({ length: high - low + 1 }, (_, at) => low + at);
    });
}

const placesIn = (text: string) =>
  text
    .split('|')
    .map((part): Cards => (part.startsWith('?') ? Number(part.slice(1)) : cardsIn(part)));

export function placementsIn(agreed: Agreed, text: string, seat: number): Placed[] {
  const names = gameOf(agreed).pile_names[seat]!;
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => {
      const [card, name = ''] = word.split('>');
      const pile = names.indexOf(name);
      if (pile < 0) throw unread(`${name} is no pile`);
      return { card: Number(card), pile };
    });
}

export function readPosition(text: string): Position {
  const [game = '', ...words] = text.trim().split(/\s+/);
  const said = new Map(
    words.map((word) => [word.split('=')[0]!, word.slice(word.indexOf('=') + 1)]),
  );
  const hands = placesIn(said.get('hands') ?? '');
  const options = Object.keys(data.games[game]?.options ?? {}).flatMap((name) => {
    const value = said.get(name);
    if (value === undefined) return [];
    return [[name, value === 'yes' ? true : value === 'no' ? false : value] as const];
  });
  const agreed = agree({
    game,
    players: Number(said.get('players') ?? hands.length),
    options: Object.fromEntries(options),
    layout: said.get('layout') ?? '',
  });
  const seat = Number(said.get('to')?.slice(1) ?? 1) - 1;
  const names = gameOf(agreed).pile_names;
  const signals = (said.get('signals') ?? '').split(',').filter(Boolean);
  const number = (name: string) => Number(said.get(name) ?? 0);
  const tops = said.get('piles')?.split(',').map(Number);
  if (tops?.length !== 4 || hands.length !== agreed.players) throw unread(text);
  return {
    agreed,
    tops,
    hands,
    decks: placesIn(said.get('deck') ?? ''),
    seat,
    minimum: number('min'),
    laid: placementsIn(agreed, said.get('laid') ?? '', seat),
    gone: said.get('gone')?.split('|').map(cardsIn) ?? null,
    signals: signals.map((word) => {
      const [by = '', kind, name = ''] = word.split(':');
      const giver = Number(by.slice(1)) - 1;
      const subject = kind === 'holds' ? name : names[giver]!.indexOf(name);
      return { seat: giver, kind: kind as SignalKind, subject };
    }),
    turns: number('turns'),
  };
}

/** A game at a position; hidden cards are filled in with any, and none of them is shown. */
export function playAt(machine: Machine, position: Position, names: readonly string[]): Play {
  const { agreed, seat, tops, laid } = position;
  const { lowest, highest } = gameOf(agreed);
  const referee = new Referee(machine, agreed);
  const all = Array.from({ length: highest - lowest + 1 }, (_, at) => lowest + at);
  const whole = { decks: position.decks.map(() => all), salt: '', date: '' };
  const play = new Play(1, referee, whole, names, []);
  const { state } = referee;
  state.bytes().fill(0);
  position.decks.forEach((deck, number) => {
    const own = [...position.hands.keys()].filter((each) => referee.deckOf(each) === number);
    const known = new Set([
      ...(position.gone?.[number] ?? []),
      // In a duel the top may have either colour.
      ...(position.decks.length === 1 ? tops : []),
      ...(referee.deckOf(seat) === number ? laid.map(({ card }) => card) : []),
      ...[...own.map((each) => position.hands[each]!), deck].flatMap((cards) =>
        typeof cards === 'number' ? [] : cards,
      ),
    ]);
    const unseen = all.filter((card) => !known.has(card));
    const take = (cards: Cards) => (typeof cards === 'number' ? unseen.splice(0, cards) : cards);
    const held = own.flatMap((each) => {
      const cards = take(position.hands[each]!);
      state.setWords('hands', each, cards);
      return cards;
    });
    const left = take(deck);
    left.forEach((card, at) => state.set('decks', card, number * DECK + at));
    state.set('deck_end', left.length, number);
    const there = new Set([...held, ...left]);
    state.setWords(
      'gone',
      number,
      all.filter((card) => !there.has(card)),
    );
  });
  tops.forEach((top, pile) => state.set('tops', top, pile));
  state.set('phase', PLAYING);
  state.set('seat', seat);
  state.set('turns', position.turns);
  state.set('laid', laid.length);
  let facts = 0;
  for (const { card, pile } of laid) {
    facts = machine.kernels.facts_facts_after(referee.rules.place, seat, facts, card, pile);
  }
  state.set('facts', facts);
  if (position.minimum > 0) state.set('minimum', position.minimum);
  else machine.kernels.steps_begin_turn(referee.rules.place, state.place);
  play.laid = laid;
  play.signals = position.signals;
  return play;
}

/** How many places a deck has in a state. */
const DECK = 100;

// A turn on a position -----------------------------------------------------------------------------

export function lookAt(
  machine: Machine,
  { position: text, laid = [], end, names = [] }: Look,
): LookedAt {
  const position = readPosition(text);
  const { agreed, seat } = position;
  const called = names.length > 0 ? names : position.hands.map((_, at) => `P${at + 1}`);
  const isComplete = ![...position.hands, ...position.decks].some(
    (cards) => typeof cards === 'number',
  );
  const settings = {
    ...data.catalogue.settings.usual,
    spectators: false,
    stand_in: '',
    pace: 0,
    memory: position.gone !== null || isComplete,
  };
  const table = new Table('', machine, agreed, { agreed, settings, name: called[0]!, bots: [] });
  called.forEach((name, at) => table.takeSeat(at, name, ''));
  const play = playAt(machine, position, called);
  table.play = play;
  table.host = null;
  const { turns } = play.referee;
  let happenings: readonly Happening[] = [];
  let refusal: LookedAt['refusal'] = null;
  let finished = false;
  const act = (command: Parameters<Table['decide']>[1], card?: Placed): void => {
    const before = play.referee.kept();
    const { laid: lying, entries, lastTurns, signals } = play;
    if (finished) throw new Refusal('TURN_OVER');
    const told = table.decide(seat, command, false);
    finished = play.referee.phase === 'over' || play.referee.turns !== turns;
    if (card !== undefined) happenings = told.slice(0, 1);
    if (!finished) return;
    // What follows is not shown: whatever is drawn then is made up.
    play.referee.putBack(before);
    Object.assign(play, { laid: lying, entries, lastTurns, signals });
    if (card !== undefined) layOnly(play, card);
  };
  try {
    for (const [card, pile] of laid) act({ type: 'place', card, pile }, { card, pile });
    if (end === true) act({ type: 'end_turn' });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, details, variant } = error;
    const rule = gameOf(agreed).rules[code] ?? '';
    refusal = { type: 'refused', id: '', code, key: `refusal.${code}${variant}`, details, rule };
  }
  const own = showOwn(table, seat)!;
  const shown = showTable(table);
  const waiting = {
    ...{ legal: [], may_end: false, end_refusal: null, end_breach: false, doomed: false },
    may_take_back: laid.length > 0,
  };
  const hidden = (cards: Cards) => (typeof cards === 'number' ? null : cards);
  return {
    you: seat,
    table: { ...shown, play: { ...shown.play!, piles: shown.play!.piles.map(knownPile) } },
    own: finished ? { ...own, ...waiting } : own,
    happenings,
    refusal,
    finished,
    hands: position.hands.map(hidden),
    decks: position.decks.map(hidden),
  };
}

/** How many cards lay on a pile before this turn is not known. */
function knownPile<P extends { count: number; top: number; base: number }>(pile: P): P {
  return { ...pile, count: Math.max(pile.count, Number(pile.top !== pile.base)) };
}

/** Move a card from the mover's hand to a pile, and nothing else. */
function layOnly(play: Play, placed: Placed): void {
  const { referee } = play;
  const { state, seat } = referee;
  const deck = referee.deckOf(seat);
  const { card, pile } = placed;
  const gone = [...referee.gone[deck]!, card];
  state.setWords(
    'hands',
    seat,
    referee.hand(seat).filter((each) => each !== card),
  );
  state.setWords('gone', deck, gone);
  state.set('tops', card, pile);
  state.set('laid', state.get('laid') + 1);
  const { kernels } = referee.machine;
  const facts = state.get('facts');
  state.set('facts', kernels.facts_facts_after(referee.rules.place, seat, facts, card, pile));
  play.laid = [...play.laid, placed];
}
