"""How long a review takes: seconds of one core for games of `expert`, by game and players.

    python benchmarks/review_speed.py --games 5

A first review, which compiles, is not counted. Prints a row of Markdown for each.
"""

import argparse
import statistics
import time

from tenback.analysis.reviewing import review
from tenback.analysis.reviewing.version import DEFAULT_SAMPLES
from tenback.bots import choose_turn, create_bot, play_turn
from tenback.records import GameRecord, RecordedTurn, build_ruleset, deal_from_seed
from tenback.rules import GAMES, State


def played(game: str, players: int, seed: int) -> GameRecord:
    """Let `expert` play a game."""
    rules = build_ruleset(game, players)
    decks = deal_from_seed(rules, seed)
    state, bot = State.deal(rules, decks).start(0), create_bot("expert")
    turns: list[RecordedTurn] = []
    while state.outcome is None:
        placements = choose_turn(state, bot)
        turns.append(RecordedTurn(state.seat, placements))
        state = play_turn(state, placements)
    names = tuple(f"P{seat + 1}" for seat in range(players))
    return GameRecord(rules, decks, 0, names, tuple(turns), state.outcome)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--seed", type=int, default=701)
    parser.add_argument("--samples", type=int, default=DEFAULT_SAMPLES)
    parser.add_argument("--only", nargs="*", default=[], help="such as original-3")
    arguments = parser.parse_args()
    print("| game | players | games | turns | median s | longest s |\n|---|---|---|---|---|---|")
    for game in GAMES.values():
        for players in game.player_range:
            if arguments.only and f"{game.id}-{players}" not in arguments.only:
                continue
            review(played(game.id, players, 0), samples=8)
            seconds: list[float] = []
            turns = 0
            for number in range(arguments.games):
                record = played(game.id, players, (arguments.seed << 32) + number)
                turns += len(record.turns)
                began = time.process_time()
                review(record, samples=arguments.samples)
                seconds.append(time.process_time() - began)
            mean = turns / arguments.games
            told = f"{statistics.median(seconds):.1f} | {max(seconds):.1f}"
            print(
                f"| {game.id} | {players} | {arguments.games} | {mean:.0f} | {told} |", flush=True
            )


if __name__ == "__main__":
    main()
