/**
 * Results in a link, small enough for one QR code: no names, no records, the newest games first
 * and as many as fit. They are behind the #, which browsers never send to a server.
 */

import { linkTo } from './addresses';
import type { PlayedGame } from './statistics';

/** What a QR code of our size holds, in characters of a link. */
const MOST = 2300;
const HEAD = 'games=';

type Row = [string, number, string, number, number, number, number, string];

const WON = 1;
const TEAM = 2;
const EXCELLENT = 4;
const AGAIN = 8;

function rowOf(game: PlayedGame): Row {
  const { code, number, players, score, at, daily = '' } = game;
  const flags =
    (game.won ? WON : 0) +
    (game.team ? TEAM : 0) +
    (game.excellent ? EXCELLENT : 0) +
    (game.again ? AGAIN : 0);
  return [code, number, game.game, players, score, flags, Math.round(at / 1000), daily];
}

function gameOf(row: unknown): PlayedGame[] {
  if (!Array.isArray(row) || row.length !== 8) return [];
  const [code, number, game, players, score, flags, at, daily] = row as unknown[];
  const texts = [code, game, daily].every((each) => typeof each === 'string');
  const numbers = [number, players, score, flags, at].every((each) => Number.isFinite(each));
  if (!texts || !numbers) return [];
  const is = (flag: number) => ((flags as number) & flag) !== 0;
  return [
    {
      code: code as string,
      number: number as number,
      game: game as string,
      players: players as number,
      score: score as number,
      won: is(WON),
      team: is(TEAM),
      excellent: is(EXCELLENT),
      at: 1000 * (at as number),
      ...(daily === '' ? {} : { daily: daily as string, again: is(AGAIN) }),
    },
  ];
}

async function through(bytes: Uint8Array, stream: TransformStream): Promise<Uint8Array> {
  const packed = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

function toText(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function toBytes(text: string): Uint8Array {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

async function pack(games: readonly PlayedGame[]): Promise<string> {
  const text = JSON.stringify(games.map(rowOf));
  return toText(
    await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw')),
  );
}

/** A link that brings the newest results to another device, and how many it holds. */
export async function linkOf(
  base: string,
  games: readonly PlayedGame[],
): Promise<{ link: string; count: number }> {
  const newest = games.filter((each) => !each.imported).reverse();
  let count = newest.length;
  for (;;) {
    const link = `${base}${linkTo('/games')}#${HEAD}${await pack(newest.slice(0, count))}`;
    if (link.length <= MOST || count === 0) return { link, count };
    count = Math.min(count - 1, Math.floor((count * MOST) / link.length));
  }
}

/** The results in the part of an address behind the #; none if there are none. */
export async function gamesInLink(hash: string): Promise<PlayedGame[]> {
  const packed = hash.replace(/^#/, '');
  if (!packed.startsWith(HEAD)) return [];
  try {
    const bytes = toBytes(packed.slice(HEAD.length));
    const text = await through(bytes, new DecompressionStream('deflate-raw'));
    const rows: unknown = JSON.parse(new TextDecoder().decode(text));
    return Array.isArray(rows) ? rows.flatMap(gameOf) : [];
  } catch {
    return [];
  }
}
