"""Machines in threads: one machine for each thread, in parallel, or one machine shared in turns."""

import os
import pathlib
import signal
import threading

import front800
import pytest
from front800 import BusyError, Campaign, Lanes, Machine, Match, Player, play_turns

#: A number of frames that takes about a second.
LONG = 100_000


def test_machines_run_side_by_side() -> None:
    machine, other = Machine(), Machine()
    thread = threading.Thread(target=machine.run, args=(LONG,))
    thread.start()
    for _ in range(20):
        other.run()
    # If the run held the global interpreter lock, these 20 frames would come after all of it.
    assert thread.is_alive()
    thread.join()
    assert machine.frame == LONG


def test_a_machine_is_one_threads_at_a_time() -> None:
    machine = Machine()
    fork = machine.fork()
    thread = threading.Thread(target=machine.run, args=(LONG,))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            assert machine.frame == (LONG if refused else 0), "it has ended in the meantime, or not begun"
        except BusyError as error:
            refused += 1
            assert "give each thread its own Machine (see `fork()`)" in str(error)
            assert "threading.Lock" in str(error)
    thread.join()
    assert refused > 0
    assert issubclass(BusyError, front800.Error)
    # One machine can be shared by taking turns.
    lock = threading.Lock()

    def by_turns() -> None:
        for _ in range(10):
            with lock:
                fork.run()

    threads = [threading.Thread(target=by_turns) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert fork.frame == 30


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such timer")
def test_nobody_looks_into_what_is_in_the_middle_of_a_call() -> None:
    """Not even a signal handler that runs during the call; and no other call can use the machine."""
    machine = Machine()
    looks = [
        lambda: machine.frame,
        lambda: machine.memory,
        lambda: machine.run(),
        lambda: machine.fork(),
        lambda: Lanes(machine, ["stick0 center"], ("features", ["a"])),
    ]
    told: list[str] = []

    def look(*_) -> None:
        try:
            machine.frame
        except BusyError:
            pass
        else:
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            return
        for each in looks:
            with pytest.raises(BusyError) as error:
                each()
            told.append(str(error.value))
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            machine.run(10**9)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(told) == len(looks)
    assert machine.run() == "reached"


def test_campaigns_and_matches_are_one_threads_at_a_time() -> None:
    campaign = Campaign(stream=1, level="learner", think=LONG)
    other = Campaign(stream=2, level="learner")
    thread = threading.Thread(target=play_turns, args=([campaign],))
    thread.start()
    names = set()
    while thread.is_alive():
        for look in (campaign.state, lambda: Player("east", "german", campaign), campaign.fork):
            try:
                look()
            except BusyError as error:
                names.add(str(error).split()[1])
    thread.join()
    assert names == {"Campaign"}
    thread = threading.Thread(target=campaign.play_turn)
    thread.start()
    told = set()
    while thread.is_alive():
        try:
            play_turns([other, campaign])
        except BusyError as error:
            told.add(str(error).split()[1])
    thread.join()
    assert told == {"Campaign"}
    match = Match("eleven", stream=1, computers=[1])
    thread = threading.Thread(target=match.play, args=(match.legal()[0],))
    thread.start()
    while thread.is_alive():
        try:
            match.hash()
        except BusyError as error:
            assert "a Match of its own" in str(error)
    thread.join()


@pytest.mark.skipif(os.name != "posix", reason="scripts of a shell")
def test_a_player_is_one_threads_at_a_time(tmp_path: pathlib.Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nread line\nsleep 3\necho '{\"orders\":{}}'\n")
    slow.chmod(0o755)
    campaign = Campaign(stream=1, level="learner")
    other, player = campaign.fork(), Player(slow, "german", campaign)
    thread = threading.Thread(target=player.orders, args=(campaign,))
    thread.start()
    refused = 0
    while thread.is_alive() and not refused:
        try:
            player.orders(other)
        except BusyError as error:
            if "this Player is in use by another call" in str(error):
                refused += 1
    assert thread.is_alive() and refused
    thread.join()
