/** A review that is asked for: how far it is, what it says, or why there is none. */

import { Failure } from './api';
import { askReview, keptReview, type Reviewed, type ReviewProgress } from './reviews';
import type { Review } from '../wire';

export class ReviewStore {
  review = $state.raw<Review | null>(null);
  progress = $state.raw<ReviewProgress | null>(null);
  failure = $state.raw<Failure | null>(null);
  #asking: AbortController | null = null;

  constructor(readonly of: Reviewed) {}

  get isAsking(): boolean {
    return this.progress !== null;
  }

  /** Take the review that is kept already, if there is one. */
  async look(): Promise<void> {
    if (!('code' in this.of)) return;
    try {
      this.review = (await keptReview(this.of.code, this.of.number)) ?? this.review;
    } catch (error) {
      if (!(error instanceof Failure)) throw error; // it can still be asked for
    }
  }

  async ask(): Promise<void> {
    if (this.isAsking || this.review !== null) return;
    this.failure = null;
    this.progress = { done: 0, total: 0 };
    const { signal } = (this.#asking = new AbortController());
    try {
      const told = (progress: ReviewProgress) => (this.progress = progress);
      this.review = await askReview(this.of, told, signal);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!signal.aborted) this.failure = error;
    } finally {
      if (!signal.aborted) this.progress = null; // else it is of another question by now
    }
  }

  /** Ask no more; the server then breaks it off. */
  stop(): void {
    this.#asking?.abort();
    this.progress = null;
  }
}
