"""Golden play-throughs: a whole game with every seat's view at every turn, as text."""

from collections.abc import Iterator

from tenback.bots import choose_turn, create_bot, play_turn
from tenback.records import (
    Position,
    build_ruleset,
    deal_from_seed,
    format_placement,
    format_position,
)
from tenback.records.notation import format_result, format_seat
from tenback.rules import GAMES, State, View, view

__all__ = ["GOLDEN_GAMES", "play_through"]

#: One game per game and player count, as (game, players).
GOLDEN_GAMES = tuple((game.id, players) for game in GAMES.values() for players in game.player_range)


def play_through(game: str, players: int, seed: int = 1) -> str:
    """Play a greedy game and return everything that every seat could see, as text."""
    rules = build_ruleset(game, players)
    decks = deal_from_seed(rules, seed)
    state = State.deal(rules, decks).start(0)
    lines = [f"{game} for {players}, seed {seed}, all seats greedy"]
    bot = create_bot("greedy")
    while state.outcome is None:
        lines += ["", f"turn {state.turns + 1}", *_views(state)]
        placements = choose_turn(state, bot)
        moves = [format_placement(rules.game, placed, state.seat) for placed in placements]
        lines.append(f"{format_seat(state.seat)} plays {' '.join(moves)}")
        state = play_turn(state, placements)
    lines += ["", "over", *_views(state), f"result {format_result(state.outcome)}"]
    return "\n".join(lines) + "\n"


def _views(state: State) -> Iterator[str]:
    for seat in (*range(state.rules.players), None):
        seen = view(state, seat)
        name = "spectator" if seat is None else format_seat(seat)
        yield f"  {name}: {format_position(Position.of_view(seen))}{_extras(seen)}"


def _extras(seen: View) -> str:
    told = ""
    if seen.turn is not None:
        legal = [format_placement(seen.rules.game, p, seen.seat) for p in seen.legal_placements]
        told += f" legal={','.join(legal)} end={seen.end_refusal or 'yes'}"
    if seen.visible_commands:
        told += " visible=" + ",".join(command for _, command in seen.visible_commands)
    if seen.reveal is not None:
        told += f" reveal={seen.reveal.hands}"
    return told
