"""The games of a run depend on the seed alone, not on how they are cut or what plays them."""

import sys
from dataclasses import replace

import numpy as np
import pytest

from tenback.bots import Bot, create_bot, play_out, split_bots
from tenback.lab.chunks import COLUMNS, Chunk, play_chunk, terminations
from tenback.lab.errors import GameFailedError, LabError
from tenback.lab.game_table import GameTable
from tenback.lab.results import build_frame
from tenback.lab.spec import RunSpec, make_spec
from tenback.records import build_ruleset, deal_from_seed, lot_from_seed
from tenback.records.deals import MAX_SEED
from tenback.rules import GAMES, State, Termination
from tenback.rules.registry import own_endings


def run(game: str, players: int, bots: str, seed: int = 4, **options: object) -> RunSpec:
    return make_spec(build_ruleset(game, players, options), bots, seed)


def same(one: Chunk, other: Chunk) -> bool:
    return one.first == other.first and all(
        np.array_equal(one.columns[name], other.columns[name]) for name in COLUMNS
    )


SPECS = [
    run("original", 1, "greedy"),
    run("original", 3, "greedy,random", expert_minimum=True),
    run("extreme", 2, "random"),
    run("extreme", 5, "greedy", one_pile="after", breach="lose"),
    run("duel", 2, "greedy,random", short_hand="clamp"),
]


@pytest.mark.parametrize("engine", ["compiled", "plain"])
@pytest.mark.parametrize("spec", SPECS, ids=repr)
def test_games_do_not_depend_on_the_chunk_they_are_in(spec: RunSpec, engine: str) -> None:
    spec = replace(spec, engine=engine)  # type: ignore[arg-type]
    whole = play_chunk(spec, 7, 12)
    for first, count in ((7, 5), (12, 1), (13, 6)):
        part = play_chunk(spec, first, count)
        cut = slice(first - 7, first - 7 + count)
        assert same(part, Chunk(first, {name: whole.columns[name][cut] for name in COLUMNS}))


@pytest.mark.parametrize("players", [1, 2, 5])
@pytest.mark.parametrize("game", GAMES)
def test_compiled_code_plays_the_games_of_the_rules(game: str, players: int) -> None:
    spec = run(game, players if players in GAMES[game].player_range else 2, "greedy")
    assert spec.engine == "compiled"
    assert same(play_chunk(spec, 0, 25), play_chunk(replace(spec, engine="plain"), 0, 25))


def test_a_row_is_the_game_of_its_seed() -> None:
    spec = replace(run("duel", 2, "greedy", seed=9), engine="plain")
    table = GameTable(spec, 5)
    table.add(play_chunk(spec, 0, 5))
    for row in build_frame(table).iter_rows(named=True):
        seed = row["seed"]
        state = State.deal(spec.rules, deal_from_seed(spec.rules, seed))
        state = state.start(lot_from_seed(spec.rules, seed))
        end = play_out(state, [create_bot("greedy"), create_bot("greedy")])
        assert end.outcome is not None
        assert end.outcome.winner is not None
        told = (f"P{end.outcome.winner + 1}", end.outcome.score, end.outcome.termination, end.turns)
        assert (row["result"], row["score"], row["termination"], row["turns"]) == told


def test_without_kernels_the_rules_play(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = run("original", 2, "greedy")
    monkeypatch.setitem(sys.modules, "tenback.kernels", None)
    plain = run("original", 2, "greedy")
    assert (compiled.engine, plain.engine) == ("compiled", "plain")
    assert play_chunk(plain, 0, 3).count == 3


def test_every_seat_of_every_game_has_chance_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def noted(bot: str, *, seed: int) -> Bot:
        seeds.append(seed)
        return create_bot(bot, seed=seed)

    monkeypatch.setattr("tenback.lab.chunks.create_bot", noted)
    spec = replace(run("original", 2, "random"), engine="plain")
    play_chunk(spec, 0, 20)
    assert len(set(seeds)) == 40
    assert max(seeds) <= MAX_SEED
    play_chunk(spec, 10, 10)
    assert seeds[40:] == seeds[20:40]


@pytest.mark.usefixtures("plug_in")
@pytest.mark.parametrize(("bot", "told"), [("broken", "oops"), ("cheat", "illegal turn")])
def test_a_bot_that_fails_is_told_with_the_seed_of_the_game(bot: str, told: str) -> None:
    spec = run("original", 1, bot, seed=1)
    with pytest.raises(GameFailedError, match=rf"seed {2**32 + 3} failed: .*{told}"):
        play_chunk(spec, 3, 2)


@pytest.mark.parametrize("game", GAMES)
def test_an_ending_has_its_name_also_where_only_one_game_has_it(game: str) -> None:
    spec = run(game, 2, "greedy")
    assert spec.engine == "compiled"
    ended = play_chunk(spec, 0, 100).columns["termination"]
    by_name: set[str] = {terminations()[int(number)] for number in ended}
    assert by_name <= {*map(str, Termination), *GAMES[game].causes.values()}
    assert by_name >= set(GAMES[game].causes.values()) & set(own_endings())
    plainly = play_chunk(replace(spec, engine="plain"), 0, 4).columns["termination"]
    assert plainly.tolist() == ended[:4].tolist()


def test_bots_are_seated_in_turn() -> None:
    assert run("original", 5, "greedy,random").bots == (
        "greedy",
        "random",
        "greedy",
        "random",
        "greedy",
    )


def test_commas_between_parameters_do_not_part_bots() -> None:
    assert split_bots("a:x=1,y=2, b ,c:z=3") == ["a:x=1,y=2", "b", "c:z=3"]


@pytest.mark.parametrize(
    ("bots", "seed", "told"),
    [
        ("nobody", 0, "there is no bot 'nobody'"),
        ("", 0, "name at least one bot"),
        ("greedy,greedy,greedy", 0, "3 bots for 2 seat"),
        ("greedy", -1, "seed: -1"),
        ("greedy", 2**31, "seed"),
    ],
)
def test_impossible_runs_are_refused(bots: str, seed: int, told: str) -> None:
    with pytest.raises(LabError, match=told):
        run("original", 2, bots, seed)


def test_the_digest_names_the_games() -> None:
    spec = run("original", 2, "greedy")
    assert spec.digest == run("original", 2, "greedy").digest
    others = [
        run("original", 2, "greedy", seed=5),
        run("original", 3, "greedy"),
        run("original", 2, "random"),
        run("original", 2, "greedy", expert_hand=True),
        run("extreme", 2, "greedy"),
        replace(spec, engine="plain"),
        replace(spec, rules=replace(spec.rules, starter=0)),
    ]
    assert len({spec.digest, *(other.digest for other in others)}) == len(others) + 1
