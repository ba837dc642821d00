"""One file per use case: its command, its events, how it is decided, what it changes."""
