/**
 * What the page asks the worker, by kind. A file that answers more adds its kinds here:
 *
 *     declare module './requests' {
 *       interface Requests {
 *         'puzzle:try': { asked: PuzzleTry; answered: PuzzleJudged };
 *       }
 *     }
 */

import type { Details } from '../sentence';

export interface Requests {
  /** Start the module, to know whether this device can. */
  start: { asked: null; answered: null };
}

/** What the worker tells without being asked, by kind; added to in the same way. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Broadcasts {}

export type Kind = keyof Requests;
export type Asked<K extends Kind> = Requests[K]['asked'];
export type Answered<K extends Kind> = Requests[K]['answered'];

/** What went wrong: `key` and `details` make the sentence for people. */
export interface Trouble {
  readonly code: string;
  readonly key: string;
  readonly details: Details;
}

export type ToWorker =
  | { readonly type: 'ask'; readonly id: number; readonly kind: Kind; readonly asked: unknown }
  | { readonly type: 'cancel'; readonly id: number };

export type FromWorker =
  | { readonly type: 'answer'; readonly id: number; readonly answered: unknown }
  | { readonly type: 'trouble'; readonly id: number; readonly trouble: Trouble }
  | { readonly type: 'progress'; readonly id: number; readonly done: number }
  | { readonly type: 'news'; readonly kind: string; readonly told: unknown };

/** Something a person can be told; anything else that is thrown is a fault of ours. */
export class Troubled extends Error implements Trouble {
  constructor(
    readonly code: string,
    readonly key: string,
    readonly details: Details = {},
  ) {
    super(code);
  }
}
