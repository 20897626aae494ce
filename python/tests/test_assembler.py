"""The assembler's files and values, and tests in sources."""

import copy
import json
import os
import pathlib
import pickle
import re
import subprocess

import front800
import pytest
from front800 import Assembler, AssemblyError, Machine

TESTED = """
        org $2000
double  asl @
        rts
        run double
.test "twice a number"
        lda #4
        jsr double
        .assert a == 8
.endtest
.test "a wrong one"
        lda #4
        jsr double
        .assert a == 9
.endtest
"""


@pytest.fixture
def sources(tmp_path: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """A source, and the folder of a file that it includes, which is outside the source's own folder."""
    (tmp_path / "own").mkdir()
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "value.inc").write_text("VALUE = BASE + 1\n")
    main = tmp_path / "own" / "main.asm"
    main.write_text("        icl 'value.inc'\n" + TESTED.replace("#4", "#VALUE"))
    return main, tmp_path / "common"


def test_folders_of_include_may_be_read(sources) -> None:
    main, common = sources
    options = {"defines": {"BASE": 6}, "include": [str(common)]}
    assembly = Assembler(**options).assemble_file(main)
    assert assembly.symbols["VALUE"] == 7
    machine = Machine(main, **options)
    assert dict(machine.symbols)["double"] == 0x2000
    with pytest.raises(front800.AssemblyError, match="value.inc"):
        Assembler(defines={"BASE": 6}).assemble_file(main)
    with pytest.raises(front800.AssemblyError, match="value.inc"):
        Machine(main, defines={"BASE": 6})
    machine = Machine.from_source("        org $2000\nstart   lda #COUNT\n        jmp start\n        run start\n", defines={"COUNT": 3})
    assert machine.run_until("pc == &start") and machine.peek("start+1") == 3
    for nothing_assembled in (lambda: Machine("eleven", defines={"A": 1}), lambda: Machine.from_bytes(assembly.xex, defines={"A": 1})):
        with pytest.raises(ValueError, match="`defines` and `include` are for sources, and this is not one"):
            nothing_assembled()


def test_a_text_includes_files_of_the_folders_it_may_read(sources) -> None:
    _, common = sources
    source = " icl 'value.inc'\n" + TESTED
    options = {"defines": {"BASE": 6}, "include": [str(common)]}
    assembler = Assembler(**options)
    assert assembler.assemble(source).symbols["VALUE"] == 7
    assert assembler.assemble(source, files={"value.inc": "VALUE = 9\n"}).symbols["VALUE"] == 9
    assert len(assembler.test(source)) == 2
    assert Assembler(defines={"BASE": 6}, include=[common]).assemble(source).symbols["VALUE"] == 7
    for machine in (Machine.from_source(source, **options), Machine.from_bytes(source.encode(), "a.asm", **options)):
        assert dict(machine.symbols)["double"] == 0x2000
    allowed = Assembler(defines={"BASE": 6}, allow_read=[common])
    assert allowed.assemble(f" icl '{common}/value.inc'\n" + TESTED).symbols["VALUE"] == 7
    with pytest.raises(AssemblyError, match="cannot read `value.inc`"):
        Assembler(defines={"BASE": 6}).assemble(source)


def test_options_without_effect_are_refused(tmp_path: pathlib.Path) -> None:
    source = " org $600\nstart jmp start\n run start\n"
    (tmp_path / "main.asm").write_text(source)
    for opened, why in (
        (lambda: Machine("rasputitsa", cart_type=5), "`cart_type` is for files"),
        (lambda: Machine(cartridge=True), "`cartridge` is for built-in programs"),
        (lambda: Machine.from_source(source, cartridge=True), "`cartridge` is for built-in programs"),
        (lambda: Machine(tmp_path / "main.asm", cart_type=5), "a source has no cartridge type"),
    ):
        with pytest.raises(ValueError, match=why):
            opened()


def test_a_source_that_cannot_be_read_is_an_error_of_the_file(tmp_path: pathlib.Path) -> None:
    assembler = Assembler()
    for call in (assembler.assemble_file, assembler.test_file):
        with pytest.raises(FileNotFoundError, match="none.asm: "):
            call(tmp_path / "none.asm")
        with pytest.raises(OSError, match="a folder; expected a file"):
            call(tmp_path)
    named = os.path.join(tmp_path, os.fsdecode(b"\xff.asm"))
    with open(named, "w", encoding="ascii") as file:
        file.write(TESTED)
    assert assembler.assemble_file(named).symbols["double"] == 0x2000
    assert len(assembler.test_file(named)) == 2


def test_what_is_no_file_is_said_to_be_none(tmp_path: pathlib.Path) -> None:
    (tmp_path / "data").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path.parent / "secret").write_bytes(b"\x60")
    with open(tmp_path / "large", "wb") as large:
        large.truncate((16 << 20) + 1)
    main = tmp_path / "main.asm"
    for name, why in (
        ("data", "a folder; expected a file"),
        ("pipe", "a pipe; expected a file"),
        ("large", "more than 16777216 bytes"),
        ("../secret", f"not below the folder of the file that names it; `allow_read` may name {tmp_path.parent}"),
    ):
        main.write_text(f" org $2000\n ins '{name}'\n")
        with pytest.raises(AssemblyError, match=re.escape(why)):
            Assembler().assemble_file(main)
    for name in ("data", "pipe"):
        with pytest.raises((OSError, front800.OpenError), match=f"{name}: (is )?a .*; expected a file"):
            Machine(tmp_path / name)
    with pytest.raises(OSError, match="pipe: a pipe; expected a file"):
        Machine(os=tmp_path / "pipe")


def test_the_names_of_the_hardware_are_on_board() -> None:
    source = "        icl 'front800/hardware.inc'\n        org $2000\nstart   sta COLBK\n        jmp start\n        run start\n"
    assert Assembler().assemble(source).symbols["COLBK"] == 0xD01A
    machine = Machine.from_source(source)
    assert machine.run_until("pc == &start + 3") and bytes(machine.memory[0x2000:0x2003]) == b"\x8d\x1a\xd0"


def test_tests_of_routines_are_those_of_the_command_line(sources, program) -> None:
    main, common = sources
    run = subprocess.run(
        [program, "test", str(main), "-d", "BASE=3", "-i", str(common), "--json"], capture_output=True, text=True
    )
    assert run.returncode == 1
    results = Assembler(defines={"BASE": 3}, include=[str(common)]).test_file(main)
    assert results == json.loads(run.stdout)["tests"]
    good, bad = results
    assert (good["name"], "failure" in good) == ("twice a number", False)
    assert good["cpu_cycles"] > 0
    assert bad["failure"]["line"] == 15


def test_tests_in_a_text() -> None:
    assembler = Assembler()
    source = "        icl 'value.inc'\n" + TESTED
    files = {"value.inc": "VALUE = 1\n"}
    assert [test["name"] for test in assembler.test(source, files=files)] == ["twice a number", "a wrong one"]
    (test,) = assembler.test(source, "own.asm", files, only="wrong", pal=True, ram=16)
    assert (test["file"], test["line"]) == ("own.asm", 13)
    assert assembler.test(source, files=files, only="nothing") == []
    endless = "        org $2000\nstart   jmp start\n.test \"on and on\"\n        jmp *\n.endtest\n"
    (test,) = assembler.test(endless, frames=2)
    assert "in 2 frames" in test["failure"]["message"]
    with pytest.raises(front800.AssemblyError) as error:
        assembler.test(TESTED + "        lda nowhere\n")
    assert error.value.diagnostics[0]["line"] == 16
    with pytest.raises(TypeError, match="ram, pal, seed, os, basic, right_cart"):
        assembler.test(TESTED, defines={"A": 1})
    with pytest.raises(TypeError, match="there is no option `fames`"):
        assembler.test(TESTED, fames=3)


def test_what_cannot_be_defined_is_refused(program: str, tmp_path: pathlib.Path) -> None:
    source = "        org $2000\nstart   jmp start\n        run start\n"
    kinds = [
        lambda defines: Assembler(defines=defines),
        lambda defines: Machine.from_source(source, defines=defines),
    ]
    for name in ("1x", "", "a b", "a-b", "é"):
        for kind in kinds:
            with pytest.raises(ValueError, match=f"defines: `{name}` is not a label: a label begins with a letter"):
                kind({name: 1})
    for kind in kinds:
        with pytest.raises(ValueError, match="A = 4294967296: expected -2147483648 to 4294967295"):
            kind({"A": 2**32})
    # A label may have the name of an instruction, whether it is defined in the source or by `defines`.
    for assembly in (
        Assembler(defines={"lda": 7, "_x": -1}).assemble("        org $2000\n        dta lda, <_x\n"),
        Assembler().assemble("lda = 7\n_x = -1\n        org $2000\n        dta lda, <_x\n"),
    ):
        assert assembly.raw() == b"\x07\xff"
    main = tmp_path / "main.asm"
    main.write_text("        org $2000\n        dta 1\n")
    refused = subprocess.run([program, "asm", str(main), "-d", "1x=1"], capture_output=True, text=True)
    assert "`1x` is not a label: a label begins with a letter" in refused.stderr


def test_mistakes_come_one_by_one_from_machines_too(tmp_path: pathlib.Path) -> None:
    source = tmp_path / "wrong.asm"
    source.write_text(" org $2000\n lda #$$\n jmp nowhere\n")
    for refused in (
        lambda: Machine(source),
        lambda: Machine.from_source(source.read_text()),
        lambda: Assembler().assemble_file(source),
        lambda: Assembler().test_file(source),
    ):
        with pytest.raises(AssemblyError) as error:
            refused()
        assert [each["line"] for each in error.value.diagnostics] == [2, 3]


def test_an_assembler_is_pickled_and_what_it_has_assembled_is_copied(tmp_path: pathlib.Path) -> None:
    assembler = Assembler(defines={"SIZE": 3}, include=["common"], strict=True, allow_read=[tmp_path])
    source = " org $2000\n lda #SIZE\n"
    for again in (pickle.loads(pickle.dumps(assembler)), copy.copy(assembler), copy.deepcopy(assembler)):
        assembly = again.assemble(source)
        assert assembly.raw() == b"\xa9\x03"
        assert copy.copy(assembly).xex == copy.deepcopy(assembly).xex == assembly.xex
    with pytest.raises(TypeError, match="an Assembly cannot be pickled: send its source"):
        pickle.dumps(assembly)
