import { describe, expect, it } from 'vitest';
import {
  changedOptions,
  changedSettings,
  equalSettings,
  offering,
  switchesFor,
} from '../src/lib/settings';
import type { GameView, Settings, SettingsView } from '../src/wire';

const USUAL = { starter: 'vote', text: false, memory: false, pace: 700 } as Settings;
const OFFER = {
  switches: [
    { name: 'text', alone: false },
    { name: 'memory', alone: true },
  ],
} as unknown as SettingsView;

const game = {
  id: 'original',
  options: [
    { name: 'expert_hand', values: [false, true], rule: 'G-24' },
    { name: 'talk', values: ['oya', 'nsv'], rule: 'E-5' },
  ],
} as unknown as GameView;

describe('the options to be sent', () => {
  it('are those that differ from the default', () => {
    const chosen = { expert_hand: true, talk: 'oya' };
    expect(changedOptions(game, chosen)).toEqual({ expert_hand: true });
  });

  it('leave out what another game had', () => {
    expect(changedOptions(game, { one_pile: 'after', talk: 'nsv' })).toEqual({ talk: 'nsv' });
  });

  it('are none as long as the game is not known', () => {
    expect(changedOptions(undefined, { talk: 'nsv' })).toEqual({});
  });
});

describe('settings', () => {
  it('are equal when nothing differs', () => {
    expect(equalSettings(USUAL, { ...USUAL })).toBe(true);
    expect(equalSettings(USUAL, { ...USUAL, pace: 0 })).toBe(false);
  });

  it('tell how many are not the usual ones', () => {
    expect(changedSettings(USUAL, USUAL)).toBe(0);
    expect(changedSettings(USUAL, { ...USUAL, pace: 0, text: true })).toBe(2);
  });

  it('offer a value that somebody else chose', () => {
    expect(offering([0, 30, 60], 30)).toEqual([0, 30, 60]);
    expect(offering([0, 30, 60], 45)).toEqual([0, 30, 45, 60]);
  });

  it('are fewer for one player', () => {
    expect(switchesFor(OFFER, 1).map(({ name }) => name)).toEqual(['memory']);
    expect(switchesFor(OFFER, 2).map(({ name }) => name)).toEqual(['text', 'memory']);
  });
});
