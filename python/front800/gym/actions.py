"""Actions as somebody gives them."""

from __future__ import annotations

from typing import Any

import numpy as np


def whole(actions: Any, count: int) -> np.ndarray:
    """`count` whole numbers."""
    given = np.asarray(actions)
    if given.shape != (count,) or given.dtype.kind not in "iub":
        raise ValueError(f"actions of shape {given.shape} and type {given.dtype}: expected whole numbers of shape ({count},)")
    return np.ascontiguousarray(given, np.int64)
