"""How the networks of `expert` are made: self-play, TD(lambda), Adam, all on the processor."""
