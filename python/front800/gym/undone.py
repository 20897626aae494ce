"""Rolls back objects if an exception, such as Ctrl-C, interrupts a change."""

from __future__ import annotations

import copy
from collections import deque
from contextlib import contextmanager
from functools import partial
from typing import Any, Iterator

import numpy as np


def _kept(value: Any) -> Any:
    """A copy of a value that can be changed in place; other values are returned as they are."""
    if hasattr(value, "fork"):
        return value.fork()
    if isinstance(value, np.random.Generator):
        return copy.deepcopy(value)
    return value.copy() if isinstance(value, (dict, list, np.ndarray)) else value


@contextmanager
def undone(*things: Any) -> Iterator[None]:
    """If the block raises an exception, including Ctrl-C, restores the attributes that each of `things` had before it."""
    nows = [vars(thing) for thing in things]
    kepts = [{name: _kept(value) for name, value in now.items()} for now in nows]
    # Values that are replaced are kept alive until everything is restored: freeing them could run code.
    held: list[dict[str, Any]] = []
    steps: list[partial[Any]] = [partial(held.extend, map(dict.copy, nows))]
    for now, kept in zip(nows, kepts):
        steps += [partial(now.clear), partial(now.update, kept)]
    try:
        yield
    except BaseException:
        # This is one call into C, which a second Ctrl-C cannot interrupt; otherwise only some attributes might be restored.
        deque(map(partial.__call__, steps), maxlen=0)
        raise


__all__ = ["undone"]
