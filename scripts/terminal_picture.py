"""Draw the full screen for the page of the terminal: python scripts/terminal_picture.py"""

import asyncio
import re
import tempfile
from dataclasses import replace
from pathlib import Path

from tenback import Game
from tenback.terminal.full_screen import FullScreen
from tenback.texts import Texts

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "terminal.svg"
#: The picture asks for no font from elsewhere.
FONTS = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


async def draw() -> str:
    """Play two turns beside a bot, pick up a card, and return the screen."""
    game = Game("extreme", players=2, seed=7, starter=0, names=("Ana", "greedy"))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        record = replace(game.record(), bots=((1, "greedy"),))
        app = FullScreen(record, Texts("en"), Path(folder) / "game.txt")
        async with app.run_test(size=(80, 32)) as pilot:
            for turn in range(2):
                while app.session.game.state.turns < 2 * turn:
                    await asyncio.sleep(0.1)
                state = app.session.game.state
                for card, pile in next(state.legal_turns()):
                    app.action_pick(card)
                    app.action_lay(pile)
                app.action_type("end")
            while app.session.game.state.turns < 4:
                await asyncio.sleep(0.1)
            await pilot.pause(1)
            app.action_pick(app.session.game.state.hands[0][2])
            await pilot.pause(0.5)
            return FONTS.sub("", app.export_screenshot(simplify=True))


if __name__ == "__main__":
    PICTURE.write_text(asyncio.run(draw()) + "\n", encoding="utf-8")
    print(PICTURE)
