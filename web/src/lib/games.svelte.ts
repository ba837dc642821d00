/** The own games: in memory for the screen, on the browser's shelf for tomorrow. */

import type { Review, TableView } from '../wire';
import { recordOf } from './api';
import { dailyAt } from './daily';
import { summaryOf } from './review_figures';
import { openShelf, type GameKey, type Shelf } from './shelf';
import { isPlayed, playedAt, type PlayedGame } from './statistics';
import { forget, recall } from './storage';

/** Where games were noted before there was a shelf. */
const OLD = 'games';

/** Why games are not kept: there is no database (a private window), or no room. */
export type KeepingTrouble = 'private' | 'full' | null;

function isSame(one: GameKey, other: GameKey): boolean {
  return one.code === other.code && one.number === other.number;
}

function oldGames(): PlayedGame[] {
  try {
    const read: unknown = JSON.parse(recall(OLD) ?? '[]');
    return Array.isArray(read) ? read.filter(isPlayed) : [];
  } catch {
    return [];
  }
}

class GamesStore {
  #games = $state.raw<readonly PlayedGame[]>([]);
  #trouble = $state<KeepingTrouble>(null);
  #shelf: Shelf | null = null;
  /** Records of games that could not be kept. */
  readonly #loose = new Map<string, string>();

  /** All games, oldest first. */
  get all(): readonly PlayedGame[] {
    return this.#games;
  }

  get trouble(): KeepingTrouble {
    return this.#trouble;
  }

  /** Read the shelf; games that were noted before there was one move there. */
  async load(): Promise<void> {
    const old = oldGames();
    try {
      this.#shelf = await openShelf();
      if (old.length > 0) {
        const kept = await this.#shelf.games();
        const news = old.filter((each) => !kept.some((one) => isSame(one, each)));
        await this.#shelf.put(news, new Map());
        forget(OLD);
      }
      this.#take(await this.#shelf.games());
    } catch {
      this.#shelf = null;
      this.#trouble = 'private';
      this.#take(old);
    }
  }

  #take(games: readonly PlayedGame[]): void {
    this.#games = [...games].sort((one, other) => one.at - other.at);
  }

  find(key: GameKey): PlayedGame | undefined {
    return this.#games.find((each) => isSame(each, key));
  }

  /** Keep games in the place of what is known of them, with their records. */
  async keep(
    games: readonly PlayedGame[],
    records: ReadonlyMap<GameKey, string> = new Map(),
  ): Promise<void> {
    const rest = this.#games.filter((each) => !games.some((one) => isSame(one, each)));
    this.#take([...rest, ...games]);
    try {
      await this.#shelf?.put(games, records);
    } catch {
      this.#trouble = 'full';
    }
    if (this.#shelf === null || this.#trouble === 'full') {
      for (const [{ code, number }, text] of records) this.#loose.set(`${code} ${number}`, text);
    }
  }

  async record(key: GameKey): Promise<string | undefined> {
    const loose = this.#loose.get(`${key.code} ${key.number}`);
    return loose ?? (await this.#shelf?.record(key).catch(() => undefined));
  }

  /**
   * Note a game that is over, seen from an own seat. A game is noted once, however often it is
   * seen; one with a prepared deal, as in a lesson, is not: it has no published hash.
   */
  note(table: TableView, you: number | null, now: number = Date.now()): void {
    const play = table.play;
    if (!play?.commitment || !play.outcome || you === null) return;
    const key = { code: table.code, number: play.number };
    if (this.find(key) !== undefined) return;
    const game = playedAt(table, you, now, dailyAt(table.code, play.number));
    if (game === null) return;
    void this.keep([game]);
    recordOf(key.code, key.number).then(
      (text) => this.keep([{ ...(this.find(key) ?? game), kept: true }], new Map([[key, text]])),
      () => undefined, // the server has it; it can be fetched later
    );
  }

  /** Keep what a review says of an own game. */
  noteReview(key: GameKey, review: Review): void {
    const game = this.find(key);
    if (game === undefined || game.review !== undefined) return;
    void this.keep([{ ...game, review: summaryOf(review, game.seat ?? 0, game.team) }]);
  }

  async remove(keys: readonly GameKey[]): Promise<void> {
    this.#take(this.#games.filter((each) => !keys.some((key) => isSame(key, each))));
    await this.#shelf?.remove(keys).catch(() => undefined);
  }

  async forgetAll(): Promise<void> {
    this.#take([]);
    forget(OLD);
    await this.#shelf?.clear().catch(() => undefined);
  }
}

export const games = new GamesStore();
