"""The notebooks run from the first cell to the last, and produce their pictures."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
for needed in ("ipykernel", "matplotlib", "pandas", "PIL"):
    pytest.importorskip(needed, reason=f"{needed} is not installed")

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["campaign", "tournament", "worst_frame"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_a_picture(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code), "it is kept without output"
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    data = [output.get("data", {}) for cell in code for output in cell.outputs]
    assert any(kind in shown for shown in data for kind in ("image/png", "image/gif"))
    assert (tmp_path / f"{path.stem}.png").stat().st_size > 5_000
