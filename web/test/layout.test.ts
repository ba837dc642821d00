import { describe, expect, it } from 'vitest';
import type { CommandCards } from '../src/wire';
import {
  commandOn,
  equalLayouts,
  fromWord,
  problemsOf,
  readLayout,
  wordOf,
  writeLayout,
  type Layout,
} from '../src/lib/layout';

const EVEN = {
  STOP: [4, 28, 52, 76],
  SKULL: [7, 32, 55, 80],
  THREE: [11, 35, 59, 83],
  SILENCE: [14, 39, 62, 87],
  NO_JUMP: [18, 42, 66, 90],
  ONE_PILE: [21, 46, 69, 94],
  DRAW_ONE: [25, 49, 73, 97],
};
const CARDS: CommandCards = {
  commands: ['STOP', 'SKULL', 'THREE', 'SILENCE', 'NO_JUMP', 'ONE_PILE', 'DRAW_ONE'],
  copies: 4,
  lowest: 2,
  highest: 99,
  layouts: ['even', 'random'],
  even: EVEN,
};

const keysOf = (layout: Layout) =>
  problemsOf(layout, CARDS).map(({ key }) => key.split('.').at(-1));

describe('a layout', () => {
  it('survives a file, in any order', () => {
    const read = readLayout(writeLayout({ ...EVEN, STOP: [76, 4, 52, 28] }, CARDS));
    expect(read).toEqual(EVEN);
    expect(equalLayouts(read!, EVEN, CARDS)).toBe(true);
  });

  it('survives a link', () => {
    const word = wordOf(EVEN, CARDS);
    expect(word).toMatch(/^STOP:4,28,52,76;SKULL:7,32,55,80;/);
    expect(fromWord(word)).toEqual(EVEN);
    expect(fromWord(wordOf({}, CARDS))).toEqual({
      STOP: [],
      SKULL: [],
      THREE: [],
      SILENCE: [],
      NO_JUMP: [],
      ONE_PILE: [],
      DRAW_ONE: [],
    });
  });

  it('says which command a number carries', () => {
    expect(commandOn(EVEN, 7)).toBe('SKULL');
    expect(commandOn(EVEN, 8)).toBeUndefined();
  });
});

describe('what is no layout', () => {
  it.each(['', '[1, 2]', '{"STOP": 4}', '{"STOP": ["four"]}', '{"STOP": [1.5]}', 'null', '{'])(
    'is not read from a file: %s',
    (text) => {
      expect(readLayout(text)).toBeNull();
    },
  );

  it.each(['', 'STOP', 'STOP:4,', 'STOP:four', '<b>'])('is not read from a link: %s', (word) => {
    expect(fromWord(word)).toBeNull();
  });
});

describe('problems', () => {
  it('has a deck none', () => {
    expect(problemsOf(EVEN, CARDS)).toEqual([]);
  });

  it('are named, each with what is wrong', () => {
    expect(problemsOf({ ...EVEN, STOP: [4, 28] }, CARDS)).toEqual([
      { key: 'web.layout.too_few', details: { command: 'STOP', count: 2 } },
    ]);
    expect(keysOf({ ...EVEN, STOP: [4, 28, 52, 76, 77] })).toEqual(['too_many']);
    expect(keysOf({ ...EVEN, STOP: [4, 4, 52, 76] })).toEqual(['repeated']);
    expect(keysOf({ ...EVEN, STOP: [7, 28, 52, 76] })).toEqual(['twice']);
    expect(keysOf({ ...EVEN, STOP: [1, 28, 52, 100] })).toEqual(['no_card', 'no_card']);
    expect(keysOf({ ...EVEN, BOMB: [2, 3, 5, 6] })).toEqual(['unknown']);
    expect(keysOf({})).toEqual(Array(7).fill('too_few'));
  });
});
