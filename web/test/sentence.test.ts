import { describe, expect, it } from 'vitest';
import { fill, find, formOf } from '../src/lib/sentence';

describe('filling a sentence', () => {
  it('puts values in, as often as they are asked for', () => {
    expect(fill('{a} and {b} and {a}', { a: 1, b: 'two' })).toBe('1 and two and 1');
  });

  it('leaves what is not given', () => {
    expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}');
  });

  it('does not fill what a value brings along', () => {
    expect(fill('{name}: {text}', { name: '{text}', text: '$& <b>' })).toBe('{text}: $& <b>');
  });

  it('reads past a width', () => {
    expect(fill('{pile:<17}lay', { pile: 'A1' })).toBe('A1lay');
  });
});

describe('the form of a count', () => {
  it.each([
    ['en', 0, 'other'],
    ['en', 1, 'one'],
    ['en', 2, 'other'],
    ['fr', 0, 'one'],
    ['fr', 1, 'one'],
    ['fr', 2, 'other'],
    ['de', 0, 'other'],
    ['de', 1, 'one'],
  ])('%s %i is %s', (language, count, form) => {
    expect(formOf(language, count)).toBe(form);
  });

  it('is chosen only where there is no plain sentence', () => {
    const catalogue = { plain: 'P', 'cards.one': 'card', 'cards.other': 'cards' };
    expect(find(catalogue, 'en', 'plain', { count: 1 })).toBe('P');
    expect(find(catalogue, 'en', 'cards', { count: 1 })).toBe('card');
    expect(find(catalogue, 'en', 'cards', { count: 5 })).toBe('cards');
    expect(find(catalogue, 'en', 'cards', {})).toBeUndefined();
  });
});
