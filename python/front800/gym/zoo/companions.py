"""The companion titles as environments with an agent for each side.

Actions are numbered in the order of `front800.Match.actions`. An observation has what the game tells that side and nothing else,
as an array, and a mask of the accepted actions. An action that is not accepted loses the game: its side gets -1, the others 0.
Otherwise the winner gets 1 and each loser -1; in a draw all get 0.
"""

from __future__ import annotations

from typing import Any, Callable, Optional

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ... import Match
from .. import arguments
from ..undone import undone

#: The kinds of pieces in ENCOUNTER, in the order of their layers.
SIGNS = "123456789SBF"


def _square(name: str) -> tuple[int, int]:
    """Row and column, counted from 0, of a square such as ``B11``."""
    return int(name[1:]) - 1, ord(name[0]) - ord("A")


def _eleven(view: dict[str, Any], side: int) -> np.ndarray:
    """Layers of 11 by 11: strength and life span of the side's own pieces, then of the opponent's."""
    layers = np.zeros((4, 11, 11), np.float32)
    colours = ("white", "black")
    for first, colour in ((0, colours[side]), (2, colours[1 - side])):
        for name, (strength, life) in view[colour].items():
            row, column = _square(name)
            layers[first, row, column] = strength / 8
            layers[first + 1, row, column] = life / 11
    return layers


def _encounter(view: dict[str, Any], side: int) -> np.ndarray:
    """Layers of 10 by 10: the side's own pieces by kind, all enemy pieces, enemy pieces of known kind by kind, the last move."""
    layers = np.zeros((len(SIGNS) + 1 + len(SIGNS) + 2, 10, 10), np.float32)
    for first, squares in ((0, view["own"]), (len(SIGNS) + 1, view["enemy"])):
        for place, sign in enumerate(squares):
            if sign in SIGNS:
                layers[first + SIGNS.index(sign), place // 10, place % 10] = 1
    for place, sign in enumerate(view["enemy"]):
        layers[len(SIGNS), place // 10, place % 10] = sign != "."
    for layer, name in enumerate(view["last"] or ()):
        layers[(layer - 2, *_square(name))] = 1
    return layers


def _magna(view: dict[str, Any], side: int) -> np.ndarray:
    """The lamps of the console (four kinds, 16 each), alerts, combat, energy, the phase of the turn, events, and scanned sectors."""
    display = view["display"]
    lamps = display["matrix"].replace("/", "")
    kinds = [[float(lamp == kind) for lamp in lamps] for kind in ".*@O"]
    alerts = [float(display["alert"] == alert) for alert in ("near", "red")]
    phases = [float(view["phase"] == phase) for phase in ("number", "turn", "over", "won")]
    energy = -1.0 if view["energy"] is None else view["energy"] / 255
    names = ("siren", "evaded", "thrown", "missed", "hit", "wrinkle", "magna", "hole")
    told = [float(any(event[0] == name for event in view["events"])) for name in names]
    scanned = np.zeros((2, 16), np.float32)
    for event in view["events"]:
        if event[0] == "scan" and event[2]:
            scanned[int(event[1] == "ENEMY"), (ord(event[2][0]) - ord("A")) * 4 + int(event[2][1]) - 1] = 1
    numbers = [*sum(kinds, []), *alerts, float(display["combat"]), energy, *phases, *told]
    return np.concatenate([np.array(numbers, np.float32), scanned.ravel()])


_ENCODERS: dict[str, tuple[Callable[[dict[str, Any], int], np.ndarray], tuple[int, ...]]] = {
    "eleven": (_eleven, (4, 11, 11)),
    "encounter": (_encounter, (2 * len(SIGNS) + 3, 10, 10)),
    "magna": (_magna, (64 + 2 + 1 + 1 + 4 + 8 + 32,)),
}


class _Companion:
    """A game with its sides and their observations."""

    def __init__(self, title: str, most_steps: Optional[int], options: dict[str, Any]) -> None:
        if title not in _ENCODERS:
            raise ValueError(f"title {title!r}: expected {', '.join(_ENCODERS)}")
        self.title = title
        options = arguments.without_stream(options)
        self.options = {"players": 2, **options} if title == "magna" else options
        self.most_steps = arguments.most("most_steps", most_steps)
        self.encode, shape = _ENCODERS[title]
        match = Match(title, stream=0, **self.options)
        self.actions = match.actions
        self.numbers = {text: number for number, text in enumerate(self.actions)}
        self.possible_agents = [f"side_{side}" for side in range(match.sides)]
        self.shape = shape
        self.match = match
        # A match cannot be pickled; it is sent as its stream and its actions, and replayed.
        self.stream = 0
        self.played: list[str] = []

    @property
    def steps(self) -> int:
        """The number of actions played."""
        return len(self.played)

    def fork(self) -> _Companion:
        """An independent copy of the game."""
        other = _Companion.__new__(_Companion)
        vars(other).update(vars(self), match=self.match.fork(), played=self.played[:])
        return other

    def __copy__(self) -> _Companion:
        return self.fork()

    def __deepcopy__(self, _memo: Any) -> _Companion:
        return self.fork()

    def __getstate__(self) -> dict[str, Any]:
        """For `pickle`."""
        return {name: value for name, value in self.__dict__.items() if name != "match"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.match = Match(self.title, stream=self.stream, **self.options)
        for action in self.played:
            self.match.play(action)

    def space(self, actions: int) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-1, 1, self.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def begin(self, stream: int) -> None:
        self.match = Match(self.title, stream=stream, **self.options)
        self.stream, self.played = stream, []

    def mask(self, legal: bool, actions: int) -> np.ndarray:
        mask = np.zeros(actions, np.int8)
        if legal:
            mask[[self.numbers[text] for text in self.match.legal()]] = 1
        return mask

    def play(self, action: int) -> bool:
        """Plays an action. Returns whether it was accepted."""
        lines = self.match.play(self.actions[action])
        self.played.append(self.actions[action])
        return not any("refused" in line for line in lines)

    def is_cut(self) -> bool:
        """Whether the game has reached its maximum number of actions."""
        return arguments.is_spent(self.most_steps, self.steps)

    def rewards(self) -> Optional[list[float]]:
        """The final rewards of all sides once the game is over, else None."""
        outcome = self.match.outcome
        if outcome is None:
            return None
        winner = outcome[0]
        sides = range(len(self.possible_agents))
        return [0.0 if winner is None else 1.0 if side == winner else -1.0 for side in sides]


def _stream(random: np.random.Generator) -> int:
    return int(random.integers(2**31))


class CompanionEnv(AECEnv):
    """A companion title in which the sides act in turn.

    Args:
        title: ``magna``, ``encounter`` or ``eleven``.
        most_steps: actions after which a game is truncated; None for whole games.
        render_mode: None or ``"rgb_array"``.
        options: other arguments of `front800.Match` (``level``, ``players``, ``variant``, ``setup``).
    """

    def __init__(
        self, title: str, *, most_steps: Optional[int] = 2_000, render_mode: Optional[str] = None, **options: Any
    ) -> None:
        super().__init__()
        self.game = _Companion(title, most_steps, options)
        self.metadata = {
            "name": f"front800_{title}_v0",
            "render_modes": ["rgb_array"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = arguments.render_mode(render_mode, "rgb_array")
        self.possible_agents = self.game.possible_agents
        count = len(self.game.actions)
        self.observation_spaces = {agent: self.game.space(count) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.random: Optional[np.random.Generator] = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        seed = arguments.seed(seed)
        with undone(self):
            self._begin(seed)

    def _begin(self, seed: Optional[int]) -> None:
        if seed is not None or self.random is None:
            self.random, _ = seeding.np_random(seed)
        self.game.begin(_stream(self.random))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def _look(self) -> None:
        """Updates the observation of the side to act next; the other sides keep their last one."""
        side = self.game.match.turn
        self.agent_selection = self.possible_agents[side]
        seen = self.game.encode(self.game.match.view(), side)
        if not hasattr(self, "_seen") or self.game.steps == 0:
            self._seen = {agent: np.zeros(self.game.shape, np.float32) for agent in self.possible_agents}
        self._seen[self.agent_selection] = seen

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        acts = agent == self.agent_selection and not any(self.terminations.values())
        return {
            "observation": self._seen[agent],
            "action_mask": self.game.mask(acts, len(self.game.actions)),
        }

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = arguments.numbered(action, len(self.game.actions))
        with undone(self):
            self._play(agent, number)

    def _play(self, agent: str, number: int) -> None:
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        accepted = self.game.play(number)
        results = self.game.rewards()
        if not accepted:
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(self.agents, True)
        elif results is not None:
            self.rewards = dict(zip(self.possible_agents, results))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.game.is_cut():
            self.truncations = dict.fromkeys(self.agents, True)
        if accepted and results is None:
            self._look()
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        return None if self.render_mode is None else self.game.match.screen()

    def close(self) -> None:
        pass


class CompanionParallelEnv(ParallelEnv):
    """A companion title in which all sides act at the same time. Sides whose turn it is not pass, which is an additional last action.

    It takes the arguments of `CompanionEnv`.
    """

    def __init__(
        self, title: str, *, most_steps: Optional[int] = 2_000, render_mode: Optional[str] = None, **options: Any
    ) -> None:
        self.game = _Companion(title, most_steps, options)
        self.metadata = {"name": f"front800_{title}_parallel_v0", "render_modes": ["rgb_array"], "render_fps": 1}
        self.render_mode = arguments.render_mode(render_mode, "rgb_array")
        self.possible_agents = self.game.possible_agents
        self.count = len(self.game.actions) + 1
        self.observation_spaces = {agent: self.game.space(self.count) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.count) for agent in self.possible_agents}
        self.random: Optional[np.random.Generator] = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        seed = arguments.seed(seed)
        with undone(self):
            if seed is not None or self.random is None:
                self.random, _ = seeding.np_random(seed)
            self.game.begin(_stream(self.random))
            self.agents = self.possible_agents[:]
            self._seen = {agent: np.zeros(self.game.shape, np.float32) for agent in self.agents}
            return self._observations(False), {agent: {} for agent in self.agents}

    def _observations(self, over: bool) -> dict[str, Any]:
        mover = self.possible_agents[self.game.match.turn]
        self._seen[mover] = self.game.encode(self.game.match.view(), self.game.match.turn)
        seen = {}
        for agent in self.possible_agents:
            mask = self.game.mask(agent == mover and not over, self.count)
            mask[-1] = agent != mover or over
            seen[agent] = {"observation": self._seen[agent], "action_mask": mask}
        return seen

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        arguments.of_each(actions, self.agents)
        mover = self.possible_agents[self.game.match.turn]
        # The actions of all sides are checked before anything is played.
        numbers = {agent: arguments.numbered(action, self.count) for agent, action in actions.items()}
        with undone(self):
            return self._play(mover, numbers[mover])

    def _play(self, mover: str, action: int) -> tuple[dict[str, Any], ...]:
        agents = self.agents
        accepted = action < self.count - 1 and self.game.play(action)
        results = self.game.rewards() if accepted else [-float(agent == mover) for agent in agents]
        over = results is not None
        cut = not over and self.game.is_cut()
        rewards = dict(zip(agents, results or [0.0] * len(agents)))
        if over or cut:
            self.agents = []
        return (
            self._observations(over),
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def render(self) -> Any:
        return None if self.render_mode is None else self.game.match.screen()

    def close(self) -> None:
        pass


def companion(title: str, **options: Any) -> AECEnv:
    """Makes a `CompanionEnv`, wrapped in PettingZoo's checks of the order of calls."""
    return wrappers.OrderEnforcingWrapper(CompanionEnv(title, **options))


def companion_parallel(title: str, **options: Any) -> CompanionParallelEnv:
    """Makes a `CompanionParallelEnv`."""
    return CompanionParallelEnv(title, **options)
