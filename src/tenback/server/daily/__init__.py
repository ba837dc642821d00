"""The deal of the day on a server: its secret, its games, and when they may be told."""

from tenback.server.daily.calendar import Calendar
from tenback.server.daily.daily import Daily, DailyOnError

__all__ = ["Calendar", "Daily", "DailyOnError"]
