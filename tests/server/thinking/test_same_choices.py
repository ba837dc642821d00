"""A bot in a worker is given the same view and chooses the same as here."""

import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenback.bots import create_bot
from tenback.rules import EVEN, NO_COMMANDS, Ruleset, State, find_game, view
from tenback.server.thinking import Thinkers
from tenback.server.thinking.messages import Prepare, Think, pack_request, unpack_request
from tenback.testing.random_play import play_randomly, random_deal
from tenback.testing.strategies import states

BOTS = ("random", "greedy", "planner", "tuned", "montecarlo:samples=20")


@given(states(), st.data())
def test_every_view_arrives_as_it_was_sent(state: State, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from([None, *range(state.rules.players)]))
    sent = Think("greedy", 7, view(state, seat, memory=True))
    got = unpack_request(pack_request(sent))
    assert got == sent
    assert isinstance(got, Think)
    assert hash(got.view.rules) == hash(sent.view.rules)
    assert got.view.legal_placements.__repr__() == sent.view.legal_placements.__repr__()


@pytest.mark.parametrize(("game", "layout"), [("original", NO_COMMANDS), ("extreme", EVEN)])
def test_shared_layouts_stay_the_same_object(game: str, layout: object) -> None:
    got = unpack_request(pack_request(Prepare("greedy", Ruleset(find_game(game), 2))))
    assert isinstance(got, Prepare)
    assert got.rules.layout is layout


def _moments() -> list[State]:
    source = random.Random(20)
    moments: list[State] = []
    for name in ("original", "extreme", "duel"):
        rules = Ruleset(find_game(name), 2)
        dealt = random_deal(rules, source)
        moments.append(dealt)
        later = play_randomly(dealt, source, turns=3)
        if later.outcome is None:
            moments.append(later)
    return moments


def test_every_bot_chooses_in_a_worker_as_it_does_here() -> None:
    moments = _moments()
    assert len(moments) > 3

    async def main() -> None:
        thinkers = Thinkers(1, limit_seconds=60, warm_up=())
        await thinkers.start()
        try:
            for specification in BOTS:
                for seed, state in enumerate(moments):
                    seen = view(state, state.seat, memory=True)
                    here = tuple(create_bot(specification, seed=seed).choose(seen))
                    thought = await thinkers.think(specification, seed, seen)
                    assert (thought.placements, thought.failure) == (here, "")
        finally:
            await thinkers.close()

    asyncio.run(main())


def test_the_same_moment_again_gives_the_same_choice() -> None:
    state = _moments()[0]
    seen = view(state, state.seat, memory=True)

    async def main() -> None:
        thinkers = Thinkers(1, warm_up=())
        await thinkers.start()
        try:
            thoughts = [await thinkers.think("random", 3, seen) for _ in range(5)]
        finally:
            await thinkers.close()
        assert len({thought.placements for thought in thoughts}) == 1

    asyncio.run(main())
