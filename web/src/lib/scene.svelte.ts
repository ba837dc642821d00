/** Everything the parts of a table's screen share. */

import { createContext } from 'svelte';
import { afterwards, SOON } from './afterwards';
import { announcer } from './announcer.svelte';
import type { Line, Listener } from './connection';
import { departFrom } from './flights';
import { HintStore } from './hint.svelte';
import { HandStore } from './hand.svelte';
import { buzz, play } from './sounds';
import { games } from './games.svelte';
import { tellOfTurn } from './notices';
import { lasting } from './preferences.svelte';
import { TableStore, type News } from './table.svelte';
import { tellHappening } from './happenings';
import { tellTable } from './tell';
import { list, t } from './texts.svelte';
import type { CardPlaced, Happening, Intent, Placed, Said } from '../wire';

/** How long a bubble stays, in milliseconds. */
const BUBBLE = 8_000;
/** How long the sun rises over a won game before the result is laid over it. */
const DAWN = 2_800;

export interface Celebration {
  readonly number: number;
  readonly by: number;
  /** Who jumped. */
  readonly seat: number;
}

export class TableScene {
  readonly store: TableStore;
  readonly hand: HandStore;
  readonly hint: HintStore;
  /** Jumps to be celebrated, by pile. */
  celebrations = $state.raw<ReadonlyMap<number, Celebration>>(new Map());
  /** What lies under the top card as far as we saw it, while the next one is in the air. */
  under = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** A turn that is shown on the table, in order: what a review found better. */
  shown = $state.raw<readonly Placed[]>([]);
  /** What a lesson asks for, to be marked on the table. */
  wanted = $state.raw<Intent | null>(null);
  /** Somebody shows the game here: there are no other hints. */
  isLesson = $state(false);
  /** One turn is tried on a position: nobody listens, and nobody helps. */
  isPractice = $state(false);
  /** What somebody has just said, by seat. */
  sayings = $state.raw<ReadonlyMap<number, string>>(new Map());
  helpOpen = $state(false);
  menuOpen = $state(false);
  /** The end of the game is shown; closed, the table can be looked at. */
  endOpen = $state(true);
  /** A game was won just now: the sun rises, and what it was worth can wait. */
  isDawning = $state(false);
  /** The talk and the story of the game are open. */
  storyOpen = $state(false);
  /** How much was said that has not been looked at. */
  unread = $state(0);

  /** The wish to leave, by its id. */
  #leaving = $state('');
  #count = 0;
  /** The game whose deal was seen to fly out; a line that comes back deals nothing again. */
  #dealt = 0;

  constructor(code: string, connect: (listener: Listener) => Line) {
    this.store = new TableStore(code, connect);
    this.hand = new HandStore(this.store);
    this.hint = new HintStore(this.store);
    this.store.onhint = (hint) => this.hint.hear(hint);
    this.store.listen((news) => this.#hear(news));
  }

  /** Leave the table: the seat is free when the referee says so, and its key is kept until then. */
  leave(): void {
    this.#leaving = this.store.do({ type: 'leave' });
  }

  /** Somebody leaves, and has not thought better of it while the line was down. */
  get isLeaving(): boolean {
    return this.#leaving !== '' && !this.store.withdrawn.has(this.#leaving);
  }

  get hasHints(): boolean {
    return !this.isLesson && !this.isPractice;
  }

  #hear(news: News): void {
    if (this.store.leaving.length === 0) this.hand.settle();
    else afterwards(() => this.hand.settle(), 2 * SOON); // between the hand and the rest
    games.note(news.table, this.store.you);
    const game = news.table.play?.number ?? 0;
    if (isJustDealt(news) && game !== this.#dealt) {
      this.#dealt = game;
      for (const card of news.own?.hand ?? []) departFrom(card, '[data-deck]');
    }
    if (news.fresh) {
      for (const happening of news.happenings) this.#act(happening);
      for (const card of news.drawn) departFrom(card, '[data-deck]');
    }
    afterwards(() => this.#announce(news));
  }

  /** Let something be seen and heard. */
  #act(happening: Happening): void {
    const mine = 'seat' in happening && happening.seat === this.store.you;
    switch (happening.type) {
      case 'card_placed':
        this.#seeLaid(happening);
        break;
      case 'card_taken_back':
        play('take_back');
        departFrom(happening.card, `[data-pile="${happening.pile}"]`);
        break;
      case 'turn_ended':
        if (happening.next === this.store.you) this.#comeToTurn();
        else if (mine) play('draw');
        break;
      case 'game_started':
        if (mine) this.#comeToTurn();
        break;
      case 'signal_given':
      case 'signal_withdrawn':
        if (!mine) play('signal');
        break;
      case 'said':
        this.#hearSaid(happening);
        break;
      case 'game_ended':
        this.#end(this.#isWon(happening.outcome.winners));
        break;
      case 'bot_stumbled': // the others are told in words alone
      case 'came_back':
      case 'concession_wished':
      case 'game_dealt':
      case 'hint_taken':
      case 'host_named':
      case 'readiness_changed':
      case 'rematch_wished':
      case 'seat_freed':
      case 'seat_taken':
      case 'settings_changed':
      case 'stand_in_agreed':
      case 'stand_in_seated':
      case 'start_offered':
      case 'starter_voted':
      case 'time_ran_out':
      case 'went_away':
        break;
      default:
        happening satisfies never;
    }
  }

  #end(won: boolean): void {
    play(won ? 'won' : 'lost');
    const dawn = won ? lasting(DAWN) : 0;
    if (dawn === 0) return;
    this.isDawning = true;
    setTimeout(() => (this.isDawning = false), dawn);
  }

  /** The result lies over the table. */
  get isEndShown(): boolean {
    return Boolean(this.store.play?.outcome) && this.endOpen && !this.isDawning;
  }

  /** Show what the game was worth. */
  openEnd(): void {
    this.isDawning = false;
    this.endOpen = true;
  }

  #comeToTurn(): void {
    play('turn');
    if (this.store.table!.seats.length > 1) {
      buzz([60]);
      tellOfTurn(this.store.code);
    }
  }

  #seeLaid(laid: CardPlaced): void {
    departFrom(laid.card, `[data-seat="${laid.seat}"]`);
    this.under = new Map(this.under).set(laid.pile, laid.top);
    if (laid.move === 'jump') {
      play('jump', laid.card / this.store.table!.rules.highest);
      buzz([25, 40, 25]);
      const one = { number: this.#count++, by: laid.by, seat: laid.seat };
      afterwards(() => {
        this.celebrations = new Map(this.celebrations).set(laid.pile, one);
      }, SOON);
    } else {
      play('place', laid.card / this.store.table!.rules.highest);
      afterwards(() => this.celebrated(laid.pile), SOON);
    }
  }

  #hearSaid({ seat, text }: Said): void {
    if (seat !== this.store.you) play('signal');
    if (!this.storyOpen) this.unread += 1;
    this.sayings = new Map(this.sayings).set(seat, text);
    setTimeout(() => {
      if (this.sayings.get(seat) !== text) return;
      const left = new Map(this.sayings);
      left.delete(seat);
      this.sayings = left;
    }, BUBBLE);
  }

  /** The number of the jump that anybody has just made. */
  get lastJump(): number | undefined {
    return [...this.celebrations.values()].at(-1)?.number;
  }

  /** The number of the jump that somebody has just made. */
  jumpOf(seat: number): number | undefined {
    return [...this.celebrations.values()].findLast((each) => each.seat === seat)?.number;
  }

  /** The places of cards in the turn that is shown or hinted, from 1; for a card or a pile. */
  placesOf(what: 'card' | 'pile', which: number): number[] {
    if (this.shown.length === 0) return this.hint.placesOf(what, which);
    return this.shown.flatMap((each, at) => (each[what] === which ? [at + 1] : []));
  }

  /** Whether the turn is ours, and no bot plays it for us. */
  get mayAct(): boolean {
    const { store } = this;
    if (!store.isMyTurn || store.seat === null) return false;
    return store.seat.stand_in === '' && store.play?.helped !== true;
  }

  /** A card of ours that waits to be laid on a pile because the line is down. */
  waitingOn(pile: number): number | undefined {
    const found = this.store.waiting.find(
      ({ command }) => command.type === 'place' && command.pile === pile,
    )?.command;
    return found?.type === 'place' ? found.card : undefined;
  }

  #isWon(winners: readonly number[]): boolean {
    return winners.includes(this.store.you ?? 0);
  }

  #announce({ happenings, table, drawn, fresh }: News): void {
    if (!fresh) {
      announcer.say(tellTable(this.store));
      return;
    }
    const told = happenings.map((each) => tellHappening(each, table, this.store.you));
    if (drawn.length > 0) told.push(t('web.hand.drawn', { cards: list(drawn.map(String)) }));
    const isStart = happenings.some((each) => each.type === 'game_started');
    if (isStart && this.store.isMyTurn) told.push(t('web.log.next_you'));
    if (told.length > 0) announcer.say(told.join(' '));
  }

  toggleStory(): void {
    this.storyOpen = !this.storyOpen;
    this.unread = 0;
  }

  celebrated(pile: number): void {
    const left = new Map(this.celebrations);
    left.delete(pile);
    this.celebrations = left;
  }
}

/** Nobody has laid a card yet. */
function isJustDealt({ table, happenings, fresh }: News): boolean {
  const { play } = table;
  if (play === null || play.turns > 0 || play.laid.length > 0) return false;
  return !fresh || happenings.some(({ type }) => type === 'game_dealt');
}

export const [useScene, provideScene] = createContext<TableScene>();
