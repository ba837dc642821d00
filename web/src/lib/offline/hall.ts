/** The tables of this device: opened, read again after the page was closed, and put away. */

import type { NewAgain, Settings } from '../../wire';
import type { GameKey } from '../shelf';
import { knowsBot } from './bots';
import { newCode } from './chance';
import { data } from './data';
import { LiveTable, type Surroundings } from './live_table';
import type { Listed } from './log';
import type { Machine } from './machine';
import { dailyBots, dailyDeal } from './open_daily';
import { readRecord } from './reading';
import { Refusal } from './refusal';
import { Troubled } from './requests';
import { agree, type Wanted } from './ruleset';
import type { Opening } from './table';
import { verifyName } from './use_cases';

export interface WantedTable extends Wanted {
  readonly name: string;
  readonly settings?: Partial<Settings>;
  readonly bots?: readonly string[];
  /** Deal at once, if no seat is free. */
  readonly start?: boolean;
}

export interface NewOpenDaily {
  readonly date: string;
  readonly game: string;
  readonly players: number;
  readonly name: string;
}

export class Hall {
  readonly #awake = new Map<string, LiveTable>();
  /** Tables that are being read: whoever asks meanwhile gets the same one. */
  readonly #waking = new Map<string, Promise<LiveTable>>();

  constructor(
    private readonly machine: Machine,
    private readonly around: Surroundings,
  ) {}

  async open(wanted: WantedTable): Promise<string> {
    const opening = this.#opening(wanted);
    const code = newCode();
    const live = await this.#begin(code, opening);
    if (wanted.start === true) live.do('', { type: 'start_game' }, live.table.seq);
    return code;
  }

  /** Open a table for learning, with prepared cards. */
  async openLesson(game: string, name: string, botName: string): Promise<string> {
    const lesson = data.lessons[game];
    if (lesson === undefined) throw new Troubled('RULES', 'refusal.RULES', { field: 'game' });
    const { players, starter, decks, bots, pace } = lesson;
    const opening = this.#opening({ game, players, starter, name, bots });
    const settings = { ...opening.settings, spectators: false, pace };
    const code = newCode();
    const botNames = bots.map(() => verifyName(null, botName));
    const live = await this.#begin(code, { ...opening, settings, decks, botNames });
    live.do('', { type: 'start_game' }, live.table.seq);
    return code;
  }

  /** Open a table with a deal of the day. */
  async openDaily({ date, game, players, name }: NewOpenDaily): Promise<string> {
    const { decks, salt } = dailyDeal(date, game, players);
    const { settings } = data.daily;
    const opening = this.#opening({ game, players, name, settings, bots: dailyBots(players) });
    const code = newCode();
    const live = await this.#begin(code, { ...opening, decks, salt });
    live.do('', { type: 'start_game' }, live.table.seq);
    return code;
  }

  /** Open a table with the cards of a record, for one person and bots; no hash is published. */
  async openAgain({ record, name, seat = 0 }: NewAgain): Promise<string> {
    const { agreed, dealt, bots: given } = readRecord(record);
    if (seat >= agreed.players) {
      throw new Troubled('NO_SEAT', 'refusal.NO_SEAT', { seat: seat + 1, seats: agreed.players });
    }
    const others = Array.from({ length: agreed.players }, (_, at) => at).filter(
      (at) => at !== seat,
    );
    const bots = others.map((at) => {
      const bot = given.find(([each]) => each === at)?.[1] ?? '';
      return knowsBot(bot) ? bot : data.catalogue.usual_bot;
    });
    const { decks } = dealt;
    const code = newCode();
    const opening = this.#opening({ ...agreed, name, bots });
    const live = await this.#begin(code, { ...opening, seat, decks });
    live.do('', { type: 'start_game' }, live.table.seq);
    return code;
  }

  #opening(wanted: WantedTable): Opening {
    return {
      agreed: agree(wanted),
      settings: { ...data.catalogue.settings.usual, ...wanted.settings },
      name: refusable(() => verifyName(null, wanted.name)),
      bots: wanted.bots ?? [],
    };
  }

  async #begin(code: string, opening: Opening): Promise<LiveTable> {
    const live = refusable(() => new LiveTable(this.machine, code, opening, this.around));
    this.#awake.set(code, live);
    await this.around.log.open(code, opening, Date.now()).catch(this.around.unkept);
    return live;
  }

  /** The table of a code, from memory or from what was kept; trouble if there is none. */
  async find(code: string): Promise<LiveTable> {
    return this.#awake.get(code) ?? this.#wakeOnce(code);
  }

  /** The same, read anew if another tab has played on since. */
  async findAnew(code: string): Promise<LiveTable> {
    const awake = this.#awake.get(code);
    if (awake !== undefined) {
      const kept = await this.around.log.read(code).catch(() => null);
      if (kept === null || kept.steps.length <= awake.steps) return awake;
      await awake.leave();
      this.#awake.delete(code);
    }
    return this.#wakeOnce(code);
  }

  #wakeOnce(code: string): Promise<LiveTable> {
    const waking = this.#waking.get(code) ?? this.#wake(code);
    this.#waking.set(code, waking);
    return waking.finally(() => this.#waking.delete(code));
  }

  async #wake(code: string): Promise<LiveTable> {
    // A log that cannot be read now may still have the table: it is not gone.
    const kept = await this.around.log.read(code).catch(() => {
      throw new Troubled('UNREAD', 'web.offline.unread');
    });
    if (kept === null) throw new Troubled('NO_TABLE', 'refusal.NO_TABLE', { code });
    try {
      const live = new LiveTable(this.machine, code, kept.opening, this.around);
      live.replay(kept.steps);
      this.#awake.set(code, live);
      return live;
    } catch (error) {
      console.error(error);
      throw new Troubled('TABLE_DAMAGED', 'web.offline.damaged', { code });
    }
  }

  list(): Promise<Listed[]> {
    return this.around.log.list().catch(() => []);
  }

  /** Whether a table's game is over and found among `kept`; one without a hash is kept nowhere. */
  async isDone(code: string, kept: readonly GameKey[]): Promise<boolean> {
    const found = await this.findAnew(code).catch(() => null);
    const { stage, play } = found?.table ?? { stage: '', play: null };
    if (stage !== 'over' || play === null) return false;
    const isKept = kept.some((each) => each.code === code && each.number === play.number);
    return isKept || play.commitment === '';
  }

  /** Remove a table that is damaged; whether it was. One that cannot be read now is left alone. */
  async removeDamaged(code: string): Promise<boolean> {
    const isDamaged = await this.findAnew(code).then(
      () => false,
      (error: unknown) => error instanceof Troubled && error.code === 'TABLE_DAMAGED',
    );
    if (isDamaged) await this.remove(code);
    return isDamaged;
  }

  async remove(code: string): Promise<void> {
    await this.#awake.get(code)?.leave();
    this.#awake.delete(code);
    await this.around.log.remove(code).catch(() => undefined);
  }
}

/** A refusal while a table is opened is told as trouble. */
function refusable<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Troubled(error.code, `refusal.${error.code}`, error.details);
  }
}
