/** Reads NumPy's .npz: a zip of .npy files, each a short header and the numbers. */

export interface NumpyArray {
  /** NumPy's word for the kind of number, without the order of bytes: 'f2', 'i1'. */
  readonly kind: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const END_OF_ZIP = 0x06054b50;
const STORED = 0;

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function readArray(bytes: Uint8Array<ArrayBuffer>): NumpyArray {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const isLong = bytes[6] !== 1; // version 1 has a length of two bytes
  const start = isLong ? 12 : 10;
  const length = isLong ? view.getUint32(8, true) : view.getUint16(8, true);
  const head = new TextDecoder().decode(bytes.subarray(start, start + length));
  const kind = /'descr': *'[<|]([a-z]\d+)'/.exec(head)?.[1];
  const shape = /'shape': *\(([\d, ]*)\)/.exec(head)?.[1];
  if (kind === undefined || shape === undefined || head.includes("'fortran_order': True")) {
    throw new Error(`an array of another kind: ${head}`);
  }
  const sizes = shape.split(',').map((part) => part.trim());
  return {
    kind,
    shape: sizes.filter((part) => part !== '').map(Number),
    bytes: bytes.slice(start + length),
  };
}

/** The arrays of a file, by name. */
export async function readArrays(buffer: ArrayBuffer): Promise<Map<string, NumpyArray>> {
  const view = new DataView(buffer);
  let end = buffer.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== END_OF_ZIP) end -= 1;
  if (end < 0) throw new Error('not a zip');
  const found = new Map<string, NumpyArray>();
  let at = view.getUint32(end + 16, true);
  for (let entry = view.getUint16(end + 10, true); entry > 0; entry -= 1) {
    const method = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 20, true);
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const local = view.getUint32(at + 42, true);
    const title = new TextDecoder().decode(new Uint8Array(buffer, at + 46, name));
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = new Uint8Array(buffer, start, size);
    const bytes = method === STORED ? packed.slice() : await inflate(packed);
    found.set(title.replace(/\.npy$/, ''), readArray(bytes));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return found;
}

function halfToNumber(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** The numbers of an array as 32-bit ones; all that networks are kept in fit without rounding. */
export function reals({ kind, bytes }: NumpyArray): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'i1') return Float32Array.from(new Int8Array(bytes.buffer));
  const size = Number(kind.slice(1));
  return Float32Array.from({ length: bytes.byteLength / size }, (_, index) => {
    if (kind === 'f2') return halfToNumber(view.getUint16(index * 2, true));
    if (kind === 'f4') return view.getFloat32(index * 4, true);
    throw new Error(`numbers of another kind: ${kind}`);
  });
}
