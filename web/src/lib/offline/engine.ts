/**
 * The page's side of the worker: a promise for every request, how far it is, and a way to call it
 * off. The worker, with the compiled module in it, starts with the first request.
 */

import {
  Troubled,
  type Answered,
  type Asked,
  type FromWorker,
  type Kind,
  type Broadcasts,
  type ToWorker,
} from './requests';

/** The part of a worker, or of a message port, that is used. */
export interface Answerer {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror?: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
}

export interface AskingOptions {
  readonly onprogress?: (done: number) => void;
  /** Calls the request off: its promise is rejected at once, and the worker stops soon. */
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly resolve: (answered: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onprogress: ((done: number) => void) | undefined;
}

const noWorker = () => new Troubled('NO_WORKER', 'web.offline.no_worker');

export class Engine {
  #worker: Answerer | null = null;
  #asked = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, Set<(told: never) => void>>();

  constructor(private readonly open: () => Answerer) {}

  /** Ask the worker; what goes wrong is `Troubled`, with a sentence's key. */
  ask<K extends Kind>(kind: K, asked: Asked<K>, options: AskingOptions = {}): Promise<Answered<K>> {
    return new Promise<Answered<K>>((resolve, reject) => {
      const id = ++this.#asked;
      const { signal, onprogress } = options;
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, onprogress });
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.delete(id)) return;
        this.#worker?.postMessage({ type: 'cancel', id });
        reject(signal.reason as Error);
      });
      try {
        this.#started().postMessage({ type: 'ask', id, kind, asked });
      } catch {
        this.#waiting.delete(id);
        reject(noWorker());
      }
    });
  }

  /** Hear what the worker tells by itself; gives how to stop. */
  listen<K extends keyof Broadcasts>(kind: K, listener: (told: Broadcasts[K]) => void): () => void {
    const all = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, all.add(listener));
    return () => all.delete(listener);
  }

  #started(): Answerer {
    if (this.#worker !== null) return this.#worker;
    const worker = this.open();
    worker.onmessage = ({ data }) => this.#hear(data);
    // Its file did not arrive, or it broke: whoever waits is told, and the next request tries anew.
    worker.onerror = () => {
      this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(noWorker());
      this.#waiting.clear();
    };
    this.#worker = worker;
    return worker;
  }

  #hear(message: FromWorker): void {
    if (message.type === 'news') {
      for (const listener of this.#listeners.get(message.kind) ?? []) {
        listener(message.told as never);
      }
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (waiting === undefined) return; // called off meanwhile
    if (message.type === 'progress') {
      waiting.onprogress?.(message.done);
      return;
    }
    this.#waiting.delete(message.id);
    if (message.type === 'answer') waiting.resolve(message.answered);
    else {
      const { code, key, details } = message.trouble;
      waiting.reject(new Troubled(code, key, details));
    }
  }
}

export const engine = new Engine(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'tenback' }),
);
