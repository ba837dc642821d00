"""What the learning examples look at: the cards in hand against the piles, not 705 zeros and ones.

Every card in hand on every pile is a candidate with a few numbers (how far it moves the pile,
whether it jumps back, whether a jump back onto it is in hand); one small network scores all of them
alike. A second one values the position. Works for the games with four common piles.
"""

from typing import Any

import torch
from torch import nn

from tenback.envs.encoding import Encoding

_JUMP = 10
#: Numbers of a candidate, and of a position.
FEATURES, CONTEXT = 8, 21


class CardModel(nn.Module):
    """Scores of all actions, and the value of the position."""

    def __init__(self, encoding: Encoding, width: int = 32) -> None:
        super().__init__()
        self.encoding = encoding
        self.hand_size = encoding.rules.hand_size
        # The position is the same for all its candidates: its part of the first layer is done once.
        self.candidate, self.position = nn.Linear(FEATURES, width), nn.Linear(CONTEXT, width)
        self.score = nn.Sequential(
            nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1)
        )  # fmt: skip
        self.value = nn.Sequential(
            nn.Linear(CONTEXT + 1, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(),
            nn.Linear(width, 1),
        )  # fmt: skip
        directions = [1.0 if up else -1.0 for up in encoding.packed.ascending]
        self.register_buffer("directions", torch.tensor(directions))

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return a score for every action (very low for what is not in hand), and values."""
        features, context, actions = self.look(observations)
        scores = self.score(self.candidate(features) + self.position(context)[:, None])[:, :, 0]
        logits = scores.new_full((len(observations), self.encoding.actions + 1), -1e8)
        # What stands for a card that is not there is written behind the last action.
        logits = logits.scatter(1, actions, scores)[:, :-1]
        can_jump = features[:, :-1, 1].amax(1, keepdim=True)
        return logits, self.value(torch.cat([context, can_jump], 1))[:, 0]

    def look(self, observations: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Return the numbers of candidates and positions, and the actions of the candidates."""
        seen, parts = observations.float(), self.encoding.sections
        lowest, cards = self.encoding.lowest, self.encoding.cards

        def part(name: str) -> Any:
            return parts[name].of(seen)

        rows = part("tops")
        tops = rows @ torch.arange(rows.shape[2], dtype=torch.float32) + lowest - 1
        held, hand = part("hand")[:, 0], part("hand")[:, 0].topk(self.hand_size)
        card, is_held = hand.indices.float() + lowest, hand.values
        steps = (card[:, :, None] - tops[:, None]) * self.directions
        unseen = 1 - held - part("gone")[:, 0]
        before = torch.cat([torch.zeros_like(unseen[:, :1]), unseen.cumsum(1)], 1)

        def unseen_between(low: torch.Tensor, high: torch.Tensor) -> torch.Tensor:
            one, two = ((x - lowest).long().clamp(0, cards) for x in (low, high))
            return (before.gather(1, two) - before.gather(1, one)).clamp(min=0)

        flat = card[:, :, None].expand(-1, -1, 4).reshape(len(seen), -1)
        wide_tops = tops[:, None].expand(-1, self.hand_size, -1).reshape(len(seen), -1)
        lost = unseen_between(torch.minimum(flat, wide_tops) + 1, torch.maximum(flat, wide_tops))
        padded = nn.functional.pad(held, (_JUMP, _JUMP))
        backs = [
            padded.gather(1, hand.indices + (0 if up > 0 else 2 * _JUMP))
            for up in self.directions.tolist()
        ]
        onwards = (steps > 0) * is_held[:, :, None]
        jumps = (steps == -_JUMP) * is_held[:, :, None]
        fits = (onwards + jumps).clamp(max=1)
        nearest = torch.where(fits > 0, steps, torch.full_like(steps, 99)).amin(2, keepdim=True)
        numbers = torch.stack(
            [
                steps.clamp(-10, 60) / 20, jumps, torch.stack(backs, 2), fits,
                lost.view_as(steps) / 20, (steps - nearest).clamp(-10, 60) / 20,
                (onwards * steps).clamp(max=5) / 5, torch.zeros_like(steps),
            ], 3,
        ).flatten(1, 2)  # fmt: skip
        ending = torch.zeros_like(numbers[:, :1])
        ending[:, 0, -1] = 1
        deck = part("decks")[:, 0].mean(1, keepdim=True) if "decks" in parts else tops[:, :1] * 0
        gaps = torch.where(fits > 0, steps, torch.full_like(steps, 60))
        room = (tops - lowest + 1) / (cards + 1)
        context = torch.cat(
            [
                deck, part("laid").sum(2) / 4, part("minimum").sum(2) / 2,
                held.sum(1, keepdim=True) / 8, torch.where(self.directions > 0, 1 - room, room),
                gaps.amin(1).clamp(-10, 60) / 20,
                gaps.amin(2).sort(1).values[:, :4].clamp(-10, 60) / 20,
                jumps.sum((1, 2))[:, None] / 2, (deck == 0).float(),
                part("hand_counts").sum(2)[:, 1:3].sum(1, keepdim=True) / 12,
                fits.sum((1, 2))[:, None] / 16, nearest.clamp(max=60).mean(1) / 20,
            ], 1,
        )  # fmt: skip
        places = (hand.indices[:, :, None] * 4 + torch.arange(4)).flatten(1)
        absent = (is_held == 0)[:, :, None].expand(-1, -1, 4).flatten(1)
        places = places.masked_fill(absent, self.encoding.actions)
        end = places.new_full((len(seen), 1), self.encoding.end)
        return torch.cat([numbers, ending], 1), context, torch.cat([places, end], 1)
