"""Errors of the library say what to do."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import tenback
from tenback import BotError, Placement, State
from tenback.bots import Bot
from tenback.rules import View

RULES = tenback.build_ruleset("original", players=2)
GAME: Any = tenback.Game(RULES, seed=1)
DEALT = State.deal(RULES, tenback.deal_from_seed(RULES, seed=1))


class Answers:
    """Chooses whatever it is told to."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, view: View) -> object:
        del view
        return self.answer


def bots(*answers: object) -> list[Bot]:
    return [Answers(answer) for answer in answers]  # type: ignore[list-item] # as a user might


def test_too_few_bots() -> None:
    with pytest.raises(BotError, match=r"2 player\(s\) need 2 bot\(s\), one for each seat, not 1"):
        tenback.play_out(DEALT.start(0), bots(()))
    with pytest.raises(BotError, match=r"2 player\(s\) need 2"):
        tenback.Game(RULES, seed=1).play_out(["greedy"])


def test_an_object_that_is_no_bot() -> None:
    greedy = tenback.create_bot("greedy")
    with pytest.raises(BotError, match=r"the bot at P2, 3, has no method choose\(view\)"):
        tenback.play_out(DEALT.start(0), [greedy, NUMBER])
    with pytest.raises(BotError, match=r"at P2 is a name: create_bot\('greedy'\) makes one"):
        tenback.play_out(DEALT.start(0), [greedy, "greedy"])  # type: ignore[list-item]


def test_an_unstarted_state() -> None:
    with pytest.raises(BotError, match=r"has not started; state.start\(seat\) says who begins"):
        tenback.play_out(DEALT, bots((), ()))


@pytest.mark.parametrize("answer", [None, "4>A1", 3, [4, 0]])
def test_a_bot_that_chooses_something_else(answer: object) -> None:
    with pytest.raises(BotError, match=r"Answers.choose\(view\) returned .* must return"):
        tenback.play_out(DEALT.start(0), bots(answer, answer))


def test_a_pile_by_its_name() -> None:
    state = DEALT.start(0)
    card = state.hands[0][0]
    wrong = Placement(card, "A1")  # type: ignore[arg-type]
    told = rf"state.placement\({card}, 'A1'\) finds the index"
    with pytest.raises(TypeError, match=told):
        state.place(wrong)
    with pytest.raises(TypeError, match=told):
        tenback.view(state, 0).after(wrong)
    for closed in (DEALT, state.concede(0)):  # the same mistake while no turn is open
        with pytest.raises(TypeError, match=told):
            closed.place(wrong)
    with pytest.raises(IndexError, match="there is no pile 4; the piles are 0 to 3"):
        state.place(Placement(card, 4))
    assert state.placement(card, "A1") == tenback.view(state, 0).placement(card, "A1")


#: Values that an untyped script may pass to the wrong function.
NOTHING: Any = None
NUMBER: Any = 3
EXPERT: Any = tenback.create_bot("expert")
WORD: Any = "x"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: tenback.Game(seed=WORD), "seed: 'x' is not a whole number from 0 to"),
        (lambda: tenback.Game(seed=-1), "seed: -1 is not a whole number from 0 to"),
        (lambda: tenback.Game(RULES, starter="P5"), "starter: 'P5' is not a seat, P1 to P2"),
        (lambda: tenback.Game(RULES, starter=5), "no seat 5; the seats are 0 to 1"),
        (lambda: tenback.Game(RULES, names=("Ana",)), r"names: 1 name\(s\) for 2 player"),
        (lambda: tenback.Game(names=["a|b"]), r"names: 'a\|b' is not 1 to 40 printable characters"),
        (lambda: tenback.Game(names=["Ana "]), "names: 'Ana ' begins or ends with a space"),
        (lambda: GAME.view(7), "no seat 7; the seats are 0 to 1"),
        (lambda: GAME.copy().concede(7), "no seat 7; the seats are 0 to 1"),
        (lambda: GAME.copy().signal("keep_off", "A1", -1), "no seat -1; the seats are 0 to 1"),
        (lambda: GAME.view("P7"), "seat: 'P7' is not a seat, P1 to P2"),
        (lambda: GAME.concede([]), r"a number from 0, or text such as 'P1', not \[\]"),
        (lambda: GAME.play(Placement(4, 0)), r"place\(Placement\(card=4, pile=0\)\) lays one card"),
        (lambda: GAME.play_out(5), "a bot, or a list of one for each seat, not 5"),
        (lambda: GAME.play_out(Answers), r"is a class: Answers\(\) makes one"),
        (lambda: GAME.copy().play_out(Answers([])), "P. chose an illegal turn: MINIMUM"),
        (lambda: EXPERT.choose(GAME.state), r"not from <State .*>: game.view\(\)"),
        (lambda: EXPERT.choose(tenback.view(GAME.state, 0)), "knows which cards are gone"),
        (lambda: GAME.play(None), "a turn is text such as '4>A1 30>A1'"),
        (lambda: GAME.place(None), "None is no placement"),
        (lambda: GAME.signal("keepoff", "A1"), "the signals are keep_off, small_steps, holds"),
        (lambda: GAME.play_out([Answers, Answers]), r"is a class: Answers\(\) makes one"),
        (lambda: tenback.Game.from_record(NOTHING), "a GameRecord or the text of one"),
        (lambda: tenback.create_bot(NOTHING), "named by text, such as 'greedy'"),
        (lambda: tenback.draw.svg(NUMBER), "a game, a state or a view can be drawn, not 3"),
    ],
)
def test_what_a_newcomer_may_try(wrong: Callable[[], object], told: str) -> None:
    with pytest.raises((ValueError, TypeError, LookupError, BotError), match=told):
        wrong()


def test_a_turn_may_be_a_list_of_words() -> None:
    game = tenback.Game(RULES, seed=7, starter=0)
    game.play(["4>A1", "30>A1"])
    assert game.state.tops[0] == 30


def test_lazy_packages_show_their_names() -> None:
    from tenback import analysis, lab

    for package in (tenback, lab, analysis):
        assert set(package.__all__) <= set(dir(package))
    with pytest.raises(AttributeError, match=r"module 'tenback.lab' has no attribute 'simulat'"):
        lab.simulat  # type: ignore[attr-defined] # noqa: B018


def test_parts_of_the_environments_need_not_be_imported_by_name() -> None:
    script = "import tenback; print(tenback.envs.turns.__name__, *dir(tenback.envs))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("tenback.envs.turns Encoding VERSION aec encoding")
    with pytest.raises(AttributeError, match=r"module 'tenback.envs' has no attribute 'aecs'"):
        tenback.envs.aecs  # type: ignore[attr-defined] # noqa: B018


def test_what_cannot_be_plotted() -> None:
    with pytest.raises(TypeError, match="simulate, compare, league or load_results can be drawn"):
        tenback.lab.plot(NUMBER)


@pytest.mark.parametrize(
    ("name", "package", "extra"),
    [
        ("tenback.lab.simulate", "polars", "lab"),
        ("tenback.analysis.advise", "numba", "kernels"),
        ("tenback.envs.VERSION", "numba", "kernels"),
        ("tenback.envs.aec", "pettingzoo", "rl"),
        ("tenback.testing.strategies.rulesets", "hypothesis", "testing"),
        ("tenback.server.web.app.create_app", "litestar", "server"),
    ],
)
def test_a_name_that_needs_an_extra(name: str, package: str, extra: str) -> None:
    module, _, attribute = name.rpartition(".")
    script = f"import sys; sys.modules['{package}'] = None\nfrom {module} import {attribute}"
    # A module that is None in sys.modules cannot be imported, and find_spec does not see it.
    patched = (
        "import importlib.util as u; f = u.find_spec\n"
        f"u.find_spec = lambda n, *m: None if n == '{package}' else f(n, *m)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", patched + script],
        capture_output=True,
        text=True,
        check=False,
        # With the library that was compiled ahead most names need no compiler.
        env={**os.environ, "TENBACK_LIBRARY": "off"},
    )
    assert ran.stderr.rstrip().splitlines()[-1].startswith("ImportError: ")
    assert f"needs {package}, which is not installed: pip install 'tenback[{extra}]'" in ran.stderr


def test_one_line_tells_a_state() -> None:
    table = (DEALT, DEALT.start(0), tenback.view(DEALT.start(0), None))
    for shown in (*table, RULES, RULES.layout, GAME, GAME.record()):
        assert "\n" not in repr(shown)
        assert "None" not in repr(shown)
        assert len(repr(shown)) < 160
