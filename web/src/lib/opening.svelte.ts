/** Opening a table and going there. */

import type { CommandCards, GameView, NewTable } from '../wire';
import { Failure, openTable } from './api';
import { wordOf } from './layout';
import { ownLayout } from './own_layout.svelte';
import { preferences } from './preferences.svelte';
import { go } from './router.svelte';
import { keepSeat } from './seats';
import { t } from './texts.svelte';

/** A layout by its name, as the server wants it; the own one is written out. */
export function wireLayout(name: string, cards: CommandCards | null | undefined): string {
  if (name !== 'own' || !cards) return name;
  return ownLayout.layout === null ? '' : `custom;${wordOf(ownLayout.layout, cards)}`;
}

/** Open a table and go there; what went wrong, if anything, as a sentence. */
export async function sitDown(table: Omit<NewTable, 'name'>): Promise<string> {
  const name = preferences.name.trim() || t('player.default');
  try {
    const seated = await openTable({ ...table, name });
    keepSeat(seated);
    go(`/t/${seated.code}`);
    return '';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return t(error.key, error.details);
  }
}

/** Play a game at once: alone, or with the bots it needs. */
export function playAlone(game: GameView): Promise<string> {
  const { id, solo_bots: bots, command_cards: cards } = game;
  return sitDown({
    game: id,
    layout: cards && ownLayout.layout ? wireLayout('own', cards) : '',
    players: bots.length + 1,
    bots,
    start: true,
  });
}
