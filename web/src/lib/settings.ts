/** What is agreed at a table: what a choice offers, and what differs from the usual. */

import type { GameView, Settings, SettingsView, SwitchView } from '../wire';

/** What can be switched on and off at a table; some of it only in company. */
export function switchesFor(offer: SettingsView, players: number): SwitchView[] {
  return offer.switches.filter(({ alone }) => alone || players > 1);
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

export function changedSettings(usual: Settings, settings: Settings): number {
  return namesOf(usual).filter((name) => settings[name] !== usual[name]).length;
}

export function equalSettings(one: Settings, other: Settings): boolean {
  return namesOf(one).every((name) => one[name] === other[name]);
}

function namesOf(settings: Settings): (keyof Settings)[] {
  return Object.keys(settings) as (keyof Settings)[];
}
