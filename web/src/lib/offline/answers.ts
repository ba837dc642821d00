/**
 * What is answered here where no server does: the same questions as over HTTP, the same answers.
 * A part of the client that can answer more adds a row.
 */

import { data } from './data';

type Answerer = (body: unknown, ...parts: string[]) => unknown;

/** Questions as METHOD /path, with a group for each part that differs. */
const ROWS: readonly (readonly [RegExp, Answerer])[] = [
  [/^GET \/catalogue$/, () => data.catalogue],
];

/** The answer to a question; undefined if only a server has one. What fails is `Troubled`. */
export async function answerHere(method: string, path: string, body: unknown): Promise<unknown> {
  const question = `${method} ${path}`;
  for (const [pattern, find] of ROWS) {
    const found = pattern.exec(question);
    if (found !== null) return await find(body, ...found.slice(1).map(decodeURIComponent));
  }
  return undefined;
}
