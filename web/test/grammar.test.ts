import { describe, expect, it } from 'vitest';
import german from '../../src/tenback/texts/grammar/de.json';
import english from '../../src/tenback/texts/grammar/en.json';
import french from '../../src/tenback/texts/grammar/fr.json';
import cases from '../../tests/texts/elision.json';
import { elide, formOf, listed, type Grammar } from '../src/lib/grammar';

/** English lists as in Britain: no comma before "and". */
const LANGUAGES: readonly [string, Grammar & { number: { decimal: string; group: string } }][] = [
  ['en-GB', english],
  ['fr', french],
  ['de', german],
];
const COUNTS = [
  ...Array.from({ length: 1000 }, (_, at) => at),
  10_000,
  1_000_000,
  1_000_001,
  2_000_000,
];

describe.each(LANGUAGES)('the grammar of %s is what Intl says', (language, grammar) => {
  it('in its plurals', () => {
    const rules = new Intl.PluralRules(language);
    expect(COUNTS.map((count) => formOf(grammar, count))).toEqual(
      COUNTS.map((count) => rules.select(count)),
    );
  });

  it('in its lists', () => {
    const all = ['Ana', 'Ben', 'Chloé', '{0}', '$&'];
    for (const length of [1, 2, 3, 5]) {
      const items = all.slice(0, length);
      for (const [kind, type] of [
        ['and', 'conjunction'],
        ['or', 'disjunction'],
      ] as const) {
        expect(listed(grammar, items, kind)).toBe(
          new Intl.ListFormat(language, { type }).format(items),
        );
      }
    }
  });

  it('in the signs of its numbers', () => {
    const parts = new Intl.NumberFormat(language).formatToParts(1234567.5);
    expect(parts.find(({ type }) => type === 'decimal')?.value).toBe(grammar.number.decimal);
    expect(parts.find(({ type }) => type === 'group')?.value).toBe(grammar.number.group);
  });
});

describe('elision', () => {
  it.each(cases as [string, string, string][])('%s with %s is %s', (sentence, name, filled) => {
    expect(elide(french, sentence, () => name).replace('{name}', name)).toBe(filled);
  });
});
