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

The key of the first hidden set was drawn by chance on 2026-11-17; no agent was trained or chosen on
its deals. It is told now: [hidden-1.key](leaderboard/hidden-1.key).
"""
_SETS = {"public": "public", "hidden": "**hidden**", "own": "*own set*"}
COLUMNS = ("agent", "won", "95 %", "cards left", "deals", "set")


def entries() -> dict[tuple[str, int], list[dict[str, Any]]]:
    """Read the result files by game and number of players."""
    found: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for path in sorted(RESULTS.glob("*.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        found.setdefault((told["game"], told["players"]), []).append(told)
    return found


def rows(results: list[dict[str, Any]]) -> list[list[str]]:
    """List agents and the bots beside them, the strongest first; a bot is listed once per set."""
    listed: dict[tuple[str, str, int], list[str]] = {}
    order: dict[tuple[str, str, int], tuple[float, float]] = {}
    for told in results:
        lines = [(told["agent"], told["win_rate"], told["left"])]
        lines += [(one["bot"], one["win_rate"], one["left"]) for one in told["versus"]]
        where = _SETS[told["deals"]["set"]]
        for name, won, left in lines:
            key = (name, told["deals"]["hash"], told["games"])
            order[key] = (-won["value"], left["value"])
            listed[key] = [
                name,
                f"{100 * won['value']:.1f} %",
                f"{100 * won['low']:.1f} to {100 * won['high']:.1f}",
                f"{left['value']:.2f} ± {left['se']:.2f}",
                str(told["games"]),
                f"{where} `{told['deals']['hash']}`",
            ]
    return [listed[key] for key in sorted(listed, key=lambda key: order[key])]


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for (game, players), results in sorted(entries().items()):
        who = f"{players} player{'s' if players > 1 else ''}"
        lines = [" | ".join(COLUMNS), "|".join(["---"] * len(COLUMNS))]
        lines += [" | ".join(row) for row in rows(results)]
        opposite = results[0]["opponent"]
        against = f", every deal from both seats against `{opposite}`" if opposite else ""
        parts.append(
            f"## {game}, {who}{against}\n\n" + "\n".join(f"| {line} |" for line in lines) + "\n"
        )
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
