// What Python has written down, done again in the module for browsers, and compared. Nothing here
// is Node's own: a browser's worker does the same (scripts/browser_module.py).
//
// `tools.seconds()` is a clock; `tools.digest(bytes)` is SHA-256 in hexadecimal digits, or missing
// where only results are compared.

/** What was done in a line of a trace, and its parts in bytes, as in tenback.testing.traces. */
const [DEAL, BEGIN, PLACE, SET] = [0, 1, 2, 4];
const HEAD = 3 * 8;
const NUMBERS = 7 * 8;
const LEGAL = 4 * 2 * 8;

/** Compares two rows of bytes. */
function equal(found, wanted, told) {
  const at = wanted.findIndex((byte, index) => byte !== found[index]);
  if (at >= 0) throw new Error(`${told}: byte ${at} is ${found[at]}, not ${wanted[at]}`);
}

function same(found, wanted, told) {
  if (found !== wanted) throw new Error(`${told}: ${found}, not ${wanted}`);
}

function viewOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { word: (at) => Number(view.getBigInt64(at, true)), small: (at) => view.getInt8(at) };
}

/** A description as JSON, behind its length, and where the bytes behind it begin. */
function headOf(bytes) {
  const length = viewOf(bytes).word(0);
  return [JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))), 8 + length];
}

/** Games step by step; see tenback.testing.traces. */
function trace({ kernels, memory, RULES, STATE }, bytes) {
  const { word, small } = viewOf(bytes);
  const [rulesets, lines, size] = [0, 8, 16].map(word);
  const rules = memory.record(RULES.size);
  const state = memory.record(STATE.size);
  const legal = memory.array('u8', 4, 2);
  const first = HEAD + rulesets * RULES.size;
  let judged = 0;
  let last = -1;
  for (let line = 0; line < lines; line += 1) {
    const start = first + line * size;
    const number = (index) => word(start + 8 * index);
    const ruleset = number(0);
    if (ruleset !== last) {
      const at = HEAD + ruleset * RULES.size;
      memory.bytes(rules).set(bytes.subarray(at, at + RULES.size));
      last = ruleset;
    }
    const told = `line ${line}, game ${ruleset}`;
    const [done, seed, card, pile, reply, end] = [1, 2, 3, 4, 5, 6].map(number);
    const before = start + NUMBERS + LEGAL;
    const after = before + STATE.size;
    if (done === DEAL) {
      memory.bytes(state).fill(0); // the game before may have had more players
      kernels.deals_deal(rules, state, seed);
    } else if (done === BEGIN || done === SET) {
      memory.bytes(state).set(bytes.subarray(before, after));
      if (done === BEGIN) kernels.steps_begin_turn(rules, state);
    } else {
      const found =
        done === PLACE
          ? kernels.steps_place(rules, state, card, pile)
          : kernels.steps_end(rules, state);
      same(found, reply, `${told}: reply`);
    }
    equal(memory.bytes(state), bytes.subarray(after, after + STATE.size), `${told}: state`);
    same(kernels.judging_judge_end(rules, state), end, `${told}: end of the turn`);
    kernels.legal_legal_sets(rules, state, legal);
    const sets = bytes.subarray(start + NUMBERS, before);
    equal(memory.bytes(legal), sets, `${told}: legal cards`);
    const cards = after + STATE.size;
    const most = (start + size - cards) / 5;
    for (let index = 0; index < most && small(cards + index) >= 0; index += 1) {
      const asked = small(cards + index);
      for (let on = 0; on < 4; on += 1) {
        const wanted = small(cards + most * (1 + on) + index);
        const found = kernels.judging_judge_place(rules, state, asked, on);
        same(found, wanted, `${told}: judgement of ${asked} on ${on}`);
        judged += 1;
      }
    }
  }
  return { lines, judged };
}

/** Takes the arrays of a desk from a description: shapes, and bytes where they are not zero. */
function desk(memory, described, content) {
  if (Array.isArray(described)) return described.map((part) => desk(memory, part, content));
  const array = memory.array(described.kind, ...described.shape);
  if (described.at !== undefined) {
    const taken = memory.bytes(array);
    taken.set(content.subarray(described.at, described.at + taken.length));
  }
  return array;
}

/** Positions with the turns that `expert` chose; see tenback.testing.expert_positions. */
function expert({ kernels, memory, RULES, STATE, ENTRY }, bytes, { seconds }) {
  const { word } = viewOf(bytes);
  const [told, start] = headOf(bytes);
  const rules = memory.record(RULES.size);
  const state = memory.record(STATE.size);
  const signals = memory.array('i8', 4);
  const table = desk(memory, told.desk, bytes.subarray(start));
  const entries = table[2][0];
  memory.bytes(rules).set(bytes.subarray(start, start + RULES.size));
  const { limits, spread } = told;
  const began = seconds();
  for (let index = 0; index < told.positions; index += 1) {
    const at = start + told.first + index * told.size;
    memory.bytes(state).set(bytes.subarray(at, at + STATE.size));
    const turn = kernels.best_turn_best_valued_turn(rules, state, limits, signals, table, spread);
    const chosen = at + STATE.size;
    same(turn, word(chosen), `position ${index}: turn`);
    const value = bytes.subarray(chosen + 8, chosen + 12);
    equal(memory.bytes(table[4]), value, `position ${index}: value`);
    if (turn < 0) continue;
    const entry = { at: entries.at + turn * ENTRY.size, size: ENTRY.size };
    const wanted = bytes.subarray(chosen + 16, chosen + 16 + ENTRY.size);
    equal(memory.bytes(entry), wanted, `position ${index}: entry`);
  }
  return { positions: told.positions, seconds: seconds() - began };
}

/** Games by `greedy` from the seeds 0, 1, ...: how many are won, and how long it takes. */
function greedy({ kernels, memory, RULES, STATE }, bytes, { seconds }, games = 100_000) {
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
  const began = seconds();
  kernels.batches_play_batch(rules, policies, seeds, states, generator, results);
  const taken = seconds() - began;
  const won = memory.words(results.at, 3 * games).subarray(2 * games).filter((word) => word).length;
  return { games, won, seconds: taken };
}

/** Calls of any function, with all they read and write; see tenback.testing.calls. */
function calls({ kernels, memory }, bytes, { seconds, digest }) {
  const [told, start] = headOf(bytes);
  const places = told.places.map(({ kind, shape }) =>
    shape === null ? memory.record(Number(kind.slice(1))) : memory.array(kind, ...shape),
  );
  const valueOf = (argument) => {
    if (Array.isArray(argument)) return argument.map(valueOf);
    return typeof argument === 'object' && argument !== null ? places[argument.place] : argument;
  };
  let taken = 0;
  for (const [number, call] of told.calls.entries()) {
    for (const [place, at] of call.changed) {
      const content = memory.bytes(places[place]);
      content.set(bytes.subarray(start + at, start + at + content.length));
    }
    const values = call.arguments.map(valueOf);
    const began = seconds();
    const found = kernels[call.symbol](...values);
    taken += seconds() - began;
    const results = found === undefined ? [] : [found].flat();
    const name = `call ${number}, ${call.symbol}`;
    results.forEach((one, at) => {
      const plain = typeof one === 'boolean' || call.kinds[at] === 'real' ? one : String(one);
      same(plain, call.results[at], `${name}: result ${at}`);
    });
    if (digest === undefined) continue;
    for (const [place, wanted] of call.left) {
      same(digest(memory.bytes(places[place])), wanted, `${name}: place ${place}`);
    }
  }
  return { calls: told.calls.length, seconds: taken };
}

export const replays = { trace, expert, greedy, calls };
