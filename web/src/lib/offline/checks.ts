/** Checks that most commands make first: each refuses, or says who or what was asked for. */

import type { Play } from './play';
import { Refusal } from './refusal';
import type { Table } from './table';

export function verifyHost(table: Table, seat: number): void {
  if (table.host !== seat) throw new Refusal('NOT_HOST');
}

export function verifySeating(table: Table): void {
  if (!table.isSeating) throw new Refusal('GAME_ON');
}

export function verifySeat(table: Table, seat: number): void {
  const seats = table.seats.length;
  if (!(seat in table.seats)) throw new Refusal('NO_SEAT', { seat, seats });
  if (table.seats[seat] === null) throw new Refusal('SEAT_FREE', { seat });
}

export function runningPlay({ stage, play }: Table): Play {
  if (stage === 'gathering' || play === null) throw new Refusal('NO_GAME');
  if (stage === 'dealt') throw new Refusal('NOT_STARTED');
  if (stage === 'over') throw new Refusal('GAME_OVER');
  return play;
}

export function verifyMover(table: Table, seat: number, byDriver: boolean): Play {
  const play = runningPlay(table);
  const isBots = table.botToMove !== null;
  const mover = play.referee.seat;
  if (mover !== seat || (byDriver && !isBots)) throw new Refusal('NOT_YOUR_TURN', { seat: mover });
  if (isBots && !byDriver) throw new Refusal('BOT_PLAYS');
  return play;
}

export function verifyFull(table: Table): void {
  const free = table.seats.filter((seat) => seat === null).length;
  if (free > 0) throw new Refusal('SEATS_OPEN', { seats: free });
}
