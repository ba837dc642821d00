import { describe, expect, it, vi } from 'vitest';
import { Hall, type WantedTable } from '../../src/lib/offline/hall';
import type { LiveTable, Message, Surroundings } from '../../src/lib/offline/live_table';
import { MemoryLog } from '../../src/lib/offline/log';
import { hashDigits } from '../../src/lib/offline/deal';
import { eagernessOf } from '../../src/lib/offline/eagerness';
import { textOfRecord } from '../../src/lib/offline/json_record';
import type { Opening } from '../../src/lib/offline/table';
import { readRecord } from '../../src/lib/offline/reading';
import { jsonOf, recordJson, recordText } from '../../src/lib/offline/record';
import { summaryOf } from '../../src/lib/offline/replays';
import { showOwn, showTable } from '../../src/lib/offline/views';
import { testMachine } from './machine';

/** The person's seat, where nothing else is said. */
const YOU = 0;

interface Room {
  readonly hall: Hall;
  readonly log: MemoryLog;
  readonly heard: Message[];
}

async function room(log = new MemoryLog(), more: Partial<Surroundings> = {}): Promise<Room> {
  const heard: Message[] = [];
  let clock = 0;
  const hall = new Hall(await testMachine(), {
    log,
    tell: (_code, message) => heard.push(message),
    unkept: () => undefined,
    wait: () => new Promise((resolve) => setTimeout(resolve)),
    // A clock that goes on when somebody looks at it: nothing here depends on how fast we are.
    now: () => (clock += 600),
    mayFetch: () => false,
    ...more,
  });
  return { hall, log, heard };
}

async function sit(
  { hall }: Room,
  wanted: Partial<WantedTable> & { game: string },
): Promise<LiveTable> {
  const code = await hall.open({ name: 'Ana', start: true, ...wanted });
  const live = await hall.find(code);
  live.enter(0, '');
  return live;
}

/** Play by the first card that does not doom, ending as soon as that is allowed. */
function playOn(live: LiveTable): void {
  const own = showOwn(live.table, YOU)!;
  const { seq } = live.table;
  if (own.may_end && !own.end_breach) live.do('1', { type: 'end_turn' }, seq);
  else {
    const best = own.legal.filter((one) => !one.breach).sort((one, two) => one.by - two.by);
    const { card, pile } = best.find((one) => !one.dooms) ?? best[0]!;
    const answer = live.do('1', { type: 'place', card, pile }, seq);
    expect(answer.type).toBe('done');
  }
}

async function playOut(live: LiveTable): Promise<void> {
  const { table } = live;
  for (let step = 0; table.stage !== 'over'; step += 1) {
    expect(step).toBeLessThan(5000);
    if (table.stage === 'dealt') live.do('0', { type: 'choose_starter', seat: YOU }, table.seq);
    else if (table.botToMove === null) playOn(live);
    else await new Promise((resolve) => setTimeout(resolve));
  }
}

const PATIENCE = 60_000;

describe('tables on this device', { timeout: PATIENCE }, () => {
  it.each([
    { game: 'original', players: 1 },
    { game: 'extreme', players: 1 },
    { game: 'on-fire', players: 1 },
    { game: 'duel', players: 2, bots: ['steady'] },
    { game: 'original', players: 3, bots: ['expert', 'expert'] },
    { game: 'extreme', players: 2, bots: ['gentle'], options: { breach: 'lose' } },
    { game: 'original', players: 5, bots: ['random', 'greedy', 'planner', 'tuned'] },
  ])('play $game for $players to its end', async (wanted) => {
    const live = await sit(await room(), { ...wanted, settings: { pace: 0, starter: 'vote' } });
    await playOut(live);
    const view = showTable(live.table);
    expect(view.play?.outcome).not.toBeNull();
    const { commitment, reveal } = view.play!;
    expect(hashDigits(reveal!.text)).toBe(commitment);
    expect(recordText(live.table.play!)).toContain(`salt: ${reveal!.salt}`);
  });

  it('are the same after they were read again', async () => {
    const first = await room();
    const live = await sit(first, { game: 'original', players: 2, bots: ['steady'] });
    live.do('0', { type: 'choose_starter', seat: YOU }, live.table.seq);
    for (let step = 0; step < 3; step += 1) playOn(live);
    const again = await (await room(first.log)).hall.find(live.code);
    expect(showTable(again.table)).toEqual(showTable(live.table));
    expect(showOwn(again.table, YOU)).toEqual(showOwn(live.table, YOU));
    expect(again.table.seq).toBe(live.table.seq);
  });

  it('refuse with a code, and nothing changes', async () => {
    const live = await sit(await room(), { game: 'original', players: 1 });
    const before = showTable(live.table);
    const { seq } = live.table;
    expect(live.do('7', { type: 'end_turn' }, seq)).toMatchObject({
      type: 'refused',
      id: '7',
      code: 'MINIMUM',
      rule: 'G-7, G-17',
    });
    expect(live.do('8', { type: 'take_back' }, seq)).toMatchObject({
      code: 'NOTHING_TO_TAKE_BACK',
    });
    expect(live.do('9', { type: 'place', card: 1, pile: 0 }, seq)).toMatchObject({
      code: 'NOT_IN_HAND',
    });
    expect(showTable(live.table)).toEqual(before);
  });

  it('record a starter as drawn only where a lot was drawn', async () => {
    const ways = [
      ['vote', false],
      ['host', false],
      ['lot', true],
    ] as const;
    for (const [starter, isDrawn] of ways) {
      const { hall } = await room();
      const wanted = { game: 'original', players: 2, bots: ['random'], settings: { starter } };
      const code = await hall.open({ name: 'Ana', start: true, ...wanted });
      const live = await hall.find(code); // nobody looks at it, so that no bot plays
      if (!isDrawn) live.do('0', { type: 'choose_starter', seat: 1 }, live.table.seq);
      const play = live.table.play!;
      expect(recordText(play).includes('drawn_by: lot')).toBe(isDrawn);
      expect(recordJson(play).includes('"drawn_by_lot": true')).toBe(isDrawn);
      live.do('1', { type: 'concede' }, live.table.seq);
      live.do('2', { type: 'rematch' }, live.table.seq);
      expect(live.table.play!.number).toBe(2);
      expect(recordText(live.table.play!)).not.toContain('drawn_by');
    }
  });

  it('have bots that say how gladly they would start, once', async () => {
    const here = await room();
    const wanted = { game: 'original', players: 4, bots: ['steady', 'greedy', 'random'] };
    const { code, table } = await sit(here, { ...wanted, settings: { starter: 'vote' } });
    await vi.waitFor(() => expect(table.play?.offers).toHaveLength(3));
    const { offers } = table.play!;
    expect(offers.map(({ seat }) => seat)).toEqual([1, 2, 3]);
    expect(offers).toEqual(
      [1, 2, 3].map((seat) => ({ seat, eagerness: eagernessOf(table.play!, seat) })),
    );
    const told = here.heard.flatMap((one) => (one.type === 'update' ? one.happenings : []));
    const words = offers.map((offer) => ({ type: 'start_offered', ...offer }));
    expect(told.filter(({ type }) => type === 'start_offered')).toEqual(words);
    const { hall } = await room(here.log);
    const again = await hall.find(code);
    again.enter(0, '');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(again.table.play?.offers).toEqual(offers);
    expect(again.table.seq).toBe(table.seq);
    again.do('0', { type: 'offer_start', eagerness: 'gladly' }, again.table.seq);
    expect(again.table.play?.offers.at(-1)).toEqual({ seat: YOU, eagerness: 'gladly' });
    again.do('1', { type: 'choose_starter', seat: 2 }, again.table.seq);
    expect(again.table.play?.offers).toEqual([]);
    expect(
      again.do('2', { type: 'offer_start', eagerness: 'gladly' }, again.table.seq),
    ).toMatchObject({ type: 'refused', code: 'ALREADY_STARTED' });
  });

  it('have bots that are silent where there is nothing to agree on', async () => {
    for (const wanted of [
      { game: 'original', players: 2, bots: ['steady'], settings: { starter: 'lot' as const } },
      { game: 'duel', players: 2, bots: ['steady'] },
    ]) {
      const here = await room();
      const live = await sit(here, wanted);
      await vi.waitFor(() => expect(live.table.botToMove).toBeNull());
      const told = here.heard.flatMap((one) => (one.type === 'update' ? one.happenings : []));
      expect(told.map(({ type }) => type)).not.toContain('start_offered');
    }
  });

  it('take a card back', async () => {
    // Original: no card of it ends a turn by itself, whatever is dealt.
    const live = await sit(await room(), { game: 'original', players: 1 });
    const before = showOwn(live.table, YOU);
    playOn(live);
    expect(showOwn(live.table, YOU)?.may_take_back).toBe(true);
    live.do('1', { type: 'take_back' }, live.table.seq);
    expect(showOwn(live.table, YOU)).toEqual(before);
  });

  it('give hints', async () => {
    const here = await room();
    const live = await sit(here, { game: 'duel', players: 2, bots: ['gentle'] });
    while (live.table.botToMove !== null) await new Promise((resolve) => setTimeout(resolve));
    live.do('1', { type: 'ask_hint' }, live.table.seq);
    while (!here.heard.some(({ type }) => type === 'hint')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const hint = here.heard.find((message) => message.type === 'hint')!;
    expect(hint.turns.length).toBeGreaterThan(0);
    const { placements, chance, low, high } = hint.turns[0]!;
    expect(placements.length).toBeGreaterThan(0);
    expect(low).toBeLessThanOrEqual(chance);
    expect(chance).toBeLessThanOrEqual(high);
  });
});

describe('a hint that fails', { timeout: PATIENCE }, () => {
  it('is told without a turn, so that it may be asked for again', async () => {
    const fault = new Error('the clock stands still');
    const now = () => {
      throw fault;
    };
    const here = await room(new MemoryLog(), { now });
    const told = vi.spyOn(console, 'error').mockReturnValue();
    const live = await sit(here, { game: 'original', players: 1 });
    live.do('1', { type: 'ask_hint' }, live.table.seq);
    const { seq } = live.table;
    await vi.waitFor(() => expect(here.heard).toContainEqual({ type: 'hint', seq, turns: [] }));
    expect(told).toHaveBeenCalledWith(fault);
    told.mockRestore();
  });
});

describe('a table that is read again', () => {
  it('is not said to be gone where it cannot be read', async () => {
    const log = new MemoryLog();
    const code = await (await room(log)).hall.open({ game: 'original', players: 1, name: 'Ana' });
    const read = vi.spyOn(log, 'read').mockRejectedValueOnce(new Error('no answer'));
    const { hall } = await room(log);
    await expect(hall.find(code)).rejects.toMatchObject({ code: 'UNREAD' });
    expect((await hall.find(code)).code).toBe(code);
    await expect(hall.find('0GONE')).rejects.toMatchObject({ code: 'NO_TABLE' });
    read.mockRestore();
  });

  it('is one, however many ask for it at once', async () => {
    const log = new MemoryLog();
    const code = await (await room(log)).hall.open({ game: 'original', players: 1, name: 'Ana' });
    const { hall } = await room(log);
    const [one, other] = await Promise.all([hall.find(code), hall.find(code)]);
    expect(one).toBe(other);
  });
});

describe('a damaged table', () => {
  const STEP = { seat: 0, command: { type: 'end_turn' }, byDriver: false, dealt: null } as const;

  async function damagedLog(): Promise<{ log: MemoryLog; code: string }> {
    const log = new MemoryLog();
    const code = await (await room(log)).hall.open({ game: 'original', players: 1, name: 'Ana' });
    await log.append(code, 0, STEP); // before any card was dealt
    return { log, code };
  }

  it('is told of, and removed where somebody asks for that', async () => {
    const { log, code } = await damagedLog();
    const told = vi.spyOn(console, 'error').mockReturnValue();
    const { hall } = await room(log);
    await expect(hall.find(code)).rejects.toMatchObject({ code: 'TABLE_DAMAGED' });
    expect(await hall.isDone(code, [])).toBe(false);
    expect(await hall.removeDamaged(code)).toBe(true);
    expect(await hall.list()).toEqual([]);
    await expect(hall.find(code)).rejects.toMatchObject({ code: 'NO_TABLE' });
    told.mockRestore();
  });

  it('may have lost how it was opened, and keeps no other from being found', async () => {
    const { log } = await damagedLog();
    await log.open('0BROKEN', {} as Opening, 5);
    const told = vi.spyOn(console, 'error').mockReturnValue();
    const { hall } = await room(log);
    expect((await hall.list()).map(({ code }) => code)).toContain('0BROKEN');
    await expect(hall.find('0BROKEN')).rejects.toMatchObject({ code: 'TABLE_DAMAGED' });
    expect(await hall.removeDamaged('0BROKEN')).toBe(true);
    expect((await hall.list()).length).toBe(1);
    told.mockRestore();
  });

  it('is not one that cannot be read just now, nor one that can', async () => {
    const { log, code } = await damagedLog();
    const { hall } = await room(log);
    const read = vi.spyOn(log, 'read').mockRejectedValueOnce(new Error('no answer'));
    expect(await hall.removeDamaged(code)).toBe(false);
    expect(log.has(code)).toBe(true);
    read.mockRestore();
    const whole = await hall.open({ game: 'original', players: 1, name: 'Bo' });
    expect(await hall.removeDamaged(whole)).toBe(false);
    expect(await (await room(log)).hall.removeDamaged(whole)).toBe(false);
    expect(log.has(whole)).toBe(true);
  });
});

describe('a table that is done with', { timeout: PATIENCE }, () => {
  it('is one whose game is over and kept elsewhere', async () => {
    const here = await room();
    const { hall } = here;
    const live = await sit(here, { game: 'original', players: 1 });
    const { code } = live;
    const kept = [{ code, number: 1 }];
    expect(await hall.isDone(code, kept)).toBe(false);
    live.do('1', { type: 'concede' }, live.table.seq);
    expect(live.table.stage).toBe('over');
    expect(await hall.isDone(code, [])).toBe(false);
    expect(await hall.isDone(code, [{ code, number: 2 }])).toBe(false);
    expect(await hall.isDone(code, kept)).toBe(true);
    expect(await hall.isDone('0GONE', kept)).toBe(false);
    await hall.remove(code);
    expect(await hall.list()).toEqual([]);
    await expect(hall.find(code)).rejects.toMatchObject({ code: 'NO_TABLE' });
  });

  it('is also one with known cards, which is kept nowhere', async () => {
    const here = await room();
    const { hall } = here;
    const first = await sit(here, { game: 'original', players: 1 });
    first.do('1', { type: 'concede' }, first.table.seq);
    const record = recordText(first.table.play!);
    const live = await hall.find(await hall.openAgain({ record, name: 'Ana' }));
    expect(await hall.isDone(live.code, [])).toBe(false);
    live.do('1', { type: 'concede' }, live.table.seq);
    expect(await hall.isDone(live.code, [])).toBe(true);
  });
});

describe('the cards of a record', { timeout: PATIENCE }, () => {
  it('are played again from any seat, and no hash is published', async () => {
    const here = await room();
    const live = await sit(here, { game: 'original', players: 3, bots: ['tuned', 'gentle'] });
    live.do('0', { type: 'choose_starter', seat: YOU }, live.table.seq);
    await playOut(live);
    const record = recordText(live.table.play!);
    const code = await here.hall.openAgain({ record, name: 'Bo', seat: 2 });
    const again = await here.hall.find(code);
    expect(again.you).toBe(2);
    expect(again.table.seats.map((seat) => seat?.bot)).toEqual(['steady', 'tuned', '']);
    const { play } = again.table;
    expect(play?.dealt.decks).toEqual(live.table.play!.dealt.decks);
    expect(play?.commitment).toBe('');
    expect(play?.starter).toBe(YOU);
    again.enter(0, '');
    while (again.table.botToMove !== null) await new Promise((resolve) => setTimeout(resolve));
    expect(showOwn(again.table, 2)?.legal.length).toBeGreaterThan(0);
  });

  it('are read from JSON as from text', async () => {
    const live = await sit(await room(), { game: 'extreme', players: 1 });
    await playOut(live);
    const play = live.table.play!;
    expect(textOfRecord(recordJson(play))).toBe(recordText(play));
    expect(jsonOf(readRecord(recordText(play)))).toBe(recordJson(play));
    const machine = await testMachine();
    expect(summaryOf(machine, recordJson(play))).toEqual(summaryOf(machine, recordText(play)));
    expect(() => summaryOf(machine, '{"format": "tenback-record"}')).toThrow('RECORD');
    const text = recordText(play);
    for (const [wrong, key] of [
      ['nonsense', 'title'],
      ['{', 'json'],
      ['tenback record 1\ngame original', 'form'],
      ['tenback record 1\ngame: original', 'missing'],
      [text.replace(/^starter: P1$/m, 'starter: P9'), 'one_of'],
      [text.replace(/^deal: \d+/m, 'deal: x'), 'deal'],
      [text.replace(/^1\. P1: /m, '1. P1: 5>Z9 '), 'pile'],
      [text.replace(/^1\. P1: .*$/m, 'what'), 'form'],
    ] as const) {
      const read = () => summaryOf(machine, wrong);
      expect(read, wrong).toThrow(expect.objectContaining({ key: `refusal.RECORD.${key}` }));
    }
  });
});

describe('a table open in two tabs', { timeout: PATIENCE }, () => {
  it('is read anew by the one that comes back', async () => {
    const log = new MemoryLog();
    const first = await room(log);
    const live = await sit(first, { game: 'original', players: 1 });
    const other = await (await room(log)).hall.findAnew(live.code);
    await live.leave();
    other.enter(0, '');
    playOn(other);
    const back = await first.hall.findAnew(live.code);
    expect(back).not.toBe(live);
    expect(showOwn(back.table, YOU)).toEqual(showOwn(other.table, YOU));
    expect(await first.hall.findAnew(live.code)).toBe(back);
  });
});
