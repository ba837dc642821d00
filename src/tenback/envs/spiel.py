"""The games for OpenSpiel; importing this module registers them: ``tenback_original``, ….

Every card that is drawn is a chance node, and so is the lot that says who starts. A draw follows
the action that caused it; that action takes effect once the cards are known. Teams have identical
utilities, the Duel is zero-sum: 1 for the winners, -1 for the others.
"""

from dataclasses import replace
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from tenback.envs.encoding import Encoding
from tenback.envs.options import make_ruleset
from tenback.envs.recall import Recall
from tenback.envs.writing import Row
from tenback.rules import GAMES, OPTIONS, GameRules, Placement, State, view

__all__ = ["TenbackGame", "TenbackState", "short_name"]

spiel: Any = import_module("pyspiel")  # not every machine has it, and it has no types
LOT = -1


def short_name(game: str) -> str:
    """Return OpenSpiel's name of a game: ``tenback_original``, with _ for every hyphen."""
    return f"tenback_{game.replace('-', '_')}"


def _parameters(game: GameRules) -> dict[str, Any]:
    """List what ``load_game`` takes, with the defaults: seat -1 starts by lot."""
    options = {
        name: option.values[0]
        for name, option in OPTIONS.items()
        if name in game.options and name != "talk"
    }
    return {"players": game.player_range[0], "starter": LOT, **options}


def _type_of(game: GameRules) -> Any:
    utility = spiel.GameType.Utility
    return spiel.GameType(
        short_name=short_name(game.id),
        long_name=f"The Game: {game.id} (tenback)",
        dynamics=spiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=spiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=spiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.IDENTICAL if game.is_team_game else utility.ZERO_SUM,
        reward_model=spiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.player_range[-1],
        min_num_players=game.player_range[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(game),
    )


class TenbackGame(spiel.Game):
    """One game of the family with its options."""

    #: Set by the class of each game.
    played: ClassVar[GameRules]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.played
        given = {**_parameters(game), **(params or {})}
        starter = given.pop("starter")
        rules = make_ruleset(game.id, starter="lot" if starter == LOT else starter, **given)
        self.encoding = Encoding(rules)
        cards = self.encoding.cards * int(self.encoding.packed.decks)
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            _type_of(game),
            spiel.GameInfo(
                num_distinct_actions=self.encoding.actions,
                max_chance_outcomes=max(self.encoding.cards, rules.players),
                num_players=rules.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=None if game.is_team_game else 0.0,
                max_game_length=2 * cards,  # every card ends a turn of its own
            ),
            params or {},
        )

    def new_initial_state(self) -> "TenbackState":
        """Return a table before any card is dealt."""
        return TenbackState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "_Observer":
        """Return the observer, which fills tensors and strings."""
        kind = iig_obs_type or spiel.IIGObservationType(perfect_recall=False)
        return _Observer(self, kind, params)


class TenbackState(spiel.State):
    """A game, or a deal that is under way."""

    def __init__(self, game: TenbackGame) -> None:
        super().__init__(game)  # pyright: ignore[reportUnknownMemberType]
        self.encoding = game.encoding
        self.table: State | None = None
        self.recall = Recall(game.encoding)
        self._chosen: list[int] = []  #: cards drawn so far of those that are wanted
        self._wanted = 0
        self._action: int | None = None
        rules = self.encoding.rules
        self._deals = [seat for seat in range(rules.players) for _ in range(rules.hand_size)]
        self._decks: list[list[int]] = [list(deck) for deck in rules.game.decks(rules)]
        self._dealt: list[list[int]] = [[] for _ in self._decks]

    # OpenSpiel's interface ------------------------------------------------------------------

    def current_player(self) -> Any:
        """Return the seat to move, or chance, or that the game is over."""
        if self.is_terminal():
            return spiel.PlayerId.TERMINAL
        if self._is_chance():
            return spiel.PlayerId.CHANCE
        assert self.table is not None
        return self.table.seat

    def _is_chance(self) -> bool:
        return self.table is None or self.table.turn is None or self._wanted > 0

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table is not None and self.table.outcome is not None

    def returns(self) -> list[float]:
        """Return the utilities, 0 before the end."""
        players = self.encoding.rules.players
        if self.table is None or self.table.outcome is None:
            return [0.0] * players
        winners = self.table.outcome.winners
        return [1.0 if seat in winners else -1.0 for seat in range(players)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.table is not None
        mask = self.encoding.mask(view(self.table, player, memory=True))
        return np.flatnonzero(mask).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may come next, or the seats that may start."""
        if self.table is not None and self.table.turn is None:
            outcomes = list(range(self.encoding.rules.players))
        else:
            outcomes = [card - self.encoding.lowest for card in sorted(self._hidden())]
        return [(outcome, 1.0 / len(outcomes)) for outcome in outcomes]

    def _hidden(self) -> set[int]:
        if self.table is None:
            deck = self._deck_of(self._deals[0])
            return set(self._decks[deck]) - set(self._dealt[deck])
        game, seat = self.table.rules.game, self.table.seat
        # What nobody has drawn is unknown to all; the order of the deck means nothing here.
        return set(self.table.decks[game.deck_of(seat)]) - set(self._chosen)

    def _deck_of(self, seat: int) -> int:
        return self.encoding.rules.game.deck_of(seat)

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self._deal_card(action + self.encoding.lowest)
        elif self.table.turn is None:
            self._start(self.table, action)
        elif self._wanted:
            self._draw_card(self.table, action + self.encoding.lowest)
        else:
            self._play(self.table, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != spiel.PlayerId.CHANCE:
            return self.encoding.name_of(action)
        if self.table is not None and self.table.turn is None:
            return f"P{action + 1} starts"
        return f"draw {action + self.encoding.lowest}"

    def __str__(self) -> str:
        """Tell the whole table, hidden cards included."""
        if self.table is None:
            return f"dealing {self._dealt}"
        hands = " | ".join(" ".join(map(str, hand)) for hand in self.table.hands)
        drawn = f" drawing {self._chosen}" if self._wanted else ""
        tops = " ".join(map(str, self.table.tops))
        return f"{tops} to P{self.table.seat + 1}: {hands}{drawn}; laid {len(self.table.laid)}"

    # Chance and play ------------------------------------------------------------------------

    def _deal_card(self, card: int) -> None:
        seat = self._deals.pop(0)
        self._dealt[self._deck_of(seat)].append(card)
        self.recall.draw(seat, card)
        if self._deals:
            return
        decks = tuple(
            (*dealt, *(card for card in deck if card not in dealt))
            for dealt, deck in zip(self._dealt, self._decks, strict=True)
        )
        rules = self.encoding.rules
        self.table = State.deal(rules, decks)
        if rules.starter != "lot" or rules.players == 1:
            self._start(self.table, 0 if rules.starter == "lot" else rules.starter)

    def _start(self, table: State, seat: int) -> None:
        self.table = table.start(seat)
        self.recall.start(seat)

    def _play(self, table: State, action: int) -> None:
        self._action = action
        self._wanted = sum(map(len, table.decks)) - sum(map(len, self._after(table).decks))
        if not self._wanted:
            self._settle(table)

    def _draw_card(self, table: State, card: int) -> None:
        self._chosen.append(card)
        if len(self._chosen) < self._wanted:
            return
        drawn = table.rules.game.deck_of(table.seat)
        decks = list(table.decks)
        decks[drawn] = (
            *self._chosen,
            *(card for card in decks[drawn] if card not in self._chosen),
        )
        self._settle(replace(table, decks=tuple(decks)))

    def _after(self, table: State) -> State:
        assert self._action is not None
        placed = self.encoding.placement_of(self._action, table.seat)
        return table.end() if placed is None else table.place(placed)

    def _settle(self, table: State) -> None:
        """Let the action take effect, now that the cards it draws are known."""
        assert self._action is not None
        placed: Placement | None = self.encoding.placement_of(self._action, table.seat)
        self.recall.act(table.seat, placed, self.encoding.name_of(self._action), table.turns)
        for card in self._chosen:
            self.recall.draw(table.seat, card)
        self.table = self._after(table)
        self._chosen, self._wanted, self._action = [], 0, None


class _Observer:
    """Fills a tensor: the observation, and with perfect recall what was laid when.

    Without private information it leaves out the seat's own cards, without public information it
    leaves out all else.
    """

    def __init__(self, game: TenbackGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers of {game} take no parameters, not {params}")
        private = spiel.PrivateInfoType
        if kind.private_info == private.ALL_PLAYERS:
            raise ValueError(f"observers of {game} show one seat's cards, not those of all")
        self.encoding = game.encoding
        self.recalls = bool(kind.perfect_recall)
        self.shows_table = bool(kind.public_info)
        self.shows_hand = kind.private_info == private.SINGLE_PLAYER
        pieces: list[tuple[str, tuple[int, ...]]] = [("observation", (self.encoding.size,))]
        if self.recalls:
            pieces.append(("recall", Recall(self.encoding).shape))
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in pieces:
            stop = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:stop].reshape(shape)
            start = stop

    def set_from(self, state: TenbackState, player: int) -> None:
        """Fill the tensor with what a seat knows."""
        self.tensor.fill(0)
        if state.table is not None:
            self.dict["observation"][:] = self._observe(state.table, player)
        if self.recalls:
            out = self.dict["recall"]
            state.recall.write(player, out, table=self.shows_table, own=self.shows_hand)

    def string_from(self, state: TenbackState, player: int) -> str:
        """Return what a seat knows in words."""
        if self.recalls:
            return state.recall.tell(player, table=self.shows_table, own=self.shows_hand)
        if state.table is None:
            return "dealing"
        told = self.encoding.read(self._observe(state.table, player))
        if not self.shows_hand:
            del told["hand"]
        return str(told if self.shows_table else {"hand": told["hand"]})

    def _observe(self, table: State, player: int) -> Row:
        row = self.encoding.observe(view(table, player, memory=True))
        hand = self.encoding.sections["hand"]
        if not self.shows_table:
            row[: hand.start] = row[hand.stop :] = 0
        if not self.shows_hand:
            row[hand.start : hand.stop] = 0
        return row


# OpenSpiel keeps what is registered until after Python has ended: it must be a class, which then
# is never freed, and not a function.
for _game in GAMES.values():
    if short_name(_game.id) not in spiel.registered_names():
        _class = type(f"{type(_game).__name__}Game", (TenbackGame,), {"played": _game})
        spiel.register_game(_type_of(_game), _class)
