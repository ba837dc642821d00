/** What is agreed at a table: what a choice offers, and what differs from the usual. */

import type { GameView, Settings } from '../wire';

/** How a table is run unless somebody wants it otherwise: what the server takes by itself. */
export const USUAL: Settings = {
  starter: 'vote',
  text: false,
  take_back: true,
  memory: false,
  spectators: true,
  public: false,
  turn_seconds: 0,
  pace: 700,
  stand_in: 'steady',
};

export const STARTERS = ['vote', 'host', 'lot'] as const;
export const TURN_SECONDS: readonly number[] = [0, 30, 60, 120, 300];
/** Milliseconds between the cards of a bot, by the word for it. */
export const PACES = { at_once: 0, quick: 300, calm: 700, slow: 1500 } as const;

export type Switch = 'text' | 'take_back' | 'memory' | 'spectators' | 'public';

/** What can be switched on and off at a table; alone there is nobody to talk to or to wait for. */
export function switchesFor(players: number): Switch[] {
  return players > 1
    ? ['text', 'take_back', 'memory', 'spectators', 'public']
    : ['take_back', 'memory', 'spectators'];
}

/** The offered values, with the one that holds if it is another. */
export function offering(values: readonly number[], value: number): number[] {
  return values.includes(value)
    ? [...values]
    : [...values, value].sort((one, other) => one - other);
}

export type Options = Record<string, string | boolean>;

/** The chosen options that this game has and that differ from its default. */
export function changedOptions(game: GameView | undefined, chosen: Options): Options {
  const changed = game?.options.filter(
    ({ name, values }) => name in chosen && chosen[name] !== values[0],
  );
  return Object.fromEntries(changed?.map(({ name }) => [name, chosen[name]!]) ?? []);
}

const SETTINGS = Object.keys(USUAL) as (keyof Settings)[];

export function changedSettings(settings: Settings): number {
  return SETTINGS.filter((name) => settings[name] !== USUAL[name]).length;
}

export function equalSettings(one: Settings, other: Settings): boolean {
  return SETTINGS.every((name) => one[name] === other[name]);
}
