import { describe, expect, it } from 'vitest';
import { sha256Bytes } from '../src/lib/sha256';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hexOf = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const hex = (text: string) => hexOf(sha256Bytes(bytesOf(text)));

describe('our own SHA-256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    [
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
      'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('gives the published value (%#)', (text, expected) => expect(hex(text)).toBe(expected));

  it('agrees with another implementation for every length around a block', async () => {
    for (let length = 0; length <= 200; length++) {
      const text = 'é'.repeat(length);
      const other = await crypto.subtle.digest('SHA-256', bytesOf(text));
      expect(hex(text)).toBe(hexOf(new Uint8Array(other)));
    }
  });
});
