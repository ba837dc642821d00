import { describe, expect, it, vi } from 'vitest';
import type { Line, Listener } from '../src/lib/connection';
import { HintStore } from '../src/lib/hint.svelte';
import { TableStore } from '../src/lib/table.svelte';
import type { TableView, Welcome } from '../src/wire';

const play = { number: 1, turns: 0, to_move: 0, laid: [] };
const table = { code: 'ABC', stage: 'playing', seats: [{}], play } as unknown as TableView;
const WELCOME = { type: 'welcome', seq: 1, you: 0, happenings: [], table, own: null } as object;

function sit() {
  const line = { do: vi.fn(() => 'ID'), withdraw: vi.fn() };
  let listener: Listener | undefined;
  const store = new TableStore('ABC', (given) => {
    listener = given;
    return line as unknown as Line;
  });
  listener!.snapshot(WELCOME as Welcome);
  return { hint: new HintStore(store), store, line, listener: listener! };
}

describe('a hint', () => {
  it('is asked for only where the line is open', () => {
    const { hint, line, listener } = sit();
    listener.status('lost');
    expect(hint.mayAsk).toBe(false);
    hint.ask();
    expect(line.do).not.toHaveBeenCalled();
    listener.status('open');
    hint.ask();
    expect(line.do).toHaveBeenCalledWith({ type: 'ask_hint' });
    expect(hint.isWaiting).toBe(true);
    expect(hint.mayAsk).toBe(false);
  });

  it('that is not waited for is not sent again', () => {
    const { hint, store, line, listener } = sit();
    listener.status('open');
    hint.ask();
    hint.withdraw();
    expect(hint.isWaiting).toBe(false);
    expect(line.withdraw).toHaveBeenCalledWith('ID');
    expect(store.withdrawn.has('ID')).toBe(true);
  });
});
