"""The programs in the documentation that need no other files run as they are printed."""

import re

import front800
import pytest

from conftest import ROOT

PROGRAMS = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "python.md").read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("program", [text for text in PROGRAMS if "source = " in text], ids=lambda text: text.splitlines()[0])
def test_it_runs(program: str) -> None:
    exec(compile(program, "docs/python.md", "exec"), {"__name__": "__main__"})


def test_there_are_some() -> None:
    assert sum("source = " in text for text in PROGRAMS) == 2


def test_a_table_is_read_by_pandas(tmp_path, monkeypatch) -> None:
    pytest.importorskip("pandas")
    paper = (ROOT / "docs" / "campaign.md").read_text()
    (program,) = [text for text in re.findall(r"^```python\n(.*?)^```$", paper, re.MULTILINE | re.DOTALL) if "read_csv" in text]
    front800.play_campaigns(2, turns=1, csv=tmp_path / "table.csv")
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(compile(program, "docs/campaign.md", "exec"), names)
    assert names["weeks"]["cities"].tolist() == ["0" * 18] * 2
    assert names["weeks"]["score"].dtype == "int64"
