"""Rule vectors: one case on each line, checked against the rules.

A case is a position at the start of a turn, what the player tries, and what must happen.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from tenback.records.notation import NotationError, parse_placement
from tenback.records.position import Cards, Position
from tenback.records.rulesets import parse_option
from tenback.rules import (
    CardCommand,
    Layout,
    Outcome,
    PileNameError,
    Refusal,
    Ruleset,
    RulesetError,
    State,
    find_game,
)

__all__ = ["Case", "VectorFormatError", "check_case", "load_cases"]


class VectorFormatError(ValueError):
    """A file is not in the format of rule vectors; the message names the file and the line."""


class Expected(msgspec.Struct, forbid_unknown_fields=True):
    """What must happen; a field that is absent is not checked."""

    replies: list[str] | None = None
    result: str | None = None
    cause: str | None = None
    draw: int | None = None
    hand_after: int | None = None
    next_minimum: int | None = None
    score: int | None = None
    blocked: bool | None = None
    doomed: bool | None = None


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """One line of a file of rule vectors."""

    id: str
    game: str
    hand: list[int]
    expect: Expected
    rules: list[str] = []
    note: str = ""
    options: dict[str, Any] = {}
    commands: dict[str, str] = {}
    piles: dict[str, int] = {}
    deck: int | None = None
    others: int = 0
    hand_size: int | None = None
    do: list[str] = []
    probe: bool = False


def load_cases(path: Path) -> list[Case]:
    """Read a file of cases; blank lines are skipped, and a fault is a VectorFormatError."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise VectorFormatError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise VectorFormatError(f"{path}: is not text in UTF-8") from None
    cases: list[Case] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            case = msgspec.json.decode(line, type=Case)
            position_of(case)
            _verify_expected(case)
        except (msgspec.DecodeError, ValueError) as error:
            raise VectorFormatError(f"{path}, line {number}: {error}") from None
        cases.append(case)
    if not cases:
        raise VectorFormatError(f"{path}: there is no case in it")
    return cases


def _verify_expected(case: Case) -> None:
    expect = case.expect
    if expect.replies is not None and len(expect.replies) != len(case.do):
        raise ValueError(f"{len(expect.replies)} replies for {len(case.do)} actions")
    if expect.result not in (None, "next", "win", "loss"):
        raise ValueError(f"result {expect.result!r} is not one of next, win, loss")
    game = find_game(case.game)
    for action in case.do:
        if action != "end":
            parse_placement(game, action, 0)


def position_of(case: Case) -> Position:
    """Return the position of a case; the player to move is seat 0."""
    game = find_game(case.game)
    duel = not game.is_team_game
    commands: dict[int, CardCommand] = {}
    for number, name in case.commands.items():
        if not number.isdecimal() or name not in CardCommand.__members__:
            raise RulesetError("commands", f"{number!r}: {name!r} is not NUMBER: COMMAND")
        commands[int(number)] = CardCommand(name)
    parsed = {name: parse_option(name, value) for name, value in case.options.items()}
    # An option that the game does not read changes nothing there.
    options: dict[str, Any] = {n: value for n, value in parsed.items() if n in game.options}
    if "layout" in game.options:
        options["layout"] = Layout.partial(commands)
    players = 2 if duel or case.others else 1
    hand_size = case.hand_size or (6 if duel else len(case.hand))
    rules = Ruleset(game, players, hand_size=hand_size, **options)
    tops = [pile.base for pile in game.piles]
    for name, top in case.piles.items():
        tops[game.pile_index(name, 0)] = top
    for top, pile in zip(tops, game.piles, strict=True):
        if top != pile.base and not game.lowest <= top <= game.highest:
            raise RulesetError("piles", f"{top} is not a card from {game.lowest} to {game.highest}")
    for card in case.hand:
        if not game.lowest <= card <= game.highest or case.hand.count(card) > 1:
            raise RulesetError("hand", f"{card} is no card, or is named twice")
    deck = (20 if duel else 40) if case.deck is None else case.deck
    most = game.highest
    if not 0 <= deck <= most or not 0 <= case.others <= most:
        raise RulesetError("deck", f"a deck and the others' hands hold 0 to {most} cards")
    hand = tuple(sorted(case.hand))
    # A case does not describe the opponent: a full hand and a deck, which never end the game.
    hands: tuple[Cards, ...] = (hand, case.others or 6) if players == 2 else (hand,)
    decks: tuple[Cards, ...] = (deck, 20) if duel else (deck,)
    return Position(rules, tuple(tops), hands, decks)


@dataclass(slots=True)
class PlayedCase:
    """What the rules did with a case."""

    replies: list[str]
    start: State
    state: State

    @property
    def turn_is_over(self) -> bool:
        """Whether the player's turn ended as the rules allow."""
        return self.state.turns > self.start.turns

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended within this turn, if it did; later turns do not count."""
        return None if self.turn_is_over else self.state.outcome


def play_case(case: Case) -> PlayedCase:
    """Carry out the actions of a case and note each reply."""
    start = position_of(case).completed().to_state()
    state = start
    replies: list[str] = []
    for action in () if case.probe else case.do:
        if state.turns > start.turns:
            replies.append("no:TURN_OVER")
            continue
        try:
            if action == "end":
                state = state.end()
            else:
                state = state.place(parse_placement(state.rules.game, action, state.seat))
        except Refusal as refusal:
            replies.append(f"no:{refusal.code}")
        else:
            replies.append("ok")
    return PlayedCase(replies, start, state)


def check_case(case: Case) -> list[str]:
    """Check one case; return a line for each difference, so an empty list means that it passed."""
    try:
        played = play_case(case)
    except (NotationError, PileNameError) as error:
        return [str(error)]
    return list(_differences(case, played))


def _differences(case: Case, played: PlayedCase) -> Iterator[str]:
    expect, state, outcome = case.expect, played.state, played.outcome
    wanted = expect.replies if expect.replies is not None else ["ok"] * len(case.do)
    # A probe plays nothing, so it has no replies to compare.
    for action, want, got in zip(case.do, wanted, played.replies, strict=not case.probe):
        if want != got:
            yield f"{action}: expected {want}, got {got}"
    found: dict[str, object] = {
        "result": "next" if played.turn_is_over else _result(outcome),
        "cause": str(outcome.termination) if outcome is not None else None,
        "score": _score(outcome),
        "blocked": played.start.outcome is not None,
        "doomed": played.start.outcome is not None or played.start.is_doomed,
    }
    if played.turn_is_over and state.previous is not None:
        found["draw"] = state.previous.drawn
        found["hand_after"] = len(state.hands[0])
        found["next_minimum"] = state.minimum
    for name in ("result", "cause", "draw", "hand_after", "next_minimum", "score"):
        want: object = getattr(expect, name)
        if want is not None and want != found.get(name):
            yield f"{name}: expected {want}, got {found.get(name)}"
    for name in ("blocked", "doomed"):
        want = getattr(expect, name)
        if want is not None and want != found[name]:
            yield f"{name}: expected {want}, got {found[name]}"


def _result(outcome: Outcome | None) -> str | None:
    if outcome is None:
        return None
    return "win" if 0 in outcome.winners else "loss"


def _score(outcome: Outcome | None) -> int | None:
    """Return the cards the player has left: none after a win, also in a duel."""
    if outcome is None:
        return None
    return 0 if 0 in outcome.winners else outcome.score
