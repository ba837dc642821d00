/**
 * A table somebody looks at: commands are carried out and kept, bots play at the pace that was
 * chosen, and everything that happens is told in the messages that a server would send.
 */

import type {
  Done,
  Happening,
  Hint,
  HintedTurn,
  Intent,
  Placed,
  Presence,
  Refused,
  Resync,
  Update,
  Welcome,
} from '../../wire';
import { advise } from './advice';
import { chooseTurn, signalsOf } from './bots';
import { data } from './data';
import { eagernessOf } from './eagerness';
import type { Log, LoggedCommand } from './log';
import type { Machine } from './machine';
import { Refusal } from './refusal';
import { gameOf, networksOf } from './ruleset';
import { openTable, type TableCommand, type Opening, type Table } from './table';
import { showOwn, showTable } from './views';

const HINT_MS = 1500;
/** What may be needed later is fetched when the cards are on the screen. */
const SOON = 1000;
/** How much of what happened somebody is told who comes back. */
const TOLD_AGAIN = 60;

export type Message = Hint | Presence | Update;

/** What a live table needs from around it; tests bring their own. */
export interface Surroundings {
  readonly log: Log;
  readonly tell: (code: string, message: Message) => void;
  /** The log failed: the game goes on, and is not kept. */
  readonly unkept: () => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** Whether to fetch what may never be needed: not where data are dear. */
  readonly mayFetch: () => boolean;
}

class MovedOn extends Error {}

export class LiveTable {
  readonly table: Table;
  /** The seat of the person. */
  readonly you: number;
  #steps = 0;
  /** Commands are kept in order: once the last one is, all are. */
  #kept: Promise<void> = Promise.resolve();
  #happenings: Happening[] = [];
  #face = '';
  #isWatched = false;
  #isPlaying = false;
  #thinking: number | null = null;
  #spoken = '';
  /** The number of the game at which the bots have said how gladly they would start. */
  #offered = 0;
  #asked = '';
  #known: { readonly moment: string; readonly turns: readonly HintedTurn[] } | null = null;
  #clocked = '';
  #deadline: number | null = null;
  #alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly machine: Machine,
    readonly code: string,
    opening: Opening,
    private readonly around: Surroundings,
  ) {
    this.table = openTable(machine, code, opening);
    this.you = opening.seat ?? 0;
  }

  /** Do again what was done before; nothing is told and nothing kept. */
  replay(steps: readonly LoggedCommand[]): void {
    for (const { seat, command, byDriver, dealt } of steps) {
      this.#note(this.table.decide(seat, command, byDriver, dealt));
      this.#steps += 1;
    }
  }

  // Somebody looks ------------------------------------------------------------------------------

  enter(seen: number, face: string): Welcome {
    this.#face = face;
    this.#isWatched = true;
    this.#setClock();
    setTimeout(() => {
      this.#tellPresence();
      this.#goOn();
    });
    setTimeout(() => this.#foresee(), SOON);
    return { type: 'welcome', ...this.#snapshot(seen), version: '' };
  }

  /** Fetch what a hint will need, so that the first one comes as soon as the next. */
  #foresee(): void {
    if (!this.#isWatched || !this.around.mayFetch()) return;
    this.machine.search(networksOf(this.table.agreed)).catch(() => undefined); // then it is tried
  }

  /** Nobody looks any more; resolves when all that was done is kept, or cannot be. */
  leave(): Promise<void> {
    this.#isWatched = false;
    clearTimeout(this.#alarm);
    this.#clocked = '';
    return this.#kept;
  }

  /** How many commands were carried out. */
  get steps(): number {
    return this.#steps;
  }

  #snapshot(seen: number) {
    const missed = this.table.seq - seen;
    return {
      seq: this.table.seq,
      you: this.you,
      table: showTable(this.table),
      own: showOwn(this.table, this.you),
      happenings: seen === 0 ? this.#happenings : this.#happenings.slice(-missed || Infinity),
      complete: missed <= this.#happenings.length,
      remaining_ms: this.#remaining,
    };
  }

  // Commands ------------------------------------------------------------------------------------

  /** Carry out a command of the person's. */
  do(id: string, command: Intent, seen: number): Done | Refused | Resync {
    if (this.table.isLate(command, seen)) return { type: 'resync', id, ...this.#snapshot(seen) };
    try {
      this.#act(this.you, command, false);
    } catch (error) {
      if (error instanceof Refusal) return this.#refused(id, error);
      throw error;
    }
    if (command.type === 'ask_hint') void this.#hint();
    return { type: 'done', id, seq: this.table.seq };
  }

  #refused(id: string, { code, details, variant }: Refusal): Refused {
    const rule = gameOf(this.table.agreed).rules[code] ?? '';
    return { type: 'refused', id, code, key: `refusal.${code}${variant}`, details, rule };
  }

  #act(seat: number, command: TableCommand, byDriver: boolean): void {
    const happenings = this.table.decide(seat, command, byDriver);
    if (happenings.length === 0) return;
    const step: LoggedCommand = { seat, command, byDriver, dealt: this.table.drawn };
    this.#kept = this.around.log.append(this.code, this.#steps, step).catch(this.around.unkept);
    this.#steps += 1;
    this.#note(happenings);
    this.#setClock();
    this.around.tell(this.code, {
      type: 'update',
      seq: this.table.seq,
      happenings,
      table: showTable(this.table),
      own: showOwn(this.table, this.you),
      remaining_ms: this.#remaining,
    });
    this.#goOn();
  }

  #note(happenings: readonly Happening[]): void {
    this.#happenings = [...this.#happenings, ...happenings].slice(-TOLD_AGAIN);
  }

  // Bots ----------------------------------------------------------------------------------------

  /** Let bots speak and play, if somebody is there to see it. */
  #goOn(): void {
    if (!this.#isWatched) return;
    this.#offerStart();
    this.#speak();
    if (this.#isPlaying || this.table.botToMove === null) return;
    this.#isPlaying = true;
    void this.#play()
      .catch((error: unknown) => {
        if (!(error instanceof MovedOn)) console.error(error);
      })
      .finally(() => {
        this.#isPlaying = false;
      });
  }

  async #play(): Promise<void> {
    while (this.#isWatched && this.table.botToMove !== null) await this.#playTurn();
  }

  async #playTurn(): Promise<void> {
    const { table } = this;
    const play = table.play!;
    const seat = play.referee.seat;
    const turn = this.#turn;
    const still = () => {
      if (!this.#isWatched || this.#turn !== turn || table.botToMove === null) throw new MovedOn();
    };
    this.#think(seat);
    await this.around.wait(0); // the page is told first
    let placements: Placed[];
    try {
      placements = await chooseTurn(play, table.botToMove!);
    } catch (error) {
      console.error(error);
      still();
      this.#act(seat, { type: 'note_stumble' }, true);
      placements = await chooseTurn(play, data.catalogue.light_bot);
    } finally {
      this.#think(null);
    }
    still();
    const { pace } = table.settings;
    if (pace === 0) {
      const turns = placements.map(({ card, pile }) => [card, pile] as const);
      this.#act(seat, { type: 'play_turn', placements: turns }, true);
      return;
    }
    for (const { card, pile } of placements) {
      await this.around.wait(pace);
      still();
      this.#act(seat, { type: 'place', card, pile }, true);
    }
    await this.around.wait(pace);
    if (this.#turn !== turn || table.stage !== 'playing') return; // the last card closed it
    still();
    this.#act(seat, { type: 'end_turn' }, true);
  }

  get #turn(): string {
    const { play } = this.table;
    return play === null ? '' : `${play.number} ${play.referee.turns}`;
  }

  /** Bots say how gladly they would start, once they have seen their cards. */
  #offerStart(): void {
    const { table } = this;
    const { play } = table;
    if (play === null || table.stage !== 'dealt' || this.#offered === play.number) return;
    this.#offered = play.number;
    table.seats.forEach((holder, seat) => {
      if (holder?.kind !== 'bot' || play.offers.some((one) => one.seat === seat)) return;
      this.#act(seat, { type: 'offer_start', eagerness: eagernessOf(play, seat) }, true);
    });
  }

  /** Bots signal before the first card of a turn: cards laid before a signal stay. */
  #speak(): void {
    const { table } = this;
    const { play } = table;
    if (play === null || table.stage !== 'playing' || table.seats.length === 1) return;
    if (play.laid.length > 0 || this.#spoken === this.#turn || !table.isTeam) return;
    if (play.referee.isSilenced) return;
    this.#spoken = this.#turn;
    table.seats.forEach((holder, seat) => {
      if (holder?.kind !== 'bot' || seat === play.referee.seat) return;
      const wanted = signalsOf(play, seat, holder.bot);
      const standing = play.signals.filter((one) => one.seat === seat);
      const isIn = (list: readonly { kind: string; subject: unknown }[], one: (typeof list)[0]) =>
        list.some((each) => each.kind === one.kind && each.subject === one.subject);
      for (const { subject } of standing.filter((one) => !isIn(wanted, one))) {
        this.#act(seat, { type: 'withdraw_signals', subject }, true);
      }
      for (const given of wanted.filter((one) => !isIn(standing, one))) {
        this.#act(seat, { type: 'give_signal', ...given }, true);
      }
    });
  }

  #think(seat: number | null): void {
    this.#thinking = seat;
    this.#tellPresence();
  }

  #tellPresence(): void {
    const { seats } = this.table;
    this.around.tell(this.code, {
      type: 'presence',
      connected: seats.map((_, seat) => seat === this.you),
      faces: seats.map((_, seat) => (seat === this.you ? this.#face : '')),
      spectators: 0,
      thinking: this.#thinking,
      hurried: false,
      preparing: [],
      prepared: 100,
    });
  }

  // Hints ---------------------------------------------------------------------------------------

  async #hint(): Promise<void> {
    const { play } = this.table;
    if (play === null || this.table.stage !== 'playing') return;
    const { moment } = play;
    if (this.#asked === moment) return;
    this.#asked = moment;
    try {
      const pause = async () => {
        await this.around.wait(0);
        if (this.table.play?.moment !== moment) throw new MovedOn();
      };
      if (this.#known?.moment !== moment) {
        const turns = await advise(play, { ms: HINT_MS, now: this.around.now, pause });
        this.#known = { moment, turns };
      }
      await pause();
      const { turns } = this.#known;
      this.around.tell(this.code, { type: 'hint', seq: this.table.seq, turns });
    } catch (error) {
      if (!(error instanceof MovedOn)) {
        console.error(error);
        // No turns: the hint failed, and may be asked for again.
        this.around.tell(this.code, { type: 'hint', seq: this.table.seq, turns: [] });
      }
    } finally {
      if (this.#asked === moment) this.#asked = '';
    }
  }

  // Time ----------------------------------------------------------------------------------------

  /** Start the clock if another turn has begun, or the time for turns has changed. */
  #setClock(): void {
    const { settings, stage, botToMove, play } = this.table;
    const seconds = settings.turn_seconds;
    const isOn = seconds > 0 && stage === 'playing' && botToMove === null && this.#isWatched;
    const clocked = isOn ? `${this.#turn} ${seconds}` : '';
    if (clocked === this.#clocked) return;
    this.#clocked = clocked;
    clearTimeout(this.#alarm);
    this.#deadline = isOn ? this.around.now() + 1000 * seconds : null;
    if (!isOn || play === null) return;
    const asked: TableCommand = { type: 'time_up', game: play.number, turn: play.referee.turns };
    this.#alarm = setTimeout(() => this.#act(this.you, asked, true), 1000 * seconds);
  }

  get #remaining(): number | null {
    if (this.#deadline === null) return null;
    return Math.max(0, Math.round(this.#deadline - this.around.now()));
  }
}
