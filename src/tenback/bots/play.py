"""Letting bots play: one turn, or a whole game between them."""

from collections.abc import Sequence
from dataclasses import replace

from tenback.bots.protocol import Bot, BotError, TalkingBot
from tenback.rules import Phase, Placement, Refusal, State, view
from tenback.rules.talk import give_signal, withdraw

__all__ = [
    "choose_turn",
    "illegal_turn",
    "let_talk",
    "play_out",
    "play_turn",
    "take_turn",
    "verify_seats",
]


def choose_turn(state: State, bot: Bot) -> tuple[Placement, ...]:
    """Ask the bot of the seat to move; it is given its view, never the state."""
    chosen: object = bot.choose(view(state, state.seat, memory=True))
    try:
        if isinstance(chosen, str):
            raise TypeError
        return tuple(Placement(*placed) for placed in chosen)  # type: ignore[attr-defined]
    except TypeError:
        raise BotError(
            f"{type(bot).__name__}.choose(view) returned {chosen!r}; it must return the placements "
            "of a turn, such as [Placement(card=35, pile=0)]"
        ) from None


def verify_seats(state: State, bots: Sequence[Bot]) -> None:
    """Refuse bots that cannot play a game to its end; a ``BotError`` says what is missing."""
    players = state.rules.players
    if len(bots) != players:
        raise BotError(
            f"{players} player(s) need {players} bot(s), one for each seat, not {len(bots)}"
        )
    for seat, bot in enumerate(bots):
        if isinstance(bot, type):
            raise BotError(f"the bot at P{seat + 1} is a class: {bot.__name__}() makes one")
        if not isinstance(bot, Bot):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BotError(f"the bot at P{seat + 1}, {bot!r}, has no method choose(view)")
    if state.phase is Phase.STARTING:
        raise BotError("the game has not started; state.start(seat) says who begins")


def play_turn(state: State, placements: Sequence[Placement]) -> State:
    """Play a whole turn; what the rules refuse is a BotError."""
    turns = state.turns
    try:
        for placement in placements:
            if state.turns != turns or state.outcome is not None:
                raise BotError(f"{placement.card} was chosen after the turn had ended")
            state = state.place(placement)
        if state.turns == turns and state.outcome is None:
            state = state.end()
    except Refusal as refusal:
        raise illegal_turn(state, refusal) from None
    return state


def illegal_turn(state: State, refusal: Refusal) -> BotError:
    """Say that the rules refuse what the bot to move chose."""
    return BotError(f"the bot at P{state.seat + 1} chose an illegal turn: {refusal}")


def let_talk(state: State, bots: Sequence[Bot]) -> State:
    """Let the seats say what they would say now, where bots were asked to talk (``talk=1``)."""
    for seat, bot in enumerate(bots):
        if isinstance(bot, TalkingBot) and getattr(bot, "talk", False):
            state = withdraw(state, seat)
            for signal in bot.signals(view(state, seat)):
                state = give_signal(state, signal)
    return state


def take_turn(state: State, bots: Sequence[Bot]) -> State:
    """Play the next turn of a game of bots; ``talk=0`` neither gives signals nor reads them."""
    state = let_talk(state, bots)
    bot = bots[state.seat]
    listens = getattr(bot, "talk", True)
    return play_turn(state, choose_turn(state if listens else replace(state, signals=()), bot))


def play_out(state: State, bots: Sequence[Bot]) -> State:
    """Play from a started state to the end, ``bots[seat]`` for each seat.

    ``tenback.Game.play_out`` does the same and keeps the record.
    """
    verify_seats(state, bots)
    while state.outcome is None:
        state = take_turn(state, bots)
    return state
