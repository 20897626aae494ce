"""Any program as an environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
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

#: All that one joystick can do.
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
    """The picture: ``rgb``, ``grey`` or ``indices`` (numbers of colours), so many times smaller."""

    pixels: str = "grey"
    shrink: int = 4


@dataclass(frozen=True)
class Memory:
    """Bytes of memory: an address, or several, or pairs of the first and the last; all of the RAM if none are named."""

    addresses: Union[Address, Sequence[Addresses]] = ((0, 0xBFFF),)


@dataclass(frozen=True)
class Features:
    """The value of an expression over the program's labels, or the values of several, as 32-bit floats."""

    expressions: Union[str, Sequence[str]]


Observation = Union[Screen, Memory, Features]
#: Where an episode begins: so many frames after the machine was switched on, or where a function leaves it.
Begin = Union[int, Callable[[Machine], Any]]


def _machine(program: Union[str, "os.PathLike[str]", Machine], begin: Begin) -> Machine:
    machine = program.fork() if isinstance(program, Machine) else Machine(program)
    if callable(begin):
        begin(machine)
    else:
        machine.run(begin)
    return machine


def _several(given: Any) -> list[Any]:
    """A text is one, not its letters."""
    return [given] if isinstance(given, (int, str)) else list(given)


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
    """Of a seed as large as Gymnasium and NumPy take it, its low 64 bits."""
    return None if seed is None else seed % 2**64


def _pictures_a_second(lanes: Lanes, frame_skip: int) -> float:
    """As a step is a picture, of the machine's frames those that end a step."""
    return lanes.machine().frame_rate / frame_skip


def _expression(name: str, given: Any) -> Any:
    if not isinstance(given, str):
        raise TypeError(
            f"{name}: {given!r} is no text: expected an expression over the program's labels, such as 'word(score)'; what Python is to "
            "work out is done by a wrapper, such as gymnasium.wrappers.TransformReward, or gymnasium.Wrapper"
        )
    return given


class _Program:
    """What a single environment and many have in common."""

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
            frames=frame_skip,
            most_steps=arguments.most("steps", most_steps),
            most_idle=most_idle,
            sticky=sticky,
            draws=render_mode is not None,
            count=count,
            jobs=jobs,
            autoreset=autoreset,
        )


class ProgramEnv(_Program, gymnasium.Env[np.ndarray, np.int64]):
    """A program as an environment with numbered actions.

    Args:
        program: a built-in program's name, a file, or a machine with a program in it (of which a copy is taken).
        actions: what each action holds for a step, in the words of input scripts, controls apart by semicolons:
            ``"stick0 up fire; console start"``. The key of that sign is ``key SEMICOLON``.
        observation: `Screen`, `Memory` or `Features`.
        reward: an expression over the program's labels; a step earns by how much it has grown. Where it has no value (it divides by
            0), that is 0; so it is with `Features`, and `over` is not true.
        reward_is_value: a step earns the expression's value instead.
        over: an expression; the episode is over at the end of a step in which it is true.
        begin: frames to run first, or a function that brings the machine to where an episode begins.
        frame_skip: frames that a step lasts.
        most_steps: steps after which an episode is cut off.
        most_idle: an episode begins with 0 to so many frames without input, as the seed decides.
        sticky: probability, frame by frame, that the action before goes on instead.
        render_mode: ``"rgb_array"`` or None.

    Without `most_idle` and `sticky` every episode is the same world. Equal seeds and actions give equal episodes, bit for bit.
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
        """What is seen now: the observation of the last step, or after `restore_state` of that state."""
        return self.lanes.observe()[0]

    def clone_state(self) -> bytes:
        """The whole state, dice and all, as bytes."""
        return self.lanes.save()

    def restore_state(self, state: bytes) -> None:
        """Goes on from a state that this environment, or one made like it, was in."""
        self.lanes.restore(state)
        self._seeded = True


_AUTORESET = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class ProgramVectorEnv(_Program, VectorEnv):
    """Many lanes of a program, stepped by one call in threads outside Python's lock.

    The arguments are those of `ProgramEnv`, and

    Args:
        num_envs: how many lanes.
        autoreset_mode: when a lane that has ended begins again, as Gymnasium defines it.
        jobs: threads; one for each processor if None.

    A lane whose seed is s does what a `ProgramEnv` that is reset with seed s does.
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
        """What is seen now in every lane."""
        return self.lanes.observe()

    def clone_state(self, lane: int) -> bytes:
        """The whole state of a lane, dice and all, as bytes."""
        return self.lanes.save(lane)

    def restore_state(self, lane: int, state: bytes) -> None:
        """A lane goes on from a state that any lane, or a `ProgramEnv` made alike, was in.

        What the next step does with an episode that has ended is the autoreset mode's: `NEXT_STEP` begins another one;
        `DISABLED` refuses to step; `SAME_STEP`, which leaves none that has ended, goes on by a step, with which it ends once
        more, and begins another one.
        """
        self.lanes.restore(state, lane)
        self._seeded = True
