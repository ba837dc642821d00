"""The bots themselves, one short file each; ``greedy.py`` is also a tutorial."""
