"""The environments registered for `gymnasium.make`."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import gymnasium
from gymnasium.envs.registration import registry

from .. import Machine
from .program import ProgramEnv, ProgramVectorEnv
from .wargame import WargameEnv, WargameVectorEnv

#: The arguments of the CATCH environments.
CATCH: dict[str, Any] = {
    "actions": ["stick0 center", "stick0 left", "stick0 right"],
    "reward": "score + lives",
    "over": "lives == 0",
    "most_steps": 2_000,
    "most_idle": 30,
}


def catch_machine() -> Machine:
    """A machine at the start of a game of CATCH."""
    source = files("front800").joinpath("programs/catch.asm").read_text()
    machine = Machine.from_source(source, "catch.asm")
    machine.run_until("lives == 5")
    return machine


def catch(**options: Any) -> ProgramEnv:
    """CATCH: plus one point for each ball caught, minus one for each ball missed. The game is over after five misses."""
    return ProgramEnv(catch_machine(), **{**CATCH, **options})


def catch_vector(num_envs: int = 1, **options: Any) -> ProgramVectorEnv:
    """Many lanes of CATCH."""
    return ProgramVectorEnv(catch_machine(), num_envs, **{**CATCH, **options})


def register() -> None:
    """Registers the environments, unless they are registered already."""
    if "front800/Catch-v0" not in registry:
        gymnasium.register("front800/Catch-v0", entry_point=catch, vector_entry_point=catch_vector)
        gymnasium.register(
            "front800/Rasputitsa-v0", entry_point=WargameEnv, vector_entry_point=WargameVectorEnv
        )
