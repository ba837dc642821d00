/**
 * What a language does with counts, lists and names. The rules are data, read from the same files
 * as by Python: plural rules as Unicode's CLDR writes them, patterns of lists, words that elide.
 */

export interface Grammar {
  readonly plural: Readonly<Record<string, string>>;
  readonly list: Readonly<Record<ListKind, ListPatterns>>;
  readonly elision: { readonly words: Readonly<Record<string, string>>; readonly before: string };
}

interface ListPatterns {
  readonly pair: string;
  readonly last: string;
  readonly more: string;
}

/** A list of equals, a choice, or a row of longer parts. */
export type ListKind = 'and' | 'or' | 'row';

const RELATION = /^([niv])(?: % (\d+))? (!?=) ([\d,]+)$/;

function isSo(relation: string, count: number): boolean {
  const found = RELATION.exec(relation);
  if (found === null) throw new Error(`not a relation such as 'i % 10 = 1': ${relation}`);
  const [, operand, modulus, sign, values = ''] = found;
  const value = operand === 'v' ? 0 : Math.abs(count);
  const rest = modulus === undefined ? value : value % Number(modulus);
  return values.split(',').map(Number).includes(rest) === (sign === '=');
}

/** The plural form of a whole number: one, many or other. */
export function formOf(grammar: Grammar, count: number): string {
  const holds = (rule: string) =>
    rule.split(' or ').some((every) => every.split(' and ').every((each) => isSo(each, count)));
  return Object.entries(grammar.plural).find(([, rule]) => holds(rule))?.[0] ?? 'other';
}

/** Join a list: "A, B and C". */
export function listed(grammar: Grammar, items: readonly string[], kind: ListKind = 'and'): string {
  const patterns = grammar.list[kind];
  return items.reduce((joined, item, at) => {
    const pattern =
      at < items.length - 1 ? patterns.more : items.length > 2 ? patterns.last : patterns.pair;
    return pattern.replace(/\{([01])\}/g, (_, place: string) => (place === '0' ? joined : item));
  });
}

/** Shorten a word before a placeholder whose value begins with a vowel: "d’{name}". */
export function elide(
  grammar: Grammar,
  sentence: string,
  valueOf: (name: string) => string,
): string {
  const { words, before } = grammar.elision;
  const elidable = Object.keys(words).join('|');
  if (elidable === '') return sentence;
  const vowel = new RegExp(before, 'i');
  return sentence.replace(
    new RegExp(`\\b(${elidable}) \\{(\\w+)\\}`, 'gi'),
    (whole, word: string, name: string) =>
      vowel.test(valueOf(name)) ? `${words[word.toLowerCase()]}{${name}}` : whole,
  );
}
