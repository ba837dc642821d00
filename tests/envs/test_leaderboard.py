"""The leaderboard lists every result once, beside those that it can be compared with."""

import json
from pathlib import Path
from typing import Any

from scripts.leaderboard import PAGE, page


def test_the_leaderboard_is_that_of_its_files() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


GREEDY = {"value": 0.5, "se": 0.0, "low": 0.48, "high": 0.52}


def result_file(folder: Path, name: str, won: float, **changed: Any) -> None:
    """Write a result such as ``tenback evaluate`` writes, but for what is changed."""
    share = {"value": won, "se": 0.01, "low": won - 0.02, "high": won + 0.02}
    told = {
        "agent": "net.onnx",
        "digest": "",
        "game": "original",
        "players": 1,
        "options": {},
        "games": 1000,
        "deals": {"set": "public", "seed": 1000, "key": None, "hash": "abc"},
        "opponent": None,
        "win_rate": share,
        "left": {"value": 20.0, "se": 0.5},
        "versus": [{"bot": "greedy", "win_rate": GREEDY, "left": {"value": 21.0, "se": 0.5}}],
    }
    (folder / f"{name}.json").write_text(json.dumps({**told, **changed}))


def test_the_leaderboard_keeps_what_differs_apart(tmp_path: Path) -> None:
    result_file(tmp_path, "a", 0.1, digest="one")
    result_file(tmp_path, "b", 0.2, digest="two")
    result_file(tmp_path, "c", 0.3, options={"expert_minimum": True, "hand_size": 5})
    result_file(tmp_path, "d", 0.4, game="duel", players=2, opponent="greedy")
    result_file(tmp_path, "e", 0.6, game="duel", players=2, opponent="tuned")
    result_file(tmp_path, "f", 0.7, game="extreme", options={"layout": "even"})
    sections = page(tmp_path).split("\n## ")[1:]
    told = {
        heading: [row.split(" | ")[:2] for row in rows[2:]]
        for heading, _, *rows in (section.strip().splitlines() for section in sections)
    }
    greedy = ["| greedy", "50.0 %"]
    assert told == {
        "duel, 2 players, every deal from both seats against `greedy`": [
            greedy,
            ["| net.onnx", "40.0 %"],
        ],
        "duel, 2 players, every deal from both seats against `tuned`": [
            ["| net.onnx", "60.0 %"],
            greedy,
        ],
        "extreme, 1 player": [["| net.onnx", "70.0 %"], greedy],
        "original, 1 player": [
            greedy,
            ["| net.onnx `two`", "20.0 %"],
            ["| net.onnx `one`", "10.0 %"],
        ],
        "original, 1 player, expert_minimum=true, hand_size=5": [greedy, ["| net.onnx", "30.0 %"]],
    }
