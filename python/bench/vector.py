"""Lanes stepped from Python beside the same lanes stepped in Rust: frames a second, on as many threads, in one run.

usage: python vector.py [LANES [FRAMES [SECONDS [ROUNDS [SEEN...]]]]], 16 4 0.1 31 and all if nothing is said

In a row Python's `ProgramVectorEnv` and Rust's `Lanes` play CATCH with one kind of observation on one number of threads, rounds of
some SECONDS by turns. "alone" is what as many threads of Rust make of the same machines when nothing is looked at and no thread waits for
another; it draws no pictures. Seconds are those of the clock and those of all threads' processors (on Linux): on a busy computer the
latter say more. Ratios are Python's rate divided by Rust's of the same round: the median, its bounds of 95 percent by
resampling, and the worst round.

Needs the Rust half, built by: cargo build --release --example vector
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable, Optional

import numpy as np
from front800.gym import Features, Memory, ProgramVectorEnv, Screen
from front800.gym.registered import CATCH, catch_machine

RUST = Path(__file__).parents[2] / "target/release/examples/vector"
SEEN: dict[str, Any] = {
    "byte": Memory(["score"]),
    "memory": Memory([(0, 0xBFFF)]),
    "features": Features(["ball_x - bar", "ball_y"]),
    "grey": Screen("grey", shrink=4),
    "rgb": Screen("rgb", shrink=1),
}
THREADS = (1, 2)

#: Seconds of the clock and of the processors.
Spent = tuple[float, Optional[float]]


def processors(process: int) -> Optional[float]:
    """Seconds that all threads of a process have run, where the system says so."""
    try:
        threads = os.scandir(f"/proc/{process}/task")
        return sum(int(Path(thread.path, "schedstat").read_text().split()[0]) for thread in threads) / 1e9
    except OSError:
        return None


def timed(process: int, play: Callable[[], Optional[float]]) -> Spent:
    """What `play` takes, which may say itself how long that is by the clock."""
    before, began = processors(process), time.perf_counter()
    told = play()
    clock, after = time.perf_counter() - began, processors(process)
    return told or clock, None if before is None or after is None else after - before


def python(lanes: int, threads: int, frames: int, seen: str) -> Callable[[int], Spent]:
    task = {**CATCH, "observation": SEEN[seen], "over": None, "most_steps": None, "most_idle": 0}
    env = ProgramVectorEnv(catch_machine(), lanes, frame_skip=frames, jobs=threads, **task)
    env.reset(seed=0)
    actions = np.zeros(lanes, np.int64)

    def play(steps: int) -> None:
        for _ in range(steps):
            env.step(actions)

    return lambda steps: timed(os.getpid(), lambda: play(steps))


def rust(lanes: int, threads: int, frames: int, steps: int, seen: str) -> tuple[Callable[[], Spent], Callable[[], Any]]:
    """Plays a round; and ends."""
    words = [str(RUST), *map(str, (lanes, threads, frames, steps)), seen]
    served = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    to, of = served.stdin, served.stdout
    assert to is not None and of is not None

    def play() -> float:
        to.write("\n")
        to.flush()
        return float(of.readline())

    return lambda: timed(served.pid, play), served.communicate


def ratios(ours: list[float], theirs: list[float]) -> str:
    found = [one / other for one, other in zip(theirs, ours)]
    dice = random.Random(1)
    medians = sorted(statistics.median(dice.choices(found, k=len(found))) for _ in range(2000))
    return f"{statistics.median(found):6.3f} ({medians[50]:.3f} to {medians[1949]:.3f}), worst {min(found):.3f}"


def row(lanes: int, threads: int, frames: int, seconds: float, rounds: int, seen: str) -> None:
    ours = python(lanes, threads, frames, seen)
    ours(10)
    steps = max(1, round(seconds * 50 / ours(50)[0]))
    theirs, end = rust(lanes, threads, frames, steps, seen)
    alone, end_alone = rust(lanes, threads, frames, steps, "alone")
    theirs(), alone()
    # Whoever is first in one round is last in the next.
    played = []
    for n in range(rounds):
        subjects = [lambda: ours(steps), theirs, alone]
        spent = [subject() for subject in (subjects if n % 2 == 0 else subjects[::-1])]
        played.append(spent if n % 2 == 0 else spent[::-1])
    end(), end_alone()
    for n, unit in enumerate(("clock", "processors")):
        if any(spent[n] is None for spent in played[0]):
            continue
        python_s, rust_s, alone_s = ([spent[n] for spent in column] for column in zip(*played))
        rates = [lanes * frames * steps / statistics.median(spent) for spent in (python_s, rust_s, alone_s)]
        print(
            f"{seen:<9} {threads} {unit:<11}" + "".join(f"{rate:>9.0f}" for rate in rates),
            ratios(python_s, rust_s),
            flush=True,
        )


def main() -> None:
    words = sys.argv[1:] + ["16", "4", "0.1", "31"][len(sys.argv) - 1 :]
    lanes, frames, seconds, rounds = int(words[0]), int(words[1]), float(words[2]), int(words[3])
    print(f"{lanes} lanes, steps of {frames} frames, {rounds} rounds; frames a second")
    print("seen      threads         Python     Rust    alone  Python to Rust")
    for seen in sys.argv[5:] or SEEN:
        for threads in THREADS:
            row(lanes, threads, frames, seconds, rounds, seen)


if __name__ == "__main__":
    main()
