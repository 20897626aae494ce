"""Gymnasium environments on the exact machine.

`ProgramEnv` and `ProgramVectorEnv` turn any program into an environment: you define observation, actions, reward and end in
terms of the program's own labels. `WargameEnv` and `WargameVectorEnv` play the German side of Rasputitsa. `front800.gym.zoo`
has PettingZoo environments for games with several sides.

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
