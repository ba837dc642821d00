"""The simplest agent: any legal action.

tenback evaluate examples/random_agent.py:choose --players 1
"""

import numpy as np

source = np.random.default_rng(0)


def choose(observations, masks):
    """Choose a legal action for every game; the observations do not matter."""
    del observations
    return np.where(masks, source.random(masks.shape), -1).argmax(1)
