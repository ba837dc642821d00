"""``tenback bots``: list the bots that can be seated."""

from tenback.bots import find_bots
from tenback.cli.common import Language, texts_for
from tenback.extras import install_line
from tenback.terminal.console import StreamConsole

__all__ = ["bots"]


def bots(*, lang: Language | None = None) -> None:
    """List the bots that are installed, and what they do.

    Parameters
    ----------
    lang
        Language of the texts; by default from the locale.
    """
    texts, console = texts_for(lang), StreamConsole()
    ours_first = sorted(find_bots().items(), key=lambda item: item[1].offered_by != "tenback")
    for name, entry in ours_first:
        own = entry.offered_by == "tenback"
        about = texts(f"bot.about.{name}") if own else f"{entry.target} ({entry.offered_by})"
        lacks = f" ({install_line('kernels')})" if entry.lacks else ""
        console.tell(f"{name:<12}  {about}{lacks}")
    console.tell(texts("bot.how", example="tenback play --bots expert,master:ms=200"))
