"""The bots that use the value network: its values, signals, search and training."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tenback.bots import TalkingBot, choose_turn, create_bot, play_out, play_turn
from tenback.bots.batches import compile_seating, play_games
from tenback.bots.players.compiled import packed_rules
from tenback.bots.players.learned import heard_from
from tenback.bots.players.master import Master, depth_for
from tenback.bots.search.near_turns import list_turns
from tenback.bots.search.turns import limits_for
from tenback.bots.signals import KEEP_OFF
from tenback.bots.training.plan import Plan
from tenback.bots.training.trainer import Trainer
from tenback.bots.value.network import join_networks, new_network, probability
from tenback.bots.value.weights import load_network, network_name, save_network, tables_for
from tenback.cli import main
from tenback.kernels import deal, enumerate_turns, new_state, new_turn_buffer
from tenback.kernels import play_turn as play
from tenback.kernels.codes import PLAYING
from tenback.records import build_ruleset, deal_from_seed, parse_position
from tenback.rules import Signal, SignalKind, State, view
from tenback.rules.talk import can_signal, give_signal

FOLDER = Path(load_network.__code__.co_filename).parent / "networks"
PAIRS = (slice(0, 2), slice(2, 4))
GAMES = [("original", 1), ("original", 3), ("extreme", 4), ("duel", 2)]
EVERY = [(game, players) for game in ("original", "extreme") for players in range(1, 6)]


def test_the_quick_list_holds_the_near_turns_of_the_whole_enumeration() -> None:
    packed = packed_rules(build_ruleset("original", 2))
    limits, buffer, state = limits_for(packed), new_turn_buffer(), new_state()

    def near(count: int) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
        entries = [buffer.entries[int(turn)] for turn in buffer.turns[:count]]
        cost = [int(e.tops[0] + e.tops[1] - e.tops[2] - e.tops[3]) for e in entries]
        return {
            (tuple(map(int, entry.used)), tuple(map(int, entry.tops)))
            for entry, costs in zip(entries, cost, strict=True)
            if costs <= min(cost) + 20
        }

    missed = listed = 0
    for seed in range(5):
        deal(packed, state, seed)
        while state.phase == PLAYING:
            quick = near(list_turns(packed, state, limits, 20, buffer))
            chosen = buffer.entries[int(buffer.turns[0])].used.copy()
            whole = near(enumerate_turns(packed, state, limits, buffer))
            assert quick >= whole or len(whole - quick) < len(whole) // 4
            missed, listed = missed + len(whole - quick), listed + len(whole)
            entry = next(
                buffer.entries[int(turn)]
                for turn in buffer.turns
                if (buffer.entries[int(turn)].used == chosen).all()
            )
            play(packed, state, entry)
    assert missed <= listed // 100


@pytest.mark.parametrize("options", [{}, {"expert_minimum": True}, {"one_pile": "retroactive"}])
def test_the_quick_list_of_extreme_holds_just_the_near_turns(options: dict[str, Any]) -> None:
    packed = packed_rules(build_ruleset("extreme", 2, options))
    limits, buffer, state = limits_for(packed), new_turn_buffer(), new_state()

    def told(count: int) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]:
        entries = [buffer.entries[int(turn)] for turn in buffer.turns[:count]]
        return {
            (tuple(map(int, entry.used)), tuple(map(int, entry.tops))): int(
                entry.tops[0] + entry.tops[1] - entry.tops[2] - entry.tops[3]
            )
            for entry in entries
        }

    fewer = positions = 0
    for seed in range(6):
        deal(packed, state, seed)
        while state.phase == PLAYING:
            count = enumerate_turns(packed, state, limits, buffer)
            whole = told(count)
            near = {turn for turn, cost in whole.items() if cost <= min(whole.values()) + 12}
            count = list_turns(packed, state, limits, 12, buffer)
            assert set(told(count)) == near
            positions, fewer = positions + 1, fewer + (len(near) < len(whole))
            if count == 0:
                break
            play(packed, state, buffer.entries[int(buffer.turns[seed % count])])
    assert fewer > positions // 2 > 30


@pytest.mark.parametrize(("game", "players"), [*EVERY, ("duel", 2)])
def test_there_is_a_network_for_every_game(game: str, players: int) -> None:
    assert tables_for(build_ruleset(game, players)).rows.any()


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_expert_mode_has_its_own_network_or_that_of_the_plain_game(game: str, players: int) -> None:
    rules = build_ruleset(game, players, {"expert_minimum": True, "expert_hand": True})
    plain = f"{game}-{players}"
    own = FOLDER / f"{plain}-expert.npz"
    assert network_name(rules) == (own.stem if own.exists() else plain)
    assert tables_for(rules).rows.any()


def test_a_smaller_hand_alone_is_played_with_the_plain_network() -> None:
    assert (FOLDER / "original-2-expert.npz").exists()
    assert network_name(build_ruleset("original", 2, {"expert_hand": True})) == "original-2"


def test_every_network_names_the_command_that_made_it() -> None:
    for file in FOLDER.glob("*.npz"):
        facts = json.loads(file.with_suffix(".json").read_text())
        assert facts["command"].startswith("tenback train ")


def test_all_networks_together_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 6_000_000


def test_expert_beats_tuned_and_master_is_no_weaker_than_expert() -> None:
    """Sixty games leave room for luck: three more wins do not make a bot stronger."""
    rules = build_ruleset("original", 4)
    seeds = np.arange(4 << 32, (4 << 32) + 60)

    def wins(bot: str) -> int:
        seating = compile_seating(rules, [bot] * 4)
        assert seating is not None
        return int(play_games(seating, seeds).won.sum())

    assert wins("tuned") + 10 < wins("expert")
    assert wins("expert") <= wins("master:samples=12") + 3


def position(line: str) -> State:
    return parse_position(line).completed().to_state()


def test_a_signal_of_a_person_changes_what_a_bot_does() -> None:
    """Asked to keep off the pile it would begin with, a bot plays another turn now and then."""
    rules = build_ruleset("original", 3)
    changed = 0
    for seed in range(25):
        state = State.deal(rules, deal_from_seed(rules, seed)).start(0)
        bot = create_bot("expert")
        before = choose_turn(state, bot)
        told = give_signal(state, Signal(1, SignalKind.KEEP_OFF, before[0].pile))
        changed += choose_turn(told, bot) != before
    assert changed > 3


@pytest.mark.parametrize("name", ["gentle", "steady", "expert", "master:samples=2"])
def test_bots_give_the_signals_of_the_protocol(name: str) -> None:
    state = position(
        "original players=2 piles=40,1,60,100 to=P1 hands=5,47,52,70,80,81,30|?7 deck=?50"
    )
    bot = create_bot(name)
    assert isinstance(bot, TalkingBot)
    given = bot.signals(view(state, 0))
    assert set(given) == {
        Signal(0, SignalKind.KEEP_OFF, 0),  # 30 jumps on 40
        Signal(0, SignalKind.SMALL_STEPS, 1),  # 5 lies four steps ahead of 1
        Signal(0, SignalKind.KEEP_OFF, 2),  # 70 jumps on 60
    }
    assert all(can_signal(state, signal) for signal in given)


def test_under_silence_nothing_is_said() -> None:
    line = "extreme layout=partial;SILENCE:40 players=2 piles=40,1,60,100 to=P1"
    state = position(f"{line} hands=30,41,47,52,55,70,80|?7 deck=?50")
    bot: Any = create_bot("expert")
    assert bot.signals(view(state, 0)) == ()


def test_a_solo_player_with_an_empty_deck_finds_the_only_way() -> None:
    state = position("original piles=50,90,60,12 hands=2,3,40,61,91,92,71 deck=")
    chosen = choose_turn(state, create_bot("master:samples=1"))
    end = play_turn(state, chosen)
    assert end.outcome is not None
    assert end.outcome.won


def test_the_last_cards_of_extreme_are_laid_in_several_turns_where_commands_ask_for_it() -> None:
    state = position("extreme players=1 piles=48,84,40,45 hands=4,20,34,83 deck=")
    bot = create_bot("master:samples=1")
    turns = 0
    while state.outcome is None:
        state = play_turn(state, choose_turn(state, bot))
        turns += 1
    assert state.outcome.won
    assert turns == 2


@pytest.mark.parametrize(("players", "most"), [(1, 12), (3, 6)])
def test_turns_that_mirror_each_other_are_tried_once(players: int, most: int) -> None:
    """At the beginning all piles of a kind are equal."""
    rules = build_ruleset("original", players)
    for seed in range(5):
        state = State.deal(rules, deal_from_seed(rules, seed)).start(0)
        bot = Master(samples=2)
        choose_turn(state, bot)
        search = bot.search_for(rules)
        # Fewer than ``most`` are tried where few turns are near the cheapest.
        tried = [
            search.desk.buffer.entries[int(turn)]
            for turn in search.candidates.chosen[:most]
            if turn
        ]
        left = {
            (tuple(turn.used.tolist()), *(tuple(sorted(turn.tops[two])) for two in PAIRS))
            for turn in tried
        }
        assert len(left) == len(tried) > 2


def test_bots_that_are_not_compiled_hear_those_that_talk() -> None:
    rules = build_ruleset("original", 2)
    ends: list[list[tuple[int, ...]]] = []
    for partner in ("expert", "expert:talk=1"):
        ends.append([])
        for seed in range(6):
            state = State.deal(rules, deal_from_seed(rules, seed)).start(0)
            end = play_out(state, [create_bot("gentle", seed=seed), create_bot(partner)])
            ends[-1].append(end.tops)
    assert ends[0] != ends[1]


@pytest.mark.parametrize("order", [1, -1])
def test_the_stronger_of_two_signals_about_a_pile_is_heard(order: int) -> None:
    line = "original players=2 piles=40,1,60,100 to=P1 hands=5,47,52,70,80,81,30|?7 deck=?50"
    given = ["P2:keep_off:A1", "P2:small_steps:A1"][::order]
    state = position(f"{line} signals={','.join(given)}")
    assert heard_from(view(state, 0)).told[1].tolist() == [KEEP_OFF, 0, 0, 0]


@pytest.mark.parametrize(
    ("game", "turns"), [("original", [1, 2, 3, 3, 3]), ("extreme", [1, 2, 3, 4, 5])]
)
def test_a_team_is_followed_round_the_table(game: str, turns: list[int]) -> None:
    found = [depth_for(build_ruleset(game, players)).turns for players in range(1, 6)]
    assert found == turns


def test_samples_of_expert_mode_look_at_more_than_the_cheapest_turns() -> None:
    plain, harder = (
        build_ruleset("original", 2),
        build_ruleset("original", 2, {"expert_minimum": True}),
    )
    assert depth_for(plain).near < depth_for(harder).near


@pytest.mark.parametrize(
    ("game", "players", "ms", "tried"),
    [
        ("original", 1, 50, 12),
        ("original", 3, 50, 6),
        ("original", 3, 200, 12),
        ("extreme", 3, 200, 6),
        ("duel", 2, 200, 6),
    ],
)
def test_with_much_time_teams_of_the_original_try_more_turns(
    game: str, players: int, ms: int, tried: int
) -> None:
    rules = build_ruleset(game, players)
    state = State.deal(rules, deal_from_seed(rules, 1)).start(0)
    bot = Master(ms=ms)
    clock = iter(range(1000))
    bot.clock = lambda: float(next(clock))  # after one look at the candidates the time is over
    choose_turn(state, bot)
    chosen = bot.search_for(rules).candidates.chosen
    assert np.count_nonzero(chosen) == tried


@pytest.mark.parametrize(
    ("line", "counts_wins"),
    [
        ("original players=3 piles=70,62,30,21 to=P1 hands=2,75,88,91,20,95|?4|?5 deck=", True),
        ("original players=3 piles=70,62,30,21 to=P1 hands=2,75,88,91,20,95|?6|?6 deck=?3", False),
        ("original piles=70,62,30,21 hands=2,75,88,91,20,95,25,97 deck=?9", True),
        ("original piles=70,62,30,21 hands=2,75,88,91,20,95,25,97 deck=?20", False),
        ("extreme players=3 piles=70,62,30,21 to=P1 hands=2,75,88,91,20,95|?4|?5 deck=", False),
    ],
)
def test_the_end_of_the_original_is_played_out(line: str, counts_wins: bool) -> None:
    """A sample that is played out counts 0 or 1; any other counts a chance in between."""
    state = position(line)
    bot = Master(samples=8)
    choose_turn(state, bot)
    rules = state.rules
    search = bot.search_for(rules)
    depth = depth_for(rules)
    tried = [
        float(total) - depth.trust * float(probability(value))
        for total, value in zip(
            search.candidates.sums[:2], search.candidates.values[:2], strict=True
        )
    ]
    # A sum of ones and zeros is whole but for the rounding of the probability taken off.
    assert all(total == pytest.approx(round(total), abs=1e-5) for total in tried) is counts_wins


def test_training_learns_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = Plan("original", 5, steps=12, shards=2, batch=2, width=64)
    whole, halves = Trainer(plan), Trainer(plan)
    whole.run(threads=2, on_point=lambda _: None)

    class StoppedError(Exception):
        pass

    def stop(_: object) -> None:
        if halves.step == 6:
            raise StoppedError

    with pytest.raises(StoppedError):
        halves.run(threads=1, on_point=stop)
    halves.save(tmp_path / "half.checkpoint")
    resumed = Trainer.load(tmp_path / "half.checkpoint")
    assert resumed.step == 6
    resumed.run(threads=1, on_point=lambda _: None)
    for one, other in zip(whole.average, resumed.average, strict=True):
        assert np.array_equal(one, other)
    assert not np.array_equal(whole.model.network.rows, Trainer(plan).model.network.rows)


def test_a_network_is_read_as_it_was_written(tmp_path: Path) -> None:
    network = new_network(64, seed=1)
    save_network(network, {"command": "none"}, tmp_path / "n.npz")
    for one, other in zip(network, load_network(tmp_path / "n.npz"), strict=True):
        assert np.allclose(one, other, atol=1e-3)  # a file holds 16 bits


@pytest.mark.parametrize(("bits", "share"), [(8, 0.6), (6, 0.46)])
def test_a_network_of_few_bits_is_small_and_hardly_another(
    bits: int, share: float, tmp_path: Path
) -> None:
    network = new_network(64, seed=1)
    network.rows[5] = 0
    save_network(network, {}, tmp_path / "whole.npz")
    save_network(network, {}, tmp_path / "few.npz", bits=bits)
    sizes = [(tmp_path / name).stat().st_size for name in ("few.npz", "whole.npz")]
    assert sizes[0] < share * sizes[1]
    found = load_network(tmp_path / "few.npz")
    steps = np.abs(network.rows).max(axis=1, keepdims=True) / (2 ** (bits - 1) - 1)
    # Rounded to the nearest step: half a step, and the rounding of 32-bit floats.
    assert (np.abs(found.rows - network.rows) <= 0.501 * steps).all()
    assert not found.rows[5].any()
    assert np.allclose(found.second, network.second, atol=1e-3)  # these stay at 16 bits


def test_joined_networks_give_the_mean_of_their_values() -> None:
    networks = [new_network(64, seed=1), new_network(128, seed=2, second=64)]
    inputs = np.random.default_rng(3).integers(0, 2, (5, networks[0].rows.shape[0]))

    def value(network: Any) -> Any:
        first = np.maximum(inputs @ network.rows + network.first_bias, 0)
        second = np.maximum(first @ network.second + network.second_bias, 0)
        return second @ network.last + network.last_bias

    joined = join_networks(networks)
    assert (joined.rows.shape[1], joined.last.size) == (192, 96)
    assert value(joined) == pytest.approx(np.mean([value(one) for one in networks], axis=0))
    for one, other in zip(join_networks(networks[:1]), networks[0], strict=True):
        assert np.array_equal(one, other)


def test_train_writes_a_network_and_refuses_nonsense(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "net.npz"
    status = main(
        ["train", "original", "-p", "2", "--out", str(out), "--steps", "2", "--width", "64"]
    )
    assert status == 0
    assert load_network(out).rows.shape[1] == 64
    assert main(["train", "--out", str(tmp_path / "net.txt")]) == 2
    assert main(["train", "--out", str(out), "--width", "65"]) == 2
    assert "multiple of 64" in capsys.readouterr().err
    assert main(["train", "--out", str(out), "--trace", "1.5"]) == 2
    assert "trace: 1.5 is not between 0 and 1" in capsys.readouterr().err
    assert main(["train", "--out", str(out), "--last-trace", "-1"]) == 2
    assert "last-trace: -1 is not between 0 and 1" in capsys.readouterr().err
    assert main(["train", "--out", str(out), "--second", "48"]) == 2
    assert "second: 48 is not a multiple of 32" in capsys.readouterr().err


def test_the_traces_of_the_command_are_those_of_the_training(tmp_path: Path) -> None:
    """The plan is written beside a network; only the traces differ here."""
    made: list[Any] = []
    for trace, last in ((0.8, 0.8), (0.2, 0.2), (0.8, 0.2)):
        out = tmp_path / f"{trace}-{last}.npz"
        options = ["--out", str(out), "--steps", "2", "--width", "64"]
        traces = ["--trace", str(trace), "--last-trace", str(last)]
        assert main(["train", "original", "-p", "2", *options, *traces]) == 0
        plan = json.loads(out.with_suffix(".json").read_text())["plan"]
        assert (plan["trace"], plan["last_trace"]) == (trace, last)
        made.append(load_network(out).rows.tobytes())
    assert len(set(made)) == 3


def test_the_trace_falls_evenly_to_the_last() -> None:
    plan = Plan("original", 2, trace=0.8, last_trace=0.2)
    assert [plan.trace_at(done) for done in (0.0, 0.5, 1.0)] == pytest.approx([0.8, 0.5, 0.2])
    assert Plan("original", 2, trace=0.7).trace_at(0.9) == 0.7


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("master:samples=0", "samples must be"),
        ("master:playout=-5", "playout must be"),
        (f"master:playout={10**23}", "playout must be"),
        ("expert:x=1", "no parameter .x.; it has talk"),
    ],
)
def test_wrong_parameters_are_clear(spec: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        create_bot(spec)
