/** Tables in the worker: what the page asks of them, and what it is told. */

import type {
  Done,
  Intent,
  NewAgain,
  Proof,
  Refused,
  Resync,
  TableSummary,
  Welcome,
} from '../../wire';
import type { GameKey } from '../shelf';
import { answer, tell, type AnsweringDesk } from './answering';
import { openLog } from './database';
import { dealText } from './deal';
import { Hall, type NewOpenDaily, type WantedTable } from './hall';
import { whileFree } from './holding';
import type { Message } from './live_table';
import { PatientLog } from './patient_log';
import type { Play } from './play';
import { recordJson, recordText } from './record';
import { Troubled } from './requests';

declare module './requests' {
  interface Requests {
    'table:open': { asked: WantedTable; answered: string };
    'table:lesson': { asked: { game: string; name: string; botName: string }; answered: string };
    'table:again': { asked: NewAgain; answered: string };
    'table:daily': { asked: NewOpenDaily; answered: string };
    'table:enter': { asked: { code: string; seen: number; face: string }; answered: Welcome };
    'table:leave': { asked: string; answered: null };
    'table:do': {
      asked: { code: string; id: string; command: Intent; seen: number };
      answered: Done | Refused | Resync;
    };
    /** Remove tables that are done with; their codes. */
    'table:tidy': {
      asked: { before: number; seats: readonly string[]; kept: readonly GameKey[] };
      answered: string[];
    };
    /** Remove a damaged table; false if it is none, or another tab has it open. */
    'table:remove_damaged': { asked: string; answered: boolean };
    'table:summary': { asked: string; answered: TableSummary };
    'table:record': { asked: { code: string; number: number; isJson: boolean }; answered: string };
    'table:proof': { asked: { code: string; number: number }; answered: Proof };
  }
  interface Broadcasts {
    table: { code: string; message: Message };
    /** Nothing is kept from here on: a private window, or no room. */
    unkept: null;
  }
}

let isTold = false;

function unkept(): void {
  if (isTold) return;
  isTold = true;
  tell('unkept', null);
}

function savesData(): boolean {
  const line = (navigator as { connection?: { saveData?: boolean } }).connection;
  return line?.saveData === true;
}

let log: PatientLog | null = null;
let hall: Promise<Hall> | null = null;

function hallOf(desk: AnsweringDesk): Promise<Hall> {
  hall ??= open(desk).catch((error: unknown) => {
    hall = null;
    throw error;
  });
  return hall;
}

async function open(desk: AnsweringDesk): Promise<Hall> {
  log ??= new PatientLog(openLog, unkept); // it opens while the machine starts
  return new Hall(await desk.machine(), {
    log,
    unkept,
    tell: (code, message) => tell('table', { code, message }),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => performance.now(),
    mayFetch: () => !savesData(),
  });
}

async function tableOf(desk: AnsweringDesk, code: string) {
  return (await hallOf(desk)).find(code);
}

async function playOf(desk: AnsweringDesk, code: string, number: number): Promise<Play> {
  const { play } = (await tableOf(desk, code)).table;
  if (play?.number !== number)
    throw new Troubled('NO_SUCH_GAME', 'refusal.NO_SUCH_GAME', { number });
  return play;
}

answer('table:open', async (wanted, desk) => (await hallOf(desk)).open(wanted));
answer('table:lesson', async ({ game, name, botName }, desk) =>
  (await hallOf(desk)).openLesson(game, name, botName),
);
answer('table:again', async (again, desk) => (await hallOf(desk)).openAgain(again));
answer('table:daily', async (wanted, desk) => (await hallOf(desk)).openDaily(wanted));
answer('table:enter', async ({ code, seen, face }, desk) =>
  (await (await hallOf(desk)).findAnew(code)).enter(seen, face),
);
answer('table:leave', async (code, desk) => {
  await (await tableOf(desk, code)).leave();
  return null;
});
answer('table:do', async ({ code, id, command, seen }, desk) =>
  (await tableOf(desk, code)).do(id, command, seen),
);
answer('table:tidy', async ({ before, seats, kept }, desk) => {
  const hall = await hallOf(desk);
  const old = (await hall.list()).filter(({ at }) => at < before);
  const removed: string[] = [];
  for (const { code } of old) {
    await whileFree(code, async () => {
      if (seats.includes(code) && !(await hall.isDone(code, kept))) return;
      await hall.remove(code);
      removed.push(code);
    });
  }
  return removed;
});
answer('table:remove_damaged', async (code, desk) => {
  const hall = await hallOf(desk);
  let isRemoved = false;
  await whileFree(code, async () => {
    isRemoved = await hall.removeDamaged(code);
  });
  return isRemoved;
});
answer('table:summary', async (code, desk) => {
  const { table } = await tableOf(desk, code);
  return {
    code,
    game: table.agreed.game,
    players: table.agreed.players,
    stage: table.stage,
    free_seats: [...table.seats.keys()].filter((seat) => table.seats[seat] === null),
    names: table.seats.map((seat) => seat?.name ?? null),
    options: { ...table.agreed.options },
    spectators_allowed: false,
    public: false,
  };
});
answer('table:record', async ({ code, number, isJson }, desk) => {
  const play = await playOf(desk, code, number);
  if (play.referee.outcome === null) throw new Troubled('GAME_ON', 'refusal.GAME_ON');
  return isJson ? recordJson(play) : recordText(play);
});
answer('table:proof', async ({ code, number }, desk) => {
  const play = await playOf(desk, code, number);
  const isTold = play.referee.outcome !== null && play.dealt.salt !== '';
  const text = isTold ? dealText(play.referee.agreed, play.dealt) : null;
  return { commitment: play.commitment, text };
});
