import { describe, expect, it } from 'vitest';
import { routeOf } from '../src/lib/routes';

describe('a path', () => {
  it.each([
    ['/', { page: 'lobby' }],
    ['', { page: 'lobby' }],
    ['/t/ABC2345', { page: 'table', code: 'ABC2345' }],
    ['/t/abc-2345/', { page: 'table', code: 'abc-2345' }],
    ['/t/', { page: 'nowhere' }],
    ['/t/a/b', { page: 'nowhere' }],
    ['/t/%3Cb%3E', { page: 'nowhere' }],
    ['/else', { page: 'nowhere' }],
    ['/review', { page: 'review' }],
    ['/t/abc/games/2', { page: 'replay', code: 'ABC', number: 2, review: false }],
    ['/t/abc/games/2?review', { page: 'replay', code: 'ABC', number: 2, review: true }],
  ])('%s means a page', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it('knows the editor of a layout, with a deck or without', () => {
    expect(routeOf('/layout')).toEqual({ page: 'layout', word: '' });
    expect(routeOf('/layout/?cards=STOP:4,28;SKULL:7')).toEqual({
      page: 'layout',
      word: 'STOP:4,28;SKULL:7',
    });
  });
});
