/**
 * The log in the browser's database where that opens, and in memory where it does not. A database that
 * failed is tried again when somebody asks for a table that is not in memory: it may have the table.
 */

import { MemoryLog, type Kept, type Listed, type Log, type LoggedCommand } from './log';
import type { Opening } from './table';

export class PatientLog implements Log {
  /** Tables that were opened while there was no database; they stay here. */
  readonly #memory = new MemoryLog();
  #database: Promise<Log> | null = null;

  constructor(
    private readonly connect: () => Promise<Log>,
    /** A table is opened while there is no database: it is not kept. */
    private readonly unkept: () => void,
  ) {
    this.#reconnect();
  }

  #reconnect(): void {
    this.#database = null;
    this.#connected().catch(() => undefined); // whoever asks for a table is told
  }

  #connected(): Promise<Log> {
    this.#database ??= this.connect().catch((error: unknown) => {
      this.#database = null;
      throw error;
    });
    return this.#database;
  }

  #logOf(code: string): Log | Promise<Log> {
    return this.#memory.has(code) ? this.#memory : this.#connected();
  }

  /** A new table does not wait for a database that has failed before. */
  async open(code: string, opening: Opening, at: number): Promise<void> {
    const log = (await this.#database?.catch(() => null)) ?? this.#memory;
    if (log === this.#memory) this.unkept();
    return log.open(code, opening, at);
  }

  async append(code: string, number: number, step: LoggedCommand): Promise<void> {
    return (await this.#logOf(code)).append(code, number, step);
  }

  async read(code: string): Promise<Kept | null> {
    const log = await this.#logOf(code);
    try {
      return await log.read(code);
    } catch (error) {
      this.#reconnect(); // the browser may have closed it
      throw error;
    }
  }

  async list(): Promise<Listed[]> {
    const loose = await this.#memory.list();
    return [...loose, ...(await (await this.#connected()).list())];
  }

  async remove(code: string): Promise<void> {
    return (await this.#logOf(code)).remove(code);
  }
}
