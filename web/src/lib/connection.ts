/**
 * The line to a table: it says hello, sends commands, and heals by itself.
 *
 * A command has an id, so that it may be sent again after a break: the server carries it out once.
 * It is sent again with the number it was decided on; if the position has changed since, the server
 * answers with the table as it is now instead.
 */

import type {
  Bye,
  Change,
  ClientMessage,
  Do,
  Hint,
  Intent,
  Own,
  Presence,
  Refused,
  Resync,
  ServerMessage,
  Update,
  Welcome,
} from '../wire';

/** `silent`: nothing has been heard for a moment; the line may be dead. */
export type Status = 'connecting' | 'open' | 'silent' | 'lost' | 'closed';
export type Snapshot = Welcome | Update | Resync;

export interface Listener {
  status(status: Status): void;
  snapshot(message: Snapshot): void;
  presence(message: Presence): void;
  refused(message: Refused): void;
  hint(message: Hint): void;
  /** Why the line is closed; null if it is tried anew. */
  bye(message: Bye | null): void;
  /** The commands that wait for the line; they may be withdrawn. */
  waiting(commands: readonly Do[]): void;
}

/** What carries commands to a referee, and what the referee says back to a listener. */
export interface Line {
  start(): void;
  stop(): void;
  do(command: Intent): string;
  withdraw(id: string): void;
  hurry(): void;
  offline(): void;
  /** Go on here with what is open in another tab. */
  takeOver?(): void;
}

/** The part of a browser's WebSocket that is used. */
export interface Socket {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}

export const FIRST_WAIT = 250;
export const LONGEST_WAIT = 8_000;
/** How often the line is tried while somebody looks at the page, and while nobody does. */
export const PING_EVERY = 1_500;
export const PING_SELDOM = 20_000;
/** After so long without an answer somebody is told; after the other the line is dead. Coming back
 * costs little, and another server may answer where one is silent. */
export const TELL_AFTER = 1_100;
export const PATIENCE = 1_500;
/** How long a line may take to open the first time. */
export const OPENING = 2_000;

/** A name that nobody else gives; `randomUUID` is missing on plain http, as in a home network. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}

/** The last view, after what has changed since. */
export function withChange({ table, own }: Snapshot, change: Change): Update {
  const play = table.play && change.play ? { play: { ...table.play, ...change.play } } : {};
  const isOwn = own !== null || Object.keys(change.own ?? {}).length > 0;
  return {
    type: 'update',
    seq: change.seq,
    happenings: change.happenings ?? [],
    table: { ...table, ...play, ...change.table },
    own: change.own === null || !isOwn ? null : ({ ...own, ...change.own } as Own),
    remaining_ms: change.remaining_ms ?? null,
  };
}

export class Connection implements Line {
  #socket: Socket | null = null;
  #last: Snapshot | null = null;
  #status: Status = 'connecting';
  #seen = 0;
  #attempts = 0;
  #pending = new Map<string, Do>();
  #unsent = new Set<string>();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #unease: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly open: () => Socket,
    private readonly token: string,
    private readonly listener: Listener,
    private readonly face = () => '',
    private readonly isWatched = () => true,
  ) {}

  get pending(): number {
    return this.#pending.size;
  }

  start(): void {
    this.#connect();
  }

  /** Send a command now, or as soon as the line is back. */
  do(command: Intent): string {
    const message: Do = { type: 'do', id: newId(), command, seen: this.#seen };
    this.#pending.set(message.id, message);
    if (this.#status === 'open') {
      this.#send(message);
    } else {
      this.#unsent.add(message.id);
      this.#tellWaiting();
    }
    return message.id;
  }

  /** Take a command back that waits for the line. */
  withdraw(id: string): void {
    this.#forget(id);
  }

  /** Give the line up at once: the browser says that there is no network. */
  offline(): void {
    if (this.#status !== 'closed') this.#lose();
  }

  /** Try again at once, for example because the browser says that it is online. */
  hurry(): void {
    if (this.#status !== 'lost') return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  /** Hang up for good. */
  stop(): void {
    this.#hangUp();
    clearTimeout(this.#retry);
    this.#become('closed');
  }

  #become(status: Status): void {
    if (status === this.#status) return;
    this.#status = status;
    this.listener.status(status);
  }

  #connect(): void {
    this.#hangUp(); // or an earlier attempt would live on and end this one
    const socket = this.open();
    this.#socket = socket;
    this.#expectAnswer(OPENING * (1 + this.#attempts)); // a slow line needs longer to open
    socket.onopen = () => {
      this.#hello();
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => this.#lose();
  }

  #hello(): void {
    const face = this.face();
    const { token } = this;
    const about = { token, seen: this.#seen, changes: true, stays: true };
    this.#send({ type: 'hello', ...about, ...(face && { face }) });
  }

  #send(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #receive(message: ServerMessage): void {
    this.#hear();
    switch (message.type) {
      case 'welcome':
        this.#welcome(message);
        break;
      case 'update':
        this.#show(message);
        break;
      case 'change':
        if (this.#last?.seq === message.since) this.#show(withChange(this.#last, message));
        else this.#hello();
        break;
      case 'resync':
        this.#forget(message.id);
        this.#show(message);
        break;
      case 'done':
        this.#forget(message.id);
        break;
      case 'refused':
        this.#forget(message.id);
        this.listener.refused(message);
        break;
      case 'hint':
        this.listener.hint(message);
        break;
      case 'presence':
        this.listener.presence(message);
        break;
      case 'bye':
        this.#bye(message);
        break;
      case 'moved': // a welcome follows, and with it what was not answered goes again
      case 'pong':
        break;
    }
  }

  #show(message: Snapshot): void {
    this.#seen = message.seq;
    this.#last = message;
    this.listener.snapshot(message);
  }

  #welcome(message: Welcome): void {
    this.#attempts = 0;
    this.#show(message);
    this.#become('open');
    for (const command of this.#pending.values()) this.#send(command);
    this.#unsent.clear();
    this.#tellWaiting();
    this.#tryLater();
  }

  #bye(message: Bye): void {
    this.listener.bye(message);
    if (message.again) {
      this.#lose();
    } else {
      this.stop();
    }
  }

  #forget(id: string): void {
    this.#pending.delete(id);
    this.#unsent.delete(id);
    this.#tellWaiting();
  }

  #tellWaiting(): void {
    const waits = this.#status === 'lost' ? () => true : ({ id }: Do) => this.#unsent.has(id);
    this.listener.waiting([...this.#pending.values()].filter(waits));
  }

  /** Something came: the line is well, and what waited may go. */
  #hear(): void {
    this.#stopWaiting();
    if (this.#status === 'silent') {
      this.#become('open');
      for (const id of this.#unsent) this.#send(this.#pending.get(id)!);
      this.#unsent.clear();
      this.#tellWaiting();
    }
    if (this.#status === 'open') this.#tryLater();
  }

  /** Try the line after a while in which nothing came. */
  #tryLater(): void {
    clearTimeout(this.#ping);
    this.#ping = setTimeout(
      () => {
        this.#send({ type: 'ping' });
        this.#expectAnswer();
        this.#tryLater();
      },
      this.isWatched() ? PING_EVERY : PING_SELDOM,
    );
  }

  /** A line that stays silent is dead, whatever the browser believes; tell before it is given up. */
  #expectAnswer(patience = PATIENCE): void {
    if (this.#silence !== undefined) return; // the oldest question counts
    this.#unease = setTimeout(() => {
      if (this.#status === 'open') this.#become('silent');
    }, TELL_AFTER);
    this.#silence = setTimeout(() => this.#lose(), patience);
  }

  #stopWaiting(): void {
    clearTimeout(this.#unease);
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  #hangUp(): void {
    clearTimeout(this.#ping);
    this.#stopWaiting();
    const socket = this.#socket;
    if (socket === null) return;
    this.#socket = null;
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
  }

  #lose(): void {
    if (this.#status === 'closed') return;
    this.#hangUp();
    this.#become('lost');
    this.#tellWaiting();
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), this.#wait());
    this.#attempts += 1;
  }

  /** Up to twice as long each time, anywhere within that, so that not everybody returns at once. */
  #wait(): number {
    return Math.random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#attempts);
  }
}

export function tableSocket(code: string): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const path = `/api/tables/${encodeURIComponent(code)}/socket`;
  return new WebSocket(`${scheme}://${location.host}${path}`) as unknown as Socket;
}
