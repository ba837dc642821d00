"""``tenback daily``: play the deal of the day, and check the deals of days that are over."""

from cyclopts import App

from tenback.cli.daily.play import play_daily

__all__ = ["daily"]

daily = App(name="daily")
daily.default(play_daily)
daily.command(
    "tenback.cli.daily.check:check_daily",
    name="check",
    help="Check the key of a day that is over, and the cards that follow from it.",
)
