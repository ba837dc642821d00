import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Connection,
  FIRST_WAIT,
  LONGEST_WAIT,
  OPENING,
  PATIENCE,
  PING_EVERY,
  TELL_AFTER,
  type Snapshot,
  type Socket,
} from '../src/lib/connection';
import type { ClientMessage, Own, ServerMessage, TableView } from '../src/wire';
import { listen } from './listening';

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  sent: ClientMessage[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.closed = true;
  }

  receive(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const table = { code: 'ABC' } as TableView;
const welcome = (seq: number): ServerMessage => ({
  type: 'welcome',
  seq,
  you: 0,
  table,
  own: null,
  happenings: [],
  complete: true,
  remaining_ms: null,
  version: '1',
});
const update = (seq: number): ServerMessage => ({
  type: 'update',
  seq,
  table,
  own: null,
  happenings: [],
  remaining_ms: null,
});

function open() {
  const sockets: FakeSocket[] = [];
  const { listener, statuses } = listen();
  const connection = new Connection(
    () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    'key',
    listener,
  );
  connection.start();
  const last = () => sockets.at(-1)!;
  return { connection, sockets, statuses, listener, last };
}

function arrive(socket: FakeSocket, seq: number): void {
  socket.onopen?.();
  socket.receive(welcome(seq));
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('changes', () => {
  const play = { turns: 3, to_move: 1 };
  const begun = { code: 'ABC', host: 0, play } as TableView;
  const own = { seat: 0, hand: [2, 3] } as unknown as Own;
  const whole = (seq: number) => ({ ...welcome(seq), table: begun, own }) as ServerMessage;
  const shown = ({ listener }: ReturnType<typeof open>): Snapshot =>
    listener.snapshot.mock.lastCall![0] as Snapshot;

  it('are put over the last view, and listeners see whole views', () => {
    const opened = open();
    opened.last().receive(whole(7));
    const change = { happenings: [], table: { host: 1 }, play: { turns: 4 }, own: { hand: [2] } };
    opened.last().receive({ type: 'change', seq: 8, since: 7, ...change });
    expect(shown(opened)).toEqual({
      type: 'update',
      seq: 8,
      happenings: [],
      table: { code: 'ABC', host: 1, play: { turns: 4, to_move: 1 } },
      own: { seat: 0, hand: [2] },
      remaining_ms: null,
    });
    opened.last().receive({ type: 'change', seq: 9, since: 8, own: null, remaining_ms: 5 });
    expect(shown(opened)).toMatchObject({ seq: 9, own: null, remaining_ms: 5, table: { host: 1 } });
    expect(shown(opened).table.play).toEqual({ turns: 4, to_move: 1 });
  });

  it('of a view that was not seen are not believed: the whole is asked for', () => {
    const opened = open();
    arrive(opened.last(), 7);
    opened.last().receive({ type: 'change', seq: 10, since: 9 });
    expect(shown(opened).seq).toBe(7);
    expect(opened.last().sent.at(-1)).toMatchObject({ type: 'hello', seen: 7 });
  });
});

describe('saying hello', () => {
  it('sends the key and what was seen last', () => {
    const { last, statuses } = open();
    arrive(last(), 7);
    expect(last().sent).toEqual([
      { type: 'hello', token: 'key', seen: 0, changes: true, stays: true },
    ]);
    expect(statuses).toEqual(['open']);
  });

  it('tells after a break what was seen before it', () => {
    const { last } = open();
    arrive(last(), 7);
    last().receive(update(9));
    last().onclose?.();
    vi.advanceTimersByTime(LONGEST_WAIT);
    last().onopen?.();
    expect(last().sent[0]).toEqual({
      type: 'hello',
      token: 'key',
      seen: 9,
      changes: true,
      stays: true,
    });
  });
});

describe('a hint', () => {
  it('is handed on and settles nothing', () => {
    const { connection, listener, last } = open();
    arrive(last(), 7);
    const id = connection.do({ type: 'ask_hint' });
    last().receive({ type: 'hint', seq: 8, turns: [] });
    expect(listener.hint).toHaveBeenCalledWith({ type: 'hint', seq: 8, turns: [] });
    expect(connection.pending).toBe(1);
    last().receive({ type: 'done', id, seq: 8 });
    expect(connection.pending).toBe(0);
  });
});

describe('commands', () => {
  it('carry an id of their own and what was seen', () => {
    const { connection, last } = open();
    arrive(last(), 7);
    connection.do({ type: 'end_turn' });
    connection.do({ type: 'end_turn' });
    const [, one, other] = last().sent;
    expect(one).toMatchObject({ type: 'do', seen: 7, command: { type: 'end_turn' } });
    expect(one).not.toEqual(other);
  });

  it('wait for the welcome', () => {
    const { connection, last } = open();
    connection.do({ type: 'end_turn' });
    last().onopen?.();
    expect(last().sent).toHaveLength(1);
    last().receive(welcome(3));
    expect(last().sent[1]).toMatchObject({ type: 'do', seen: 0 });
  });

  it('are sent again, word for word, after a break', () => {
    const { connection, sockets, last } = open();
    arrive(last(), 7);
    connection.do({ type: 'place', card: 5, pile: 1 });
    last().onclose?.();
    vi.advanceTimersByTime(FIRST_WAIT);
    arrive(last(), 8);
    expect(sockets).toHaveLength(2);
    expect(sockets[1]!.sent[1]).toEqual(sockets[0]!.sent[1]);
  });

  it.each<ServerMessage>([
    { type: 'done', id: 'ID', seq: 8 },
    { type: 'refused', id: 'ID', code: 'VALUE', key: 'refusal.VALUE', details: {}, rule: '' },
    { ...(welcome(8) as object), type: 'resync', id: 'ID' } as ServerMessage,
  ])('are settled by $type', (answer) => {
    const { connection, last } = open();
    arrive(last(), 7);
    const id = connection.do({ type: 'end_turn' });
    expect(connection.pending).toBe(1);
    last().receive({ ...answer, id } as ServerMessage);
    expect(connection.pending).toBe(0);
  });

  it('that came too late show the table as it is', () => {
    const { connection, listener, last } = open();
    arrive(last(), 7);
    const id = connection.do({ type: 'end_turn' });
    last().receive({ ...(welcome(12) as object), type: 'resync', id } as ServerMessage);
    expect(listener.snapshot).toHaveBeenLastCalledWith(expect.objectContaining({ seq: 12 }));
    connection.do({ type: 'end_turn' });
    expect(last().sent.at(-1)).toMatchObject({ seen: 12 });
  });
});

describe('a table that moves to another server', () => {
  it('keeps the line, and what was not answered goes again', () => {
    const { connection, statuses, sockets, last } = open();
    arrive(last(), 3);
    const id = connection.do({ type: 'end_turn' });
    last().receive({ type: 'moved', owner: 'n2/7' });
    last().receive(welcome(3));
    const sent = last().sent.filter((message) => message.type === 'do');
    expect(sent.map((message) => message.id)).toEqual([id, id]);
    expect(statuses).toEqual(['open']);
    expect(sockets).toHaveLength(1);
  });
});

describe('a lost line', () => {
  it('is tried again, ever more seldom, and said to be lost once', () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { sockets, statuses, last } = open();
    arrive(last(), 1);
    for (let attempt = 0; attempt < 8; attempt++) {
      last().onclose?.();
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
      vi.advanceTimersByTime(wait - 1);
      expect(sockets).toHaveLength(attempt + 1);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(attempt + 2);
    }
    expect(statuses).toEqual(['open', 'lost']);
  });

  it('is back after a welcome', () => {
    const { statuses, last } = open();
    arrive(last(), 1);
    last().onclose?.();
    vi.advanceTimersByTime(LONGEST_WAIT);
    arrive(last(), 1);
    expect(statuses).toEqual(['open', 'lost', 'open']);
  });

  it('is tried at once when hurried', () => {
    const { connection, sockets, last } = open();
    arrive(last(), 1);
    connection.hurry();
    expect(sockets).toHaveLength(1);
    last().onclose?.();
    connection.hurry();
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(FIRST_WAIT);
    expect(sockets).toHaveLength(2);
  });

  it('has one socket, however often it is hurried', () => {
    const { connection, sockets, statuses, last } = open();
    arrive(last(), 1);
    last().onclose?.();
    connection.hurry();
    connection.hurry();
    expect(sockets).toHaveLength(3);
    const [, early, late] = sockets;
    expect(early!.closed).toBe(true);
    arrive(late!, 1);
    early!.onopen?.();
    early!.receive({ type: 'bye', code: 'HELLO', key: 'refusal.HELLO', again: false });
    expect(late!.sent).toHaveLength(1);
    expect(statuses).toEqual(['open', 'lost', 'open']);
    expect(late!.closed).toBe(false);
  });

  it('is noticed when pings stay unanswered', () => {
    const { sockets, statuses, last } = open();
    arrive(last(), 1);
    vi.advanceTimersByTime(PING_EVERY);
    expect(last().sent.at(-1)).toEqual({ type: 'ping' });
    vi.advanceTimersByTime(TELL_AFTER);
    expect(statuses).toEqual(['open', 'silent']);
    vi.advanceTimersByTime(PATIENCE);
    expect(statuses).toEqual(['open', 'silent', 'lost']);
    expect(sockets[0]!.closed).toBe(true);
  });

  it('that never opens is given up, each time a little later', () => {
    const { sockets } = open();
    vi.advanceTimersByTime(OPENING + FIRST_WAIT);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]!.closed).toBe(true);
    vi.advanceTimersByTime(OPENING);
    expect(sockets[1]!.closed).toBe(false);
    vi.advanceTimersByTime(OPENING);
    expect(sockets[1]!.closed).toBe(true);
  });

  it('is told within three seconds', () => {
    expect(PING_EVERY + TELL_AFTER).toBeLessThan(3_000);
  });

  it('that was only slow is well again, and sends what waited', () => {
    const { connection, statuses, listener, last } = open();
    arrive(last(), 1);
    vi.advanceTimersByTime(PING_EVERY + TELL_AFTER);
    connection.do({ type: 'place', card: 5, pile: 1 });
    expect(last().sent.at(-1)).toEqual({ type: 'ping' });
    expect(listener.waiting).toHaveBeenLastCalledWith([expect.objectContaining({ type: 'do' })]);
    last().receive({ type: 'pong' });
    expect(statuses).toEqual(['open', 'silent', 'open']);
    expect(last().sent.at(-1)).toMatchObject({ type: 'do' });
    expect(listener.waiting).toHaveBeenLastCalledWith([]);
  });

  it('is told at once when the browser is offline', () => {
    const { connection, statuses, last } = open();
    arrive(last(), 1);
    connection.offline();
    expect(statuses).toEqual(['open', 'lost']);
  });

  it('lets what waits be withdrawn: it is never sent', () => {
    const { connection, listener, last } = open();
    arrive(last(), 1);
    connection.offline();
    const id = connection.do({ type: 'place', card: 5, pile: 1 });
    expect(listener.waiting).toHaveBeenLastCalledWith([expect.objectContaining({ id })]);
    connection.withdraw(id);
    expect(listener.waiting).toHaveBeenLastCalledWith([]);
    connection.hurry();
    arrive(last(), 2);
    expect(last().sent.filter(({ type }) => type === 'do')).toEqual([]);
  });

  it('is not suspected while pongs come', () => {
    const { statuses, last } = open();
    arrive(last(), 1);
    for (let times = 0; times < 5; times++) {
      vi.advanceTimersByTime(PING_EVERY);
      last().receive({ type: 'pong' });
    }
    expect(statuses).toEqual(['open']);
  });
});

describe('a farewell', () => {
  it('for good ends it', () => {
    const { sockets, statuses, listener, last } = open();
    last().onopen?.();
    last().receive({ type: 'bye', code: 'TOKEN', key: 'refusal.TOKEN', again: false });
    vi.advanceTimersByTime(10 * LONGEST_WAIT);
    expect(listener.bye).toHaveBeenCalledOnce();
    expect(statuses).toEqual(['closed']);
    expect(sockets).toHaveLength(1);
  });

  it('for now is followed by another attempt', () => {
    const { sockets, last } = open();
    arrive(last(), 1);
    last().receive({ type: 'bye', code: 'SLOW', key: 'refusal.SLOW', again: true });
    vi.advanceTimersByTime(FIRST_WAIT);
    expect(sockets).toHaveLength(2);
  });

  it('of our own leaves nothing behind', () => {
    const { connection, sockets, last } = open();
    arrive(last(), 1);
    connection.stop();
    vi.advanceTimersByTime(10 * LONGEST_WAIT);
    expect(sockets).toHaveLength(1);
    expect(sockets[0]!.closed).toBe(true);
  });
});
