"""Parts of the kill test and of the fuzz: a server to torment, people who play, what they saw."""
