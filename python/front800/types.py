"""What the package takes and gives, for annotations: the dictionaries by their keys, and what stands for an address or a file."""

import os
from typing import Literal, Mapping, Optional, Sequence, SupportsIndex, TypedDict, Union

import numpy as np
from numpy.typing import NDArray

Address = Union[SupportsIndex, str]
"""A number, or a label of the program, perhaps with an offset (``table+3``)."""
Addresses = Union[Address, tuple[Address, Address]]
"""One address, or the first and the last of several."""
Path = Union[str, "os.PathLike[str]"]
Bytes = Union[bytes, bytearray, memoryview, Sequence[SupportsIndex], NDArray[np.uint8]]
"""Several bytes: numbers from 0 to 255."""

Stopped = Literal["reached", "event", "jam"]
"""Why a run ended: it came to its end, to something that it was to stop at, or the CPU hangs."""
Side = Literal["german", "russian"]
Autoreset = Literal["next_step", "same_step", "disabled"]


class MachineKind(TypedDict, total=False):
    """What machine a program runs on."""

    ram: SupportsIndex
    """Kilobytes: 16, 32 or 48, which is the default."""
    pal: bool
    """A European machine."""
    seed: SupportsIndex
    """Decides everything that is undefined at power-on; 0 if it is not given."""
    os: Union[Path, Bytes, None]
    """An OS ROM: a file, or its bytes."""
    basic: Union[Path, Bytes, None]
    """A cartridge beside the program, likewise."""
    right_cart: Union[Path, Bytes, None]
    """A cartridge in the right slot, likewise."""


class MachineOptions(MachineKind, total=False):
    """The options of `Machine`."""

    cartridge: bool
    """A built-in program as a cartridge."""
    cart_type: Optional[SupportsIndex]
    """The file is a cartridge of this type, as numbered in CAR files."""
    allow_read: Sequence[Path]
    """Folders below which sources may read files, beside their own."""
    defines: Mapping[str, SupportsIndex]
    """Of a source, as `Assembler` has them."""
    include: Sequence[str]
    """Likewise."""


class Rules(TypedDict, total=False):
    """What a campaign is played by."""

    rules: Union[str, SupportsIndex, None]
    """modern, corrected, 1982 or 1981; ``modern`` if they are not given."""
    level: Optional[str]
    """learner, beginner, intermediate, advanced or expert, which it is if it is not given; the rules of 1981 have none."""
    scenario: Union[str, SupportsIndex, None]
    """1941, which it is if it is not given, or 1942; the rules of 1981 have none."""
    passes: Optional[SupportsIndex]
    """Complete planning passes of the opponent; 2 if they are not given."""
    think: Optional[SupportsIndex]
    """Frames that it may think, instead."""


class Diagnostic(TypedDict):
    """What the assembler has to say; lines and columns from 1."""

    severity: str
    message: str
    file: str
    line: int
    column: int
    help: Optional[str]


class Place(TypedDict):
    """A line of a source, from 1."""

    file: str
    line: int


class Call(Place):
    """What led to a test: a call of a macro, a repeat, or an inclusion."""

    what: str


class Failed(Place):
    """The line that did not hold, or the test's first, and why."""

    message: str


class NamedTest(Place):
    """A test of a source, and the line where it begins."""

    name: str


class Outcome(NamedTest, total=False):
    """What has become of a test, as ``front800 test --json`` prints it; there is a ``failure`` if it has failed, and its duration if it
    came to its end."""

    stack: list[Call]
    failure: Failed
    cycles: int
    cpu_cycles: int


class Kind(TypedDict):
    """Why a run ended."""

    kind: Literal["execute", "opcode", "read", "write", "fetch", "nmi", "irq", "stack_wrap", "beam", "other"]


class Event(Kind, total=False):
    """The same, and what belongs to it: `by` is the address of the instruction that did it."""

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
    """A unit: its number, its square from the southeast, its strengths, and the turn in which it comes, unless it never does or no
    longer. By the rules of 1981 it has no ``mode``."""

    mode: Literal["standard", "assault", "forced", "entrenched"]


class SeenUnit(Unit, total=False):
    """What a player is told of a unit on the map besides: the letter of its terrain, whether it is in an enemy's zone, whether it is
    supplied, and in which directions the ground lets it go."""

    terrain: str
    zone: bool
    supplied: Optional[bool]
    steps: str


class AnyWeek(TypedDict):
    """What a state and what a player is told have in common."""

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
    """The same, with what only the rules of 1982 have."""

    level: str
    scenario: str
    ended: Optional[str]


class State(Week):
    """The state of a campaign, as ``front800 campaign`` prints it. Cities are German or not."""

    units: list[Unit]


class GameState(State):
    """A state of a batch, with the number of its game."""

    game: int


class Points(TypedDict):
    """What the score is made of."""

    cities: int
    russian: int
    german: int
    limits: int


class Observation(Week):
    """What a player is told, as a program that plays is (docs/campaign.md). The zones are rows of the map from the north: ``g``
    German, ``r`` Russian, ``b`` both, ``.`` none."""

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
