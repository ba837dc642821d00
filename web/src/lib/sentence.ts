/** Sentences of the catalogue: which form a count chooses, and how placeholders are filled. */

import { elide, formOf, type Grammar } from './grammar';

export type Details = Record<string, string | number>;
export type Sentences = Readonly<Record<string, string>>;

/** Fill the `{placeholders}`; the values are text and stay text. */
export function fill(sentence: string, details: Details, grammar?: Grammar): string {
  const valueOf = (name: string) => String(details[name] ?? '');
  const elided = grammar === undefined ? sentence : elide(grammar, sentence, valueOf);
  return elided.replace(/\{(\w+)(?::[^}]*)?\}/g, (whole, name: string) =>
    name in details ? String(details[name]) : whole,
  );
}

/** Find the sentence for a key, or for the form of it that `count` chooses. */
export function find(
  catalogue: Sentences,
  grammar: Grammar,
  key: string,
  details: Details,
): string | undefined {
  const plain = catalogue[key];
  if (plain !== undefined || typeof details.count !== 'number') return plain;
  return catalogue[`${key}.${formOf(grammar, details.count)}`] ?? catalogue[`${key}.other`];
}
