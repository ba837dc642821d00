"""Hypothesis strategies for rulesets, states and records."""

import random

try:
    from hypothesis import strategies as st
except ImportError:
    from tenback.extras import install_line

    told = f"{__name__} needs hypothesis, which is not installed: {install_line('testing')}"
    raise ImportError(told) from None

from tenback.records import GameRecord, RecordedSignal, RecordedTurn, Remark
from tenback.records.record import Entry
from tenback.rules import (
    GAMES,
    NO_COMMANDS,
    OPTIONS,
    GameRules,
    Layout,
    Phase,
    Ruleset,
    Signal,
    SignalKind,
    State,
)
from tenback.rules.talk import can_signal, give_signal
from tenback.testing.random_play import random_layout

__all__ = ["layouts", "records", "rulesets", "states"]


def layouts() -> st.SearchStrategy[Layout]:
    """Full random layouts of the commands."""
    return st.integers(0, 2**32).map(lambda seed: random_layout(random.Random(seed)))


@st.composite
def rulesets(draw: st.DrawFn, games: tuple[str, ...] = tuple(GAMES)) -> Ruleset:
    """Rulesets of the games, with every option they read."""
    game: GameRules = GAMES[draw(st.sampled_from(games))]
    players = draw(st.sampled_from(list(game.player_range)))
    options = {
        name: draw(st.sampled_from(option.values))
        for name, option in OPTIONS.items()
        if name in game.options
    }
    layout = NO_COMMANDS
    if "layout" in game.options and draw(st.booleans()):
        layout = draw(layouts())
    starter = draw(st.one_of(st.just("lot"), st.integers(0, players - 1)))
    return Ruleset(game, players, layout=layout, starter=starter, **options)  # type: ignore[arg-type] # drawn from OPTIONS


@st.composite
def states(draw: st.DrawFn, games: tuple[str, ...] = tuple(GAMES), *, over: bool = True) -> State:
    """States reached by legal play: any moment of a game, also within turns."""
    state, _ = draw(_played(games))
    if state.outcome is not None and not over:
        rules = state.rules
        seat = rules.starter if rules.starter != "lot" else 0
        return _deal(rules, draw(st.integers(0, 2**32))).start(seat)
    return state


@st.composite
def records(draw: st.DrawFn, games: tuple[str, ...] = tuple(GAMES)) -> GameRecord:
    """Records of complete and of broken-off games, with signals, comments and bots."""
    _, record = draw(_played(games))
    text = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=20)
    name = text.map(lambda t: t.replace("|", "").strip()).filter(lambda t: t and t.isprintable())
    names = tuple(draw(name) for _ in record.names)
    comment = text.map(lambda t: " ".join(t.split()))
    entries = tuple(
        RecordedTurn(e.seat, e.placements, e.ended, e.conceded, draw(comment))
        if isinstance(e, RecordedTurn) and draw(st.integers(0, 5)) == 0
        else e
        for e in record.entries
    )
    if draw(st.booleans()):
        entries = (Remark(draw(comment)), *entries)
    bots = tuple((seat, "greedy") for seat in range(record.rules.players) if draw(st.booleans()))
    seed = draw(st.one_of(st.none(), st.integers(0, 2**62)))
    return GameRecord(
        record.rules,
        record.decks,
        record.starter,
        names,
        entries,
        record.outcome,
        draw(st.sampled_from(["", "2026-11-15"])),
        seed,
        bots,
        draw(st.sampled_from(["", "0123456789abcdef" * 4])),
    )


def _deal(rules: Ruleset, seed: int) -> State:
    return State.deal(rules, _decks(rules, seed))


def _decks(rules: Ruleset, seed: int) -> tuple[tuple[int, ...], ...]:
    source = random.Random(seed)
    return tuple(tuple(source.sample(deck, len(deck))) for deck in rules.game.decks(rules))


@st.composite
def _played(draw: st.DrawFn, games: tuple[str, ...]) -> tuple[State, GameRecord]:
    rules = draw(rulesets(games))
    seed = draw(st.integers(0, 2**32))
    source = random.Random(seed)
    dealt = _deal(rules, seed)
    starter = rules.starter if rules.starter != "lot" else source.randrange(rules.players)
    state = dealt.start(starter)
    actions = draw(st.integers(0, 150))
    entries: list[Entry] = []
    # Mostly small steps, so that long games with empty decks occur as well.
    care = draw(st.sampled_from((0.0, 0.9, 1.0)))
    for _ in range(actions):
        if state.outcome is not None:
            break
        before, laid = state, state.laid
        if source.random() < 0.1:
            state = _random_signal(state, source, entries)
            continue
        if laid and state.judge_end() is None and source.random() < 0.7:
            state = state.end()
        else:
            options = list(state.legal_placements)
            if not options:
                state = state.end()
            else:
                careful = source.random() < care
                choice = min(options, key=lambda p: _step(before, p)) if careful else None
                choice = choice or source.choice(options)
                state = state.place(choice)
                laid = (*laid, choice)
        if state.turns != before.turns or state.phase is Phase.OVER:
            entries.append(RecordedTurn(before.seat, laid))
    if state.outcome is None and draw(st.integers(0, 9)) == 0:
        entries.append(RecordedTurn(state.seat, state.laid, conceded=True))
        state = state.concede()
    elif state.outcome is None and state.laid:
        entries.append(RecordedTurn(state.seat, state.laid, ended=False))
    names = tuple(f"player {seat + 1}" for seat in range(rules.players))
    return state, GameRecord(
        rules, _decks(rules, seed), starter, names, tuple(entries), state.outcome
    )


def _step(state: State, placement: tuple[int, int]) -> int:
    card, pile = placement
    gap = card - state.tops[pile]
    return gap if state.rules.game.piles[pile].ascending else -gap


def _random_signal(state: State, source: random.Random, entries: list[Entry]) -> State:
    seat = source.randrange(state.rules.players)
    kind = source.choice((SignalKind.KEEP_OFF, SignalKind.SMALL_STEPS))
    signal = Signal(seat, kind, source.randrange(len(state.tops)))
    if not can_signal(state, signal):
        return state
    entries.append(RecordedSignal(seat, signal.kind, signal.subject, after=len(state.laid)))
    return give_signal(state, signal)
