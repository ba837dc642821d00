/** A line to a referee who keeps nothing: every card is asked for with those before it. */

import { Failure } from './api';
import type { Line, Listener } from './connection';
import type { Happening, Intent, LookedAt, Placed } from '../wire';

export interface Practised {
  readonly laid: readonly Placed[];
  readonly looked: LookedAt;
}

type Laid = readonly Placed[];

/** Ask the server for a position after some cards of a turn, and perhaps its end. */
export type Looking = (laid: readonly [number, number][], end: boolean) => Promise<LookedAt>;

export class PracticeLine implements Line {
  #laid: Laid = [];
  #count = 0;
  #isOver = false;
  #isStopped = false;
  /** One question after the other, in the order they were asked in. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly listener: Listener,
    private readonly look: Looking,
    private readonly onturn: (turn: Practised) => void,
  ) {}

  start(): void {
    this.restart();
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Begin the turn anew. */
  restart(): void {
    this.#isStopped = false;
    this.#then(async () => {
      this.#isOver = false;
      await this.#ask([], false, true);
    });
  }

  do(command: Intent): string {
    this.#then(async () => {
      if (this.#isOver) return;
      const laid = this.#laid;
      if (command.type === 'place') {
        await this.#ask([...laid, { card: command.card, pile: command.pile }], false);
      } else if (command.type === 'end_turn') {
        await this.#ask(laid, true);
      } else if (command.type === 'take_back' && laid.length > 0) {
        await this.#ask(laid.slice(0, -1), false);
      }
    });
    return '';
  }

  withdraw(): void {}
  hurry(): void {}
  offline(): void {}

  #then(work: () => Promise<void>): void {
    this.#last = this.#last.then(work);
  }

  async #ask(laid: Laid, end: boolean, isFirst = false): Promise<void> {
    let looked: LookedAt;
    try {
      looked = await this.look(
        laid.map(({ card, pile }) => [card, pile]),
        end,
      );
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { code, key, details } = error;
      this.listener.refused({ type: 'refused', id: '', code, key, details, rule: '' });
      return;
    }
    if (this.#isStopped) return;
    if (looked.refusal !== null) this.listener.refused(looked.refusal);
    else this.#show(looked, isFirst);
  }

  #show(looked: LookedAt, isFirst: boolean): void {
    const before = this.#laid;
    this.#laid = looked.table.play!.laid;
    this.#isOver = looked.finished;
    this.#count += 1;
    const { you, table, own } = looked;
    const shared = { seq: this.#count, table, own, remaining_ms: null };
    if (isFirst) {
      this.listener.snapshot({
        ...shared,
        type: 'welcome',
        you,
        happenings: [],
        complete: true,
        version: '',
      });
      this.listener.status('open');
    } else {
      const happenings = happened(before, looked);
      this.listener.snapshot({ ...shared, type: 'update', happenings });
    }
    if (looked.finished) this.onturn({ laid: this.#laid, looked });
  }
}

/** What is new: the last card, or that it was taken back; nothing if the turn was only ended. */
function happened(before: Laid, { you, table, happenings }: LookedAt): readonly Happening[] {
  const now = table.play!.laid;
  if (now.length > before.length) return happenings;
  const taken = before.at(-1);
  if (now.length === before.length || taken === undefined) return [];
  return [{ type: 'card_taken_back', seat: you, ...taken }];
}
