/** A command that is not carried out, with what the sentence for people needs. */

import type { Details } from '../sentence';

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly details: Details = {},
    /** What the sentence's key ends in, where a code has several. */
    readonly variant = '',
  ) {
    super(code);
  }
}
