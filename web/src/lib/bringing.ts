/** Taking in games from elsewhere: files of all games, and single records that the server reads. */

import { Failure, readSummary } from './api';
import { newIn, readBundle } from './game_files';
import { games } from './games.svelte';
import { hashOf } from './proof';
import type { PlayedGame } from './statistics';
import type { RecordSummary } from '../wire';

export interface Brought {
  readonly added: number;
  /** Those that were here already. */
  readonly known: number;
  readonly failures: readonly Failure[];
}

/** A record as a game of the list; whose it was is not known. */
export async function gameOfRecord(told: RecordSummary, now: number): Promise<PlayedGame | null> {
  if (told.outcome === null) return null;
  const { hash } = await hashOf(told.record);
  const person = told.bots.findIndex((bot) => bot === '');
  const seat = person === -1 ? 0 : person;
  const played = Date.parse(told.date);
  return {
    code: `R${hash.slice(0, 12).toUpperCase()}`,
    number: 1,
    game: told.game,
    players: told.players,
    score: told.outcome.score,
    won: told.outcome.winners.includes(seat),
    excellent: told.team && told.outcome.rating === 'excellent',
    team: told.team,
    seat,
    names: told.names,
    bots: told.bots,
    at: Number.isNaN(played) ? now : played,
    imported: true,
    kept: true,
  };
}

async function bring(text: string): Promise<{ added: number; known: number }> {
  const bundle = readBundle(text);
  if (bundle !== null) {
    const news = newIn(bundle, games.all);
    const records = [...bundle.records].filter(([key]) => news.some((each) => each === key));
    await games.keep(news, new Map(records));
    return { added: news.length, known: bundle.games.length - news.length };
  }
  const told = await readSummary(text);
  const game = await gameOfRecord(told, Date.now());
  if (game === null) throw new Failure('GAME_ON', 'web.games.unfinished', {}, 'not over');
  if (games.find(game) !== undefined) return { added: 0, known: 1 };
  await games.keep([game], new Map([[game, told.record]]));
  return { added: 1, known: 0 };
}

/** Take in everything that can be read; say what cannot. */
export async function bringAll(texts: readonly string[]): Promise<Brought> {
  let [added, known] = [0, 0];
  const failures: Failure[] = [];
  for (const text of texts) {
    try {
      const one = await bring(text);
      added += one.added;
      known += one.known;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
    }
  }
  return { added, known, failures };
}
