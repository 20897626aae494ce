"""Fixtures and constants shared by several tests."""

import pathlib
import shutil

import pytest

#: The repository.
ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def program() -> str:
    """The path of the command-line program, for comparisons."""
    built = [ROOT / "target" / profile / "front800" for profile in ("release", "debug")]
    built = [path for path in built if path.exists()]
    if built:
        # Use the newer build; the other may be outdated.
        return str(max(built, key=lambda path: path.stat().st_mtime))
    found = shutil.which("front800")
    if found is None:
        pytest.skip("the program front800 is not built: cargo build")
    return found
