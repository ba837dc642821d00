import { expect, test } from 'vitest';
import { keepUnchanged } from '../src/lib/unchanged';

const view = () => ({
  stage: 'playing',
  seats: [{ name: 'Ana' }, null],
  play: { piles: [{ top: 2 }, { top: 99 }], laid: [] as number[] },
});

test('a part that has not changed is the same object', () => {
  const old = view();
  const value = view();
  value.play.piles[1] = { top: 89 };
  const kept = keepUnchanged(old, value);
  expect(kept.seats).toBe(old.seats);
  expect(kept.play.piles[0]).toBe(old.play.piles[0]);
  expect(kept.play.laid).toBe(old.play.laid);
  expect(kept.play).not.toBe(old.play);
  expect(kept.play.piles).toEqual([{ top: 2 }, { top: 89 }]);
});

test('what equals in everything is the old one, and the old one is never changed', () => {
  const old = view();
  expect(keepUnchanged(old, view())).toBe(old);
  const fewer = { ...view(), play: { ...view().play, laid: [7] } };
  expect(keepUnchanged(old, fewer).play.laid).toEqual([7]);
  expect(old).toEqual(view());
});

test.each([
  ['nothing before', null],
  ['a list before', [1]],
  ['more before', { a: 1, b: 2 }],
  ['less before', {}],
])('%s', (_, old) => {
  expect(keepUnchanged(old, { a: 1 })).toEqual({ a: 1 });
});
