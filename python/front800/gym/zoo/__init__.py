"""PettingZoo environments for games with several sides.

`companion` and `companion_parallel` make environments of the titles magna, encounter and eleven; `wargame` and
`wargame_parallel` make environments with both sides of Rasputitsa.

>>> from front800.gym.zoo import companion
>>> env = companion("eleven")
>>> env.reset(seed=1)
>>> observation, *rest = env.last()
>>> int(observation["action_mask"].sum())
35
"""

from .companions import CompanionEnv, CompanionParallelEnv, companion, companion_parallel
from .wargame import WargameParallelEnv, wargame, wargame_parallel

__all__ = [
    "CompanionEnv",
    "CompanionParallelEnv",
    "WargameParallelEnv",
    "companion",
    "companion_parallel",
    "wargame",
    "wargame_parallel",
]
