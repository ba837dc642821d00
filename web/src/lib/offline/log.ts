/**
 * What a table is made of again after the page was closed: how it was opened, and every command
 * that was carried out, with the deal that it drew.
 */

import type { Dealt } from './deal';
import type { TableCommand, Opening } from './table';

export interface LoggedCommand {
  readonly seat: number;
  readonly command: TableCommand;
  readonly byDriver: boolean;
  readonly dealt: Dealt | null;
}

export interface Kept {
  readonly opening: Opening;
  readonly steps: readonly LoggedCommand[];
}

/** A table in a list; nothing of how it was opened, which may be damaged. */
export interface Listed {
  readonly code: string;
  readonly at: number;
}

export interface Log {
  open(code: string, opening: Opening, at: number): Promise<void>;
  append(code: string, number: number, step: LoggedCommand): Promise<void>;
  read(code: string): Promise<Kept | null>;
  list(): Promise<Listed[]>;
  remove(code: string): Promise<void>;
}

/** In memory: where the browser keeps nothing, and for tests. */
export class MemoryLog implements Log {
  readonly #tables = new Map<string, { opening: Opening; steps: LoggedCommand[]; at: number }>();

  has(code: string): boolean {
    return this.#tables.has(code);
  }

  open(code: string, opening: Opening, at: number): Promise<void> {
    this.#tables.set(code, { opening, steps: [], at });
    return Promise.resolve();
  }

  append(code: string, number: number, step: LoggedCommand): Promise<void> {
    const table = this.#tables.get(code);
    if (table !== undefined) table.steps[number] = step;
    return Promise.resolve();
  }

  read(code: string): Promise<Kept | null> {
    return Promise.resolve(this.#tables.get(code) ?? null);
  }

  list(): Promise<Listed[]> {
    return Promise.resolve([...this.#tables].map(([code, { at }]) => ({ code, at })));
  }

  remove(code: string): Promise<void> {
    this.#tables.delete(code);
    return Promise.resolve();
  }
}
