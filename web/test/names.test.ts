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

/** The files that hold a name as a string of its own. */
const naming = (name: string) =>
  Object.keys(files).filter((path) =>
    ["'", '"'].some((quote) => files[path]!.includes(quote + name + quote)),
  );

describe('games and bots', () => {
  it.each(games)('%s is named by data alone', (game) => {
    expect(naming(game)).toEqual([]);
  });

  // Without a server the browser plays the bots itself: there their code is told apart by name.
  it.each(bots)('%s is named by data, or where it is played without a server', (bot) => {
    expect(naming(bot).filter((path) => !path.startsWith('../src/lib/offline/'))).toEqual([]);
  });

  it('are found', () => {
    expect(games).toContain('duel');
    expect(bots).toContain('greedy');
    expect(Object.keys(files)).toContain('../src/art/games/duel.svelte');
  });
});
