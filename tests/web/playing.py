"""Playing a game through the screen: what may be done is read from what the screen shows."""

import re
from dataclasses import dataclass
from typing import Protocol

from tests.web.guest import WORDS, Guest

from tenback.texts import Texts

__all__ = [
    "Hands",
    "Keys",
    "Look",
    "Mouse",
    "Move",
    "Touch",
    "ask_hint",
    "give_up",
    "look",
    "play_on",
    "play_turn",
    "play_turns",
]

#: Labels change a moment after the cards do, so it waits until both show the same moment.
_LOOK = """async () => {
  const { dataset } = document.querySelector('main');
  while ((dataset.known ?? dataset.seq) !== dataset.seq) {
    await new Promise((go) => setTimeout(go, 8));
  }
  const label = (element) =>
    element.getAttribute('aria-label') ?? element.querySelector('.unseen').textContent;
  const cards = [...document.querySelectorAll('[data-hand-card]')];
  const piles = [...document.querySelectorAll('[data-pile]')];
  const button = (keys) => document.querySelector(`button[aria-keyshortcuts="${keys}"]`);
  return {
    over: dataset.stage === 'over',
    mine: button('E') !== null,
    mayEnd: button('E')?.disabled === false,
    asked: document.querySelector('[role=alertdialog]') !== null,
    hand: cards.map((card) => [Number(card.dataset.handCard), label(card)]),
    piles: piles.map((pile) => [
      Number(pile.dataset.pile),
      label(pile.querySelector('button')),
      pile.querySelector('button').getAttribute('aria-keyshortcuts'),
    ]),
    mark: document.querySelector('main').dataset.seq,
    turns: document.querySelector('main').dataset.turns,
  };
}"""
_CHANGED = "(mark) => document.querySelector('main')?.dataset.seq !== mark"
#: A new sequence number does not show that one's own card was laid: others may have spoken.
_LAID = """(card) => document.querySelector(`[data-hand-card="${card}"]`) === null"""
_ENDED = """(turns) => {
  const { dataset } = document.querySelector('main');
  return dataset.turns !== turns || dataset.stage === 'over';
}"""
_MINE_OR_OVER = """() => document.querySelector('button[aria-keyshortcuts="E"], [data-result]')"""
#: How often a busy server is asked for a hint, and the seconds that each may take.
_HINTS, _HINT_SECONDS = 5, 150
#: More cards than a turn needs are laid only for a step this small.
_SMALL = 2
_MOVE = re.compile(r"(step of|jump back by|helps by) (\d+)")


@dataclass(frozen=True, slots=True)
class Move:
    """A card that may be laid on a pile; ``cost`` is less the better it looks."""

    card: int
    pile: int
    #: The letter of the pile on the keyboard.
    key: str
    cost: int
    risky: bool


@dataclass(frozen=True, slots=True)
class Look:
    """What the screen shows at one moment."""

    over: bool
    mine: bool
    may_end: bool
    asked: bool
    hand: tuple[int, ...]
    moves: tuple[Move, ...]
    mark: str
    #: How many turns had been played, as the page writes it.
    turns: str

    @property
    def best(self) -> Move | None:
        """What a hasty player would do."""
        return min(self.moves, key=lambda move: (move.risky, move.cost), default=None)


def _read_moves(card: int, label: str, piles: dict[str, tuple[int, str]]) -> list[Move]:
    moves: list[Move] = []
    _, _, told = label.partition(". ")
    for part in told.split("; "):
        name, _, what = part.partition(": ")
        found = _MOVE.match(what)
        if found is None:
            continue
        kind, by = found[1], int(found[2])
        cost = {"step of": by, "jump back by": -by, "helps by": 200 + by}[kind]
        moves.append(Move(card, *piles[name], cost, "," in what))
    return moves


def look(guest: Guest) -> Look:
    """Look at the table."""
    seen = guest.page.evaluate(_LOOK)
    # "A1 ascending 34" and "Ana’s ascending pile: 2": the name comes before the top.
    names = {
        re.split(r" (?:ascending|descending) \d|: \d", label)[0]: (index, key)
        for index, label, key in seen["piles"]
    }
    moves = [move for card, label in seen["hand"] for move in _read_moves(card, label, names)]
    return Look(
        seen["over"],
        seen["mine"],
        seen["mayEnd"],
        seen["asked"],
        tuple(card for card, _ in seen["hand"]),
        tuple(moves),
        seen["mark"],
        seen["turns"],
    )


class Hands(Protocol):
    """A way to lay cards."""

    def lay(self, guest: Guest, move: Move) -> None:
        """Lay a card."""
        ...

    def end(self, guest: Guest) -> None:
        """End the turn."""
        ...

    def insist(self, guest: Guest) -> None:
        """Do it all the same."""
        ...


class Mouse:
    """Click a card, click a pile."""

    def lay(self, guest: Guest, move: Move) -> None:
        guest.page.click(f'[data-hand-card="{move.card}"]')
        guest.page.click(f'[data-pile="{move.pile}"].lit button')

    def end(self, guest: Guest) -> None:
        guest.page.click('button[aria-keyshortcuts="E"]')

    def insist(self, guest: Guest) -> None:
        guest.page.click("[role=alertdialog] button.grave")


class Touch(Mouse):
    """Tap a card, tap a pile."""

    def lay(self, guest: Guest, move: Move) -> None:
        guest.page.tap(f'[data-hand-card="{move.card}"]')
        guest.page.tap(f'[data-pile="{move.pile}"].lit button')

    def end(self, guest: Guest) -> None:
        guest.page.tap('button[aria-keyshortcuts="E"]')

    def insist(self, guest: Guest) -> None:
        guest.page.tap("[role=alertdialog] button.grave")


class Keys:
    """Type a card's number and a pile's letter."""

    def lay(self, guest: Guest, move: Move) -> None:
        guest.page.keyboard.press("Escape")
        for digit in str(move.card):
            guest.page.keyboard.press(digit)
        guest.page.keyboard.press(move.key)

    def end(self, guest: Guest) -> None:
        guest.page.keyboard.press("e")

    def insist(self, guest: Guest) -> None:
        guest.page.keyboard.press("Tab")
        guest.page.keyboard.press("Enter")


def _act(guest: Guest, hands: Hands, seen: Look) -> bool:
    """Lay a card or end the turn, and see it done; return whether the turn ended.

    Jumps come first, then small steps.
    """
    best = seen.best
    if best is None or (seen.may_end and (best.risky or best.cost > _SMALL)):
        assert seen.may_end, f"nothing to do: {seen}"
        hands.end(guest)
        guest.until(_ENDED, seen.turns)
        return True
    hands.lay(guest, best)
    if best.risky:
        guest.until("() => document.querySelector('[role=alertdialog]') !== null")
        hands.insist(guest)
    guest.until(_LAID, best.card)
    return False


def play_turn(guest: Guest, hands: Hands) -> None:
    """Play the own turn to its end; does nothing if it is not one's turn."""
    while (seen := look(guest)).mine and not seen.over:
        if _act(guest, hands, seen):
            return


def play_turns(guest: Guest, hands: Hands, count: int) -> None:
    """Play some own turns, with those of others between them."""
    for _ in range(count):
        guest.until(_MINE_OR_OVER)
        play_turn(guest, hands)


def give_up(guest: Guest) -> None:
    """Give the game up through the menu, and confirm it."""
    word = WORDS("web.concede.do")
    guest.page.get_by_role("button", name=WORDS("web.menu")).click()
    guest.page.get_by_role("button", name=word).click()
    guest.page.get_by_role("group", name=word).get_by_role("button", name=word).click()


def ask_hint(guest: Guest, words: Texts = WORDS) -> None:
    """Ask for a hint until it is there; a busy server may have had no time for it."""
    there = "() => document.querySelector('[data-hint], .hint.failed') !== null"
    for _ in range(_HINTS):
        guest.page.get_by_role("button", name=words("web.hint.ask"), exact=True).click()
        guest.until(there, None, _HINT_SECONDS)
        if guest.page.locator("[data-hint]").count():
            return
    raise AssertionError(f"no hint after {_HINTS} questions")


def play_on(guest: Guest, hands: Hands) -> Look:
    """Play own turns until the game is over and its result is shown."""
    while not (seen := look(guest)).over:
        if seen.mine:
            _act(guest, hands, seen)
        else:
            guest.until(_CHANGED, seen.mark)
    guest.page.locator("[data-result]").wait_for()
    return seen
