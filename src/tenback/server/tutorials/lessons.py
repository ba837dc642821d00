"""The lessons: prepared decks and steps. The words are ``tutorial.GAME.N`` in the catalogue."""

from collections.abc import Sequence
from dataclasses import dataclass

from tenback.records import GameRecord, build_ruleset
from tenback.rules import Ruleset, SignalKind
from tenback.server.wire.http import LessonStep
from tenback.table import Command
from tenback.table.unions import EndTurn, GiveSignal, Place

__all__ = ["LESSONS", "Lesson"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A prepared game in which the learner has the first seat."""

    game: str
    players: int
    #: The first cards of each deck in the order they are dealt and drawn; the others follow.
    decks: tuple[tuple[int, ...], ...]
    starter: int
    #: The action of each step; None is to read on, "wait" is to watch a bot.
    steps: tuple[Command | str | None, ...]
    #: Milliseconds between the cards of the bot; long if the learner acts meanwhile.
    pace: int = 1200

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the lesson."""
        return build_ruleset(self.game, self.players, starter=self.starter)

    def record(self, name: str, bot_name: str) -> GameRecord:
        """Return the game that the table begins with."""
        rules = self.rules
        decks = tuple(
            _filled(first, cards)
            for first, cards in zip(self.decks, rules.game.decks(rules), strict=True)
        )
        names = (name, *((bot_name,) if self.players > 1 else ()))
        bots = ((1, "greedy"),) if self.players > 1 else ()
        return GameRecord(rules, decks, self.starter, names, bots=bots)

    @property
    def script(self) -> tuple[LessonStep, ...]:
        """The steps as they are shown."""
        return tuple(
            LessonStep(
                f"tutorial.{self.game}.{number}",
                None if isinstance(step, str) else step,
                wait=step == "wait",
            )
            for number, step in enumerate(self.steps, 1)
        )


def _filled(first: Sequence[int], cards: Sequence[int]) -> tuple[int, ...]:
    """Put the prepared cards first, then the others: high and low in turn."""
    rest = [card for card in cards if card not in first]
    mixed = [rest.pop(0 if count % 2 else -1) for count in range(len(rest))]
    return (*first, *mixed)


_ORIGINAL = Lesson(
    "original",
    2,
    # The learner's hand, the bot's hand, then what is drawn.
    ((5, 12, 22, 57, 88, 93, 97, 15, 17, 40, 60, 85, 91, 95, 24, 34, 70, 90, 30, 45, 47, 92),),
    0,
    (
        None,
        Place(5, 0),
        Place(97, 2),
        Place(22, 0),
        Place(12, 0),
        EndTurn(),
        GiveSignal(SignalKind.SMALL_STEPS, 2),
        "wait",
        Place(24, 0),
        Place(93, 2),
        EndTurn(),
        None,
    ),
    pace=5000,
)

_EXTREME = Lesson(
    "extreme",
    1,
    ((7, 9, 11, 15, 16, 18, 20, 97, 28, 29, 39, 95, 26, 19, 92),),
    0,
    (
        None,
        Place(7, 0),
        Place(9, 0),
        EndTurn(),
        Place(11, 0),
        Place(15, 0),
        Place(16, 0),
        Place(18, 0),
        Place(20, 0),
        EndTurn(),
        Place(28, 0),
        None,
    ),
)

_DUEL = Lesson(
    "duel",
    2,
    ((2, 4, 30, 31, 56, 58, 20, 21, 40, 41), (9, 12, 33, 35, 50, 52, 8, 57, 10, 11)),
    1,
    (
        None,
        "wait",
        Place(2, 0),
        Place(58, 1),
        Place(4, 2),
        EndTurn(),
        "wait",
        None,
    ),
)

LESSONS = {lesson.game: lesson for lesson in (_ORIGINAL, _EXTREME, _DUEL)}
