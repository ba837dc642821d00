/** Who starts: by lot, by vote or as the host decides, after everybody may have said how gladly. */

import type { ChooseStarter, OfferStart } from '../../wire';
import { verifyHost, verifySeat } from './checks';
import { drawLot } from './deal';
import type { Play } from './play';
import { Refusal } from './refusal';
import type { Table } from './table';

function lotOf(play: Play, candidates: readonly number[]): number {
  return drawLot(play.dealt.salt, candidates);
}

/** Start at once if there is nothing to choose: one seat, a fixed starter, or a lot. */
export function startIfSettled(table: Table): void {
  const { agreed, play } = table;
  const seats = [...table.seats.keys()];
  if (agreed.starter !== null) table.begin(agreed.starter, false);
  else if (seats.length === 1) table.begin(0, true);
  else if (table.settings.starter === 'lot' || !table.isTeam) {
    table.begin(lotOf(play!, seats), true);
  }
}

function dealtPlay({ stage, play }: Table): Play {
  if (play === null) throw new Refusal('NO_GAME');
  if (stage !== 'dealt') throw new Refusal('ALREADY_STARTED');
  return play;
}

/** Say how gladly a seat would start; a newer word replaces an older. */
export function offerStart(table: Table, seat: number, { eagerness }: OfferStart): void {
  const play = dealtPlay(table);
  if (play.offers.some((one) => one.seat === seat && one.eagerness === eagerness)) return;
  play.offers = [...play.offers.filter((one) => one.seat !== seat), { seat, eagerness }];
  table.tell({ type: 'start_offered', seat, eagerness });
}

export function chooseStarter(table: Table, seat: number, { seat: choice }: ChooseStarter): void {
  const play = dealtPlay(table);
  verifySeat(table, choice);
  if (table.settings.starter === 'host') {
    verifyHost(table, seat);
    table.begin(choice, false);
    return;
  }
  if (!play.votes.some((vote) => vote.seat === seat && vote.choice === choice)) {
    play.votes = [...play.votes.filter((vote) => vote.seat !== seat), { seat, choice }];
    table.tell({ type: 'starter_voted', seat, choice });
  }
  settleStarter(table);
}

/** Start once everybody has voted; a lot breaks ties. */
export function settleStarter(table: Table): void {
  const { play } = table;
  if (table.stage !== 'dealt' || play === null || table.settings.starter !== 'vote') return;
  if (table.people.some((seat) => !play.votes.some((vote) => vote.seat === seat))) return;
  const counts = table.seats.map(
    (_, seat) => play.votes.filter(({ choice }) => choice === seat).length,
  );
  const most = Math.max(...counts);
  const best = [...counts.keys()].filter((seat) => counts[seat] === most);
  if (best.length === 1) table.begin(best[0]!, false);
  else table.begin(lotOf(play, best), true);
}
