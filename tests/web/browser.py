"""Debian's Chromium and how it is started: without a screen, and without requests of its own."""

from pathlib import Path

__all__ = ["CHROMIUM", "FLAGS"]

CHROMIUM = Path("/usr/bin/chromium")

#: Parts of the browser that nobody sees here. Without the popups of the address bar, which are
#: pages of their own in every window, a new profile takes less than half of the time. The others
#: are those that Playwright switches off too: only the last list on a command line counts.
_UNSEEN = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(_UNSEEN)}",
)
