"""Gymnasium environments."""

import copy
import pathlib
import pickle

import front800.gym
import gymnasium
import numpy as np
import pytest
from front800 import Lanes, Machine
from front800.gym import Features, Memory, ProgramEnv, ProgramVectorEnv, Screen, WargameEnv, WargameVectorEnv
from front800.gym.registered import CATCH, catch_machine
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

OBSERVATIONS = [
    Screen(),
    Screen("rgb", 2),
    Screen("indices", 1),
    Memory(["score", ("ball_x", "bar")]),
    Memory(),
    Features(["score", "ball_x - bar", "word(88)"]),
]


@pytest.mark.filterwarnings("ignore:.*Box observation space.*")
@pytest.mark.parametrize("observation", OBSERVATIONS, ids=str)
def test_gymnasium_is_content(observation) -> None:
    check_env(ProgramEnv(catch_machine(), render_mode="rgb_array", **{**CATCH, "observation": observation}))


def test_gymnasium_is_content_with_the_wargame() -> None:
    check_env(WargameEnv(turns=3), skip_render_check=True)
    check_env(WargameEnv(turns=3, actions="queues", fog=True, opponent="hunter"), skip_render_check=True)




def test_catch_is_lost_by_nobody_and_won_by_who_looks() -> None:
    seen = Features(["ball_x", "bar", "lives", "score"])
    env = ProgramEnv(catch_machine(), frame_skip=1, **{**CATCH, "observation": seen})
    for looks, expected in ((False, range(-5, 1)), (True, range(15, 1000))):
        (ball, bar, _, _), _ = env.reset(seed=2)
        total = 0.0
        for _ in range(1500):
            action = 0 if not looks else 1 if ball < bar + 1 else 2 if ball > bar + 1 else 0
            (ball, bar, lives, score), reward, over, _, _ = env.step(action)
            total += reward
            if over:
                break
        assert total == score - (5 - lives)
        assert total in expected
        assert over != looks


def test_stops_left_on_a_machine_do_not_shorten_steps() -> None:
    machine = Machine.from_source(" org $2000\nmain lda #0\nloop inc score\n jmp loop\nscore dta 0\n run main\n")
    machine.stop_at(execute="loop")
    assert machine.run(60) == "event"
    env = ProgramEnv(machine, actions=["stick0 center"], observation=Features(["frame", "score"]))
    begun = env.reset(seed=1)[0][0]
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    seen = env.step(0)[0]
    assert seen[0] == begun + 4
    assert all(np.array_equal(other.step(0)[0], seen) for other in copies)


def test_idle_frames_are_played_by_a_reset_alone() -> None:
    lanes = ProgramVectorEnv("rasputitsa", 64, most_idle=4_000_000_000)
    assert pickle.loads(pickle.dumps(lanes)).num_envs == 64


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_lane_does_what_an_environment_alone_does(mode) -> None:
    options = {**CATCH, "most_steps": 60, "sticky": 0.25, "observation": Memory([("score", "bar")])}
    lanes = ProgramVectorEnv(catch_machine(), 3, autoreset_mode=mode, jobs=2, **options)
    alone = [ProgramEnv(catch_machine(), **options) for _ in range(3)]
    seen, _ = lanes.reset(seed=10)
    assert np.array_equal(seen, [env.reset(seed=10 + lane)[0] for lane, env in enumerate(alone)])
    over = np.zeros(3, bool)
    for step in range(200):
        actions = (np.arange(3) + step * step) % 3
        if mode == AutoresetMode.DISABLED and over.any():
            with pytest.raises(ValueError, match="reset_mask"):
                lanes.step(actions)
            lanes.reset(options={"reset_mask": over})
            for lane in np.flatnonzero(over):
                alone[lane].reset()
        seen, rewards, terminated, truncated, infos = lanes.step(actions)
        for lane, env in enumerate(alone):
            if mode == AutoresetMode.NEXT_STEP and over[lane]:
                expected, reward, ended, cut = env.reset()[0], 0.0, False, False
            else:
                expected, reward, ended, cut, _ = env.step(actions[lane])
            if mode == AutoresetMode.SAME_STEP and (ended or cut):
                assert np.array_equal(infos["final_obs"][lane], expected)
                expected = env.reset()[0]
            assert np.array_equal(seen[lane], expected)
            assert (rewards[lane], terminated[lane], truncated[lane]) == (reward, ended, cut)
        over = terminated | truncated
    assert lanes.lanes.machine(1).hash() == alone[1].lanes.machine().hash()


def test_a_thousand_states_restored_have_the_same_thousand_futures() -> None:
    env = ProgramEnv(catch_machine(), **{**CATCH, "sticky": 0.25})
    env.reset(seed=1)
    states, futures = [], []
    for step in range(1000):
        states.append(env.clone_state())
        observation, reward, terminated, truncated, _ = env.step(step % 3)
        futures.append((observation, reward, terminated, truncated))
        if terminated or truncated:
            env.reset()
    lanes = ProgramVectorEnv(catch_machine(), 2, **{**CATCH, "sticky": 0.25})
    lanes.reset(seed=5)
    for step, (state, (observation, reward, terminated, truncated)) in enumerate(zip(states, futures)):
        lanes.restore_state(1, state)
        assert lanes.clone_state(1) == state
        seen, rewards, ends, cuts, _ = lanes.step([0, step % 3])
        assert np.array_equal(seen[1], observation)
        assert (rewards[1], ends[1], cuts[1]) == (reward, terminated, truncated)


def test_what_was_seen_stays_as_it_was_while_somebody_has_it() -> None:
    env = ProgramVectorEnv(catch_machine(), 3, **{**CATCH, "observation": Screen("grey", shrink=4)}, jobs=2)
    env.reset(seed=1)
    actions = np.zeros(3, np.int64)
    held = [env.step(actions)[0] for _ in range(20)]
    assert len({pictures.tobytes() for pictures in held}) > 10
    one = env.step(actions)[0][1, 10:20]  # a slice keeps the whole array alive
    copies, part = [pictures.copy() for pictures in held], one.copy()
    places = {env.step(actions)[0].ctypes.data for _ in range(20)}
    assert len(places) < 20, "memory is used again"
    assert all(np.array_equal(*pictures) for pictures in zip(held, copies)) and np.array_equal(one, part)
    last = env.step(actions)[0]
    assert np.array_equal(last, env.observe())


def test_environments_are_known_by_name() -> None:
    env = gymnasium.make("front800/Catch-v0")
    assert env.reset(seed=1)[0].shape == (60, 84)
    many = gymnasium.make_vec("front800/Catch-v0", num_envs=4, vectorization_mode="vector_entry_point")
    assert many.reset(seed=1)[0].shape == (4, 60, 84)
    assert gymnasium.make("front800/Rasputitsa-v0", turns=2).reset(seed=1)[1]["score"] == -128


def test_campaigns_side_by_side_are_campaigns_alone() -> None:
    lanes = WargameVectorEnv(3, turns=4, autoreset_mode=AutoresetMode.SAME_STEP)
    alone = [WargameEnv(turns=4) for _ in range(3)]
    lanes.reset(seed=7)
    for lane, env in enumerate(alone):
        env.reset(seed=7 + lane)
    lanes.action_space.seed(1)
    for _ in range(6):
        actions = lanes.action_space.sample()
        seen, rewards, _, truncated, infos = lanes.step(actions)
        for lane, env in enumerate(alone):
            expected, reward, over, cut, _ = env.step(actions[lane])
            assert (rewards[lane], truncated[lane]) == (reward, cut)
            if over or cut:
                assert np.array_equal(infos["final_obs"][lane], expected)
                expected, _ = env.reset()
            assert np.array_equal(seen[lane], expected)


def test_a_campaign_goes_on_from_its_copy() -> None:
    env = WargameEnv(turns=10)
    env.reset(seed=1)
    env.action_space.seed(2)
    env.step(env.action_space.sample())
    state = env.clone_state()
    actions = [env.action_space.sample() for _ in range(3)]
    futures = [[env.step(action)[:2] for action in actions]]
    env.restore_state(state)
    futures.append([env.step(action)[:2] for action in actions])
    for (one, reward), (other, same) in zip(*futures):
        assert reward == same
        assert np.array_equal(one, other)


def two_lanes(mode: AutoresetMode) -> tuple:
    """Lanes of a program and of the wargame that are truncated after two steps, each with an action for both lanes."""
    program = ProgramVectorEnv(catch_machine(), 2, autoreset_mode=mode, **{**CATCH, "most_steps": 2})
    war = WargameVectorEnv(2, turns=2, level="learner", autoreset_mode=mode)
    return (program, np.zeros(2, int)), (war, war.action_space.sample() * 0)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_lane_that_is_restored_at_its_end_goes_on_as_it_did(mode) -> None:
    single = ProgramEnv(catch_machine(), **{**CATCH, "most_steps": 2}), WargameEnv(turns=2, level="learner")
    for (lanes, action), env in zip(two_lanes(mode), single):
        lanes.reset(seed=1)
        env.reset(seed=1)
        for _ in range(2):
            env.step(action[0])
        lanes.step(action)
        lanes.restore_state(0, env.clone_state())
        if mode == AutoresetMode.DISABLED:
            with pytest.raises(ValueError, match=r"\[0\] are over: reset them"):
                lanes.step(action)
            continue
        ends = [lanes.step(action)[3].tolist() for _ in range(4)]
        # With NEXT_STEP a new episode begins in the next step. With SAME_STEP the old one is truncated once more.
        first = [[False, True], [False, False], [True, False], [False, True]]
        again = [[True, True], [False, False], [True, True], [False, False]]
        assert ends == (first if mode == AutoresetMode.NEXT_STEP else again), type(lanes)


def test_seeds_and_marks_are_one_for_each_lane() -> None:
    for lanes, action in two_lanes(AutoresetMode.NEXT_STEP):
        lanes.reset(seed=[np.int64(1), None])
        lanes.step(action)
        before = lanes.observe()
        for wrong in (
            {"seed": [1]},
            {"seed": [1, 2, 3]},
            {"options": {"reset_mask": np.array([True])}},
            {"options": {"reset_mask": np.ones((2, 1), bool)}},
        ):
            what = "[13] seeds" if "seed" in wrong else r"reset_mask of shape \((1,|2, 1)\)"
            with pytest.raises(ValueError, match=f"^{what}: there are 2 lanes: expected "):
                lanes.reset(**wrong)
        assert np.array_equal(lanes.observe(), before)


def test_seeds_and_marks_are_taken_alike_by_one_and_by_many() -> None:
    single = ProgramEnv(catch_machine(), **CATCH), WargameEnv(level="learner")
    for env, (lanes, _) in zip(single, two_lanes(AutoresetMode.NEXT_STEP)):
        lanes.reset(seed=1)
        before = lanes.observe()
        for seed, kind in ((-1, ValueError), (1.5, TypeError), ("1", TypeError)):
            for reset, wrong in ((env.reset, seed), (lanes.reset, [5, seed]), *[(lanes.reset, seed)] * (seed != "1")):
                with pytest.raises(kind, match="^seed .*: expected a whole number"):
                    reset(seed=wrong)
        for mask in ([0, 1], np.array([0.5, 1.0]), ["", "x"]):
            with pytest.raises(ValueError, match="^reset_mask of type .*: expected bool"):
                lanes.reset(options={"reset_mask": mask})
        assert np.array_equal(lanes.observe(), before)
        assert np.array_equal(env.reset(seed=np.int64(1))[0], before[0])


def test_a_seed_is_that_of_the_environments_own_chance_too() -> None:
    for lanes, _ in two_lanes(AutoresetMode.NEXT_STEP):
        lanes.reset(seed=5)
        assert lanes.np_random_seed == 5
        drawn = lanes.np_random.random()
        lanes.reset(seed=[5, None])
        assert lanes.np_random.random() == drawn


def test_what_is_seen_is_something() -> None:
    for empty in (Features([]), Memory([])):
        with pytest.raises(ValueError, match="there are no .* to be seen: expected one at least"):
            ProgramEnv(catch_machine(), **{**CATCH, "observation": empty})


def test_what_has_no_value_earns_nothing_and_ends_nothing() -> None:
    about = {"observation": Features(["1 / 0", "bar"]), "reward": "1 / 0", "over": "1 / 0"}
    env = ProgramEnv(catch_machine(), **{**CATCH, **about})
    assert env.reset(seed=1)[0][0] == 0
    seen, reward, over, _, _ = env.step(0)
    assert (seen[0], reward, over) == (0, 0, False)


def test_a_state_with_bytes_behind_it_is_none() -> None:
    env = ProgramEnv(catch_machine(), **CATCH)
    state = env.clone_state()
    with pytest.raises(front800.StateError, match="damaged"):
        env.restore_state(state + b"more")
    assert env.clone_state() == state


def test_the_wargame_shows_no_picture() -> None:
    for make in (WargameEnv, WargameVectorEnv):
        assert make(level="learner", render_mode=None).render_mode is None
        with pytest.raises(ValueError, match="render_mode 'human': expected None$"):
            make(level="learner", render_mode="human")


def test_a_picture_a_step_is_shown_as_fast_as_the_machine_makes_it() -> None:
    for pal, frame_rate in ((False, 59.92), (True, 49.86)):
        machine = Machine(pathlib.Path(front800.__file__).parent / "programs" / "catch.asm", pal=pal)
        assert machine.frame_rate == pytest.approx(frame_rate, abs=0.01)
        for frame_skip in (1, 4, 8):
            options = {**CATCH, "frame_skip": frame_skip, "render_mode": "rgb_array"}
            for env in (ProgramEnv(machine, **options), ProgramVectorEnv(machine, 2, **options)):
                assert env.metadata["render_fps"] == machine.frame_rate / frame_skip


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(front800.ExpressionError, match="did you mean `lives`"):
        ProgramEnv(catch_machine(), reward="livse")
    with pytest.raises(front800.InputError, match="action 0"):
        ProgramEnv(catch_machine(), actions=["stick0 upp"])
    with pytest.raises(ValueError, match="render_mode"):
        ProgramEnv(catch_machine(), render_mode="human")
    for wrong, what in (
        ({"most_steps": 0}, "most_steps 0: expected 1 or more, or None"),
        ({"most_steps": 1.5}, "most_steps 1.5: expected a whole number, or None"),
        ({"frame_skip": 0}, "frame_skip 0: expected 1 to "),
        ({"most_idle": -1}, "most_idle -1: expected 0 to "),
        ({"begin": -1}, "begin -1: expected 0 or more, or a function"),
        ({"sticky": 2}, "sticky 2: expected 0 to 1"),
        ({"sticky": "x"}, "sticky 'x': expected a number from 0 to 1"),
    ):
        with pytest.raises((ValueError, TypeError), match=f"^{what}"):
            ProgramEnv(catch_machine(), **wrong)
    with pytest.raises(TypeError, match="^num_envs '2': expected a whole number"):
        WargameVectorEnv("2")
    assert ProgramEnv(catch_machine(), observation=Memory(np.int64(0x80))).reset(seed=1)[0].shape == (1,)
    env = ProgramEnv(catch_machine(), **CATCH)
    env.reset()
    for action, shown in ((3, "3"), (-1, "-1"), (2.9, "2.9"), ([1, 2], r"\[1, 2\]"), (None, "None")):
        with pytest.raises(ValueError, match=f"^action {shown}: expected a whole number from 0 to 2$"):
            env.step(action)
    copied = copy.deepcopy(env)
    assert np.array_equal(env.step(np.array([2]))[0], copied.step(2)[0])
    with pytest.raises(front800.StateError):
        env.restore_state(b"")
    with pytest.raises(ValueError, match="^num_envs 0: expected 1 to "):
        ProgramVectorEnv(catch_machine(), 0, **CATCH)
    lanes = ProgramVectorEnv(catch_machine(), 3, **CATCH)
    lanes.reset(seed=1)
    for actions in (np.zeros(3), np.zeros((3, 1), int), [0, 1]):
        with pytest.raises(ValueError, match=r"whole numbers of shape \(3,\)"):
            lanes.step(actions)
    lanes.step(np.zeros(6, ">i4")[::2])
    war = WargameEnv(turns=2)
    war.reset(seed=1)
    for action in (war.action_space.sample() * 0 - 1, war.action_space.sample() * 0.5, [0, 1]):
        with pytest.raises(ValueError, match="^actions"):
            war.step(action)
    for wrong, what in (({"opponent": "huntr"}, "no such player"), ({"turns": 0}, "^turns 0: expected 1 or more, or None")):
        with pytest.raises(ValueError, match=what):
            WargameEnv(**wrong)
    with pytest.raises(TypeError, match="^stream=3: expected none: reset"):
        WargameEnv(stream=3)
    with pytest.raises(ValueError, match="^num_envs 0: expected 1 or more"):
        WargameVectorEnv(0)
    wars = WargameVectorEnv(2, turns=2, level="learner")
    with pytest.raises(ValueError, match="actions of 1 campaigns: expected those of 2"):
        wars.step(wars.action_space.sample()[:1])


@pytest.mark.parametrize("opponent", ["program", "hunter"])
def test_a_wrong_action_of_one_lane_moves_no_other(opponent: str) -> None:
    lanes, untouched = (WargameVectorEnv(3, level="learner", opponent=opponent) for _ in range(2))
    for each in (lanes, untouched):
        each.reset(seed=3)
    wrong = np.full((3, 47), 2)
    wrong[2, 5] = 99
    with pytest.raises(ValueError, match="^actions from 2 to 99"):
        lanes.step(wrong)
    for env in lanes.envs:
        assert all(not unit["orders"] for unit in env.campaign.state()["units"] if unit["side"] == "german")
    for each in (lanes, untouched):
        each.step(np.zeros((3, 47), int))
    assert [env.campaign.state() for env in lanes.envs] == [env.campaign.state() for env in untouched.envs]


def test_a_text_is_one_and_not_its_letters() -> None:
    for one, several in ((Features("score"), Features(["score"])), (Memory("score"), Memory(["score"]))):
        seen = [ProgramEnv(catch_machine(), **{**CATCH, "observation": each}).reset(seed=1)[0] for each in (one, several)]
        assert seen[0].shape == (1,) and seen[0] == seen[1]
    with pytest.raises(TypeError, match="expected several, such as"):
        ProgramEnv(catch_machine(), actions="stick0 left")


def test_lanes_take_whole_numbers_of_any_kind() -> None:
    lanes = Lanes(catch_machine(), ["stick0 center", "stick0 left"], ("features", ["bar"]), count=2)
    for actions in ([0, 1], (0, 1), np.array([0, 1], np.int32), np.array([0, 0, 1, 1])[::2], np.array([0, 1])):
        assert lanes.step(actions)[0].shape == (2, 1)
    for actions in ([0.5, 1], np.zeros(2), "01", 0):
        with pytest.raises(TypeError, match="expected whole numbers, one for each lane"):
            lanes.step(actions)


def test_a_state_of_another_program_is_told() -> None:
    state = ProgramEnv(catch_machine(), **CATCH).clone_state()
    with pytest.raises(front800.StateError, match="saved with the program"):
        ProgramEnv("eleven", observation=Features("frame")).restore_state(state)


@pytest.mark.parametrize("observation", [Screen(), Memory(["score", ("ball_x", "bar")]), Features(["score", "frame"])], ids=str)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_environments_go_to_other_processes_as_they_are(observation, mode) -> None:
    about = {**CATCH, "observation": observation, "most_idle": 30, "sticky": 0.25, "most_steps": 9}
    env = ProgramEnv(catch_machine(), render_mode="rgb_array", **about)
    lanes = ProgramVectorEnv(catch_machine(), 3, autoreset_mode=mode, jobs=2, **about)
    env.reset(seed=4)
    lanes.reset(seed=4)
    for action in (1, 1, 2, 0, 1):
        env.step(action)
        lanes.step(np.full(3, action))
    for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert again.clone_state() == env.clone_state()
        assert np.array_equal(again.render(), env.render())
        assert np.array_equal(again.observe(), env.observe())
    more = [pickle.loads(pickle.dumps(lanes)), copy.deepcopy(lanes)]
    # The steps go past the end of an episode.
    for action in range(6):
        if mode == AutoresetMode.DISABLED and action == 4:
            for each in (lanes, *more):
                each.reset(options={"reset_mask": np.ones(3, bool)})
        seen, rewards, *ends, _ = lanes.step(np.full(3, action % 3))
        for each in more:
            its, earned, *its_ends, _ = each.step(np.full(3, action % 3))
            assert np.array_equal(its, seen) and np.array_equal(earned, rewards)
            assert np.array_equal(its_ends, ends)
    assert np.array_equal(more[0].reset(seed=1)[0], lanes.reset(seed=1)[0])


def test_a_state_without_a_picture_is_looked_at() -> None:
    fast = ProgramEnv(catch_machine(), **{**CATCH, "observation": Features(["score", "ball_x"])})
    fast.reset(seed=1)
    fast.step(1)
    state = fast.clone_state()
    shown = ProgramEnv(catch_machine(), render_mode="rgb_array", **{**CATCH, "observation": Features(["score", "ball_x"])})
    shown.restore_state(state)
    assert (shown.observe() == fast.observe()).all() and len(np.unique(shown.render())) == 1
    assert (shown.step(2)[0] == fast.step(2)[0]).all()
    assert len(np.unique(shown.render())) > 1
    fast.restore_state(shown.clone_state())


@pytest.mark.parametrize("opponent", ["program", "hunter"])
def test_a_wargame_is_pickled(opponent: str) -> None:
    env = gymnasium.make("front800/Rasputitsa-v0", level="learner", opponent=opponent)
    env.reset(seed=3)
    action = np.full(47, 2)
    env.step(action)
    again = pickle.loads(pickle.dumps(env))
    lanes = WargameVectorEnv(2, level="learner", opponent=opponent)
    lanes.reset(seed=3)
    more = pickle.loads(pickle.dumps(lanes))
    state = pickle.loads(pickle.dumps(env.unwrapped.clone_state()))
    for _ in range(2):
        seen, other = env.step(action), again.step(action)
        assert (seen[0] == other[0]).all() and seen[1:4] == other[1:4]
        seen, other = lanes.step([action] * 2), more.step([action] * 2)
        assert (seen[0] == other[0]).all() and (seen[1] == other[1]).all()
    again.unwrapped.restore_state(state)
    assert again.unwrapped.campaign.state()["turn"] == 1


def test_seeds_may_be_as_large_as_numpy_takes_them() -> None:
    env = ProgramEnv(catch_machine(), **CATCH)
    env.reset(seed=2**127 + 5)
    state = env.clone_state()
    env.reset(seed=5)
    assert env.clone_state() == state


def test_what_is_no_expression_is_told() -> None:
    for name in ("reward", "over"):
        with pytest.raises(TypeError, match=f"^{name}: <function .*: expected an expression .* gymnasium.Wrapper"):
            ProgramEnv(catch_machine(), **{**CATCH, name: lambda machine: 1.0})
    lanes = ProgramVectorEnv(catch_machine(), 2, **CATCH)
    with pytest.raises(ValueError, match="lane -1: there are lanes 0 to 1"):
        lanes.clone_state(-1)


@pytest.mark.parametrize("actions", ["commands", "queues"])
def test_the_masks_of_many_campaigns_are_sampled_by(actions: str) -> None:
    env = WargameVectorEnv(2, level="beginner", actions=actions)
    _, info = env.reset(seed=1)
    chosen = np.array([env.single_action_space.sample(mask=tuple(mask)) for mask in info["action_mask"]])
    assert chosen.shape == env.action_space.shape
    for row, mask in zip(chosen, info["action_mask"]):
        assert mask[np.arange(len(row)), row].all()
    env.step(chosen)
