/**
 * The line to a table: it says hello, sends commands, and heals by itself.
 *
 * A command has an id, so that it may be sent again after a break: the server carries it out once.
 * It is sent again with the number it was decided on; if the position has changed since, the server
 * answers with the table as it is now instead.
 */

import type {
  Bye,
  ClientMessage,
  Do,
  Hint,
  Intent,
  Presence,
  Refused,
  Resync,
  ServerMessage,
  Update,
  Welcome,
} from '../wire';

export type Status = 'connecting' | 'open' | 'lost' | 'closed';
export type Snapshot = Welcome | Update | Resync;

export interface Listener {
  status(status: Status): void;
  snapshot(message: Snapshot): void;
  presence(message: Presence): void;
  refused(message: Refused): void;
  hint(message: Hint): void;
  bye(message: Bye): void;
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
export const PING_EVERY = 20_000;
export const PATIENCE = 8_000;

/** A name that nobody else gives; `randomUUID` is missing on plain http, as in a home network. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}

export class Connection {
  #socket: Socket | null = null;
  #status: Status = 'connecting';
  #seen = 0;
  #attempts = 0;
  #pending = new Map<string, Do>();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly open: () => Socket,
    private readonly token: string,
    private readonly listener: Listener,
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
    if (this.#status === 'open') this.#send(message);
    return message.id;
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
    const socket = this.open();
    this.#socket = socket;
    socket.onopen = () => {
      this.#send({ type: 'hello', token: this.token, seen: this.#seen });
      this.#expectAnswer();
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => this.#lose();
  }

  #send(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #receive(message: ServerMessage): void {
    clearTimeout(this.#silence);
    switch (message.type) {
      case 'welcome':
        this.#welcome(message);
        break;
      case 'update':
        this.#show(message);
        break;
      case 'resync':
        this.#pending.delete(message.id);
        this.#show(message);
        break;
      case 'done':
        this.#pending.delete(message.id);
        break;
      case 'refused':
        this.#pending.delete(message.id);
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
      case 'pong':
        break;
    }
  }

  #show(message: Snapshot): void {
    this.#seen = message.seq;
    this.listener.snapshot(message);
  }

  #welcome(message: Welcome): void {
    this.#attempts = 0;
    this.#show(message);
    this.#become('open');
    clearInterval(this.#ping);
    this.#ping = setInterval(() => {
      this.#send({ type: 'ping' });
      this.#expectAnswer();
    }, PING_EVERY);
    for (const command of this.#pending.values()) this.#send(command);
  }

  #bye(message: Bye): void {
    this.listener.bye(message);
    if (message.again) {
      this.#lose();
    } else {
      this.stop();
    }
  }

  /** A line that stays silent is dead, whatever the browser believes. */
  #expectAnswer(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), PATIENCE);
  }

  #hangUp(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#silence);
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
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), this.#wait());
    this.#attempts += 1;
  }

  /** Twice as long each time, with some chance in it so that not everybody returns at once. */
  #wait(): number {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#attempts);
    return wait * (0.75 + Math.random() / 4);
  }
}

export function tableSocket(code: string): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const path = `/api/tables/${encodeURIComponent(code)}/socket`;
  return new WebSocket(`${scheme}://${location.host}${path}`) as unknown as Socket;
}
