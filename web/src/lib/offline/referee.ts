/**
 * The referee of a game: every judgement is the module's. Here its numbers become words, and a
 * game is kept as bytes, to be put back when a card is taken back.
 */

import type { CardCommand, Duty, Legal, OutcomeView, Phase, Placed } from '../../wire';
import { STATE } from '../kernels/interface';
import type { ArrayAt } from '../kernels/memory';
import { data } from './data';
import { cardsOf, Fields } from './fields';
import type { Machine } from './machine';
import { gameOf, packRules, type Agreed } from './ruleset';
import type { RULES } from '../kernels/interface';

const PHASES: readonly Phase[] = ['starting', 'playing', 'over'];
const CONCEDED = data.terminations.indexOf('CONCEDED') + 1;
export const PILES = 4;

function codeOf(number: number): string | null {
  return number === 0 ? null : (data.codes[number - 1] ?? `CODE_${number}`);
}

export class Referee {
  readonly rules: Fields<typeof RULES>;
  readonly state: Fields<typeof STATE>;
  readonly #legal: ArrayAt<'u8', 2>;
  readonly #tops: ArrayAt<'i8', 1>;

  constructor(
    readonly machine: Machine,
    readonly agreed: Agreed,
  ) {
    const { memory } = machine;
    this.rules = packRules(machine, agreed);
    this.state = new Fields(memory, memory.record(STATE.size), STATE);
    this.#legal = memory.array('u8', PILES, 2);
    this.#tops = { at: this.state.place.at + STATE.fields.tops.at, kind: 'i8', shape: [PILES] };
  }

  // A game step by step ------------------------------------------------------------------------

  deal(decks: readonly (readonly number[])[]): void {
    this.state.bytes().fill(0);
    const width = STATE.fields.decks.shape[1];
    decks.forEach((deck, number) => {
      deck.forEach((card, at) => this.state.set('decks', card, number * width + at));
    });
    this.machine.kernels.deals_deal_out(this.rules.place, this.state.place);
  }

  start(seat: number): void {
    this.machine.kernels.steps_start(this.rules.place, this.state.place, seat);
  }

  /** Lay a card; the code of a refusal, null if it was accepted. */
  place(card: number, pile: number): string | null {
    return codeOf(this.machine.kernels.steps_place(this.rules.place, this.state.place, card, pile));
  }

  /** End the turn; the code of a refusal, null if it was accepted. */
  end(): string | null {
    return codeOf(this.machine.kernels.steps_end(this.rules.place, this.state.place));
  }

  concede(seat: number): void {
    this.machine.kernels.steps_fail(this.rules.place, this.state.place, CONCEDED, seat);
  }

  /** The whole game as bytes. */
  kept(): Uint8Array {
    return this.state.bytes().slice();
  }

  putBack(kept: Uint8Array): void {
    this.state.bytes().set(kept);
  }

  // What everybody sees --------------------------------------------------------------------------

  get phase(): Phase {
    return PHASES[this.state.get('phase')]!;
  }

  get seat(): number {
    return this.state.get('seat');
  }

  get turns(): number {
    return this.state.get('turns');
  }

  get minimum(): number {
    return this.state.get('minimum');
  }

  get handSize(): number {
    return this.rules.get('hand_size');
  }

  get tops(): number[] {
    return this.state.list('tops');
  }

  /** The tops as the module takes them. */
  get topsAt(): ArrayAt<'i8', 1> {
    return this.#tops;
  }

  deckOf(seat: number): number {
    return this.rules.get('deck_of', seat);
  }

  drawn(deck: number): number {
    return this.state.get('drawn', deck);
  }

  get handCounts(): number[] {
    return Array.from({ length: this.agreed.players }, (_, seat) => this.hand(seat).length);
  }

  get deckCounts(): number[] {
    return this.decks.map((deck) => deck.length);
  }

  /** The cards laid, by deck. */
  get gone(): number[][] {
    return this.#byDeck((deck) => this.state.cards('gone', deck));
  }

  get isSilenced(): boolean {
    return this.machine.kernels.telling_is_silenced(this.rules.place, this.#tops);
  }

  /** The command on a pile that still means something. */
  commandOn(pile: number): CardCommand | null {
    const { kernels } = this.machine;
    const number = kernels.telling_shown_command(this.rules.place, this.state.place, pile);
    return number === 0 ? null : (data.commands[number - 1] ?? null);
  }

  /** What the open turn owes, and the piles it must still cover. */
  get duties(): { owed: Duty[]; toCover: number[] } {
    const [covered, three, minimum] = this.machine.kernels.telling_open_duties(
      this.rules.place,
      this.state.place,
    );
    const toCover = [0, 1, 2, 3].filter((pile) => (covered >> pile) & 1);
    const owed: Duty[] = [];
    if (toCover.length > 0) owed.push({ name: gameOf(this.agreed).cover, count: toCover.length });
    if (three >= 0) owed.push({ name: 'exactly_three', count: three });
    else if (minimum > 0) owed.push({ name: 'minimum', count: minimum });
    return { owed, toCover };
  }

  get outcome(): OutcomeView | null {
    const number = this.state.get('termination');
    if (number === 0) return null;
    const won = this.state.get('winners');
    return {
      termination: data.terminations[number - 1]!,
      score: this.state.get('score'),
      winners: Array.from({ length: this.agreed.players }, (_, seat) => seat).filter(
        (seat) => (won >> seat) & 1,
      ),
      seat: this.state.get('outcome_seat'),
      rating: data.ratings[this.machine.kernels.telling_rate(this.state.place)]!,
    };
  }

  /** A placement in a word and a number, from the top that the pile showed. */
  describe(seat: number, top: number, { card, pile }: Placed): Pick<Legal, 'move' | 'by'> {
    const { kernels } = this.machine;
    const [kind, by] = kernels.telling_describe_move(this.rules.place, seat, top, card, pile);
    return { move: data.moves[kind]!, by };
  }

  /** The number that would jump on a pile; 0 where none can. */
  possibleJump(pile: number): number {
    return this.machine.kernels.telling_possible_jump(this.rules.place, this.state.place, pile);
  }

  isAscending(pile: number): boolean {
    return this.rules.get('ascending', pile) !== 0;
  }

  // What one seat sees ----------------------------------------------------------------------------

  hand(seat: number): number[] {
    return this.state.cards('hands', seat);
  }

  /** What the mover may lay; under breach=lose also what would lose at once. */
  get legal(): Legal[] {
    const { kernels } = this.machine;
    const { tops, seat } = this;
    const sets = this.#legalSets();
    const found: Legal[] = sets.flatMap((cards, pile) =>
      cards.map((card) => {
        const dooms = kernels.telling_would_doom(this.rules.place, this.state.place, card, pile);
        const told = this.describe(seat, tops[pile]!, { card, pile });
        return { card, pile, ...told, ...(dooms && { dooms }) };
      }),
    );
    return [...found, ...this.#breaches(sets)];
  }

  /** The same, and nothing told about it. */
  get allowed(): Placed[] {
    return this.#legalSets().flatMap((cards, pile) => cards.map((card) => ({ card, pile })));
  }

  /** The cards that the mover may lay, by pile. */
  #legalSets(): number[][] {
    const { kernels, memory } = this.machine;
    kernels.legal_legal_sets(this.rules.place, this.state.place, this.#legal);
    const words = memory.words(this.#legal.at, 2 * PILES);
    return [0, 1, 2, 3].map((pile) =>
      cardsOf(BigInt.asUintN(64, words[2 * pile]!), BigInt.asUintN(64, words[2 * pile + 1]!)),
    );
  }

  #breaches(legal: readonly (readonly number[])[]): Legal[] {
    if (this.rules.get('breach_loses') === 0) return [];
    const { tops, seat } = this;
    return legal.flatMap((allowed, pile) =>
      this.hand(seat)
        .filter((card) => !allowed.includes(card))
        .flatMap((card) => {
          const code = this.machine.kernels.judging_judge_place(
            this.rules.place,
            this.state.place,
            card,
            pile,
          );
          if (this.rules.get('breaches', code) === 0) return [];
          const told = this.describe(seat, tops[pile]!, { card, pile });
          return [{ card, pile, ...told, breach: codeOf(code) }];
        }),
    );
  }

  /** Why the turn may not end, and whether ending it would be accepted all the same, and lose. */
  get ending(): { refusal: string | null; isBreach: boolean } {
    const code = this.machine.kernels.judging_judge_end(this.rules.place, this.state.place);
    const accepted = this.rules.get('breach_loses') !== 0 && this.rules.get('breaches', code) !== 0;
    return { refusal: codeOf(code), isBreach: code !== 0 && accepted };
  }

  judgeSignal(seat: number, command: CardCommand | null): string | null {
    const number = command === null ? 0 : data.commands.indexOf(command) + 1;
    const { kernels } = this.machine;
    return codeOf(kernels.telling_judge_signal(this.rules.place, this.state.place, seat, number));
  }

  // What only the referee knows ---------------------------------------------------------------------

  /** The cards still to draw, by deck. */
  get decks(): number[][] {
    const width = STATE.fields.decks.shape[1];
    return this.#byDeck((deck) => {
      const from = this.state.get('drawn', deck);
      const left = this.state.get('deck_end', deck) - from;
      return Array.from({ length: left }, (_, at) =>
        this.state.get('decks', deck * width + from + at),
      );
    });
  }

  #byDeck<T>(find: (deck: number) => T): T[] {
    return Array.from({ length: this.rules.get('decks') }, (_, deck) => find(deck));
  }
}
