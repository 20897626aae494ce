"""Checks every argument in the stub: numbers out of range are refused, and None is accepted where the stub allows it."""

import ast
import pathlib
from typing import Any, Callable, Iterator

import front800
import numpy as np
import pytest
from front800 import Assembler, Campaign, Lanes, Machine, Match, Player, play_campaigns, play_turns

FOLDER = pathlib.Path(front800.__file__).parent
STUB = ast.parse((FOLDER / "_front800.pyi").read_text())
TYPES = ast.parse((FOLDER / "types.py").read_text())
#: The names in annotations that stand for numbers.
NUMBERS = {"SupportsIndex", "Address", "Addresses", "Bytes"}

MACHINE = Machine()
CAMPAIGN = Campaign(stream=1, level="learner")
LANES = Lanes(MACHINE, ["stick0 center"], ("features", ["frame"]))


def disk() -> bytes:
    return bytes([0x96, 0x02, 0x08, 0, 0x80, 0]) + bytes(10 + 128)


def match(**given: Any) -> Any:
    """A title that has such an option."""
    title = "magna" if {"level", "players"} & set(given) else "encounter" if {"variant", "setup"} & set(given) else "eleven"
    return Match(title, **given)


#: How to call each function with keyword arguments, by its name in the stub.
CALLS: dict[str, Callable[..., Any]] = {
    "Machine": Machine,
    "Machine.from_bytes": lambda data=disk(), name="a.atr", **given: Machine.from_bytes(data, name, **given),
    "Machine.from_source": lambda **given: Machine.from_source(" org $2000\n nop\n", **given),
    "Machine.run_until": lambda frames: MACHINE.fork().run_until("a", frames),
    "Machine.play": lambda frames: MACHINE.fork().play("# front800 input 1\n", frames),
    "Machine.poke": lambda address=0x600, value=0: MACHINE.fork().poke(address, value),
    "Machine.paddle": lambda number=0, position=0: MACHINE.fork().paddle(number, position),
    "Machine.insert_disk": lambda disk=None, drive=1: MACHINE.fork().insert_disk(disk, drive),
    "Assembler": Assembler,
    "Assembler.assemble": lambda files: Assembler().assemble(" nop\n", "a.asm", files),
    "Assembler.test_file": lambda **given: Assembler().test_file(FOLDER / "programs" / "catch.asm", **given),
    "Assembler.test": lambda **given: Assembler().test(" org $2000\n nop\n", **given),
    "Assembly.raw": Assembler().assemble(" org $2000\n nop\n").raw,
    "Lanes": lambda **given: Lanes(MACHINE, ["stick0 center"], ("features", ["frame"]), **given),
    "Lanes.restore": lambda state=LANES.save(), lane=0: LANES.restore(state, lane),
    "Match": match,
    "Campaign": lambda **given: Campaign(**{"level": "learner", **given}),
    "Campaign.give": lambda orders={}, modes={}: CAMPAIGN.fork().give("german", orders, modes),
    "play_turns": lambda jobs: play_turns([], jobs),
    "play_campaigns": lambda **given: play_campaigns(**{"level": "learner", "turns": 1, **given}),
}


def called(name: str, **given: Any) -> Any:
    if name in CALLS:
        return CALLS[name](**given)
    kind, method = name.split(".")
    thing = {"Machine": MACHINE.fork(), "Lanes": LANES, "Campaign": CAMPAIGN.fork()}[kind]
    return getattr(thing, method)(**given)


def options(kind: str) -> dict[str, ast.expr]:
    """The keys that a dictionary of options may have."""
    found: dict[str, ast.expr] = {}
    for node in TYPES.body:
        if isinstance(node, ast.ClassDef) and node.name == kind:
            for base in node.bases:
                found.update(options(base.id) if isinstance(base, ast.Name) and base.id != "TypedDict" else {})
            found.update({each.target.id: each.annotation for each in node.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)})
    return found


def arguments() -> Iterator[tuple[str, str, ast.expr]]:
    """All arguments in the stub: the function's name, the argument's name and its annotation."""
    functions = [(node.name, node) for node in STUB.body if isinstance(node, ast.FunctionDef) and not node.name.endswith("_again")]
    for kind in STUB.body:
        if isinstance(kind, ast.ClassDef):
            methods = [node for node in kind.body if isinstance(node, ast.FunctionDef)]
            functions += [(kind.name if node.name == "__new__" else f"{kind.name}.{node.name}", node) for node in methods]
    for name, node in functions:
        for argument in (*node.args.args, *node.args.kwonlyargs):
            if argument.annotation is not None:
                yield name, argument.arg, argument.annotation
        if node.args.kwarg is not None and isinstance(node.args.kwarg.annotation, ast.Subscript):
            unpacked = node.args.kwarg.annotation.slice
            assert isinstance(unpacked, ast.Name)
            for option, annotation in options(unpacked.id).items():
                yield name, option, annotation


def names(annotation: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}


def numbered(annotation: ast.expr, number: int) -> Any:
    """A value that fits an annotation and contains this number."""
    outer = annotation
    while isinstance(outer, ast.Subscript) and getattr(outer.value, "id", "") in ("Optional", "Union"):
        inner = outer.slice
        outer = next(each for each in inner.elts if "NDArray" not in ast.unparse(each)) if isinstance(inner, ast.Tuple) else inner
    text = ast.unparse(outer)
    if text == "tuple" or text.startswith("Sequence[tuple"):
        return [(number, 0)]
    if text == "Bytes" or text.startswith("Sequence"):
        return [number]
    if text.startswith("Mapping[str"):
        return {"A": number}
    return {number: "N"} if text.startswith("Mapping[int") else number


NUMBERED = sorted({(name, argument, ast.unparse(annotation)) for name, argument, annotation in arguments() if names(annotation) & NUMBERS or "Mapping[int" in ast.unparse(annotation)})
OPTIONAL = sorted({(name, argument) for name, argument, annotation in arguments() if "None" in (text := ast.unparse(annotation)) or text.startswith("Optional")})
#: Arguments for which negative numbers are meaningful.
NEGATIVE = {"defines"}
#: Arguments that take files or bytes rather than numbers.
OTHERS = {"os", "basic", "right_cart", "files", "disk"}


@pytest.mark.parametrize(("name", "argument", "annotation"), NUMBERED)
def test_numbers_out_of_their_range_are_refused_in_one_way(name: str, argument: str, annotation: str) -> None:
    if argument in OTHERS:
        return
    kind = ast.parse(annotation, mode="eval").body
    for number in (-1, 2**70):
        if number == -1 and argument in NEGATIVE:
            continue
        with pytest.raises((ValueError, front800.Error)) as error:
            called(name, **{argument: numbered(kind, number)})
        message = str(error.value)
        assert str(number) in message, message
        is_named = argument in message or "Address" in annotation or "Bytes" in annotation
        assert is_named or argument in ("actions", "orders", "modes", "rules"), message


@pytest.mark.parametrize(("name", "argument"), OPTIONAL)
def test_what_may_be_none_is_taken_as_none(name: str, argument: str) -> None:
    called(name, **{argument: None})


def test_the_empty_text_is_no_name() -> None:
    for argument in ("rules", "level", "scenario"):
        with pytest.raises(ValueError, match="``.*: expected "):
            Campaign(**{argument: ""})


def test_several_are_told_from_one_by_their_argument() -> None:
    for refused, what in [
        (lambda: Lanes(MACHINE, "stick0 up", ("features", ["a"])), "actions 'stick0 up': expected several texts"),
        (lambda: Lanes(MACHINE, ["stick0 up"], ("features", "a")), "'a': expected several expressions"),
        (lambda: Assembler(include="common"), "include 'common': expected several folders"),
        (lambda: Assembler(allow_read="common"), "allow_read 'common': expected several folders"),
        (lambda: Assembler(defines="A=1"), "defines 'A=1': expected values by names"),
        (lambda: Machine(include="common"), "include 'common': expected several folders"),
        (lambda: Match("eleven", computers="1"), "computers '1': expected several whole numbers"),
        (lambda: play_turns("all"), "campaigns 'all': expected several of `Campaign`"),
        (lambda: MACHINE.run(1.5), "frames 1.5: expected a whole number"),
        (lambda: Machine(pal=1), "pal 1: expected True or False"),
        (lambda: CAMPAIGN.give("german", None), "None: expected letters by unit number"),
        (lambda: MACHINE.stop_at(read=None), "None: expected an address, or several"),
    ]:
        with pytest.raises(TypeError, match=what):
            refused()


def test_a_setup_is_refused_in_plain_words() -> None:
    with pytest.raises(front800.GameError, match="^setup `SETUP`: [^\"]*$"):
        Match("encounter", setup="SETUP")


def test_numbers_and_bytes_of_numpy_are_taken() -> None:
    machine = Machine.from_bytes(bytearray(disk()), "a.atr")
    machine.poke(0x600, np.arange(3, dtype=np.uint8))
    machine.poke(np.uint16(0x603), np.int64(3))
    assert machine.memory[0x600:0x604].tolist() == [0, 1, 2, 3]
    for kind in (bytearray, memoryview, lambda state: np.frombuffer(state, np.uint8)):
        machine.restore(kind(machine.save()))
        LANES.restore(kind(LANES.save()))
        assert Campaign(stream=np.int64(1), resume=kind(CAMPAIGN.save())).state()["turn"] == 0
    machine.insert_disk(np.frombuffer(disk(), np.uint8))


@pytest.mark.parametrize("kind", ["features", "memory"])
def test_lanes_show_something(kind: str) -> None:
    with pytest.raises(ValueError, match="there are no .* to be seen: expected one at least"):
        Lanes(MACHINE, ["stick0 center"], (kind, []))
