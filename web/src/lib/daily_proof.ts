/** Checking the keys of the deals of the day against the fingerprint that was published first. */

import { sha256Bytes } from './sha256';
import { recall, store } from './storage';

/** The anchor of the keys, and when this browser noted it. */
export interface NotedAnchor {
  readonly anchor: string;
  readonly seen: string;
}

const NAME = 'daily.anchor';

/** Whether a key, hashed so many times, is the anchor. */
export function isKeyOf(key: string, number: number, anchor: string): boolean {
  let text = key;
  for (let times = 0; times < number; times++) text = hashOf(text);
  return number > 0 && text === anchor;
}

function hashOf(text: string): string {
  const bytes = sha256Bytes(new TextEncoder().encode(text));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function noteAnchor(anchor: string, today: string): NotedAnchor {
  const noted = { anchor, seen: today };
  store(NAME, JSON.stringify(noted));
  return noted;
}

/** The anchor that this browser noted; this one, if it is the first it sees. */
export function notedAnchor(anchor: string, today: string): NotedAnchor {
  try {
    const read: unknown = JSON.parse(recall(NAME) ?? 'null');
    if (typeof read === 'object' && read !== null && 'anchor' in read && 'seen' in read) {
      return { anchor: String(read.anchor), seen: String(read.seen) };
    }
  } catch {
    // what cannot be read was never noted
  }
  return noteAnchor(anchor, today);
}
