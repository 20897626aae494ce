"""The stub says what there is: the same names, the same arguments in the same order."""

import ast
import inspect
import pathlib
from typing import Any

import front800
import pytest
from front800 import _front800

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
    """The stub may name what the runtime takes as further options."""
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
            found = kind if name == "__init__" else getattr(kind, name)
            assert agree(written(method), taken(found)), name


def test_functions_have_what_the_stub_says() -> None:
    functions = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
    assert set(functions) == {name for name in vars(_front800) if inspect.isbuiltin(getattr(_front800, name))}
    for name, node in functions.items():
        assert agree(written(node), taken(getattr(_front800, name))), name
