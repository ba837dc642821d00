/** The worker's side of requests: each kind has one answer, registered by the file that knows it. */

import type { Machine } from './machine';
import {
  Troubled,
  type Answered,
  type Asked,
  type FromWorker,
  type Kind,
  type Broadcasts,
  type ToWorker,
  type Trouble,
} from './requests';

/** What an answer may use while it is being found. */
export interface AnsweringDesk {
  readonly machine: () => Promise<Machine>;
  /** Tell how much is done, from 0 to 1. */
  progress(done: number): void;
  /** Let other requests in; throws if this one was cancelled meanwhile. */
  pause(): Promise<void>;
}

type Answer = (asked: never, desk: AnsweringDesk) => unknown;

const answers = new Map<string, Answer>();

/** Register the answer to a kind of request. */
export function answer<K extends Kind>(
  kind: K,
  find: (asked: Asked<K>, desk: AnsweringDesk) => Answered<K> | Promise<Answered<K>>,
): void {
  answers.set(kind, find);
}

/** The part of a worker's scope, or of a message port, that is used. */
export interface Port {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

class Cancelled extends Error {}

function troubleOf(error: unknown): Trouble {
  if (error instanceof Troubled) {
    return { code: error.code, key: error.key, details: error.details };
  }
  console.error(error);
  return { code: 'INTERNAL', key: 'refusal.INTERNAL', details: {} };
}

let tellPage: (message: FromWorker) => void = () => undefined;

/** Tell the page something it has not asked for. */
export function tell<K extends keyof Broadcasts>(kind: K, told: Broadcasts[K]): void {
  tellPage({ type: 'news', kind, told });
}

/** Answer what comes in at a port. */
export function serve(port: Port, machine: () => Promise<Machine>): void {
  const cancelled = new Set<number>();
  const running = new Set<number>();
  tellPage = (message) => port.postMessage(message);

  async function run(id: number, kind: Kind, asked: unknown): Promise<void> {
    running.add(id);
    const desk: AnsweringDesk = {
      machine,
      progress: (done) => port.postMessage({ type: 'progress', id, done }),
      pause: async () => {
        await new Promise((resolve) => setTimeout(resolve));
        if (cancelled.has(id)) throw new Cancelled();
      },
    };
    try {
      const find = answers.get(kind);
      if (find === undefined) throw new Error(`nobody answers ${kind}`);
      port.postMessage({ type: 'answer', id, answered: await find(asked as never, desk) });
    } catch (error) {
      if (!(error instanceof Cancelled)) {
        port.postMessage({ type: 'trouble', id, trouble: troubleOf(error) });
      }
    } finally {
      running.delete(id);
      cancelled.delete(id);
    }
  }

  port.onmessage = ({ data }) => {
    if (data.type === 'ask') void run(data.id, data.kind, data.asked);
    else if (running.has(data.id)) cancelled.add(data.id);
  };
}

answer('start', async (_asked, desk) => {
  await desk.machine();
  return null;
});
