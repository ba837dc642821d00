/** What may be asked of a table, one function each: it judges first, then changes the table. */

import type {
  CardCommand,
  ChangeSettings,
  Concede,
  GiveSignal,
  Place,
  PlayTurn,
  Ready,
  Rematch,
  SeatBot,
  Unseat,
  WithdrawSignals,
} from '../../wire';
import { knowsBot } from './bots';
import {
  runningPlay,
  verifyFull,
  verifyHost,
  verifyMover,
  verifySeat,
  verifySeating,
} from './checks';
import { data } from './data';
import type { Play } from './play';
import { PILES } from './referee';
import { Refusal } from './refusal';
import { gameOf } from './ruleset';
import { chooseStarter, offerStart, settleStarter, startIfSettled } from './starting';
import type { Chore, Table } from './table';

const MAX_NAME = 40;

// A turn ----------------------------------------------------------------------------------------

/** The refusal of a card, with what its sentence needs; a jump is suggested where it is possible. */
function refusalOf(table: Table, play: Play, code: string, card: number, pile: number): Refusal {
  const { referee } = play;
  const top = referee.tops[pile]!;
  const name = gameOf(table.agreed).pile_names[referee.seat]![pile]!;
  const details = { card, pile: name, top };
  if (code !== 'VALUE' && code !== 'NOT_IMPROVING') return new Refusal(code, details);
  const way = referee.isAscending(pile) ? '.up' : '.down';
  if (code !== 'VALUE') return new Refusal(code, details, way);
  const jump = referee.possibleJump(pile);
  return jump === 0
    ? new Refusal(code, details, `${way}.no_jump`)
    : new Refusal(code, { ...details, jump }, way);
}

function place(table: Table, seat: number, { card, pile }: Place, byDriver: boolean): void {
  const play = verifyMover(table, seat, byDriver);
  if (!(pile >= 0 && pile < PILES)) throw new Refusal('NO_PILE', { pile, piles: PILES });
  const top = play.referee.tops[pile]!;
  const told = play.referee.describe(seat, top, { card, pile });
  const followed = play.place({ card, pile });
  if (typeof followed === 'string') throw refusalOf(table, play, followed, card, pile);
  const command = table.commandOf(card);
  table.tell({ type: 'card_placed', seat, card, pile, top, ...told, command });
  table.tellFollowed(followed);
}

function endTurn(table: Table, seat: number, _command: unknown, byDriver: boolean): void {
  const play = verifyMover(table, seat, byDriver);
  const followed = play.end();
  if (typeof followed === 'string') {
    const { minimum } = play.referee;
    throw new Refusal(followed, { laid: play.laid.length, minimum });
  }
  table.tellFollowed(followed);
}

/** A whole turn, for bots that are not to be watched card by card. */
function playTurn(table: Table, seat: number, { placements }: PlayTurn, byDriver: boolean): void {
  const { turns } = verifyMover(table, seat, byDriver).referee;
  const isOpen = () => table.stage === 'playing' && table.play!.referee.turns === turns;
  for (const [card, pile] of placements) {
    if (!isOpen()) throw new Refusal('TURN_OVER');
    place(table, seat, { type: 'place', card, pile }, byDriver);
  }
  if (isOpen()) endTurn(table, seat, null, byDriver);
}

function takeBack(table: Table, seat: number, _command: unknown, byDriver: boolean): void {
  const play = verifyMover(table, seat, byDriver);
  if (!play.mayTakeBack || !table.settings.take_back) throw new Refusal('NOTHING_TO_TAKE_BACK');
  const { card, pile } = play.takeBack();
  table.tell({ type: 'card_taken_back', seat, card, pile });
}

function askHint(table: Table, seat: number, _command: unknown, byDriver: boolean): void {
  const play = verifyMover(table, seat, byDriver);
  if (play.hinted === play.moment) return;
  play.remark(`P${seat + 1} took a hint`);
  play.hinted = play.moment;
  table.tell({ type: 'hint_taken', seat });
}

function timeUp(
  table: Table,
  _seat: number,
  { game, turn }: Extract<Chore, { game: number }>,
): void {
  const { play } = table;
  if (table.stage !== 'playing' || play === null || table.botToMove !== null) return;
  if (play.number !== game || play.referee.turns !== turn) return;
  const { seat } = play.referee;
  play.remark(`P${seat + 1} ran out of time; a bot finished the turn`);
  play.helped = true;
  table.tell({ type: 'time_ran_out', seat });
}

function noteStumble(table: Table, seat: number): void {
  runningPlay(table).remark(`the bot of P${seat + 1} failed; a simple move stood in`);
  table.tell({ type: 'bot_stumbled', seat });
}

// A game ----------------------------------------------------------------------------------------

function startGame(table: Table, seat: number): void {
  verifyHost(table, seat);
  if (table.stage !== 'gathering') {
    throw new Refusal(table.stage === 'over' ? 'GAME_OVER' : 'GAME_ON');
  }
  verifyFull(table);
  table.deal();
  startIfSettled(table);
}

function concede(table: Table, seat: number, { wish = true }: Concede): void {
  const play = runningPlay(table);
  if (play.conceding.includes(seat) !== wish) {
    const rest = play.conceding.filter((each) => each !== seat);
    play.conceding = wish ? [...rest, seat].sort() : rest;
    table.tell({ type: 'concession_wished', seat, wish });
  }
  if (play.conceding.length === 0) return;
  const isAgreed = table.people.every((each) => play.conceding.includes(each));
  if (table.isTeam && !isAgreed) return;
  play.concede(table.isTeam ? play.referee.seat : Math.min(...play.conceding));
  table.tell({ type: 'game_ended', outcome: play.referee.outcome! });
}

function rematch(table: Table, seat: number, { wish = true }: Rematch): void {
  if (table.stage !== 'over') throw new Refusal(table.play ? 'GAME_ON' : 'NO_GAME');
  verifyFull(table);
  if (table.rematching.includes(seat) !== wish) {
    const rest = table.rematching.filter((each) => each !== seat);
    table.rematching = wish ? [...rest, seat].sort() : rest;
    table.tell({ type: 'rematch_wished', seat, wish });
  }
  settleRematch(table);
}

/** Deal again once all agree; the seat after the last starter starts. */
function settleRematch(table: Table): void {
  const { play, agreed } = table;
  if (table.stage !== 'over' || play === null || table.seats.includes(null)) return;
  if (table.rematching.length === 0) return;
  if (!table.people.every((seat) => table.rematching.includes(seat))) return;
  const next = ((play.starter ?? 0) + 1) % agreed.players;
  table.deal();
  // A single player takes no turns with anybody, and starts as in the first game.
  table.begin(agreed.starter ?? next, agreed.starter === null && agreed.players === 1);
}

// Around the game --------------------------------------------------------------------------------

function changeSettings(table: Table, seat: number, { settings }: ChangeSettings): void {
  verifyHost(table, seat);
  if (settings.stand_in !== '' && !knowsBot(settings.stand_in)) {
    throw new Refusal('NO_BOT', { bot: settings.stand_in });
  }
  table.settings = settings;
  table.tell({ type: 'settings_changed', settings });
  if (table.stage === 'dealt') {
    startIfSettled(table);
    settleStarter(table);
  }
}

function ready(table: Table, seat: number, { ready = true }: Ready): void {
  verifySeating(table);
  verifySeat(table, seat);
  const holder = table.seats[seat]!;
  if (holder.ready === ready) return;
  table.seats = table.seats.with(seat, { ...holder, ready });
  table.tell({ type: 'readiness_changed', seat, ready });
}

function botName(table: Table, bot: string): string {
  const word = bot.split(':')[0]!;
  const base = word[0]!.toUpperCase() + word.slice(1);
  const taken = table.seats.map((seat) => seat?.name.toLowerCase());
  const names = [base, ...table.seats.map((_, at) => `${base} ${at + 2}`)];
  return names.find((name) => !taken.includes(name.toLowerCase()))!;
}

export function tidyName(name: string): string {
  return name.split(/\s+/).filter(Boolean).join(' ');
}

export function verifyName(table: Table | null, wanted: string): string {
  const name = tidyName(wanted);
  // eslint-disable-next-line no-control-regex
  if (name === '' || name.length > MAX_NAME || /[|\u0000-\u001f\u007f]/.test(name)) {
    throw new Refusal('NAME', { limit: MAX_NAME });
  }
  if (table?.seats.some((seat) => seat?.name.toLowerCase() === name.toLowerCase())) {
    throw new Refusal('NAME_TAKEN', { name });
  }
  return name;
}

function seatBot(table: Table, seat: number, { bot, seat: wanted, name }: SeatBot): void {
  verifyHost(table, seat);
  verifySeating(table);
  const seats = table.seats.length;
  const chosen = wanted ?? table.seats.indexOf(null);
  if (chosen < 0) throw new Refusal('TABLE_FULL');
  if (!(chosen in table.seats)) throw new Refusal('NO_SEAT', { seat: chosen, seats });
  if (table.seats[chosen] !== null) throw new Refusal('SEAT_TAKEN', { seat: chosen });
  if (!knowsBot(bot)) throw new Refusal('NO_BOT', { bot });
  table.takeSeat(chosen, name ? verifyName(table, name) : botName(table, bot), bot);
  settleRematch(table);
}

function unseat(table: Table, seat: number, { seat: freed }: Unseat): void {
  verifyHost(table, seat);
  verifySeating(table);
  verifySeat(table, freed);
  free(table, freed);
}

function free(table: Table, seat: number): void {
  const { name } = table.seats[seat]!;
  table.seats = table.seats.with(seat, null);
  table.rematching = table.rematching.filter((each) => each !== seat);
  if (table.host === seat) table.host = table.people[0] ?? null;
  table.tell({ type: 'seat_freed', seat, name });
}

function leave(table: Table, seat: number): void {
  verifySeat(table, seat);
  if (table.isSeating) free(table, seat);
}

// Talk --------------------------------------------------------------------------------------------

function signalPlay({ play, stage }: Table): Play {
  if (play === null) throw new Refusal('NO_GAME');
  if (stage === 'over') throw new Refusal('GAME_OVER');
  return play;
}

function giveSignal(table: Table, seat: number, { kind, subject }: GiveSignal): void {
  const play = signalPlay(table);
  const isPile = typeof subject === 'number' && subject >= 0 && subject < PILES;
  if (kind !== 'holds' && !isPile) {
    throw new Refusal('NO_PILE', { pile: subject, piles: PILES });
  }
  const command = kind === 'holds' ? (subject as CardCommand) : null;
  if (command !== null && !data.commands.includes(command)) {
    throw new Refusal('NOT_HELD', { command: subject });
  }
  const code = play.referee.judgeSignal(seat, command);
  if (code !== null) throw new Refusal(code, code === 'NOT_HELD' ? { command: subject } : {});
  const stands = play.signals.some(
    (one) => one.seat === seat && one.kind === kind && one.subject === subject,
  );
  if (stands) return;
  play.signal({ seat, kind, subject }, false);
  table.tell({ type: 'signal_given', seat, kind, subject });
}

function withdrawSignals(table: Table, seat: number, { subject = null }: WithdrawSignals): void {
  const play = signalPlay(table);
  if (play.referee.isSilenced) throw new Refusal('SILENCE');
  for (const given of play.signals) {
    if (given.seat !== seat || (subject !== null && given.subject !== subject)) continue;
    play.signal(given, true);
    table.tell({ type: 'signal_withdrawn', ...given });
  }
}

/** What is said is checked by the server's guard; here there is nobody to say it to. */
function say(): never {
  throw new Refusal('TEXT_OFF');
}

function nobodyElse(): never {
  throw new Refusal('BOT_PLAYS');
}

export const deciders = {
  place,
  end_turn: endTurn,
  play_turn: playTurn,
  take_back: takeBack,
  ask_hint: askHint,
  time_up: timeUp,
  note_stumble: noteStumble,
  start_game: startGame,
  choose_starter: chooseStarter,
  offer_start: offerStart,
  concede,
  rematch,
  change_settings: changeSettings,
  ready,
  seat_bot: seatBot,
  unseat,
  leave,
  give_signal: giveSignal,
  withdraw_signals: withdrawSignals,
  say,
  name_host: nobodyElse,
  agree_stand_in: nobodyElse,
};
