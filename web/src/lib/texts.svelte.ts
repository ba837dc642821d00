/** The sentences of the chosen language; switching it changes the screen at once. */

import { listed, type Grammar, type ListKind } from './grammar';
import { fill, find, type Sentences, type Details } from './sentence';
import { recall, store } from './storage';

// A language is a folder; what is in the folders is all that is known of them here.
const FOLDERS = '../../../src/tenback/texts/languages';
const abouts = import.meta.glob<{ readonly name: string }>(
  '../../../src/tenback/texts/languages/*/language.json',
  {
    eager: true,
    import: 'default',
  },
);
const catalogues = import.meta.glob<Sentences>(
  '../../../src/tenback/texts/languages/*/catalogue.json',
  {
    import: 'default',
  },
);
const grammars = import.meta.glob<Grammar>('../../../src/tenback/texts/languages/*/grammar.json', {
  import: 'default',
});

const DEFAULT_LANGUAGE = 'en';

/** Each language in its own words, by its code. */
export const LANGUAGE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(abouts).map(([path, { name }]) => [path.split('/').at(-2) ?? '', name]),
);

interface Speech {
  readonly language: string;
  readonly catalogue: Sentences;
  readonly grammar: Grammar;
}

let current = $state.raw<Speech | null>(null);

/** The language chosen last time, else the first the browser wants that we speak. */
export function preferredLanguage(): string {
  const wishes = [recall('language') ?? '', ...navigator.languages].map(
    (wish) => wish.split('-')[0] ?? '',
  );
  return wishes.find((wish) => LANGUAGE_NAMES.has(wish)) ?? DEFAULT_LANGUAGE;
}

export function language(): string {
  return current?.language ?? DEFAULT_LANGUAGE;
}

/** Load a language and speak it. */
export async function speak(wanted: string): Promise<void> {
  const catalogue = catalogues[`${FOLDERS}/${wanted}/catalogue.json`];
  const grammar = grammars[`${FOLDERS}/${wanted}/grammar.json`];
  if (catalogue === undefined || grammar === undefined) throw new Error(`no texts in ${wanted}`);
  const read = await Promise.all([catalogue(), grammar()]);
  current = { language: wanted, catalogue: read[0], grammar: read[1] };
  document.documentElement.lang = wanted;
}

/** Load a language, speak it, and remember it. */
export async function choose(wanted: string): Promise<void> {
  store('language', wanted);
  await speak(wanted);
}

export function has(key: string): boolean {
  return current !== null && key in current.catalogue;
}

/** The sentence for a key, filled. A key without one is shown as it is, to be noticed. */
export function t(key: string, details: Details = {}): string {
  if (current === null) return key;
  const { catalogue, grammar } = current;
  const sentence = find(catalogue, grammar, key, details);
  return sentence === undefined ? key : fill(sentence, details, grammar);
}

/** A list as the language joins it; a dash for an empty one. */
export function list(items: readonly string[], kind: ListKind = 'and'): string {
  if (items.length === 0) return '–';
  return current === null ? items.join(', ') : listed(current.grammar, items, kind);
}
