"""Parts of the kill test, the fuzz and the chaos test: servers, people who play, what they saw."""
