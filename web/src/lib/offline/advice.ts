/**
 * Advice on the next turn, as `tenback.analysis.advice` finds it: the unseen cards are dealt at
 * random, each game is played to its end by `expert`, and the worse turns are dropped on the way.
 */

import type { HintedTurn } from '../../wire';
import { placementsOf, positionOf, workspaceOf, setLeft } from './bots';
import { data } from './data';
import { favour } from './favouring';
import type { Play } from './play';
import { networksOf } from './ruleset';

const ROUND = 8;
/** How long a round may take where time counts. */
const ROUND_MS = 100;
const SHARES = [12, 6, 3];
const MOST = 5;
/** The 97.5 % quantile of the normal distribution, for intervals of 95 %. */
const Z = 1.959963984540054;

export interface Patience {
  /** Milliseconds of looking; 0 goes by `samples`. */
  readonly ms: number;
  readonly samples?: number;
  readonly now: () => number;
  /** Let others in; throws to call it off. */
  readonly pause: () => Promise<void>;
}

interface Tried {
  readonly entry: number;
  samples: number;
  won: number;
}

const chanceOf = ({ samples, won }: Tried) => (samples === 0 ? 0 : won / samples);

/** The best turns of the mover, best first; none if no turn obeys every rule. */
export async function advise(play: Play, patience: Patience): Promise<HintedTurn[]> {
  const { referee } = play;
  const { machine } = referee;
  const { kernels, memory } = machine;
  const search = await machine.search(networksOf(referee.agreed));
  const position = positionOf(play);
  // Somebody may move while we look: what is looked at stays as it was.
  const seen = workspaceOf(machine).looked;
  memory.bytes(seen).set(position.seen.bytes());
  const { limits, heard } = position;
  const rules = referee.rules.place;
  const { generator } = workspaceOf(machine);
  memory.words(generator.at, 1)[0] = BigInt.asIntN(
    64,
    kernels.deals_start_of_stream(0, referee.turns),
  );
  const far = data.thinking.to_the_end;
  const depth = {
    turns: far,
    playout_deck: far,
    candidates: SHARES[0]!,
    trust: 1,
    spread: data.thinking.spread,
    near: data.thinking.spread,
  };
  setLeft(machine, search.left.at, position);
  const count = kernels.deep_list_candidates(rules, seen, limits, heard.signals, depth, search);
  const chosen = [...memory.words(search.candidates.chosen.at, count)].map(Number);
  const tried: Tried[] = chosen.map((entry) => ({ entry, samples: 0, won: 0 }));
  const placements = new Map(
    chosen.map((entry) => [entry, placementsOf(machine, search.desk.buffer, entry)]),
  );

  /** Play so many more games after each of these turns. */
  function tryOn(alive: readonly Tried[], games: number): void {
    const { chosen: entries, sums } = search.candidates;
    memory.words(entries.at, alive.length).set(alive.map(({ entry }) => BigInt(entry)));
    memory.words(sums.at, alive.length).fill(0n);
    kernels.deep_add_samples(
      rules,
      seen,
      limits,
      depth,
      heard,
      alive.length,
      games,
      search,
      generator,
    );
    const bytes = memory.bytes(sums);
    const worth = new Float64Array(bytes.buffer, bytes.byteOffset, alive.length);
    alive.forEach((one, at) => {
      one.samples += games;
      one.won += worth[at]!;
    });
  }

  const byChance = () => [...tried].sort((one, other) => chanceOf(other) - chanceOf(one));
  // Twelve turns to the end eight times are a second in a browser, and far more on a phone: where
  // time counts, the first round is short, and the next ones as long as they may be.
  const began = patience.now();
  let games = patience.ms ? 1 : ROUND;
  if (tried.length > 0) tryOn(tried, games);
  for (const [stage, share] of SHARES.entries()) {
    const done = (stage + 1) / SHARES.length;
    while (tried.length > 0) {
      const alive = byChance().slice(0, share);
      const enough = patience.ms
        ? patience.now() - began >= patience.ms * done
        : alive[0]!.samples >= (patience.samples ?? 240) * done;
      if (enough) break;
      const before = patience.now();
      tryOn(alive, games);
      if (patience.ms) games = roundFor(games, patience.now() - before);
      await patience.pause();
    }
  }
  const turnOf = ({ entry }: Tried) => placements.get(entry)!;
  const best = ranked(tried);
  const [first, second] = best;
  return best.map((one) => {
    const [low, high] = wilson(one.won, one.samples);
    return {
      placements: turnOf(one),
      chance: percent(chanceOf(one)),
      low: percent(low),
      high: percent(high),
      close: isClose(one, first!),
      reasons: one === first ? favour(play, turnOf(first), second && turnOf(second)) : [],
    };
  });
}

/** Those tried longest; one that was dropped early never leads, however lucky it was. */
function ranked(tried: readonly Tried[]): Tried[] {
  const longest = [...tried]
    .sort((one, other) => other.samples - one.samples || chanceOf(other) - chanceOf(one))
    .slice(0, MOST);
  const enough = Math.max(0, ...longest.map(({ samples }) => samples)) / 2;
  const isEarly = ({ samples }: Tried) => Number(samples < enough);
  return longest.sort(
    (one, other) => isEarly(one) - isEarly(other) || chanceOf(other) - chanceOf(one),
  );
}

/** Whether the samples cannot tell a turn from a better one, by Newcombe's interval. */
function isClose(one: Tried, better: Tried): boolean {
  const [low] = wilson(better.won, better.samples);
  const [, high] = wilson(one.won, one.samples);
  const error = Math.hypot(chanceOf(better) - low, high - chanceOf(one));
  return chanceOf(better) - chanceOf(one) <= error;
}

/** How many games a round may have, after one of so many took so long. */
function roundFor(games: number, ms: number): number {
  return Math.max(1, Math.min(ROUND, Math.floor((games * ROUND_MS) / Math.max(ms, 1))));
}

const percent = (share: number) => Math.round(1000 * share) / 10;

/** Wilson's interval of a share, valid for few trials and for shares near 0 and 1. */
export function wilson(successes: number, trials: number): [number, number] {
  if (trials === 0) return [0, 1];
  const share = successes / trials;
  const scale = 1 + (Z * Z) / trials;
  const centre = (share + (Z * Z) / (2 * trials)) / scale;
  const spread = (share * (1 - share)) / trials + (Z / (2 * trials)) ** 2;
  const half = (Z / scale) * Math.sqrt(spread);
  return [
    successes === 0 ? 0 : Math.max(0, centre - half),
    successes === trials ? 1 : Math.min(1, centre + half),
  ];
}
