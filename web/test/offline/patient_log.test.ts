import { describe, expect, it, vi } from 'vitest';
import { MemoryLog, type Log, type LoggedCommand } from '../../src/lib/offline/log';
import { PatientLog } from '../../src/lib/offline/patient_log';
import type { Opening } from '../../src/lib/offline/table';

const OPENING = { agreed: { game: 'original' }, name: 'Ana', bots: [] } as unknown as Opening;
const STEP = { seat: 0 } as LoggedCommand;

/** A database that does not open at first. */
function slowDatabase() {
  const database = new MemoryLog();
  let isUp = false;
  const connect = vi.fn((): Promise<Log> =>
    isUp ? Promise.resolve(database) : Promise.reject(new Error('it does not answer')),
  );
  return { database, connect, come: () => (isUp = true) };
}

describe('a database that does not open', () => {
  it('is no reason to believe that a table is gone', async () => {
    const { connect } = slowDatabase();
    const unkept = vi.fn();
    const log = new PatientLog(connect, unkept);
    await expect(log.read('0OLD')).rejects.toThrow('it does not answer');
    expect(unkept).not.toHaveBeenCalled(); // it may still be kept
  });

  it('is tried again for a table it may have', async () => {
    const { database, connect, come } = slowDatabase();
    await database.open('0OLD', OPENING, 1);
    const log = new PatientLog(connect, () => undefined);
    await expect(log.read('0OLD')).rejects.toThrow();
    come();
    expect(await log.read('0OLD')).toMatchObject({ steps: [] });
    await log.append('0OLD', 0, STEP);
    expect((await database.read('0OLD'))?.steps).toEqual([STEP]);
    expect(await log.read('0GONE')).toBeNull();
  });

  it('leaves what was opened meanwhile in memory', async () => {
    const { database, connect, come } = slowDatabase();
    const unkept = vi.fn();
    const log = new PatientLog(connect, unkept);
    await log.open('0NEW', OPENING, 1);
    expect(unkept).toHaveBeenCalledOnce();
    come();
    expect(await log.read('0OLD')).toBeNull();
    await log.append('0NEW', 0, STEP);
    expect((await log.read('0NEW'))?.steps).toEqual([STEP]);
    expect(await database.read('0NEW')).toBeNull();
    await log.open('0LATE', OPENING, 2);
    expect(await database.read('0LATE')).not.toBeNull();
    expect(unkept).toHaveBeenCalledOnce();
    expect((await log.list()).map(({ code }) => code)).toEqual(['0NEW', '0LATE']);
    await log.remove('0NEW');
    expect((await log.list()).map(({ code }) => code)).toEqual(['0LATE']);
  });
});

describe('a database that was closed by the browser', () => {
  it('is opened again', async () => {
    const closed = new MemoryLog();
    closed.read = () => Promise.reject(new Error('it is closed'));
    const whole = new MemoryLog();
    await whole.open('0OLD', OPENING, 1);
    const connect = vi.fn<() => Promise<Log>>();
    connect.mockResolvedValueOnce(closed).mockResolvedValue(whole);
    const log = new PatientLog(connect, () => undefined);
    await expect(log.read('0OLD')).rejects.toThrow('it is closed');
    expect(await log.read('0OLD')).not.toBeNull();
    expect(connect).toHaveBeenCalledTimes(2);
  });
});
