import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterwards, SOON } from '../src/lib/afterwards';
import type { Line, Listener } from '../src/lib/connection';
import { TableStore } from '../src/lib/table.svelte';
import type { Happening, TableView, Update, Welcome } from '../src/wire';

const page = { hidden: false };

beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => {
    if (!page.hidden) setTimeout(act, 16);
  });
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what can wait', () => {
  it('is done once, a moment later', () => {
    const act = vi.fn();
    afterwards(act);
    expect(act).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(act).toHaveBeenCalledOnce();
  });

  it('is done at once where nobody looks, and what came before it first', () => {
    const done: number[] = [];
    afterwards(() => done.push(1));
    page.hidden = true;
    afterwards(() => done.push(2));
    expect(done).toEqual([1, 2]);
    vi.runAllTimers();
    expect(done).toEqual([1, 2]);
  });
});

describe('what can wait less long', () => {
  it('does not hurry what came before it', () => {
    const done: number[] = [];
    afterwards(() => done.push(1));
    afterwards(() => done.push(2), SOON);
    afterwards(() => done.push(3), SOON);
    vi.advanceTimersByTime(16 + SOON);
    expect(done).toEqual([2, 3]);
    vi.runAllTimers();
    expect(done).toEqual([2, 3, 1]);
  });
});

describe('a table that is hidden between two updates', () => {
  const table = { code: 'ABC', seats: [], play: null } as unknown as TableView;
  const said = (text: string): Happening => ({ type: 'said', seat: 0, text });
  const shared = { table, own: null, remaining_ms: null };
  const update = (seq: number): Update => ({
    type: 'update',
    seq,
    happenings: [said(String(seq))],
    ...shared,
  });

  it('tells them in their order, and the newest stays', () => {
    let listener: Listener | undefined;
    const store = new TableStore('ABC', (given) => {
      listener = given;
      return {} as Line;
    });
    const first = { type: 'welcome', seq: 1, you: 0, happenings: [], complete: true, version: '' };
    listener!.snapshot({ ...first, ...shared } as Welcome);
    listener!.snapshot(update(2));
    page.hidden = true;
    listener!.snapshot(update(3));
    vi.runAllTimers();
    expect(store.words.seq).toBe(3);
    expect(store.log.map(({ happening }) => happening)).toEqual([said('2'), said('3')]);
  });
});
