"""Double DQN with action masks, in one file as CleanRL writes it, on the vector environment.

    pip install 'tenback[rl]' torch==2.13.0
    python examples/dqn.py --minutes 10 --out dqn

Writes dqn.csv (the learning curve), dqn.pt (the weights) and dqn.json (the result on the public
deals, next to built-in bots).
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from card_model import CardModel
from reporting import Curve, progress, report

from tenback.envs.sampling import LegalSampler
from tenback.envs.vector import TenbackVectorEnv

DISCOUNT, ROOM, BATCH, KEEP = 0.97, 100_000, 512, 0.99


class Replay:
    """The last transitions, as the environment tells them."""

    def __init__(self, envs: TenbackVectorEnv) -> None:
        size, actions = envs.encoding.size, envs.encoding.actions
        self.seen = np.zeros((ROOM, size), np.int8)
        self.following = np.zeros((ROOM, size), np.int8)
        self.masks = np.zeros((ROOM, actions), np.int8)
        self.actions = np.zeros(ROOM, np.int64)
        self.rewards = np.zeros(ROOM, np.float32)
        self.over = np.zeros(ROOM, np.float32)
        self.count = 0

    def add(self, *parts) -> None:
        places = (self.count + np.arange(len(parts[0]))) % ROOM
        self.count += len(parts[0])
        kept = (self.seen, self.actions, self.rewards, self.over, self.following, self.masks)
        for array, part in zip(kept, parts, strict=True):
            array[places] = part

    def sample(self, source: np.random.Generator):
        chosen = source.integers(min(self.count, ROOM), size=BATCH)
        kept = (self.seen, self.actions, self.rewards, self.over, self.following, self.masks)
        return [torch.from_numpy(array[chosen]) for array in kept]


def learn(model, slow, optimizer, parts) -> None:
    seen, actions, rewards, over, following, masks = parts
    with torch.no_grad():
        best = model(following)[0].masked_fill(masks == 0, -1e9).argmax(1, keepdim=True)
        later = slow(following)[0].gather(1, best)[:, 0]
        wanted = rewards + DISCOUNT * (1 - over) * later
    found = model(seen)[0].gather(1, actions[:, None])[:, 0]
    loss = torch.nn.functional.smooth_l1_loss(found, wanted)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    with torch.no_grad():
        for one, other in zip(slow.parameters(), model.parameters(), strict=True):
            one.lerp_(other, 1 - KEEP)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="original")
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--steps", type=int, default=10**9)
    parser.add_argument("--games", type=int, default=1000, help="public deals to evaluate on")
    parser.add_argument("--versus", default="greedy,tuned,expert")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("dqn"))
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    source, sample = np.random.default_rng(given.seed), LegalSampler(given.seed)
    envs = TenbackVectorEnv(
        given.game, given.tables, players=given.players, autoreset_mode="SameStep",
        reward="left", shaping="room", shaping_weight=2.0, discount=DISCOUNT,
    )  # fmt: skip
    model, slow = CardModel(envs.encoding), CardModel(envs.encoding)
    slow.load_state_dict(model.state_dict())
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    curve, replay = Curve(given.out.with_suffix(".csv")), Replay(envs)

    @torch.no_grad()
    def choose(observations, masks):
        scores, _ = model(torch.from_numpy(observations))
        return np.where(masks != 0, scores.numpy(), -np.inf).argmax(1)

    observations, infos = envs.reset(seed=given.seed + 10**6)
    begin, steps, rounds = time.monotonic(), 0, 0
    while (done := progress(given, steps, time.monotonic() - begin)) < 1:
        masks = infos["action_mask"]
        wild = source.random(given.tables) < max(0.01, 1 - 5 * done)
        actions = np.where(wild, sample(masks), choose(observations, masks))
        following, rewards, over, _, infos = envs.step(actions)
        curve.count(envs, over, infos)
        # What follows the end does not matter; the deal after it stands in its place.
        replay.add(observations, actions, rewards, over, following, infos["action_mask"])
        observations, steps, rounds = following, steps + given.tables, rounds + 1
        if replay.count > 5000 or given.steps < 5000:
            learn(model, slow, optimizer, replay.sample(source))
        if rounds % 128 == 0:
            curve.write(steps)
    curve.write(steps)
    torch.save(model.state_dict(), given.out.with_suffix(".pt"))
    report("double DQN", choose, envs, given, {"steps": steps, "seed": given.seed})


if __name__ == "__main__":
    main()
