import { beforeAll, describe, expect, it, vi } from 'vitest';
import { tellHappening } from '../src/lib/happenings';
import { LANGUAGE_NAMES, speak } from '../src/lib/texts.svelte';

const seat = (name: string) => ({ name, kind: 'person', bot: null });
const table = {
  rules: { commands: {}, marks: { 33: 'fire' } },
  seats: [seat('Ana'), seat('Bo')],
  play: { piles: [{ owner: null, names: ['A1', 'A1'], ascending: true, top: 1, command: null }] },
} as never;
const about = (type: string, more: object = {}) => ({ type, seat: 0, ...more }) as never;

/** Everything that is told about a player who does it. */
const DONE = [
  about('readiness_changed', { ready: true }),
  about('readiness_changed', { ready: false }),
  about('host_named'),
  about('starter_voted', { choice: 0 }),
  about('starter_voted', { choice: 1 }),
  about('start_offered', { eagerness: 'gladly' }),
  about('start_offered', { eagerness: 'if_need_be' }),
  about('start_offered', { eagerness: 'rather_not' }),
  about('game_started'),
  about('card_placed', { card: 35, pile: 0, by: 34, move: 'step', command: null }),
  about('card_taken_back', { card: 35, pile: 0 }),
  about('turn_ended', { drawn: 2, next: 1 }),
  about('turn_ended', { drawn: 0, next: 1 }),
  about('signal_given', { kind: 'keep_off', subject: 0 }),
  about('signal_given', { kind: 'small_steps', subject: 0 }),
  about('signal_given', { kind: 'holds', subject: 'THREE' }),
  about('signal_withdrawn'),
  about('said', { text: 'Well done' }),
  about('concession_wished', { wish: true }),
  about('concession_wished', { wish: false }),
  about('rematch_wished', { wish: true }),
  about('rematch_wished', { wish: false }),
  about('stand_in_agreed', { absent: 1 }),
  about('time_ran_out'),
  about('hint_taken'),
];

describe.each([...LANGUAGE_NAMES.keys()])('what happened, in %s', (language) => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await speak(language);
  });

  it.each(DONE)('names who did it to others, and nobody to themselves: %j', (happening) => {
    const told = tellHappening(happening, table, 1);
    const own = tellHappening(happening, table, 0);
    expect(told).toContain('Ana');
    expect(own).not.toContain('Ana');
    expect(own).not.toMatch(/web\.|[{}]/);
  });
});

it('speaks to whoever gives a signal', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak('en');
  const signal = about('signal_given', { kind: 'keep_off', subject: 0 });
  expect(tellHappening(signal, table, 0)).toBe('You: please keep off A1.');
  expect(tellHappening(signal, table, 1)).toBe('Ana: please keep off A1.');
});
