"""Batches of campaigns as Ray tasks. The rows are the same as from a single process, bit for bit, whatever the cluster.

A game's number determines its seeds, so any worker can play any game. If a worker or node is lost, its task is played again.

>>> import ray
>>> from front800.ray import campaigns
>>> table = campaigns(10_000, german="hunter", stream=1)      # doctest: +SKIP
>>> table.write_parquet("campaigns")                          # doctest: +SKIP
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Optional

import pyarrow as pa
import ray

from ._front800 import play_campaigns

if TYPE_CHECKING:
    from ray.data import Dataset

#: Columns that are text; all others are whole numbers.
TEXT = frozenset({"ended", "cities", "crc32", "modes_crc32", "fog_crc32"})

#: Options of `front800.play_campaigns` that make no sense here, and why.
REFUSED = {
    "jobs": "a task plays on one processor; Ray decides how many tasks play at a time",
    "states": "a task gives rows",
    "csv": "every task would write over the same file; write what is given here: campaigns(...).write_csv(FOLDER)",
    "resume": "nothing is interrupted here: what a lost worker was playing is played again",
}


def table_of(text: str) -> pa.Table:
    """Converts a table from `front800.play_campaigns` to an Arrow table."""
    header, *rows = csv.reader(io.StringIO(text))
    columns = {}
    for place, name in enumerate(header):
        values = [row[place] for row in rows]
        columns[name] = pa.array(values, pa.string()) if name in TEXT else pa.array(map(int, values), pa.int64())
    return pa.table(columns)


def _play(games: int, first: int, options: dict[str, Any]) -> pa.Table:
    return table_of(play_campaigns(games, first=first, jobs=1, **options))


def parts(
    games: int, *, games_per_task: Optional[int] = None, first: int = 0, **options: Any
) -> list["ray.ObjectRef"]:
    """Plays games `first` to ``first + games - 1`` on the cluster that Ray is connected to, or on this computer.

    Args:
        games: the number of games.
        games_per_task: games that one task plays, on one processor. By default enough for eight tasks for each processor of
            the cluster, and at most 100.
        first: the number of the first game.
        options: as in `front800.play_campaigns`, except ``jobs``, ``states``, ``csv`` and ``resume``.

    Returns:
        References to Arrow tables, in the order of the game numbers. If a task failed, ``ray.get`` raises its error.
    """
    for name, why in REFUSED.items():
        if name in options:
            raise TypeError(f"{name}: {why}")
    if games_per_task is not None and games_per_task < 1:
        raise ValueError(f"games_per_task: {games_per_task}: expected 1 at least, or None")
    if games < 0:
        raise ValueError(f"{games} games: expected 0 at least")
    if not ray.is_initialized():
        ray.init()
    if games_per_task is None:
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        games_per_task = min(100, max(1, games // (8 * processors)))
    # Retry without limit when a worker is lost, or a node with finished rows.
    play = ray.remote(num_cpus=1, max_retries=-1)(_play)
    starts = range(first, first + games, games_per_task)
    return [play.remote(min(games_per_task, first + games - start), start, options) for start in starts]


def campaigns(games: int, **options: Any) -> "Dataset":
    """Like `parts`, but as a dataset with a row for each turn of each game, in the order of the game numbers."""
    return ray.data.from_arrow_refs(parts(games, **options))  # type: ignore[arg-type]
