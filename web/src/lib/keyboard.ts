/** What a key means at the table. */

import { PILE_KEYS } from './moves';

export type KeyMeaning =
  | { kind: 'digit'; digit: string }
  | { kind: 'step'; direction: 1 | -1 }
  | { kind: 'pile'; place: number }
  | {
      kind: 'end' | 'take_back' | 'help' | 'drop' | 'look' | 'hint' | 'keep_off' | 'small_steps';
    };

const PLAIN: Record<string, KeyMeaning> = {
  ArrowLeft: { kind: 'step', direction: -1 },
  ArrowRight: { kind: 'step', direction: 1 },
  Escape: { kind: 'drop' },
  '?': { kind: 'help' },
  e: { kind: 'end' },
  u: { kind: 'take_back' },
  l: { kind: 'look' },
  t: { kind: 'hint' },
  k: { kind: 'keep_off' },
  m: { kind: 'small_steps' },
};

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

export function meaningOf(event: Pressed): KeyMeaning | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (/^[0-9]$/.test(key)) return { kind: 'digit', digit: key };
  const place = (PILE_KEYS as readonly string[]).indexOf(key);
  return place === -1 ? (PLAIN[key] ?? null) : { kind: 'pile', place };
}

/** Whether keys belong to what has the focus: a field, a choice, an open dialog. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
}
