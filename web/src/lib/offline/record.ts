/** A game as a small text file, the same that a server writes. */

import type { OutcomeView } from '../../wire';
import type { Entry, Play } from './play';
import { gameOf, type Agreed } from './ruleset';

const TITLE = 'tenback record 1';
const WIDTH = 80;

const seatName = (seat: number) => `P${seat + 1}`;

function wordOf(value: string | boolean): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}

function resultOf(outcome: OutcomeView | null): string {
  if (outcome === null) return 'open';
  const { winners, score, termination, seat } = outcome;
  const won = winners.length > 0;
  const told = `${won ? 'won' : 'lost'} ${score} ${termination} ${seatName(seat)}`;
  return won ? `${told} for ${winners.map(seatName).join(' ')}` : told;
}

/** Break a line between words, the rest indented. */
function wrapped(line: string): string[] {
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

export function recordText(play: Play): string {
  const { referee, dealt } = play;
  const { agreed } = referee;
  const entries = [...play.entries];
  if (play.laid.length > 0 && referee.outcome === null) {
    const { seat } = referee;
    entries.push({ type: 'turn', seat, laid: play.laid, open: true, conceded: false });
  }
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
  if (agreed.starter === null) lines.push('drawn_by: lot');
  if (dealt.date !== '') lines.push(`date: ${dealt.date}`);
  if (dealt.salt !== '') lines.push(`salt: ${dealt.salt}`);
  lines.push(`result: ${resultOf(referee.outcome)}`);
  dealt.decks.forEach((deck, at) => {
    const name = dealt.decks.length === 1 ? 'deal' : `deal ${at + 1}`;
    lines.push(...wrapped(`${name}: ${deck.join(' ')}`));
  });
  lines.push('');
  let number = 0;
  for (const entry of entries) {
    if (entry.type === 'turn') number += 1;
    lines.push(entryText(agreed, entry, number));
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
