#!/usr/bin/env python3
"""Checks whether wheels fit their platforms: the tags, the extension's name, and the processor it is built for.

usage: check-wheel.py WHEEL...
"""

import re
import sys
import zipfile
from pathlib import Path

#: By the platform in a wheel's name: the extension's name, its first bytes, and bytes that follow later and tell the processor.
PLATFORMS = {
    r"manylinux.*_x86_64": ("_front800.abi3.so", b"\x7fELF", b"\x3e\x00"),
    r"manylinux.*_aarch64": ("_front800.abi3.so", b"\x7fELF", b"\xb7\x00"),
    r"macosx.*_x86_64": ("_front800.abi3.so", b"\xcf\xfa\xed\xfe", b"\x07\x00\x00\x01"),
    r"macosx.*_arm64": ("_front800.abi3.so", b"\xcf\xfa\xed\xfe", b"\x0c\x00\x00\x01"),
    r"win_amd64": ("_front800.pyd", b"MZ", b"PE\x00\x00\x64\x86"),
}
#: Other files that each wheel must contain.
FILES = ("__init__.py", "_front800.pyi", "py.typed", "ray.py", "types.py", "gym/__init__.py", "programs/catch.asm")


def faults(path: Path) -> list[str]:
    name, _, python, abi, platform = path.stem.split("-")
    known = [expected for pattern, expected in PLATFORMS.items() if re.fullmatch(pattern, platform)]
    if not known:
        return [f"no platform that is known is called {platform}"]
    extension, start, processor = known[0]
    found = [] if (name, python, abi) == ("front800", "cp39", "abi3") else [f"tags {name}, {python}, {abi}"]
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        found += [f"{file} is missing" for file in (*FILES, extension) if f"front800/{file}" not in names]
        tags = [wheel.read(file).decode() for file in names if file.endswith(".dist-info/WHEEL")]
        if not tags or f"Tag: cp39-abi3-{platform.split('.')[0]}\n" not in tags[0]:
            found.append("the tag inside is another")
        if f"front800/{extension}" in names:
            head = wheel.read(f"front800/{extension}")[:1024]
            if not head.startswith(start) or processor not in head[len(start) :]:
                found.append(f"{extension} is made for something else")
    return found


def main() -> int:
    all_well = True
    for path in map(Path, sys.argv[1:]):
        found = faults(path)
        all_well &= not found
        print(f"{path.name}: {'; '.join(found) or 'as it should be'}, {path.stat().st_size / 1e6:.1f} MB")
    return 0 if all_well else 1


if __name__ == "__main__":
    sys.exit(main())
