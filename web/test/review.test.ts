import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  accountOf,
  chanceAt,
  luckOf,
  momentsOfPoints,
  placeOnCurve,
  signed,
  spanOf,
} from '../src/lib/review';
import { askReview, keptReview } from '../src/lib/reviews';
import type { Estimate, Moment, ReplayFrame, Review } from '../src/wire';

const estimate = (value: number, half = 0): Estimate => ({
  value,
  low: value - half,
  high: value + half,
});

function frame(phase: string, turns: number): ReplayFrame {
  return { happenings: [], hands: [], play: { phase, turns } } as unknown as ReplayFrame;
}

describe('the curve and the replay', () => {
  // Dealt, started, two cards and the end of a turn, two cards of which the last wins.
  const moments = [
    frame('starting', 0),
    frame('playing', 0),
    frame('playing', 0),
    frame('playing', 0),
    frame('playing', 1),
    frame('playing', 1),
    frame('over', 1),
  ];

  it('begins with the first turn and has a point at the end of each', () => {
    expect(momentsOfPoints(moments, 3)).toEqual([1, 4, 6]);
  });

  it('ends where a game was broken off', () => {
    expect(momentsOfPoints(moments.slice(0, 6), 2)).toEqual([1, 4]);
    expect(momentsOfPoints(moments.slice(0, 1), 1)).toEqual([0]);
  });

  it('is followed moment by moment', () => {
    const points = [1, 4, 6];
    expect([0, 1, 2.5, 4, 5, 6].map((at) => placeOnCurve(points, at))).toEqual([
      0, 0, 0.5, 1, 1.5, 2,
    ]);
  });
});

describe('whose chance', () => {
  const moment: Moment = { turns: 0, seats: [estimate(0.6, 0.1), estimate(0.2, 0.1)], table: 0.4 };

  it('is a seat’s own', () => {
    expect(chanceAt(moment, 1, true)).toEqual(estimate(0.2, 0.1));
  });

  it('or the table’s, with the mean of the intervals', () => {
    const { value, low, high } = chanceAt(moment, null, true);
    expect([value, low, high].map((each) => each.toFixed(2))).toEqual(['0.40', '0.30', '0.50']);
  });

  it('of which a duellist’s opponent is the complement', () => {
    const { low, high } = chanceAt(moment, null, false);
    expect([low, high].map((each) => each.toFixed(2))).toEqual(['0.60', '0.80']);
  });
});

describe('the account', () => {
  const review = {
    start: estimate(0.764, 0.01),
    lost: estimate(0.278, 0.05),
    luck: estimate(-0.1324, 0.08),
    hidden: estimate(-0.3536, 0.16),
    end: 0,
  } as Review;

  it('adds up as it is written', () => {
    const steps = accountOf(review);
    const [start, lost, luck, hidden, end] = steps.map(({ points }) => points);
    expect(start! + lost! + luck! + hidden!).toBe(end);
    expect(steps.map(({ to }) => to.toFixed(3))).toEqual([
      '0.764',
      '0.486',
      '0.354',
      '0.000',
      '0.000',
    ]);
    expect(steps[1]).toMatchObject({ low: -33, high: -23 });
  });

  it('has scene for more than everything and less than nothing', () => {
    const steps = accountOf({ ...review, lost: estimate(0.9), hidden: estimate(0.2684) });
    expect(spanOf(steps).low).toBeLessThan(0);
    expect(spanOf(steps).high).toBe(1);
  });

  it('calls luck good or bad beyond the error alone', () => {
    expect(luckOf(review)).toBe('bad');
    expect(luckOf({ ...review, luck: estimate(0.1, 0.2) })).toBe('even');
  });

  it('writes signs', () => {
    expect([12, 0, -0, -3].map(signed)).toEqual(['+12', '0', '0', '−3']);
  });
});

describe('asking for a review', () => {
  afterEach(() => vi.unstubAllGlobals());

  function answering(...answers: [number, unknown][]) {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
      asked.push(`${method} ${path}`);
      const [status, body] = answers.shift()!;
      const text = status === 204 ? null : JSON.stringify(body);
      return Promise.resolve(new Response(text, { status }));
    });
    vi.stubGlobal('setTimeout', (work: () => void) => queueMicrotask(work));
    return asked;
  }

  const under = (done: number) => [202, { id: 'abc', done, total: 3 }] as [number, unknown];
  const none = [204, null] as [number, unknown];
  const unknown = [404, { code: 'NO_REVIEW', key: '', details: {}, message: '' }] as [
    number,
    unknown,
  ];
  const review = [200, { curve: [] }] as [number, unknown];

  it('follows how far it is', async () => {
    const asked = answering(under(0), under(2), review);
    const told: number[] = [];
    await askReview({ record: 'text' }, ({ done }) => told.push(done));
    expect(told).toEqual([0, 2]);
    expect(asked).toEqual(['POST /api/reviews', 'GET /api/reviews/abc', 'GET /api/reviews/abc']);
  });

  it('asks again for what was broken off meanwhile', async () => {
    const asked = answering(under(0), none, under(1), review);
    await askReview({ code: 'ABC', number: 2 });
    const path = '/api/tables/ABC/games/2/review';
    expect(asked).toEqual([`POST ${path}`, `GET ${path}`, `POST ${path}`, `GET ${path}`]);
    expect(answering(under(0), unknown, review)).toEqual([]);
    expect(await askReview({ record: 'text' })).toEqual({ curve: [] });
  });

  it('says why there is none', async () => {
    answering([409, { code: 'GAME_ON', key: 'refusal.GAME_ON', details: {}, message: '' }]);
    await expect(askReview({ code: 'ABC', number: 2 })).rejects.toMatchObject({ code: 'GAME_ON' });
  });

  it('takes one that is kept, and begins none', async () => {
    answering(review, none, under(1));
    expect(await keptReview('ABC', 1)).toEqual({ curve: [] });
    expect(await keptReview('ABC', 1)).toBeNull();
    expect(await keptReview('ABC', 1)).toBeNull();
  });
});
