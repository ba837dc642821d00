"""Games and positions as text, replay, deals from seeds, rule vectors."""

from tenback.records.deals import deal_from_seed, layout_from_seed, lot_from_seed
from tenback.records.errors import Fault, PositionError, RecordSyntaxError, ReplayError
from tenback.records.json import record_from_json, record_to_json
from tenback.records.notation import NotationError, format_placement, parse_placement
from tenback.records.parser import parse_record
from tenback.records.position import Position
from tenback.records.position_text import format_position, parse_position
from tenback.records.possible import verify_possible
from tenback.records.record import GameRecord, RecordedSignal, RecordedTurn, Remark
from tenback.records.replay import final_state, opening, replay, verify_record
from tenback.records.rulesets import build_ruleset
from tenback.records.writer import format_record

__all__ = [
    "Fault",
    "GameRecord",
    "NotationError",
    "Position",
    "PositionError",
    "RecordSyntaxError",
    "RecordedSignal",
    "RecordedTurn",
    "Remark",
    "ReplayError",
    "build_ruleset",
    "deal_from_seed",
    "final_state",
    "format_placement",
    "format_position",
    "format_record",
    "layout_from_seed",
    "lot_from_seed",
    "opening",
    "parse_placement",
    "parse_position",
    "parse_record",
    "record_from_json",
    "record_to_json",
    "replay",
    "verify_possible",
    "verify_record",
]
