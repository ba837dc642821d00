"""Tutorials: real tables with a prepared deck, and steps to try on them."""

from tenback.server.tutorials.lessons import LESSONS, Lesson

__all__ = ["LESSONS", "Lesson"]
