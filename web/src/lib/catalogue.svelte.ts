/** What can be chosen here: games, bots, settings, faces. Nothing is assumed. */

import { HAS_SERVER } from './addresses';
import { ownCatalogue, serverCatalogue } from './api';
import type { BotView, Catalogue, GameView } from '../wire';

/** How often somebody who waits for bots to get ready asks again. */
const ASK_AGAIN = 3_000;
/** How long a server may be silent before what this device can do is offered meanwhile. */
const PATIENCE = 2_000;
/** How often is looked whether a server answers again. */
const LOOK_AGAIN = 20_000;

class CatalogueStore {
  #told = $state.raw<Catalogue | null>(null);
  #failed = $state(false);
  #hasServer = $state(true);
  #asked: Promise<void> | null = null;
  #isAsking = false;

  get told(): Catalogue | null {
    return this.#told;
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** Whether a server answered; without one, what this device can do is told. */
  get hasServer(): boolean {
    return this.#hasServer;
  }

  get games(): readonly GameView[] {
    return this.#told?.games ?? [];
  }

  get bots(): readonly BotView[] {
    return this.#told?.bots ?? [];
  }

  game(id: string): GameView | undefined {
    return this.games.find((game) => game.id === id);
  }

  /** Ask once; ask again if that failed. */
  load(): Promise<void> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  /** Ask again and again until every bot is ready; gives how to stop. */
  follow(): () => void {
    const timer = setInterval(() => {
      if (this.bots.some((bot) => !bot.ready)) void this.#ask();
    }, ASK_AGAIN);
    return () => clearInterval(timer);
  }

  /** Look from time to time whether a server answers again; gives how to stop. */
  seek(): () => void {
    if (!HAS_SERVER) return () => undefined;
    const look = () => {
      if (!this.#hasServer && !this.#isAsking) void this.#ask();
    };
    const timer = setInterval(look, LOOK_AGAIN);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }

  /** Ask the server. While it is silent, what this device can do is told. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    const silence = new Promise<void>((done) => setTimeout(done, PATIENCE));
    const asked = serverCatalogue().then(async (told) =>
      this.#tell(told ?? (await ownCatalogue()), told !== null),
    );
    const heard = asked
      .catch(() => {
        this.#failed = true;
        this.#asked = null;
      })
      .finally(() => (this.#isAsking = false));
    await Promise.race([heard, silence]);
    if (this.#told !== null || !this.#isAsking) return;
    const own = await ownCatalogue().catch(() => null);
    if (own !== null && this.#isAsking) this.#tell(own, false);
  }

  #tell(told: Catalogue, hasServer: boolean): void {
    this.#told = told;
    this.#hasServer = hasServer;
    this.#failed = false;
  }
}

export const catalogue = new CatalogueStore();
