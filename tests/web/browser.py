"""Debian's Chromium and how it is started: fresh, without a screen, asking nobody anything."""

from pathlib import Path

__all__ = ["CHROMIUM", "FLAGS"]

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
