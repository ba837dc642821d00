/** Where games are played that need nobody else: on this device, or on the server. */

import { recall, store } from './storage';

export const VENUES = ['device', 'server'] as const;
export type Venue = (typeof VENUES)[number];

/** On this device if nobody has chosen: no server has to think, and no network is needed. */
export function whereAlone(): Venue {
  return recall('alone') === 'server' ? 'server' : 'device';
}

export function chooseWhere(venue: Venue): void {
  store('alone', venue);
}
