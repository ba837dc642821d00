import { describe, expect, it } from 'vitest';
import english from '../../src/tenback/texts/languages/en/grammar.json';
import french from '../../src/tenback/texts/languages/fr/grammar.json';
import { fill, find } from '../src/lib/sentence';

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

describe('eliding', () => {
  const turn = 'Au tour de {name} : {text}';

  it('shortens the word before a vowel', () => {
    expect(fill(turn, { name: 'Ana', text: 'oui' }, french)).toBe('Au tour d’Ana : oui');
    expect(fill(turn, { name: 'Ben', text: 'oui' }, french)).toBe('Au tour de Ben : oui');
  });

  it('is not done in a language without it', () => {
    expect(fill('de {name}', { name: 'Ana' }, english)).toBe('de Ana');
  });

  it('leaves what a value brings along', () => {
    expect(fill('{text}', { text: 'de {name}', name: 'Ana' }, french)).toBe('de {name}');
  });
});

describe('the form of a count', () => {
  it('is chosen only where there is no plain sentence', () => {
    const catalogue = { plain: 'P', 'cards.one': 'card', 'cards.other': 'cards' };
    expect(find(catalogue, english, 'plain', { count: 1 })).toBe('P');
    expect(find(catalogue, english, 'cards', { count: 1 })).toBe('card');
    expect(find(catalogue, english, 'cards', { count: 5 })).toBe('cards');
    expect(find(catalogue, english, 'cards', {})).toBeUndefined();
  });

  it('falls back on the plural where a rare form is not written', () => {
    const catalogue = { 'cards.one': 'carte', 'cards.other': 'cartes' };
    expect(find(catalogue, french, 'cards', { count: 0 })).toBe('carte');
    expect(find(catalogue, french, 'cards', { count: 1_000_000 })).toBe('cartes');
  });
});
