"""Messages that must change nothing, each with the answers that are right for it.

That holds by construction: what is well-formed comes from spectators, from seats whose turn it is
not, about positions that are gone, with an id that was used, or against the rules.
"""

import json
import random
import string
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .target import Target

__all__ = ["Attacker", "Shot"]

Json = dict[str, Any]

MESSAGE = frozenset({"refused MESSAGE"})
RESYNC = frozenset({"resync"})
#: A garbled message may by chance still be readable, but never one that changes anything.
ANY = frozenset({"refused", "resync", "welcome", "pong", "done"})

_GARBAGE = (
    *("", " ", "{", "}", "[", "]", "null", "true", "0", '"', "\x00", "{}", "[]", '"do"', "nan"),
    *('{"type"', '{"type":', '{"type":1}', '{"type":null}', '{"type":[]}', '{"type":{"$ne":0}}'),
    *('{"type":"do"}', '{"type":"DO"}', '{"type":"do","type":"x"}', '{"type":"update","seq":1}'),
    *('{"type":"hello","token":5}', '{"type":"hello","seen":"x"}', '{"type":"hello","x":1}'),
    *('{"type":"ping","id":"x"}', "'; DROP TABLE events; --", "<script>alert(1)</script>"),
    *('{"type":"do","id":"a","seen":1e999,"command":{"type":"leave"}}', "\ufeff{}", "𝟙", "\u202e"),
    *('{"type":"do","id":"\\ud800","seen":1,"command":{"type":"leave"}}', "%s%n${jndi:x}"),
)
_NUMBERS: tuple[Any, ...] = (-1, 98, 99, 100, 2**31, 2**63, 2**64, -(2**70), 10**300)
_WRONG: tuple[Any, ...] = (
    None,
    "",
    "1",
    1.5,
    True,
    [],
    {},
    [[1, 2]],
    {"card": 1},
    "\x00",
    "x" * 99,
)
_TEXTS = (
    *("I have a 42", "fifty", "quarante-deux", "zweiundvierzig", "4 2", "t w e n t y", "\u202e24"),
    *("\x00", " ", "x" * 501, "1" * 5000, "\x1b[2J", "\u200b"),
)


@dataclass(frozen=True, slots=True)
class Shot:
    """A message, in a text frame or a binary one, and what may be answered to it."""

    payload: str | bytes
    right: frozenset[str] = MESSAGE
    text: bool = True


class Attacker:
    """Draws messages from somebody at a table: a seat, or None for a spectator."""

    def __init__(self, target: Target, seat: int | None, dice: random.Random) -> None:
        self._target = target
        self._seat = seat
        self._dice = dice
        self._number = 0
        own = [self._spectate]
        if seat is not None:
            own = [self._stale, self._stale, self._out_of_place, self._against_rules]
        self._makers: list[Callable[[], Shot]] = [
            *(self._garbage, self._garbled, self._wrong_types, self._binary, self._deep),
            *(self._long, self._greet),
            *own * 3,
        ]

    def shot(self) -> Shot:
        """Draw a message."""
        return self._dice.choice(self._makers)()

    # Anybody --------------------------------------------------------------------------------

    def _garbage(self) -> Shot:
        if self._dice.random() < 0.7:
            return Shot(self._dice.choice(_GARBAGE))
        signs = self._dice.choices(string.printable + "äß€\u2028", k=self._dice.randrange(1, 60))
        return Shot("".join(signs))

    def _garbled(self) -> Shot:
        """A message with characters lost, doubled or changed."""
        dice, signs = self._dice, list(json.dumps(self._message({"type": "place", "card": 0})))
        for _ in range(dice.randrange(1, 6)):
            place = dice.randrange(len(signs))
            signs[place] = dice.choice(("", signs[place] * 2, dice.choice(string.printable)))
        return Shot("".join(signs), ANY)

    def _wrong_types(self) -> Shot:
        dice = self._dice
        message = self._message({"type": "place", "card": 1, "pile": 1})
        part: Json = message if dice.random() < 0.5 else message["command"]
        field = dice.choice([name for name in part if name != "type"])
        change = dice.randrange(4)
        if change == 0:
            del part[field]
        elif change == 1:
            part[field + "s"] = 1
        elif change == 2:
            message["command"]["type"] = dice.choice(("", "sit", "go_away", "PLACE", "game_dealt"))
        else:
            wrong = [one for one in _WRONG if field != "id" or not isinstance(one, str)]
            part[field] = dice.choice(wrong)
        return Shot(json.dumps(message))

    def _binary(self) -> Shot:
        return Shot(b"\xff" + self._dice.randbytes(self._dice.randrange(200)), text=False)

    def _deep(self) -> Shot:
        depth = self._dice.choice((50, 900, 1100, 5000))
        opening, closing = self._dice.choice((("[", "]"), ('{"type":', "}"), ('{"id":', "}")))
        whole = opening * depth + self._dice.choice(("", "1" + closing * depth))
        return Shot(whole[:16_000])  # a message over 16 KiB would close the connection

    def _long(self) -> Shot:
        filling = self._dice.choice(("x", "\\u0000", "9", "[],", "€")) * 5000
        return Shot(('{"type":"do","id":"' + filling)[: self._dice.choice((300, 5000))])

    def _greet(self) -> Shot:
        """Say hello again, with any token: whoever is connected stays who they are."""
        token = self._dice.choice((self._target.seats[0].token, "x", ""))
        seen = self._dice.choice((*_NUMBERS, 0, self._target.seq))
        return Shot(
            json.dumps({"type": "hello", "token": token, "seen": seen}), frozenset({"welcome"})
        )

    def _spectate(self) -> Shot:
        command = self._dice.choice(
            (
                *({"type": "leave"}, {"type": "concede"}, {"type": "end_turn"}),
                {"type": "place", "card": self._dice.randrange(100), "pile": 0},
            )
        )
        return Shot(json.dumps(self._message(command)), frozenset({"refused SPECTATOR"}))

    # Seats ----------------------------------------------------------------------------------

    @property
    def _moves(self) -> bool:
        return self._seat == self._target.mover

    def _message(self, command: Json, seen: int | None = None) -> Json:
        self._number += 1
        number = self._target.seq if seen is None else seen
        name = f"{self._seat}-{self._number}-{self._dice.getrandbits(32)}"
        return {"type": "do", "id": name, "seen": number, "command": dict(command)}

    def _stale(self) -> Shot:
        """A command that would be in order, about a position that is gone or has not come."""
        target = self._target
        seen = self._dice.choice((0, -1, -(10**30), target.seq - 1, target.seq + 1, 10**30))
        command: Json = self._dice.choice(
            (
                *({"type": "end_turn"}, {"type": "take_back"}, {"type": "concede"}),
                {"type": "place", "card": self._dice.randrange(2, 99), "pile": 0},
                *({"type": "rematch"}, {"type": "choose_starter", "seat": 0}),
                {"type": "offer_start", "eagerness": "gladly"},
            )
        )
        return Shot(json.dumps(self._message(command, seen)), RESYNC)

    def _out_of_place(self) -> Shot:
        """A command that makes no sense now, or not from this seat."""
        command, code = self._dice.choice(self._senseless())
        return Shot(json.dumps(self._message(command)), frozenset({f"refused {code}".strip()}))

    def _senseless(self) -> list[tuple[Json, str]]:
        dice, keeper = self._dice, self._target.keepers[0].table
        number = dice.choice(_NUMBERS)
        found: list[tuple[Json, str]] = [
            ({"type": "ready"}, "GAME_ON"),
            ({"type": "rematch"}, "GAME_ON"),
            ({"type": "choose_starter", "seat": 0}, "ALREADY_STARTED"),
            ({"type": "offer_start", "eagerness": "gladly"}, "ALREADY_STARTED"),
            ({"type": "agree_stand_in", "seat": 0}, ""),
            ({"type": "agree_stand_in", "seat": number}, ""),
            ({"type": "give_signal", "kind": "keep_off", "subject": number}, ""),
            ({"type": "give_signal", "kind": "holds", "subject": "x" * 40}, ""),
            ({"type": "say", "text": dice.choice(_TEXTS)}, ""),
        ]
        if keeper.settings.text and not keeper.rules.team:
            found.pop()  # the guard does not listen there: it might be said
        if self._seat == keeper.host:
            found += [
                ({"type": "start_game"}, "GAME_ON"),
                ({"type": "seat_bot", "bot": "greedy"}, "GAME_ON"),
                ({"type": "unseat", "seat": number}, ""),
                ({"type": "name_host", "seat": number}, "NO_SEAT"),
                ({"type": "change_settings", "settings": {"stand_in": "../../etc"}}, "NO_BOT"),
            ]
        else:
            found += [
                ({"type": "start_game"}, "NOT_HOST"),
                ({"type": "seat_bot", "bot": "greedy"}, "NOT_HOST"),
                ({"type": "unseat", "seat": 0}, "NOT_HOST"),
                ({"type": "name_host", "seat": self._seat}, "NOT_HOST"),
                ({"type": "change_settings", "settings": {"text": True}}, "NOT_HOST"),
            ]
        return found

    def _against_rules(self) -> Shot:
        """Lay cards one does not hold, on piles that do not exist, or when others are to move.

        Whoever has done something may also try something else under the same id.
        """
        dice, target = self._dice, self._target
        assert self._seat is not None
        if self._seat == target.done_seat and dice.random() < 0.2:
            again = self._message(dice.choice(({"type": "leave"}, {"type": "concede"})))
            return Shot(json.dumps(again | {"id": target.done_id}), frozenset({"done"}))
        own = target.keepers[self._seat].own
        assert own is not None
        card = dice.choice([card for card in range(2, 99) if card not in own.hand])
        missing = {
            "type": "place",
            "card": dice.choice((card, *_NUMBERS)),
            "pile": dice.choice(_NUMBERS),
        }
        held = [(option.card, option.pile) for option in own.legal[:1]]
        commands: list[Json] = [
            missing,
            {"type": "place", "card": card, "pile": dice.randrange(4)},
            {"type": "play_turn", "placements": [*held, (card, 0)]},
            {"type": "play_turn", "placements": [(card, 0)] * 400},
        ]
        if not self._moves:
            commands += [
                *({"type": "end_turn"}, {"type": "take_back"}),
                {"type": "play_turn", "placements": []},
                {"type": "place", "card": own.hand[0], "pile": 0},
            ]
            return Shot(
                json.dumps(self._message(dice.choice(commands))),
                frozenset({"refused NOT_YOUR_TURN"}),
            )
        return Shot(json.dumps(self._message(dice.choice(commands))), frozenset({"refused"}))
