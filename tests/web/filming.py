"""A turn as a short film: every movement is stopped and photographed step by step."""

import io
import json
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import WebSocketRoute
from tests.web.guest import WORDS, Guest
from tests.web.playing import look
from tests.web.scenes import DESKTOP, HAND, Stand, played

__all__ = ["film_turn"]

_SIZE = (720, 450)
#: Milliseconds from one picture of a movement to the next.
_STEP = 45
#: Stop everything that moves, at so many milliseconds of its own time.
_STOP = """(now) => document.getAnimations().forEach((each) => {
  each.pause();
  each.currentTime = now;
})"""
_END = """() => document.getAnimations().forEach((each) => {
  if (each.effect.getComputedTiming().iterations !== Infinity) each.finish();
})"""
_MOVES = "(what) => document.querySelector(what)?.getAnimations().length > 0"


class _Film:
    """Pictures of a page, each with the time that it is shown."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._pictures: list[Image.Image] = []
        self._times: list[int] = []

    def take(self, ms: int) -> None:
        """Take a picture that is shown for so long."""
        with Image.open(io.BytesIO(self._guest.page.screenshot())) as image:
            small = image.convert("RGB").resize(_SIZE, Image.Resampling.LANCZOS)
        self._pictures.append(small)
        self._times.append(ms)

    def move(self, what: str, length: int, rest: int) -> None:
        """Film what moves for so long, from its beginning, and then the moment after it."""
        self._guest.until(_MOVES, what)
        for now in range(0, length, _STEP):
            self._guest.page.evaluate(_STOP, now)
            self.take(_STEP)
        self._guest.page.evaluate(_END)
        self._guest.page.wait_for_timeout(150)  # labels change after cards
        self.take(rest)

    def save(self, file: Path) -> None:
        """Write it as one moving picture that begins again."""
        first, *others = self._pictures
        first.save(
            file,
            save_all=True,
            append_images=others,
            duration=self._times,
            loop=0,
            quality=60,
            method=6,
        )
        print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB, {len(self._times)} pictures")


def film_turn(stand: Stand, file: Path) -> None:
    """Film a turn: a card jumps back, another is laid, the turn ends, and cards are drawn."""
    with stand.guest(DESKTOP | {"reduced_motion": "no-preference"}, "dark") as guest:
        is_open = True

        def connect(socket: WebSocketRoute) -> None:
            def pass_on(message: str | bytes) -> None:
                nonlocal is_open
                told: dict[str, Any] = json.loads(message)
                # The film ends with this turn: nothing that comes after it is shown.
                if is_open or told["type"] == "pong":
                    socket.send(message)
                if told["type"] == "update":
                    is_open &= all(one["type"] != "turn_ended" for one in told["happenings"])

            socket.connect_to_server().on_message(pass_on)

        table = stand.play(played("original", 3, 5, 15))
        guest.sit(table)
        guest.until(HAND)
        guest.page.wait_for_timeout(1500)
        guest.page.route_web_socket("**/*", connect)
        guest.page.reload()
        guest.until(HAND)
        guest.page.wait_for_timeout(1500)
        line = guest.context.new_cdp_session(guest.page)
        for command, details in (("enable", {}), ("setPlaybackRate", {"playbackRate": 0.01})):
            # So slow that nothing moves on before it is stopped.
            line.send(  # pyright: ignore[reportUnknownMemberType] untyped there
                f"Animation.{command}", details
            )
        film = _Film(guest)
        film.take(900)
        for _ in range(2):
            best = look(guest).best
            assert best is not None
            guest.page.click(f'[data-hand-card="{best.card}"]')
            film.move(f'.place:has([data-hand-card="{best.card}"])', 220, 600)
            guest.page.click(f'[data-pile="{best.pile}"] button')
            jumps = best.cost < 0
            film.move(f'[data-pile="{best.pile}"] .top', 1100 if jumps else 300, 500)
        guest.page.get_by_role("button", name=WORDS("web.turn.end")).click()
        film.move(".place button", 660, 1600)
        film.save(file)
