"""No ruleset is played here that makes a search for ways to finish a turn take long."""

from dataclasses import replace

import pytest

from tenback.records import build_ruleset
from tenback.rules import CardCommand, Layout, Ruleset, RulesetError
from tenback.server.bounds import verify_bounded


def test_every_usual_ruleset_is_played() -> None:
    for game, players in (("original", 5), ("extreme", 1), ("duel", 2)):
        verify_bounded(build_ruleset(game, players))
    few = Layout.partial({7: CardCommand.SKULL, 8: CardCommand.SKULL})
    verify_bounded(build_ruleset("extreme", 2, layout=few))
    verify_bounded(build_ruleset("original", 2, {"expert_hand": True}))


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (
            build_ruleset(
                "extreme", layout=Layout.partial(dict.fromkeys(range(2, 7), CardCommand.SKULL))
            ),
            "layout: 5 numbers carry SKULL, at most 4 may",
        ),
        (
            replace(build_ruleset("extreme"), hand_size=30),
            "hand_size: 30 cards in a hand, at most 8 may be",
        ),
    ],
    ids=["skulls", "hand"],
)
def test_what_no_deck_or_hand_has_is_refused(rules: Ruleset, told: str) -> None:
    with pytest.raises(RulesetError, match=told):
        verify_bounded(rules)
