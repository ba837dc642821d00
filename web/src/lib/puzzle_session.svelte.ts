/** Puzzles, one after the other: which one is open, what was tried, and the rating that is kept. */

import { Failure, listPuzzles, nextPuzzle, showPuzzle, tryPuzzle } from './api';
import {
  afterTry,
  counts,
  keepNotebook,
  newNotebook,
  readNotebook,
  turnPage,
  type Notebook,
} from './puzzles';
import { note } from './router.svelte';
import { recall, store } from './storage';
import type { LookedAt, Placed, PuzzleJudged, PuzzleList, PuzzleView, Theme } from '../wire';

const LAST_GAME = 'puzzle-game';

/** Asks for something, and shows it if nothing else was asked for meanwhile. */
type Work = (isLatest: () => boolean) => Promise<void>;

export class PuzzleSession {
  told = $state.raw<PuzzleList | null>(null);
  game = $state('');
  theme = $state<Theme | ''>('');
  notebook = $state.raw<Notebook | null>(null);
  puzzle = $state.raw<PuzzleView | null>(null);
  looked = $state.raw<LookedAt | null>(null);
  judged = $state.raw<PuzzleJudged | null>(null);
  /** The notebook before the try that is judged. */
  before = $state.raw<Notebook | null>(null);
  /** The answer was asked for, nothing was tried. */
  gaveUp = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** It was asked for by its name. */
  isNamed = $state(false);

  #last: Work = async () => {};
  /** How often something was asked for: what comes in answer to an older question is dropped. */
  #asked = 0;

  /** Open the puzzle with this id; without one, the next that suits. */
  begin(id: string): Promise<void> {
    return this.#try(async (isLatest) => {
      this.told ??= await listPuzzles();
      if (!isLatest()) return;
      const games = this.told.games.map((each) => each.game);
      const named = games.find((game) => id.startsWith(`${game}-`));
      const wanted = named ?? recall(LAST_GAME) ?? '';
      this.#take(games.includes(wanted) ? wanted : games[0]!);
      this.isNamed = id !== '';
      if (id === '') return this.#next(isLatest);
      const found = await showPuzzle(id);
      if (isLatest()) this.#open(found);
    });
  }

  next(): Promise<void> {
    this.isNamed = false;
    return this.#try((isLatest) => this.#next(isLatest));
  }

  /** Another game; its own rating, any theme. */
  choose(game: string): void {
    this.#take(game);
    void this.next();
  }

  chooseTheme(theme: Theme | ''): void {
    this.theme = theme;
    void this.next();
  }

  /** Every puzzle may come again; the rating stays. */
  anew(): void {
    this.notebook = { ...newNotebook(this.told!.newcomer), player: this.notebook!.player };
    keepNotebook(this.game, this.notebook);
    void this.next();
  }

  /** Have a turn judged; without a card it is the wish to see the answer. */
  answer(laid: readonly Placed[]): Promise<void> {
    return this.#try(async (isLatest) => {
      const [{ id }, book, game] = [this.puzzle!, this.notebook!, this.game];
      const player = counts(book, id) ? book.player : null;
      const pairs = laid.map(({ card, pile }): [number, number] => [card, pile]);
      const found = await tryPuzzle(id, { laid: pairs, player });
      if (!isLatest()) return;
      this.before = book;
      this.gaveUp = laid.length === 0;
      this.notebook = afterTry(book, id, found);
      keepNotebook(game, this.notebook);
      this.judged = found;
    });
  }

  /** The same puzzle from its beginning. */
  again(): void {
    this.judged = this.failure = null;
    this.gaveUp = false;
  }

  /** What failed, once more. */
  retry(): Promise<void> {
    return this.#try(this.#last);
  }

  async #next(isLatest: () => boolean): Promise<void> {
    const [page, back] = turnPage(this.notebook!);
    const { game, theme } = this;
    const { seen, player } = page;
    const found =
      back !== undefined && theme === ''
        ? await showPuzzle(back)
        : await nextPuzzle({
            game,
            rating: player.rating,
            seen,
            ...(theme !== '' && { theme }),
          });
    if (!isLatest()) return;
    this.notebook = page;
    keepNotebook(game, page);
    this.#open(found);
  }

  #open(found: PuzzleView): void {
    this.puzzle = found;
    this.looked = this.judged = null;
    this.gaveUp = false;
    note(`/puzzles/${found.id}`);
  }

  #take(game: string): void {
    this.game = game;
    this.theme = '';
    this.notebook = readNotebook(game, this.told!.newcomer);
    store(LAST_GAME, game);
  }

  async #try(work: Work): Promise<void> {
    this.failure = null;
    this.#last = work;
    this.#asked += 1;
    const asked = this.#asked;
    const isLatest = () => asked === this.#asked;
    try {
      await work(isLatest);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (isLatest()) this.failure = error;
    }
  }
}
