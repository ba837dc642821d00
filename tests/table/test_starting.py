"""Ready, deal, and who starts after the hands are seen."""

import pytest
from tests.table.support import HANDS, SALT, Desk, away, gathered, kinds, make_rules, stacked

from tenback.records import format_record
from tenback.records.proof import commit_deal, draw_lot
from tenback.rules import Code
from tenback.table import Deal, Settings, Stage, TableCode, World
from tenback.table.budget import PER_TURN
from tenback.table.unions import (
    ChooseStarter,
    GameDealt,
    GameStarted,
    GoAway,
    Leave,
    OfferStart,
    Place,
    ReadinessChanged,
    Ready,
    Return,
    StarterVoted,
    StartGame,
    StartOffered,
)


def dealt(
    players: int = 3, starter: str = "vote", bots: tuple[int, ...] = (), salt: str = SALT
) -> Desk:
    settings = Settings(starter=starter)  # type: ignore[arg-type] # one of the words
    desk = gathered(make_rules(players=players), settings, stacked(salt=salt), bots)
    for seat in desk.table.people:
        desk.do(seat, Ready())
    desk.do(0, StartGame())
    return desk


def voted(seat: int) -> GameStarted:
    """Return the event that a vote has found this starter."""
    return GameStarted(seat, 2, found_by="vote")


def headers(desk: Desk) -> list[str]:
    """Return what the record of the game says about the starter."""
    lines = format_record(desk.play.record).splitlines()
    return [line for line in lines if line.startswith(("starter", "drawn_by"))]


def test_readiness_is_noted_once_and_taken_back() -> None:
    desk = gathered()
    assert desk.do(1, Ready()) == [ReadinessChanged(1, True)]
    assert desk.do(1, Ready()) == []
    assert desk.do(1, Ready(False)) == [ReadinessChanged(1, False)]


def test_readiness_is_for_those_seated_between_games() -> None:
    desk = gathered(make_rules(players=2))
    desk.do(1, Leave())
    assert desk.code(1, Ready()) == TableCode.SEAT_FREE
    assert dealt().code(1, Ready()) == TableCode.GAME_ON


def test_the_host_deals_when_all_others_are_ready() -> None:
    desk = gathered()
    refusal = desk.refuse(0, StartGame())
    assert (refusal.code, refusal.details) == (TableCode.NOT_READY, {"name": "Bea"})
    assert desk.code(1, StartGame()) == TableCode.NOT_HOST
    desk.do(1, Ready())
    assert kinds(desk.do(0, StartGame())) == ["GameDealt"]


def test_nothing_is_dealt_while_a_seat_is_free() -> None:
    desk = gathered()
    desk.do(1, Leave())
    assert desk.code(0, StartGame()) == TableCode.SEATS_OPEN


def test_a_game_is_dealt_once() -> None:
    assert dealt().code(0, StartGame()) == TableCode.GAME_ON


def test_the_deal_is_committed_to_and_kept() -> None:
    desk = dealt(players=2)
    event = desk.events[-1]
    assert isinstance(event, GameDealt)
    assert (event.number, event.salt, event.date) == (1, SALT, "2026-11-15")
    assert desk.play.commitment == commit_deal(desk.table.rules, event.decks, SALT)
    assert desk.play.names == ("Ann", "Bea")


def test_a_local_game_with_a_seed_publishes_no_hash() -> None:
    world = stacked(*HANDS)
    seeded = World(lambda rules: Deal(world.deal(rules).decks, seed=7), knows_bot=world.knows_bot)
    desk = gathered(world=seeded, settings=Settings(starter="lot"), bots=(1,))
    desk.do(0, StartGame())
    assert desk.play.commitment == ""
    assert desk.play.record.seed == 7
    assert desk.play.starter in (0, 1)


# Who starts


def test_the_last_vote_decides() -> None:
    desk = dealt()
    assert desk.table.stage is Stage.DEALT
    assert desk.do(0, ChooseStarter(2)) == [StarterVoted(0, 2)]
    assert desk.do(1, ChooseStarter(1)) == [StarterVoted(1, 1)]
    assert desk.do(2, ChooseStarter(2)) == [StarterVoted(2, 2), voted(2)]
    assert (desk.play.state.seat, desk.play.starter, desk.play.votes) == (2, 2, ())


def test_the_vote_of_somebody_who_has_gone_does_not_count() -> None:
    desk = dealt(4)
    desk.do(2, ChooseStarter(2))
    desk.do(2, GoAway())
    desk.do(0, ChooseStarter(0))
    desk.do(1, ChooseStarter(0))
    desk.do(3, ChooseStarter(2))
    assert desk.play.starter == 0


def test_a_newer_vote_replaces_an_older() -> None:
    desk = dealt()
    desk.do(0, ChooseStarter(2))
    desk.do(0, ChooseStarter(1))
    assert desk.play.votes == ((0, 1),)
    desk.do(1, ChooseStarter(1))
    assert desk.do(2, ChooseStarter(2))[-1] == voted(1)


def test_a_tie_is_drawn_by_lot_among_those_tied() -> None:
    drawn: set[int] = set()
    for salt in (f"{number:064x}" for number in range(8)):
        desk = dealt(players=5, salt=salt)
        for seat, choice in enumerate((3, 1, 3, 1)):
            desk.do(seat, ChooseStarter(choice))
        assert desk.do(4, ChooseStarter(0))[-1] == GameStarted(draw_lot(salt, [1, 3]), 2)
        drawn.add(desk.play.state.seat)
    assert drawn == {1, 3}


def test_bots_and_those_away_have_no_vote() -> None:
    desk = dealt(players=3, bots=(2,))
    away(desk, 1)
    assert desk.do(0, ChooseStarter(2)) == [StarterVoted(0, 2), voted(2)]


@pytest.mark.parametrize("command", [GoAway(), Leave()])
def test_a_vote_is_settled_when_the_last_missing_voter_goes(command: GoAway | Leave) -> None:
    desk = dealt()
    desk.do(0, ChooseStarter(1))
    desk.do(1, ChooseStarter(1))
    assert kinds(desk.do(2, command)) == ["WentAway", "GameStarted"]
    assert desk.play.state.seat == 1


def test_nobody_starts_while_all_are_away() -> None:
    desk = away(dealt(players=2), 0, 1)
    assert desk.table.stage is Stage.DEALT
    desk.do(1, Return())
    assert desk.do(1, ChooseStarter(0))[-1] == voted(0)


def test_the_host_decides_where_the_host_decides() -> None:
    desk = dealt(starter="host")
    assert desk.code(1, ChooseStarter(1)) == TableCode.NOT_HOST
    assert desk.do(0, ChooseStarter(2)) == [GameStarted(2, 2, found_by="host")]


def test_a_lot_starts_at_once() -> None:
    desk = dealt(starter="lot")
    assert desk.events[-1] == GameStarted(draw_lot(SALT, [0, 1, 2]), 2)


def test_a_starter_fixed_by_the_ruleset_starts_at_once() -> None:
    desk = gathered(make_rules(players=2, starter=1))
    desk.do(1, Ready())
    assert desk.do(0, StartGame())[-1] == GameStarted(1, 2, found_by="fixed")


@pytest.mark.parametrize(("starter", "drawn"), [("vote", False), ("host", False), ("lot", True)])
def test_only_a_starter_who_was_drawn_is_recorded_as_drawn(starter: str, drawn: bool) -> None:
    desk = dealt(starter=starter)
    while desk.table.stage is Stage.DEALT:
        desk.do(len(desk.play.votes), ChooseStarter(1))
    name = f"starter: P{1 + (desk.play.starter or 0)}"
    assert headers(desk) == ([name, "drawn_by: lot"] if drawn else ["starter: P2"])
    assert desk.table.rules.starter == "lot"  # the next game is not started by the same seat


def test_a_tie_is_recorded_as_drawn() -> None:
    desk = dealt(players=2)
    desk.do(0, ChooseStarter(0))
    desk.do(1, ChooseStarter(1))
    assert headers(desk)[1:] == ["drawn_by: lot"]


@pytest.mark.parametrize("starter", ["vote", "host", "lot"])
def test_a_duel_is_always_started_by_lot(starter: str) -> None:
    settings = Settings(starter=starter)  # type: ignore[arg-type] # one of the words
    desk = gathered(make_rules("duel"), settings, stacked())
    desk.do(1, Ready())
    assert desk.do(0, StartGame())[-1] == GameStarted(draw_lot(SALT, [0, 1]), 2)


@pytest.mark.parametrize("starter", ["vote", "host", "lot"])
def test_a_single_player_starts_at_once(starter: str) -> None:
    settings = Settings(starter=starter)  # type: ignore[arg-type] # one of the words
    desk = gathered(make_rules(players=1), settings, stacked())
    assert desk.do(0, StartGame())[-1] == GameStarted(0, 2)


# How gladly somebody would start


def test_a_seat_says_how_gladly_it_would_start() -> None:
    desk = dealt()
    assert desk.do(1, OfferStart("gladly")) == [StartOffered(1, "gladly")]
    assert desk.do(0, OfferStart("rather_not")) == [StartOffered(0, "rather_not")]
    assert desk.play.offers == ((1, "gladly"), (0, "rather_not"))
    assert desk.play.votes == ()


def test_a_newer_word_replaces_an_older_and_the_same_again_changes_nothing() -> None:
    desk = dealt()
    desk.do(1, OfferStart("gladly"))
    assert desk.do(1, OfferStart("gladly")) == []
    assert desk.do(1, OfferStart("if_need_be")) == [StartOffered(1, "if_need_be")]
    assert desk.play.offers == ((1, "if_need_be"),)


def test_words_are_gone_when_the_game_starts() -> None:
    desk = dealt(players=2)
    desk.do(1, OfferStart("gladly"))
    desk.do(0, ChooseStarter(1))
    assert desk.play.offers == ((1, "gladly"),)
    desk.do(1, ChooseStarter(1))
    assert (desk.table.stage, desk.play.offers) == (Stage.PLAYING, ())


def test_words_are_said_where_the_host_decides() -> None:
    desk = dealt(starter="host")
    assert desk.do(1, OfferStart("gladly")) == [StartOffered(1, "gladly")]


def test_bots_say_their_word_and_have_no_vote() -> None:
    desk = dealt(bots=(2,))
    assert desk.step(2, OfferStart("if_need_be"), by_operator=True) == [
        StartOffered(2, "if_need_be")
    ]
    assert desk.table.stage is Stage.DEALT


def test_a_word_is_said_only_between_the_deal_and_the_first_turn() -> None:
    assert gathered().code(0, OfferStart("gladly")) == TableCode.NO_GAME
    assert dealt(starter="lot").code(0, OfferStart("gladly")) == Code.ALREADY_STARTED


def test_nobody_says_in_a_duel_how_gladly_they_would_start() -> None:
    desk = gathered(make_rules("duel"), world=stacked())
    desk.do(1, Ready())
    desk.do(0, StartGame())
    assert desk.code(0, OfferStart("gladly")) == Code.ALREADY_STARTED


def test_words_without_end_are_refused() -> None:
    desk = dealt()
    for _ in range(PER_TURN // 2):
        desk.step(1, OfferStart("gladly"))
        desk.step(1, OfferStart("rather_not"))
    assert desk.code(1, OfferStart("gladly")) == TableCode.ENOUGH


def test_a_starter_is_named_only_between_the_deal_and_the_first_turn() -> None:
    assert gathered().code(0, ChooseStarter(0)) == TableCode.NO_GAME
    assert dealt(starter="lot").code(0, ChooseStarter(0)) == Code.ALREADY_STARTED


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_starter_must_sit_at_the_table(seat: int) -> None:
    assert dealt().code(0, ChooseStarter(seat)) == TableCode.NO_SEAT


def test_no_card_is_laid_before_the_start() -> None:
    assert dealt().code(0, Place(2, 0)) == Code.NOT_STARTED
