"""``tenback bots``: list the bots that can be seated."""

from tenback.bots import find_bots
from tenback.extras import install_line

__all__ = ["bots"]


def bots() -> None:
    """List the bots that are installed, with the package that provides each."""
    for name, entry in sorted(find_bots().items()):
        lacks = f"  (needs {entry.lacks}: {install_line('kernels')})" if entry.lacks else ""
        print(f"{name:<16}{entry.offered_by:<20}{entry.target}{lacks}")
