"""The games packed into integers and compiled: fast play, and turns to plan with.

Everything here says what ``tenback.rules`` says, and nothing else; tests hold the two together.
Values are packed once, in Python; everything else can be called from Python and from compiled
code (``numba.njit``) alike, and changes the packed state in place.

Packing
    ``pack_ruleset(rules)`` (an ``UnsupportedRulesetError`` names what the kernels do not know),
    ``pack_state(state)``, ``pack_view(view)``: what a seat knows, whose unknown cards
    ``fill_unseen(rules, state, generator)`` deals at random; ``outcome_of(state)``.
Playing
    ``deal(rules, state, seed)`` shuffles, deals, draws the lot and starts;
    ``judge_place(rules, state, card, pile)`` and ``judge_end(rules, state)`` give the number of a
    refusal code, 0 for none; ``legal_sets(rules, state, out)`` gives all legal cards by pile;
    ``place(rules, state, card, pile)`` and ``end(rules, state)`` act, and give the same numbers;
    ``begin_turn(rules, state)`` opens a turn with the exact test ``is_blocked(rules, state)``.
Planning
    ``enumerate_turns(rules, state, limits, buffer)`` finds the ways to complete the open turn,
    ``placements_of(buffer, index)`` tells one, ``play_turn(rules, state, entry)`` plays it.
Play-outs and batches
    ``greedy_choice(rules, state)`` and ``random_choice(rules, state, generator)`` give ``END``,
    ``STUCK`` or a placement as one number (``card_of``, ``pile_of``);
    ``play_out(rules, state, policy, generator)`` plays on to the end;
    ``play_batch(rules, policy, seeds)`` plays whole games, as arrays.

Compiled code of other rooms may also build on the modules ``bits``, ``choices``, ``codes``,
``compiling``, ``deals``, ``enumeration``, ``facts``, ``judging``, ``legal``, ``packed``,
``packing``, ``piles``, ``playouts``, ``steps`` and ``turn_buffer``. The others are private to this
room; an import contract checks that.

A generator is an array of one ``uint64``, advanced in place: no hidden randomness.

>>> import numpy as np
>>> from tenback.kernels import GREEDY, pack_ruleset, play_batch
>>> from tenback.rules import Ruleset, find_game
>>> played = play_batch(pack_ruleset(Ruleset(find_game("original"), 2)), GREEDY, np.arange(1000))
>>> int(played.won.sum()), int(played.scores.min())
(24, 0)
"""

from tenback.kernels.batches import BatchResult, play_batch, write_result
from tenback.kernels.blocked import is_blocked
from tenback.kernels.choices import END, STUCK, card_of, choice_of, pile_of
from tenback.kernels.codes import (
    CODES,
    COMMANDS,
    GREEDY,
    RANDOM,
    TERMINATIONS,
    code_name,
    code_number,
    termination_name,
    termination_number,
)
from tenback.kernels.deals import deal, fill_unseen, next_below, start_of_stream
from tenback.kernels.enumeration import enumerate_turns, play_turn
from tenback.kernels.facts import has_helped
from tenback.kernels.judging import judge_end, judge_place
from tenback.kernels.legal import legal_sets
from tenback.kernels.packed import RULES, STATE, PackedRules, PackedState, new_state, new_states
from tenback.kernels.packing import (
    UnsupportedRulesetError,
    cards_of_set,
    outcome_of,
    pack_ruleset,
    pack_state,
    pack_view,
    set_of_cards,
)
from tenback.kernels.playouts import play_out, play_out_seats
from tenback.kernels.policies import greedy_choice, random_choice
from tenback.kernels.steps import begin_turn, end, place
from tenback.kernels.turn_buffer import (
    EXACT,
    OVERFLOWED,
    TurnBuffer,
    TurnEntry,
    TurnLimits,
    new_turn_buffer,
    placements_of,
)

__all__ = [
    "CODES",
    "COMMANDS",
    "END",
    "EXACT",
    "GREEDY",
    "OVERFLOWED",
    "RANDOM",
    "RULES",
    "STATE",
    "STUCK",
    "TERMINATIONS",
    "BatchResult",
    "PackedRules",
    "PackedState",
    "TurnBuffer",
    "TurnEntry",
    "TurnLimits",
    "UnsupportedRulesetError",
    "begin_turn",
    "card_of",
    "cards_of_set",
    "choice_of",
    "code_name",
    "code_number",
    "deal",
    "end",
    "enumerate_turns",
    "fill_unseen",
    "greedy_choice",
    "has_helped",
    "is_blocked",
    "judge_end",
    "judge_place",
    "legal_sets",
    "new_state",
    "new_states",
    "new_turn_buffer",
    "next_below",
    "outcome_of",
    "pack_ruleset",
    "pack_state",
    "pack_view",
    "pile_of",
    "place",
    "placements_of",
    "play_batch",
    "play_out",
    "play_out_seats",
    "play_turn",
    "random_choice",
    "set_of_cards",
    "start_of_stream",
    "termination_name",
    "termination_number",
    "write_result",
]
