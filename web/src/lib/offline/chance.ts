/** Random numbers from the browser's secure source. */

/** A whole number from 0 up to, but not including, the bound; all equally likely. */
export function randomBelow(bound: number): number {
  const limit = Math.floor(2 ** 32 / bound) * bound;
  const drawn = new Uint32Array(1);
  do {
    crypto.getRandomValues(drawn);
  } while (drawn[0]! >= limit);
  return drawn[0]! % bound;
}

export function shuffled<T>(cards: readonly T[]): T[] {
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = randomBelow(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** So many random bytes, in hexadecimal digits. */
export function randomDigits(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return [...drawn].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// No letter that could be mistaken; the zero in front is in no code that a server gives.
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const MARK = '0';

/** A code for a table on this device. */
export function newCode(): string {
  const signs = Array.from({ length: 6 }, () => ALPHABET[randomBelow(ALPHABET.length)]!);
  return MARK + signs.join('');
}
