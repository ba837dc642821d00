/** What the client says without a server is what Python says: reviews, positions, puzzles. */

import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { startMachine, type Machine } from '../src/lib/offline/machine';
import { commitmentOf, type Dealt } from '../src/lib/offline/deal';
import { dailyDeal, showToday } from '../src/lib/offline/open_daily';
import { findRescue } from '../src/lib/offline/rescue';
import { agree } from '../src/lib/offline/ruleset';
import { lookAt } from '../src/lib/offline/positions';
import { judge, rowsIn } from '../src/lib/offline/puzzles';
import { readRecord } from '../src/lib/offline/reading';
import { replayOf, replayOfRecord, summaryOf } from '../src/lib/offline/replays';
import { Troubled } from '../src/lib/offline/requests';
import { judgeAttempt, review } from '../src/lib/offline/review/game';
import type { Attempt, LookedAt, Placed, PlayerRating, PuzzleJudged, Review } from '../src/wire';
import written from './offline_games.json';

const PACKAGE = new URL('../../src/tenback/', import.meta.url);

interface Told {
  readonly samples: number;
  readonly seed: number;
  readonly games: readonly { record: string; review: Review; attempt: Attempt | null }[];
  readonly rescues: readonly { record: string; placements: readonly Placed[] }[];
  readonly daily: readonly (Dealt & { game: string; players: number; commitment: string })[];
  readonly puzzles: readonly {
    id: string;
    tries: readonly { laid: readonly (readonly [number, number])[]; judged: PuzzleJudged }[];
    given_up: PuzzleJudged;
    looks: readonly LookedAt[];
  }[];
}
const told = written as unknown as Told;
const wish = { samples: told.samples, seed: told.seed };
const NEWCOMER: PlayerRating = { rating: 1500, deviation: 350, volatility: 0.06 };

async function read(path: string): Promise<ArrayBuffer> {
  const bytes = await readFile(new URL(path, PACKAGE));
  return new Uint8Array(bytes).buffer;
}

let machine: Machine;
beforeAll(async () => {
  machine = await startMachine({
    module: () => read('kernels/built/kernels.wasm'),
    network: (name) => read(`bots/value/networks/${name}.npz`),
  });
});

/** Everything equal, numbers to nine places: sums are added up in another order. */
function alike(found: unknown, wanted: unknown, path = ''): void {
  if (typeof wanted === 'number' && typeof found === 'number') {
    if (Math.abs(found - wanted) > 1e-9) expect(found, path).toBe(wanted);
  } else if (typeof wanted === 'object' && wanted !== null) {
    const [one, other] = [found, wanted] as [Record<string, unknown>, Record<string, unknown>];
    expect(Object.keys(one ?? {}).sort(), path).toEqual(Object.keys(other).sort());
    for (const key of Object.keys(other)) alike(one[key], other[key], `${path}.${key}`);
  } else expect(found, path).toBe(wanted);
}

it('the turn that would have saved a team is the same', () => {
  for (const { record, placements } of told.rescues) {
    expect(findRescue(machine, record).placements).toEqual(placements);
  }
  expect(told.rescues.map(({ placements }) => placements.length > 0)).toEqual([true, true, false]);
});

it('the deals of a day are the same', () => {
  for (const { date, game, players, decks, salt, commitment } of told.daily) {
    const dealt = dailyDeal(date, game, players);
    expect(dealt).toEqual({ decks, salt, date });
    expect(commitmentOf(agree({ game, players }), dealt)).toBe(commitment);
  }
  const { date } = told.daily[0]!;
  const day = showToday(Date.parse(`${date}T23:00:00Z`));
  expect(day).toMatchObject({ date, seconds_left: 3600, chain: null });
  expect(day.deals.map((deal) => deal.commitment)).toEqual(
    told.daily.map((each) => each.commitment),
  );
});

describe.each(told.games.map((game) => [game.review.game, game.review.players, game] as const))(
  '%s for %i',
  (_name, _players, { record, review: wanted, attempt }) => {
    it('is reviewed in the same way', { timeout: 120_000 }, async () => {
      const steps: number[] = [];
      const found = await review(machine, record, wish, (done) => {
        steps.push(done);
        return Promise.resolve();
      });
      // The search for a line that wins the whole deal is left to Python.
      alike({ ...found, deal: null }, { ...wanted, deal: null });
      expect(steps).toEqual([...Array(wanted.turns.length + 1).keys()]);
      if (attempt === null) return;
      const { number: turn, placements } = attempt;
      alike(await judgeAttempt(machine, { record, turn, placements }, wish), attempt);
    });

    it('is walked through to its end', () => {
      const { frames, rules } = replayOf(machine, readRecord(record));
      expect(rules.game).toBe(wanted.game);
      expect(frames.at(-1)!.play.outcome).not.toBeNull();
      const laid = frames.flatMap(({ happenings }) =>
        happenings.filter(({ type }) => type === 'card_placed'),
      );
      expect(laid.length).toBe(wanted.turns.flatMap(({ placements }) => placements).length);
      const turns = wanted.turns.slice(0, 3).map(({ placements }) => placements);
      const line = replayOfRecord(machine, { record, turns });
      expect(line.frames.at(-1)!.play.turns).toBe(3);
      expect(summaryOf(machine, record)).toMatchObject({ game: wanted.game, record });
    });
  },
);

it('refuses a record that breaks a rule', () => {
  const record = told.games[0]!.record;
  const wrong = record.replace(/^1\. P1: (\d+)>\w+/m, '1. P1: $1>A1 $1>A1');
  expect(() => summaryOf(machine, wrong)).toThrow(Troubled);
  expect(() => summaryOf(machine, 'nothing')).toThrow(Troubled);
});

describe.each(told.puzzles.map((puzzle) => [puzzle.id, puzzle] as const))(
  'the puzzle %s',
  (id, puzzle) => {
    it('is judged in the same way', async () => {
      const game = id.slice(0, id.lastIndexOf('-'));
      const file = await read(`analysis/puzzles/data/${game}.jsonl`);
      const row = rowsIn(new TextDecoder().decode(file)).find(([each]) => each === id)!;
      for (const { laid, judged } of puzzle.tries) {
        alike(judge(machine, row, { laid, player: NEWCOMER }), judged);
      }
      alike(judge(machine, row, {}), puzzle.given_up);
      const [position, answer] = [row[1], puzzle.tries[0]!.laid];
      alike(lookAt(machine, { position }), puzzle.looks[0]);
      alike(lookAt(machine, { position, laid: answer.slice(0, 1) }), puzzle.looks[1]);
      alike(lookAt(machine, { position, laid: answer, end: true }), puzzle.looks[2]);
    });
  },
);
