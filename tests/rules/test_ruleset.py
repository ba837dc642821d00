"""Rulesets, layouts and the registry: what is impossible is an error that names the field."""

import pickle
from typing import Any

import pytest

from tenback.rules import (
    EVEN,
    GAMES,
    OPTIONS,
    CardCommand,
    Layout,
    PileNameError,
    Ruleset,
    RulesetError,
    find_game,
    register,
)

ORIGINAL, EXTREME, DUEL = (GAMES[name] for name in ("original", "extreme", "duel"))


@pytest.mark.parametrize(
    ("game", "players", "options", "field"),
    [
        (ORIGINAL, 0, {}, "players"),
        (ORIGINAL, 6, {}, "players"),
        (DUEL, 3, {}, "players"),
        (DUEL, 1, {}, "players"),
        (ORIGINAL, True, {}, "players"),
        (ORIGINAL, 2.0, {}, "players"),
        (ORIGINAL, 2, {"one_pile": "after"}, "one_pile"),
        (DUEL, 2, {"expert_minimum": True}, "expert_minimum"),
        (DUEL, 2, {"talk": "nsv"}, "talk"),
        (ORIGINAL, 2, {"talk": "loud"}, "talk"),
        (ORIGINAL, 2, {"short_hand": "soft"}, "short_hand"),
        (ORIGINAL, 2, {"breach": None}, "breach"),
        (ORIGINAL, 2, {"expert_hand": 1}, "expert_hand"),
        (ORIGINAL, 2, {"starter": 2}, "starter"),
        (ORIGINAL, 2, {"starter": "me"}, "starter"),
        (ORIGINAL, 2, {"hand_size": -1}, "hand_size"),
        (ORIGINAL, 2, {"layout": EVEN}, "layout"),
    ],
)
def test_an_impossible_ruleset_names_the_field(
    game: Any, players: Any, options: dict[str, Any], field: str
) -> None:
    with pytest.raises(RulesetError) as caught:
        Ruleset(game, players, **options)
    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")


def test_defaults_are_those_of_the_options_table() -> None:
    rules = Ruleset(EXTREME, 2)
    assert rules.changed_options() == {}
    assert all(getattr(rules, name) == option.values[0] for name, option in OPTIONS.items())
    assert rules.layout == EVEN


def test_the_options_are_read_off_the_ruleset() -> None:
    told = {name: (option.values, option.rule) for name, option in OPTIONS.items()}
    assert told == {
        "expert_minimum": ((False, True), "G-24"),
        "expert_hand": ((False, True), "G-24"),
        "talk": (("oya", "nsv"), "E-5"),
        "short_hand": (("strict", "clamp"), "B-14"),
        "one_pile": (("onward", "retroactive", "after"), "B-11"),
        "breach": (("refuse", "lose"), "B-15"),
    }


def test_rulesets_are_values() -> None:
    rules = Ruleset(EXTREME, 3, one_pile="after")
    assert rules == Ruleset(find_game("extreme"), 3, one_pile="after")
    assert hash(rules) == hash(Ruleset(EXTREME, 3, one_pile="after"))
    assert pickle.loads(pickle.dumps(rules)) == rules


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("original", "original"),
        ("Jeu", "original"),
        ("the game", "original"),
        ("extrême", "extreme"),
        ("EXTREM", "extreme"),
        ("face-to-face", "duel"),
        ("Face to Face", "duel"),
        ("das_duell", "duel"),
    ],
)
def test_games_are_found_by_id_and_alias(name: str, game: str) -> None:
    assert find_game(name).id == game


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(
        RulesetError, match=r"game: there is no game 'poker'; the games are original"
    ):
        find_game("poker")


def test_a_name_is_registered_once() -> None:
    with pytest.raises(ValueError, match="registered already"):
        register(ORIGINAL)


def test_the_even_layout() -> None:
    mapping = EVEN.as_mapping()
    assert len(mapping) == 28
    for command in CardCommand:
        numbers = EVEN.numbers(command)
        assert len(numbers) == 4
        quarters = {(number - 2) * 4 // 98 for number in numbers}
        assert quarters == {0, 1, 2, 3}
        assert not any(b - a == 10 for a in numbers for b in numbers)
    mirrored = {101 - number for number in mapping}
    assert mirrored == set(mapping)


FULL = {command.value: list(EVEN.numbers(command)) for command in CardCommand}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"STOP": [4, 28, 52]}, "STOP has 3 numbers"),
        ({"STOP": [4, 28, 52, 7]}, "number 7 is named twice"),
        ({"STOP": [4, 28, 52, 52]}, "number 52 is named twice"),
        ({"STOP": [4, 28, 52, 100]}, "100 is not a card"),
        ({"STOP": [4, 28, 52, 1]}, "1 is not a card"),
        ({"STOP": [4, 28, 52, "76"]}, "'76' is not a card"),
        ({"HALT": [2, 3, 5, 6]}, "unknown command 'HALT'"),
    ],
)
def test_a_wrong_custom_layout_is_a_clear_error(change: dict[str, list[Any]], told: str) -> None:
    with pytest.raises(RulesetError, match=told) as caught:
        Layout.custom(FULL | change)
    assert caught.value.field == "layout"


def test_a_layout_without_a_kind_is_a_clear_error() -> None:
    with pytest.raises(RulesetError, match="no numbers for STOP"):
        Layout.custom({kind: numbers for kind, numbers in FULL.items() if kind != "STOP"})


@pytest.mark.parametrize("numbers", [4, None, 1.5])
def test_a_kind_without_a_list_is_a_clear_error(numbers: object) -> None:
    with pytest.raises(RulesetError, match=r"STOP has .*, it needs 4 numbers"):
        Layout.custom(FULL | {"STOP": numbers})


def test_the_numbers_of_a_command_by_its_name() -> None:
    assert EVEN.numbers("STOP") == EVEN.numbers(CardCommand.STOP) == (4, 28, 52, 76)
    with pytest.raises(RulesetError, match="unknown command 'HALT'; the seven are STOP"):
        EVEN.numbers("HALT")


@pytest.mark.parametrize("layout", ["random", FULL, None, 3])
def test_a_ruleset_refuses_what_is_no_layout_at_once(layout: Any) -> None:
    with pytest.raises(RulesetError, match="is not a Layout"):
        Ruleset(EXTREME, 2, layout=layout)


def test_a_layout_says_something_about_every_number() -> None:
    with pytest.raises(RulesetError, match="needs a command or None for 0 to 100"):
        Layout("odd", (None,) * 50)
    with pytest.raises(RulesetError, match="needs a command or None"):
        Layout("odd", ("STOP?",) * 101)  # type: ignore[arg-type] # it is refused


def test_only_games_in_which_a_hand_can_be_too_small_have_that_option() -> None:  # B-14
    assert [game for game in GAMES if "short_hand" in GAMES[game].options] == ["extreme", "duel"]
    with pytest.raises(RulesetError, match="short_hand: original has no such option"):
        Ruleset(ORIGINAL, 2, short_hand="clamp")


def test_flash_and_infinity() -> None:
    flash = {command for command in CardCommand if command.is_flash}
    assert flash == {CardCommand.STOP, CardCommand.SKULL, CardCommand.THREE}


def test_duel_piles_are_named_from_the_seat() -> None:
    assert [DUEL.pile_name(pile, 0) for pile in range(4)] == ["a", "d", "oa", "od"]
    assert [DUEL.pile_name(pile, 1) for pile in range(4)] == ["oa", "od", "a", "d"]
    assert [DUEL.pile_name(pile, None) for pile in range(4)] == ["1a", "1d", "2a", "2d"]
    assert DUEL.pile_index("OA", 1) == 0


def test_an_unknown_pile_is_named() -> None:
    with pytest.raises(PileNameError, match="no pile 'B1'; the piles are A1, A2, D1, D2"):
        ORIGINAL.pile_index("B1", 0)
