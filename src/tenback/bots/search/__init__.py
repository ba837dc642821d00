"""Finding a turn: candidates, sampled deals, sequential halving."""
