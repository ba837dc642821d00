/** What can be chosen here: games, bots, settings, faces. Nothing is assumed. */

import { showCatalogue } from './api';
import type { BotView, Catalogue, GameView } from '../wire';

/** How often somebody who waits for bots to get ready asks again. */
const ASK_AGAIN = 3_000;

class CatalogueStore {
  #told = $state.raw<Catalogue | null>(null);
  #failed = $state(false);
  #hasServer = $state(true);
  #asked: Promise<void> | null = null;

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

  async #ask(): Promise<void> {
    try {
      const { told, hasServer } = await showCatalogue();
      this.#told = told;
      this.#hasServer = hasServer;
      this.#failed = false;
    } catch {
      this.#failed = true;
      this.#asked = null;
    }
  }
}

export const catalogue = new CatalogueStore();
