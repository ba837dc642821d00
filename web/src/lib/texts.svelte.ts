/** The sentences of the chosen language; switching it changes the screen at once. */

import { fill, find, type Catalogue, type Details } from './sentence';
import { recall, store } from './storage';

export const LANGUAGES = ['en', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
};

const files = import.meta.glob<Catalogue>('../../../src/tenback/texts/*.json', {
  import: 'default',
});

let current = $state.raw<{ language: Language; catalogue: Catalogue }>({
  language: 'en',
  catalogue: {},
});

function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}

/** The language chosen last time, else the first the browser wants that we speak. */
export function preferredLanguage(): Language {
  const wishes = [recall('language'), ...navigator.languages].map((wish) => wish?.slice(0, 2) ?? '');
  return wishes.find(isLanguage) ?? 'en';
}

export function language(): Language {
  return current.language;
}

/** Load a language and speak it. */
export async function speak(wanted: Language): Promise<void> {
  const load = files[`../../../src/tenback/texts/${wanted}.json`];
  if (load === undefined) throw new Error(`no catalogue ${wanted}`);
  current = { language: wanted, catalogue: await load() };
  document.documentElement.lang = wanted;
}

/** Load a language, speak it, and remember it. */
export async function choose(wanted: Language): Promise<void> {
  store('language', wanted);
  await speak(wanted);
}

export function has(key: string): boolean {
  return key in current.catalogue;
}

/** The sentence for a key, filled. A key without one is shown as it is, to be noticed. */
export function t(key: string, details: Details = {}): string {
  const sentence = find(current.catalogue, current.language, key, details);
  return sentence === undefined ? key : fill(sentence, details);
}
