"""What an exception has interrupted, has not been done."""

from __future__ import annotations

import copy
from contextlib import contextmanager
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
    """If what is done within ends by an exception, be it Ctrl-C, the things have again what they had before."""
    before = [(vars(thing), {name: _kept(value) for name, value in vars(thing).items()}) for thing in things]
    try:
        yield
    except BaseException:
        for now, kept in before:
            now.update(kept)
        raise


__all__ = ["undone"]
