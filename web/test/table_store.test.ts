import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Line, Listener } from '../src/lib/connection';
import { TableStore } from '../src/lib/table.svelte';
import type { Happening, TableView, Update, Welcome } from '../src/wire';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 16));
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A table with cards laid in turn by two seats: 10 and up, on one pile. */
function view(seq: number): Pick<Update, 'seq' | 'table' | 'own' | 'remaining_ms'> {
  const play = { number: 1, piles: [{ top: 10 + seq }], to_move: seq % 2 };
  const table = { code: 'ABC', stage: 'playing', seats: [{}, {}], play };
  const own = { hand: [50, 60, 70].slice(seq), legal: [seq] };
  return { seq, table, own, remaining_ms: null } as unknown as Update;
}

function sit() {
  let listener: Listener | undefined;
  const store = new TableStore('ABC', (given) => {
    listener = given;
    return {} as Line;
  });
  const first = { type: 'welcome', you: 0, happenings: [], complete: true, version: '' };
  listener!.snapshot({ ...first, ...view(0) } as Welcome);
  const tell = (seq: number, type: Happening['type']) =>
    listener!.snapshot({
      type: 'update',
      happenings: [{ type, seat: 0 } as Happening],
      ...view(seq),
    });
  return { store, tell };
}

/** What is seen: the top of the pile, the own hand, whose turn it is, and what may be laid. */
function seen({ table, own }: TableStore) {
  const play = (table as TableView).play!;
  return [play.piles[0]!.top, own!.hand.length, play.to_move, own!.legal];
}

describe('a card that is laid', () => {
  it('is seen at once, then the hand closes, and then comes what follows from it', () => {
    const { store, tell } = sit();
    tell(1, 'card_placed');
    expect(seen(store)).toEqual([11, 3, 0, [0]]);
    expect(store.leaving).toEqual([50]);
    expect([store.seq, store.words.seq]).toEqual([1, 0]); // known, but not all of it is shown
    vi.advanceTimersByTime(16 + 20);
    expect(seen(store)).toEqual([11, 2, 0, [0]]);
    expect(store.leaving).toEqual([]);
    vi.advanceTimersByTime(20 + 20);
    expect(seen(store)).toEqual([11, 2, 1, [1]]);
    vi.runAllTimers();
    expect(store.words.seq).toBe(1);
  });

  it('is shown whole before the next one, and never again', () => {
    const { store, tell } = sit();
    tell(1, 'card_placed');
    tell(2, 'card_placed');
    expect(seen(store)).toEqual([12, 2, 1, [1]]);
    expect(store.leaving).toEqual([60]);
    vi.runAllTimers();
    expect(seen(store)).toEqual([12, 1, 0, [2]]);
    expect(store.leaving).toEqual([]);
  });

  it('waits for nothing where the page is not looked at', () => {
    const { store, tell } = sit();
    vi.stubGlobal('document', { hidden: true });
    tell(1, 'card_placed');
    expect(seen(store)).toEqual([11, 2, 1, [1]]);
    expect(store.leaving).toEqual([]);
  });
});

describe('the end of the own turn', () => {
  it('is seen before the cards that were drawn', () => {
    const { store, tell } = sit();
    tell(1, 'turn_ended');
    expect(seen(store)).toEqual([11, 3, 1, [0]]);
    vi.runAllTimers();
    expect(seen(store)).toEqual([11, 2, 1, [1]]);
  });
});

describe('anything else', () => {
  it('is shown whole at once', () => {
    const { store, tell } = sit();
    tell(1, 'card_placed');
    tell(2, 'turn_ended');
    expect(seen(store)).toEqual([12, 1, 0, [2]]);
    vi.runAllTimers();
    expect(seen(store)).toEqual([12, 1, 0, [2]]);
  });
});
