"""Batches on a cluster of two nodes, one of which fails."""

import time

import front800
import pytest

ray = pytest.importorskip("ray", reason="ray is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("pyarrow.parquet")

from front800.ray import campaigns, parts, table_of  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

BATCH = {"german": "idle", "stream": 1, "turns": 8}
GAMES = 200


def alive_within(seconds: float) -> int:
    """Waits until Ray notices that a node is gone. Returns the number of nodes left."""
    end = time.monotonic() + seconds
    while (alive := sum(node["Alive"] for node in ray.nodes())) > 1 and time.monotonic() < end:
        time.sleep(0.1)
    return alive


def test_what_means_nothing_in_a_task_is_refused(tmp_path) -> None:
    table = tmp_path / "table.csv"
    for option, why in (
        ({"csv": table}, "csv: every task would write over the same file"),
        ({"resume": True}, "resume: nothing is interrupted here"),
        ({"jobs": 2}, "jobs: a task plays on one processor"),
        ({"states": True}, "states: a task gives rows"),
    ):
        with pytest.raises(TypeError, match=why):
            parts(4, **BATCH, **option)
    assert not table.exists()
    for numbers, why in (((4, 0), "games_per_task: 0: expected 1"), ((4, -1), "games_per_task: -1"), ((-1, None), "-1 games")):
        games, games_per_task = numbers
        with pytest.raises(ValueError, match=why):
            parts(games, games_per_task=games_per_task, **BATCH)


def test_a_lost_node_loses_nothing(monkeypatch) -> None:
    # Everything stays on the loopback interface.
    monkeypatch.setattr(ray._private.ray_constants, "ENABLE_RAY_CLUSTER", False)
    expected = table_of(front800.play_campaigns(GAMES, **BATCH))
    head = {"num_cpus": 1, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    node = cluster.add_node(num_cpus=1, resources={"lost": 1})
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        # The node that will fail has a worker and has begun to play.
        begun = ray.remote(num_cpus=1, resources={"lost": 1})(lambda: None)
        ray.get(begun.remote())
        batch = parts(GAMES, games_per_task=5, **BATCH)
        _, open_yet = ray.wait(batch, num_returns=len(batch) // 4)
        cluster.remove_node(node, allow_graceful=False)
        assert open_yet, "the batch was over before the node was lost"
        played = pa.concat_tables(ray.get(batch))
        assert alive_within(30) == 1
        assert played.equals(expected)
        with pytest.raises(ValueError, match="no such player"):
            ray.get(parts(2, german="nobody"))
    finally:
        ray.shutdown()
        cluster.shutdown()


def test_a_batch_is_a_dataset_that_is_written_as_parquet(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(ray._private.ray_constants, "ENABLE_RAY_CLUSTER", False)
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        campaigns(4, games_per_task=2, **BATCH).write_parquet(str(tmp_path))
    finally:
        ray.shutdown()
    order = [("game", "ascending"), ("turn", "ascending")]
    rows = pa.parquet.read_table(tmp_path).sort_by(order)
    assert rows.equals(table_of(front800.play_campaigns(4, **BATCH)))
