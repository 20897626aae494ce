"""The wargame as an environment: a step is a week.

The agent plays the German side, against the program's own opponent or a built-in player. For environments with both sides, see
`front800.gym.zoo`.
"""

from __future__ import annotations

import copy
from typing import Any, Optional, Sequence, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .. import Campaign, Player, play_turns
from . import arguments
from .arguments import whole
from .undone import undone

#: The commands for a unit: keep its orders, move in one direction with all eight orders, or stay.
COMMANDS: tuple[Optional[str], ...] = (None, "NNNNNNNN", "EEEEEEEE", "SSSSSSSS", "WWWWWWWW", "")
#: The letters of single orders; the first, a blank, ends the queue.
LETTERS = " NESW"
#: The maximum number of orders of a unit.
QUEUE = 8


class Side:
    """The actions and observations of one side, shared by all environments of the wargame.

    Args:
        name: ``german`` or ``russian``.
        campaign: any campaign with the rules that will be played.
        actions: ``"commands"`` (one of `COMMANDS` for each unit) or ``"queues"`` (eight of `LETTERS` for each unit).
        fog: the observation has only what the side may know.
    """

    def __init__(self, name: str, campaign: Campaign, actions: str, fog: bool) -> None:
        if actions not in ("commands", "queues"):
            raise ValueError(f"actions {actions!r}: expected commands or queues")
        self.name = name
        self.fog = fog
        self.first, self.last = campaign.units(name)
        self.count = self.last - self.first + 1
        self.queues = actions == "queues"
        choices = np.full(self.count * QUEUE, len(LETTERS)) if self.queues else np.full(self.count, len(COMMANDS))
        self.action_space = spaces.MultiDiscrete(choices)
        week, units = campaign.features(name, fog)
        self.observation_space = spaces.Box(-1, 1, (week.size + units.size,), np.float32)

    def see(self, campaign: Campaign) -> np.ndarray:
        """The observation: the numbers of the week followed by those of all units, from `front800.Campaign.features`."""
        week, units = campaign.features(self.name, self.fog)
        return np.concatenate([week, units.ravel()])

    def present(self, campaign: Campaign) -> np.ndarray:
        """For each unit of the side, whether it is on the map."""
        _, units = campaign.features(self.name, self.fog)
        return units[self.first - 1 : self.last, 0] > 0

    def mask(self, campaign: Campaign) -> tuple[np.ndarray, ...]:
        """The mask of useful actions for `MultiDiscrete.sample`. For a unit that is not on the map, only the first action is allowed."""
        there = self.present(campaign)
        size, places = (len(LETTERS), QUEUE) if self.queues else (len(COMMANDS), 1)
        free, none = np.ones(size, np.int8), np.eye(size, dtype=np.int8)[0]
        return tuple(free if there[place // places] else none for place in range(self.count * places))

    def orders(self, campaign: Campaign, action: np.ndarray) -> dict[int, str]:
        """Converts an action to orders by unit. Actions for units that are not on the map are ignored."""
        orders: dict[int, str] = {}
        there = self.present(campaign)
        size, places = (len(LETTERS), QUEUE) if self.queues else (len(COMMANDS), 1)
        action = whole(np.ravel(action), self.count * places).reshape(self.count, places)
        if ((action < 0) | (action >= size)).any():
            raise ValueError(f"actions from {action.min()} to {action.max()}: expected 0 to {size - 1}")
        for place in np.flatnonzero(there):
            if self.queues:
                letters = "".join(LETTERS[order] for order in action[place])
                orders[self.first + int(place)] = letters.split(" ", 1)[0]
            else:
                command = COMMANDS[int(action[place, 0])]
                if command is not None:
                    orders[self.first + int(place)] = command
        return orders


class _Opponent:
    """The player of the Russian side: the program itself, or a built-in player."""

    def __init__(self, name: str, campaign: Campaign) -> None:
        self.name = name
        self.player = self._begun(campaign)

    def _begun(self, campaign: Campaign) -> Optional[Player]:
        return None if self.name == "program" else Player(self.name, "russian", campaign)

    def give(self, campaign: Campaign) -> None:
        self.player = self.player or self._begun(campaign)
        if self.player is not None:
            answer = self.player.orders(campaign)
            campaign.give("russian", answer["orders"], answer["modes"])

    def fork(self) -> _Opponent:
        """A copy whose player starts afresh when it is first asked."""
        other = copy.copy(self)
        other.player = None
        return other


class WargameEnv(gymnasium.Env[np.ndarray, np.ndarray]):
    """A campaign, played for the German side.

    Args:
        actions: ``"commands"`` or ``"queues"``, see `Side`.
        fog: the observation has only what the German side may know.
        opponent: ``program`` (the 6502 program's own), or a built-in player such as ``idle`` or ``hunter``.
        turns: weeks after which a campaign is truncated; None for whole campaigns.
        render_mode: must be None; there is no picture.
        rules, level, scenario, passes, think: as in `front800.Campaign`.

    The reward of a step is the increase of the score. The seed decides the program's random numbers and nothing else. ``info``
    has the score, the turn and the action mask (`Side.mask`).
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        *,
        actions: str = "commands",
        fog: bool = False,
        opponent: str = "program",
        turns: Optional[int] = None,
        render_mode: Optional[str] = None,
        **options: Any,
    ) -> None:
        self.options = arguments.without_stream(options)
        self.render_mode = arguments.render_mode(render_mode)
        self.opponent_name = opponent
        self.turns = arguments.most("turns", turns)
        self.campaign = Campaign(stream=0, **options)
        self.opponent = _Opponent(opponent, self.campaign)
        self.score, self.weeks = self.campaign.score, 0
        self.side = Side("german", self.campaign, actions, fog)
        self.action_space = self.side.action_space
        self.observation_space = self.side.observation_space

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        with undone(self):
            super().reset(seed=arguments.seed(seed))
            return self._begin()

    def _begin(self) -> tuple[np.ndarray, dict[str, Any]]:
        self.campaign = Campaign(stream=int(self.np_random.integers(2**31)), **self.options)
        self.opponent = _Opponent(self.opponent_name, self.campaign)
        self.score, self.weeks = self.campaign.score, 0
        return self.side.see(self.campaign), self._info()

    def _info(self) -> dict[str, Any]:
        return {"score": self.score, "turn": self.weeks, "action_mask": self.side.mask(self.campaign)}

    def _orders(self, action: np.ndarray) -> dict[int, str]:
        return self.side.orders(self.campaign, action)

    def _give(self, orders: dict[int, str]) -> None:
        if self.campaign.is_over:
            return
        self.campaign.give(self.side.name, orders)
        self.opponent.give(self.campaign)

    def _finish(self) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        before, self.score = self.score, self.campaign.score
        self.weeks += 1
        over = self.campaign.is_over
        return self.side.see(self.campaign), float(self.score - before), over, not over and self.has_ended(), self._info()

    def has_ended(self) -> bool:
        """Whether the campaign is over or truncated."""
        return self.campaign.is_over or arguments.is_spent(self.turns, self.weeks)

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        orders = self._orders(action)
        with undone(self):
            self._give(orders)
            play_turns([self.campaign], 1)
            return self._finish()

    def __getstate__(self) -> dict[str, Any]:
        """For `pickle`. A built-in opponent starts afresh."""
        return {**self.__dict__, "opponent": self.opponent.fork()}

    def clone_state(self) -> Any:
        """An exact copy of the campaign, including its random state. It can be pickled."""
        return self.campaign.fork(), self.score, self.weeks

    def restore_state(self, state: Any) -> None:
        """Continues from a copy, which can be restored any number of times. A built-in opponent starts afresh."""
        campaign, self.score, self.weeks = state
        self.campaign = campaign.fork()
        self.opponent = _Opponent(self.opponent_name, self.campaign)


class WargameVectorEnv(VectorEnv):
    """Many campaigns. One call plays a week of each, in threads that do not hold the global interpreter lock.

    It takes the arguments of `WargameEnv`, and these:

    Args:
        num_envs: the number of campaigns.
        autoreset_mode: when a campaign that has ended begins again, as Gymnasium defines it.
        jobs: the number of threads; None for one for each processor.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: Union[AutoresetMode, str] = AutoresetMode.NEXT_STEP,
        jobs: Optional[int] = None,
        **options: Any,
    ) -> None:
        num_envs = arguments.number("num_envs", num_envs, 1)
        play_turns([], jobs)  # rejects an invalid number of threads now rather than in the first step
        self.num_envs = num_envs
        self.jobs = jobs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**WargameEnv.metadata, "autoreset_mode": self.autoreset_mode}
        self.envs = [WargameEnv(**options) for _ in range(num_envs)]
        self.single_action_space = self.envs[0].action_space
        self.single_observation_space = self.envs[0].observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.over = np.zeros(num_envs, bool)

    def reset(
        self,
        *,
        seed: Union[int, Sequence[Optional[int]], None] = None,
        options: Optional[dict[str, Any]] = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        seeds = [None] * self.num_envs if seed is None else arguments.seeds(seed, self.num_envs)
        mask = (options or {}).get("reset_mask")
        chosen = [True] * self.num_envs if mask is None else arguments.reset_mask(mask, self.num_envs)
        infos: dict[str, Any] = {}
        with undone(self, *self.envs):
            super().reset(seed=seeds[0])
            for lane in np.flatnonzero(chosen).tolist():
                _, info = self.envs[lane].reset(seed=seeds[lane])
                infos = self._add_info(infos, self._plain(info), lane)
                self.over[lane] = False
            return self.observe(), infos

    @staticmethod
    def _plain(info: dict[str, Any]) -> dict[str, Any]:
        return {**info, "action_mask": np.stack(info["action_mask"])}

    def observe(self) -> np.ndarray:
        """The current observations of all campaigns."""
        return np.stack([env.side.see(env.campaign) for env in self.envs])

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        if self.autoreset_mode == AutoresetMode.DISABLED and self.over.any():
            lanes = np.flatnonzero(self.over).tolist()
            raise ValueError(f"campaigns {lanes} are over: reset them with options={{'reset_mask': ...}}")
        if len(actions) != self.num_envs:
            raise ValueError(f"actions of {len(actions)} campaigns: expected those of {self.num_envs}")
        # With SAME_STEP a campaign can be over here only if such a state was restored. It plays a week and ends once more.
        begins = self.over.copy() if self.autoreset_mode == AutoresetMode.NEXT_STEP else np.zeros(self.num_envs, bool)
        playing = np.flatnonzero(~begins).tolist()
        # All actions are checked before any lane changes.
        orders = [self.envs[lane]._orders(actions[lane]) for lane in playing]
        with undone(self, *self.envs):
            for lane, given in zip(playing, orders):
                self.envs[lane]._give(given)
            play_turns([self.envs[lane].campaign for lane in playing], self.jobs)
            return self._finished(begins)

    def _finished(self, begins: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """The result of a step, once the weeks of all campaigns except those of `begins` have been played; `begins` start anew."""
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros(self.num_envs, bool), np.zeros(self.num_envs, bool)
        infos: dict[str, Any] = {}
        seen: list[np.ndarray] = []
        for lane, env in enumerate(self.envs):
            if begins[lane]:
                sight, info = env._begin()
                self.over[lane] = False
            else:
                sight, rewards[lane], terminated[lane], truncated[lane], info = env._finish()
                self.over[lane] = terminated[lane] or truncated[lane]
                if self.over[lane] and self.autoreset_mode == AutoresetMode.SAME_STEP:
                    last = {"final_obs": sight, "final_info": self._plain(info)}
                    infos = self._add_info(infos, last, lane)
                    sight, info = env._begin()
                    self.over[lane] = False
            infos = self._add_info(infos, self._plain(info), lane)
            seen.append(sight)
        return np.stack(seen), rewards, terminated, truncated, infos

    def clone_state(self, lane: int) -> Any:
        """An exact copy of a campaign, including its random state."""
        return self.envs[lane].clone_state()

    def restore_state(self, lane: int, state: Any) -> None:
        """Continues from a copy, which can be restored any number of times.

        If the restored campaign has ended, the autoreset mode decides what the next step does. `NEXT_STEP` begins a new campaign.
        `DISABLED` refuses to step. `SAME_STEP`, in which ended campaigns do not otherwise occur, ends it once more and begins a
        new one: a campaign that was over terminates with a reward of 0, a truncated one plays another week and is truncated again.
        """
        self.envs[lane].restore_state(state)
        self.over[lane] = self.envs[lane].has_ended()


__all__ = ["COMMANDS", "LETTERS", "Side", "WargameEnv", "WargameVectorEnv"]
