"""Measure which cards seats keep (``tenback.bots.search.hidden_hands``).

    python benchmarks/fit_keeping.py --games 3000

`expert` plays against itself on the deals with the seeds (70 << 32) and up. At the end of each turn
the cards kept are sorted into classes by how far ahead of a pile they lie, and so are those of the
deck. It prints how often a class is kept for each time that it lies in the deck.
"""

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tenback.bots.players.compiled import packed_rules
from tenback.bots.search.best_turn import NO_TURN, Desk, best_valued_turn, new_desk
from tenback.bots.search.hidden_hands import DISTANCES, distance_class
from tenback.bots.search.turns import limits_for, play_turns
from tenback.bots.value.weights import tables_for
from tenback.kernels import PackedRules, codes, deal, new_states
from tenback.kernels.bits import count_cards, has_card
from tenback.kernels.compiling import jit
from tenback.kernels.enumeration import play_turn
from tenback.kernels.packed import Numbers
from tenback.kernels.steps import deck_count, deck_of
from tenback.kernels.turn_buffer import TurnLimits
from tenback.records import build_ruleset

FIRST_SEED = 70 << 32
GAMES = (
    *(("original", players) for players in (2, 3, 4, 5)),
    ("duel", 2),
    *(("extreme", players) for players in (2, 3, 4, 5)),
)

Shares = NDArray[np.float64]


@jit
def count_kept(
    rules: PackedRules,
    limits: TurnLimits,
    desk: Desk,
    states: NDArray[Any],
    silence: Numbers,
    games: int,
    kept: Shares,
    decks: Shares,
) -> None:
    state = states[0]
    generator = np.zeros(1, np.uint64)
    for game in range(games):
        deal(rules, state, FIRST_SEED + game)
        while state.phase == codes.PLAYING:
            turn = best_valued_turn(rules, state, limits, silence, desk)
            if turn == NO_TURN:
                play_turns(rules, state, codes.GREEDY, 1, generator)
                continue
            entry, seat = desk.buffer.entries[turn], state.seat
            deck = deck_of(rules, seat)
            low = state.hands[seat, 0] & ~entry.used[0]
            high = state.hands[seat, 1] & ~entry.used[1]
            held, left = count_cards(low, high), deck_count(state, deck)
            if held > 0 and left > 0:
                for card in range(2, rules.deck_size + 2):
                    if has_card(low, high, card):
                        kept[distance_class(rules, seat, entry.tops, card)] += 1 / held
                for index in range(state.drawn[deck], state.deck_end[deck]):
                    card = int(state.decks[deck, index])
                    decks[distance_class(rules, seat, entry.tops, card)] += 1 / left
            play_turn(rules, state, entry)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000)
    chosen = parser.parse_args()
    for game, players in GAMES:
        rules = build_ruleset(game, players)
        packed = packed_rules(rules)
        kept, decks = np.zeros(DISTANCES), np.zeros(DISTANCES)
        count_kept(
            packed,
            limits_for(packed),
            new_desk(tables_for(rules)),
            new_states(1),
            np.zeros(4, np.int64),
            chosen.games,
            kept,
            decks,
        )
        odds = " ".join(f"{one:.2f}" for one in kept / np.maximum(decks, 1e-9))
        print(f"{game}, {players} players: {odds}", flush=True)


if __name__ == "__main__":
    main()
