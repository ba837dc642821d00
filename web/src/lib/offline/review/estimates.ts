/** Estimates from samples: a mean, its standard error, its interval (reviewing/estimates.py). */

import type { Estimate } from '../../../wire';

const Z95 = 1.959963984540054;
/** Standard errors that a difference must exceed before anything is said. */
export const SURE = 2.576;

export class Measured {
  constructor(
    readonly value: number,
    readonly error = 0,
  ) {}

  estimate(): Estimate {
    const half = Z95 * this.error;
    return { value: this.value, low: this.value - half, high: this.value + half };
  }

  /** The estimate of a chance, whose interval does not leave 0 to 1. */
  chance(): Estimate {
    const { value, low, high } = this.estimate();
    return { value, low: Math.max(0, low), high: Math.min(1, high) };
  }

  less(other: Measured): Measured {
    return new Measured(this.value - other.value, Math.hypot(this.error, other.error));
  }

  /** The chance of the other side. */
  mirrored(): Measured {
    return new Measured(1 - this.value, this.error);
  }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

export function measure(values: readonly number[]): Measured {
  const count = values.length;
  const mean = sum(values) / count;
  // Where all samples agree, the next one might still differ.
  if (mean === 0 || mean === 1) {
    return new Measured(mean, Math.sqrt(count + 1) / ((count + 2) * Math.sqrt(count + 2)));
  }
  if (count < 2) return new Measured(mean, 0.5);
  const variance = sum(values.map((value) => (value - mean) ** 2)) / (count - 1);
  return new Measured(mean, Math.sqrt(variance) / Math.sqrt(count));
}

export function total(parts: readonly Measured[]): Measured {
  const error = Math.sqrt(sum(parts.map((part) => part.error ** 2)));
  return new Measured(sum(parts.map((part) => part.value)), error);
}
