import { describe, expect, it } from 'vitest';
import { loadRules } from '../src/lib/rules';
import { LANGUAGE_NAMES } from '../src/lib/texts.svelte';

const catalogues = Object.keys(
  import.meta.glob('../../src/tenback/texts/languages/*/catalogue.json'),
);

describe('the languages that are offered', () => {
  it('are the folders there are', () => {
    expect([...LANGUAGE_NAMES.keys()]).toEqual(catalogues.map((path) => path.split('/').at(-2)));
    expect(LANGUAGE_NAMES.get('fr')).toBe('Français');
  });

  it.each([...LANGUAGE_NAMES])('include %s, %s, with its rules', async (code) => {
    const blocks = await loadRules(code, 'original');
    expect(blocks?.[0]?.kind).toBe('title');
  });
});
