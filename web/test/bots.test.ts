import { describe, expect, it } from 'vitest';
import { baseOf, furtherBots } from '../src/lib/bots';

describe('bots', () => {
  it('have a name without their parameters', () => {
    expect(baseOf('master:ms=50')).toBe('master');
    expect(baseOf('gentle')).toBe('gentle');
  });

  it('come by strength after the levels, those of other packages last', () => {
    const names = ['foreign', 'tuned', 'expert', 'random', 'gentle', 'greedy'];
    expect(furtherBots(names)).toEqual(['random', 'greedy', 'tuned', 'foreign']);
  });
});
