"""Playing in a terminal, in plain lines or on the full screen."""
