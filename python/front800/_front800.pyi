"""The compiled part of the package: what front800's Rust library does, with Python's names."""

from typing import Any, Literal, Mapping, Optional, Sequence, SupportsIndex, Union, final, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Unpack

from .types import (
    Address,
    Addresses,
    Autoreset,
    Bytes,
    Diagnostic,
    Event,
    GameState,
    MachineKind,
    MachineOptions,
    Observation,
    Orders,
    Outcome,
    Path,
    Rules,
    Side,
    State,
    Stopped,
)

class Error(Exception):
    """What front800 could not do; all its errors are of this kind."""

class OpenError(Error):
    """No program, or not one for this machine."""

class AssemblyError(Error):
    """A source with mistakes; ``diagnostics`` has them one by one."""

    diagnostics: list[Diagnostic]

class StateError(Error):
    """No saved state, or not one of this machine and program."""

class InputError(Error):
    """An input script, or a control, that cannot be read."""

class ExpressionError(Error):
    """An expression or an address that cannot be read."""

class BusyError(Error):
    """A machine, campaign, match or lanes in the middle of another call. Threads that want to work at the same time have one each
    (`Machine.fork`); threads that want to work with the same one take turns (``threading.Lock``)."""

class GameError(Error):
    """A game that cannot be begun, or whose program does not go on, or orders that cannot be given."""

__version__: str

def titles() -> list[str]:
    """The names of the built-in programs."""

@final
class Machine:
    """An Atari 800 with a program in it, switched on. Equal state and equal input give equal futures, bit for bit.

    Runs hear Ctrl-C, which leaves the machine where it is. They release Python's lock, so machines in threads run side by side; one machine is for one thread at a time (`BusyError`). To
    another process it goes by `pickle`, with its program, its disks and its state, but without its last picture and sound, and
    stops at nothing.

    Args:
        program: a built-in program's name (`titles`; ``none`` for the bare machine), or a file: assembler source, a
            binary-load file, a disk or a cartridge. Its content decides what it is. ``none`` if it is not given.
        ram: kilobytes: 16, 32 or 48.
        pal: a European machine.
        seed: decides everything that is undefined at power-on.
        cartridge: a built-in program as a cartridge.
        cart_type: the file is a cartridge of this type, as numbered in CAR files.
        os, basic, right_cart: an OS ROM, a cartridge beside the program, one in the right slot: files, or their bytes.
        allow_read: folders below which sources may read files, beside their own.
        defines, include: of a source, as `Assembler` has them.

    Raises:
        OpenError, AssemblyError: if there is no such program.
    """

    def __new__(cls, program: Path = ..., **options: Unpack[MachineOptions]) -> Machine: ...
    @staticmethod
    def from_bytes(data: Bytes, name: str = "program.xex", **options: Unpack[MachineOptions]) -> Machine:
        """A machine with the program that these bytes of a file are."""
    @staticmethod
    def from_source(source: str, name: str = "program.asm", **options: Unpack[MachineOptions]) -> Machine:
        """A machine with the program that this assembler source is."""
    @property
    def name(self) -> str:
        """The name under which the program was opened."""
    @property
    def notes(self) -> list[str]:
        """What was worth knowing about the program's file."""
    @property
    def symbols(self) -> list[tuple[str, int]]:
        """The program's labels, and those of the operating system."""
    @property
    def frame(self) -> int:
        """Frames completed since power-on."""
    @property
    def cycle(self) -> int:
        """Machine cycles since power-on: 1,789,772.5 a second, with PAL 1,773,447.5."""
    @property
    def cpu_cycles(self) -> int:
        """CPU cycles since power-on: machine cycles less those that ANTIC took."""
    @property
    def beam(self) -> tuple[int, int]:
        """Scan line (0 to 261, with PAL 311) and machine cycle of the line (0 to 113)."""
    @property
    def registers(self) -> dict[str, int]:
        """The CPU's registers: pc, a, x, y, s, p."""
    def set_registers(
        self,
        *,
        pc: Optional[Address] = None,
        a: Optional[SupportsIndex] = None,
        x: Optional[SupportsIndex] = None,
        y: Optional[SupportsIndex] = None,
        s: Optional[SupportsIndex] = None,
        p: Optional[SupportsIndex] = None,
    ) -> None:
        """Changes registers between two instructions."""
    def run(self, frames: SupportsIndex = 1) -> Stopped:
        """Runs to the end of so many frames. Returns ``reached``, ``event`` (see `stop_at`) or ``jam`` (the CPU hangs)."""
    def run_cycles(self, cycles: SupportsIndex) -> Stopped:
        """Runs to the first instruction boundary after so many machine cycles. Returns what `run` does."""
    def run_until(self, condition: str, frames: SupportsIndex = 3600) -> bool:
        """Runs until a condition such as ``lives == 0 && line > 40`` is true, for so many frames at most. Returns
        whether it is. One that has no value, as it divides by 0, is not."""
    def play(self, script: str, frames: SupportsIndex) -> Literal["reached", "jam"]:
        """Runs so many frames with the input of a script, whose frames count from now. Returns ``reached``, or ``jam``."""
    def step(self, instructions: SupportsIndex = 1) -> Literal["instruction", "nmi", "irq", "jam"]:
        """Runs instructions. Returns what the last was: ``instruction``, ``nmi``, ``irq`` (an interrupt's beginning) or
        ``jam``."""
    def stop_at(
        self,
        *,
        execute: Union[Address, Sequence[Addresses]] = ...,
        opcode: Sequence[SupportsIndex] = ...,
        read: Union[Address, Sequence[Addresses]] = ...,
        write: Union[Address, Sequence[Addresses]] = ...,
        change: Union[Address, Sequence[Addresses]] = ...,
        fetch: Union[Address, Sequence[Addresses]] = ...,
        beam: Sequence[tuple[SupportsIndex, SupportsIndex]] = ...,
        nmi: bool = False,
        irq: bool = False,
        stack_wrap: bool = False,
    ) -> None:
        """Says what runs stop at, in place of what was said before: instructions about to be executed, by their addresses or
        their opcodes, what the CPU reads, writes, or changes, what ANTIC reads, places of the beam, interrupts. Of addresses there is one,
        or a list, of pairs of the first and the last, too: ``write="score"``, ``read=["score", (0xD000, 0xD01F)]``."""
    def stop_at_nothing(self) -> None:
        """Runs stop at nothing any more."""
    @property
    def events(self) -> list[Event]:
        """Why the last run ended with ``event``: each with its ``kind`` and what belongs to it."""
    def address(self, address: Address) -> int:
        """The address of a label."""
    def peek(self, address: Address) -> int:
        """What the CPU would read, without the side effects of reading."""
    def poke(self, address: Address, value: Union[SupportsIndex, Bytes]) -> None:
        """Changes RAM, a byte or several from there on, as if by magic."""
    def evaluate(self, expression: str) -> int:
        """The value of an expression over labels, registers, memory and time.

        Raises:
            ExpressionError: if it cannot be read, or has no value, as it divides by 0.
        """
    @property
    def memory(self) -> NDArray[np.uint8]:
        """RAM with ROM in it, by address: 65,536 bytes, read-only, $FF where a chip is. The array is always the same one
        and shows what is there after each call of the machine."""
    @property
    def picture(self) -> NDArray[np.uint8]:
        """The last picture, 240 rows of 376 colour numbers (hue times 16, and luminance): the machine's own bytes, without
        a copy, read-only. An array that is kept stays as it is."""
    def screen(self, pixels: str = "rgb", shrink: SupportsIndex = 1) -> NDArray[np.uint8]:
        """What a television shows, 240 rows of 336 pixels: ``rgb``, ``grey`` or ``indices``; so many times smaller (1, 2,
        3, 4, 6, 8)."""
    def screenshot(self, path: Path) -> None:
        """Writes that to a PNG file: a name that ends otherwise than in ``.png`` is an `OSError`."""
    @property
    def frame_rate(self) -> float:
        """Frames a second: 59.92, or 49.86 with `pal`."""
    @property
    def palette(self) -> NDArray[np.uint8]:
        """Red, green and blue of the 256 colour numbers."""
    @property
    def text(self) -> str:
        """The text on the screen."""
    def set_drawing(self, on: bool = True) -> None:
        """From now on pictures are drawn, as at first, or not, which is faster and changes nothing else: `picture` and
        `screen` stay as they are."""
    def set_sound(self, rate: Optional[SupportsIndex] = ...) -> None:
        """From now on sound is made, at so many samples a second (4,000 to 192,000; 44,100 if nothing is said), or not."""
    def sound(self) -> NDArray[np.int16]:
        """The samples made since the last call, mono."""
    def input(self, control: str) -> None:
        """A control and its state, as input scripts have them: ``stick0 up fire``, ``console start``, ``key SHIFT+A``."""
    def stick(self, state: str = "center", port: SupportsIndex = 0) -> None:
        """Joystick 0 to 3: any of up, down, left, right, fire; or center."""
    def console(self, state: str = "none") -> None:
        """Any of start, select, option; or none."""
    def keys(self, state: str = "none") -> None:
        """The keys held: ``A``, ``SHIFT+A``, ``RETURN``; or none."""
    def paddle(self, number: SupportsIndex, position: SupportsIndex) -> None:
        """Paddle 0 to 7, position 0 to 228."""
    def pen(self, state: str = "none", port: SupportsIndex = 0) -> None:
        """A light pen or light gun in jack 0 to 3: a colour clock and a scan line, ``120 96``, perhaps followed by pressed; or none."""
    def reset_key(self, held: bool = True) -> None:
        """The RESET key."""
    def power_cycle(self) -> None:
        """Switches off and on; the program is loaded again."""
    def insert_disk(self, disk: Union[Path, Bytes, None], drive: SupportsIndex = 1) -> list[str]:
        """Puts a disk into drive 1 to 4, in place of what is there: an image (ATR, or XFD by its name), a file or its bytes; or none.
        What the machine writes changes the disk in the drive, not the file. The disk that was there is forgotten with all that was
        written to it: `disk` gives it before. Returns what was worth knowing about the file, and whether the drive can read it.
        A state can be restored while the disks that were in drives when it was saved are in drives, whichever.

        Raises:
            OpenError: if it is no disk.
        """
    def disk(self, drive: SupportsIndex = 1) -> Optional[bytes]:
        """The disk in drive 1 to 4 as a file, with all that has been written to it; None if there is none."""
    def connect_drive(self, model: Optional[str] = None, drive: SupportsIndex = 1) -> list[str]:
        """Drive 1 to 4 is from now on an ``810`` (720 sectors of 128 bytes), a ``1050`` (1040, too) or an ``xf551`` (any disk), with the
        disk that is in it; or with None the plainest that can read its disk, as at first. Returns whether it cannot."""
    def connect_printer(self) -> None:
        """From now on there is a printer, P:."""
    def printed(self) -> str:
        """What the printer has printed since the last call, line by line; codes of ATASCII that are no ASCII are characters of the
        same number."""
    def set_fast_disk(self, on: bool = True) -> None:
        """From now on transfers through SIOV take no time, or as long as they do."""
    def save(self) -> bytes:
        """The state: all but ROM and pixels."""
    def restore(self, state: Bytes) -> None:
        """Goes on from a state saved by a machine with the same ROM and program.

        Raises:
            StateError: and nothing is changed.
        """
    def fork(self) -> Machine:
        """A machine of its own in the same state."""
    def __copy__(self) -> Machine: ...
    def __deepcopy__(self, _memo: object, /) -> Machine: ...
    def hash(self) -> int:
        """64 bits over everything that changes as the machine runs and its future depends on; ROM is no part of it."""
    def describe(self) -> str:
        """The state as text, to see in what two machines differ."""

@final
class Assembler:
    """The assembler, in the dialect of MADS as far as that concerns the 6502.

    Args:
        defines: names and values that are defined from the beginning. A name begins with a letter, ``_``, ``?`` or ``@``, and goes on
            with these and digits; a value has 32 bits, with a sign or without.
        include: folders that are searched for included files, which may be read, too.
        case_sensitive: letters of names are compared with their case.
        strict: segments that load over each other are an error.
        warn_unused: warns about labels that nothing uses.
        drop_unused: leaves out procedures that nothing uses.
        allow_read: folders below which sources may read files, beside their own.
    """

    def __new__(
        cls,
        *,
        defines: Mapping[str, SupportsIndex] = ...,
        include: Sequence[str] = ...,
        case_sensitive: bool = False,
        strict: bool = False,
        warn_unused: bool = False,
        drop_unused: bool = False,
        allow_read: Sequence[Path] = ...,
    ) -> Assembler: ...
    def assemble_file(self, path: Path) -> Assembly:
        """Assembles a file.

        Raises:
            AssemblyError: with all mistakes.
        """
    def assemble(
        self, source: str, name: str = "program.asm", files: Mapping[str, Union[str, Bytes]] = ...
    ) -> Assembly:
        """Assembles a text; `files` are those that it includes."""
    def test_file(self, path: Path, *, only: str = "", frames: SupportsIndex = 60, **options: Unpack[MachineKind]) -> list[Outcome]:
        """Runs the tests that stand in a source (`.test`), those with `only` in their names, each on a machine of its own and for
        so many frames at most. `options` are those of `Machine` that say what machine it is: ram, pal, seed, os, basic, right_cart.

        Raises:
            AssemblyError: with all mistakes.
        """
    def test(
        self,
        source: str,
        name: str = "program.asm",
        files: Mapping[str, Union[str, Bytes]] = ...,
        *,
        only: str = "",
        frames: SupportsIndex = 60,
        **options: Unpack[MachineKind],
    ) -> list[Outcome]:
        """`test_file` of a text; `files` are those that it includes."""

@final
class Assembly:
    """A source that was assembled."""

    @property
    def xex(self) -> bytes:
        """The binary-load file."""
    @property
    def cartridge(self) -> bytes:
        """The cartridge (a CAR file) of a source without headers (``opt h-``)."""
    def raw(self, fill: SupportsIndex = 0) -> bytes:
        """The bytes from the lowest address to the highest."""
    @property
    def symbols(self) -> dict[str, int]:
        """Names and values."""
    @property
    def labels(self) -> str:
        """The label file."""
    @property
    def listing(self) -> str:
        """The listing, with cycles."""
    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Warnings and notes."""
    def __copy__(self) -> Assembly: ...
    def __deepcopy__(self, _memo: object, /) -> Assembly: ...

@final
class Lanes:
    """Many copies of a program as a task to be learnt, stepped in threads by one call. `front800.gym` is built on it, and
    says what the arguments mean; `wanted` is ``("screen", (pixels, shrink))``, ``("memory", addresses)`` or ``("features",
    expressions)``."""

    def __new__(
        cls,
        machine: Machine,
        actions: Sequence[str],
        wanted: tuple[str, Any],
        *,
        reward: str = "0",
        reward_is_value: bool = False,
        over: Optional[str] = None,
        frames: SupportsIndex = 4,
        most_steps: Optional[SupportsIndex] = None,
        most_idle: SupportsIndex = 0,
        sticky: float = 0.0,
        draws: bool = False,
        count: SupportsIndex = 1,
        jobs: Optional[SupportsIndex] = None,
        autoreset: str = "next_step",
    ) -> Lanes: ...
    @property
    def shape(self) -> list[int]:
        """Of what one lane shows."""
    def __len__(self) -> int: ...
    def reset(
        self, seeds: Optional[Sequence[Optional[SupportsIndex]]] = None, mask: Optional[Sequence[bool]] = None
    ) -> NDArray[Any]:
        """Begins new episodes in the lanes of `mask`. Returns what all lanes show."""
    def step(
        self, actions: Union[NDArray[np.integer[Any]], Sequence[SupportsIndex]]
    ) -> tuple[
        NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Optional[NDArray[Any]]
    ]:
        """Steps every lane. Returns what they show, rewards, who is over, who was cut off, and with ``same_step`` what
        those showed last that have begun anew. If Ctrl-C interrupts it, nothing of that has happened; nor in `reset`."""
    def observe(self) -> NDArray[Any]:
        """What the lanes show now."""
    def save(self, lane: SupportsIndex = 0) -> bytes:
        """The state of a lane, dice and all."""
    def restore(self, state: Bytes, lane: SupportsIndex = 0) -> None:
        """Goes on from a state of this task."""
    def is_over(self, lane: SupportsIndex = 0) -> bool:
        """Whether the lane's episode has ended."""
    def machine(self, lane: SupportsIndex = 0) -> Machine:
        """A copy of the lane's machine."""
    def screen(self, lane: SupportsIndex = 0) -> NDArray[np.uint8]:
        """The lane's picture in red, green and blue."""

@final
class Match:
    """A game of magna, encounter or eleven on the real program, waiting for an action.

    Args:
        level: MAGNA: 1 to 3. players: MAGNA: 0 teach mode, 1 against the robot, 2 to 4.
        variant: ENCOUNTER: normal (or military) or super. plies: ELEVEN: 1 to 3.
        computers: sides, from 0, that the program plays itself.
        think: frames that it may think about a move, if not its own five seconds.
        seed: decides what is undefined at power-on, and without a stream when things happen, and so POKEY's random bytes.
        stream: seed of a stream of random bytes in place of POKEY's, 0 to 2147483647.
        setup: ENCOUNTER: ``SETUP`` and the forty pieces of the first side.
    """

    def __new__(
        cls,
        title: str,
        *,
        level: Optional[SupportsIndex] = None,
        players: Optional[SupportsIndex] = None,
        variant: Optional[str] = None,
        plies: Optional[SupportsIndex] = None,
        computers: Sequence[SupportsIndex] = ...,
        think: Optional[SupportsIndex] = None,
        seed: SupportsIndex = 0,
        stream: Optional[SupportsIndex] = None,
        setup: Optional[str] = None,
    ) -> Match: ...
    @property
    def sides(self) -> int:
        """How many sides play."""
    @property
    def actions(self) -> list[str]:
        """All actions that can ever be accepted, always in this order."""
    @property
    def opening(self) -> list[dict[str, Any]]:
        """The lines before the first action."""
    @property
    def turn(self) -> int:
        """The side that is to act, from 0."""
    @property
    def outcome(self) -> Optional[tuple[Optional[int], str]]:
        """Once the game is over: the side that has won (None in a draw), and why."""
    def legal(self) -> list[str]:
        """The actions that are accepted now."""
    def play(self, action: str) -> list[dict[str, Any]]:
        """Acts, and goes on to the next choice. Returns the lines that ``front800 match`` prints: a step each, or why the
        action was refused."""
    def state(self) -> dict[str, Any]:
        """The line of the position: everything, hidden or not."""
    def view(self) -> dict[str, Any]:
        """What the side that is to act may know."""
    def screen(self) -> NDArray[np.uint8]:
        """The picture in red, green and blue."""
    def random_bytes(self) -> int:
        """Random bytes taken in this game."""
    def cycles(self) -> int:
        """Machine cycles since the game began."""
    def hash(self) -> int:
        """64 bits over everything that the future depends on."""
    def fork(self) -> Match:
        """A game of its own in the same position."""
    def __copy__(self) -> Match: ...
    def __deepcopy__(self, _memo: object, /) -> Match: ...

@final
class Campaign:
    """A campaign of the wargame on the real program, in an order phase or over.

    Args:
        seed: decides what is undefined at power-on, and chance unless there is a stream.
        stream: seed of a stream of random bytes in place of POKEY's, 0 to 2147483647.
        resume: a machine's state in which a week was saved; the campaign goes on from there, at its level and in its scenario.
        rules: modern, corrected, 1982 or 1981. level: learner to expert. scenario: 1941 or 1942.
        passes: complete planning passes of the opponent. think: frames that it may think, instead.

    Raises:
        StateError: if `resume` is no state of this program.
    """

    def __new__(
        cls, *, seed: SupportsIndex = 0, stream: Optional[SupportsIndex] = None, resume: Optional[Bytes] = None, **options: Unpack[Rules]
    ) -> Campaign: ...
    @property
    def is_over(self) -> bool:
        """Whether the last turn has been scored."""
    @property
    def turns(self) -> int:
        """States of the whole campaign, by its rules, level and scenario."""
    @property
    def score(self) -> int:
        """As the program shows it."""
    def units(self, side: str) -> tuple[int, int]:
        """The first and the last number of the units of a side, ``german`` or ``russian``."""
    def state(self) -> State:
        """The state, as ``front800 campaign`` prints it."""
    def row(self) -> str:
        """The row of the table that ``front800 campaign --csv`` writes."""
    def world(self) -> dict[str, Any]:
        """What never changes: map, cities, costs, units."""
    def observe(self, side: str = "german", fog: bool = False) -> Observation:
        """What a player of that side is told; with fog only what the side may know."""
    def features(
        self, side: str = "german", fog: bool = False
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The same as numbers from -1 to 1: of the week (turn, score, ice line, mud, snow, and each city whether it is
        German), and a row for each unit (on the map, own, x, y, muster, combat, turns until it arrives, in an enemy's
        zone, out of supply, assaults, hurries, dug in). Rows of units that the side does not know of are 0."""
    def give(self, side: str, orders: Mapping[int, str], modes: Mapping[int, str] = ...) -> None:
        """New queues (N, E, S, W; at most eight) and modes (S, A, F, E) by unit; the others keep theirs. Orders to the
        Russian side, even none, mean that the program's opponent does not play this week.

        Raises:
            GameError: if they cannot be given; nothing is.
        """
    def play_turn(self) -> None:
        """Lets the opponent think, presses START, and goes on to the next order phase or the end. If Ctrl-C interrupts it, nothing of
        that has happened."""
    def save(self) -> bytes:
        """The machine's state, for `resume`, for ``front800 campaign --from``, or to be played on."""
    def hash(self) -> int:
        """64 bits over everything that the machine's future depends on."""
    def fork(self) -> Campaign:
        """A campaign of its own in the same state, chance and all."""
    def __copy__(self) -> Campaign: ...
    def __deepcopy__(self, _memo: object, /) -> Campaign: ...

@final
class Player:
    """A player of a side: built in (idle, east, west, advance, hunter, planner), an orders file, or a program of this
    computer; for campaigns by the rules of `campaign`.

    Args:
        fog: a program of this computer is told what its side may know, and nothing else.
        timeout: seconds that it may take for a turn.
    """

    def __new__(
        cls, name: Path, side: str, campaign: Campaign, *, fog: bool = False, timeout: float = 60.0
    ) -> Player: ...
    def orders(self, campaign: Campaign) -> Orders:
        """What it orders now: ``orders`` and ``modes``, as `Campaign.give` takes them."""

def play_turns(campaigns: Sequence[Campaign], jobs: Optional[SupportsIndex] = None) -> None:
    """`Campaign.play_turn` for each, in `jobs` threads or one for each processor; all of them different. If Ctrl-C interrupts it, each has played its week or has not."""

@overload
def play_campaigns(
    games: SupportsIndex = 1,
    *,
    first: SupportsIndex = 0,
    jobs: Optional[SupportsIndex] = None,
    german: Path = ...,
    russian: Path = ...,
    seed: SupportsIndex = 0,
    stream: Optional[SupportsIndex] = None,
    turns: Optional[SupportsIndex] = None,
    states: Literal[False] = False,
    fog: bool = False,
    timeout: float = 60.0,
    csv: None = None,
    resume: bool = False,
    **options: Unpack[Rules],
) -> str:
    """Plays games `first` to ``first + games - 1``, `jobs` at a time, or one for each processor. Game k has the seeds plus k: it is the game that the
    command line plays under that number. Who plays is what `Player` takes: ``idle`` if nothing is said, and on the Russian
    side ``program``, the program's own opponent. `fog` and `timeout` are for programs of this computer, as `Player` has them. Returns
    the table as text (CSV), or with `states` a list of all states.

    Args:
        csv: a file for the table, which is then not returned: the rows of a game are written when it ends. It is the file that
            ``front800 campaign --csv`` writes. As there, a file that is there already is replaced, unless `resume` says otherwise.
        resume: the file may have games of this batch already, of here or of the command line, which is interrupted like this: they stay,
            and the others are played. If there is no file, all are.

    Raises:
        ValueError: if the file is no table of this batch; its first game is played again to see that, if no program of this computer plays.
    """

@overload
def play_campaigns(
    games: SupportsIndex = 1,
    *,
    first: SupportsIndex = 0,
    jobs: Optional[SupportsIndex] = None,
    german: Path = ...,
    russian: Path = ...,
    seed: SupportsIndex = 0,
    stream: Optional[SupportsIndex] = None,
    turns: Optional[SupportsIndex] = None,
    states: Literal[False] = False,
    fog: bool = False,
    timeout: float = 60.0,
    csv: Path,
    resume: bool = False,
    **options: Unpack[Rules],
) -> None: ...
@overload
def play_campaigns(
    games: SupportsIndex = 1,
    *,
    first: SupportsIndex = 0,
    jobs: Optional[SupportsIndex] = None,
    german: Path = ...,
    russian: Path = ...,
    seed: SupportsIndex = 0,
    stream: Optional[SupportsIndex] = None,
    turns: Optional[SupportsIndex] = None,
    states: Literal[True],
    fog: bool = False,
    timeout: float = 60.0,
    csv: Optional[Path] = None,
    resume: bool = False,
    **options: Unpack[Rules],
) -> list[GameState]: ...
@overload
def play_campaigns(
    games: SupportsIndex = 1,
    *,
    first: SupportsIndex = 0,
    jobs: Optional[SupportsIndex] = None,
    german: Path = ...,
    russian: Path = ...,
    seed: SupportsIndex = 0,
    stream: Optional[SupportsIndex] = None,
    turns: Optional[SupportsIndex] = None,
    states: bool = False,
    fog: bool = False,
    timeout: float = 60.0,
    csv: Optional[Path] = None,
    resume: bool = False,
    **options: Unpack[Rules],
) -> Union[str, None, list[GameState]]: ...

def campaign_again(options: Rules, saved: bytes) -> Campaign:
    """The campaign that was pickled as this."""

def machine_again(
    program: tuple[str, Optional[bytes]],
    options: dict[str, Any],
    symbols: Optional[str],
    drives: tuple[list[tuple[str, bytes]], bool],
    state: bytes,
) -> Machine:
    """The machine that was pickled as this."""

@final
class Picture:
    """The bytes of a picture, for an array that shows them."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...
