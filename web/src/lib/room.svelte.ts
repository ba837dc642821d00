/** Everything the parts of a table's screen share. */

import { createContext } from 'svelte';
import { AdviceStore } from './advice.svelte';
import { announcer } from './announcer.svelte';
import { departFrom } from './flights';
import { HandStore } from './hand.svelte';
import { play } from './sounds';
import { noteGame } from './statistics';
import { TableStore, type News } from './table.svelte';
import { tellHappening, tellTable } from './tell';
import { list, t } from './texts.svelte';
import type { Happening, Intent, Laid } from '../wire';

export interface Celebration {
  readonly number: number;
  readonly by: number;
}

export class Room {
  readonly store: TableStore;
  readonly hand: HandStore;
  readonly advice: AdviceStore;
  /** Jumps to be celebrated, by pile. */
  celebrations = $state.raw<ReadonlyMap<number, Celebration>>(new Map());
  /** What lies under the top card as far as we saw it, while the next one is in the air. */
  under = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** What a lesson asks for, to be marked on the table. */
  hint = $state.raw<Intent | null>(null);
  /** Somebody shows the game here: there are no other hints. */
  isLesson = $state(false);
  helpOpen = $state(false);
  menuOpen = $state(false);

  #count = 0;

  constructor(code: string, token: string) {
    this.store = new TableStore(code, token);
    this.hand = new HandStore(this.store);
    this.advice = new AdviceStore(this.store);
    this.store.onhint = (hint) => this.advice.hear(hint);
    this.store.listen((news) => this.#hear(news));
  }

  #hear(news: News): void {
    this.hand.settle();
    noteGame(news.table, this.store.you);
    if (news.fresh) {
      for (const happening of news.happenings) this.#act(happening);
      for (const card of news.drawn) departFrom(card, '[data-deck]');
    }
    this.#announce(news);
  }

  /** Let something be seen and heard. */
  #act(happening: Happening): void {
    const mine = 'seat' in happening && happening.seat === this.store.you;
    switch (happening.type) {
      case 'laid':
        this.#seeLaid(happening);
        break;
      case 'took_back':
        play('take_back');
        departFrom(happening.card, `[data-pile="${happening.pile}"]`);
        break;
      case 'ended':
        if (happening.next === this.store.you) play('turn');
        else if (mine) play('draw');
        break;
      case 'started':
        if (mine) play('turn');
        break;
      case 'signalled':
      case 'said':
        if (!mine) play('signal');
        break;
      case 'over':
        play(this.#isWon(happening.outcome.winners) ? 'won' : 'lost');
        break;
      default:
        break;
    }
  }

  #seeLaid(laid: Laid): void {
    departFrom(laid.card, `[data-seat="${laid.seat}"]`);
    this.under = new Map(this.under).set(laid.pile, laid.top);
    if (laid.move === 'jump') {
      play('jump');
      const one = { number: this.#count++, by: laid.by };
      this.celebrations = new Map(this.celebrations).set(laid.pile, one);
    } else {
      play('place');
    }
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
    const isStart = happenings.some((each) => each.type === 'started');
    if (isStart && this.store.isMyTurn) told.push(t('web.log.next_you'));
    if (told.length > 0) announcer.say(told.join(' '));
  }

  celebrated(pile: number): void {
    const left = new Map(this.celebrations);
    left.delete(pile);
    this.celebrations = left;
  }
}

export const [useRoom, provideRoom] = createContext<Room>();
