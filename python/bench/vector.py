"""How fast lanes are stepped from Python; `cargo run --release --example lanes` does the same steps in Rust alone.

usage: python vector.py [LANES [THREADS [FRAMES [STEPS]]]], 16 2 4 200 if nothing is said
"""

import sys
import time

import numpy as np
from front800.gym import Memory, ProgramVectorEnv
from front800.gym.registered import CATCH, catch_machine


def main() -> None:
    usual = (16, 2, 4, 200)
    lanes, jobs, frames, steps = (*map(int, sys.argv[1:]), *usual[len(sys.argv) - 1 :])
    env = ProgramVectorEnv(
        catch_machine(),
        lanes,
        frame_skip=frames,
        jobs=jobs,
        render_mode="rgb_array" if frames == 1 else None,
        **{**CATCH, "observation": Memory(["score"]), "over": None, "most_steps": None, "most_idle": 0},
    )
    env.reset(seed=0)
    actions = np.zeros(lanes, np.int64)
    began, earned = time.perf_counter(), 0.0
    for _ in range(steps):
        _, rewards, *_ = env.step(actions)
        earned += rewards[0]
    rate = lanes * frames * steps / (time.perf_counter() - began)
    print(f"{lanes} lanes, {jobs} threads: {rate:.0f} frames a second; lane 0 has earned {earned:.0f}")


if __name__ == "__main__":
    main()
