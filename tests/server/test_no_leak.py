"""No hidden card reaches anybody: every frame of whole games is searched, by a tested search.

Games of every kind are played over real sockets, with all that happens at a table: lost
connections, cards taken back, signals, commands that are refused or too late, spectators.
"""

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from tests.server.allowances import EAGERNESS
from tests.server.client import Client
from tests.server.leaks import LeakError, Sight, Truth, search_body, search_frames
from tests.server.serving import Json, Served, serving

from tenback.bots import create_bot
from tenback.server.remote.rebuild import rebuild_rules, rebuild_view
from tenback.server.wire.views import Own, PlayView, RulesView
from tenback.table import Play, Stage

#: Game, players, and other settings of the table.
KINDS: dict[str, tuple[str, int, Json]] = {
    "original-1": ("original", 1, {}),
    "original-2": ("original", 2, {"memory": True}),
    "original-3": ("original", 3, {"text": True}),
    "original-4": ("original", 4, {"starter": "host"}),
    "original-5": ("original", 5, {"starter": "lot"}),
    "extreme-1": ("extreme", 1, {}),
    "extreme-2": ("extreme", 2, {"turn_seconds": 3600}),
    "extreme-3": ("extreme", 3, {}),
    "extreme-4": ("extreme", 4, {"public": True}),
    "extreme-5": ("extreme", 5, {"starter": "host"}),
    "duel": ("duel", 2, {}),
}
#: Kinds of which a second game is played at the same table.
AGAIN = ("original-3", "duel")
#: Who sits where; the server's own bot needs no client.
SEATED = ("person", "program", "bot", "person", "program")

DISTURBANCES = ("signal", "refused", "late", "lost", "anew", "look", "watch", "talk")


@dataclass
class Recording:
    """Everything that was sent at one table."""

    code: str
    clients: list[Client]
    tokens: list[str]
    #: Bodies of HTTP answers, with the number of the last event before the request.
    bodies: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])

    @property
    def sights(self) -> list[Sight]:
        return [Sight(client.seat, client.frames, client.sent) for client in self.clients]


class Evening:
    """People and programs at one table, moving at random."""

    def __init__(self, served: Served, kind: str) -> None:
        self.served = served
        self.kind = kind
        self.chance = random.Random(kind)
        self.is_new = True
        game, players, settings = KINDS[kind]
        options: Json = {"layout": "random"} if kind == "extreme-3" else {}
        opened = served.open(game, players=players, settings={"pace": 0, **settings}, **options)
        self.code: str = opened["code"]
        taken = [opened]
        self.bots = 0
        for seat in range(1, players):
            if SEATED[seat] == "bot":
                self.bots += 1
            else:
                taken.append(served.sit(self.code, f"Guest {'ABCDE'[seat]}", SEATED[seat]))
        url = served.socket_url(self.code)
        self.players = [Client(url, one["token"], one["seat"]) for one in taken]
        self.watching = [Client(url)]
        self.recording = Recording(
            self.code, [*self.players, *self.watching], [one["token"] for one in taken]
        )

    async def play(self) -> Recording:
        """Play one game, or two."""
        try:
            await self.play_games()
            for client in self.recording.clients:
                await client.until(lambda c=client: c.is_over)
        finally:
            for client in self.recording.clients:
                await client.disconnect()
        return self.recording

    async def play_games(self) -> None:
        host = self.players[0]
        for client in self.recording.clients:
            await client.connect()
        for _ in range(self.bots):
            await host.done("seat_bot", bot="greedy")
        for guest in self.players[1:]:
            await guest.done("ready")
        await self.look_around()
        await host.done("start_game")
        games = 2 if self.kind in AGAIN else 1
        for number in range(1, games + 1):
            for player in self.players:
                await player.until(lambda p=player, n=number: p.play and p.play["number"] == n)
            await self.choose_starter()
            await asyncio.gather(*map(self.play_seat, self.players))
            if number < games:
                for player in self.players:
                    await player.done("rematch")

    async def choose_starter(self) -> None:
        host = self.players[0]
        if host.table["stage"] != "dealt":
            return
        voters = [host] if host.table["settings"]["starter"] == "host" else self.players
        for voter in voters:
            await voter.do("offer_start", eagerness=self.chance.choice(EAGERNESS))
            await voter.do("choose_starter", seat=self.chance.randrange(len(host.table["seats"])))

    async def play_seat(self, player: Client) -> None:
        await player.until(lambda: player.table["stage"] in ("playing", "over"))
        for what in self.chance.sample(DISTURBANCES, len(DISTURBANCES)):
            await self.disturb(player, what)
        while not player.is_over:
            if self.chance.random() < 0.08:
                await self.disturb(player, self.chance.choice(DISTURBANCES))
            await player.until(lambda: player.is_to_move or player.is_over)
            if not player.is_over:
                await self.move(player)

    async def move(self, player: Client) -> None:
        own = player.own
        assert own is not None
        if player.seat is not None and SEATED[player.seat] == "program" and not player.play["laid"]:
            await player.do("play_turn", placements=greedy_turn(player))
        elif own["may_take_back"] and (self.is_new or self.chance.random() < 0.15):
            self.is_new = False
            await player.do("take_back")
        elif (own["may_end"] and self.chance.random() < 0.8) or not own["legal"]:
            await player.do("end_turn")
        else:
            option = self.chance.choice(own["legal"])
            await player.do("place", card=option["card"], pile=option["pile"])

    async def disturb(self, player: Client, what: str) -> None:
        """Do what happens at a table besides playing."""
        chance = self.chance
        match what:
            case "signal":
                kind = chance.choice(["keep_off", "small_steps"])
                await player.do("give_signal", kind=kind, subject=chance.randrange(4))
            case "refused":
                await player.do("place", card=chance.randrange(2, 60), pile=chance.randrange(6))
                await player.do("end_turn")
                await player.send('{"type": "do", "id": "odd", "command": {"type": "peek"}}')
            case "late":
                await player.do("place", card=chance.randrange(2, 60), pile=0, seen=1)
            case "lost":
                await player.reconnect()
            case "anew":
                await player.reconnect(seen=0)
            case "look":
                await self.look_around()
            case "watch" if len(self.watching) < 4:
                late = Client(self.served.socket_url(self.code))
                self.watching.append(late)
                self.recording.clients.append(late)
                await late.connect(seen=chance.randrange(10))
                await late.do("place", card=2, pile=0)
            case _:
                await player.do("say", text=chance.choice(["hurry up", "I have the 34", "well"]))
                await player.do("withdraw_signals")

    async def look_around(self) -> None:
        """Ask for everything over HTTP that may be asked for while the game is on."""
        table = f"/api/tables/{self.code}"
        seq = self.players[0].seq
        for path in (
            table,
            f"{table}/games",
            f"{table}/games/1/record?format=json",
            f"{table}/games/1/replay",
            f"{table}/games/1/proof",
            "/api/tables",
            "/metrics",
        ):
            answer = await asyncio.to_thread(self.served.ask, path)
            # The game may have ended before the answer, and no player have heard of it yet.
            now = await asyncio.to_thread(self.served.ask, table)
            if now.json["stage"] != "over" and self.is_first_game:
                self.recording.bodies.append((seq, answer.text))

    @property
    def is_first_game(self) -> bool:
        play = self.players[0].table["play"]
        return play is None or play["number"] == 1


def greedy_turn(player: Client) -> list[list[int]]:
    rules = rebuild_rules(msgspec.convert(player.table["rules"], RulesView, strict=False))
    view = rebuild_view(
        rules, msgspec.convert(player.play, PlayView), msgspec.convert(player.own, Own)
    )
    return [[card, pile] for card, pile in create_bot("greedy").choose(view)]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("leaks") / "tables.db") as server:
        yield server


@pytest.fixture(scope="module")
def record(served: Served) -> Callable[[str], tuple[Recording, Truth]]:
    """Play an evening once, for all the tests of this module."""
    kept: dict[str, tuple[Recording, Truth]] = {}

    def recorded(kind: str) -> tuple[Recording, Truth]:
        if kind not in kept:
            recording = asyncio.run(Evening(served, kind).play())
            kept[kind] = recording, Truth(served.events(recording.code), recording.tokens)
        return kept[kind]

    return recorded


Record = Callable[[str], tuple[Recording, Truth]]


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_is_sent_what_they_may_not_know(kind: str, record: Record) -> None:
    recording, truth = record(kind)
    read = sum(search_frames(truth, sight) for sight in recording.sights)
    assert read == sum(len(client.frames) for client in recording.clients)
    assert read > 50
    for seq, body in recording.bodies:
        search_body(truth, body, seq)
    last = truth.at(len(truth.events))
    assert last.stage is Stage.OVER
    # After the game everything is open, to spectators as well.
    for client in recording.clients:
        assert client.play["reveal"]["salt"] == play_at(truth, len(truth.events)).deal.salt


def test_the_evenings_hold_all_that_happens_at_a_table(record: Record) -> None:
    kinds = [record(kind) for kind in ("original-1", "original-3", "duel")]
    clients = [client for recording, _ in kinds for client in recording.clients]
    messages = {message["type"] for client in clients for message in client.messages()}
    assert messages >= {"welcome", "update", "done", "refused", "resync", "presence"}
    told = {one["type"] for client in clients for one in client.happenings()}
    assert told >= {
        *("card_placed", "card_taken_back", "turn_ended", "signal_given", "signal_withdrawn"),
        *("game_ended", "game_dealt", "start_offered", "game_started", "said"),
    }
    assert any(client.seat is None for client in clients)
    assert all(len(recording.bodies) > 7 for recording, _ in kinds)


# The search finds what it is there to find -------------------------------------------------------


@dataclass
class Case:
    """A frame to be doctored, with what its reader may not know."""

    frame: Json
    play: Play
    truth: Truth

    @property
    def card(self) -> int:
        """The next card of the deck that cannot be taken for the number of a pile or a seat."""
        return next(card for card in self.play.state.decks[0] if card > 10)

    @property
    def game(self) -> Json:
        return self.frame["table"]["play"]

    @property
    def own(self) -> Json:
        return self.frame["own"]

    @property
    def host(self) -> Json:
        return self.frame["table"]["seats"][0]

    def tell(self, **happening: object) -> None:
        self.frame["happenings"].append(happening)

    def tell_the_future(self) -> None:
        laid = [key for key in self.truth.told if '"type": "card_placed"' in key]
        self.frame["happenings"].append(json.loads(max(laid, key=self.truth.told.__getitem__)))


DOCTORED: dict[str, Callable[[Case], object]] = {
    "another card in the hand": lambda case: case.own["hand"].__setitem__(0, case.card),
    "a card too many": lambda case: case.own["hand"].append(case.card),
    "a card too few": lambda case: case.own["hand"].pop(),
    "a hidden card may be laid": lambda case: case.own["legal"].append(
        {"card": case.card, "pile": 0, "move": "step", "by": 1}
    ),
    "a hidden card on a pile": lambda case: case.game["piles"][0].update(top=case.card),
    "a hidden card laid": lambda case: case.game["laid"].append({"card": case.card, "pile": 0}),
    "the future": lambda case: case.tell_the_future(),
    "a signal that is a card": lambda case: case.tell(
        type="signal_given", seat=0, kind="keep_off", subject=case.card
    ),
    "covered cards for a person": lambda case: case.own.update(gone=[[2]]),
    "covered cards for all": lambda case: case.game.update(gone=[[2]]),
    "a new list": lambda case: case.game.update(next_cards=[case.card]),
    "a new part": lambda case: case.frame.update(debug={"card": case.card}),
    "an early reveal": lambda case: case.game.update(reveal={"hands": [[case.card]]}),
    "the salt": lambda case: case.host.update(name=case.play.deal.salt),
    "a token's hash": lambda case: case.host.update(key=max(case.truth.keys)),
    "the deck as text": lambda case: case.frame.update(
        version=" ".join(map(str, case.play.state.decks[0][3:12]))
    ),
    "the hand of another": lambda case: case.game.update(hand_counts=case.play.state.hands[1]),
    "a card in a name": lambda case: case.host.update(stand_in=f"greedy {case.card}"),
}


def play_at(truth: Truth, seq: int) -> Play:
    play = truth.at(seq).play
    assert play is not None
    return play


def early_update(recording: Recording) -> tuple[Client, Json]:
    """Return what a person was shown early in a game."""
    person = recording.clients[0]
    for message in person.messages("update"):
        play = message["table"]["play"]
        if play is not None and play["turns"] == 2 and message["table"]["stage"] == "playing":
            return person, message
    raise AssertionError("no early update")


@pytest.mark.parametrize("what", DOCTORED)
def test_a_doctored_frame_is_found(what: str, record: Record) -> None:
    recording, truth = record("original-4")
    person, frame = early_update(recording)
    search_frames(truth, Sight(person.seat, [json.dumps(frame)], person.sent))
    DOCTORED[what](Case(frame, play_at(truth, frame["seq"]), truth))
    with pytest.raises(LeakError):
        search_frames(truth, Sight(person.seat, [json.dumps(frame)], person.sent))


def test_a_frame_for_somebody_else_is_found(record: Record) -> None:
    recording, truth = record("original-4")
    person, frame = early_update(recording)
    for seat in (None, 1, 3):
        with pytest.raises(LeakError):
            search_frames(truth, Sight(seat, [json.dumps(frame)], person.sent))


def test_a_frame_of_a_later_moment_is_found(record: Record) -> None:
    recording, truth = record("original-4")
    person, frame = early_update(recording)
    piles = frame["table"]["play"]["piles"]
    later = next(
        message
        for message in person.messages("update")
        if message["seq"] > frame["seq"] and message["table"]["play"]["piles"] != piles
    )
    later["seq"] = frame["seq"]
    with pytest.raises(LeakError):
        search_frames(truth, Sight(person.seat, [json.dumps(later)], person.sent))


REFUSED: Json = {"type": "refused", "id": "x", "code": "VALUE", "key": "refusal.VALUE", "rule": ""}


ANSWERS: list[Json] = [
    REFUSED | {"details": {"top": 0}},
    REFUSED | {"details": {"hand": 5}},
    REFUSED | {"details": {}, "rule": "34"},
    {"type": "presence", "connected": [True], "spectators": 0, "thinking": 77},
    {"type": "presence", "connected": [True], "faces": ["twentyfive"]},
    {"type": "bye", "code": "HELD_34", "key": "refusal.HELD", "again": False},
    {"type": "hint", "card": 34},
]


@pytest.mark.parametrize("doctored", ANSWERS, ids=str)
def test_a_doctored_answer_is_found(doctored: Json, record: Record) -> None:
    recording, truth = record("original-4")
    person, frame = early_update(recording)
    frames = [json.dumps(frame), json.dumps(doctored)]
    with pytest.raises(LeakError):
        search_frames(truth, Sight(person.seat, frames, person.sent))


@pytest.mark.parametrize("name", ["salt", "token", "deck", "text"])
def test_a_doctored_body_is_found(name: str, record: Record) -> None:
    recording, truth = record("original-4")
    _, frame = early_update(recording)
    seq: int = frame["seq"]
    play = play_at(truth, seq)
    bodies: dict[str, Any] = {
        "salt": {"commitment": play.deal.salt, "text": None},
        "token": {"code": recording.tokens[1]},
        "deck": {"free_seats": list(play.state.decks[0])},
        "text": {"commitment": play.commitment, "text": "34"},
    }
    search_body(truth, json.dumps({"commitment": play.commitment, "text": None}), seq)
    with pytest.raises(LeakError):
        search_body(truth, json.dumps(bodies[name]), seq)
