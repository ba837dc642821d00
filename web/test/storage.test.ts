import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forget, recall, remembered, store } from '../src/lib/storage';
import { giveUpSeat, keepSeat, tablesWithSeat } from '../src/lib/seats';

/** A browser's storage, with room for as much as a test says. */
class Shelf {
  readonly items = new Map<string, string>();
  isFull = false;

  get length(): number {
    return this.items.size;
  }

  key(at: number): string | null {
    return [...this.items.keys()][at] ?? null;
  }

  getItem(name: string): string | null {
    return this.items.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    if (this.isFull) throw new DOMException('no room', 'QuotaExceededError');
    this.items.set(name, value);
  }

  removeItem(name: string): void {
    this.items.delete(name);
  }
}

let shelf: Shelf;

beforeEach(() => {
  shelf = new Shelf();
  vi.stubGlobal('localStorage', shelf);
});

afterEach(() => {
  for (const name of remembered('')) forget(name);
  vi.unstubAllGlobals();
});

describe('what is stored', () => {
  it('is what another tab stored last', () => {
    store('name', 'Ana');
    shelf.items.set('tenback.name', 'Bo');
    expect(recall('name')).toBe('Bo');
  });

  it('is the newest also when there was no room for it', () => {
    store('name', 'Ana');
    shelf.isFull = true;
    store('name', 'Bo');
    expect(recall('name')).toBe('Bo');
    shelf.isFull = false;
    store('name', 'Cleo');
    expect(shelf.items.get('tenback.name')).toBe('Cleo');
    expect(recall('name')).toBe('Cleo');
  });

  it('is forgotten for good', () => {
    store('name', 'Ana');
    shelf.isFull = true;
    store('name', 'Bo');
    forget('name');
    expect(recall('name')).toBeNull();
  });

  it('lasts as long as the page where nothing may be stored', () => {
    vi.stubGlobal('localStorage', undefined);
    store('name', 'Ana');
    expect(recall('name')).toBe('Ana');
    expect(remembered('na')).toEqual(['name']);
  });
});

describe('tables with a seat', () => {
  it('are told newest first, those of old keys last', () => {
    store('seat.OLD', 'key');
    keepSeat({ code: 'BBB', seat: 0, token: 'key' }, 2);
    keepSeat({ code: 'AAA', seat: 0, token: 'key' }, 1);
    keepSeat({ code: 'CCC', seat: 0, token: 'key' }, 3);
    expect(tablesWithSeat()).toEqual(['CCC', 'BBB', 'AAA', 'OLD']);
    giveUpSeat('BBB');
    expect(tablesWithSeat()).toEqual(['CCC', 'AAA', 'OLD']);
    expect(remembered('seated.')).toEqual(['seated.AAA', 'seated.CCC']);
  });
});
