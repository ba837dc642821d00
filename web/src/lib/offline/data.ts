/** What Python wrote down for pages without a server (scripts/offline_data.py), with its types. */

import type { CardCommand, Catalogue, LessonStep, Offer, Settings } from '../../wire';
import written from './data.json';

type Field = number | readonly number[];

type DepthData = readonly [number, number, number, number, number, number];

export interface NetworkNames {
  readonly first: string;
  /** The network that `expert` asks beside the first, where there is one. */
  readonly second: string | null;
}

export interface RulesetData {
  /** The packed ruleset, field by field; what is not named is zero. */
  readonly fields: Readonly<Record<string, Field>>;
  /** What an option's value, written as NAME=VALUE, changes in it. */
  readonly changes: Readonly<Record<string, Readonly<Record<string, Field>>>>;
  readonly networks: NetworkNames;
  readonly expert_networks: NetworkNames;
  readonly weights: readonly number[];
  /** How `master` searches: see `Depth` of the module. */
  readonly depth: DepthData;
  readonly expert_depth: DepthData;
  /** How much more than the cheapest turn a turn of a review may advance. */
  readonly review_spread: number;
}

export interface GameData {
  readonly team: boolean;
  readonly lowest: number;
  readonly highest: number;
  readonly decks: number;
  /** What each seat calls each pile. */
  readonly pile_names: readonly (readonly string[])[];
  readonly marks: Readonly<Record<string, string>>;
  /** The usual layout of the commands, '' where there are none. */
  readonly layout: string;
  /** The name of the duty to cover a pile, '' where there is none. */
  readonly cover: string;
  /** The rules behind refusal codes. */
  readonly rules: Readonly<Record<string, string>>;
  /** The values of each option, the usual one first. */
  readonly options: Readonly<Record<string, readonly (string | boolean)[]>>;
}

export interface LessonData {
  readonly players: number;
  readonly starter: number;
  readonly decks: readonly (readonly number[])[];
  readonly bots: readonly string[];
  readonly pace: number;
  readonly steps: readonly LessonStep[];
}

/** Arrays by name, in the order in which the module takes them; words stand for what games differ in. */
export type Shapes =
  | string
  | { readonly kind: string; readonly shape: readonly (number | string)[] }
  | { readonly [name: string]: Shapes };

/** What a bot chooses by, and what it needs for that; `weights` null are those of the ruleset. */
export type BotData = { readonly talks: boolean } & (
  | { readonly by: 'greedy' }
  | { readonly by: 'random' }
  | {
      readonly by: 'softening';
      readonly weights: readonly number[] | null;
      /** How much worse than the best a turn may be, as a share of the best ones' spread. */
      readonly softness: number;
      /** What laying on a pile costs that somebody wants left alone, by the same. */
      readonly courtesy: number;
      /** How many of the best turns it chooses among. */
      readonly among: number;
    }
  | {
      readonly by: 'plan';
      readonly policy: number;
      readonly network: boolean;
      readonly weights: readonly number[] | null;
      /** How many deals it tries, and how many it may be told to; 0 if it tries none. */
      readonly samples: number;
      readonly most_samples: number;
    }
);

export interface OfflineData {
  readonly catalogue: Catalogue;
  readonly codes: readonly string[];
  readonly terminations: readonly string[];
  readonly commands: readonly CardCommand[];
  readonly moves: readonly ('step' | 'jump' | 'help')[];
  readonly ratings: readonly ('beaten' | 'excellent' | 'lost')[];
  readonly signals: Readonly<Record<string, number>>;
  /** How gladly a seat would start, as the module numbers it. */
  readonly eagerness: readonly Offer['eagerness'][];
  /** What a choice of one card says instead of a card: the turn ends. */
  readonly end: number;
  readonly games: Readonly<Record<string, GameData>>;
  readonly rulesets: Readonly<Record<string, RulesetData>>;
  readonly lessons: Readonly<Record<string, LessonData>>;
  readonly thinking: {
    readonly search: Shapes;
    readonly tables: Shapes;
    readonly workspace: Shapes;
    /** About how many turns a second network is asked. */
    readonly asked: number;
    readonly spread: number;
    readonly to_the_end: number;
    readonly bots: Readonly<Record<string, BotData>>;
  };
  /** The deal of the day where nobody can keep a secret. */
  readonly daily: {
    readonly key: string;
    readonly kinds: readonly { readonly game: string; readonly players: number }[];
    readonly bot: string;
    readonly settings: Settings;
  };
}

export const data = written as unknown as OfflineData;
