// Replays what Python has written down in the module for browsers, and compares.
//
//     node replay_kernels.mjs TYPESCRIPT KERNELS MODULE trace FILE      see tenback.testing.traces
//     node replay_kernels.mjs TYPESCRIPT KERNELS MODULE expert FILE     see tenback.testing.expert_positions
//     node replay_kernels.mjs TYPESCRIPT KERNELS MODULE greedy FILE     the ruleset; games from seeds
//
// TYPESCRIPT is the compiler's package, KERNELS the folder web/src/lib/kernels, MODULE the
// compiled module. Prints what was done as JSON; the first difference is an error.

import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [typescript, sources, modulePath, what, file] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(typescript);

/** The client's own loader, translated as a browser gets it. */
async function loader() {
  const folder = await mkdtemp(join(tmpdir(), 'kernels-'));
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  for (const name of ['interface', 'memory', 'module']) {
    const source = await readFile(join(sources, `${name}.ts`), 'utf8');
    const { outputText } = ts.transpileModule(source, { compilerOptions: options });
    const linked = outputText.replace(/from '\.\/(\w+)'/g, "from './$1.mjs'");
    await writeFile(join(folder, `${name}.mjs`), linked);
  }
  const { load } = await import(join(folder, 'module.mjs'));
  return { ...(await import(join(folder, 'interface.mjs'))), load };
}

const { RULES, STATE, ENTRY, load } = await loader();
const { kernels, memory } = await load(await readFile(modulePath));
const bytes = await readFile(file);

function equal(place, wanted, told) {
  const found = memory.bytes(place);
  if (Buffer.compare(found, wanted) === 0) return;
  const at = wanted.findIndex((byte, index) => byte !== found[index]);
  throw new Error(`${told}: byte ${at} is ${found[at]}, not ${wanted[at]}`);
}

function same(found, wanted, told) {
  if (found !== wanted) throw new Error(`${told}: ${found}, not ${wanted}`);
}

function replayTrace() {
  const [rulesets, lines, size] = [0, 8, 16].map((at) => Number(bytes.readBigInt64LE(at)));
  const rules = memory.record(RULES.size);
  const state = memory.record(STATE.size);
  const legal = memory.array('u8', 4, 2);
  const first = 24 + rulesets * RULES.size;
  let judged = 0;
  let last = -1;
  for (let line = 0; line < lines; line += 1) {
    const start = first + line * size;
    const number = (index) => Number(bytes.readBigInt64LE(start + 8 * index));
    const ruleset = number(0);
    if (ruleset !== last) {
      const at = 24 + ruleset * RULES.size;
      memory.bytes(rules).set(bytes.subarray(at, at + RULES.size));
      last = ruleset;
    }
    const told = `line ${line}, game ${ruleset}`;
    const [done, seed, card, pile, reply, end] = [1, 2, 3, 4, 5, 6].map(number);
    const before = start + 56 + 64;
    const after = before + STATE.size;
    if (done === 0) {
      memory.bytes(state).fill(0); // the game before may have had more players
      kernels.deals_deal(rules, state, seed);
    } else if (done === 1 || done === 4) {
      memory.bytes(state).set(bytes.subarray(before, after));
      if (done === 1) kernels.steps_begin_turn(rules, state);
    } else {
      const found =
        done === 2 ? kernels.steps_place(rules, state, card, pile) : kernels.steps_end(rules, state);
      same(found, reply, `${told}: reply`);
    }
    equal(state, bytes.subarray(after, after + STATE.size), `${told}: state`);
    same(kernels.judging_judge_end(rules, state), end, `${told}: end of the turn`);
    kernels.legal_legal_sets(rules, state, legal);
    equal(legal, bytes.subarray(start + 56, start + 56 + 64), `${told}: legal cards`);
    const cards = after + STATE.size;
    const most = (start + size - cards) / 5;
    for (let index = 0; index < most && bytes.readInt8(cards + index) >= 0; index += 1) {
      const asked = bytes.readInt8(cards + index);
      for (let on = 0; on < 4; on += 1) {
        const wanted = bytes.readInt8(cards + most * (1 + on) + index);
        const found = kernels.judging_judge_place(rules, state, asked, on);
        same(found, wanted, `${told}: judgement of ${asked} on ${on}`);
        judged += 1;
      }
    }
  }
  return { lines, judged };
}

/** Takes the arrays of a desk from a description: shapes, and bytes where they are not zero. */
function desk(described, start) {
  if (Array.isArray(described)) return described.map((part) => desk(part, start));
  const array = memory.array(described.kind, ...described.shape);
  if (described.at !== undefined) {
    const content = memory.bytes(array);
    content.set(bytes.subarray(start + described.at, start + described.at + content.length));
  }
  return array;
}

function replayExpert() {
  const length = Number(bytes.readBigInt64LE(0));
  const told = JSON.parse(bytes.subarray(8, 8 + length).toString());
  const start = 8 + length;
  const limits = told.limits;
  const rules = memory.record(RULES.size);
  const state = memory.record(STATE.size);
  const signals = memory.array('i8', 4);
  const table = desk(told.desk, start);
  const entries = table[2][0];
  memory.bytes(rules).set(bytes.subarray(start, start + RULES.size));
  const began = process.cpuUsage();
  for (let index = 0; index < told.positions; index += 1) {
    const at = start + told.first + index * told.size;
    memory.bytes(state).set(bytes.subarray(at, at + STATE.size));
    const turn = kernels.best_turn_best_valued_turn(rules, state, limits, signals, table, told.spread);
    same(turn, Number(bytes.readBigInt64LE(at + STATE.size)), `position ${index}: turn`);
    equal(table[4], bytes.subarray(at + STATE.size + 8, at + STATE.size + 12), `position ${index}: value`);
    if (turn < 0) continue;
    const entry = { at: entries.at + turn * ENTRY.size, size: ENTRY.size };
    const wanted = at + STATE.size + 16;
    equal(entry, bytes.subarray(wanted, wanted + ENTRY.size), `position ${index}: entry`);
  }
  return { positions: told.positions, seconds: process.cpuUsage(began).user / 1e6 };
}

/** Plays games by `greedy` from the seeds 0, 1, ...: how many are won, and how long it takes. */
function playGreedy(games = 100_000) {
  const rules = memory.record(RULES.size);
  memory.bytes(rules).set(bytes);
  const policies = memory.array('i8', 1);
  const seeds = memory.array('i8', games);
  const generator = memory.array('u8', 1);
  const states = memory.array(`V${STATE.size}`, 1);
  const results = memory.array('i8', 5, games);
  memory.words(seeds.at, games).forEach((_, index, words) => {
    words[index] = BigInt(index);
  });
  const began = process.cpuUsage();
  kernels.batches_play_batch(rules, policies, seeds, states, generator, results);
  const seconds = process.cpuUsage(began).user / 1e6;
  const won = memory.words(results.at, 3 * games).subarray(2 * games).filter((word) => word).length;
  return { games, won, seconds };
}

const replays = { trace: replayTrace, expert: replayExpert, greedy: playGreedy };
console.log(JSON.stringify(replays[what]()));
