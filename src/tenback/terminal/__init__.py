"""Playing at a terminal, in plain lines."""
