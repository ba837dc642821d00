/** What is agreed before the cards are dealt, in words and as the module takes it. */

import type { CardCommand, RulesView } from '../../wire';
import { RULES, type Depth } from '../kernels/interface';
import { fromWord, problemsOf, type Layout } from '../layout';
import { randomBelow } from './chance';
import { data, type GameData, type NetworkNames, type RulesetData } from './data';
import { Fields } from './fields';
import type { Machine } from './machine';
import { Troubled } from './requests';

export type Options = Readonly<Record<string, string | boolean>>;

/** `layout` as records write it, '' where there are no commands; `starter` null is by lot. */
export interface Agreed {
  readonly game: string;
  readonly players: number;
  readonly options: Options;
  readonly layout: string;
  readonly starter: number | null;
}

export interface Wanted {
  readonly game: string;
  readonly players?: number | null;
  readonly options?: Options;
  readonly layout?: string;
  readonly starter?: number | null;
}

function bad(field: string, error: string): Troubled {
  return new Troubled('RULES', 'refusal.RULES', { field, error });
}

/** Check what is wanted, and fill in what is usual. */
export function agree(wanted: Wanted): Agreed {
  const known = data.games[wanted.game];
  if (known === undefined) {
    throw bad('game', `the games are ${Object.keys(data.games).join(', ')}`);
  }
  const counts = data.catalogue.games.find((each) => each.id === wanted.game)!.players;
  const players = wanted.players ?? counts[0]!;
  if (!counts.includes(players)) throw bad('players', `${wanted.game} is not for ${players}`);
  const options: Record<string, string | boolean> = {};
  for (const [name, values] of Object.entries(known.options)) {
    const value = wanted.options?.[name] ?? values[0]!;
    if (!values.includes(value)) throw bad(name, `${value} is not one of ${values.join(', ')}`);
    if (value !== values[0]) options[name] = value;
  }
  const strange = Object.keys(wanted.options ?? {}).find((name) => !(name in known.options));
  if (strange !== undefined) throw bad(strange, `${wanted.game} has no such option`);
  const layout = agreeLayout(known, wanted.layout ?? '');
  return { game: wanted.game, players, options, layout, starter: wanted.starter ?? null };
}

function agreeLayout(game: GameData, wanted: string): string {
  if (game.layout === '') {
    if (wanted !== '') throw bad('layout', 'there are no command cards');
    return '';
  }
  if (wanted === '' || wanted === game.layout) return game.layout;
  if (wanted === 'random') return `random;${randomLayout()}`;
  const [name = '', ...rest] = wanted.split(';');
  const layout = fromWord(rest.join(';'));
  if (!['custom', 'random'].includes(name) || layout === null) throw bad('layout', wanted);
  if (problemsOf(layout, commandCards()).length > 0) throw bad('layout', wanted);
  return wanted;
}

function commandCards() {
  return data.catalogue.games.find((each) => each.command_cards)!.command_cards!;
}

function randomLayout(): string {
  const { commands, copies, lowest, highest } = commandCards();
  const cards = Array.from({ length: highest - lowest + 1 }, (_, at) => lowest + at);
  return commands
    .map((command) => {
      const drawn = Array.from(
        { length: copies },
        () => cards.splice(randomBelow(cards.length), 1)[0]!,
      );
      return `${command}:${drawn.sort((one, other) => one - other).join(',')}`;
    })
    .join(';');
}

/** The command that each card carries. */
export function commandsOf(layout: string): Map<number, CardCommand> {
  if (layout === '') return new Map();
  const numbers: Layout | null =
    layout === 'even' ? commandCards().even : fromWord(layout.slice(layout.indexOf(';') + 1));
  const found = new Map<number, CardCommand>();
  for (const [command, cards] of Object.entries(numbers ?? {})) {
    for (const card of cards) found.set(card, command as CardCommand);
  }
  return found;
}

export function gameOf(agreed: Agreed): GameData {
  return data.games[agreed.game]!;
}

export function rulesetOf(agreed: Agreed): RulesetData {
  return data.rulesets[`${agreed.game}-${agreed.players}`]!;
}

function isExpertMode(agreed: Agreed): boolean {
  return agreed.options['expert_minimum'] === true;
}

export function networksOf(agreed: Agreed): NetworkNames {
  const { networks, expert_networks } = rulesetOf(agreed);
  return isExpertMode(agreed) ? expert_networks : networks;
}

/** How `master` searches. */
export function depthOf(agreed: Agreed): Depth {
  const { depth, expert_depth } = rulesetOf(agreed);
  const told = isExpertMode(agreed) ? expert_depth : depth;
  const [turns, playout_deck, candidates, trust, spread, near] = told;
  return { turns, playout_deck, candidates, trust, spread, near };
}

/** The ruleset as the module takes it. */
export function packRules(machine: Machine, agreed: Agreed): Fields<typeof RULES> {
  const packed = new Fields(machine.memory, machine.memory.record(RULES.size), RULES);
  packed.bytes().fill(0);
  const { fields, changes } = rulesetOf(agreed);
  const write = (all: RulesetData['fields']) => {
    for (const [name, value] of Object.entries(all)) {
      const list = typeof value === 'number' ? [value] : value;
      list.forEach((each, at) => packed.set(name as keyof typeof RULES.fields, each, at));
    }
  };
  write(fields);
  for (const [name, value] of Object.entries(agreed.options)) {
    write(changes[`${name}=${JSON.stringify(value)}`] ?? {});
  }
  if (agreed.starter !== null) packed.set('starter', agreed.starter);
  const carried = [...commandsOf(agreed.layout)];
  data.commands.forEach((command, at) => {
    const cards = carried.filter(([, each]) => each === command).map(([card]) => card);
    packed.setWords('command_cards', at + 1, cards);
    for (const card of cards) packed.set('commands', at + 1, card);
  });
  return packed;
}

export function showRules(agreed: Agreed, handSize: number): RulesView {
  const game = gameOf(agreed);
  return {
    game: agreed.game,
    players: agreed.players,
    hand_size: handSize,
    lowest: game.lowest,
    highest: game.highest,
    team: game.team,
    options: { ...agreed.options },
    layout: agreed.layout,
    commands: Object.fromEntries([...commandsOf(agreed.layout)].sort(([one], [two]) => one - two)),
    marks: game.marks,
  };
}
