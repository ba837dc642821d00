/** A listener that notes what it is told. */

import { vi } from 'vitest';
import type { Listener, Status } from '../src/lib/connection';

export function listen() {
  const statuses: Status[] = [];
  const listener = {
    status: (status: Status) => statuses.push(status),
    snapshot: vi.fn(),
    presence: vi.fn(),
    refused: vi.fn(),
    hint: vi.fn(),
    bye: vi.fn(),
    waiting: vi.fn(),
  } satisfies Listener;
  return { listener, statuses };
}
