/**
 * A table on this device: who sits there, the game, and the order of things. A command is judged
 * and carried out whole, or refused and nothing has changed. Rules of the game are the referee's.
 */

import type { Happening, Intent, RulesView, Settings, Stage } from '../../wire';
import { knowsBot } from './bots';
import { data } from './data';
import { drawDeal, today, type Dealt } from './deal';
import type { Machine } from './machine';
import { Play, type Followed } from './play';
import { Refusal } from './refusal';
import { Referee } from './referee';
import { commandsOf, gameOf, showRules, type Agreed } from './ruleset';
import { deciders } from './use_cases';

export interface Seat {
  readonly name: string;
  readonly kind: 'person' | 'bot';
  readonly bot: string;
  readonly ready: boolean;
  readonly away: boolean;
  readonly stand_in: string;
}

/** What only the table's own driver may ask for. */
export type Chore =
  | { readonly type: 'time_up'; readonly game: number; readonly turn: number }
  | { readonly type: 'note_stumble' };

export type TableCommand = Intent | Chore;

/** How a table begins. */
export interface Opening {
  readonly agreed: Agreed;
  readonly settings: Settings;
  readonly name: string;
  readonly bots: readonly string[];
  /** Names for the bots, if not their own. */
  readonly botNames?: readonly string[];
  /** The seat of the person; the first if not given. */
  readonly seat?: number;
  /** Cards in a prepared order, for the first game; with a salt, their hash is published. */
  readonly decks?: readonly (readonly number[])[];
  readonly salt?: string;
}

/** The commands that make sense only in the position they were meant for. */
const OF_A_POSITION: ReadonlySet<string> = new Set([
  'ask_hint',
  'choose_starter',
  'concede',
  'end_turn',
  'offer_start',
  'place',
  'play_turn',
  'rematch',
  'take_back',
]);
/** After one of these, a command meant for the position before is stale. */
const NEW_POSITION: ReadonlySet<string> = new Set([
  'card_placed',
  'card_taken_back',
  'game_dealt',
  'game_started',
  'time_ran_out',
  'turn_ended',
  'game_ended',
]);

export class Table {
  seats: (Seat | null)[];
  settings: Settings;
  host: number | null;
  play: Play | null = null;
  rematching: readonly number[] = [];
  /** The number of what has happened so far. */
  seq = 0;
  /** The number of what last changed the position. */
  positionSeq = 0;
  /** The deal that the command just carried out has drawn, to be kept with it. */
  drawn: Dealt | null = null;
  readonly rulesView: RulesView;
  /** What happened in the command that is being carried out. */
  #told: Happening[] = [];
  /** The deal to use instead of a new one, when a table is read again. */
  #given: Dealt | null = null;
  readonly #prepared: Dealt | null;

  constructor(
    readonly code: string,
    readonly machine: Machine,
    readonly agreed: Agreed,
    opening: Opening,
  ) {
    this.settings = opening.settings;
    this.seats = Array.from({ length: agreed.players }, () => null);
    this.rulesView = showRules(agreed, new Referee(machine, agreed).handSize);
    const { decks, salt = '', seat = 0 } = opening;
    this.#prepared = decks === undefined ? null : { decks, salt, date: salt && today() };
    this.host = seat;
    this.seats[seat] = seated(opening.name, '');
  }

  get stage(): Stage {
    if (this.play === null) return 'gathering';
    const { phase } = this.play.referee;
    return phase === 'starting' ? 'dealt' : phase;
  }

  get isSeating(): boolean {
    return this.stage === 'gathering' || this.stage === 'over';
  }

  get isTeam(): boolean {
    return gameOf(this.agreed).team;
  }

  /** The seats of people, who have to agree. */
  get people(): number[] {
    return [...this.seats.keys()].filter((seat) => this.seats[seat]?.kind === 'person');
  }

  /** The bot to move; null if a person is. */
  get botToMove(): string | null {
    if (this.stage !== 'playing' || this.play === null) return null;
    const seat = this.seats[this.play.referee.seat];
    if (seat?.kind === 'bot') return seat.bot;
    return this.play.helped ? data.catalogue.light_bot : null;
  }

  /** Whether a command was meant for a position that is gone. */
  isLate(command: TableCommand, seen: number): boolean {
    return OF_A_POSITION.has(command.type) && seen < this.positionSeq;
  }

  /**
   * Carry out a command for a seat; what happened. `given` is the deal that it drew when it was
   * first carried out.
   */
  decide(
    seat: number,
    command: TableCommand,
    byDriver: boolean,
    given: Dealt | null = null,
  ): Happening[] {
    this.#told = [];
    this.#given = given;
    this.drawn = null;
    const decide = deciders[command.type] as
      ((table: Table, seat: number, command: TableCommand, byDriver: boolean) => void) | undefined;
    if (decide === undefined) throw new Refusal('NO_GAME');
    decide(this, seat, command, byDriver);
    return this.#told;
  }

  /** Note that something happened. */
  tell(happening: Happening): void {
    this.seq += 1;
    if (NEW_POSITION.has(happening.type)) this.positionSeq = this.seq;
    this.#told.push(happening);
  }

  /** Tell what followed from a card or from the end of a turn. */
  tellFollowed({ closed, isOver }: Followed): void {
    const { referee } = this.play!;
    if (closed !== null) {
      const { seat, laid, drawn } = closed;
      this.tell({ type: 'turn_ended', seat, laid: laid.length, drawn, next: referee.seat });
    }
    if (isOver) this.tell({ type: 'game_ended', outcome: referee.outcome! });
  }

  /** Put a new game on the table. */
  deal(): void {
    const prepared = this.play === null ? this.#prepared : null;
    const drawn = this.#given ?? prepared ?? drawDeal(this.agreed);
    this.drawn = drawn;
    const seats = this.seats.map((seat) => seat!);
    const bots = seats.flatMap(({ kind, bot }, at) => (kind === 'bot' ? [[at, bot] as const] : []));
    const number = (this.play?.number ?? 0) + 1;
    const names = seats.map(({ name }) => name);
    this.play = new Play(number, new Referee(this.machine, this.agreed), drawn, names, bots);
    this.rematching = [];
    this.tell({ type: 'game_dealt', number, commitment: this.play.commitment });
  }

  /** Let a seat have the first turn; `isByLot`: it was drawn. */
  begin(seat: number, isByLot: boolean): void {
    const play = this.play!;
    play.start(seat, isByLot);
    this.tell({ type: 'game_started', seat });
    if (play.referee.phase === 'over') {
      this.tell({ type: 'game_ended', outcome: play.referee.outcome! });
    }
  }

  takeSeat(seat: number, name: string, bot: string): void {
    this.seats = this.seats.with(seat, seated(name, bot));
    this.tell({ type: 'seat_taken', seat, name, kind: bot === '' ? 'person' : 'bot', bot });
  }

  /** The command on a card, if it carries one. */
  commandOf(card: number) {
    return commandsOf(this.agreed.layout).get(card) ?? null;
  }
}

function seated(name: string, bot: string): Seat {
  const kind = bot === '' ? 'person' : 'bot';
  return { name, kind, bot, ready: kind === 'bot', away: false, stand_in: '' };
}

/** Open a table, seat the bots, and deal if it is full; what happened. */
export function openTable(machine: Machine, code: string, opening: Opening): Table {
  const table = new Table(code, machine, opening.agreed, opening);
  opening.bots.forEach((bot, at) => {
    if (!knowsBot(bot)) throw new Refusal('NO_BOT', { bot });
    const command = { type: 'seat_bot' as const, bot, name: opening.botNames?.[at] ?? '' };
    table.decide(opening.seat ?? 0, command, false);
  });
  return table;
}
