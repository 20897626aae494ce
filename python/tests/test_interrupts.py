"""Ctrl-C interrupts calls that would take hours, and leaves everything in the state that the documentation describes."""

import os
import pathlib
import signal
import sys
import threading
import time
from types import FrameType, SimpleNamespace
from typing import Any, Callable

import front800
import numpy as np
import pytest
from front800 import Assembler, Campaign, Lanes, Machine, Match, Player, play_campaigns, play_turns
from front800.gym.undone import undone

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")

#: A number of frames that takes hours.
HOURS = 10**9


def interrupted(call: Callable[[], Any], when: Callable[[], bool] = lambda: True) -> None:
    """Calls `call`, and sends Ctrl-C a little later, once `when` is true. If the call ignores it, the test hangs."""
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    pressed = 0.0

    def press() -> None:
        nonlocal pressed
        time.sleep(0.2)
        while not when():
            time.sleep(0.01)
        pressed = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        threading.Thread(target=press).start()
        call()
    assert time.monotonic() - pressed < 10


def test_a_machine_stands_where_it_was_heard() -> None:
    machine = Machine()
    for call in (
        lambda: machine.run(HOURS),
        lambda: machine.run_cycles(HOURS * 10_000),
        lambda: machine.run_until("1 == 2", HOURS),
        lambda: machine.play("# front800 input 1\n", HOURS),
        lambda: machine.step(HOURS * 1000),
    ):
        interrupted(call)
    other = Machine()
    other.run_cycles(machine.cycle)
    assert other.hash() == machine.hash()


def test_a_week_that_is_interrupted_has_not_been_played() -> None:
    campaign = Campaign(stream=1, level="learner", think=HOURS)
    before, state = campaign.hash(), campaign.state()
    interrupted(campaign.play_turn)
    assert (campaign.hash(), campaign.state()) == (before, state)
    fork = Campaign(stream=1, resume=campaign.save(), think=100)
    fork.play_turn()
    assert fork.state()["turn"] == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_weeks_in_threads_are_played_or_not(jobs: int) -> None:
    short = Campaign(stream=1, level="learner")
    campaigns = [short, *(Campaign(stream=1, level="learner", think=HOURS) for _ in range(2))]
    before = [campaign.hash() for campaign in campaigns]
    # The campaigns cannot be queried during the call, so wait long enough for the short one to be played.
    enough = time.monotonic() + 1
    interrupted(lambda: play_turns(campaigns, jobs), lambda: time.monotonic() > enough)
    assert short.state()["turn"] == 1
    assert [campaign.hash() for campaign in campaigns[1:]] == before[1:]


def test_environments_stand_before_the_step() -> None:
    gym = pytest.importorskip("front800.gym")
    many = gym.WargameVectorEnv(3, level="learner", jobs=1, opponent="planner")
    one = gym.WargameEnv(level="learner", think=HOURS)
    for env in (many, one):
        env.reset(seed=1)
    # The second campaign thinks for hours, after the first has played its week.
    many.envs[1].campaign = Campaign(stream=1, level="learner", think=HOURS)
    many.envs[1].opponent = one.opponent
    before = [env.campaign.hash() for env in many.envs], [env.weeks for env in many.envs], one.campaign.hash()
    enough = time.monotonic() + 2
    interrupted(lambda: many.step(np.full((3, 47), 4)), lambda: time.monotonic() > enough)
    interrupted(lambda: one.step(np.full(47, 4)))
    assert ([env.campaign.hash() for env in many.envs], [env.weeks for env in many.envs], one.campaign.hash()) == before
    many.envs[1].campaign = many.envs[0].campaign.fork()
    _, _, _, _, info = many.step(np.zeros((3, 47), int))
    assert info["turn"].tolist() == [env.campaign.state()["turn"] for env in many.envs] == [1, 1, 1]


def test_both_sides_stand_before_the_step() -> None:
    zoo = pytest.importorskip("front800.gym.zoo")
    war, game = zoo.wargame_parallel(level="learner"), zoo.companion_parallel("eleven")

    def interrupts(agent: Any) -> Any:
        raise KeyboardInterrupt

    for env, thing in ((war, lambda: war.campaign), (game, lambda: game.game.match)):
        env.reset(seed=1)
        before, rest = thing().hash(), (env.agents, getattr(env, "weeks", None))
        look, name = (war._see, "_see") if env is war else (game._observations, "_observations")
        setattr(env, name, interrupts)
        actions = {agent: env.action_space(agent).sample() * 0 for agent in env.agents}
        with pytest.raises(KeyboardInterrupt):
            env.step(actions)
        setattr(env, name, look)
        assert (thing().hash(), (env.agents, getattr(env, "weeks", None))) == (before, rest)
        env.step(actions)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_batch_keeps_the_games_that_had_ended(jobs: int, tmp_path: pathlib.Path) -> None:
    interrupted(lambda: play_campaigns(2, jobs=jobs, level="learner", think=HOURS))
    csv = tmp_path / "table.csv"
    told = {"stream": 1, "turns": 3, "level": "learner", "jobs": jobs, "csv": csv}
    interrupted(lambda: play_campaigns(100_000, **told), lambda: csv.exists() and len(csv.read_text().splitlines()) > 3)
    games = {int(line.split(",")[0]) for line in csv.read_text().splitlines()[1:]}
    assert games == set(range(len(games))) and len(games) > 0
    play_campaigns(len(games) + 1, resume=True, **told)
    assert csv.read_text() == play_campaigns(len(games) + 1, stream=1, turns=3, level="learner")


def test_a_program_that_plays_is_not_waited_for(tmp_path: pathlib.Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nread line\nsleep 2\necho '{\"orders\":{}}'\nsleep 1000\n")
    slow.chmod(0o755)
    campaign = Campaign(stream=1, level="learner")
    before = campaign.hash()
    player = Player(str(slow), "german", campaign, timeout=10_000)
    interrupted(lambda: player.orders(campaign))
    assert campaign.hash() == before
    # The player's late answer must not be taken as the answer to a later question.
    with pytest.raises(front800.GameError, match="ended without a line of orders"):
        player.orders(campaign)
    interrupted(lambda: play_campaigns(1, german=str(slow), timeout=10_000))


def test_a_match_that_plays_by_itself() -> None:
    def play() -> None:
        while True:
            Match("eleven", stream=1, computers=[0, 1])

    interrupted(play)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("count", [1, 3])
def test_lanes_are_as_they_were_before_the_step(jobs: int, count: int) -> None:
    lanes = Lanes(Machine(), ["stick0 center"], ("features", ["frame"]), reward="frame", frames=4_000_000_000, jobs=jobs, count=count)
    before = [lanes.save(n) for n in range(count)]
    interrupted(lambda: lanes.step(np.zeros(count, np.int64)))
    assert [lanes.save(n) for n in range(count)] == before


def test_of_a_test_that_does_not_end_nothing_is_left() -> None:
    source = """
        org $2000
stay    jmp stay
.test "for ever"
        jsr stay
        .assert a == 0
.endtest
"""
    assembler = Assembler()
    interrupted(lambda: assembler.test(source, frames=HOURS))
    (outcome,) = assembler.test(source, frames=2)
    assert "has not come to its end in 2 frames" in outcome["failure"]["message"]


def test_a_handler_that_goes_on_is_called_and_the_call_goes_on() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        pressed = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
        pressed.start()
        campaign = Campaign(stream=1, level="learner", think=20_000)
        campaign.play_turn()
        pressed.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]
    assert campaign.state()["turn"] == 1


def test_what_is_undone_has_no_more_than_before() -> None:
    thing = SimpleNamespace(week=1)
    with pytest.raises(ValueError):
        with undone(thing):
            thing.week, thing.noted = 2, True
            raise ValueError
    assert vars(thing) == {"week": 1}


def test_of_what_a_second_one_interrupts_all_is_undone_or_nothing() -> None:
    """The second interrupt is raised at each line of the rollback in turn."""
    for line in range(1, 100):
        lanes = [SimpleNamespace(week=1) for _ in range(3)]
        left = -1

        def trace(frame: FrameType, event: str, _: Any) -> Any:
            nonlocal left
            if not frame.f_code.co_filename.endswith("undone.py"):
                return None
            if event == "line" and left > 0:
                left -= 1
                if left == 0:
                    raise KeyboardInterrupt
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            with pytest.raises(KeyboardInterrupt):
                with undone(*lanes):
                    for lane in lanes:
                        lane.week = 2
                    left = line
                    raise KeyboardInterrupt
        finally:
            sys.settrace(before)
        assert len({lane.week for lane in lanes}) == 1, line
        if left > 0:
            break
    assert 1 < line < 99
