"""Draw learning curves: python examples/plot_curves.py masked_ppo.csv dqn.csv --out curves.svg

Every point is a mean of the games that ended since the one before; the line is a mean of the last
rows with 200 games or more.
"""

import argparse
import csv
from pathlib import Path

import matplotlib.pyplot as plt

GAMES = 200


def smoothed(rows: list[dict[str, str]]) -> list[float]:
    """Return the mean cards left of the last rows that have enough games together."""
    found: list[float] = []
    for end in range(1, len(rows) + 1):
        games = total = 0.0
        for row in reversed(rows[:end]):
            games += float(row["games"])
            total += float(row["games"]) * float(row["cards_left"])
            if games >= GAMES:
                break
        found.append(total / games)
    return found


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("curves", type=Path, nargs="+", help="files that the examples have written")
parser.add_argument("--out", type=Path, default=Path("curves.svg"))
given = parser.parse_args()
plt.rcParams["svg.hashsalt"] = "tenback"
figure, axes = plt.subplots(figsize=(6, 3.4))
for path in given.curves:
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    steps, left = ([float(row[name]) for row in rows] for name in ("steps", "cards_left"))
    (line,) = axes.plot(steps, smoothed(rows), label=path.stem)
    axes.plot(steps, left, ".", markersize=2, alpha=0.5, color=line.get_color())
axes.set(xlabel="steps", ylabel="cards left while it learned", ylim=(0, 98))
axes.grid(alpha=0.3)
axes.legend()
figure.tight_layout()
figure.savefig(given.out, metadata={"Date": None} if given.out.suffix == ".svg" else None)
