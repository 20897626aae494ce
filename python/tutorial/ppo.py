"""Teaches a network to command the German side of Rasputitsa, beginner's level, by PPO from Stable-Baselines3.

usage: python ppo.py [MINUTES [FOLDER]], 10 minutes of processor time, into this folder, if nothing is said

Writes `curve.csv` (minutes of processor time, weeks played, median score of the games that ended since the line before), draws it as `curve.svg`
if Matplotlib is there, and prints the median scores of the network, `idle` and `east` over the same fresh games.

Needs: pip install 'front800[gym]' stable-baselines3
"""

import csv
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import front800
import numpy as np
from front800.gym.wargame import WargameEnv
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

LEVEL = "beginner"
CAMPAIGNS = 16  # side by side
WEEKS = 14  # of a campaign
TESTED = 100  # campaigns, with chance of their own


class Curve(BaseCallback):
    """Ends the training in time, and keeps the scores of the games that end."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.began = time.process_time()
        self.seconds = seconds
        self.scores: list[int] = []
        self.rows: list[tuple[float, int, float]] = []

    def _on_step(self) -> bool:
        ended = np.flatnonzero(self.locals["dones"])
        self.scores += [self.locals["infos"][lane]["score"] for lane in ended]
        return time.process_time() - self.began < self.seconds

    def _on_rollout_end(self) -> None:
        if self.scores:
            minutes = (time.process_time() - self.began) / 60
            self.rows.append((round(minutes, 2), self.num_timesteps, statistics.median(self.scores)))
            self.scores = []

    def save(self, folder: Path) -> None:
        with open(folder / "curve.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("minutes", "weeks", "median_score"))
            writer.writerows(self.rows)
        try:
            from matplotlib import pyplot
        except ImportError:
            return
        figure, axes = pyplot.subplots(figsize=(7, 3.5))
        axes.plot([row[0] for row in self.rows], [row[2] for row in self.rows])
        axes.set_xlabel("minutes of processor time")
        axes.set_ylabel("median score")
        figure.tight_layout()
        figure.savefig(folder / "curve.svg")


def played_by(model: Any) -> list[int]:
    """The final scores of the network: it does what it thinks best."""
    scores = []
    for game in range(TESTED):
        env = WargameEnv(level=LEVEL)
        seen, info = env.reset(seed=1_000_000 + game)
        over = False
        while not over:
            action, _ = model.predict(seen, deterministic=True)
            seen, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        scores.append(info["score"])
    return scores


def played_by_builtin(name: str) -> list[int]:
    """Those of a built-in player, in the same games."""
    scores = []
    for game in range(TESTED):
        env = WargameEnv(level=LEVEL)
        env.reset(seed=1_000_000 + game)
        player = front800.Player(name, "german", env.campaign)
        while not env.campaign.is_over:
            answer = player.orders(env.campaign)
            env.campaign.give("german", answer["orders"], answer["modes"])
            env.campaign.play_turn()
        scores.append(env.campaign.score)
    return scores


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    folder = Path(sys.argv[2] if len(sys.argv) > 2 else ".")
    env = make_vec_env(lambda: WargameEnv(level=LEVEL), n_envs=CAMPAIGNS, seed=1)
    model = PPO(
        "MlpPolicy",
        env,
        n_steps=4 * WEEKS,
        batch_size=CAMPAIGNS * WEEKS,
        n_epochs=6,
        gamma=1.0,
        learning_rate=1e-3,
        seed=1,
        device="cpu",
    )
    curve = Curve(minutes * 60)
    model.learn(total_timesteps=10**9, callback=curve)
    curve.save(folder)
    model.save(folder / "network.zip")
    for name, scores in (
        ("network", played_by(model)),
        ("idle", played_by_builtin("idle")),
        ("east", played_by_builtin("east")),
    ):
        print(f"{name}: median {statistics.median(scores)}, {min(scores)} to {max(scores)}, {TESTED} campaigns", flush=True)


if __name__ == "__main__":
    main()
