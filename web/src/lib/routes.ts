/** Which page a path means. */

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; code: string }
  | { page: 'replay'; code: string; number: number; review: boolean }
  | { page: 'review' }
  | { page: 'tutorial' | 'rules'; game: string }
  | { page: 'statistics' | 'games' }
  | { page: 'kept'; code: string; number: number; review: boolean }
  | { page: 'daily' }
  | { page: 'line'; date: string; game: string; players: number; author: string }
  | { page: 'puzzles'; id: string }
  | { page: 'verify'; table: string; game: number }
  | { page: 'layout'; word: string }
  | { page: 'nowhere' };

const CODE = '([A-Za-z0-9-]{1,40})';
const REPLAY = new RegExp(`^/t/${CODE}/games/(\\d{1,6})$`);
const PUZZLES = /^\/puzzles(?:\/([a-z0-9_-]{1,40}))?$/;
const LEARN = /^\/(tutorial|rules)\/([a-z0-9_-]{1,40})$/;

const KEPT = new RegExp(`^/games/${CODE}/(\\d{1,6})$`);
const LINE = /^\/daily\/(\d{4}-\d\d-\d\d)\/([a-z0-9_-]{1,40})\/(\d)\/(best|solver)$/;

export function routeOf(address: string): Route {
  const [path = '', query = ''] = address.split('?');
  const clean = path.replace(/\/+$/, '');
  if (clean === '') return { page: 'lobby' };
  const table = new RegExp(`^/t/${CODE}$`).exec(clean);
  if (table?.[1] !== undefined) return { page: 'table', code: table[1] };
  const replay = REPLAY.exec(clean);
  if (replay?.[1] !== undefined) {
    const review = new URLSearchParams(query).has('review');
    return { page: 'replay', code: replay[1].toUpperCase(), number: Number(replay[2]), review };
  }
  const learn = LEARN.exec(clean);
  if (learn?.[2] !== undefined) {
    return { page: learn[1] === 'rules' ? 'rules' : 'tutorial', game: learn[2] };
  }
  if (clean === '/games') return { page: 'games' };
  const kept = KEPT.exec(clean);
  if (kept?.[1] !== undefined) {
    const review = new URLSearchParams(query).has('review');
    return { page: 'kept', code: kept[1], number: Number(kept[2]), review };
  }
  if (clean === '/daily') return { page: 'daily' };
  const line = LINE.exec(clean);
  if (line) {
    const [, date = '', game = '', players, author = ''] = line;
    return { page: 'line', date, game, players: Number(players), author };
  }
  if (clean === '/review') return { page: 'review' };
  const puzzles = PUZZLES.exec(clean);
  if (puzzles !== null) return { page: 'puzzles', id: puzzles[1] ?? '' };
  if (clean === '/statistics') return { page: 'statistics' };
  if (clean === '/layout')
    return { page: 'layout', word: new URLSearchParams(query).get('cards') ?? '' };
  if (clean === '/verify') {
    const asked = new URLSearchParams(query);
    const number = Number(asked.get('game') ?? 1);
    return { page: 'verify', table: asked.get('table') ?? '', game: number > 0 ? number : 1 };
  }
  return { page: 'nowhere' };
}

const BUSY: readonly Route['page'][] = ['table', 'tutorial', 'puzzles'];

/** Whether something is going on at a page that nobody wants to be torn out of. */
export function isBusy({ page }: Route): boolean {
  return BUSY.includes(page);
}

/** The code in what somebody typed or pasted: the code itself, or a link to the table. */
export function codeIn(typed: string): string {
  const link = /\/t\/([A-Za-z0-9-]{1,40})/.exec(typed);
  return (link?.[1] ?? typed).toUpperCase().replace(/[^A-Z0-9]/g, '');
}
