"""Attacks on a server from outside, each against a server of its own with its default limits."""
