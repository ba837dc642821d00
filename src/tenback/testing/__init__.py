"""Tools for tests against tenback: Hypothesis strategies, invariants, random play, node counts.

The strategies need the extra ``tenback[testing]``; the rest needs no extra.
"""
