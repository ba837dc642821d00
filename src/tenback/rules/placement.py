"""Where one card may lie, on plain integers.

These few functions are the only place where the placement rules are written. They stay in the
subset of Python that Numba compiles, so that fast code compiles them instead of restating them.
A bare base is an ordinary top (1, or the number above the highest card): no card is ten below 1
or ten above the upper base, so nothing jumps from it (A-11), and none improves it (C-4).
"""

JUMP = 10


def is_step(ascending: bool, top: int, card: int) -> bool:
    """Whether the card goes on in the pile's direction, by any gap (G-9, G-10, G-11, D-8, D-9)."""
    return card > top if ascending else card < top


def is_jump(ascending: bool, top: int, card: int) -> bool:
    """Whether the card goes back by exactly ten; always allowed (G-13, G-14, E-4, D-10, D-20)."""
    return card == top - JUMP if ascending else card == top + JUMP


def fits(ascending: bool, top: int, card: int) -> bool:
    """Whether the card may lie on a pile of one's own or the team's, by value alone."""
    return is_step(ascending, top, card) or is_jump(ascending, top, card)


def improves(ascending: bool, top: int, card: int) -> bool:
    """Whether the card helps an opponent's pile: strictly backwards, by any amount (D-12, C-6)."""
    return card < top if ascending else card > top


def gap(ascending: bool, top: int, card: int) -> int:
    """How far the card moves the pile onwards; negative when it moves it back."""
    return card - top if ascending else top - card
