"""``tenback advise``: the best turns of a position, with the chance of winning."""

import json as json_format
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tenback.cli.common import (
    Language,
    WholeNumber,
    is_on_disk,
    load_record,
    texts_for,
    verified,
)
from tenback.cli.errors import CliError
from tenback.records import (
    GameRecord,
    Position,
    RecordedTurn,
    RecordSyntaxError,
    final_state,
    parse_position,
    verify_possible,
)
from tenback.records.notation import format_placement, format_seat
from tenback.rules import RulesetError, State, View, view
from tenback.terminal.hints import close_line, why_line

__all__ = ["advise"]


def advise(  # noqa: PLR0913 - each is an option of the command line
    position: str,
    *,
    after: WholeNumber | None = None,
    ms: WholeNumber = 2000,
    turns: WholeNumber = 5,
    json: bool = False,
    lang: Language | None = None,
) -> int:
    """Show the best turns of a position, each with its chance of winning and a 95 % interval.

    Parameters
    ----------
    position
        A position as text, such as "original players=2 piles=45,1,65,100 to=P1
        hands=3,35,36,46,70,71,72|?7 deck=?52 gone=…", or the file of a record.
    after
        With a record: the position after this many of its turns; by default its end.
    ms
        Milliseconds to think.
    turns
        How many turns to show at most.
    json
        Print for programs.
    lang
        Language of the texts; by default from the locale.
    """
    texts = texts_for(lang)
    if ms < 1:
        raise CliError(f"ms: {ms} is not at least 1")
    if turns < 1:
        raise CliError(f"turns: {turns} is not at least 1")
    seen = _read(position, after)
    from tenback.analysis.advice import AdviceError  # noqa: PLC0415 - loads the compiler
    from tenback.analysis.advice import advise as best_turns  # noqa: PLC0415

    try:
        found = best_turns(seen, most=turns, ms=ms)
    except AdviceError as error:
        raise CliError(str(error)) from None
    game, seat = seen.rules.game, seen.to_move
    told = [" ".join(format_placement(game, p, seat) for p in one.placements) for one in found]
    if json:
        print(
            json_format.dumps(
                [
                    {
                        "turn": words or "end",
                        "chance": round(one.chance, 4),
                        "low": round(one.low, 4),
                        "high": round(one.high, 4),
                        "samples": one.samples,
                        "close": one.is_close_to(found[0]),
                        "why": [
                            texts(f"advise.why.{why.kind}", **why.details) for why in one.reasons
                        ],
                    }
                    for words, one in zip(told, found, strict=True)
                ]
            )
        )
        return 0
    if not found:
        print(texts("advise.none", name=format_seat(seat)))
        return 0
    table = Table(box=None, pad_edge=False)
    for key in ("turn", "chance", "bounds", "games"):
        table.add_column(texts(f"advise.{key}"), justify="left" if key == "turn" else "right")
    for words, one in zip(told, found, strict=True):
        bounds = f"{one.low:.0%} - {one.high:.0%}"
        table.add_row(words or texts("advise.end"), f"{one.chance:.0%}", bounds, str(one.samples))
    Console(highlight=False, markup=False, emoji=False).print(table)
    for line in (*close_line(texts, seen, found), *why_line(texts, seen, found)):
        print(line)
    return 0


def _read(text: str, after: int | None) -> View:
    path = Path(text)
    if " " not in text or is_on_disk(text):
        state = _read_record(path, after)
    else:
        if after is not None:
            raise CliError("after: only a record has turns to count")
        state = _read_position(text)
    if state.outcome is not None:
        raise CliError(f"the game is over: {state.outcome.termination}")
    return view(state, state.seat, memory=True)


def _read_record(path: Path, after: int | None) -> State:
    record = load_record(path)
    if after is not None:
        record = _shortened(record, after)
    return verified(record, path, final_state)


def _shortened(record: GameRecord, after: int) -> GameRecord:
    if not 0 <= after <= len(record.turns):
        raise CliError(f"after: the record has {len(record.turns)} turns, not {after}")
    count = kept = 0
    while kept < len(record.entries) and count < after:
        count += isinstance(record.entries[kept], RecordedTurn)
        kept += 1
    return GameRecord(
        record.rules, record.decks, record.starter, record.names, record.entries[:kept]
    )


def _read_position(text: str) -> State:
    try:
        position = parse_position(text)
        verify_possible(position)
        _verify_known(position)
        return position.completed().to_state()
    except (RecordSyntaxError, RulesetError, ValueError) as error:
        raise CliError(str(error)) from None


def _verify_known(position: Position) -> None:
    """Refuse a position that does not name the cards laid: without them nothing can be sampled."""
    for deck in range(len(position.decks)):
        hidden, unseen = _hidden_count(position, deck), len(position.unseen(deck))
        if hidden and hidden != unseen:  # with nothing hidden, all that is not seen is laid
            of_deck = f" of deck {deck + 1}" if len(position.decks) > 1 else ""
            raise CliError(
                f"{unseen} cards{of_deck} are in no known place, but hands and deck hide {hidden}: "
                "name the cards already laid with gone=…"
            )
    if isinstance(position.hands[position.to_move], int):
        raise CliError("the hand of the player to move must be known")


def _hidden_count(position: Position, deck: int) -> int:
    """Count the cards of a deck that are hidden in hands and in the deck."""
    deck_of = position.rules.game.deck_of
    hands = [hand for seat, hand in enumerate(position.hands) if deck_of(seat) == deck]
    return sum(cards for cards in (*hands, position.decks[deck]) if isinstance(cards, int))
