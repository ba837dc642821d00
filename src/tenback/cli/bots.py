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
    ours_first = sorted(find_bots().items(), key=lambda item: not item[1].is_own)
    for name, entry in ours_first:
        about = f"{entry.target} ({entry.offered_by})"
        if entry.is_own:
            about = texts(f"bot.about.{name}")
        lacks = f" ({install_line('kernels')})" if entry.lacks else ""
        console.tell(f"{name:<12}  {about}{lacks}")
    console.tell(texts("bot.how", example="tenback play --bots expert,master:ms=200"))
