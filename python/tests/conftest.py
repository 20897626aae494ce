"""What several tests use."""

import pathlib
import shutil

import pytest

#: The repository.
ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def program() -> str:
    """The command line, to be compared with."""
    for profile in ("release", "debug"):
        path = ROOT / "target" / profile / "front800"
        if path.exists():
            return str(path)
    found = shutil.which("front800")
    if found is None:
        pytest.skip("the program front800 is not built: cargo build")
    return found
