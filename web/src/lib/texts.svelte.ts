/** The sentences of the chosen language; switching it changes the screen at once. */

import { listed, type Grammar, type ListKind } from './grammar';
import { fill, find, type Catalogue, type Details } from './sentence';
import { recall, store } from './storage';

export const LANGUAGES = ['en', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
};

const TEXTS = '../../../src/tenback/texts';
const catalogues = import.meta.glob<Catalogue>('../../../src/tenback/texts/*.json', {
  import: 'default',
});
const grammars = import.meta.glob<Grammar>('../../../src/tenback/texts/grammar/*.json', {
  import: 'default',
});

interface Speech {
  readonly language: Language;
  readonly catalogue: Catalogue;
  readonly grammar: Grammar;
}

let current = $state.raw<Speech | null>(null);

function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}

/** The language chosen last time, else the first the browser wants that we speak. */
export function preferredLanguage(): Language {
  const wishes = [recall('language'), ...navigator.languages].map(
    (wish) => wish?.slice(0, 2) ?? '',
  );
  return wishes.find(isLanguage) ?? 'en';
}

export function language(): Language {
  return current?.language ?? 'en';
}

/** Load a language and speak it. */
export async function speak(wanted: Language): Promise<void> {
  const catalogue = catalogues[`${TEXTS}/${wanted}.json`];
  const grammar = grammars[`${TEXTS}/grammar/${wanted}.json`];
  if (catalogue === undefined || grammar === undefined) throw new Error(`no texts in ${wanted}`);
  const read = await Promise.all([catalogue(), grammar()]);
  current = { language: wanted, catalogue: read[0], grammar: read[1] };
  document.documentElement.lang = wanted;
}

/** Load a language, speak it, and remember it. */
export async function choose(wanted: Language): Promise<void> {
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
