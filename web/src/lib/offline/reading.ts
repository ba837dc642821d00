/** A record read again and played by the referee, card by card: nothing in it is taken on trust. */

import type { CardCommand, Happening, Intent, SignalKind } from '../../wire';
import type { Details } from '../sentence';
import { data } from './data';
import type { Dealt } from './deal';
import { textOfRecord } from './json_record';
import type { Machine } from './machine';
import type { Entry, Play } from './play';
import { NO_RESULT, seatName, TITLE } from './record';
import { Refusal } from './refusal';
import { Troubled } from './requests';
import { agree, gameOf, type Agreed, type Options } from './ruleset';
import { Table } from './table';

/** What a record says. */
export interface Recorded {
  readonly agreed: Agreed;
  readonly dealt: Dealt;
  readonly starter: number;
  readonly names: readonly string[];
  readonly bots: readonly (readonly [seat: number, bot: string])[];
  readonly isByLot: boolean;
  readonly result: string;
  readonly entries: readonly Entry[];
}

const HEADER = /^([a-z_]+(?: [1-9])?): *(.*)$/;
const TURN = /^(\d+)\.\s*(P[1-9]):([^#]*)(?:#.*)?$/;
const SIGNAL = /^-\s*(P[1-9])\s+(withdraw )?(\w+) (\w+)(?: after (\d+))?$/;

function unread(error: string): Troubled {
  return new Troubled('RECORD', 'refusal.RECORD', { error });
}

/** A line that cannot be read: a sentence of the catalogue says which, and what it should be. */
function unreadLine(key: string, line: number, found: string, more: Details = {}): Troubled {
  return new Troubled('RECORD', key, { line, column: 1, found: found.slice(0, 40), ...more });
}

function seatOf(word: string, players: number, line: number): number {
  const seat = Number(/^P([1-9])$/.exec(word)?.[1] ?? 0) - 1;
  if (seat < 0 || seat >= players) {
    const known = Array.from({ length: players }, (_, index) => seatName(index)).join(', ');
    throw unreadLine('refusal.RECORD.one_of', line, word, { known });
  }
  return seat;
}

function pileOf(agreed: Agreed, seat: number, name: string, line: number): number {
  const names = gameOf(agreed).pile_names[seat]!;
  const pile = names.indexOf(name);
  if (pile < 0) throw unreadLine('refusal.RECORD.pile', line, name, { known: names.join(', ') });
  return pile;
}

function optionsOf(game: string, named: (name: string) => string | undefined): Options {
  const found = Object.keys(data.games[game]?.options ?? {}).flatMap((name) => {
    const value = named(name);
    if (value === undefined) return [];
    return [[name, value === 'yes' ? true : value === 'no' ? false : value] as const];
  });
  return Object.fromEntries(found);
}

function agreed(wanted: Parameters<typeof agree>[0]): Agreed {
  try {
    return agree(wanted);
  } catch (error) {
    if (!(error instanceof Troubled)) throw error;
    throw unread(String(error.details['error'] ?? error.code));
  }
}

/** Every card of each deck, once. */
function verifyDecks(agreed: Agreed, decks: readonly (readonly number[])[], line: number): void {
  const { decks: count, lowest, highest } = gameOf(agreed);
  const size = highest - lowest + 1;
  const isWhole = (deck: readonly number[]) =>
    deck.length === size &&
    new Set(deck).size === size &&
    deck.every((card) => card >= lowest && card <= highest);
  if (decks.length !== count || !decks.every(isWhole)) {
    throw unreadLine('refusal.RECORD.deal', line, '');
  }
}

export function readRecord(record: string): Recorded {
  const lines = textOfRecord(record).split(/\r?\n/);
  const title = (lines[0] ?? '').trim();
  if (title !== TITLE) throw unreadLine('refusal.RECORD.title', 1, title, { title: TITLE });
  const headers = new Map<string, string>();
  const lineOf = new Map<string, number>();
  let [at, last] = [1, ''];
  for (; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (TURN.test(line) || line.startsWith('-')) break;
    if (/^\s/.test(line) && last.startsWith('deal')) {
      headers.set(last, `${headers.get(last)} ${line.trim()}`);
      continue;
    }
    const header = HEADER.exec(line.trimEnd());
    if (header === null) {
      throw unreadLine('refusal.RECORD.form', at + 1, line, { example: 'name: value' });
    }
    last = header[1]!;
    lineOf.set(last, at + 1);
    headers.set(last, header[2]!.trim());
  }
  if (headers.has('hand_size')) throw unread('hands of another size are read by a server only');
  for (const name of ['game', 'players', 'starter', 'names']) {
    if (!headers.has(name)) throw new Troubled('RECORD', 'refusal.RECORD.missing', { name });
  }
  const game = headers.get('game')!;
  const players = Number(headers.get('players'));
  const starter = seatOf(headers.get('starter')!, players, lineOf.get('starter')!);
  const found = agreed({
    game,
    players,
    options: optionsOf(game, (name) => headers.get(name)),
    layout: headers.get('layout') ?? '',
    starter,
  });
  const decks = [...headers]
    .filter(([name]) => name.startsWith('deal'))
    .map(([, cards]) => cards.split(/\s+/).map(Number));
  verifyDecks(found, decks, lineOf.get('deal') ?? lineOf.get('deal 1') ?? 1);
  const bots = (headers.get('bots') ?? '').split(/\s+/).filter(Boolean);
  return {
    agreed: found,
    dealt: { decks, salt: headers.get('salt') ?? '', date: headers.get('date') ?? '' },
    starter,
    names: (headers.get('names') ?? '').split('|').map((name) => name.trim()),
    bots: bots.map((word) => {
      const [seat, ...bot] = word.split('=');
      return [seatOf(seat!, players, lineOf.get('bots')!), bot.join('=')] as const;
    }),
    isByLot: headers.get('drawn_by') === 'lot',
    result: headers.get('result') ?? NO_RESULT,
    entries: lines
      .slice(at)
      .flatMap((line, index) => readEntry(found, line.trimEnd(), at + index + 1)),
  };
}

function readEntry(agreed: Agreed, line: string, at: number): Entry[] {
  if (line.trim() === '') return [];
  if (line.startsWith('#')) return [{ type: 'remark', text: line.slice(1).trim() }];
  const signal = SIGNAL.exec(line);
  if (signal !== null) {
    const [, who, withdraw, kind, name, after] = signal;
    const seat = seatOf(who!, agreed.players, at);
    const subject = kind === 'holds' ? name! : pileOf(agreed, seat, name!, at);
    const told = { kind: kind as SignalKind, subject, withdrawn: withdraw !== undefined };
    return [{ type: 'signal', seat, ...told, after: Number(after ?? 0) }];
  }
  const turn = TURN.exec(line);
  if (turn === null) {
    throw unreadLine('refusal.RECORD.form', at, line, { example: '1. P1: 35>A1 …' });
  }
  const seat = seatOf(turn[2]!, agreed.players, at);
  const words = turn[3]!.split(/\s+/).filter(Boolean);
  const laid = words
    .filter((word) => word !== 'concede' && word !== '...')
    .map((word) => {
      const [card, pile] = word.split('>');
      return { card: Number(card), pile: pileOf(agreed, seat, pile ?? '', at) };
    });
  const [conceded, open] = [words.includes('concede'), words.includes('...')];
  return [{ type: 'turn', seat, laid, conceded, open }];
}

/** A step of a game that is walked through. */
export interface WalkedStep {
  readonly happenings: readonly Happening[];
  /** The turn that has just been played, given up, or left open. */
  readonly turn: Extract<Entry, { type: 'turn' }> | null;
}

/** Play a record from its deal, and look at each step; what breaks a rule is trouble. */
export function walk(
  machine: Machine,
  recorded: Recorded,
  look: (play: Play, step: WalkedStep, table: Table) => void,
): Table {
  const { agreed, names } = recorded;
  const settings = { ...data.catalogue.settings.usual, memory: true };
  const table = new Table('', machine, agreed, { agreed, settings, name: names[0]!, bots: [] });
  names.forEach((name, seat) => table.takeSeat(seat, name, ''));
  const show = (happenings: readonly Happening[], turn: WalkedStep['turn'] = null) => {
    if (happenings.length > 0 || turn !== null) look(table.play!, { happenings, turn }, table);
  };
  const step = (seat: number, command: Intent): Happening[] => {
    try {
      return table.decide(seat, command, false);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const turn = (table.play?.referee.turns ?? 0) + 1;
      const { code } = error;
      const rule = gameOf(agreed).rules[code] ?? '';
      if (rule === '') throw unread(`turn ${turn} breaks a rule: ${code}`);
      throw new Troubled('RECORD', 'refusal.RECORD.rule', { turn, code, rule });
    }
  };
  show(table.decide(0, { type: 'start_game' }, false, recorded.dealt));
  let pending: Extract<Entry, { type: 'signal' }>[] = [];
  const signal = ({ seat, kind, subject, withdrawn }: (typeof pending)[number]) => {
    const command: Intent = withdrawn
      ? { type: 'withdraw_signals', subject }
      : { type: 'give_signal', kind, subject: subject as CardCommand };
    show(step(seat, command));
  };
  for (const entry of recorded.entries) {
    if (entry.type === 'remark') {
      const who = /^P([1-9]) took a hint$/.exec(entry.text)?.[1];
      if (who !== undefined) show([{ type: 'hint_taken', seat: Number(who) - 1 }]);
    } else if (entry.type === 'signal') {
      if (entry.after === 0) signal(entry);
      else pending.push(entry);
    } else {
      const play = table.play!;
      const turns = play.referee.turns;
      const isOpen = () => play.referee.phase === 'playing' && play.referee.turns === turns;
      const { seat, laid } = entry;
      laid.forEach(({ card, pile }, at) => {
        const told = step(seat, { type: 'place', card, pile });
        show(told, isOpen() ? null : entry);
        for (const each of pending.filter(({ after }) => after === at + 1)) signal(each);
      });
      pending = [];
      if (entry.conceded) {
        play.concede(seat);
        show([{ type: 'game_ended', outcome: play.referee.outcome! }], entry);
      } else if (isOpen()) {
        show(entry.open ? [] : step(seat, { type: 'end_turn' }), entry);
      }
    }
  }
  return table;
}
