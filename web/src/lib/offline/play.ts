/** A game on a table: the referee's state, and what a table remembers besides. */

import type { LastTurn, Offer, Placed, SignalKind, SignalView, Vote } from '../../wire';
import { commitmentOf, type Dealt } from './deal';
import { PILES, type Referee } from './referee';

export type Entry =
  | {
      readonly type: 'turn';
      readonly seat: number;
      readonly laid: readonly Placed[];
      /** Left open when somebody else conceded, or when the record was written. */
      readonly open: boolean;
      readonly conceded: boolean;
    }
  | {
      readonly type: 'signal';
      readonly seat: number;
      readonly kind: SignalKind;
      readonly subject: number | string;
      readonly withdrawn: boolean;
      readonly after: number;
    }
  | { readonly type: 'remark'; readonly text: string };

/** What followed from a card or the end of a turn. */
export interface Followed {
  /** The turn that was closed with it. */
  readonly closed: LastTurn | null;
  readonly isOver: boolean;
}

interface Before {
  readonly state: Uint8Array;
  readonly laid: readonly Placed[];
}

export class Play {
  readonly commitment: string;
  starter: number | null = null;
  /** Whether the starter was drawn: neither chosen, nor next in turn, nor fixed beforehand. */
  isByLot: boolean;
  laid: readonly Placed[] = [];
  lastTurns: readonly LastTurn[] = [];
  signals: readonly SignalView[] = [];
  entries: readonly Entry[] = [];
  votes: readonly Vote[] = [];
  /** How gladly each seat that has said so would start, the last said last. */
  offers: readonly Offer[] = [];
  conceding: readonly number[] = [];
  helped = false;
  /** The turn and number of cards laid at which the last hint was taken. */
  hinted = '';
  #takeable: readonly Before[] = [];

  constructor(
    readonly number: number,
    readonly referee: Referee,
    readonly dealt: Dealt,
    readonly names: readonly string[],
    readonly bots: readonly (readonly [seat: number, bot: string])[],
  ) {
    this.commitment = commitmentOf(referee.agreed, dealt);
    this.isByLot = referee.agreed.starter === null;
    referee.deal(dealt.decks);
  }

  get mayTakeBack(): boolean {
    return this.#takeable.length > 0;
  }

  /** The position, for what depends on nothing else. */
  get moment(): string {
    return `${this.number} ${this.referee.turns} ${this.laid.length}`;
  }

  /** How many cards lie on each pile. */
  get heights(): number[] {
    const turns = this.entries.flatMap((entry) => (entry.type === 'turn' ? [entry.laid] : []));
    const all = [...turns.flat(), ...(this.referee.phase === 'over' ? [] : this.laid)];
    return Array.from({ length: PILES }, (_, at) => all.filter(({ pile }) => pile === at).length);
  }

  start(seat: number, isByLot: boolean): void {
    this.referee.start(seat);
    this.starter = seat;
    this.isByLot = isByLot;
    this.votes = [];
    this.offers = [];
  }

  /** Lay a card; the code of a refusal, or what followed. */
  place(placed: Placed): string | Followed {
    return this.#step(() => this.referee.place(placed.card, placed.pile), [...this.laid, placed]);
  }

  end(): string | Followed {
    return this.#step(() => this.referee.end(), this.laid);
  }

  #step(act: () => string | null, laid: readonly Placed[]): string | Followed {
    const { referee } = this;
    const { seat, turns } = referee;
    const before: Before = { state: referee.kept(), laid: this.laid };
    const drawnBefore = referee.drawn(referee.deckOf(seat));
    const code = act();
    if (code !== null) return code;
    const isOver = referee.phase === 'over';
    if (referee.turns === turns && !isOver) {
      this.laid = laid;
      this.#takeable = [...this.#takeable, before];
      return { closed: null, isOver };
    }
    this.#takeable = [];
    this.helped = false;
    this.#note({ type: 'turn', seat, laid, open: false, conceded: false });
    if (referee.turns === turns) {
      this.laid = laid; // the game ended within the turn
      return { closed: null, isOver };
    }
    const drawn = referee.drawn(referee.deckOf(seat)) - drawnBefore;
    const closed = { seat, laid, drawn, tops: referee.tops };
    this.laid = [];
    this.lastTurns = [...this.lastTurns.filter((turn) => turn.seat !== seat), closed];
    this.signals = this.signals.filter((signal) => signal.seat !== seat);
    return { closed, isOver };
  }

  takeBack(): Placed {
    const before = this.#takeable.at(-1)!;
    const taken = this.laid.at(-1)!;
    this.referee.putBack(before.state);
    this.laid = before.laid;
    this.#takeable = this.#takeable.slice(0, -1);
    return taken;
  }

  concede(seat: number): void {
    const { referee, laid } = this;
    const mover = referee.seat;
    referee.concede(seat);
    this.#takeable = [];
    if (seat !== mover && laid.length > 0) {
      this.#note({ type: 'turn', seat: mover, laid, open: true, conceded: false });
    }
    const own = seat === mover ? laid : [];
    this.#note({ type: 'turn', seat, laid: own, open: false, conceded: true });
  }

  /** Others may react to a signal, so no card laid before it can be taken back. */
  signal({ seat, kind, subject }: SignalView, withdrawn: boolean): void {
    const kept = this.signals.filter((one) => one.seat !== seat || one.subject !== subject);
    this.signals = withdrawn ? kept : [...kept, { seat, kind, subject }];
    this.#takeable = [];
    const after = this.laid.length;
    this.#note({ type: 'signal', seat, kind, subject, withdrawn, after });
  }

  remark(text: string): void {
    this.#note({ type: 'remark', text });
  }

  #note(entry: Entry): void {
    this.entries = [...this.entries, entry];
  }
}
