"""The documentation's programs that need no file of somebody's run as they stand there."""

import re

import pytest

from conftest import ROOT

PROGRAMS = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "python.md").read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("program", [text for text in PROGRAMS if "source = " in text], ids=lambda text: text.splitlines()[0])
def test_it_runs(program: str) -> None:
    exec(compile(program, "docs/python.md", "exec"), {"__name__": "__main__"})


def test_there_are_some() -> None:
    assert sum("source = " in text for text in PROGRAMS) == 2
