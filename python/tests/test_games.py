"""Campaigns and matches give the same results as on the command line."""

import copy
import json
import os
import pathlib
import pickle
import subprocess
from typing import Any

import front800
import numpy as np
import pytest
from front800 import Campaign, Match, Player, play_campaigns, play_turns


def lines(*command: str) -> list:
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_batches_are_those_of_the_command_line(program, tmp_path) -> None:
    table = tmp_path / "table.csv"
    options = ["--games", "4", "--player", "advance", "--random", "lcg:9", "--turns", "6"]
    states = lines(program, "campaign", *options, "--csv", str(table))
    same = {"german": "advance", "stream": 9, "turns": 6}
    assert play_campaigns(4, **same) == table.read_text()
    assert play_campaigns(4, states=True, **same) == states
    # A part of the batch has the same game numbers and rows as the whole.
    header, *rows = table.read_text().splitlines()
    assert play_campaigns(2, first=1, **same).splitlines() == [header, *rows[6:18]]


def test_a_campaign_played_step_by_step_is_that_of_the_command_line(program) -> None:
    states = lines(program, "campaign", "--player", "hunter", "--random", "lcg:4", "--turns", "5")
    campaign = Campaign(stream=4)
    player = Player("hunter", "german", campaign)
    for state in states:
        assert campaign.state() == state
        answer = player.orders(campaign)
        campaign.give("german", answer["orders"], answer["modes"])
        campaign.play_turn()


def script(path: pathlib.Path, text: str) -> str:
    """Writes an executable shell script."""
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return str(path)


@pytest.mark.skipif(os.name != "posix", reason="scripts of a shell")
def test_programs_are_told_and_waited_for_as_on_the_command_line(program, tmp_path) -> None:
    listener = script(tmp_path / "listener", 'while read -r line; do echo "$line" >>"$0.seen"; echo \'{"orders":{}}\'; done\n')
    seen = tmp_path / "listener.seen"
    told = {}
    for fog in (False, True):
        lines(program, "campaign", "--player", listener, "--random", "lcg:4", "--turns", "2", *["--fog"] * fog)
        told[fog] = seen.read_text()
        seen.unlink()
        play_campaigns(german=listener, stream=4, turns=2, fog=fog)
        assert seen.read_text() == told[fog]
        seen.unlink()
        campaign = Campaign(stream=4)
        Player(listener, "german", campaign, fog=fog).orders(campaign)
        assert seen.read_text() == told[fog].splitlines(keepends=True)[0]
        seen.unlink()
    assert told[False] != told[True]
    sleeper = script(tmp_path / "sleeper", "sleep 20\n")
    with pytest.raises(front800.GameError, match="game 0: .*within 0.25 seconds"):
        play_campaigns(german=sleeper, stream=4, timeout=0.25)
    with pytest.raises(front800.GameError, match="within 0.25 seconds"):
        Player(sleeper, "german", campaign, timeout=0.25).orders(campaign)
    for timeout in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="timeout .*: expected seconds, more than 0"):
            play_campaigns(german=sleeper, timeout=timeout)


def test_weeks_are_played_side_by_side() -> None:
    campaigns = [Campaign(stream=stream, level="learner") for stream in range(3)]
    alone = [campaign.fork() for campaign in campaigns]
    play_turns(campaigns, jobs=2)
    for campaign in alone:
        campaign.play_turn()
    assert [campaign.hash() for campaign in campaigns] == [campaign.hash() for campaign in alone]


@pytest.mark.parametrize("jobs", [0, -1, 65536, 2**70])
def test_a_number_of_threads_that_cannot_be_is_refused(jobs: int) -> None:
    said = f"jobs {jobs}: expected 1 to 65535, or None"
    with pytest.raises(ValueError, match=said):
        play_campaigns(2, jobs=jobs, stream=1, turns=1)
    with pytest.raises(ValueError, match=said):
        play_turns([], jobs)
    with pytest.raises(ValueError, match=said):
        front800.Lanes(front800.Machine(), ["stick0 center"], ("features", ["frame"]), jobs=jobs)


def test_a_thousand_forks_of_a_campaign_have_the_same_futures() -> None:
    campaign = Campaign(stream=1)
    first = campaign.units("german")[0]
    there = [unit["unit"] for unit in campaign.state()["units"] if unit["state"] == "map"]
    there = [unit for unit in there if unit <= campaign.units("german")[1]]
    assert first in there

    def future(number: int) -> int:
        fork = campaign.fork()
        fork.give("german", {there[number % len(there)]: "NESW"[number % 4] * (number % 8 + 1)})
        fork.play_turn()
        return fork.hash()

    futures = [future(number) for number in range(1000)]
    assert len(set(futures)) > 100
    assert futures == [future(number) for number in range(1000)]


def test_a_saved_week_goes_on() -> None:
    campaign = Campaign(stream=2)
    campaign.play_turn()
    other = Campaign(stream=2, resume=campaign.save())
    assert other.state()["units"] == campaign.state()["units"]
    assert other.state()["turn"] == 1


def test_a_week_that_is_none_is_not_gone_on_with() -> None:
    saved = Campaign(stream=2, level="learner").save()
    with pytest.raises(front800.StateError, match="not a saved state"):
        Campaign(resume=b"nonsense")
    with pytest.raises(front800.StateError, match="saved with the program rasputitsa"):
        Campaign(resume=saved, rules=1981)
    for chosen in ({"level": "expert"}, {"scenario": 1942}):
        with pytest.raises(ValueError, match="the week of resume has chosen: expected neither with it"):
            Campaign(resume=saved, **chosen)
    assert Campaign(resume=saved, level=None, scenario=None).state()["level"] == "learner"


@pytest.mark.parametrize(
    ("options", "turns"), [({"level": "learner"}, 15), ({"level": "advanced"}, 41), ({}, 41), ({"scenario": 1942}, 45), ({"rules": 1981}, 41)]
)
def test_a_campaign_has_the_turns_of_its_level_and_scenario(options: dict[str, Any], turns: int) -> None:
    campaign = Campaign(stream=1, **options)
    rules = {key: value for key, value in options.items() if key == "rules"}
    for each in (campaign, Campaign(stream=1, resume=campaign.save(), **rules), pickle.loads(pickle.dumps(campaign))):
        assert each.turns == turns


def test_all_states_of_a_campaign_are_as_many_as_its_turns() -> None:
    assert len(play_campaigns(1, stream=1, level="learner", states=True)) == Campaign(stream=1, level="learner").turns


def test_features_are_what_is_observed() -> None:
    campaign = Campaign(stream=3)
    campaign.play_turn()
    week, units = campaign.features("german")
    seen = campaign.observe("german")
    assert week[0] == np.float32(1 / 44)
    assert week[1] == np.float32(seen["score"] / 255)
    for unit in seen["units"]:
        row = units[unit["unit"] - 1]
        assert row[0] == (unit["state"] == "map")
        if unit["state"] == "map":
            assert row[1:4].tolist() == pytest.approx([float(unit["side"] == "german"), unit["x"] / 45, unit["y"] / 38])
            assert row[4:6].tolist() == pytest.approx([unit["muster"] / 255, unit["combat"] / 255])
            assert row[7] == unit["zone"]
    _, hidden = campaign.features("german", fog=True)
    assert (hidden != 0).sum() < (units != 0).sum()


def test_what_cannot_be_given_is_refused() -> None:
    campaign = Campaign(stream=3)
    with pytest.raises(front800.GameError, match="no unit of the German side"):
        campaign.give("german", {99: "N"})
    with pytest.raises(front800.GameError, match="no direction"):
        campaign.give("german", {1: "X"})
    with pytest.raises(ValueError, match="german or russian"):
        campaign.give("prussian", {})
    with pytest.raises(ValueError, match="learner, beginner"):
        Campaign(level="hard")
    with pytest.raises(TypeError, match="there is no option `lvl`"):
        Campaign(lvl="expert")
    for stream in (-1, 1 << 31, 1 << 32):
        for begin in (Campaign, lambda **options: Match("eleven", **options), play_campaigns):
            with pytest.raises(ValueError, match=f"stream {stream}: expected 0 to 2147483647"):
                begin(stream=stream)
    with pytest.raises(ValueError, match="there twice"):
        play_turns([campaign, campaign])
    with pytest.raises(ValueError, match="rules of another edition"):
        Player("hunter", "german", Campaign(rules="1981")).orders(campaign)
    with pytest.raises(ValueError, match="below 2\\^64"):
        play_campaigns(2, first=2**64 - 1)


@pytest.mark.parametrize("title", ["eleven", "encounter", "magna"])
def test_a_match_gives_the_lines_of_the_command_line(title, program, tmp_path) -> None:
    options = {"players": 2} if title == "magna" else {}
    match = Match(title, stream=5, **options)
    expected, actions = list(match.opening), []
    for step in range(30):
        legal = match.legal()
        if not legal or match.outcome:
            break
        actions.append(legal[step * 5 % len(legal)])
        expected += match.play(actions[-1])
    file = tmp_path / "game.txt"
    file.write_text("\n".join(actions) + "\n")
    words = ["--first", str(file), "--second", str(file), "--random", "lcg:5"]
    if title == "magna":
        words += ["--players", "2"]
    assert lines(program, "match", title, *words) == expected


def test_a_match_forks_and_refuses() -> None:
    match = Match("eleven", stream=1)
    fork = match.fork()
    action = match.legal()[3]
    assert match.play(action) == fork.play(action)
    assert match.hash() == fork.hash()
    (line,) = match.play("A1A9")
    assert line == {"refused": "A1A9", "why": "no such move"}
    with pytest.raises(front800.OpenError, match="magna, encounter or eleven"):
        Match("rasputitsa")
    with pytest.raises(ValueError, match="^plies 9: expected 1 to 3, or None"):
        Match("eleven", plies=9)
    with pytest.raises(ValueError, match="variant `sailor`: expected normal or super"):
        Match("encounter", variant="sailor")
    assert Match("encounter", variant="military", stream=1).hash() == Match("encounter", variant="normal", stream=1).hash()
    for setup, why in (("nonsense", "no such move"), ("SETUP 1111", "`SETUP` has an army of 4 letters: expected 40")):
        with pytest.raises(front800.GameError, match=f"setup `{setup}`: {why}"):
            Match("encounter", setup=setup)
    assert len({Match("encounter", seed=seed).hash() for seed in range(4)}) == 4
    with pytest.raises(ValueError, match="setup: no side"):
        Match("eleven", setup="SETUP")
    with pytest.raises(ValueError, match="side 2: expected 0 to 1"):
        Match("eleven", computers=[2])
    with pytest.raises(ValueError, match="think 0"):
        Match("eleven", think=0)


def test_the_program_plays_a_side() -> None:
    match = Match("eleven", stream=1, computers=[1], plies=1)
    (own, reply) = match.play(match.legal()[0])
    assert (own["turn"], reply["turn"]) == ("B", "W")
    assert match.turn == 0


def test_what_is_not_pickled_says_how_it_travels() -> None:
    campaign, match = Campaign(stream=1), Match("eleven", stream=1)
    ways = {
        Player("east", "german", campaign): "its name and side",
        match: "the actions played",
    }
    for thing, way in ways.items():
        with pytest.raises(TypeError, match=way):
            pickle.dumps(thing)
    assert copy.copy(match).hash() == copy.deepcopy(match).hash() == match.hash()
    assert copy.deepcopy(campaign).hash() == campaign.hash()


@pytest.mark.parametrize("options", [{"stream": 4, "level": "beginner"}, {"seed": 4, "rules": "corrected", "think": 50}])
def test_a_campaign_is_pickled_with_its_chance_and_its_week(options: dict[str, Any]) -> None:
    campaign = Campaign(**options)
    for _ in range(3):
        campaign.give("german", {unit["unit"]: "EEEE" for unit in campaign.state()["units"] if unit["side"] == "german" and unit["state"] == "map"})
        campaign.play_turn()
    again = pickle.loads(pickle.dumps(campaign))
    assert again.observe() == campaign.observe() and again.observe()["events"]
    for _ in range(3):
        campaign.play_turn()
        again.play_turn()
        assert (again.hash(), again.row(), again.turns) == (campaign.hash(), campaign.row(), campaign.turns)
    assert repr(again) == f"<front800.Campaign: turn 6, {campaign.state()['date']}, score {campaign.score}>"
    make, (keywords, saved) = campaign.__reduce__()
    with pytest.raises(front800.StateError, match="not a saved state"):
        make(keywords, saved[:100])


def test_a_campaign_that_is_over_takes_no_orders() -> None:
    campaign = Campaign(stream=1, level="learner")
    while not campaign.is_over:
        play_turns([campaign])
    before = campaign.hash()
    for late in (campaign.play_turn, lambda: campaign.give("german", {1: "EE"})):
        with pytest.raises(front800.GameError, match="^the campaign is over$"):
            late()
    play_turns([campaign])
    assert campaign.hash() == before


def test_a_batch_goes_on_where_it_was_interrupted(tmp_path: pathlib.Path, program: str) -> None:
    table, other = tmp_path / "table.csv", tmp_path / "other.csv"
    same = {"german": "east", "stream": 3, "turns": 3, "level": "learner"}
    words = ["--german", "east", "--random", "lcg:3", "--turns", "3", "--level", "learner", "--summary"]

    def command(games: int, *more: str) -> None:
        run = [program, "campaign", "--games", str(games), *words, "--csv", str(other), *more]
        subprocess.run(run, check=True, capture_output=True)

    whole = play_campaigns(4, **same)
    assert play_campaigns(4, csv=table, **same) is None
    assert table.read_text() == whole
    # A table that ends after one row of the third game is continued here and on the command line.
    rows = whole.splitlines(keepends=True)
    begun = "".join(rows[: 1 + 2 * 3 + 1])
    table.write_text(begun)
    with pytest.raises(ValueError, match="states: not with resume"):
        play_campaigns(4, csv=table, resume=True, states=True, **same)
    play_campaigns(4, csv=table, resume=True, **same)
    assert table.read_text() == whole
    other.write_text(begun)
    words.remove("--summary")
    command(4, "--resume")
    assert other.read_text() == whole
    # The command line writes no game number for a single game.
    command(1)
    alone = other.read_text()
    for resume in (False, True):
        other.write_text(alone.splitlines(keepends=True)[0])
        play_campaigns(1, csv=other, resume=resume, **same)
        assert other.read_text() == alone
    with pytest.raises(ValueError, match="other.csv: a table of a single game, without the column `game`"):
        play_campaigns(4, csv=other, resume=True, **same)
    # The table of another batch is left unchanged.
    with pytest.raises(ValueError, match="table.csv: line 3: the table of another batch: .* game 0 of this one comes out"):
        play_campaigns(4, csv=table, resume=True, **{**same, "german": "idle"})
    assert table.read_text() == whole
    # Without `resume` an existing table is replaced; with it, a missing one is created.
    table.write_text("another\n")
    with pytest.raises(ValueError, match="table.csv: its first line is not that of this batch: expected `game,turn"):
        play_campaigns(4, csv=table, resume=True, **same)
    play_campaigns(4, csv=table, **same)
    assert table.read_text() == whole
    with pytest.raises(ValueError, match="line 2: .* is no row of the next game of this batch"):
        play_campaigns(3, first=1, csv=table, resume=True, **same)
    table.unlink()
    play_campaigns(3, first=1, csv=table, resume=True, **same)
    assert table.read_text() == "".join([rows[0], *rows[4:]])
    with pytest.raises(ValueError, match="resume needs csv"):
        play_campaigns(resume=True)
    with pytest.raises(FileNotFoundError, match="none"):
        play_campaigns(csv=tmp_path / "none" / "table.csv")


def test_a_title_without_matches_is_told() -> None:
    for title in ("chess", "rasputitsa"):
        with pytest.raises(front800.OpenError, match=f"^{title}: no title .*: expected magna, encounter or eleven$"):
            Match(title)


def test_a_file_that_plays_may_be_a_path(tmp_path: pathlib.Path) -> None:
    orders = tmp_path / "orders.csv"
    orders.write_text("turn,unit,orders,mode\n0,1,E,\n")
    campaign = Campaign(stream=1)
    assert Player(orders, "german", campaign).orders(campaign)["orders"] == {1: "E"}
    told = [play_campaigns(1, turns=2, stream=1, german=who) for who in (orders, str(orders))]
    assert told[0] == told[1] != play_campaigns(1, turns=2, stream=1)
