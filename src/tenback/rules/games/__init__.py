"""The games: every module of this folder is one, and the registry finds it here."""
