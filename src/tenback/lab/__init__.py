"""Experiments: simulate, compare, rate, plot."""
