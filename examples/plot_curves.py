"""Draw learning curves: python examples/plot_curves.py masked_ppo.csv dqn.csv --out curves.svg"""

import argparse
import csv
from pathlib import Path

import matplotlib.pyplot as plt

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
    axes.plot(steps, left, marker="." if len(rows) < 40 else None, label=path.stem)
axes.set(xlabel="steps", ylabel="cards left while it learned", ylim=(0, 98))
axes.grid(alpha=0.3)
axes.legend()
figure.tight_layout()
figure.savefig(given.out, metadata={"Date": None} if given.out.suffix == ".svg" else None)
