/** A game as a small text file, or as JSON: the same that a server writes. */

import type { OutcomeView } from '../../wire';
import { data } from './data';
import type { Entry, Play } from './play';
import { commandsOf, gameOf, type Agreed } from './ruleset';

export const TITLE = 'tenback record 1';
/** The result of a game that goes on. */
export const NO_RESULT = 'open';
const WIDTH = 80;

export const seatName = (seat: number) => `P${seat + 1}`;

export function wordOf(value: string | boolean): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}

function resultOf(outcome: OutcomeView | null): string {
  if (outcome === null) return NO_RESULT;
  const { winners, score, termination, seat } = outcome;
  const won = winners.length > 0;
  const told = `${won ? 'won' : 'lost'} ${score} ${termination} ${seatName(seat)}`;
  return won ? `${told} for ${winners.map(seatName).join(' ')}` : told;
}

/** Break a line between words, the rest indented. */
export function wrapped(line: string): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (longer.length > WIDTH && current !== '') {
      lines.push(current);
      current = `  ${word}`;
    } else current = longer;
  }
  return [...lines, current];
}

function entryText(agreed: Agreed, entry: Entry, number: number): string {
  if (entry.type === 'remark') return `# ${entry.text}`.trimEnd();
  const names = gameOf(agreed).pile_names[entry.seat]!;
  const who = seatName(entry.seat);
  if (entry.type === 'signal') {
    const { kind, subject, withdrawn, after } = entry;
    const name = typeof subject === 'number' ? names[subject]! : subject;
    const told = `- ${who} ${withdrawn ? 'withdraw ' : ''}${kind} ${name}`;
    return after > 0 ? `${told} after ${after}` : told;
  }
  const words = entry.laid.map(({ card, pile }) => `${card}>${names[pile]!}`);
  if (entry.conceded) words.push('concede');
  else if (entry.open) words.push('...');
  return `${number}. ${who}: ${words.join(' ')}`.trimEnd();
}

/** What was played, with a turn that is not over. */
function entriesOf({ entries, laid, referee }: Play): readonly Entry[] {
  if (laid.length === 0 || referee.outcome !== null) return entries;
  const { seat } = referee;
  return [...entries, { type: 'turn', seat, laid, open: true, conceded: false }];
}

export function recordText(play: Play): string {
  const { referee, dealt } = play;
  const { agreed } = referee;
  const lines = [
    TITLE,
    `game: ${agreed.game}`,
    `players: ${agreed.players}`,
    `names: ${play.names.join(' | ')}`,
  ];
  if (play.bots.length > 0) {
    lines.push(`bots: ${play.bots.map(([seat, bot]) => `${seatName(seat)}=${bot}`).join(' ')}`);
  }
  for (const [name, value] of Object.entries(agreed.options)) {
    lines.push(`${name}: ${wordOf(value)}`);
  }
  if (agreed.layout !== '') lines.push(`layout: ${agreed.layout}`);
  lines.push(`starter: ${seatName(play.starter ?? 0)}`);
  if (play.isByLot) lines.push('drawn_by: lot');
  if (dealt.date !== '') lines.push(`date: ${dealt.date}`);
  if (dealt.salt !== '') lines.push(`salt: ${dealt.salt}`);
  lines.push(`result: ${resultOf(referee.outcome)}`);
  dealt.decks.forEach((deck, at) => {
    const name = dealt.decks.length === 1 ? 'deal' : `deal ${at + 1}`;
    lines.push(...wrapped(`${name}: ${deck.join(' ')}`));
  });
  lines.push('');
  let number = 0;
  for (const entry of entriesOf(play)) {
    if (entry.type === 'turn') number += 1;
    lines.push(entryText(agreed, entry, number));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function entryJson(agreed: Agreed, entry: Entry): object {
  if (entry.type === 'remark') return { type: 'remark', text: entry.text };
  const names = gameOf(agreed).pile_names[entry.seat]!;
  const seat = entry.seat + 1;
  if (entry.type === 'signal') {
    const { kind, withdrawn, after } = entry;
    const subject = typeof entry.subject === 'number' ? names[entry.subject]! : entry.subject;
    const told = { ...(withdrawn && { withdrawn }), ...(after > 0 && { after }) };
    return { type: 'signal', seat, kind, subject, ...told };
  }
  const play = entry.laid.map(({ card, pile }) => `${card}>${names[pile]!}`);
  const { open, conceded } = entry;
  const told = { ...(open && { ended: false }), ...(conceded && { conceded }) };
  return { type: 'turn', seat, play, ...told };
}

function layoutJson(layout: string): object {
  const carried = [...commandsOf(layout)].sort(([one], [other]) => one - other);
  const numbers = data.commands.flatMap((command) => {
    const cards = carried.filter(([, each]) => each === command).map(([card]) => card);
    return cards.length === 0 ? [] : [[command, cards] as const];
  });
  return { name: layout.split(';')[0]!, numbers: Object.fromEntries(numbers) };
}

/** What a record tells, wherever it comes from. */
interface Told extends Pick<Play, 'bots' | 'dealt' | 'names'> {
  readonly agreed: Agreed;
  readonly starter: number;
  readonly isByLot: boolean;
  readonly result: string;
  readonly entries: readonly Entry[];
}

/** The same content as JSON; what is as usual is left out, and seats are counted from 1. */
export function recordJson(play: Play): string {
  const { bots, dealt, isByLot, names, referee, starter } = play;
  const { agreed, outcome } = referee;
  return jsonOf({
    agreed,
    bots,
    dealt,
    names,
    starter: starter ?? 0,
    isByLot,
    result: resultOf(outcome),
    entries: entriesOf(play),
  });
}

export function jsonOf({ agreed, dealt, ...game }: Told): string {
  const hasOptions = Object.keys(agreed.options).length > 0;
  const told = {
    format: 'tenback-record',
    version: 1,
    game: agreed.game,
    players: agreed.players,
    names: game.names,
    starter: game.starter + 1,
    result: game.result,
    deal: dealt.decks,
    entries: game.entries.map((entry) => entryJson(agreed, entry)),
    ...(hasOptions && { options: agreed.options }),
    ...(agreed.layout !== '' && { layout: layoutJson(agreed.layout) }),
    ...(game.isByLot && { drawn_by_lot: true }),
    ...(dealt.date !== '' && { date: dealt.date }),
    ...(game.bots.length > 0 && {
      bots: Object.fromEntries(game.bots.map(([seat, bot]) => [seatName(seat), bot])),
    }),
    ...(dealt.salt !== '' && { salt: dealt.salt }),
  };
  return `${JSON.stringify(told, null, 1)}\n`;
}
