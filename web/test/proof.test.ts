import { afterEach, describe, expect, it, vi } from 'vitest';
import { hashOf, isHash, readDeal, tidy } from '../src/lib/proof';

const SALT = 'eb3fcd8452b4eba61b43ef8ade7ec7eccafadea3ed5be300a6ca0219419ecf94';

afterEach(() => vi.unstubAllGlobals());

describe('hashing a proof', () => {
  it('is done by the browser, and by us where the browser refuses', async () => {
    const one = await hashOf('tenback');
    vi.stubGlobal('crypto', {});
    const other = await hashOf('tenback');
    expect([one.means, other.means]).toEqual(['browser', 'own']);
    expect(other.hash).toBe(one.hash);
  });

  it('forgives line ends and space around the text', () => {
    expect(tidy('\r\na\r\nb\rc\n\n')).toBe('a\nb\nc');
  });

  it('knows a hash when it sees one', () => {
    expect([
      isHash(SALT),
      isHash(` ${SALT.toUpperCase()}\n`),
      isHash(SALT.slice(1)),
      isHash(''),
    ]).toEqual([true, true, false, false]);
  });
});

describe('reading a deal', () => {
  it('reads a team game', () => {
    expect(readDeal(`tenback deal 1\noriginal 2\n5 4 3 2\n${SALT}`)).toEqual({
      game: 'original',
      players: 2,
      layout: '',
      decks: [[5, 4, 3, 2]],
      salt: SALT,
    });
  });

  it('reads a layout, and the decks of a duel', () => {
    const extreme = readDeal(`tenback deal 1\nextreme 1\n4:STOP,7:SKULL\n5 4\n${SALT}`);
    expect([extreme?.layout, extreme?.decks]).toEqual(['4:STOP,7:SKULL', [[5, 4]]]);
    expect(readDeal(`tenback deal 1\nduel 2\n5 4\n7 8\n${SALT}`)?.decks).toEqual([
      [5, 4],
      [7, 8],
    ]);
  });

  it.each(['', 'hello', `tenback deal 2\nduel 2\n5\n${SALT}`, 'tenback deal 1\nduel 2\n5 4\nsalt'])(
    'reads nothing into %j',
    (text) => expect(readDeal(text)).toBeNull(),
  );
});
