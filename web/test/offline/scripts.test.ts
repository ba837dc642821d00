/**
 * Tables here against tables of the server: tenback.testing.table_scripts writes what was asked and
 * what a server's messages were. TENBACK_SCRIPTS names the file; tests/ahead/test_offline.py makes it.
 */

import { expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import type { Happening, HintedTurn, Own, Refused, Settings, TableView } from '../../src/wire';
import type { Dealt } from '../../src/lib/offline/deal';
import type { Play } from '../../src/lib/offline/play';
import { textOfRecord } from '../../src/lib/offline/json_record';
import { recordJson, recordText } from '../../src/lib/offline/record';
import { Refusal } from '../../src/lib/offline/refusal';
import { gameOf, type Agreed } from '../../src/lib/offline/ruleset';
import { openTable, type TableCommand } from '../../src/lib/offline/table';
import { showOwn, showTable } from '../../src/lib/offline/views';
import { chooseTurn } from '../../src/lib/offline/bots';
import { advise } from '../../src/lib/offline/advice';
import { eagernessOf } from '../../src/lib/offline/eagerness';
import { testMachine } from './machine';

interface Step {
  readonly seat: number;
  readonly command: TableCommand;
  readonly byDriver: boolean;
  readonly dealt?: Dealt;
  readonly happenings?: readonly Happening[];
  readonly refused?: Refused;
  readonly table: TableView;
  readonly own: Own | null;
  /** How gladly each seat would start. */
  readonly eagerness?: readonly string[];
  /** What bots and advice choose now. */
  readonly turns?: Readonly<Record<string, readonly (readonly [number, number])[]>>;
  readonly hints?: readonly HintedTurn[];
}

interface Script {
  readonly code: string;
  readonly agreed: Agreed;
  readonly settings: Settings;
  readonly bots: readonly string[];
  readonly steps: readonly Step[];
  readonly record: string;
  readonly record_json: string;
}

const file = (import.meta.env as Record<string, string | undefined>)['VITE_TENBACK_SCRIPTS'];

async function written(): Promise<Script[]> {
  const bytes = await readFile(new URL(`file://${file}`));
  return JSON.parse(new TextDecoder().decode(bytes)) as Script[];
}

const PATIENCE = 600_000;

/** As it comes over a line. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

async function think(play: Play, { turns = {}, hints }: Step, told: string): Promise<void> {
  for (const [bot, turn] of Object.entries(turns)) {
    const found = await chooseTurn(play, bot);
    expect(
      found.map(({ card, pile }) => [card, pile]),
      `${told}: ${bot}`,
    ).toEqual(turn);
  }
  if (hints === undefined) return;
  const pause = () => Promise.resolve();
  const found = await advise(play, { ms: 0, samples: 16, now: () => 0, pause });
  expect(
    found.map(({ placements }) => placements),
    told,
  ).toEqual(hints.map(({ placements }) => placements));
  expect(
    found.map(({ close, reasons }) => ({ close, reasons })),
    told,
  ).toEqual(hints.map(({ close, reasons }) => ({ close, reasons })));
  found.forEach((one, at) => {
    for (const name of ['chance', 'low', 'high'] as const) {
      expect(Math.abs(one[name] - hints[at]![name]), told).toBeLessThan(0.051); // rounded
    }
  });
}

it.skipIf(file === undefined)('a table is as the server’s', { timeout: PATIENCE }, async () => {
  const machine = await testMachine();
  const scripts = await written();
  for (const script of scripts) {
    const { code, agreed, settings, bots, steps, record } = script;
    const table = openTable(machine, code, { agreed, settings, name: 'Ana', bots });
    for (const [at, step] of steps.entries()) {
      const told = `${JSON.stringify(agreed)}, step ${at}: ${JSON.stringify(step.command)}`;
      try {
        const found = table.decide(step.seat, step.command, step.byDriver, step.dealt ?? null);
        expect(plain(found), told).toEqual(step.happenings);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, key, details, rule } = step.refused ?? { details: {} };
        expect(error.code, told).toBe(code);
        expect(`refusal.${error.code}${error.variant}`, told).toBe(key);
        expect(details, told).toMatchObject(error.details);
        expect(gameOf(agreed).rules[error.code] ?? '', told).toBe(rule);
      }
      expect(plain(showTable(table)), told).toEqual(step.table);
      expect(plain(showOwn(table, 0)), told).toEqual(step.own);
      if (step.eagerness !== undefined) {
        const said = table.seats.map((_, seat) => eagernessOf(table.play!, seat));
        expect(said, told).toEqual(step.eagerness);
      }
      await think(table.play!, step, told);
    }
    expect(recordText(table.play!)).toBe(record);
    expect(recordJson(table.play!)).toBe(script.record_json);
    expect(textOfRecord(script.record_json)).toBe(record);
  }
  expect(scripts.length).toBeGreaterThan(0);
});
