import { describe, expect, it } from 'vitest';
import { linkTo, pathIn } from '../src/lib/addresses';
import { lackOf } from '../src/lib/abilities';

const FOLDER = 'https://example.org/some/where/';

describe('an address of plain files', () => {
  it.each(['/', '/games', '/t/ABC/games/2?review&at=3', '/layout?cards=STOP:4,28;SKULL:7'])(
    '%s leads to its page from any other',
    (path) => {
      for (const from of ['', '?/daily', 'index.html?/games/x/1']) {
        const url = new URL(linkTo(path, false), new URL(from, FOLDER));
        expect(url.pathname.replace('index.html', '')).toBe('/some/where/');
        expect(pathIn(url, false)).toBe(path);
      }
    },
  );

  it('means the first page, if it asks for none of ours', () => {
    expect(pathIn(new URL('?utm=1', FOLDER), false)).toBe('/');
  });
});

it('is the path itself where a server sends the page', () => {
  expect(linkTo('/games', true)).toBe('/games');
  expect(pathIn({ pathname: '/t/A', search: '?at=2' }, true)).toBe('/t/A?at=2');
});

it('finds what a browser lacks', () => {
  const worker = class {} as unknown as typeof Worker;
  expect(lackOf({ Worker: worker })).toBe('module');
  const old = { ...WebAssembly, validate: () => false } as typeof WebAssembly;
  expect(lackOf({ WebAssembly: old, Worker: worker })).toBe('vectors');
  expect(lackOf({ WebAssembly })).toBe('worker');
  expect(lackOf({ WebAssembly, Worker: worker })).toBeNull();
});
