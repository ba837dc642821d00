/** Sentences of the catalogue: which form a count chooses, and how placeholders are filled. */

export type Details = Record<string, string | number>;
export type Catalogue = Readonly<Record<string, string>>;

/** French counts 0 like 1. */
export function formOf(language: string, count: number): 'one' | 'other' {
  return count === 1 || (language === 'fr' && count === 0) ? 'one' : 'other';
}

/** Fill the `{placeholders}`; the values are text and stay text. */
export function fill(sentence: string, details: Details): string {
  return sentence.replace(/\{(\w+)(?::[^}]*)?\}/g, (whole, name: string) =>
    name in details ? String(details[name]) : whole,
  );
}

/** Find the sentence for a key, or for the form of it that `count` chooses. */
export function find(
  catalogue: Catalogue,
  language: string,
  key: string,
  details: Details,
): string | undefined {
  const plain = catalogue[key];
  if (plain !== undefined || typeof details.count !== 'number') return plain;
  return catalogue[`${key}.${formOf(language, details.count)}`];
}
