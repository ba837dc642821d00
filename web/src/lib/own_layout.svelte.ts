/** The printed deck of somebody who owns the game, kept in this browser. */

import { readLayout, type Layout } from './layout';
import { forget, recall, store } from './storage';

const NAME = 'layout';

class OwnLayout {
  #layout = $state.raw<Layout | null>(readLayout(recall(NAME) ?? ''));

  get layout(): Layout | null {
    return this.#layout;
  }

  keep(layout: Layout): void {
    this.#layout = layout;
    store(NAME, JSON.stringify(layout));
  }

  forget(): void {
    this.#layout = null;
    forget(NAME);
  }
}

export const ownLayout = new OwnLayout();
