"""What a page without a server has to know, as plain data: nothing of it is written twice.

``python scripts/offline_data.py`` writes it for the client. A ruleset is told as the record that
the kernels take: one for every game and number of players, and for each value of an option the
fields that it changes. No two options change the same field, so changes can be put together.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from tenback.analysis.reviewing.sampler import spread_for
from tenback.bots.players.compiled import CompiledBot
from tenback.bots.players.levels import Softened
from tenback.bots.players.master import depth_for
from tenback.bots.players.tuned import weights_for
from tenback.bots.registry import BotEntry, find_bots
from tenback.bots.search.best_turn import SPREAD, new_desk
from tenback.bots.search.deep import TO_THE_END, new_search
from tenback.bots.search.plans import needs_network
from tenback.bots.search.second_opinion import ASKED
from tenback.bots.search.workspace import new_workspace
from tenback.bots.signals import KEEP_OFF, SMALL_STEPS
from tenback.bots.starting import Eagerness
from tenback.bots.value.blocks import BLOCK
from tenback.bots.value.features import Floats
from tenback.bots.value.network import new_network
from tenback.bots.value.tables import Tables, new_tables
from tenback.bots.value.weights import network_name, second_network_name
from tenback.kernels import END
from tenback.kernels.codes import numbered
from tenback.kernels.packed import RULES
from tenback.kernels.packing import pack_ruleset
from tenback.kernels.telling import MOVES, RATINGS
from tenback.records import build_ruleset
from tenback.records.daily import OPEN_KEY, daily_kinds
from tenback.records.rulesets import format_layout
from tenback.rules import EVEN, GAMES, OPTIONS, CardCommand, Code, GameRules, Ruleset, SignalKind
from tenback.rules.values import Turn
from tenback.server.offers import DAILY_BOT, most_samples
from tenback.server.tutorials import LESSONS
from tenback.server.web.catalogue import list_choices
from tenback.server.web.daily import DAILY_SETTINGS

__all__ = ["offline_data"]


def offline_data() -> dict[str, Any]:
    """Return everything, in lists, dictionaries, words and numbers."""
    catalogue = list_choices(_own_bots(), lambda _: True)
    return {
        "catalogue": msgspec.to_builtins(catalogue),
        **numbered(),
        "moves": MOVES,
        "ratings": RATINGS,
        "signals": {SignalKind.SMALL_STEPS: SMALL_STEPS, SignalKind.KEEP_OFF: KEEP_OFF},
        "eagerness": [each.name.lower() for each in Eagerness],
        "end": END,
        "games": {game.id: _game(game) for game in GAMES.values()},
        "rulesets": {_key(rules): _ruleset(rules) for rules in _plain_rulesets()},
        "lessons": {lesson.game: _lesson(lesson.game) for lesson in LESSONS.values()},
        "thinking": _thinking(),
        "daily": _daily(),
    }


def _plain_rulesets() -> Iterator[Ruleset]:
    for game in GAMES.values():
        for players in game.player_range:
            yield build_ruleset(game.id, players)


def _key(rules: Ruleset) -> str:
    return f"{rules.game.id}-{rules.players}"


def _game(game: GameRules) -> dict[str, Any]:
    rules = build_ruleset(game.id)
    seats = range(game.player_range[-1])
    return {
        "team": game.is_team_game,
        "lowest": game.lowest,
        "highest": game.highest,
        "decks": len(game.decks(rules)),
        "pile_names": [[game.pile_name(pile, seat) for pile in range(4)] for seat in seats],
        "marks": {str(card): word for card, word in game.marks.items()},
        "layout": format_layout(EVEN) if "layout" in game.options else "",
        "cover": _cover_duty(game, rules),
        "rules": {
            code: rule for code in (*Code, *_own_codes(game)) if (rule := game.rule_of(code))
        },
        "options": {name: OPTIONS[name].values for name in OPTIONS if name in game.options},
    }


def _own_codes(game: GameRules) -> tuple[str, ...]:
    return () if game.own_duties is None else game.own_duties.codes


def _cover_duty(game: GameRules, rules: Ruleset) -> str:
    """Return the name of the duty to cover a pile, as the rules call it; "" if there is none."""
    if "layout" in game.options:
        card = EVEN.numbers(CardCommand.SKULL)[0]
        laid = ((card, 0),)
    else:
        card, laid = next(iter(game.marks), 0), ()
    tops = (card, *(pile.base for pile in game.piles[1:]))
    duties = game.open_duties(rules, Turn(0, 0, tops, (), laid))  # type: ignore[arg-type]
    return next((name for name, _ in duties), "") if card else ""


def _ruleset(rules: Ruleset) -> dict[str, Any]:
    plain = _fields(rules)
    named = {str(option): values.values for option, values in OPTIONS.items()}
    changes: dict[str, dict[str, Any]] = {}
    for name, values in named.items():
        if name not in rules.game.options:
            continue
        for value in values[1:]:
            changed = _fields(build_ruleset(rules.game.id, rules.players, {name: value}))
            changes[f"{name}={msgspec.json.encode(value).decode()}"] = {
                field: found for field, found in changed.items() if found != plain[field]
            }
    expert = "expert_minimum" in rules.game.options
    harder = build_ruleset(rules.game.id, rules.players, {"expert_minimum": True} if expert else {})
    return {
        "fields": {field: value for field, value in plain.items() if np.any(value)},
        "changes": changes,
        "networks": _networks(rules),
        "expert_networks": _networks(harder),
        "weights": weights_for(rules).tolist(),
        "depth": list(depth_for(rules)),
        "expert_depth": list(depth_for(harder)),
        "review_spread": spread_for(rules),
    }


def _networks(rules: Ruleset) -> dict[str, str | None]:
    return {"first": network_name(rules), "second": second_network_name(rules)}


def _fields(rules: Ruleset) -> dict[str, Any]:
    """Return the packed ruleset by field, without the commands: those follow from the layout."""
    packed = pack_ruleset(rules)
    names = [name for name in RULES.names or () if name not in ("commands", "command_cards")]
    return {name: np.asarray(getattr(packed, name)).tolist() for name in names}


def _lesson(game: str) -> dict[str, Any]:
    lesson = LESSONS[game]
    record = lesson.record("-", "--")
    return {
        "players": lesson.players,
        "starter": lesson.starter,
        "decks": record.decks,
        "bots": [bot for _, bot in record.bots],
        "pace": lesson.pace,
        "steps": msgspec.to_builtins(lesson.script),
    }


def _daily() -> dict[str, Any]:
    return {
        "key": OPEN_KEY,
        "kinds": [{"game": kind.game, "players": kind.players} for kind in daily_kinds()],
        "bot": DAILY_BOT,
        "settings": msgspec.to_builtins(DAILY_SETTINGS),
    }


def _thinking() -> dict[str, Any]:
    """Return the sizes of what bots think with; words stand for what differs between games."""
    words: dict[int, str] = {}

    def sized(first: int, second: int, name: str) -> Tables:
        words.update({first: f"{name}.first", second: f"{name}.second"})
        return new_tables(new_network(first, seed=0, second=second))

    tables = sized(3 * BLOCK, 2 * BLOCK, "tables")
    second_tables = sized(5 * BLOCK, 4 * BLOCK, "second_tables")

    def told(value: Any) -> Any:
        if isinstance(value, Tables):
            return "tables" if value is tables else "second_tables"
        if isinstance(value, int):
            return "asked"
        if isinstance(value, tuple):
            return {name: told(getattr(value, name)) for name in value._fields}  # type: ignore[attr-defined]
        kind = f"V{value.dtype.itemsize}" if value.dtype.names else value.dtype.str[1:]
        return {"kind": kind, "shape": [words.get(size, size) for size in value.shape]}

    return {
        "search": told(new_search(new_desk(tables), second_tables)),
        "tables": {name: told(part) for name, part in tables._asdict().items()},
        "workspace": told(new_workspace()),
        "asked": ASKED,
        "spread": SPREAD,
        "to_the_end": TO_THE_END,
        "bots": {name: _bot(entry) for name, entry in _own_bots().items()},
    }


def _own_bots() -> dict[str, BotEntry]:
    """Return the bots that the module plays; those of other packages need Python."""
    own = {name: entry for name, entry in find_bots().items() if entry.is_own}
    return {name: entry for name, entry in own.items() if _bot(entry) is not None}


def _bot(entry: BotEntry) -> dict[str, Any] | None:
    """Return what a bot chooses by, and what it needs for that; None if the module cannot play it.

    Weights that are None are those of the ruleset. A bot without a plan softens its choice, or is a
    policy of the kernels, card by card.
    """
    bot, rules = entry.load()(), build_ruleset("original", 2)
    plan = bot.plan(rules) if isinstance(bot, CompiledBot) else None
    told: dict[str, Any] = {"talks": hasattr(bot, "signals")}
    if plan is not None:
        told |= {
            "by": "plan",
            "policy": plan.policy,
            "network": needs_network(plan),
            "weights": _own_weights(plan.weights, rules),
            "samples": plan.samples,
            "most_samples": most_samples(entry.name),
        }
    elif isinstance(bot, Softened):
        told |= {
            "by": "softening",
            "weights": _own_weights(bot.weigh(rules), rules),
            "softness": bot.softness,
            "courtesy": bot.courtesy,
            "among": bot.among,
        }
    else:
        told["by"] = getattr(bot, "kernel_policy", None)
    return told if told["by"] else None


def _own_weights(weights: Floats, rules: Ruleset) -> list[float] | None:
    is_common = np.array_equal(weights, weights_for(rules)) or not weights.any()
    return None if is_common else weights.tolist()
