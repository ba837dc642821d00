"""``tenback join``: seat one of our bots at a remote table."""

import asyncio

from tenback.bots import BotError, create_bot
from tenback.cli.common import WholeNumber
from tenback.cli.errors import CliError

__all__ = ["join"]


def join(
    link: str,
    *,
    bot: str = "tuned",
    name: str = "",
    games: WholeNumber = 0,
    seed: WholeNumber = 0,
) -> None:
    """Let a bot take a seat at a remote table and play there.

    Parameters
    ----------
    link
        The link to the table, as its host shares it: http://HOST:PORT/t/CODE.
    bot
        Which bot; see 'tenback bots'.
    name
        Its name at the table; by default the name of the bot.
    games
        Leave after this many games; 0 plays for as long as the table does.
    seed
        The seed of the bot's randomness.
    """
    from tenback.server.remote.address import LinkError, read_link  # noqa: PLC0415 - an extra
    from tenback.server.remote.player import (  # noqa: PLC0415
        RemoteError,
        RemotePlayer,
        take_seat,
    )

    try:
        player = create_bot(bot, seed=seed)
        table = read_link(link)
    except BotError as error:
        raise CliError(f"bot: {error}") from None
    except LinkError as error:
        raise CliError(f"{link!r}: {error}") from None
    if games < 0:
        raise CliError(f"games: {games} is not at least 0")
    try:
        seated = take_seat(table, name or bot.partition(":")[0].capitalize())
        print(f"seated at {table.code} as P{seated.seat + 1}", flush=True)
        remote = RemotePlayer(table, seated, player, lambda text: print(text, flush=True), games)
        asyncio.run(remote.play())
    except RemoteError as error:
        raise CliError(str(error), status=1) from None
