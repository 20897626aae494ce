"""The stub matches the compiled module: the same names, with the same arguments in the same order."""

import ast
import inspect
import pathlib
import subprocess
import sys
import typing
from typing import Any, Literal, Union

import front800
import pytest
from front800 import Assembler, Campaign, Machine, Player, _front800, play_campaigns, types

STUB = ast.parse((pathlib.Path(front800.__file__).parent / "_front800.pyi").read_text())
CLASSES = [node for node in STUB.body if isinstance(node, ast.ClassDef) and hasattr(_front800, node.name)]


def written(function: ast.FunctionDef) -> list[str]:
    arguments = function.args
    names = [argument.arg for argument in (*arguments.args, *arguments.kwonlyargs) if argument.arg not in ("self", "cls")]
    return names + (["**"] if arguments.kwarg else [])


def taken(thing: Any) -> list[str]:
    given = inspect.signature(thing).parameters.values()
    names = ["**" if each.kind == each.VAR_KEYWORD else each.name for each in given]
    return [name for name in names if name not in ("self", "cls")]


def agree(stub: list[str], runtime: list[str]) -> bool:
    """Whether the arguments match. The stub may name arguments that the runtime takes as `**options`."""
    named = [name for name in runtime if name != "**"]
    return stub == runtime or ("**" in runtime and "**" not in stub and [name for name in stub if name in named] == named)


@pytest.mark.parametrize("node", CLASSES, ids=lambda node: node.name)
def test_classes_have_what_the_stub_says(node: ast.ClassDef) -> None:
    kind = getattr(_front800, node.name)
    if issubclass(kind, BaseException):
        assert node.name in front800.__all__
        return
    methods = {method.name: method for method in node.body if isinstance(method, ast.FunctionDef)}
    public = {name for name in vars(kind) if not name.startswith("_")}
    assert public == {name for name in methods if not name.startswith("_")}
    for name, method in methods.items():
        decorators = [each.id for each in method.decorator_list if isinstance(each, ast.Name)]
        if "property" in decorators:
            assert inspect.isgetsetdescriptor(vars(kind)[name]), name
        else:
            found = kind if name == "__new__" else getattr(kind, name)
            assert name.startswith("__") and name != "__new__" or agree(written(method), taken(found)), name


def test_functions_have_what_the_stub_says() -> None:
    functions = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
    assert set(functions) == {name for name in vars(_front800) if inspect.isbuiltin(getattr(_front800, name))}
    for name, node in functions.items():
        assert agree(written(node), taken(getattr(_front800, name))), name


#: Intentional differences that `mypy.stubtest` reports.
ALLOWED = """
# PyO3 generates it; the names are in the stub itself.
front800._front800.__all__
# For pickle.
front800._front800.Assembler.__getnewargs_ex__
front800._front800.Lanes.__getnewargs_ex__
"""

#: A program that must pass a user's type checker.
USER = """
import numpy as np
from typing_extensions import assert_type
from front800 import Campaign, Machine, play_campaigns
from front800.types import GameState, Stopped

assert_type(play_campaigns(2, german="east", level="learner"), str)
assert_type(play_campaigns(2, states=True), list[GameState])
assert_type(play_campaigns(2, states=True, csv="table.csv"), list[GameState])
play_campaigns(2, csv="table.csv", resume=True)
assert_type(Machine("none", ram=16).run(), Stopped)
assert_type(Campaign(passes=1).state()["units"][0]["x"], int)
machine = Machine.from_bytes(bytearray(b""), ram=np.int64(16))
machine.poke(np.uint16(0x600), np.zeros(3, np.uint8))
machine.poke("score", np.int64(3))
machine.insert_disk(memoryview(b""))
machine.restore(bytearray(machine.save()))
Campaign(stream=np.int64(1), resume=machine.memory, level=None, rules=None, passes=None)
Machine(rams=16)  # type: ignore[call-arg]
Campaign(passes="many")  # type: ignore[arg-type]
"""


def checked(tmp_path: pathlib.Path, *arguments: str) -> None:
    pytest.importorskip("mypy")
    run = subprocess.run([sys.executable, "-m", *arguments], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_stub_is_what_stubtest_finds(tmp_path: pathlib.Path) -> None:
    (tmp_path / "allowed").write_text(ALLOWED)
    checked(tmp_path, "mypy.stubtest", "front800._front800", "--concise", "--allowlist", "allowed")


def test_a_users_program_is_typed(tmp_path: pathlib.Path) -> None:
    (tmp_path / "user.py").write_text(USER)
    checked(tmp_path, "mypy", "--strict", "--warn-unused-ignores", "user.py")


def conform(value: Any, hint: Any) -> bool:
    """Whether a value matches an annotation."""
    kind, arguments = typing.get_origin(hint), typing.get_args(hint)
    if kind is Union:
        return any(conform(value, each) for each in arguments)
    if kind is Literal:
        return value in arguments
    if kind is list:
        return isinstance(value, list) and all(conform(each, arguments[0]) for each in value)
    if kind is dict:
        return isinstance(value, dict) and all(conform(key, arguments[0]) and conform(each, arguments[1]) for key, each in value.items())
    if typing.is_typeddict(hint) if hasattr(typing, "is_typeddict") else hasattr(hint, "__required_keys__"):
        hints = typing.get_type_hints(hint)
        assert hint.__required_keys__ <= set(value) <= set(hints), set(value) ^ set(hints)
        wrong = {name: each for name, each in value.items() if not conform(each, hints[name])}
        assert not wrong, wrong
        return True
    return isinstance(value, hint)


@pytest.mark.parametrize("rules", ["modern", 1981])
def test_the_dictionaries_have_the_keys_of_their_types(rules: Any) -> None:
    campaign = Campaign(stream=1, rules=rules)
    for _ in range(3):
        assert conform(campaign.state(), types.State)
        for fog in (False, True):
            assert conform(campaign.observe("russian", fog), types.Observation)
        orders = Player("east", "german", campaign).orders(campaign)
        assert conform(orders, types.Orders)
        campaign.give("german", **orders)
        campaign.play_turn()
    assert conform(play_campaigns(1, turns=2, states=True, rules=rules), list[types.GameState])


def test_events_and_tests_have_the_keys_of_their_types() -> None:
    machine = Machine()
    for stop in ({"nmi": True}, {"write": [(0, 0xFFFF)]}, {"read": [(0, 0xFFFF)]}, {"beam": [(100, 0)]}, {"execute": [(0, 0xFFFF)]}):
        machine.stop_at(**stop)
        assert machine.run(100) == "event"
        assert conform(machine.events, list[types.Event])
    source = " org $2000\n.test \"one\"\n lda #1\n .assert a == 1\n.endtest\n.test \"two\"\n .assert a == 1\n.endtest\n"
    outcomes = Assembler().test(source)
    assert conform(outcomes, list[types.Outcome])
    assert ["failure" in outcome for outcome in outcomes] == [False, True]
    with pytest.raises(front800.AssemblyError) as error:
        Assembler().assemble(" lda #\n")
    assert conform(error.value.diagnostics, list[types.Diagnostic])
