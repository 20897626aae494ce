"""Both sides of the wargame. A step is a week; both sides give their orders before it, as in the game itself.

``info`` has the action mask for `MultiDiscrete.sample`. Actions for units that are not on the map are ignored.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec

from ... import Campaign
from .. import arguments
from ..undone import undone
from ..wargame import Side


class WargameParallelEnv(ParallelEnv):
    """A campaign with an agent for each side.

    Args:
        actions: ``"commands"`` or ``"queues"``, see `front800.gym.wargame.Side`.
        fog: each observation has only what its side may know.
        turns: weeks after which a campaign is truncated; None for whole campaigns.
        render_mode: must be None; there is no picture.
        options: ``rules``, ``level``, ``scenario``, as in `front800.Campaign`.

    The reward of the German side is the increase of the score, that of the Russian side its negative.
    """

    def __init__(
        self,
        *,
        actions: str = "commands",
        fog: bool = False,
        turns: Optional[int] = None,
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        self.options = arguments.without_stream(options)
        self.turns = arguments.most("turns", turns)
        self.render_mode = arguments.render_mode(render_mode)
        self.metadata = {"name": "front800_rasputitsa_v0", "render_modes": [], "is_parallelizable": True}
        self.campaign = Campaign(stream=0, **options)
        self.possible_agents = ["german", "russian"]
        self.sides = {name: Side(name, self.campaign, actions, fog) for name in self.possible_agents}
        self.random: Optional[np.random.Generator] = None

    def observation_space(self, agent: str) -> spaces.Box:
        return self.sides[agent].observation_space

    def action_space(self, agent: str) -> spaces.MultiDiscrete:
        return self.sides[agent].action_space

    def reset(
        self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        seed = arguments.seed(seed)
        with undone(self):
            if seed is not None or self.random is None:
                self.random, _ = seeding.np_random(seed)
            self.campaign = Campaign(stream=int(self.random.integers(2**31)), **self.options)
            self.agents = self.possible_agents[:]
            self.score, self.weeks = self.campaign.score, 0
            return self._see(self.agents)

    def _see(self, agents: list[str]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        seen = {agent: self.sides[agent].see(self.campaign) for agent in agents}
        masks = {agent: self.sides[agent].mask(self.campaign) for agent in agents}
        infos = {agent: {"action_mask": masks[agent], "score": self.score} for agent in agents}
        return seen, infos

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        arguments.of_each(actions, self.agents)
        # The actions of both sides are checked before any orders are given.
        orders = {agent: self.sides[agent].orders(self.campaign, actions[agent]) for agent in self.agents}
        with undone(self):
            for agent, given in orders.items():
                self.campaign.give(agent, given)
            self.campaign.play_turn()
            return self._finish()

    def _finish(self) -> tuple[dict[str, Any], ...]:
        agents = self.agents
        before, self.score = self.score, self.campaign.score
        self.weeks += 1
        gain = float(self.score - before)
        over = self.campaign.is_over
        cut = not over and arguments.is_spent(self.turns, self.weeks)
        seen, infos = self._see(agents)
        if over or cut:
            self.agents = []
        return (
            seen,
            {"german": gain, "russian": -gain},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def render(self) -> None:
        return None

    def close(self) -> None:
        pass


def wargame_parallel(**options: Any) -> WargameParallelEnv:
    """Makes a `WargameParallelEnv`."""
    return WargameParallelEnv(**options)


def wargame(**options: Any) -> AECEnv:
    """The same as an AEC environment, in which the sides act in turn. The Russian side does not see the German orders."""
    return parallel_to_aec(WargameParallelEnv(**options))
