"""Gymnasium environments on the exact machine.

`ProgramEnv` and `ProgramVectorEnv` make an environment of any program: what is seen, what can be done, what it earns and
when it is over are said with the program's own labels. `WargameEnv` and `WargameVectorEnv` play the German side of
Rasputitsa. `front800.gym.zoo` has PettingZoo environments of games of several
sides.

>>> import gymnasium, front800.gym
>>> env = gymnasium.make("front800/Catch-v0")
>>> observation, info = env.reset(seed=1)
>>> observation.shape
(60, 84)
"""

from .program import JOYSTICK, Features, Memory, ProgramEnv, ProgramVectorEnv, Screen
from .registered import register
from .wargame import WargameEnv, WargameVectorEnv

register()

__all__ = [
    "JOYSTICK",
    "Features",
    "Memory",
    "ProgramEnv",
    "ProgramVectorEnv",
    "Screen",
    "WargameEnv",
    "WargameVectorEnv",
]
