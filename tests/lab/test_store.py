"""Kept games: taken over, completed, tidied and finally forgotten."""

import errno
import os
import sys
import time
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from tenback.lab.chunks import play_chunk
from tenback.lab.game_table import GameTable
from tenback.lab.simulation import simulate
from tenback.lab.spec import RunSpec, make_spec
from tenback.lab.store import RunStore, runs_folder
from tenback.records import build_ruleset
from tenback.rules import Ruleset


def run(seed: int = 0) -> RunSpec:
    return make_spec(build_ruleset("original", 2), "greedy", seed)


def kept(store: RunStore, spec: RunSpec, games: int) -> GameTable:
    table = GameTable(spec, games)
    for chunk in store.load(spec):
        table.add(chunk)
    return table


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    store, spec = RunStore(tmp_path), run()
    store.save(spec, play_chunk(spec, 0, 10))
    store.save(spec, play_chunk(spec, 5, 15))  # overlaps, as two runs at once may
    store.save(spec, play_chunk(spec, 40, 100))
    result = simulate("original", players=2, games=60, store=store)
    assert result.games_played == 60 - 20 - 20
    assert result == simulate("original", players=2, games=60)
    assert result.frame.equals(simulate("original", players=2, games=60).frame)


def test_a_finished_run_is_forgotten_and_played_again(tmp_path: Path) -> None:
    first = simulate("original", players=2, games=50, store=RunStore(tmp_path))
    assert not list(tmp_path.rglob("*.npz"))
    again = simulate("original", players=2, games=50, store=RunStore(tmp_path))
    assert (first.games_played, again.games_played) == (50, 50)
    assert again.games_per_second > 0
    assert again == first


def test_a_short_run_leaves_the_games_of_a_longer_one(tmp_path: Path) -> None:
    store, spec = RunStore(tmp_path), run()
    store.save(spec, play_chunk(spec, 0, 80))
    assert simulate("original", players=2, games=10, store=store).games_played == 0
    assert simulate("original", players=2, games=100, store=store).games_played == 20
    assert not list(tmp_path.rglob("*.npz"))


def test_runs_do_not_mix(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    simulate("original", players=2, games=20, store=store)
    other = simulate("original", players=2, games=20, seed=1, store=store)
    assert other.games_played == 20
    assert other == simulate("original", players=2, games=20, seed=1)


def test_a_fresh_store_forgets_first(tmp_path: Path) -> None:
    def left_over() -> None:
        RunStore(tmp_path).save(run(), play_chunk(run(), 0, 15))

    left_over()
    resumed = simulate("original", players=2, games=20, store=RunStore(tmp_path))
    left_over()
    fresh = simulate("original", players=2, games=20, store=RunStore(tmp_path, is_fresh=True))
    assert (resumed.games_played, fresh.games_played) == (5, 20)
    assert resumed == fresh


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 cut off", b"no zip at all"])
def test_damaged_files_are_as_if_they_were_not_there(tmp_path: Path, damage: bytes) -> None:
    store, spec = RunStore(tmp_path), run()
    store.save(spec, play_chunk(spec, 0, 10))
    next(tmp_path.rglob("*.npz")).write_bytes(damage)
    (tmp_path / spec.digest / "1-strange.npz").write_bytes(b"")
    assert simulate("original", players=2, games=10, store=store).games_played == 10


def test_old_runs_are_deleted(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    for seed in (0, 1):
        store.save(run(seed), play_chunk(run(seed), 0, 5))
    long_ago = time.time() - 31 * 24 * 3600
    os.utime(tmp_path / run(0).digest, (long_ago, long_ago))
    store = RunStore(tmp_path)
    assert (kept(store, run(0), 5).count, kept(store, run(1), 5).count) == (0, 5)


def test_code_of_a_bot_is_part_of_the_run(plug_in: Path) -> None:
    from tenback.lab import fingerprint

    rules = build_ruleset("original", 1)
    before = make_spec(rules, "slow").digest
    source = plug_in / "lab_plug_in.py"
    source.write_text(source.read_text() + "\n# another opinion\n")
    fingerprint._foreign_fingerprint.cache_clear()  # pyright: ignore[reportPrivateUsage]
    assert make_spec(rules, "slow").digest != before


def test_every_file_of_a_bots_package_is_part_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tenback.lab import fingerprint

    def digest() -> bytes:
        fingerprint._foreign_fingerprint.cache_clear()  # pyright: ignore[reportPrivateUsage]
        return fingerprint._foreign_fingerprint("packaged.bots.one:One", "packaged")  # pyright: ignore[reportPrivateUsage]

    home = tmp_path / "packaged"
    (home / "bots").mkdir(parents=True)
    for name in ("__init__.py", "mind.py", "bots/__init__.py", "bots/one.py", "weights.npz"):
        (home / name).write_text("")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    seen = {digest()}
    for name in ("mind.py", "bots/one.py", "weights.npz"):
        (home / name).write_text("# another opinion")
        seen.add(digest())
    assert len(seen) == 4


GAME_OF_OTHERS = """
from helping import Cautious
from tenback.rules.games.original import Original

class Mild(Cautious, Original):
    id = "mild"
    aliases = ()
"""


def test_code_of_a_game_is_part_of_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tenback.lab import fingerprint

    (tmp_path / "mild_game.py").write_text(GAME_OF_OTHERS)
    (tmp_path / "helping.py").write_text("class Cautious:\n    pass\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    spec = RunSpec(Ruleset(import_module("mild_game").Mild(), 1), ("greedy",))
    seen = {spec.digest}
    for name in ("mild_game.py", "helping.py"):
        (tmp_path / name).write_text((tmp_path / name).read_text() + "# another opinion\n")
        fingerprint._game_fingerprint.cache_clear()  # pyright: ignore[reportPrivateUsage]
        seen.add(spec.digest)
    for name in ("mild_game", "helping"):
        sys.modules.pop(name)
    assert len(seen) == 3


def test_a_full_disk_does_not_cost_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "savez", refuse)
    result = simulate("original", players=2, games=50, store=RunStore(tmp_path))
    assert result.games == 50
    assert "no longer kept" in caplog.text
    assert not list(tmp_path.rglob("*.*"))


def test_the_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TENBACK_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert runs_folder() == Path("/x/tenback/runs")
    monkeypatch.setenv("TENBACK_CACHE_DIR", "/y")
    assert runs_folder() == Path("/y/runs")
