"""Checks and conversions of arguments."""

from __future__ import annotations

from operator import index
from typing import Any, Iterable, Mapping, Optional, Sequence, SupportsIndex, Union

import numpy as np


def whole(actions: Any, count: int) -> np.ndarray:
    """Checks that there are `count` whole numbers, and returns them as an array."""
    given = np.asarray(actions)
    if given.shape != (count,) or given.dtype.kind not in "iub":
        raise ValueError(f"actions of shape {given.shape} and type {given.dtype}: expected whole numbers of shape ({count},)")
    return np.ascontiguousarray(given, np.int64)


def numbered(action: Any, count: int) -> int:
    """The number of one of `count` actions, given as a number or as an array with one element."""
    given = np.asarray(action)
    if given.size != 1 or given.dtype.kind not in "iub" or not 0 <= given.item() < count:
        raise ValueError(f"action {action}: expected a whole number from 0 to {count - 1}")
    return int(given.item())


def of_each(actions: Mapping[str, Any], agents: Sequence[str]) -> None:
    """Checks that there is exactly one action for each side that plays."""
    if not agents:
        raise ValueError("the game is over: reset it")
    if set(actions) != set(agents):
        raise ValueError(f"actions of {', '.join(map(str, actions)) or 'nobody'}: expected one for each of {', '.join(agents)}")


def number(name: str, given: Any, least: int, most: Optional[int] = None, more: str = "") -> int:
    """Checks a whole number in a range; `more` names alternatives in the error."""
    try:
        checked = index(given)
    except TypeError:
        raise TypeError(f"{name} {given!r}: expected a whole number{more}") from None
    if checked < least or (most is not None and checked > most):
        raise ValueError(f"{name} {checked}: expected {least} {'or more' if most is None else f'to {most}'}{more}")
    return checked


def most(name: str, given: Optional[SupportsIndex]) -> Optional[int]:
    """Checks a limit, None for no limit."""
    return None if given is None else number(name, given, 1, more=", or None")


def probability(name: str, given: Any) -> float:
    """Checks a number from 0 to 1."""
    try:
        checked = float(given)
    except (TypeError, ValueError):
        raise TypeError(f"{name} {given!r}: expected a number from 0 to 1") from None
    if not 0 <= checked <= 1:
        raise ValueError(f"{name} {given}: expected 0 to 1")
    return checked


def is_spent(most: Optional[int], done: int) -> bool:
    """Whether `done` has reached the limit `most`."""
    return most is not None and done >= most


def without_stream(options: dict[str, Any]) -> dict[str, Any]:
    """Options of a game whose dice an environment chooses."""
    if "stream" in options:
        raise TypeError(f"stream={options['stream']!r}: expected none: reset(seed=...) decides the dice of an environment")
    return options


def render_mode(given: Optional[str], *modes: str) -> Optional[str]:
    """Checks a render mode: None, or one of `modes`."""
    if given is not None and given not in modes:
        raise ValueError(f"render_mode {given!r}: expected {' or '.join(['None', *map(repr, modes)])}")
    return given


def seed(given: Optional[SupportsIndex]) -> Optional[int]:
    """Checks a seed: None, or a whole number from 0 on."""
    if given is None:
        return None
    try:
        number = index(given)
    except TypeError:
        raise TypeError(f"seed {given!r}: expected a whole number from 0 on, or None") from None
    if number < 0:
        raise ValueError(f"seed {number}: expected a whole number from 0 on, or None")
    return number


def seeds(given: Union[SupportsIndex, Iterable[Optional[SupportsIndex]]], count: int) -> list[Optional[int]]:
    """The seeds of `count` lanes, given as the first of consecutive numbers or one by one."""
    if isinstance(given, (int, np.integer)):
        first = seed(given) or 0
        return [first + lane for lane in range(count)]
    if not isinstance(given, Iterable):
        raise TypeError(f"seed {given!r}: expected a whole number, or one for each lane")
    several = [seed(one) for one in given]
    if len(several) != count:
        raise ValueError(f"{len(several)} seeds: there are {count} lanes: expected one for each")
    return several


def reset_mask(given: Any, count: int) -> list[bool]:
    """Checks a mask of the lanes to reset, out of `count`."""
    mask = np.asarray(given)
    if mask.dtype != bool:
        raise ValueError(f"reset_mask of type {mask.dtype}: expected bool: True for each lane that is reset")
    if mask.shape != (count,):
        raise ValueError(f"reset_mask of shape {mask.shape}: there are {count} lanes: expected shape ({count},)")
    return [bool(mark) for mark in mask]
