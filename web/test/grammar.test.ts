import { describe, expect, it } from 'vitest';
import { elide, formOf, listed, type Grammar, type ListKind } from '../src/lib/grammar';

interface Language {
  readonly code: string;
  /** The locale to whose Intl the grammar is held: English lists are Britain's, no comma before "and". */
  readonly intl?: string;
  readonly grammar: Grammar & {
    readonly number: { readonly decimal: string; readonly group: string };
  };
  readonly examples: {
    readonly plural: Readonly<Record<string, string>>;
    readonly list: Readonly<Record<ListKind, readonly string[]>>;
    readonly elision: readonly (readonly [sentence: string, name: string, filled: string])[];
  };
}

const files = import.meta.glob(
  '../../src/tenback/texts/languages/*/{language,grammar,examples}.json',
  {
    eager: true,
    import: 'default',
  },
);
const FOLDERS = [
  ...new Set(Object.keys(files).map((path) => path.slice(0, path.lastIndexOf('/')))),
];
const LANGUAGES = FOLDERS.map((folder) => ({
  ...(files[`${folder}/language.json`] as Pick<Language, 'intl'>),
  code: folder.split('/').at(-1),
  grammar: files[`${folder}/grammar.json`],
  examples: files[`${folder}/examples.json`],
})) as Language[];
const COUNTS = [
  ...Array.from({ length: 1000 }, (_, at) => at),
  10_000,
  1_000_000,
  1_000_001,
  2_000_000,
];

const KNOWN = LANGUAGES.flatMap(({ intl, grammar }) =>
  intl === undefined ? [] : [{ intl, grammar }],
);

describe.each(KNOWN)('the grammar of $intl is what Intl says', ({ intl: language, grammar }) => {
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

describe.each(LANGUAGES)('the grammar of $code does as its examples', ({ grammar, examples }) => {
  it('with counts', () => {
    for (const [count, form] of Object.entries(examples.plural))
      expect(formOf(grammar, Number(count))).toBe(form);
  });

  it.each(['and', 'or', 'row'] as const)('with lists of the kind "%s"', (kind) => {
    const items = ['A', 'B', 'C', 'D'];
    const joined = items.map((_, at) => listed(grammar, items.slice(0, at + 1), kind));
    expect(joined).toEqual(examples.list[kind]);
  });

  it.each(examples.elision)('%s with %s is %s', (sentence, name, filled) => {
    expect(elide(grammar, sentence, () => name).replace('{name}', name)).toBe(filled);
  });
});
