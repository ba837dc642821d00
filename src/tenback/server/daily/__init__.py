"""The deal of the day on a server: its secret, the games of it, and what is told of them when."""

from tenback.server.daily.calendar import Calendar
from tenback.server.daily.daily import Daily, DailyOnError

__all__ = ["Calendar", "Daily", "DailyOnError"]
