"""Requests for a deal of the day that come at the same time, at one node or at several."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Barrier

import pytest
from tests.server.serving import Answer, Served

from tenback.records.daily import DailyDeal, DailyKind
from tenback.server.daily import Calendar

__all__ = ["ask_for_daily_at_once"]

_PATIENCE = 120


def ask_for_daily_at_once(
    servers: Sequence[Served], kind: DailyKind, client: str, monkeypatch: pytest.MonkeyPatch
) -> list[Answer]:
    """Ask each server for the same deal; none of them deals before all have been asked."""
    all_there, deal = Barrier(len(servers)), Calendar.deal

    async def deal_together(self: Calendar, day: date, kind: DailyKind) -> DailyDeal | None:
        await asyncio.to_thread(all_there.wait, _PATIENCE)
        return await deal(self, day, kind)

    def ask(served: Served) -> Answer:
        wanted = {"name": "Ana", "client": client}
        return served.ask(f"/api/daily/{kind.game}/{kind.players}", wanted)

    with monkeypatch.context() as patched, ThreadPoolExecutor(len(servers)) as askers:
        patched.setattr(Calendar, "deal", deal_together)
        return list(askers.map(ask, servers))
