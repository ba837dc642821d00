import { describe, expect, it } from 'vitest';

const files = import.meta.glob<string>(['../src/**/*.{svelte,ts}', '!../src/lib/kernels/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const named = (modules: Record<string, unknown>) =>
  Object.keys(modules)
    .map((path) => path.replace(/^.*\/|\.py$/g, '').replaceAll('_', '-'))
    .filter((name) => name !== '--init--');
const games = named(import.meta.glob('../../src/tenback/rules/games/*.py', { query: '?raw' }));
const bots = named(import.meta.glob('../../src/tenback/bots/players/*.py', { query: '?raw' }));

describe('games and bots', () => {
  it.each([...games, ...bots])('%s is named by the server alone', (name) => {
    const naming = Object.entries(files).filter(([, text]) =>
      ["'", '"', '`'].some((quote) => text.includes(quote + name + quote)),
    );
    expect(naming.map(([path]) => path)).toEqual([]);
  });

  it('are found', () => {
    expect(games).toContain('on-fire');
    expect(bots).toContain('greedy');
    expect(Object.keys(files)).toContain('../src/art/games/on-fire.svelte');
  });
});
