import { describe, expect, it } from 'vitest';
import { meaningOf } from '../src/lib/keyboard';

const press = (key: string, held = {}) =>
  meaningOf({ key, ctrlKey: false, altKey: false, metaKey: false, ...held });

describe('a key', () => {
  it.each([
    ['7', { kind: 'digit', digit: '7' }],
    ['ArrowLeft', { kind: 'step', direction: -1 }],
    ['ArrowRight', { kind: 'step', direction: 1 }],
    ['a', { kind: 'pile', place: 0 }],
    ['F', { kind: 'pile', place: 3 }],
    ['e', { kind: 'end' }],
    ['U', { kind: 'take_back' }],
    ['?', { kind: 'help' }],
    ['T', { kind: 'hint' }],
    ['Escape', { kind: 'drop' }],
  ])('%s has a meaning', (key, meaning) => {
    expect(press(key)).toEqual(meaning);
  });

  it('of the browser is left alone', () => {
    expect(press('a', { ctrlKey: true })).toBeNull();
    expect(press('u', { metaKey: true })).toBeNull();
    expect(press('Tab')).toBeNull();
    expect(press('Enter')).toBeNull();
  });
});
