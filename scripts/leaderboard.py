"""Make the leaderboard from result files: python scripts/leaderboard.py

A result file is what ``tenback evaluate --out FILE.json`` writes; those in docs/leaderboard/ are
listed.
"""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "docs" / "leaderboard"
PAGE = ROOT / "docs" / "leaderboard.md"
HEAD = """\
# Leaderboard

Agents on the public deals, the same for everybody, next to built-in bots on the same deals. This
page is made from the files in [leaderboard/](leaderboard) by `python scripts/leaderboard.py`; each
holds the version, the set of deals with its hash, and a digest of the agent. To add yours, train on
other deals than those of set 1000, run the command below and send the file.

```console
$ tenback evaluate agent.py:choose --game original --players 1 --games 1000 --out agent.json
```

Rows marked **hidden** were played on deals of a secret key (`tenback evaluate --key FILE`), to see
whether an agent knows the public ones by heart; the file holds a hash of the key, so that the deals
can be checked once the key is told. Rows marked *own set* were played on those of another seed.
Cards left are those of games that were lost; a game that was won counts as 0. A built-in bot that
stands there twice has become stronger: the weaker row is of an earlier one.

The key of the first hidden set was drawn by chance on 2026-11-17; no agent was trained or chosen on
its deals. It is told now: [hidden-1.key](leaderboard/hidden-1.key).
"""
_SETS = {"public": "public", "hidden": "**hidden**", "own": "*own set*"}
_DEFAULT_LAYOUT = ("layout", "even")
COLUMNS = ("agent", "won", "95 %", "cards left", "deals", "set")


#: What results must share to stand in one table: game, players, options, opponent.
Section = tuple[str, int, str, str]


def entries(folder: Path = RESULTS) -> dict[Section, list[dict[str, Any]]]:
    """Read the result files by what they can be compared in."""
    found: dict[Section, list[dict[str, Any]]] = {}
    for path in sorted(folder.glob("*.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        options = ", ".join(
            f"{name}={value if isinstance(value, str) else json.dumps(value)}"
            for name, value in sorted(told["options"].items())
            if (name, value) != _DEFAULT_LAYOUT
        )
        section = (told["game"], told["players"], options, told["opponent"] or "")
        found.setdefault(section, []).append(told)
    return found


def rows(results: list[dict[str, Any]]) -> list[list[str]]:
    """List agents and the bots beside them, the strongest first; each result is listed once."""
    listed: dict[tuple[Any, ...], list[str]] = {}
    digests: dict[str, set[str]] = {}
    for told in results:
        lines = [(told["agent"], told["digest"], told["win_rate"], told["left"])]
        lines += [(one["bot"], "", one["win_rate"], one["left"]) for one in told["versus"]]
        deals, games = told["deals"], told["games"]
        for name, digest, won, left in lines:
            digests.setdefault(name, set()).add(digest)
            # Strongest first. A bot stands in many files; with another result it is another bot.
            key = (-won["value"], left["value"], name, digest, deals["hash"], games)
            listed[key] = [
                name,
                f"{100 * won['value']:.1f} %",
                f"{100 * won['low']:.1f} to {100 * won['high']:.1f}",
                f"{left['value']:.2f} ± {left['se']:.2f}",
                str(games),
                f"{_SETS[deals['set']]} `{deals['hash']}`",
            ]
    for (_, _, name, digest, _, _), row in listed.items():
        if digest and len(digests[name]) > 1:  # namesakes
            row[0] = f"{name} `{digest}`"
    return [listed[key] for key in sorted(listed)]


def page(folder: Path = RESULTS) -> str:
    """Return the page."""
    parts = [HEAD]
    for (game, players, options, opponent), results in sorted(entries(folder).items()):
        heading = f"## {game}, {players} player{'s' if players > 1 else ''}"
        if options:
            heading += f", {options}"
        if opponent:
            heading += f", every deal from both seats against `{opponent}`"
        lines = [" | ".join(COLUMNS), "|".join(["---"] * len(COLUMNS))]
        lines += [" | ".join(row) for row in rows(results)]
        parts.append(heading + "\n\n" + "\n".join(f"| {line} |" for line in lines) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
