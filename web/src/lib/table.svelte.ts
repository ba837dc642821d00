/** A table as this screen knows it: the last view, who is there, what happened. */

import {
  Connection,
  tableSocket,
  type Line,
  type Listener,
  type Snapshot,
  type Status,
} from './connection';
import { afterwards, SOON } from './afterwards';
import { seatName } from './names';
import { isOwnCode } from './offline/codes';
import { engine } from './offline/engine';
import { DeviceLine } from './offline/line';
import { preferences } from './preferences.svelte';
import { keepUnchanged } from './unchanged';
import type { Bye, Do, Happening, Hint, Intent, Own, Presence, Refused, TableView } from '../wire';

export interface LogEntry {
  readonly number: number;
  readonly happening: Happening;
  /** The table right after it, for the names of those times. */
  readonly table: TableView;
}

export interface News {
  readonly happenings: readonly Happening[];
  readonly table: TableView;
  readonly own: Own | null;
  /** Cards that came into the own hand with it. */
  readonly drawn: readonly number[];
  /** False for what is only caught up on: it is told, not celebrated. */
  readonly fresh: boolean;
}

/** A table as it is put in words. */
export interface Words {
  /** The number of the last event in it. */
  readonly seq: number;
  readonly you: number | null;
  readonly table: TableView | null;
  readonly own: Own | null;
}

const LONGEST_LOG = 300;

/** The line to a table of the server's, or of this device's. */
export function lineTo(code: string, token: string): (listener: Listener) => Line {
  if (isOwnCode(code))
    return (listener) => new DeviceLine(engine, code, listener, () => preferences.face);
  return (listener) =>
    new Connection(
      () => tableSocket(code),
      token,
      listener,
      () => preferences.face,
      () => document.visibilityState === 'visible',
    );
}

export class TableStore {
  status = $state<Status>('connecting');
  /** The number of the last event we know of; all of it is shown when the words have it, too. */
  seq = $state(0);
  you = $state<number | null>(null);
  table = $state.raw<TableView | null>(null);
  own = $state.raw<Own | null>(null);
  /** The same for labels, a moment after it is shown: no frame has to do both. */
  words = $state.raw<Words>({ seq: 0, you: null, table: null, own: null });
  presence = $state.raw<Presence | null>(null);
  log = $state.raw<readonly LogEntry[]>([]);
  refusal = $state.raw<Refused | null>(null);
  farewell = $state.raw<Bye | null>(null);
  /** What we asked for while the line is down. */
  waiting = $state.raw<readonly Do[]>([]);
  /** What was taken back before it went out, by its id. */
  withdrawn = $state.raw<ReadonlySet<string>>(new Set());
  /** When the time for the turn is up, by this browser's clock. */
  deadline = $state<number | null>(null);
  /** Own cards that lie on a pile already; the hand closes after them in a frame or two. */
  leaving = $state.raw<readonly number[]>([]);
  /** Cards drawn with the end of the last own turn, to be marked. */
  drawn = $state.raw<readonly number[]>([]);

  readonly seat = $derived(this.you === null ? null : (this.table?.seats[this.you] ?? null));
  readonly isHost = $derived(this.you !== null && this.table?.host === this.you);
  readonly play = $derived(this.table?.play ?? null);
  readonly isMyTurn = $derived(isTurnOf(this.table, this.you));

  /** Hears the answer to a question for a hint. */
  onhint: ((hint: Hint) => void) | null = null;

  #line: Line;
  #listeners = new Set<(news: News) => void>();
  #entries = 0;
  /** What is left to do until the last view is shown; done at once when the next one comes. */
  #steps: (() => void)[] = [];

  constructor(
    readonly code: string,
    connect: (listener: Listener) => Line,
  ) {
    this.#line = connect({
      status: (status) => (this.status = status),
      snapshot: (message) => this.#take(message),
      presence: (message) => (this.presence = message),
      refused: (message) => (this.refusal = message),
      hint: (message) => this.onhint?.(message),
      bye: (message) => (this.farewell = message),
      waiting: (commands) => (this.waiting = commands),
    });
  }

  start(): () => void {
    const hurry = () => {
      if (document.visibilityState === 'visible') this.#line.hurry();
    };
    const offline = () => this.#line.offline();
    addEventListener('online', hurry);
    addEventListener('offline', offline);
    document.addEventListener('visibilitychange', hurry);
    this.#line.start();
    return () => {
      removeEventListener('online', hurry);
      removeEventListener('offline', offline);
      document.removeEventListener('visibilitychange', hurry);
      this.#line.stop();
    };
  }

  /** Ask for something; the id is in the answer. */
  do(command: Intent): string {
    this.refusal = null;
    return this.#line.do(command);
  }

  /** Take back what waits for the line. */
  withdraw(id: string): void {
    this.withdrawn = new Set([...this.withdrawn, id]);
    this.#line.withdraw(id);
  }

  /** Try at once what has failed. */
  tryAgain(): void {
    this.#line.hurry();
  }

  /** Go on here with what is open in another tab. */
  takeOver(): void {
    this.#line.takeOver?.();
  }

  /** Hear of everything that happens, after the table shows it. */
  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  nameOf(seat: number): string {
    return seatName(this.table?.seats[seat], seat);
  }

  /**
   * A card that was laid is seen first, a frame or two later the hand closes, and then is shown what
   * follows from it; after the own turn the cards that were drawn come last. At a quarter of the
   * speed no frame has time for all of it.
   */
  #take(message: Snapshot): void {
    for (const step of this.#steps.splice(0)) step();
    const before = this.own?.hand;
    const isFirst = this.table === null;
    if (message.type !== 'update') this.you = message.you;
    else if (this.you !== null && message.table.seats[this.you] === null) this.you = null;
    const { seq, happenings } = message;
    this.seq = seq;
    const table = keepUnchanged(this.table, message.table);
    const own = keepUnchanged(this.own, message.own);
    const deadline = message.remaining_ms === null ? null : Date.now() + message.remaining_ms;
    const drawn = newCards(before, message);
    const isLaid = happenings.some((each) => each.type === 'card_placed');
    const isEnded = happenings.some((each) => each.type === 'turn_ended');
    const showHand = () => {
      this.own = withHand(this.own, own);
      this.leaving = [];
    };
    const showRest = () => {
      this.table = table;
      this.own = own;
      this.deadline = deadline;
      if (isLaid || isEnded) this.drawn = drawn;
    };
    const isNews = !isFirst && message.type === 'update';
    if (isNews && isLaid) {
      this.table = withCards(this.table!, table);
      this.leaving = (before ?? []).filter((card) => !own?.hand.includes(card));
      this.#steps = before === own?.hand ? [showRest] : [showHand, showRest];
    } else if (isNews && isEnded && before !== own?.hand && !isTurnOf(table, this.you)) {
      this.table = table;
      this.#steps = [showRest];
    } else showRest();
    // Every other time: between the hand and the rest the piles stop waiting for the card.
    const steps = this.#steps;
    [...steps].forEach((_, at) => afterwards(() => steps.shift()?.(), (1 + 2 * at) * SOON));
    const words = { seq, you: this.you, table, own };
    const putInWords = () => {
      this.words = words;
      this.#note(happenings, table);
    };
    if (isFirst) putInWords();
    else afterwards(putInWords);
    const news = { happenings, table, own, drawn, fresh: isNews };
    for (const listener of this.#listeners) listener(news);
  }

  #note(happenings: readonly Happening[], table: TableView): void {
    if (happenings.length === 0) return;
    const added = happenings.map((happening) => ({ number: this.#entries++, happening, table }));
    this.log = [...this.log, ...added].slice(-LONGEST_LOG);
  }
}

/** The table before, with the cards of the one after. */
function withCards(before: TableView, after: TableView): TableView {
  if (before.play === null || after.play === null) return after;
  return { ...before, play: { ...before.play, piles: after.play.piles } };
}

function withHand(before: Own | null, after: Own | null): Own | null {
  return before === null || after === null ? after : { ...before, hand: after.hand };
}

export function isTurnOf(table: TableView | null, seat: number | null): boolean {
  return table?.stage === 'playing' && seat !== null && table.play?.to_move === seat;
}

function newCards(before: readonly number[] | undefined, { own, happenings }: Snapshot): number[] {
  if (before === undefined || own === null) return [];
  if (!happenings.some((each) => each.type === 'turn_ended')) return [];
  return own.hand.filter((card) => !before.includes(card));
}
