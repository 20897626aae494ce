"""Teaches a network to command one corps of Rasputitsa, learner's level, by PPO from Stable-Baselines3.

usage: python ppo.py [MINUTES [FOLDER]], 10 minutes of processor time, into this folder, if nothing is said

A learner has one corps, and has won when it is in Moscow. The network is told once a week where the corps stands, how strong it
is and where the enemies around it are, and chooses a direction and how far to go. `idle` and `east` never get there.

Writes `curve.csv` (minutes of processor time, weeks played, mean score of the games that ended since the line before), draws it
as `curve.svg` if Matplotlib is there, and prints the scores of the network, `idle` and `east` over the same fresh games.

Needs: pip install 'front800[gym]' stable-baselines3
"""

import csv
import statistics
import sys
import time
from pathlib import Path
from typing import Any, Optional

import gymnasium
import numpy as np
from front800 import Campaign, Player
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

LEVEL = "learner"
CORPS = 1
MOSCOW = np.array([20, 28])
ORDERS = ["", *(letter * steps for letter in "NESW" for steps in (1, 3, 8))]
AROUND = 4  # squares around the corps in which enemies are seen
NEARER = 0.3  # what a square nearer Moscow earns, which shows the way; the score itself is given for the city alone
CAMPAIGNS = 16  # side by side
WEEKS = 14  # of a campaign
TESTED = 100  # campaigns, with chance of their own


class OneCorps(gymnasium.Env[np.ndarray, np.int64]):
    """A campaign of one corps: a week is a step. ``info`` has the score."""

    def __init__(self) -> None:
        self.action_space = gymnasium.spaces.Discrete(len(ORDERS))
        self.observation_space = gymnasium.spaces.Box(-1, 1, (5 + (2 * AROUND + 1) ** 2,), np.float32)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.campaign = Campaign(stream=int(self.np_random.integers(2**31)), level=LEVEL)
        self.score = self.campaign.score
        seen, self.way = self._look()
        return seen, {"score": self.score}

    def _look(self) -> tuple[np.ndarray, float]:
        """What the network is told, and how far it is to Moscow."""
        week, units = self.campaign.features("german")
        squares = np.rint(units[:, 2:4] * (45, 38)).astype(int)
        corps, at = units[CORPS - 1], squares[CORPS - 1]
        around = np.zeros((2 * AROUND + 1, 2 * AROUND + 1), np.float32)
        enemies = squares[(units[:, 0] > 0) & (units[:, 1] == 0)] - at + AROUND
        for x, y in enemies[((enemies >= 0) & (enemies <= 2 * AROUND)).all(axis=1)]:
            around[x, y] = 1
        way = (MOSCOW - at) / 38
        seen = np.concatenate([[week[0], corps[4], corps[5], *way], around.ravel()]).astype(np.float32)
        return seen, float(np.abs(MOSCOW - at).sum())

    def step(self, action: np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if self.campaign.state()["units"][CORPS - 1]["state"] == "map":
            self.campaign.give("german", {CORPS: ORDERS[action]})
        self.campaign.play_turn()
        earned, self.score = self.campaign.score - self.score, self.campaign.score
        (seen, way), before = self._look(), self.way
        self.way = way
        return seen, earned + NEARER * (before - way), self.campaign.is_over, False, {"score": self.score}


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
            self.rows.append((round(minutes, 2), self.num_timesteps, round(statistics.mean(self.scores), 2)))
            self.scores = []

    def save(self, folder: Path) -> None:
        with open(folder / "curve.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("minutes", "weeks", "mean_score"))
            writer.writerows(self.rows)
        try:
            from matplotlib import pyplot
        except ImportError:
            return
        figure, axes = pyplot.subplots(figsize=(7, 3.5))
        axes.plot([row[0] for row in self.rows], [row[2] for row in self.rows])
        axes.set_xlabel("minutes of processor time")
        axes.set_ylabel("mean score")
        figure.tight_layout()
        figure.savefig(folder / "curve.svg")


def played_by(model: Any) -> list[int]:
    """The final scores of the network: it does what it thinks best."""
    scores, env = [], OneCorps()
    for game in range(TESTED):
        seen, info = env.reset(seed=1_000_000 + game)
        over = False
        while not over:
            action, _ = model.predict(seen, deterministic=True)
            seen, _, over, _, info = env.step(action)
        scores.append(info["score"])
    return scores


def played_by_builtin(name: str) -> list[int]:
    """Those of a built-in player, in the same games."""
    scores, env = [], OneCorps()
    for game in range(TESTED):
        env.reset(seed=1_000_000 + game)
        player = Player(name, "german", env.campaign)
        while not env.campaign.is_over:
            answer = player.orders(env.campaign)
            env.campaign.give("german", answer["orders"], answer["modes"])
            env.campaign.play_turn()
        scores.append(env.campaign.score)
    return scores


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    folder = Path(sys.argv[2] if len(sys.argv) > 2 else ".")
    env = make_vec_env(OneCorps, n_envs=CAMPAIGNS, seed=1)
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
        median, won = statistics.median(scores), sum(score >= 5 for score in scores)
        print(f"{name}: median {median}, {min(scores)} to {max(scores)}; {won} of {TESTED} won", flush=True)


if __name__ == "__main__":
    main()
