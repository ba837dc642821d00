"""The version of the evaluator that made a review; another one may judge differently."""

import hashlib
from functools import cache
from importlib.resources import files
from typing import Final

__all__ = ["DEFAULT_SAMPLES", "review_version"]

DEFAULT_SAMPLES: Final = 128
#: To be raised whenever the code changes what a review says.
_EVALUATOR: Final = 1
_DIGITS: Final = 12


def review_version(samples: int = DEFAULT_SAMPLES) -> str:
    """Return a word that changes with the evaluator, its networks, its correction or the samples.

    A review that was kept under another word is out of date.
    """
    return f"{_EVALUATOR}-{samples}-{_data_digest()}"


@cache
def _data_digest() -> str:
    """Hash the networks and the measured corrections."""
    digest = hashlib.sha256()
    networks = files("tenback.bots.value").joinpath("networks")
    kept = [one for one in networks.iterdir() if one.name.endswith(".npz")]
    for file in sorted(kept, key=lambda one: one.name):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    digest.update(files("tenback.analysis.reviewing").joinpath("calibration.json").read_bytes())
    return digest.hexdigest()[:_DIGITS]
