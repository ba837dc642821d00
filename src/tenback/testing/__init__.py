"""Tools for tests against tenback: Hypothesis strategies, invariants, random play, node counts.

The strategies need the extra ``tenback[testing]``. The modules about compiled code (``calls``,
``differential``, ``expert_positions``, ``traces``) need ``tenback[kernels]``. The rest needs no
extra.
"""
