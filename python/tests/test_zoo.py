"""PettingZoo environments."""

import copy
import pickle

import numpy as np
import pytest
from front800.gym import zoo
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

TITLES = ["eleven", "encounter", "magna"]


@pytest.mark.parametrize("title", TITLES)
def test_pettingzoo_is_content_with_turns(title) -> None:
    api_test(zoo.companion(title), num_cycles=300)
    seed_test(lambda: zoo.companion(title), num_cycles=100)


@pytest.mark.parametrize("title", TITLES)
def test_pettingzoo_is_content_with_sides_that_act_at_a_time(title) -> None:
    parallel_api_test(zoo.companion_parallel(title), num_cycles=300)
    parallel_seed_test(lambda: zoo.companion_parallel(title), num_cycles=100)


def test_pettingzoo_is_content_with_more_than_two_sides() -> None:
    api_test(zoo.companion("magna", players=4, level=3), num_cycles=200)


def test_pettingzoo_is_content_with_the_wargame() -> None:
    for options in ({"turns": 4}, {"turns": 3, "actions": "queues", "fog": True}):
        parallel_api_test(zoo.wargame_parallel(**options), num_cycles=10)
        parallel_seed_test(lambda: zoo.wargame_parallel(**options), num_cycles=10)
        api_test(zoo.wargame(**options), num_cycles=20)
        seed_test(lambda: zoo.wargame(**options), num_cycles=10)


@pytest.mark.parametrize("title", TITLES)
def test_masks_are_the_actions_that_the_program_takes(title) -> None:
    env = zoo.CompanionEnv(title)
    env.reset(seed=4)
    random = np.random.default_rng(1)
    for _ in range(60):
        observation, _, over, cut, _ = env.last()
        if over or cut:
            break
        mask = observation["action_mask"]
        legal = {env.game.actions[number] for number in np.flatnonzero(mask)}
        assert legal == set(env.game.match.legal())
        env.step(random.choice(np.flatnonzero(mask)))


def test_who_does_what_is_not_accepted_has_lost() -> None:
    env = zoo.CompanionEnv("eleven")
    env.reset(seed=1)
    refused = int(np.flatnonzero(env.observe("side_0")["action_mask"] == 0)[0])
    env.step(refused)
    assert env.rewards == {"side_0": -1.0, "side_1": 0.0}
    assert all(env.terminations.values())


def test_a_side_sees_only_what_it_may_know() -> None:
    env = zoo.CompanionEnv("encounter")
    env.reset(seed=1)
    seen = env.observe("side_0")["observation"]
    kinds = 12
    assert seen[:kinds].sum() == 40
    assert seen[kinds].sum() == 40
    assert seen[kinds + 1 : 2 * kinds + 1].sum() == 0, "no enemy's kind is known"


def test_an_action_that_has_no_number_is_refused_and_nothing_is_played() -> None:
    for action in (-1, 440, 2.9, None):
        env = zoo.companion("eleven")
        env.reset(seed=1)
        with pytest.raises(ValueError, match=f"^action {action}: expected a whole number from 0 to 439$"):
            env.step(action)
        assert env.unwrapped.game.steps == 0 and not any(env.terminations.values())
    env = zoo.companion_parallel("eleven")
    env.reset(seed=1)
    moves = dict.fromkeys(env.agents, env.count - 1)
    for agent in moves:
        for action in (-1, 441, 2.9):
            with pytest.raises(ValueError, match=f"^action {action}: expected a whole number from 0 to 440$"):
                env.step({**moves, agent: action})
    assert env.game.steps == 0 and env.agents


@pytest.mark.parametrize("make", [lambda: zoo.companion_parallel("eleven"), lambda: zoo.wargame_parallel(level="learner")])
def test_every_side_that_plays_acts_and_no_other(make) -> None:
    env = make()
    env.reset(seed=1)
    actions = {agent: env.action_space(agent).sample() * 0 for agent in env.agents}
    first, second = env.agents
    for wrong, named in (({}, "nobody"), ({first: actions[first]}, first), ({**actions, "bogus": 0}, f"{first}, {second}, bogus")):
        with pytest.raises(ValueError, match=f"^actions of {named}: expected one for each of {first}, {second}$"):
            env.step(wrong)
    env.step(actions)
    env.agents = []
    with pytest.raises(ValueError, match="the game is over: reset it"):
        env.step({})


@pytest.mark.parametrize("title", TITLES)
def test_games_go_to_other_processes_as_they_are(title) -> None:
    env = zoo.companion(title)
    env.reset(seed=3)
    for _ in range(6):
        env.step(int(env.last()[0]["action_mask"].nonzero()[0][-1]))
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    for _ in range(4):
        seen = [each.last()[0] for each in (env, *copies)]
        for other in seen[1:]:
            assert all(np.array_equal(other[name], seen[0][name]) for name in seen[0])
        for each in (env, *copies):
            each.step(int(seen[0]["action_mask"].nonzero()[0][0]))
    many = zoo.companion_parallel(title)
    many.reset(seed=3)
    assert pickle.loads(pickle.dumps(many)).game.match.hash() == many.game.match.hash() == copy.deepcopy(many).game.match.hash()


def test_wrong_arguments_are_refused() -> None:
    for make in (zoo.companion, zoo.companion_parallel):
        with pytest.raises(ValueError, match="render_mode 'human': expected None or 'rgb_array'"):
            make("eleven", render_mode="human")
        for most_steps in (0, -1):
            with pytest.raises(ValueError, match=f"most_steps {most_steps}: expected 1 or more, or None"):
                make("eleven", most_steps=most_steps)
        with pytest.raises(TypeError):
            make("eleven", most_steps=2.5)
        with pytest.raises(TypeError, match="^stream=3: expected none: reset"):
            make("eleven", stream=3)
        make("eleven", most_steps=None)
    for make in (zoo.wargame, zoo.wargame_parallel):
        with pytest.raises(ValueError, match="render_mode 'rgb_array': expected None$"):
            make(render_mode="rgb_array", level="learner")
        with pytest.raises(ValueError, match="turns 0: expected 1 or more, or None"):
            make(turns=0, level="learner")
        with pytest.raises(TypeError, match="^stream=3: expected none: reset"):
            make(stream=3)
