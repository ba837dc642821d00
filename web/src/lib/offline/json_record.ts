/** A record that comes as JSON, as the text of the same record: that is what is read and checked. */

import { seatName, TITLE, wordOf, wrapped } from './record';
import { Troubled } from './requests';

interface Told {
  readonly format?: unknown;
  readonly version?: unknown;
  readonly [name: string]: unknown;
}

/** The part that does not fit is quoted: that names its place in any language. */
function unread(part: unknown): Troubled {
  const place = (JSON.stringify(part) ?? '$').slice(0, 40);
  return new Troubled('RECORD', 'refusal.RECORD.json', { place });
}

/** A value as a word of the text: nothing in it may begin a line of its own. */
function word(value: unknown): string {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  const text = isPlain ? wordOf(value as string | boolean).toString() : '';
  // eslint-disable-next-line no-control-regex
  if (!isPlain || /[\u0000-\u001f\u007f]/.test(text)) {
    throw unread(value);
  }
  return text;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unread(value);
  return value;
}

function partsOf(value: unknown): Told {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unread(value);
  }
  return value as Told;
}

const words = (value: unknown, between: string) => listOf(value).map(word).join(between);
const seatIn = (value: unknown) => seatName(Number(word(value)) - 1);

function layoutText(value: unknown): string {
  const { name, numbers } = partsOf(value);
  if (name === 'even') return 'even';
  const kinds = Object.entries(partsOf(numbers));
  return [word(name), ...kinds.map(([kind, cards]) => `${kind}:${words(cards, ',')}`)].join(';');
}

function entryText(value: unknown, turn: () => number): string {
  const entry = partsOf(value);
  switch (entry['type']) {
    case 'remark':
      return `# ${word(entry['text'])}`.trimEnd();
    case 'signal': {
      const { seat, kind, subject, withdrawn = false, after = 0 } = entry;
      const told = `- ${seatIn(seat)} ${withdrawn === true ? 'withdraw ' : ''}${word(kind)}`;
      return `${told} ${word(subject)}${after === 0 ? '' : ` after ${word(after)}`}`;
    }
    case 'turn': {
      const { seat, play, ended = true, conceded = false, comment = '' } = entry;
      const end = conceded === true ? ' concede' : ended === true ? '' : ' ...';
      const told = comment === '' ? '' : ` # ${word(comment)}`;
      return `${turn()}. ${seatIn(seat)}: ${words(play, ' ')}${end}${told}`.trimEnd();
    }
    default:
      throw unread(entry['type']);
  }
}

/** The text of a record, whether it comes as text or as JSON. */
export function textOfRecord(record: string): string {
  if (!record.trimStart().startsWith('{')) return record;
  let read: unknown;
  try {
    read = JSON.parse(record);
  } catch {
    throw unread(record);
  }
  const told = partsOf(read);
  if (told.format !== 'tenback-record' || told.version !== 1) {
    throw unread({ format: told.format, version: told.version });
  }
  const lines = [TITLE];
  const header = (name: string, value: string) => {
    if (value !== '') lines.push(`${name}: ${value}`);
  };
  header('game', word(told['game']));
  header('players', word(told['players']));
  header('names', words(told['names'], ' | '));
  const bots = Object.entries(partsOf(told['bots'] ?? {}));
  header('bots', bots.map(([seat, bot]) => `${seat}=${word(bot)}`).join(' '));
  for (const [name, value] of Object.entries(partsOf(told['options'] ?? {}))) {
    header(name, word(value));
  }
  if (told['layout'] !== undefined) header('layout', layoutText(told['layout']));
  if (told['hand_size']) header('hand_size', word(told['hand_size']));
  header('starter', seatIn(told['starter']));
  if (told['drawn_by_lot'] === true) header('drawn_by', 'lot');
  header('date', word(told['date'] ?? ''));
  if (told['seed'] !== undefined) header('seed', word(told['seed']));
  header('salt', word(told['salt'] ?? ''));
  header('result', word(told['result']));
  const decks = listOf(told['deal']);
  decks.forEach((deck, at) => {
    lines.push(
      ...wrapped(`${decks.length === 1 ? 'deal' : `deal ${at + 1}`}: ${words(deck, ' ')}`),
    );
  });
  lines.push('');
  let turns = 0;
  for (const entry of listOf(told['entries'])) lines.push(entryText(entry, () => (turns += 1)));
  return `${lines.join('\n').trimEnd()}\n`;
}
