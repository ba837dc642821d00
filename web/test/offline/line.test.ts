import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../src/lib/offline/engine';
import { DeviceLine } from '../../src/lib/offline/line';
import { Troubled } from '../../src/lib/offline/requests';
import type { Welcome } from '../../src/wire';
import { listen } from '../listening';

const WELCOME = { type: 'welcome', seq: 3 } as Welcome;

/** A worker that answers when a test says so, in the order in which it was asked. */
function deskOf() {
  const asked: { kind: string; resolve: (found: unknown) => void; reject: (e: Error) => void }[] =
    [];
  const ask = vi.fn(
    (kind: string) =>
      new Promise((resolve, reject) => {
        asked.push({ kind, resolve, reject });
      }),
  );
  const engine = { ask, listen: () => () => undefined } as unknown as Engine;
  const kinds = () => asked.map(({ kind }) => kind);
  const settle = async (act: (one: (typeof asked)[number]) => void, at = -1) => {
    act(asked.at(at)!);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { engine, kinds, settle };
}

function lineWith(engine: Engine) {
  const { listener, statuses } = listen();
  return { line: new DeviceLine(engine, '0ABC', listener), listener, statuses };
}

beforeEach(() => {
  vi.stubGlobal('navigator', {}); // without locks every table is ours at once
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a line to a table on this device', () => {
  it('enters, and leaves when it is stopped', async () => {
    const { engine, kinds, settle } = deskOf();
    const { line, listener, statuses } = lineWith(engine);
    line.start();
    await settle(({ resolve }) => resolve(WELCOME));
    expect(listener.snapshot).toHaveBeenCalledWith(WELCOME);
    line.stop();
    expect(kinds()).toEqual(['table:enter', 'table:leave']);
    expect(statuses).toEqual(['open', 'closed']);
  });

  it('that is stopped while it enters leaves as well, and tells nothing more', async () => {
    const { engine, kinds, settle } = deskOf();
    const { line, listener, statuses } = lineWith(engine);
    line.start();
    line.stop();
    expect(kinds()).toEqual(['table:enter']);
    await settle(({ resolve }) => resolve(WELCOME));
    expect(kinds()).toEqual(['table:enter', 'table:leave']);
    expect(listener.snapshot).not.toHaveBeenCalled();
    expect(statuses).toEqual(['closed']);
  });

  it('that is stopped before it fails says no more', async () => {
    const { engine, settle } = deskOf();
    const { line, listener } = lineWith(engine);
    line.start();
    line.stop();
    await settle(({ reject }) => reject(new Troubled('NO_TABLE', 'refusal.NO_TABLE')));
    expect(listener.bye).not.toHaveBeenCalled();
  });

  it('tries a table again that could not be read', async () => {
    const { engine, kinds, settle } = deskOf();
    const { line, listener, statuses } = lineWith(engine);
    line.start();
    await settle(({ reject }) => reject(new Troubled('UNREAD', 'web.offline.unread')));
    expect(listener.bye).toHaveBeenLastCalledWith(expect.objectContaining({ code: 'UNREAD' }));
    line.hurry();
    line.hurry();
    expect(listener.bye).toHaveBeenLastCalledWith(null);
    expect(kinds()).toEqual(['table:enter', 'table:enter']);
    await settle(({ resolve }) => resolve(WELCOME));
    expect(statuses).toEqual(['closed', 'connecting', 'open']);
  });

  it('does not try a table again that is gone', async () => {
    const { engine, kinds, settle } = deskOf();
    const { line } = lineWith(engine);
    line.start();
    await settle(({ reject }) => reject(new Troubled('NO_TABLE', 'refusal.NO_TABLE')));
    line.hurry();
    expect(kinds()).toEqual(['table:enter']);
  });
});
