"""``tenback.Game``: play, take back, record; state, view and game answer alike."""

import random
from itertools import islice

import pytest

import tenback
from tenback import Game, Placement, Refusal, create_bot
from tenback.bots.players.greedy import Greedy
from tenback.records import NotationError, RecordedSignal, format_record, verify_record
from tenback.records.deals import deal_from_seed
from tenback.rules import GAMES, Code, Phase, Signal, SignalKind, State, View, view
from tenback.rules.guard import TalkVerdict
from tenback.testing.random_play import play_randomly


def a_game(**more: object) -> Game:
    return Game("original", players=2, seed=7, starter=0, **more)  # type: ignore[arg-type]


def test_a_whole_turn_is_played_or_nothing() -> None:
    game = a_game()
    before = game.state
    with pytest.raises(Refusal) as refused:
        game.play("4>A1 3>A1")
    assert refused.value.code == Code.NOT_IN_HAND
    with pytest.raises(Refusal) as refused:
        game.play("4>A1")
    assert refused.value.code == Code.MINIMUM
    assert game.state is before
    game.play("4>A1, 30>a1")
    assert (game.state.tops, game.seat, game.state.turns) == ((30, 1, 100, 100), 1, 1)


def test_cards_are_laid_one_by_one_in_any_notation() -> None:
    game = a_game()
    game.place("4>A1")
    game.place(30, "A1")
    assert game.may_end
    game.place(Placement(31, 0))
    game.end()
    other = a_game()
    other.play([Placement(4, 0), Placement(30, 0), Placement(31, 0)])
    assert other.state == game.state
    with pytest.raises(TypeError, match=r'name the pile as well: place\(4, "A1"\)'):
        a_game().place(4)
    with pytest.raises(NotationError, match="the piles are A1, A2, D1, D2"):
        a_game().place("4>B1")


def test_undo_takes_back_what_was_done_last() -> None:
    game = a_game()
    states = [game.state, game.place("4>A1"), game.play("30>A1"), game.signal("keep_off", "A1")]
    assert list(game.history) == states
    for state in reversed(states[:-1]):
        assert game.undo() is state
    with pytest.raises(IndexError, match="nothing has been done yet"):
        game.undo()
    game.play("69>D1 60>D1")
    assert [turn.placements for turn in game.record().turns] == [
        (Placement(69, 2), Placement(60, 2))
    ]


def test_positions_are_those_between_turns() -> None:
    game = a_game()
    game.place("4>A1")
    game.place("30>A1")
    game.end()
    game.play(next(game.legal_turns()))
    game.place(next(iter(game.legal_placements)))
    assert [state.turns for state in game] == [0, 1, 2, 2]
    assert [len(state.laid) for state in game] == [0, 0, 0, 1]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_of_bots_can_be_recorded_and_read_again(name: str) -> None:
    game = Game(name, seed=5)
    end = game.play_out("greedy")
    assert end.phase is Phase.OVER
    record = game.record()
    assert verify_record(record) == end
    assert dict(record.bots) == dict.fromkeys(range(game.rules.players), "greedy")
    again = Game.from_record(format_record(record))
    assert again.state == end
    assert again.record() == record
    assert [state.turns for state in again] == [state.turns for state in game]
    assert again.result == game.result != "open"


class Talker(Greedy):
    """Plays greedily and asks everybody to keep off the pile of its smallest step."""

    talk = True

    def signals(self, view: View) -> tuple[Signal, ...]:
        if view.is_silenced or view.seat is None or not view.hand:
            return ()
        pile = min(range(len(view.tops)), key=lambda pile: abs(view.tops[pile] - view.hand[0]))
        return (Signal(view.seat, SignalKind.KEEP_OFF, pile),)


def test_what_bots_say_is_recorded() -> None:
    game = a_game()
    game.play_out([Talker(), "greedy"])
    record = game.record()
    assert any(isinstance(entry, RecordedSignal) for entry in record.entries)
    assert record.bots == ((1, "greedy"),)
    assert verify_record(record) == game.state
    assert Game.from_record(record).record() == record


def test_the_same_seed_is_the_same_game() -> None:
    assert Game("extreme", 3, seed=9, layout="random").state == (
        Game("extreme", 3, seed=9, layout="random").state
    )
    drawn = Game("original")
    assert drawn.record().seed is not None
    assert Game("original", seed=drawn.record().seed).state == drawn.state
    with pytest.raises(TypeError, match="a Ruleset has its players and options"):
        Game(tenback.build_ruleset("duel"), players=2)
    assert Game("original", players=3, seed=1, starter="P3").seat == 2


class Strict:
    """A guard that hears a number in everything."""

    def judge(self, text: str, **_: object) -> TalkVerdict:
        return TalkVerdict("NUMBER", text)


def test_only_a_starter_that_was_drawn_is_recorded_as_drawn() -> None:
    drawn, chosen = Game("original", players=2, seed=7), a_game()
    assert "drawn_by: lot" in format_record(drawn.record())
    assert "drawn_by" not in format_record(chosen.record())
    for game in (drawn, chosen):
        assert tenback.parse_record(format_record(game.record())) == game.record()
    with pytest.raises(Refusal) as refused:
        Game(chosen.rules, starter=1)
    assert refused.value.code == Code.STARTER_FIXED


def test_talk_is_refereed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_game()
    game.signal("keep_off", "A1", seat=1)
    assert game.view().signals == game.state.signals != ()
    monkeypatch.setattr("tenback.game.talk_guard", Strict)
    with pytest.raises(Refusal) as refused:
        game.say("I have the forty-five")
    assert refused.value.code == Code.NUMBER


def test_conceding_ends_the_game() -> None:
    game = a_game()
    game.concede(1)
    assert game.result == "lost 98 CONCEDED P2"
    assert Game.from_record(game.record()).result == game.result


def brute_force(state: State) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return what every legal turn leaves: the hand and the tops, by plain search."""
    left: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    seat, turns = state.seat, state.turns

    def search(now: State, hand: tuple[int, ...]) -> None:
        over = now.turns != turns or now.outcome is not None
        if over:
            if now.outcome is None or seat in now.outcome.winners or now.turns != turns:
                left.add((hand, now.tops))
            return
        if now.laid and now.may_end:
            left.add((hand, now.tops))
        for placed in now.legal_placements:
            rest = tuple(card for card in now.hands[seat] if card != placed.card)
            search(now.place(placed), rest)

    search(state, state.hands[seat])
    return left


@pytest.mark.parametrize("name", sorted(GAMES))
def test_legal_turns_are_all_there_are(name: str) -> None:
    """With hands of three cards, so that everything can be tried."""
    chance = random.Random(0)
    rules = tenback.build_ruleset(name, None if name == "duel" else 3, hand_size=3)
    state = State.deal(rules, deal_from_seed(rules, 0)).start(0)
    while state.outcome is None:
        turn = state.turn
        assert turn is not None
        found: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        for placements in state.legal_turns():
            after = turn
            for placed in placements:
                after = after.after(placed)
            assert (after.hand, after.tops) not in found
            found.add((after.hand, after.tops))
        assert found == brute_force(state)
        seen = view(state, state.seat)
        assert list(seen.legal_turns()) == list(state.legal_turns())
        state = play_randomly(state, chance, turns=1)


def test_legal_turns_are_lazy_and_the_cheapest_come_first() -> None:
    game = a_game()
    first = list(islice(game.legal_turns(), 3))
    assert [len(turn) for turn in first] == [2, 2, 2]
    assert first[0] == (Placement(4, 0), Placement(30, 0))
    game.place("4>A1")
    game.place("30>A1")
    assert next(game.legal_turns()) == ()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_view_plans_a_turn_as_the_game_plays_it(name: str) -> None:
    game = Game(name, seed=2)
    for _ in range(6):
        seen = game.view(memory=True)
        turn: list[Placement] = []
        while seen.legal_placements and not seen.may_end:
            placement = next(iter(seen.legal_placements))
            turn.append(placement)
            seen = seen.after(placement)
            assert seen.laid == tuple(turn)
        if game.outcome is not None:
            break
        seat, hand = game.seat, seen.hand
        for placement in turn:
            game.place(placement)
        if game.state.laid:
            shown = game.view(seat, memory=True)
            assert (shown.hand, shown.tops, shown.gone) == (hand, seen.tops, seen.gone)
            assert shown.hand_counts == seen.hand_counts
            if game.outcome is None:
                game.end()


def test_a_planned_turn_is_over_after_a_card_that_closes_it() -> None:
    rules = tenback.build_ruleset("extreme", 2, starter=0)
    stop = rules.layout.numbers("STOP")[0]
    deck = (stop, *(card for card in range(2, 100) if card != stop))
    seen = view(State.deal(rules, (deck,)).start(0), 0)
    after = seen.after(seen.placement(stop, "A1"))
    assert not after.legal_placements
    assert not after.may_end
    with pytest.raises(Refusal):
        after.after(after.placement(5, "A1"))
    with pytest.raises(Refusal):
        seen.after(Placement(98, 0))


def test_state_view_and_game_say_alike_whether_the_turn_may_end() -> None:
    game = a_game()
    for act in ("4>A1", "30>A1"):
        assert not game.may_end
        assert game.state.may_end == game.view().may_end == game.may_end
        game.place(act)
    assert game.may_end
    assert game.state.may_end
    assert game.view().may_end
    assert not game.view(1).may_end


def test_a_seat_is_a_number_or_a_name() -> None:
    game = Game("original", players=2, seed=7, starter="P1")
    assert game.view("P2") == game.view(1)
    game.signal("keep_off", "A1", "P2")
    assert game.state.signals[0].seat == 1
    assert game.concede("P2").outcome is not None


def test_a_view_is_what_a_bot_chooses_from() -> None:
    game = Game("original", players=2, seed=7)
    for bot in ("greedy", "expert"):
        game.copy().play(create_bot(bot).choose(game.view()))
    assert game.view().gone is not None
    assert game.view(memory=False).gone is None


def test_a_copy_goes_its_own_way() -> None:
    game = Game("original", players=2, seed=7, starter="P1")
    twin = game.copy()
    twin.play("4>A1 30>A1")
    assert (game.state.turns, twin.state.turns) == (0, 1)
    assert twin.undo() == game.state


def test_one_bot_sits_at_every_seat() -> None:
    class Chancer:
        """Lays any card until the turn may end: the first bot that many people write."""

        def __init__(self) -> None:
            self.chance = random.Random(1)

        def choose(self, view: View) -> list[Placement]:
            turn: list[Placement] = []
            while view.legal_placements and not view.may_end:
                turn.append(self.chance.choice(view.legal_placements))
                view = view.after(turn[-1])
            return turn

    end = Game("original", players=3, seed=7).play_out(Chancer())
    assert end.outcome is not None


def test_legal_placements_have_an_order() -> None:
    legal = Game("original", players=2, seed=7).legal_placements
    assert (legal[0], legal[-1]) == (next(iter(legal)), list(legal)[-1])
    assert legal[:3] == tuple(legal)[:3]
    with pytest.raises(IndexError):
        legal[len(legal)]


def test_what_a_seat_sees_is_a_position() -> None:
    game = a_game()
    game.play("4>A1 30>A1")
    whole, seen = tenback.format_position(game.state), tenback.format_position(game.view(0))
    assert tenback.parse_position(whole).to_state().hands == game.state.hands
    assert "hands=31,43,45,60,69," in seen
    assert "|?7 deck=?82" in seen
    with pytest.raises(TypeError, match="a position, a state or a view can be written, not"):
        tenback.format_position(game)  # type: ignore[arg-type] # as a user might
