"""The kernels tell a screen the same about a game as the rules do."""

from random import Random

import pytest

from tenback.kernels.codes import code_name, command_number
from tenback.kernels.deals import deal_out
from tenback.kernels.packed import new_state
from tenback.kernels.packing import pack_ruleset, pack_state
from tenback.kernels.telling import (
    MOVES,
    RATINGS,
    describe_move,
    is_silenced,
    judge_signal,
    open_duties,
    possible_jump,
    rate,
    shown_command,
    would_doom,
)
from tenback.records import deal_from_seed
from tenback.rules import (
    GAMES,
    CardCommand,
    Code,
    Phase,
    Refusal,
    Ruleset,
    Signal,
    SignalKind,
    State,
)
from tenback.rules.talk import verify_signal
from tenback.rules.view import view
from tenback.table.moves import describe_move as describe
from tenback.table.reasons import explain
from tenback.testing.differential import every_ruleset, late_position

_GAMES = 120


def _states(rules: Ruleset, random: Random) -> list[State]:
    """Return all positions of a game in which legal cards are laid at random."""
    state = late_position(rules, random).begin_turn()
    if random.random() < 0.5:
        decks = deal_from_seed(rules, random.randrange(1 << 40))
        starter = random.randrange(rules.players) if rules.starter == "lot" else rules.starter
        state = State.deal(rules, decks).start(starter)
    found = [state]
    while state.phase is Phase.PLAYING:
        legal = list(state.legal_placements)
        goes_on = legal and (state.judge_end() is not None or random.random() < 0.4)
        if not goes_on and not state.can_end():
            state = state.concede()
        else:
            state = state.place(random.choice(legal)) if goes_on else state.end()
        found.append(state)
    return found


def _check(state: State) -> None:
    rules, packed = state.rules, pack_state(state)
    numbers = pack_ruleset(rules)
    seen = view(state, state.seat)
    assert bool(is_silenced(numbers, packed.tops)) == seen.is_silenced
    shown = dict(seen.visible_commands)
    assert {
        pile: found for pile in range(4) if (found := shown_command(numbers, packed, pile))
    } == {pile: command_number(command) for pile, command in shown.items()}
    owed = open_duties(numbers, packed)
    assert [pile for pile in range(4) if owed.to_cover >> pile & 1] == sorted(seen.piles_to_cover)
    told = dict(seen.duties)
    assert told.get("exactly_three", -1) == owed.to_three
    assert told.get("minimum", 0) == owed.to_minimum
    assert sum(count for name, count in told.items() if name.startswith("cover")) == bin(
        owed.to_cover
    ).count("1")
    if state.outcome is not None:
        assert RATINGS[rate(packed)] == state.outcome.rating
    before = packed.tobytes()
    dooming = set(seen.dooming_placements)
    for placed in seen.legal_placements:
        card, pile = placed
        assert bool(would_doom(numbers, packed, card, pile)) == (placed in dooming)
        move = describe_move(numbers, state.seat, state.tops[pile], card, pile)
        told = describe(rules.game.piles[pile], state.seat, state.tops[pile], card)
        assert (MOVES[move.kind], move.by) == told
    assert packed.tobytes() == before
    for pile in range(4):
        name = rules.game.pile_name(pile, 0)
        refusal = Refusal(Code.VALUE, card=2, pile=name, top=state.tops[pile])
        reason = explain(refusal, rules, view(state, None))
        jump = possible_jump(numbers, packed, pile)
        assert (jump == 0) == reason.key.endswith("no_jump")
        assert jump in (0, reason.details["jump"])
    for command in (None, *CardCommand):
        kind, subject = (SignalKind.KEEP_OFF, 0) if command is None else (SignalKind.HOLDS, command)
        try:
            verify_signal(state, Signal(0, kind, subject))
            code = None
        except Refusal as refused:
            code = refused.code
        number = command_number(command)
        assert code_name(judge_signal(numbers, packed, 0, number)) == code


def test_the_kernels_tell_what_the_rules_tell() -> None:
    random = Random(1)
    rulesets = every_ruleset()
    for rules in random.choices(rulesets, k=_GAMES):
        for state in _states(rules, random):
            _check(state)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_dealt_out(game: str) -> None:
    for rules in every_ruleset():
        if rules.game.id != game:
            continue
        decks = deal_from_seed(rules, 7)
        packed = new_state()
        for number, deck in enumerate(decks):
            packed.decks[number, : len(deck)] = deck
        deal_out(pack_ruleset(rules), packed)
        state = State.deal(rules, decks)
        wanted = pack_state(state)
        for field in ("hands", "tops", "phase", "seat", "minimum", "laid", "turns", "gone"):
            assert (getattr(packed, field) == getattr(wanted, field)).all()
        drawn = [deck[int(packed.drawn[at]) :] for at, deck in enumerate(decks)]
        assert tuple(drawn) == state.decks
