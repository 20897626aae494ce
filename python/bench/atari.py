"""Environments of front800 beside ale-py's and EnvPool's: emulated frames a second on one thread.

usage: python atari.py [ROUNDS [STEPS]], 5 rounds of 100 steps if nothing is said

A step holds an action for four frames, and all four count, here and there: EnvPool and ale-py call that a frame skip of 4. All show
a grey picture of the last frame after each step, of 84 by 84 points (ours are scaled down by whole numbers: 84 by 60), in 8 lanes by
one call. Rounds go by turns, and processor time counts; what is printed is the median of the rounds and the best. Theirs are games
of the Atari 2600, ours programs for the Atari 800, which is a larger machine: the numbers say what a frame costs, no more.

Needs: pip install 'front800[gym]' ale-py envpool
"""

import statistics
import sys
import time
from typing import Any, Callable

import numpy as np

LANES = 8
SKIP = 4

Step = Callable[[], Any]


def ours(program: str) -> Step:
    """`catch` or a built-in program."""
    from front800.gym import ProgramVectorEnv, Screen
    from front800.gym.registered import CATCH, catch_machine

    task = {**CATCH, "over": None, "most_steps": None} if program == "catch" else {"begin": 400}
    env = ProgramVectorEnv(
        catch_machine() if program == "catch" else program,
        LANES,
        frame_skip=SKIP,
        jobs=1,
        **{**task, "observation": Screen("grey", shrink=4)},
    )
    env.reset(seed=0)
    dice = np.random.default_rng(0)
    choices = env.single_action_space.n
    return lambda: env.step(dice.integers(choices, size=LANES))


def ale(game: str) -> Step:
    """One of ale-py's vector environments, with the preparation of pictures in C++."""
    from ale_py.vector_env import AtariVectorEnv

    env = AtariVectorEnv(game, num_envs=LANES, num_threads=1, frameskip=SKIP, stack_num=1, img_height=84, img_width=84)
    env.reset(seed=0)
    dice = np.random.default_rng(0)
    choices = env.single_action_space.n
    return lambda: env.step(dice.integers(choices, size=LANES))


def envpool(game: str) -> Step:
    """One of EnvPool's."""
    import envpool as pool

    env = pool.make(
        f"{game.capitalize()}-v5", env_type="gymnasium", num_envs=LANES, num_threads=1, frame_skip=SKIP, stack_num=1, seed=0
    )
    env.reset()
    dice = np.random.default_rng(0)
    choices = env.action_space.n
    return lambda: env.step(dice.integers(choices, size=LANES).astype(np.int32))


SUBJECTS: dict[str, Callable[[], Step]] = {
    "front800 catch": lambda: ours("catch"),
    "front800 eleven": lambda: ours("eleven"),
    "front800 rasputitsa": lambda: ours("rasputitsa"),
    "ale-py pong": lambda: ale("pong"),
    "ale-py breakout": lambda: ale("breakout"),
    "EnvPool pong": lambda: envpool("pong"),
    "EnvPool breakout": lambda: envpool("breakout"),
}


def main() -> None:
    usual = (5, 100)
    rounds, steps = (*map(int, sys.argv[1:]), *usual[len(sys.argv) - 1 :])
    prepared = {name: prepare() for name, prepare in SUBJECTS.items()}
    rates: dict[str, list[float]] = {name: [] for name in prepared}
    for _ in range(rounds):
        for name, step in prepared.items():
            began = time.process_time()
            for _ in range(steps):
                step()
            rates[name].append(LANES * SKIP * steps / (time.process_time() - began))
    for name, found in rates.items():
        print(f"{name:<20} {statistics.median(found):>8.0f} frames a second, at best {max(found):.0f}")


if __name__ == "__main__":
    main()
