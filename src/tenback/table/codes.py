"""Refusal codes of the table, besides those of the rules of the game."""

from enum import StrEnum

__all__ = ["TABLE_CODES", "TableCode"]


class TableCode(StrEnum):
    """Stable codes; the sentence for people is ``refusal.CODE`` in the text catalogue."""

    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    NOT_HOST = "NOT_HOST"
    NO_GAME = "NO_GAME"
    GAME_ON = "GAME_ON"
    GAME_OVER = "GAME_OVER"
    SEAT_TAKEN = "SEAT_TAKEN"
    SEAT_FREE = "SEAT_FREE"
    NO_SEAT = "NO_SEAT"
    TABLE_FULL = "TABLE_FULL"
    SEATS_OPEN = "SEATS_OPEN"
    NOT_READY = "NOT_READY"
    NAME = "NAME"
    NAME_TAKEN = "NAME_TAKEN"
    NO_BOT = "NO_BOT"
    NO_PILE = "NO_PILE"
    NOTHING_TO_TAKE_BACK = "NOTHING_TO_TAKE_BACK"
    TEXT_OFF = "TEXT_OFF"
    TEXT_EMPTY = "TEXT_EMPTY"
    AWAY = "AWAY"
    NOT_AWAY = "NOT_AWAY"
    NO_STAND_IN = "NO_STAND_IN"
    BOT_PLAYS = "BOT_PLAYS"
    HINT_TABLE = "HINT_TABLE"
    ENOUGH = "ENOUGH"


TABLE_CODES = frozenset(TableCode)
