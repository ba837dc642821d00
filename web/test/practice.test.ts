import { expect, test } from 'vitest';
import { Failure } from '../src/lib/api';
import type { Listener, Snapshot } from '../src/lib/connection';
import { PracticeLine, type Looking, type Practised } from '../src/lib/practice';
import type { LookedAt, Refused } from '../src/wire';

const REFUSED: Refused = {
  type: 'refused',
  id: '',
  code: 'VALUE',
  key: 'refusal.VALUE',
  details: {},
  rule: 'G-9',
};

/** A referee who takes every card but the 13, and ends a turn when asked. */
const look: Looking = (laid, end) => {
  const isRefused = laid.at(-1)?.[0] === 13;
  const lies = isRefused ? laid.slice(0, -1) : laid;
  const last = lies.at(-1);
  return Promise.resolve({
    you: 0,
    table: { play: { laid: lies.map(([card, pile]) => ({ card, pile })) } },
    own: { hand: [] },
    happenings: last ? [{ type: 'card_placed', seat: 0, card: last[0], pile: last[1] }] : [],
    refusal: isRefused ? REFUSED : null,
    finished: end,
    hands: [],
    decks: [],
  } as unknown as LookedAt);
};

function line(asked: Looking = look) {
  const shown: Snapshot[] = [];
  const refused: Refused[] = [];
  const turns: Practised[] = [];
  const listener = {
    status: () => {},
    snapshot: (message: Snapshot) => shown.push(message),
    refused: (message: Refused) => refused.push(message),
  } as unknown as Listener;
  const practice = new PracticeLine(listener, asked, (turn) => turns.push(turn));
  const settle = () => new Promise((done) => setTimeout(done));
  return { practice, shown, refused, turns, settle };
}

test('cards are laid, taken back and the turn is finished, in the order asked for', async () => {
  const { practice, shown, turns, settle } = line();
  practice.start();
  practice.do({ type: 'place', card: 20, pile: 0 });
  practice.do({ type: 'place', card: 30, pile: 1 });
  practice.do({ type: 'take_back' });
  practice.do({ type: 'end_turn' });
  practice.do({ type: 'place', card: 40, pile: 1 });
  await settle();
  expect(shown.map(({ happenings }) => happenings.map(({ type }) => type))).toEqual([
    [],
    ['card_placed'],
    ['card_placed'],
    ['card_taken_back'],
    [],
  ]);
  expect(turns.map(({ laid }) => laid)).toEqual([[{ card: 20, pile: 0 }]]);
});

test('what the referee refuses is told and not shown', async () => {
  const { practice, shown, refused, settle } = line();
  practice.start();
  practice.do({ type: 'place', card: 13, pile: 0 });
  practice.do({ type: 'place', card: 20, pile: 0 });
  await settle();
  expect(refused).toEqual([REFUSED]);
  expect(shown.at(-1)!.table.play!.laid).toEqual([{ card: 20, pile: 0 }]);
});

test('a turn can be begun anew after its end', async () => {
  const { practice, turns, settle } = line();
  practice.start();
  practice.do({ type: 'end_turn' });
  practice.restart();
  practice.do({ type: 'place', card: 20, pile: 0 });
  practice.do({ type: 'end_turn' });
  await settle();
  expect(turns.map(({ laid }) => laid.length)).toEqual([0, 1]);
});

test('a server that does not answer is told of like a refusal', async () => {
  const { practice, refused, settle } = line(() =>
    Promise.reject(new Failure('UNREACHABLE', 'web.failure.unreachable', {}, '')),
  );
  practice.start();
  await settle();
  expect(refused.map(({ key }) => key)).toEqual(['web.failure.unreachable']);
});
