import { expect, test } from 'vitest';
import { afterTry, counts, newNotebook, triesToRating, turnPage } from '../src/lib/puzzles';
import type { PuzzleJudged } from '../src/wire';

const NEWCOMER = { rating: 1500, deviation: 350, volatility: 0.06 };
const BETTER = { rating: 1620, deviation: 300, volatility: 0.06 };

function judged(right: boolean, rated = true): PuzzleJudged {
  const player = rated ? BETTER : null;
  return { right, answer: [], why: [], line: [], refutation: [], player };
}

test('the first try counts, and the rating is the one the server gives', () => {
  const before = newNotebook(NEWCOMER);
  expect(counts(before, 'original-7')).toBe(true);
  const after = afterTry(before, 'original-7', judged(true));
  expect(after).toEqual({ player: BETTER, seen: [7], right: 1, run: 1, again: [] });
  expect(counts(after, 'original-7')).toBe(false);
});

test('a rating is shown after five puzzles, and stays', () => {
  let notebook = newNotebook(NEWCOMER);
  const left: number[] = [];
  for (let number = 1; number <= 6; number++) {
    notebook = afterTry(notebook, `original-${number}`, judged(false));
    left.push(triesToRating(notebook));
  }
  expect(left).toEqual([4, 3, 2, 1, 0, 0]);
});

test('a puzzle that was missed comes back after four others', () => {
  let notebook = afterTry(newNotebook(NEWCOMER), 'original-7', judged(false));
  const back: (string | undefined)[] = [];
  for (let page = 0; page < 6; page++) {
    const [turned, id] = turnPage(notebook);
    notebook = turned;
    back.push(id);
  }
  expect(back.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
  expect(back[4]).toBe('original-7');
});

test('one that came back counts no more, and is done once it is found', () => {
  const missed = afterTry(newNotebook(NEWCOMER), 'original-7', judged(false));
  const found = afterTry(missed, 'original-7', judged(true, false));
  expect(found.again).toEqual([]);
  expect(found.right).toBe(0);
  expect(found.player).toEqual(BETTER);
  const again = afterTry(missed, 'original-7', judged(false, false));
  expect(again.again).toEqual([{ id: 'original-7', wait: 4 }]);
  expect(again.seen).toEqual([7]);
});

test('a row of right first tries ends with a wrong one, and not with one that came back', () => {
  let notebook = newNotebook(NEWCOMER);
  for (const id of ['original-1', 'original-2']) notebook = afterTry(notebook, id, judged(true));
  expect(notebook.run).toBe(2);
  expect(afterTry(notebook, 'original-2', judged(false, false)).run).toBe(2);
  expect(afterTry(notebook, 'original-3', judged(false)).run).toBe(0);
});
