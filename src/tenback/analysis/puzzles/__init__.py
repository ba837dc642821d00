"""Puzzles: positions with one turn that wins, made from games of strong bots and proved."""
