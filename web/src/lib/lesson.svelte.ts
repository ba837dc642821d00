/** A lesson on a table: its steps, how far one has come, and whether one has left its path. */

import { BEGINNING, follow, readOn, type LessonProgress } from './following';
import type { TableScene } from './scene.svelte';
import type { News } from './table.svelte';
import type { Intent, LessonStep } from '../wire';

export class LessonStore {
  progress = $state.raw<LessonProgress>(BEGINNING);

  readonly step: LessonStep | undefined;
  /** What is to be done now, if anything. */
  readonly wanted: Intent | null;
  /** Something else was laid in this turn, though it may be taken back. */
  readonly aside: boolean;
  /** What the lesson asks for cannot be done any more. */
  readonly astray: boolean;

  constructor(
    readonly steps: readonly LessonStep[],
    private readonly scene: TableScene,
  ) {
    this.step = $derived(steps[this.progress.at]);
    this.wanted = $derived(this.step?.command ?? null);
    this.aside = $derived(this.progress.ahead.length > 0);
    this.astray = $derived(this.step !== undefined && this.#isAstray());
  }

  /** Watch the table until the page goes. */
  start(): () => void {
    return this.scene.store.listen((news) => this.#hear(news));
  }

  readOn(): void {
    this.progress = readOn(this.progress);
    this.#watched();
  }

  #hear({ happenings }: News): void {
    const you = this.scene.store.you;
    if (you === null) return;
    for (const happening of happenings) {
      this.progress = follow(this.steps, this.progress, happening, you);
    }
    this.#watched();
  }

  /** A bot that was to be watched has played. */
  #watched(): void {
    if (this.step?.wait && this.scene.store.isMyTurn) this.progress = readOn(this.progress);
  }

  #isAstray(): boolean {
    const { store } = this.scene;
    if (store.table?.stage === 'over') return true;
    const wanted = this.wanted;
    if (!store.isMyTurn || store.own === null || wanted?.type !== 'place') return false;
    return !store.own.legal.some(({ card, pile }) => card === wanted.card && pile === wanted.pile);
  }
}
