/** How gladly a seat would start, by what it knows of the game that is dealt. */

import type { Offer } from '../../wire';
import { STATE } from '../kernels/interface';
import { data } from './data';
import { perMachine } from './machine';
import type { Play } from './play';

/** Memory for a game begun by a seat, and for what the seat knows of it. */
const workspaceOf = perMachine(({ memory }) => ({
  begun: memory.record(STATE.size),
  seen: memory.record(STATE.size),
}));

export function eagernessOf({ referee }: Play, seat: number): Offer['eagerness'] {
  const { machine, state } = referee;
  const { kernels, memory, workspace } = machine;
  const { begun, seen } = workspaceOf(machine);
  const rules = referee.rules.place;
  memory.bytes(begun).set(state.bytes());
  kernels.steps_start(rules, begun, seat);
  kernels.turns_hide(rules, begun, seen);
  const [max_cards, wide_gap, max_wide, max_advance] = kernels.turns_limits_for(rules);
  const limits = { max_cards, wide_gap, max_wide, max_advance };
  return data.eagerness[kernels.beginning_eagerness_of(rules, seen, limits, workspace.buffer)]!;
}
