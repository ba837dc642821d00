"""Playing in a terminal, in plain lines."""
