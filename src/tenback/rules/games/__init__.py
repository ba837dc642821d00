"""The games: every module of this folder is one, and is found by lying here."""
