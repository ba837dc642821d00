/**
 * A layout: which numbers carry which command. How many there must be comes from the server; here
 * a layout is read from a file or a link, held against that, and written again.
 */

import type { CommandCards } from '../wire';
import type { Details } from './sentence';

export type Layout = Readonly<Record<string, readonly number[]>>;

/** Why something is no layout: the key of a sentence; `command` in its details is a command's name. */
export interface LayoutProblem {
  readonly key: string;
  readonly details: Details;
}

const EXAMPLE = '{"STOP": [4, 28, 52, 76], …}';

/** A file's text, the same that `--layout` reads; null if it is not like one. */
export function readLayout(text: string): Layout | null {
  try {
    const read: unknown = JSON.parse(text);
    return isLayout(read) ? read : null;
  } catch {
    return null;
  }
}

function isLayout(read: unknown): read is Layout {
  return (
    typeof read === 'object' &&
    read !== null &&
    !Array.isArray(read) &&
    Object.values(read).every(
      (numbers) => Array.isArray(numbers) && numbers.every(Number.isInteger),
    )
  );
}

export const UNREADABLE: LayoutProblem = {
  key: 'web.layout.unreadable',
  details: { example: EXAMPLE },
};

/** The text of a file that `--layout` reads. */
export function writeLayout(layout: Layout, cards: CommandCards): string {
  const lines = cards.commands.map(
    (command) => `  "${command}": [${numbersOf(layout, command).join(', ')}]`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** The layout in one word, as records and the server write it: STOP:4,28,52,76;SKULL:… */
export function wordOf(layout: Layout, cards: CommandCards): string {
  return cards.commands
    .map((command) => `${command}:${numbersOf(layout, command).join(',')}`)
    .join(';');
}

/** The layout that a word tells; null if it is none. */
export function fromWord(word: string): Layout | null {
  const parts = word.split(';').map((part) => /^([A-Z_]+):((?:\d{1,3}(?:,\d{1,3})*)?)$/.exec(part));
  if (parts.some((part) => part === null)) return null;
  return Object.fromEntries(
    parts.map((part) => [part![1]!, part![2]! === '' ? [] : part![2]!.split(',').map(Number)]),
  );
}

export function numbersOf(layout: Layout, command: string): number[] {
  return (layout[command] ?? []).toSorted((one, other) => one - other);
}

/** The command that a number carries, if any. */
export function commandOn(layout: Layout, number: number): string | undefined {
  return Object.keys(layout).find((command) => layout[command]?.includes(number));
}

export function equalLayouts(one: Layout, other: Layout, cards: CommandCards): boolean {
  return wordOf(one, cards) === wordOf(other, cards);
}

/** Everything that keeps it from being a deck; nothing if it is one. */
export function problemsOf(layout: Layout, cards: CommandCards): LayoutProblem[] {
  const unknown = Object.keys(layout).filter(
    (name) => !(cards.commands as readonly string[]).includes(name),
  );
  return [
    ...unknown.map((name) => problem('unknown', { name })),
    ...cards.commands.flatMap((command) => problemsWith(layout, command, cards)),
    ...sharedNumbers(layout, cards).map((number) => problem('twice', { number })),
  ];
}

function problem(name: string, details: Details): LayoutProblem {
  return { key: `web.layout.${name}`, details };
}

function problemsWith(layout: Layout, command: string, cards: CommandCards): LayoutProblem[] {
  const { copies, lowest, highest } = cards;
  const numbers = numbersOf(layout, command);
  const strange = numbers.filter((number) => number < lowest || number > highest);
  const repeated = new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at));
  const missing = copies - numbers.length;
  return [
    ...strange.map((number) => problem('no_card', { number, lowest, highest })),
    ...[...repeated].map((number) => problem('repeated', { number, command })),
    ...(missing > 0 ? [problem('too_few', { command, count: missing })] : []),
    ...(missing < 0 ? [problem('too_many', { command, count: -missing })] : []),
  ];
}

/** Numbers that stand for two commands. */
function sharedNumbers(layout: Layout, cards: CommandCards): number[] {
  const all = cards.commands.flatMap((command) => [...new Set(layout[command])]);
  return [...new Set(all.filter((number, at) => all.indexOf(number) !== at))];
}
