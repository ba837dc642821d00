import { expect, test } from 'vitest';
import { baseOf, furtherBots, levelsOf } from '../src/lib/bots';
import type { BotView } from '../src/wire';

const bot = (name: string, level = 0): BotView => ({
  name,
  level,
  offered_by: 'tenback',
  ready: true,
});
const BOTS = [bot('steady', 2), bot('greedy'), bot('gentle', 1), bot('stranger')];

test('a bot is named without its parameters', () => {
  expect(baseOf('master:ms=50')).toBe('master');
  expect(baseOf('greedy')).toBe('greedy');
});

test('levels come from the gentlest on, other bots as the server lists them', () => {
  expect(levelsOf(BOTS).map(({ name }) => name)).toEqual(['gentle', 'steady']);
  expect(furtherBots(BOTS).map(({ name }) => name)).toEqual(['greedy', 'stranger']);
});
