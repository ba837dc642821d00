/** Puzzles: their answers are proved beforehand, and a try is compared with them (puzzles/judging.py). */

import type {
  NextPuzzle,
  Placed,
  PuzzleJudged,
  PuzzleList,
  PuzzleSentence,
  PuzzleTry,
  PuzzleTurn,
  PuzzleView,
  Theme,
} from '../../wire';
import { randomBelow } from './chance';
import { data } from './data';
import { NEWCOMER, rated } from './glicko';
import type { Machine } from './machine';
import { placementsIn, playAt, readPosition } from './positions';
import type { Referee } from './referee';
import { Troubled } from './requests';
import { compare } from './review/explaining';
import { gameOf } from './ruleset';

type Proof =
  | readonly ['exact', turns: number, left: number, wins: number]
  | readonly ['margin', turns: number, best: number, next: number, wrong: number, ...number[]];

/** A row of the files that the package has. */
type Row = readonly [
  id: string,
  position: string,
  answer: string,
  wrong: string,
  proof: Proof,
  themes: readonly Theme[],
  rating: number,
  deviation: number,
  line: string,
  refutation: string,
  tries: readonly number[],
  core: string,
];

const THEMES: readonly Theme[] = ['wait', 'gap', 'obey', 'help', 'last'];
const NEAREST = 12;

const sources = import.meta.glob<string>('../../../../src/tenback/analysis/puzzles/data/*.jsonl', {
  eager: true,
  query: '?url',
  import: 'default',
});
const addresses = new Map(
  Object.entries(sources).map(([path, address]) => [/([\w-]+)\.jsonl$/.exec(path)![1]!, address]),
);
/** In the order of the games. */
const gamesWithPuzzles = () => Object.keys(data.games).filter((game) => addresses.has(game));
const read = new Map<string, Promise<Row[]>>();

async function fetchRows(game: string): Promise<Row[]> {
  const address = addresses.get(game);
  if (address === undefined) throw new Troubled('NO_PUZZLE', 'refusal.NO_PUZZLE');
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) throw new Troubled('UNREACHABLE', 'web.failure.unreachable');
  return rowsIn(await answer.text());
}

export function rowsIn(text: string): Row[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}

function rowsOf(game: string): Promise<Row[]> {
  const known = read.get(game) ?? fetchRows(game);
  read.set(game, known);
  known.catch(() => read.delete(game));
  return known;
}

async function find(id: string): Promise<Row> {
  const rows = await rowsOf(id.slice(0, id.lastIndexOf('-')));
  const found = rows.find((row) => row[0] === id);
  if (found === undefined) throw new Troubled('NO_PUZZLE', 'refusal.NO_PUZZLE');
  return found;
}

function show([id, position, , , proof, themes, rating]: Row): PuzzleView {
  const game = position.slice(0, position.indexOf(' '));
  return { id, game, position, open: proof[0] === 'exact', themes, rating };
}

export async function listPuzzles(): Promise<PuzzleList> {
  const games = await Promise.all(
    gamesWithPuzzles().map(async (game) => {
      const rows = await rowsOf(game);
      const themes = THEMES.map((id) => ({
        id,
        count: rows.filter((row) => row[5].includes(id)).length,
      })).filter(({ count }) => count > 0);
      return { game, count: rows.length, themes };
    }),
  );
  return { games, newcomer: NEWCOMER };
}

export async function nextPuzzle(wanted: NextPuzzle): Promise<PuzzleView> {
  const { game, rating = NEWCOMER.rating, theme, seen = [] } = wanted;
  const left = (await rowsOf(game)).filter(
    ([id, , , , , themes]) =>
      !seen.includes(Number(id.slice(id.lastIndexOf('-') + 1))) &&
      (!theme || themes.includes(theme)),
  );
  const nearest = left
    .sort((one, other) => Math.abs(one[6] - rating) - Math.abs(other[6] - rating))
    .slice(0, NEAREST);
  if (nearest.length === 0) throw new Troubled('NO_PUZZLE', 'refusal.NO_PUZZLE');
  return show(nearest[randomBelow(nearest.length)]!);
}

export const showPuzzle = async (id: string) => show(await find(id));

export const tryPuzzle = async (machine: Machine, id: string, tried: PuzzleTry) =>
  judge(machine, await find(id), tried);

/** Judge a whole turn; nothing laid gives up. */
export function judge(machine: Machine, row: Row, { laid = [], player }: PuzzleTry): PuzzleJudged {
  const [, text, answered, tempting, proof, , rating, deviation, line, refutation, , core] = row;
  const position = readPosition(text);
  const { agreed, seat } = position;
  const begin = () =>
    playAt(
      machine,
      position,
      position.hands.map((_, at) => `P${at + 1}`),
    );
  const answer = placementsIn(agreed, answered, seat);
  const told = {
    answer,
    line: follow(begin().referee, answer, line),
    refutation: [] as PuzzleTurn[],
  };
  if (laid.length === 0) return { ...told, right: false, why: [], player: after(player, false) };
  const played = laid.map(([card, pile]): Placed => ({ card, pile }));
  const play = begin();
  playWhole(play.referee, played);
  const { referee } = begin();
  const key = keyOf(referee, played);
  const right = core === '' ? same(key, keyOf(referee, answer)) : hasCore(core, key);
  if (right) return { ...told, right, why: [praise(proof)], player: after(player, true) };
  const wrong = placementsIn(agreed, tempting, seat);
  const isTempting = same(key, keyOf(referee, wrong));
  const names = position.hands.map((_, at) => `P${at + 1}`);
  const reasons = compare(referee, position.signals, played, answer, names);
  const why = [
    verdict(proof, isTempting, gameOf(agreed).team),
    ...reasons.map(({ kind, details }) => ({ key: `review.why.${kind}`, details })),
  ];
  if (isTempting && proof[0] === 'exact') {
    told.refutation = follow(begin().referee, wrong, refutation);
  }
  return { ...told, right, why, player: after(player, false) };

  function after(before: PuzzleTry['player'], isRight: boolean) {
    return before ? rated(before, { rating, deviation, score: Number(isRight) }) : null;
  }
}

function playWhole(referee: Referee, placements: readonly Placed[]): void {
  const { turns } = referee;
  const isOpen = () => referee.phase === 'playing' && referee.turns === turns;
  for (const { card, pile } of placements) {
    const code = isOpen() ? referee.place(card, pile) : 'TURN_OVER';
    if (code !== null) throw new Troubled(code, `refusal.${code}`, { card, pile });
  }
  const code = isOpen() ? referee.end() : null;
  if (code !== null) throw new Troubled(code, `refusal.${code}`, { laid: placements.length });
}

/** A turn and the line that follows it, each turn with its seat. */
function follow(referee: Referee, first: readonly Placed[], line: string): PuzzleTurn[] {
  const turns: PuzzleTurn[] = [{ seat: referee.seat, laid: first }];
  playWhole(referee, first);
  for (const told of line.split(' / ').filter(Boolean)) {
    const { seat, turns: number } = referee;
    const laid = placementsIn(referee.agreed, told, seat);
    turns.push({ seat, laid });
    for (const { card, pile } of laid) referee.place(card, pile);
    if (referee.phase === 'playing' && referee.turns === number) referee.end();
  }
  return turns;
}

/** What makes a turn the same as another: its cards, and the tops it leaves. */
interface Key {
  readonly cards: readonly number[];
  readonly tops: readonly number[];
}

function keyOf(referee: Referee, placements: readonly Placed[]): Key {
  const left = referee.tops;
  for (const { card, pile } of placements) left[pile] = card;
  const kinds = left.map(
    (_, pile) => `${referee.isAscending(pile)} ${referee.rules.get('owners', pile)}`,
  );
  const tops = [...new Set(kinds)].flatMap((kind) =>
    left.filter((_, pile) => kinds[pile] === kind).sort((one, other) => one - other),
  );
  return { cards: placements.map(({ card }) => card).sort((one, other) => one - other), tops };
}

const same = (one: Key, other: Key) => JSON.stringify(one) === JSON.stringify(other);

/** Whether a turn has what all turns that win have in common. */
function hasCore(core: string, { cards, tops }: Key): boolean {
  const [wanted = '', left = ''] = core.split('|');
  return (
    wanted
      .split(',')
      .filter(Boolean)
      .every((card) => cards.includes(Number(card))) &&
    left.split(',').every((top, at) => top === '-' || Number(top) === tops[at])
  );
}

/** Round as Python does: a half goes to the even number. */
function percent(chance: number): number {
  const value = 100 * chance;
  const low = Math.floor(value);
  return value - low === 0.5 ? low + (low % 2) : Math.round(value);
}

function praise(proof: Proof): PuzzleSentence {
  if (proof[0] === 'exact') {
    const [, turns, , wins = 1] = proof;
    const key = wins === 1 ? 'puzzle.right.exact' : 'puzzle.right.core';
    return { key, details: { count: turns - wins } };
  }
  return {
    key: 'puzzle.right.margin',
    details: { best: percent(proof[2]), next: percent(proof[3]) },
  };
}

function verdict(proof: Proof, isTempting: boolean, isTeam: boolean): PuzzleSentence {
  if (proof[0] === 'margin') {
    const [, , best, next, wrong] = proof;
    const key = isTempting ? 'puzzle.wrong.chance' : 'puzzle.wrong.at_most';
    return { key, details: { best: percent(best), chance: percent(isTempting ? wrong : next) } };
  }
  if (isTeam && isTempting) return { key: 'puzzle.wrong.left', details: { count: proof[2] } };
  return { key: isTeam ? 'puzzle.wrong.team' : 'puzzle.wrong.duel', details: {} };
}
