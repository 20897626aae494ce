"""What an exception has interrupted, has not been done."""

from __future__ import annotations

import copy
from collections import deque
from contextlib import contextmanager
from functools import partial
from typing import Any, Iterator

import numpy as np


def _kept(value: Any) -> Any:
    """A value as it is now, though it may be changed in its place."""
    if hasattr(value, "fork"):
        return value.fork()
    if isinstance(value, np.random.Generator):
        return copy.deepcopy(value)
    return value.copy() if isinstance(value, (dict, list, np.ndarray)) else value


@contextmanager
def undone(*things: Any) -> Iterator[None]:
    """If what is done within ends by an exception, be it Ctrl-C, the things have again what they had before, and nothing else."""
    nows = [vars(thing) for thing in things]
    kepts = [{name: _kept(value) for name, value in now.items()} for now in nows]
    # What goes is held until all is put back: its end could run code.
    held: list[dict[str, Any]] = []
    steps: list[partial[Any]] = [partial(held.extend, map(dict.copy, nows))]
    for now, kept in zip(nows, kepts):
        steps += [partial(now.clear), partial(now.update, kept)]
    try:
        yield
    except BaseException:
        # One call, within which no second Ctrl-C comes: it would leave some as they were, and others as they are.
        deque(map(partial.__call__, steps), maxlen=0)
        raise


__all__ = ["undone"]
