/** Opening a table and going there. */

import type { NewTable } from '../wire';
import { Failure, openTable } from './api';
import { preferences } from './preferences.svelte';
import { go } from './router.svelte';
import { keepSeat } from './seats';
import { t } from './texts.svelte';

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
