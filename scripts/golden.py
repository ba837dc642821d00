"""Write the golden play-throughs anew: python scripts/golden.py

Look at the difference before committing it: every changed line is a changed rule or view.
"""

from pathlib import Path

from tenback.testing.golden import GOLDEN_GAMES, play_through

FOLDER = Path(__file__).parent.parent / "tests" / "golden"

if __name__ == "__main__":
    for game, players in GOLDEN_GAMES:
        path = FOLDER / f"{game}-{players}.txt"
        path.write_text(play_through(game, players), encoding="utf-8")
        print(path)
