/**
 * One tab at a table of this device's. Whoever has the table open holds a lock by its name; another
 * tab is told, and may take the table over: the first one puts everything away and lets go.
 */

/** A page that is loaded anew may still be held by its former self for a moment. */
const MOMENT = 1000;
/** The holder answers at once; one that does not, as a tab put to sleep, loses the lock. */
const PATIENCE = 2000;

/** What happens to whoever holds a table, or wants to. */
export interface Holder {
  /** The table is ours. */
  held(): void;
  /** Another tab has it. */
  elsewhere(): void;
  /** Another tab wants it: resolves when all that was done here is kept. */
  letGo(): Promise<void>;
}

const nameOf = (code: string) => `tenback table ${code}`;

/** Do something while no tab has the table open; nothing if one has. Without locks nobody knows. */
export async function whileFree(code: string, act: () => Promise<void>): Promise<void> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (locks === undefined) return act();
  await locks.request(nameOf(code), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await act();
  });
}

/** Hold a table, from another tab if need be; gives how to let go. Without locks all is ours. */
export function holdTable(code: string, isTakeOver: boolean, holder: Holder): () => void {
  const locks = (navigator as Partial<Navigator>).locks;
  if (locks === undefined) {
    holder.held();
    return () => undefined;
  }
  const channel = new BroadcastChannel(nameOf(code));
  let isHeld = false;
  let isOver = false;
  let release: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (release = resolve));

  /** Let go of the lock, once; `isLost`: another tab has it now. */
  async function end(isLost: boolean): Promise<void> {
    if (isOver) return;
    isOver = true;
    channel.close();
    try {
      if (isLost && isHeld) await holder.letGo();
    } finally {
      release();
    }
    if (isLost) holder.elsewhere();
  }

  channel.onmessage = () => void (isHeld && end(true));

  const hold = (): Promise<void> => {
    if (isOver) return Promise.resolve();
    isHeld = true;
    holder.held();
    return over;
  };

  function request(options: LockOptions): void {
    locks!.request(nameOf(code), options, hold).catch((error: unknown) => {
      if (isHeld)
        void end(true); // too slow to let go: the lock was taken away
      else if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    });
  }

  const patience = new AbortController();
  request({ signal: patience.signal });
  if (isTakeOver) channel.postMessage('let go');
  setTimeout(
    () => {
      if (isHeld || isOver) return;
      patience.abort();
      if (isTakeOver) request({ steal: true });
      else void end(true);
    },
    isTakeOver ? PATIENCE : MOMENT,
  );
  return () => void end(false);
}
