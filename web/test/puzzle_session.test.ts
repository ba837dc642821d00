import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure, listPuzzles, nextPuzzle, tryPuzzle } from '../src/lib/api';
import { PuzzleSession } from '../src/lib/puzzle_session.svelte';
import { readNotebook } from '../src/lib/puzzles';
import { forget, remembered } from '../src/lib/storage';
import type { PlayerRating, PuzzleJudged, PuzzleList, PuzzleView } from '../src/wire';

vi.mock('../src/lib/router.svelte', () => ({ note: () => undefined }));
vi.mock('../src/lib/api', () => {
  class Failure extends Error {}
  const asked = { listPuzzles: vi.fn(), nextPuzzle: vi.fn(), showPuzzle: vi.fn() };
  return { Failure, ...asked, tryPuzzle: vi.fn() };
});

const NEWCOMER: PlayerRating = { rating: 1500, deviation: 350, volatility: 0.06 };
const BETTER: PlayerRating = { ...NEWCOMER, rating: 1700 };
const TOLD = {
  newcomer: NEWCOMER,
  games: [{ game: 'original' }, { game: 'duel' }],
} as unknown as PuzzleList;
const puzzle = (id: string) => ({ id }) as PuzzleView;
const RIGHT = { right: true, player: BETTER } as PuzzleJudged;

/** An answer that comes when a test says so. */
function later<T>() {
  let resolve: (found: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

async function begun(): Promise<PuzzleSession> {
  const session = new PuzzleSession();
  await session.begin('');
  return session;
}

beforeEach(() => {
  for (const name of remembered('puzzle')) forget(name);
  vi.mocked(listPuzzles).mockReset().mockResolvedValue(TOLD);
  vi.mocked(nextPuzzle)
    .mockReset()
    .mockImplementation(({ game }) => Promise.resolve(puzzle(`${game}-1`)));
  vi.mocked(tryPuzzle).mockReset().mockResolvedValue(RIGHT);
});

describe('a try that is judged', () => {
  it('is noted with its game', async () => {
    const session = await begun();
    await session.answer([{ card: 5, pile: 0 }]);
    expect(session.judged).toBe(RIGHT);
    expect(readNotebook('original', NEWCOMER)).toMatchObject({ player: BETTER, seen: [1] });
  });

  it('after another game was chosen changes neither notebook', async () => {
    const session = await begun();
    const judging = later<PuzzleJudged>();
    vi.mocked(tryPuzzle).mockReturnValue(judging.promise);
    const answered = session.answer([{ card: 5, pile: 0 }]);
    session.choose('duel');
    await vi.waitFor(() => expect(session.puzzle?.id).toBe('duel-1'));
    judging.resolve(RIGHT);
    await answered;
    expect(session.judged).toBeNull();
    expect(session.notebook?.player).toEqual(NEWCOMER);
    expect(readNotebook('duel', NEWCOMER).seen).toEqual([]);
    expect(readNotebook('original', NEWCOMER).seen).toEqual([]);
  });

  it('in vain says nothing where another game is open', async () => {
    const session = await begun();
    const judging = later<PuzzleJudged>();
    vi.mocked(tryPuzzle).mockReturnValue(judging.promise);
    const answered = session.answer([{ card: 5, pile: 0 }]);
    session.choose('duel');
    judging.reject(new Failure('UNREACHABLE', 'web.failure.unreachable', {}, ''));
    await answered;
    expect(session.failure).toBeNull();
  });
});

describe('the next puzzle', () => {
  it('is the one that was asked for last', async () => {
    const session = await begun();
    const [slow, quick] = [later<PuzzleView>(), later<PuzzleView>()];
    vi.mocked(nextPuzzle).mockReturnValueOnce(slow.promise).mockReturnValueOnce(quick.promise);
    const first = session.next();
    session.choose('duel');
    quick.resolve(puzzle('duel-7'));
    await vi.waitFor(() => expect(session.puzzle?.id).toBe('duel-7'));
    slow.resolve(puzzle('original-7'));
    await first;
    expect(session.puzzle?.id).toBe('duel-7');
    expect(session.game).toBe('duel');
  });
});
