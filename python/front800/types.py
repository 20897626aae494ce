"""Types for annotations: the dictionaries that calls return, with their keys, and what calls accept as addresses and files."""

import os
from typing import Literal, Mapping, Optional, Sequence, SupportsIndex, TypedDict, Union

import numpy as np
from numpy.typing import NDArray

Address = Union[SupportsIndex, str]
"""A number, or a label of the program, perhaps with an offset (``table+3``)."""
Addresses = Union[Address, tuple[Address, Address]]
"""One address, or the first and the last of a range."""
Path = Union[str, "os.PathLike[str]"]
Bytes = Union[bytes, bytearray, memoryview, Sequence[SupportsIndex], NDArray[np.uint8]]
"""A sequence of bytes: numbers from 0 to 255."""

Stopped = Literal["reached", "event", "jam"]
"""Why a run ended: it reached its end, it met one of its stops, or the CPU hangs."""
Side = Literal["german", "russian"]
Autoreset = Literal["next_step", "same_step", "disabled"]


class MachineKind(TypedDict, total=False):
    """The options that describe the hardware."""

    ram: SupportsIndex
    """Kilobytes: 16, 32 or 48 (the default)."""
    pal: bool
    """A European machine."""
    seed: SupportsIndex
    """Decides everything that is undefined at power-on; 0 by default."""
    os: Union[Path, Bytes, None]
    """An OS ROM: a file, or its bytes."""
    basic: Union[Path, Bytes, None]
    """A cartridge in addition to the program, likewise."""
    right_cart: Union[Path, Bytes, None]
    """A cartridge in the right slot, likewise."""


class MachineOptions(MachineKind, total=False):
    """The options of `Machine`."""

    cartridge: bool
    """Build the built-in program as a cartridge."""
    cart_type: Optional[SupportsIndex]
    """The file is a cartridge of this type, as numbered in CAR files."""
    allow_read: Sequence[Path]
    """Folders, besides their own, from which sources may read files, including subfolders."""
    defines: Mapping[str, SupportsIndex]
    """For a source, as in `Assembler`."""
    include: Sequence[Path]
    """Likewise."""


class Rules(TypedDict, total=False):
    """The rules of a campaign, and how its opponent thinks."""

    rules: Union[str, SupportsIndex, None]
    """modern (the default), corrected, 1982 or 1981."""
    level: Optional[str]
    """learner, beginner, intermediate, advanced or expert (the default); the rules of 1981 have no levels."""
    scenario: Union[str, SupportsIndex, None]
    """1941 (the default) or 1942; the rules of 1981 have no scenarios."""
    passes: Optional[SupportsIndex]
    """Complete planning passes of the opponent; 2 by default."""
    think: Optional[SupportsIndex]
    """Frames that the opponent may think, instead of `passes`."""


class Diagnostic(TypedDict):
    """A message of the assembler; lines and columns count from 1."""

    severity: str
    message: str
    file: str
    line: int
    column: int
    help: Optional[str]


class Place(TypedDict):
    """A line of a source, counted from 1."""

    file: str
    line: int


class Call(Place):
    """A macro call, a repeat or an include that led to a test."""

    what: str


class Failed(Place):
    """Why a test failed, and where: the line of the failed assertion, or the test's first line."""

    message: str


class NamedTest(Place):
    """A test of a source, and the line where it begins."""

    name: str


class Outcome(NamedTest, total=False):
    """The result of a test, as ``front800 test --json`` prints it. It has a ``failure`` if the test failed, and its duration if it ran
    to its end."""

    stack: list[Call]
    failure: Failed
    cycles: int
    cpu_cycles: int


class Kind(TypedDict):
    """The kind of an event that ended a run."""

    kind: Literal["execute", "opcode", "read", "write", "fetch", "nmi", "irq", "stack_wrap", "beam", "other"]


class Event(Kind, total=False):
    """An event with the keys of its kind; `by` is the address of the instruction that caused it."""

    address: int
    opcode: int
    value: int
    old: int
    new: int
    by: int
    cycle: int
    line: int


class PlainUnit(TypedDict):
    """A unit of any edition: see `Unit`."""

    unit: int
    side: Side
    x: int
    y: int
    muster: int
    combat: int
    arrival: Optional[int]
    state: Literal["map", "expected", "never", "destroyed"]
    orders: str


class Unit(PlainUnit, total=False):
    """A unit: its number, its square counted from the southeast, its strengths, and the turn in which it arrives (None if it never
    does, or no longer does). With the rules of 1981 it has no ``mode``."""

    mode: Literal["standard", "assault", "forced", "entrenched"]


class SeenUnit(Unit, total=False):
    """A unit as a player is told of it. If it is on the map, it also has the letter of its terrain, whether it is in an enemy zone,
    whether it is supplied, and in which directions the terrain lets it move."""

    terrain: str
    zone: bool
    supplied: Optional[bool]
    steps: str


class AnyWeek(TypedDict):
    """The keys that states and observations have in common."""

    turn: int
    date: str
    score: int
    cities: dict[str, bool]
    ice_latitude: int
    handicap: bool
    random_bytes_used: int
    frame: int
    over: bool


class Week(AnyWeek, total=False):
    """The same, with the keys that only the rules of 1982 have."""

    level: str
    scenario: str
    ended: Optional[str]


class State(Week):
    """The state of a campaign, as ``front800 campaign`` prints it. `cities` says of each city whether it is German."""

    units: list[Unit]


class GameState(State):
    """A state from a batch, with the number of its game."""

    game: int


class Points(TypedDict):
    """The components of the score."""

    cities: int
    russian: int
    german: int
    limits: int


class Observation(Week):
    """What a player is told; an external program gets the same (docs/campaign.md). `zones` has the rows of the map from the north:
    ``g`` German, ``r`` Russian, ``b`` both, ``.`` none."""

    version: int
    side: Side
    units: list[SeenUnit]
    weather: Literal["dry", "mud", "snow"]
    zones: list[str]
    points: Points
    events: list[dict[str, object]]


class Orders(TypedDict):
    """Queues and modes by unit, as `Campaign.give` takes them."""

    orders: dict[int, str]
    modes: dict[int, str]
