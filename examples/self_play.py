"""Self-play in plain PyTorch on the vector environment: every seat is played by one network.

    pip install 'tenback[rl]' torch==2.13.0
    python examples/self_play.py --players 3 --minutes 10 --out self_play

PPO in one file: collect a rollout from all tables, estimate advantages, learn from it a few times.
Writes self_play.csv (the learning curve), self_play.pt (the weights) and self_play.json (the result
on the public deals, next to built-in bots).
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from card_model import CardModel
from reporting import Curve, progress, report
from torch.distributions import Categorical

from tenback.envs.vector import TenbackVectorEnv

STEPS, DISCOUNT, TRACE, CLIP, EPOCHS, BATCH = 32, 0.99, 0.9, 0.2, 4, 512


def masked(model: CardModel, observations: torch.Tensor, masks: torch.Tensor):
    logits, values = model(observations)
    return Categorical(logits=logits.masked_fill(masks == 0, -1e9)), values


@torch.no_grad()
def collect(model: CardModel, envs: TenbackVectorEnv, seen, curve: Curve):
    """Play some steps at every table; whoever moves is played by the network."""
    told = []
    for _ in range(STEPS):
        observations, masks = map(torch.from_numpy, seen)
        policy, values = masked(model, observations, masks)
        actions = policy.sample()
        following, rewards, over, _, infos = envs.step(actions.numpy())
        curve.count(envs, over, infos)
        gained, ends = torch.from_numpy(rewards).float(), torch.from_numpy(over)
        told.append((observations, masks, actions, policy.log_prob(actions), values, gained, ends))
        seen = following, infos["action_mask"]
    _, last = masked(model, *map(torch.from_numpy, seen))
    return seen, told, last


def advantages(told, last: torch.Tensor):
    """Generalised advantage estimation; all seats of a team share its rewards."""
    found, running = [], torch.zeros_like(last)
    for *_, values, rewards, over in reversed(told):
        goes_on = (~over).float()
        running = rewards + DISCOUNT * goes_on * (last + TRACE * running) - values
        found.append(running)
        last = values
    return torch.stack(found[::-1]).flatten()


def learn(model: CardModel, optimizer, told, last, entropy: float) -> None:
    gains = advantages(told, last)
    observations, masks, actions, before, values, *_ = (
        torch.stack(part).flatten(0, 1) for part in zip(*told, strict=True)
    )
    wanted = gains + values
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(gains)).split(BATCH):
            policy, value = masked(model, observations[chosen], masks[chosen])
            ratio = (policy.log_prob(actions[chosen]) - before[chosen]).exp()
            gain = (gains[chosen] - gains[chosen].mean()) / (gains[chosen].std() + 1e-8)
            clipped = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            error = (value - wanted[chosen]).square().mean()
            loss = error - clipped.mean() - entropy * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="original")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tables", type=int, default=128)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--steps", type=int, default=10**9)
    parser.add_argument("--games", type=int, default=1000, help="public deals to evaluate on")
    parser.add_argument("--versus", default="greedy,tuned,expert")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("self_play"))
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    envs = TenbackVectorEnv(
        given.game, given.tables, players=given.players, autoreset_mode="SameStep",
        reward="left", shaping="room", shaping_weight=2.0, discount=DISCOUNT,
    )  # fmt: skip
    model = CardModel(envs.encoding)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    curve = Curve(given.out.with_suffix(".csv"))
    observations, infos = envs.reset(seed=given.seed + 10**6)
    seen, begin, steps = (observations, infos["action_mask"]), time.monotonic(), 0
    while (done := progress(given, steps, time.monotonic() - begin)) < 1:
        optimizer.param_groups[0]["lr"] = 2e-3 * (1 - 0.9 * done)
        seen, told, last = collect(model, envs, seen, curve)
        learn(model, optimizer, told, last, entropy=0.005 * (1 - done))
        steps += STEPS * given.tables
        curve.write(steps)
    torch.save(model.state_dict(), given.out.with_suffix(".pt"))

    @torch.no_grad()
    def choose(observations, masks):
        logits, _ = model(torch.from_numpy(observations))
        return np.where(masks != 0, logits.numpy(), -np.inf).argmax(1)

    report("self-play PPO", choose, envs, given, {"steps": steps, "seed": given.seed})


if __name__ == "__main__":
    main()
