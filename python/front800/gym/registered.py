"""Environments that `gymnasium.make` knows by name."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import gymnasium
from gymnasium.envs.registration import registry

from .. import Machine
from .program import ProgramEnv, ProgramVectorEnv
from .wargame import WargameEnv, WargameVectorEnv

#: What CATCH is learnt by.
CATCH: dict[str, Any] = {
    "actions": ["stick0 center", "stick0 left", "stick0 right"],
    "reward": "score + lives",
    "over": "lives == 0",
    "most_steps": 2_000,
    "most_idle": 30,
}


def catch_machine() -> Machine:
    """A machine in which CATCH has just begun."""
    source = files("front800").joinpath("programs/catch.asm").read_text()
    machine = Machine.from_source(source, "catch.asm")
    machine.run_until("lives == 5")
    return machine


def catch(**options: Any) -> ProgramEnv:
    """CATCH: one point for a ball caught, one less for a ball missed; five may be missed."""
    return ProgramEnv(catch_machine(), **{**CATCH, **options})


def catch_vector(num_envs: int = 1, **options: Any) -> ProgramVectorEnv:
    """The same, many times."""
    return ProgramVectorEnv(catch_machine(), num_envs, **{**CATCH, **options})


def register() -> None:
    """Makes them known; once is enough."""
    if "front800/Catch-v0" not in registry:
        gymnasium.register("front800/Catch-v0", entry_point=catch, vector_entry_point=catch_vector)
        gymnasium.register(
            "front800/Rasputitsa-v0", entry_point=WargameEnv, vector_entry_point=WargameVectorEnv
        )
