"""What several tests use."""

import pathlib
import shutil

import pytest

#: The repository.
ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def program() -> str:
    """The command line, to be compared with."""
    built = [ROOT / "target" / profile / "front800" for profile in ("release", "debug")]
    built = [path for path in built if path.exists()]
    if built:
        # The other one may be of long ago.
        return str(max(built, key=lambda path: path.stat().st_mtime))
    found = shutil.which("front800")
    if found is None:
        pytest.skip("the program front800 is not built: cargo build")
    return found
