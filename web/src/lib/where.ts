/** Where games are played that need nobody else: on this device, or on the server. */

import { recall, store } from './storage';

export const PLACES = ['device', 'server'] as const;
export type Place = (typeof PLACES)[number];

/** On this device if nobody has chosen: no server has to think, and no network is needed. */
export function whereAlone(): Place {
  return recall('alone') === 'server' ? 'server' : 'device';
}

export function chooseWhere(place: Place): void {
  store('alone', place);
}
