"""Environments for any program."""

from __future__ import annotations

import os
from dataclasses import dataclass
from operator import index
from typing import Any, Callable, Optional, Sequence, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .. import Lanes, Machine
from ..types import Address, Addresses
from . import arguments
from .arguments import numbered, whole

#: All positions of one joystick, with and without the trigger.
JOYSTICK: tuple[str, ...] = tuple(
    f"stick0 {state}{fire}"
    for fire in ("", " fire")
    for state in (
        "center",
        "up",
        "down",
        "left",
        "right",
        "up left",
        "up right",
        "down left",
        "down right",
    )
)


@dataclass(frozen=True)
class Screen:
    """The picture: ``rgb``, ``grey`` or ``indices`` (colour numbers), reduced by the factor `shrink`."""

    pixels: str = "grey"
    shrink: int = 4


@dataclass(frozen=True)
class Memory:
    """Bytes of memory: an address, or a list of addresses and of pairs of the first and the last; by default all RAM."""

    addresses: Union[Address, Sequence[Addresses]] = ((0, 0xBFFF),)


@dataclass(frozen=True)
class Features:
    """The values of one or more expressions over the program's labels, as 32-bit floats."""

    expressions: Union[str, Sequence[str]]


Observation = Union[Screen, Memory, Features]
#: Where an episode begins: a number of frames after the machine is switched on, or where a function has brought the machine.
Begin = Union[int, Callable[[Machine], Any]]


#: The most frames of a step and before an episode.
_MOST = 2**32 - 1
_MOST_LANES = 2**20


def _machine(program: Union[str, "os.PathLike[str]", Machine], begin: Begin) -> Machine:
    machine = program.fork() if isinstance(program, Machine) else Machine(program)
    if callable(begin):
        begin(machine)
    else:
        machine.run(arguments.number("begin", begin, 0, more=", or a function"))
    return machine


def _several(given: Any) -> list[Any]:
    """A list; a single value, such as a string or a whole number of any type, becomes a list of one."""
    if isinstance(given, str):
        return [given]
    try:
        return [index(given)]
    except TypeError:
        return list(given)


def _wanted(observation: Observation) -> tuple[str, Any]:
    if isinstance(observation, Screen):
        return ("screen", (observation.pixels, observation.shrink))
    if isinstance(observation, Memory):
        return ("memory", _several(observation.addresses))
    if isinstance(observation, Features):
        return ("features", _several(observation.expressions))
    raise TypeError(f"{observation!r}: expected Screen(...), Memory(...) or Features(...)")


def _space(observation: Observation, shape: Sequence[int]) -> spaces.Box:
    if isinstance(observation, Features):
        return spaces.Box(-np.inf, np.inf, tuple(shape), np.float32)
    return spaces.Box(0, 255, tuple(shape), np.uint8)


def _dice(seed: Optional[int]) -> Optional[int]:
    """The low 64 bits of a seed. Gymnasium and NumPy accept larger ones."""
    return None if seed is None else seed % 2**64


def _pictures_a_second(lanes: Lanes, frame_skip: int) -> float:
    """Pictures per second when each step is one picture."""
    return lanes.machine().frame_rate / frame_skip


def _expression(name: str, given: Any) -> Any:
    if not isinstance(given, str):
        raise TypeError(
            f"{name}: {given!r} is no text: expected an expression over the program's labels, such as 'word(score)'; what Python is to "
            "work out is done by a wrapper, such as gymnasium.wrappers.TransformReward, or gymnasium.Wrapper"
        )
    return given


class _Program:
    """The common part of `ProgramEnv` and `ProgramVectorEnv`."""

    def _open(
        self,
        program: Union[str, "os.PathLike[str]", Machine],
        *,
        count: int,
        actions: Sequence[str],
        observation: Observation,
        reward: str,
        reward_is_value: bool,
        over: Optional[str],
        begin: Begin,
        frame_skip: int,
        most_steps: Optional[int],
        most_idle: int,
        sticky: float,
        render_mode: Optional[str],
        jobs: Optional[int] = None,
        autoreset: str = "disabled",
    ) -> Lanes:
        if isinstance(actions, str):
            raise TypeError(f"actions: {actions!r} is a text: expected several, such as ['stick0 center', 'stick0 left']")
        arguments.render_mode(render_mode, "rgb_array")
        return Lanes(
            _machine(program, begin),
            list(actions),
            _wanted(observation),
            reward=_expression("reward", reward),
            reward_is_value=reward_is_value,
            over=None if over is None else _expression("over", over),
            frames=arguments.number("frame_skip", frame_skip, 1, _MOST),
            most_steps=arguments.most("most_steps", most_steps),
            most_idle=arguments.number("most_idle", most_idle, 0, _MOST),
            sticky=arguments.probability("sticky", sticky),
            draws=render_mode is not None,
            count=arguments.number("num_envs", count, 1, _MOST_LANES),
            jobs=jobs,
            autoreset=autoreset,
        )


class ProgramEnv(_Program, gymnasium.Env[np.ndarray, np.int64]):
    """A program as an environment with numbered actions.

    Args:
        program: the name of a built-in program, a file, or a `Machine` with a program loaded (which is copied).
        actions: for each action, the controls that it holds during a step, in the words of input scripts and separated by
            semicolons: ``"stick0 up fire; console start"``. The semicolon key is ``key SEMICOLON``.
        observation: `Screen`, `Memory` or `Features`.
        reward: an expression over the program's labels. The reward of a step is the increase of its value. If an expression has no
            value, because it divides by 0, the reward or the value in `Features` is 0, and `over` is false.
        reward_is_value: the reward of a step is the value of `reward` instead of its increase.
        over: an expression. The episode terminates if it is true at the end of a step (or if the CPU hangs).
        begin: frames to run first, or a function that brings the machine to the start of an episode.
        frame_skip: frames per step.
        most_steps: steps after which an episode is truncated.
        most_idle: an episode begins with 0 to `most_idle` frames without input; the seed decides how many.
        sticky: the probability, for each frame, that the previous action is continued instead.
        render_mode: ``"rgb_array"`` or None.

    Without `most_idle` and `sticky` all episodes are the same for the same actions. Equal seeds and actions give equal episodes,
    bit for bit.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 60}

    def __init__(
        self,
        program: Union[str, "os.PathLike[str]", Machine],
        *,
        actions: Sequence[str] = JOYSTICK,
        observation: Observation = Screen(),
        reward: str = "0",
        reward_is_value: bool = False,
        over: Optional[str] = None,
        begin: Begin = 0,
        frame_skip: int = 4,
        most_steps: Optional[int] = None,
        most_idle: int = 0,
        sticky: float = 0.0,
        render_mode: Optional[str] = None,
    ) -> None:
        self.lanes = self._open(
            program,
            count=1,
            actions=actions,
            observation=observation,
            reward=reward,
            reward_is_value=reward_is_value,
            over=over,
            begin=begin,
            frame_skip=frame_skip,
            most_steps=most_steps,
            most_idle=most_idle,
            sticky=sticky,
            render_mode=render_mode,
            jobs=1,
        )
        self.metadata = {**ProgramEnv.metadata, "render_fps": _pictures_a_second(self.lanes, frame_skip)}
        self.render_mode = render_mode
        self.count = len(actions)
        self.action_space = spaces.Discrete(self.count)
        self.observation_space = _space(observation, self.lanes.shape)
        self._seeded = False

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        seed = arguments.seed(seed)
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        seen = self.lanes.reset([_dice(seed)])
        self._seeded = True
        return seen[0], {}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        seen, rewards, terminated, truncated, _ = self.lanes.step([numbered(action, self.count)])
        return seen[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), {}

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("no render_mode was given, so nothing was drawn")
            return None
        return self.lanes.screen()

    def observe(self) -> np.ndarray:
        """The current observation: that of the last step, or after `restore_state` that of the restored state."""
        return self.lanes.observe()[0]

    def clone_state(self) -> bytes:
        """The whole state as bytes, including the random state."""
        return self.lanes.save()

    def restore_state(self, state: bytes) -> None:
        """Continues from a state of this environment, or of another for the same task; its observation may differ."""
        self.lanes.restore(state)
        self._seeded = True


_AUTORESET = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class ProgramVectorEnv(_Program, VectorEnv):
    """Many copies of a program, called lanes. One call steps all of them, in threads that do not hold the global interpreter lock.

    It takes the arguments of `ProgramEnv`, and these:

    Args:
        num_envs: the number of lanes.
        autoreset_mode: when a lane whose episode has ended begins the next one, as Gymnasium defines it.
        jobs: the number of threads; None for one for each processor.

    A lane with seed s does exactly what a `ProgramEnv` does that is reset with seed s.
    """

    def __init__(
        self,
        program: Union[str, "os.PathLike[str]", Machine],
        num_envs: int = 1,
        *,
        actions: Sequence[str] = JOYSTICK,
        observation: Observation = Screen(),
        reward: str = "0",
        reward_is_value: bool = False,
        over: Optional[str] = None,
        begin: Begin = 0,
        frame_skip: int = 4,
        most_steps: Optional[int] = None,
        most_idle: int = 0,
        sticky: float = 0.0,
        render_mode: Optional[str] = None,
        autoreset_mode: Union[AutoresetMode, str] = AutoresetMode.NEXT_STEP,
        jobs: Optional[int] = None,
    ) -> None:
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.lanes = self._open(
            program,
            count=num_envs,
            actions=actions,
            observation=observation,
            reward=reward,
            reward_is_value=reward_is_value,
            over=over,
            begin=begin,
            frame_skip=frame_skip,
            most_steps=most_steps,
            most_idle=most_idle,
            sticky=sticky,
            render_mode=render_mode,
            jobs=jobs,
            autoreset=_AUTORESET[self.autoreset_mode],
        )
        self.metadata = {
            **ProgramEnv.metadata,
            "render_fps": _pictures_a_second(self.lanes, frame_skip),
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_action_space = spaces.Discrete(len(actions))
        self.single_observation_space = _space(observation, self.lanes.shape)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._seeded = False

    def reset(
        self,
        *,
        seed: Union[int, Sequence[Optional[int]], None] = None,
        options: Optional[dict[str, Any]] = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        if seed is None:
            seeds: list[Optional[int]] = [None] * self.num_envs
            if not self._seeded:
                seeds = [int(s) for s in np.random.default_rng().integers(2**63, size=self.num_envs)]
        else:
            seeds = arguments.seeds(seed, self.num_envs)
        mask = (options or {}).get("reset_mask")
        chosen = None if mask is None else arguments.reset_mask(mask, self.num_envs)
        seen = self.lanes.reset([_dice(s) for s in seeds], chosen)
        super().reset(seed=seeds[0])
        self._seeded = True
        return seen, {}

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        actions = whole(actions, self.num_envs)
        if self.autoreset_mode == AutoresetMode.DISABLED:
            over = [lane for lane in range(self.num_envs) if self.lanes.is_over(lane)]
            if over:
                raise ValueError(f"lanes {over} are over: reset them with options={{'reset_mask': ...}}")
        seen, rewards, terminated, truncated, finals = self.lanes.step(actions)
        infos: dict[str, Any] = {}
        if finals is not None:
            for lane in np.flatnonzero(terminated | truncated):
                infos = self._add_info(infos, {"final_obs": finals[lane], "final_info": {}}, int(lane))
        return seen, rewards, terminated, truncated, infos

    def render(self) -> Optional[tuple[Any, ...]]:
        if self.render_mode is None:
            return None
        return tuple(self.lanes.screen(lane) for lane in range(self.num_envs))

    def observe(self) -> np.ndarray:
        """The current observations of all lanes."""
        return self.lanes.observe()

    def clone_state(self, lane: int) -> bytes:
        """The whole state of a lane as bytes, including its random state."""
        return self.lanes.save(lane)

    def restore_state(self, lane: int, state: bytes) -> None:
        """Continues a lane from a state of any lane, or of a `ProgramEnv` for the same task.

        If the episode of the restored state has ended, the autoreset mode decides what the next step does. `NEXT_STEP` begins
        a new episode. `DISABLED` refuses to step. `SAME_STEP`, in which ended episodes do not otherwise occur, plays one
        more step. If `over` is still true after it, or the episode was truncated, that ends the episode again, and a new one begins.
        """
        self.lanes.restore(state, lane)
        self._seeded = True
