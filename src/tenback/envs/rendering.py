"""The table as one seat sees it, as text or as pixels; made from the observation alone."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tenback.envs.batch import GameBatch
from tenback.envs.encoding import Encoding
from tenback.kernels.packing import outcome_of

__all__ = ["MODES", "Frame", "render_state", "tell_table", "verify_mode"]

MODES: Final = ("ansi", "rgb_array")
Frame = str | NDArray[np.uint8] | None


def verify_mode(mode: str | None) -> str | None:
    """Return the mode, or raise unless it is one."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode: {mode!r} is not one of {', '.join(MODES)}")
    return mode


def render_state(batch: GameBatch, index: int, seat: int, mode: str | None) -> Frame:
    """Show a game of a batch to a seat; None without a mode."""
    if verify_mode(mode) is None:
        return None
    encoding, state = batch.encoding, batch.state(index)
    told = encoding.read(encoding.observe_packed(state, seat))
    outcome = outcome_of(state)
    if outcome is not None:
        told["outcome"] = f"{outcome.termination}, {outcome.score} left"
    if mode == "ansi":
        return tell_table(encoding, told)
    from tenback.envs.pictures import draw_table  # noqa: PLC0415 - it needs Pillow

    return draw_table(encoding, told)


def tell_table(encoding: Encoding, told: dict[str, Any]) -> str:
    """Write what ``Encoding.read`` tells in a few lines."""
    arrows = ("↑" if pile.ascending else "↓" for pile in encoding.rules.game.piles)
    piles = [
        f"{name} {arrow} {card_name(encoding, top)}"
        for (name, top), arrow in zip(told["tops"].items(), arrows, strict=True)
    ]
    decks = " / ".join(map(str, told["decks"]))
    hands = " ".join(map(str, told["hand_counts"]))
    mover = "your turn" if told["to_move"] == 0 else f"turn of the seat {told['to_move']} on"
    lines = [
        "   ".join(piles),
        f"deck {decks}   hands {hands}   {mover}: {told['laid']} of {told['minimum']} laid",
        f"hand {' '.join(card_name(encoding, card) for card in told['hand'])}",
    ]
    if "outcome" in told:
        lines.append(f"over: {told['outcome']}")
    return "\n".join(lines) + "\n"


def card_name(encoding: Encoding, card: int) -> str:
    """Write a card with the command it carries."""
    command = encoding.rules.layout.by_card[card]
    return str(card) if command is None else f"{card}:{command}"
