"""Batches on a cluster of two nodes, one of which is lost."""

import threading
import time

import front800
import pytest

ray = pytest.importorskip("ray", reason="ray is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("pyarrow.parquet")

from front800.ray import campaigns, table_of  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

BATCH = {"german": "idle", "stream": 1, "turns": 6}
GAMES = 200


def test_a_lost_node_loses_nothing(tmp_path, monkeypatch) -> None:
    # Everything stays on the loopback interface.
    monkeypatch.setattr(ray._private.ray_constants, "ENABLE_RAY_CLUSTER", False)
    expected = table_of(front800.play_campaigns(GAMES, **BATCH))
    head = {"num_cpus": 1, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    node = cluster.add_node(num_cpus=1, resources={"lost": 1})
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        # The node that will be lost has a worker and has begun to play.
        begun = ray.remote(num_cpus=1, resources={"lost": 1})(lambda: time.time())
        ray.get(begun.remote())
        lost = threading.Timer(4.0, lambda: cluster.remove_node(node, allow_graceful=False))
        lost.start()
        rows = campaigns(GAMES, games_per_task=5, **BATCH)
        assert lost.finished.is_set(), "the batch was over before the node was lost"
        assert [node["Alive"] for node in ray.nodes()].count(True) == 1
        played = pa.concat_tables([ray.get(part) for part in rows.to_arrow_refs()])
        assert played.equals(expected)
        rows.write_parquet(str(tmp_path))
        assert pa.parquet.read_table(tmp_path).sort_by([("game", "ascending"), ("turn", "ascending")]).equals(expected)
        with pytest.raises(ValueError, match="no such player"):
            campaigns(2, german="nobody")
    finally:
        ray.shutdown()
        cluster.shutdown()
