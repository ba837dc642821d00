"""Scripted tables for learning: a real table with a prepared deck, and what to try on it."""

from tenback.server.tutorials.lessons import LESSONS, Lesson

__all__ = ["LESSONS", "Lesson"]
