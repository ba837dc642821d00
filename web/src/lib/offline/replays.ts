/** A game moment by moment, as a server tells it. */

import type { RecordSummary, Replay, ReplayFrame, SentDeal } from '../../wire';
import { textOfRecord } from './json_record';
import type { Machine } from './machine';
import type { Entry } from './play';
import { readRecord, walk, type Recorded } from './reading';
import { gameOf } from './ruleset';
import { showPlay } from './views';

export function replayOf(machine: Machine, recorded: Recorded, code = '', number = 1): Replay {
  const frames: ReplayFrame[] = [];
  const table = walk(machine, recorded, (play, { happenings }, { settings }) => {
    if (happenings.length === 0) return;
    const hands = play.names.map((_, seat) => play.referee.hand(seat));
    frames.push({ happenings, play: showPlay(play, settings), hands });
  });
  return { code, number, rules: table.rulesView, names: recorded.names, frames };
}

/** The deal of a record, played by other turns: whoever's turn it is plays them. */
export function replayOfRecord(machine: Machine, { record, turns }: SentDeal): Replay {
  const recorded = readRecord(record);
  if (!turns) return replayOf(machine, recorded);
  // Whose turn it is, only the referee knows: each turn is played to find out about the next.
  let entries: Entry[] = [];
  for (const laid of turns) {
    const { play } = walk(machine, { ...recorded, entries }, () => undefined);
    if (play!.referee.phase === 'over') break;
    const turn = { type: 'turn' as const, seat: play!.referee.seat, laid, conceded: false };
    entries = [...entries, { ...turn, open: true }];
    const after = walk(machine, { ...recorded, entries }, () => undefined).play!.referee;
    const isOpen = after.phase === 'playing' && after.turns === play!.referee.turns;
    if (isOpen && after.ending.refusal === null) entries.splice(-1, 1, { ...turn, open: false });
  }
  return replayOf(machine, { ...recorded, entries });
}

/** What a record is about, once it has been found to keep the rules. */
export function summaryOf(machine: Machine, record: string): RecordSummary {
  const text = textOfRecord(record);
  const recorded = readRecord(text);
  const { agreed, names, bots, dealt } = recorded;
  const { play } = walk(machine, recorded, () => undefined);
  return {
    game: agreed.game,
    players: agreed.players,
    team: gameOf(agreed).team,
    names,
    bots: names.map((_, at) => bots.find(([seat]) => seat === at)?.[1] ?? ''),
    date: dealt.date,
    outcome: play!.referee.outcome,
    record: text,
  };
}
