"""Play-outs: a packed game played to its end by policies."""

from tenback.kernels import codes
from tenback.kernels.choices import END, STUCK, card_of, pile_of
from tenback.kernels.compiling import jit
from tenback.kernels.packed import Numbers, PackedRules, PackedState, Words
from tenback.kernels.plain_greedy import finish_plain_greedily
from tenback.kernels.policies import greedy_choice, random_choice
from tenback.kernels.steps import close, fail_stuck, lay_legal

__all__ = ["play_out", "play_out_seats", "step"]


@jit
def play_out(rules: PackedRules, state: PackedState, policy: int, generator: Words) -> None:
    """Let every seat play the game on to its end by one policy.

    The generator is one word, advanced in place; `greedy` leaves it alone.
    """
    if policy == codes.GREEDY and rules.is_plain:
        finish_plain_greedily(rules, state)
    while state.phase == codes.PLAYING:
        step(rules, state, policy, generator)


@jit
def play_out_seats(
    rules: PackedRules, state: PackedState, policies: Numbers, generator: Words
) -> None:
    """Let every seat play the game on to its end by the policy of that seat."""
    while state.phase == codes.PLAYING:
        step(rules, state, policies[state.seat], generator)


@jit
def step(rules: PackedRules, state: PackedState, policy: int, generator: Words) -> None:
    """Lay one card, or end the turn."""
    if policy == codes.GREEDY:
        choice = greedy_choice(rules, state)
    else:
        choice = random_choice(rules, state, generator)
    if choice == END:
        close(rules, state)
    elif choice == STUCK:
        fail_stuck(rules, state)
    else:
        # Whether the turn is stuck now, the next choice will tell.
        lay_legal(rules, state, card_of(choice), pile_of(choice))
