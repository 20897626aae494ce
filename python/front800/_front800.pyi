"""The compiled part of the package: front800's Rust library under Python names."""

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
    """The base class of all errors of front800."""

class OpenError(Error):
    """The file is not a program, or not one for this machine."""

class AssemblyError(Error):
    """The source has errors; ``diagnostics`` lists them."""

    diagnostics: list[Diagnostic]

class StateError(Error):
    """Not a saved state, or not one of this machine and program."""

class InputError(Error):
    """An input script or a control that cannot be parsed."""

class ExpressionError(Error):
    """An expression or an address that cannot be parsed, or an expression that has no value."""

class BusyError(Error):
    """The machine, campaign, match or lanes are in use by another call, in another thread or one that a signal handler has interrupted.
    To work in parallel, give each thread its own copy (`Machine.fork`); to share one, take turns with a ``threading.Lock``."""

class GameError(Error):
    """A game cannot be started, its program does not continue, or orders are not valid."""

__version__: str

def titles() -> list[str]:
    """The names of the built-in programs."""

@final
class Machine:
    """An Atari 800 with a program loaded, switched on. It is deterministic: equal states with equal input stay equal, bit for bit.

    Ctrl-C interrupts a run and leaves the machine where it stopped. Runs release the global interpreter lock, so machines in different
    threads run in parallel; only one thread at a time can use a machine (`BusyError`). `pickle` keeps the program, the disks and the
    state, but not the last picture, the sound, the stops and `set_drawing`.

    Args:
        program: the name of a built-in program (`titles`; ``none``, the default, for the bare machine), or a file: assembler source, a
            binary load file, a disk or a cartridge. The file's type is detected from its content.
        ram: kilobytes: 16, 32 or 48.
        pal: a European machine.
        seed: decides everything that is undefined at power-on.
        cartridge: build the built-in program as a cartridge. Options that do not apply to the program are a `ValueError`.
        cart_type: the file is a cartridge of this type, as numbered in CAR files.
        os, basic, right_cart: an OS ROM, a cartridge in addition to the program, a cartridge in the right slot: files, or their bytes.
        allow_read: folders, besides their own, from which sources may read files, including subfolders.
        defines, include: for a source, as in `Assembler`.

    Raises:
        OpenError, AssemblyError: if the program cannot be opened or assembled.
    """

    def __new__(cls, program: Path = ..., **options: Unpack[MachineOptions]) -> Machine: ...
    @staticmethod
    def from_bytes(data: Bytes, name: str = "program.xex", **options: Unpack[MachineOptions]) -> Machine:
        """A machine with a program from the bytes of a file."""
    @staticmethod
    def from_source(source: str, name: str = "program.asm", **options: Unpack[MachineOptions]) -> Machine:
        """A machine with a program assembled from this source."""
    @property
    def name(self) -> str:
        """The name under which the program was opened."""
    @property
    def notes(self) -> list[str]:
        """Remarks on the program's file."""
    @property
    def symbols(self) -> list[tuple[str, int]]:
        """The labels of the program and of the operating system, with their addresses."""
    @property
    def frame(self) -> int:
        """Frames completed since power-on."""
    @property
    def cycle(self) -> int:
        """Machine cycles since power-on: 1,789,772.5 a second, with PAL 1,773,447.5."""
    @property
    def cpu_cycles(self) -> int:
        """CPU cycles since power-on: machine cycles minus those taken by ANTIC."""
    @property
    def beam(self) -> tuple[int, int]:
        """Scan line (0 to 261, with PAL 311) and machine cycle within the line (0 to 113)."""
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
        """Sets the given registers, between two instructions."""
    def run(self, frames: SupportsIndex = 1) -> Stopped:
        """Runs until `frames` frames have ended. Returns ``reached``, ``event`` (see `stop_at`) or ``jam`` (the CPU hangs)."""
    def run_cycles(self, cycles: SupportsIndex) -> Stopped:
        """Runs to the first instruction boundary after `cycles` machine cycles. Returns the same as `run`."""
    def run_until(self, condition: str, frames: SupportsIndex = 3600) -> bool:
        """Runs until a condition such as ``lives == 0 && line > 40`` is true, for at most `frames` frames. Returns
        whether it is true. A condition that has no value, because it divides by 0, is false."""
    def play(self, script: str, frames: SupportsIndex) -> Literal["reached", "jam"]:
        """Runs `frames` frames with the input of a script, whose frame numbers count from now. Returns ``reached`` or ``jam``."""
    def step(self, instructions: SupportsIndex = 1) -> Literal["instruction", "nmi", "irq", "jam"]:
        """Runs instructions. Returns what the last one was: ``instruction``, ``nmi`` or ``irq`` (the start of an interrupt), or
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
        """Sets what runs stop at, replacing all earlier stops: an instruction about to be executed, by its address or opcode; an address
        that the CPU reads, writes or changes, or that ANTIC reads (`fetch`); a position of the beam, as line and cycle; an interrupt; the
        stack pointer wrapping around. Only `run` and `run_cycles` stop there. Where the last one has stopped before an instruction, or
        `restore` has brought the machine, the next one executes that instruction first. Addresses are one address, or a list of
        addresses and of pairs of the first and the last: ``write="score"``, ``read=["score", (0xD000, 0xD01F)]``."""
    def stop_at_nothing(self) -> None:
        """Removes all stops."""
    @property
    def events(self) -> list[Event]:
        """Why the last `run` or `run_cycles` ended with ``event``: each event has its ``kind`` and the keys for that kind."""
    def address(self, address: Address) -> int:
        """The address of a label."""
    def peek(self, address: Address) -> int:
        """The byte that the CPU would read, without the side effects of reading."""
    def poke(self, address: Address, value: Union[SupportsIndex, Bytes]) -> None:
        """Changes RAM directly: a byte, or several from this address on. No time passes."""
    def evaluate(self, expression: str) -> int:
        """The value of an expression over labels, registers, memory and time.

        Raises:
            ExpressionError: if it cannot be parsed, or has no value because it divides by 0.
        """
    @property
    def memory(self) -> NDArray[np.uint8]:
        """RAM and ROM by address: 65,536 bytes, read-only, $FF at the addresses of chips. It is always the same array, updated by
        each call that runs or changes the machine."""
    @property
    def picture(self) -> NDArray[np.uint8]:
        """The last picture, 240 rows of 376 colour numbers (hue times 16 plus luminance): the machine's own bytes, without
        a copy, read-only. An array that you keep does not change."""
    def screen(self, pixels: str = "rgb", shrink: SupportsIndex = 1) -> NDArray[np.uint8]:
        """The picture as a television shows it, 240 rows of 336 pixels: ``rgb``, ``grey`` or ``indices`` (colour numbers), reduced by
        the factor `shrink` (1, 2, 3, 4, 6 or 8)."""
    def screenshot(self, path: Path) -> None:
        """Writes the picture as a television shows it to a PNG file. An ending other than ``.png`` is an `OSError`."""
    @property
    def frame_rate(self) -> float:
        """Frames per second: 59.92, or 49.86 with `pal`."""
    @property
    def palette(self) -> NDArray[np.uint8]:
        """Red, green and blue of the 256 colour numbers."""
    @property
    def text(self) -> str:
        """The text on the screen."""
    def set_drawing(self, on: bool = True) -> None:
        """Turns drawing on (the default) or off. Without it the machine runs faster and otherwise the same; `picture` and
        `screen` keep the last picture."""
    def set_sound(self, rate: Optional[SupportsIndex] = ...) -> None:
        """Turns sound on, at `rate` samples per second (4,000 to 192,000; 44,100 by default), or off with None."""
    def sound(self) -> NDArray[np.int16]:
        """The mono samples since the last call."""
    def input(self, control: str) -> None:
        """Sets a control, in the words of input scripts: ``stick0 up fire``, ``console start``, ``key SHIFT+A``."""
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
        """Switches the machine off and on; the program is loaded again."""
    def insert_disk(self, disk: Union[Path, Bytes, None], drive: SupportsIndex = 1) -> list[str]:
        """Puts a disk image (ATR, or XFD by its name; a file or its bytes) into drive 1 to 4, or empties the drive if `disk` is None.
        Writes change the disk in the drive, not the file. The previous disk is lost with everything written to it, unless you
        call `disk` first. Returns remarks on the file, with a warning if the drive cannot read the disk.

        A saved state can be restored only while every disk that was in a drive when it was saved is still in one of the drives.

        Raises:
            OpenError: if the file is not a disk image.
        """
    def disk(self, drive: SupportsIndex = 1) -> Optional[bytes]:
        """The disk in drive 1 to 4 as the bytes of an ATR file, with everything written to it; None if the drive is empty."""
    def connect_drive(self, model: Optional[str] = None, drive: SupportsIndex = 1) -> list[str]:
        """Makes drive 1 to 4 an ``810`` (720 sectors of 128 bytes), a ``1050`` (1040 sectors, too) or an ``xf551`` (any disk); its disk
        stays in it. With None, the default, it is the simplest model that can read its disk. Returns a warning if it cannot read it."""
    def connect_printer(self) -> None:
        """Connects a printer, P:."""
    def printed(self) -> str:
        """The lines printed since the last call. ATASCII codes outside ASCII become the characters with the same number."""
    def set_fast_disk(self, on: bool = True) -> None:
        """Makes transfers through SIOV take no time, or again as long as on a real machine."""
    def save(self) -> bytes:
        """The state as bytes: everything except ROM and pixels."""
    def restore(self, state: Bytes) -> None:
        """Continues from a state saved by a machine with the same ROM and program. A stop at its next instruction counts as reported.

        Raises:
            StateError: if it cannot be restored; the machine is unchanged.
        """
    def fork(self) -> Machine:
        """An independent copy in the same state."""
    def __copy__(self) -> Machine: ...
    def __deepcopy__(self, _memo: object, /) -> Machine: ...
    def hash(self) -> int:
        """A 64-bit hash of everything that changes as the machine runs and that its future depends on. ROM is not included."""
    def describe(self) -> str:
        """The state as text, one field per line, to find how two machines differ."""

@final
class Assembler:
    """The assembler. It accepts the 6502 part of the MADS dialect.

    Args:
        defines: names and values that are defined at the start. A name begins with a letter, ``_``, ``?`` or ``@``, followed by
            these characters and digits; a value has 32 bits, signed or unsigned.
        include: folders that are searched for included files. Sources may read all files below them.
        case_sensitive: names that differ only in case are different.
        strict: overlapping segments are an error.
        warn_unused: warns about unused labels.
        drop_unused: leaves out unused procedures.
        allow_read: folders, besides their own, from which sources may read files, including subfolders.
    """

    def __new__(
        cls,
        *,
        defines: Mapping[str, SupportsIndex] = ...,
        include: Sequence[Path] = ...,
        case_sensitive: bool = False,
        strict: bool = False,
        warn_unused: bool = False,
        drop_unused: bool = False,
        allow_read: Sequence[Path] = ...,
    ) -> Assembler: ...
    def assemble_file(self, path: Path) -> Assembly:
        """Assembles a file.

        Raises:
            OSError: if the file cannot be read.
            AssemblyError: with all errors of the source.
        """
    def assemble(
        self, source: str, name: str = "program.asm", files: Mapping[str, Union[str, Bytes]] = ...
    ) -> Assembly:
        """Assembles a text; `files` has the content of the files that it includes, by name. Others are looked for in `include`."""
    def test_file(self, path: Path, *, only: str = "", frames: SupportsIndex = 60, **options: Unpack[MachineKind]) -> list[Outcome]:
        """Runs the tests in a source (`.test`) that have `only` in their names, each on its own machine and for at most
        `frames` frames. `options` are the options of `Machine` that describe the hardware: ram, pal, seed, os, basic, right_cart.

        Raises:
            OSError: if the file cannot be read.
            AssemblyError: with all errors of the source.
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
        """Like `test_file`, for a text; `files` has the content of the files that it includes, by name."""

@final
class Assembly:
    """The result of assembling a source."""

    @property
    def xex(self) -> bytes:
        """The binary-load file."""
    @property
    def cartridge(self) -> bytes:
        """The cartridge (a CAR file) of a source without headers (``opt h-``)."""
    def raw(self, fill: SupportsIndex = 0) -> bytes:
        """The bytes from the lowest address to the highest, with `fill` in the gaps."""
    @property
    def symbols(self) -> dict[str, int]:
        """The values of all names."""
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
    """Many copies of a program as a learning task, stepped in threads by one call. `front800.gym` is built on it, and
    `front800.gym.ProgramEnv` explains the arguments; `wanted` is ``("screen", (pixels, shrink))``, ``("memory", addresses)`` or
    ``("features", expressions)``. Until they are reset, episodes begin without idle frames."""

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
        """The shape of one lane's observation."""
    def __len__(self) -> int: ...
    def reset(
        self, seeds: Optional[Sequence[Optional[SupportsIndex]]] = None, mask: Optional[Sequence[bool]] = None
    ) -> NDArray[Any]:
        """Begins new episodes in the lanes selected by `mask`, or in all. Returns the observations of all lanes."""
    def step(
        self, actions: Union[NDArray[np.integer[Any]], Sequence[SupportsIndex]]
    ) -> tuple[
        NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Optional[NDArray[Any]]
    ]:
        """Steps every lane. Returns observations, rewards, terminations, truncations, and with ``same_step`` the final observations
        of the lanes that have begun a new episode. If Ctrl-C interrupts `step` or `reset`, all lanes are as before the call."""
    def observe(self) -> NDArray[Any]:
        """The current observations of all lanes."""
    def save(self, lane: SupportsIndex = 0) -> bytes:
        """The state of a lane, including its random state."""
    def restore(self, state: Bytes, lane: SupportsIndex = 0) -> None:
        """Continues a lane from a saved state of this task."""
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
        level: MAGNA: 1 to 3.
        players: MAGNA: 0 for teach mode, 1 against the robot, 2 to 4.
        variant: ENCOUNTER: normal (or military) or super.
        plies: ELEVEN: 1 to 3 moves that its computer looks ahead.
        computers: the sides that the program itself plays, counted from 0.
        think: frames that the program may think about a move, instead of its own five seconds.
        seed: decides what is undefined at power-on and, without a stream, when the program's random bytes are read.
        stream: the seed of a stream of random bytes that replaces POKEY's, 0 to 2147483647.
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
        """The number of sides."""
    @property
    def actions(self) -> list[str]:
        """All actions that can ever be accepted, in a fixed order."""
    @property
    def opening(self) -> list[dict[str, Any]]:
        """The lines that ``front800 match`` prints before the first action."""
    @property
    def turn(self) -> int:
        """The side to act next, counted from 0."""
    @property
    def outcome(self) -> Optional[tuple[Optional[int], str]]:
        """When the game is over, the side that has won (None in a draw) and the reason; None before."""
    def legal(self) -> list[str]:
        """The actions that are accepted now."""
    def play(self, action: str) -> list[dict[str, Any]]:
        """Plays an action and continues to the next choice. Returns the lines that ``front800 match`` prints: one for each step, or one
        that says why the action was refused."""
    def state(self) -> dict[str, Any]:
        """The current position, as a line of ``front800 match``, including hidden information."""
    def view(self) -> dict[str, Any]:
        """What the side to act next may know."""
    def screen(self) -> NDArray[np.uint8]:
        """The picture in red, green and blue."""
    def random_bytes(self) -> int:
        """The number of random bytes read in this game."""
    def cycles(self) -> int:
        """Machine cycles since the game began."""
    def hash(self) -> int:
        """A 64-bit hash of everything that the game's future depends on."""
    def fork(self) -> Match:
        """An independent copy in the same position."""
    def __copy__(self) -> Match: ...
    def __deepcopy__(self, _memo: object, /) -> Match: ...

@final
class Campaign:
    """A campaign of the wargame on the real program, either in an order phase or over.

    Args:
        seed: decides what is undefined at power-on, and the program's random numbers unless there is a stream.
        stream: the seed of a stream of random bytes that replaces POKEY's, 0 to 2147483647.
        resume: a machine state saved in any week, for example by `save`; the campaign continues in that week, with its level and
            scenario.
        rules: modern, corrected, 1982 or 1981.
        level: learner to expert.
        scenario: 1941 or 1942.
        passes: complete planning passes of the opponent.
        think: frames that the opponent may think, instead of `passes`.

    Raises:
        StateError: if `resume` is not a state of this program.
    """

    def __new__(
        cls, *, seed: SupportsIndex = 0, stream: Optional[SupportsIndex] = None, resume: Optional[Bytes] = None, **options: Unpack[Rules]
    ) -> Campaign: ...
    @property
    def is_over(self) -> bool:
        """Whether the last turn has been scored."""
    @property
    def turns(self) -> int:
        """The number of states of a complete campaign with these rules, level and scenario."""
    @property
    def score(self) -> int:
        """The score that the program shows."""
    def units(self, side: str) -> tuple[int, int]:
        """The first and the last unit number of a side, ``german`` or ``russian``."""
    def state(self) -> State:
        """The state, as ``front800 campaign`` prints it."""
    def row(self) -> str:
        """The row for this state in the table that ``front800 campaign --csv`` writes."""
    def world(self) -> dict[str, Any]:
        """What never changes: map, cities, costs, units."""
    def observe(self, side: str = "german", fog: bool = False) -> Observation:
        """What a player of that side is told; with fog, only what that side may know."""
    def features(
        self, side: str = "german", fog: bool = False
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The same as numbers from -1 to 1: an array for the week (turn, score, ice line, mud, snow, and for each city whether it is
        German), and a row for each unit (on the map, own, x, y, muster, combat, turns until it arrives, in an enemy
        zone, out of supply, assault, forced march, entrenched). Rows of units that the side does not know of are 0."""
    def give(self, side: str, orders: Mapping[int, str], modes: Mapping[int, str] = ...) -> None:
        """Sets order queues (letters N, E, S, W; at most eight) and modes (S, A, F, E) by unit; other units keep theirs. If orders are
        given to the Russian side, even an empty dictionary, the program's opponent does not play this week.

        Raises:
            GameError: if one of them is not valid, or the campaign is over; then none is given.
        """
    def play_turn(self) -> None:
        """Lets the opponent think, presses START, and continues to the next order phase or the end. If Ctrl-C interrupts it, the
        campaign is as before the call.

        Raises:
            GameError: if the campaign is over.
        """
    def save(self) -> bytes:
        """The machine's state: for `resume`, for ``front800 campaign --from``, or to continue in a `Machine`."""
    def hash(self) -> int:
        """A 64-bit hash of everything that the machine's future depends on."""
    def fork(self) -> Campaign:
        """An independent copy in the same state, including the random state."""
    def __copy__(self) -> Campaign: ...
    def __deepcopy__(self, _memo: object, /) -> Campaign: ...

@final
class Player:
    """A player for one side: a built-in one (idle, east, west, advance, hunter, planner), an orders file, or an external
    program. It can play campaigns of the same edition of the rules as `campaign`.

    Args:
        fog: an external program is told only what its side may know.
        timeout: seconds that an external program may take for a turn.
    """

    def __new__(
        cls, name: Path, side: str, campaign: Campaign, *, fog: bool = False, timeout: float = 60.0
    ) -> Player: ...
    def orders(self, campaign: Campaign) -> Orders:
        """Its orders in the current state: ``orders`` and ``modes``, as `Campaign.give` takes them."""

def play_turns(campaigns: Sequence[Campaign], jobs: Optional[SupportsIndex] = None) -> None:
    """Plays a week of each campaign that is not over, in `jobs` threads (by default one for each processor). No campaign may be in the
    list twice. If Ctrl-C interrupts it, each campaign has either played its week completely or not at all."""

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
    """Plays games `first` to ``first + games - 1``, `jobs` at a time (by default one for each processor). Game k adds k to `seed` and
    `stream`; it is the same game that the command line plays under that number. `german` and `russian` are players, as `Player` takes
    them: by default ``idle``, and for the Russian side ``program``, the program's own opponent. `fog` and `timeout` apply to external
    programs, as in `Player`. Returns the table as text (CSV), or with `states` a list of all states, which `resume` excludes.

    Args:
        csv: write the table to this file instead of returning it, the rows of each game when it ends. The format is that of
            ``front800 campaign --csv``: it has no column ``game`` if the batch is game 0 alone. An existing file is replaced, unless
            `resume` is set.
        resume: continue an existing table of this batch, whether it was begun here or on the command line: its games are kept, and the
            missing ones are played. If there is no such file, all games are played.

    Raises:
        ValueError: if the file is not a table of this batch. Unless an external program plays, its first game is played again to check
            this.
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
    """Recreates a pickled campaign."""

def machine_again(
    program: tuple[str, Optional[bytes]],
    options: dict[str, Any],
    symbols: Optional[str],
    drives: tuple[list[tuple[str, bytes]], bool],
    state: bytes,
) -> Machine:
    """Recreates a pickled machine."""

@final
class Picture:
    """Holds the bytes of a picture for an array that views them."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...
