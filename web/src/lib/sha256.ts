/** SHA-256 (FIPS 180-4) for pages whose browser keeps its own to itself: plain http at home. */

const PRIMES = firstPrimes(64);
/** The first 32 bits behind the point of the cube roots of the first 64 primes. */
const ROUND = new Uint32Array(PRIMES.map((prime) => fraction(Math.cbrt(prime))));
/** The same of the square roots of the first 8. */
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let each = 2; found.length < count; each++) {
    if (found.every((prime) => each % prime !== 0)) found.push(each);
  }
  return found;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The message, a one, zeros, and its length in bits: whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / 64) * 64;
  const block = new Uint8Array(size);
  block.set(message);
  block[message.length] = 0x80;
  const view = new DataView(block.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, (message.length * 8) >>> 0);
  return view;
}

function schedule(view: DataView, offset: number): Uint32Array {
  const words = new Uint32Array(64);
  for (let at = 0; at < 16; at++) words[at] = view.getUint32(offset + at * 4);
  for (let at = 16; at < 64; at++) {
    const [far, near] = [words[at - 15]!, words[at - 2]!];
    const one = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const other = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    words[at] = words[at - 16]! + one + words[at - 7]! + other;
  }
  return words;
}

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let at = 0; at < 64; at++) {
    const mix = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + mix + choice + ROUND[at]! + words[at]!) >>> 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] = state[at]! + word));
}

export function sha256Bytes(message: Uint8Array): Uint8Array {
  const view = padded(message);
  const state = new Uint32Array(START);
  for (let offset = 0; offset < view.byteLength; offset += 64)
    compress(state, schedule(view, offset));
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => result.setUint32(at * 4, word));
  return new Uint8Array(result.buffer);
}
