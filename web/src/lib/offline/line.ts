/** The line to a table on this device: the same as to a server's, only nearer. */

import type { Do, Intent } from '../../wire';
import type { Line, Listener } from '../connection';
import type { Engine } from './engine';
import { holdTable } from './holding';
import { Troubled } from './requests';

export class DeviceLine implements Line {
  #seen = 0;
  #ids = 0;
  #isOpen = false;
  /** The table is this tab's, whether it is entered already or not. */
  #isHeld = false;
  #entering: Promise<void> = Promise.resolve();
  /** The table could not be read; it may be the next time. */
  #isUnread = false;
  #stop: () => void = () => undefined;
  #letGo: () => void = () => undefined;
  readonly #waiting = new Map<string, Do>();

  constructor(
    private readonly engine: Engine,
    private readonly code: string,
    private readonly listener: Listener,
    private readonly face = () => '',
  ) {}

  start(): void {
    this.#stop = this.engine.listen('table', ({ code, message }) => {
      if (code !== this.code || !this.#isOpen) return;
      if (message.type === 'update') {
        this.#seen = message.seq;
        this.listener.snapshot(message);
      } else if (message.type === 'presence') this.listener.presence(message);
      else this.listener.hint(message);
    });
    this.#hold(false);
  }

  takeOver(): void {
    this.listener.bye(null);
    this.listener.status('connecting');
    this.#hold(true);
  }

  /** Enter the table, if no other tab has it open. */
  #hold(isTakeOver: boolean): void {
    this.#letGo = holdTable(this.code, isTakeOver, {
      held: () => {
        this.#isHeld = true;
        this.#entering = this.#enter();
      },
      elsewhere: () => this.#fail(new Troubled('ELSEWHERE', 'web.offline.elsewhere')),
      letGo: () => this.#leave(),
    });
  }

  async #enter(): Promise<void> {
    const { code } = this;
    try {
      const asked = { code, seen: this.#seen, face: this.face() };
      const welcome = await this.engine.ask('table:enter', asked);
      if (!this.#isHeld) {
        await this.#tellGone(); // somebody left while the table was opened
        return;
      }
      this.#isOpen = true;
      this.#seen = welcome.seq;
      this.listener.snapshot(welcome);
      this.listener.status('open');
    } catch (error) {
      if (!this.#isHeld) return;
      this.#isUnread = error instanceof Troubled && error.code === 'UNREAD';
      this.#fail(error);
      return;
    }
    const early = [...this.#waiting.values()];
    this.#waiting.clear();
    this.listener.waiting([]);
    for (const { id, command } of early) void this.#send(id, command);
  }

  #fail(error: unknown): void {
    const { code, key } =
      error instanceof Troubled ? error : new Troubled('INTERNAL', 'refusal.INTERNAL');
    this.listener.bye({ type: 'bye', code, key, again: false });
    this.listener.status('closed');
  }

  do(command: Intent): string {
    this.#ids += 1;
    const id = String(this.#ids);
    if (this.#isOpen) void this.#send(id, command);
    else {
      this.#waiting.set(id, { type: 'do', id, command, seen: this.#seen });
      this.listener.waiting([...this.#waiting.values()]);
    }
    return id;
  }

  async #send(id: string, command: Intent): Promise<void> {
    const asked = { code: this.code, id, command, seen: this.#seen };
    let answer;
    try {
      answer = await this.engine.ask('table:do', asked);
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (answer.type === 'refused') this.listener.refused(answer);
    else if (answer.type === 'resync') {
      this.#seen = answer.seq;
      this.listener.snapshot(answer);
    }
  }

  /** Resolves when everything that was done here is kept. */
  async #leave(): Promise<void> {
    this.#isHeld = false;
    this.#isUnread = false;
    if (!this.#isOpen) return this.#entering;
    this.#isOpen = false;
    return this.#tellGone();
  }

  async #tellGone(): Promise<void> {
    await this.engine.ask('table:leave', this.code).catch(() => undefined);
  }

  withdraw(id: string): void {
    this.#waiting.delete(id);
    this.listener.waiting([...this.#waiting.values()]);
  }

  /** There is no network between us and the table, but what it is read from may have been slow. */
  hurry(): void {
    if (!this.#isUnread) return;
    this.#isUnread = false;
    this.listener.bye(null);
    this.listener.status('connecting');
    this.#entering = this.#enter();
  }

  offline(): void {}

  stop(): void {
    this.#stop();
    void this.#leave().finally(this.#letGo);
    this.listener.status('closed');
  }
}
