"""How long it takes to make the talk guard, and how long the guard takes to judge a sentence.

Judges the phrases of every language's ``guard/examples.tsv``, in several rounds; prints the mean
CPU time of the rounds and its standard error.
"""

import statistics
import time

from tenback.table.listening import talk_guard
from tenback.texts import LANGUAGES
from tenback.texts.folders import read

ROUNDS = 10


def main() -> None:
    start = time.process_time()
    guard = talk_guard()
    made = time.process_time() - start
    texts = [
        line.split("\t")[1]
        for language in LANGUAGES
        for line in read(language, "guard", "examples.tsv").splitlines()[1:]
    ]
    rounds: list[float] = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for text in texts:
            guard.judge(text, hints_allowed=False)
        rounds.append((time.process_time() - start) / len(texts) * 1e6)
    error = statistics.stdev(rounds) / ROUNDS**0.5
    print(f"languages: {', '.join(LANGUAGES)}")
    print(f"made in {made * 1e3:.0f} ms")
    print(f"{len(texts)} phrases, {ROUNDS} rounds: {statistics.mean(rounds):.1f} ± {error:.1f} µs")


if __name__ == "__main__":
    main()
