"""Disks in a machine's drives."""

import pathlib
import pickle
import struct
import subprocess

import front800
import pytest
from front800 import Lanes, Machine

#: Repeatedly reads sector 5 of drive 2, increments its first byte and writes it back.
WRITER = """
        icl 'front800/hardware.inc'
        org $2000
turns = $80
start   lda #0
        sta turns
next    ldx #11
copy    lda block,x
        sta DDEVIC,x
        dex
        bpl copy
        jsr SIOV
        bmi *
        inc $3000
        ldx #11
again   lda block,x
        sta DDEVIC,x
        dex
        bpl again
        lda #'P'
        sta DCOMND
        lda #$80
        sta DSTATS
        jsr SIOV
        bmi *
        inc turns
        jmp next
block   dta $31, 2, 'R', $40, a($3000), 7, 0, a(128), a(5)
        run start
"""


def blank(sectors: int = 720) -> bytes:
    size = sectors * 128
    return struct.pack("<HHHB", 0x0296, size // 16, 128, size >> 20).ljust(16, b"\0") + bytes(size)


def sector_5(file: bytes) -> int:
    return file[16 + 4 * 128]


def test_what_a_program_writes_is_on_the_disk_and_not_in_the_file(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "two.atr"
    file.write_bytes(blank())
    machine = Machine.from_source(WRITER)
    assert machine.disk(2) is None
    assert machine.insert_disk(file, 2) == []
    assert machine.disk(2) == blank()
    assert machine.run_until("turns == 3")
    assert sector_5(machine.disk(2)) == 3
    assert file.read_bytes() == blank()
    # A disk with the same bytes is still a different disk.
    written = machine.disk(2)
    machine.insert_disk(written, 2)
    assert machine.run_until("turns == 4")
    assert sector_5(machine.disk(2)) == 4
    assert sector_5(written) == 3
    machine.insert_disk(None, 2)
    assert machine.disk(2) is None


def test_transfers_without_time_do_the_same_sooner() -> None:
    slow = Machine.from_source(WRITER)
    slow.insert_disk(blank(), 2)
    fast = slow.fork()
    fast.set_fast_disk()
    for machine in (slow, fast):
        assert machine.run_until("turns == 2")
    assert fast.disk(2) == slow.disk(2)
    assert fast.frame < slow.frame - 10
    fast.set_fast_disk(False)
    before = fast.frame
    assert fast.run_until("turns == 3") and fast.frame > before + 10


@pytest.mark.parametrize("fast", [False, True])
def test_disks_go_where_the_machine_goes(fast: bool) -> None:
    machine = Machine.from_source(WRITER)
    machine.insert_disk(blank(40), 3)
    machine.insert_disk(blank(), 2)
    machine.set_fast_disk(fast)
    assert machine.run_until("turns == 1")
    state = machine.save()
    fork, again = machine.fork(), pickle.loads(pickle.dumps(machine))
    for each in (machine, fork, again):
        each.run(200)
    assert machine.hash() == fork.hash() == again.hash()
    assert machine.disk(2) == fork.disk(2) == again.disk(2) != blank()
    again.restore(state)
    assert sector_5(again.disk(2)) == 1
    # This also works from a fork of a fork.
    assert pickle.loads(pickle.dumps(fork.fork())).disk(3) == blank(40)


def test_a_lanes_machine_has_the_disks_that_the_lanes_began_with() -> None:
    machine = Machine.from_source(WRITER)
    machine.insert_disk(blank(), 2)
    lanes = Lanes(machine, ["stick0 center"], ("features", ["turns"]))
    machine.insert_disk(blank(40), 3)
    lane = lanes.machine()
    assert (lane.disk(2), lane.disk(3)) == (blank(), None)
    assert pickle.loads(pickle.dumps(lane)).hash() == lane.hash()


def test_what_is_no_disk_or_no_drive_is_refused(tmp_path: pathlib.Path) -> None:
    machine = Machine()
    for drive in (0, 5):
        with pytest.raises(ValueError, match=f"drive {drive}: expected 1 to 4"):
            machine.insert_disk(None, drive)
        with pytest.raises(ValueError, match="expected 1 to 4"):
            machine.disk(drive)
    with pytest.raises(front800.OpenError, match="^disk: "):
        machine.insert_disk(b"nonsense")
    with pytest.raises(FileNotFoundError):
        machine.insert_disk(tmp_path / "none.atr")
    assert machine.insert_disk(blank()[:-128]) != []


def test_a_disk_that_is_taken_out_is_forgotten() -> None:
    machine = Machine.from_source(WRITER)
    machine.insert_disk(blank(), 2)
    assert machine.run_until("turns == 1")
    written, state = machine.disk(2), machine.save()
    lengths = set()
    for number in range(5):
        disk = bytearray(blank())
        disk[16] = number
        machine.insert_disk(disk, 2)
        assert machine.run_until(f"turns == {number + 2}")
        lengths.add(len(pickle.dumps(machine)) // 1000)
        machine.insert_disk(None, 3)
    assert len(lengths) == 1
    again = pickle.loads(pickle.dumps(machine))
    assert again.hash() == machine.hash() and again.disk(2) == machine.disk(2)
    # What was written to an earlier disk is gone with it. A state can be restored only with its disk in some drive.
    for each in (machine, again):
        with pytest.raises(front800.StateError, match="another disk"):
            each.restore(state)
        each.insert_disk(blank(), 4)
        each.restore(state)
        assert (each.disk(2), each.disk(4)) == (written, None)


def test_the_disk_that_is_the_program_is_there_again_with_its_state(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "own.atr"
    file.write_bytes(blank())
    machine = Machine(file)
    state = machine.save()
    machine.insert_disk(blank(40))
    machine.restore(state)
    assert machine.disk() == blank()


def test_a_drive_is_of_the_kind_that_is_wanted() -> None:
    double = struct.pack("<HHH", 0x0296, (3 * 128 + 717 * 256) // 16, 256).ljust(16, b"\0") + bytes(3 * 128 + 717 * 256)
    machine = Machine()
    assert machine.insert_disk(double) == []
    cannot = ["an 810 cannot read 720 sectors of 256 bytes; an XF551 can"]
    assert machine.connect_drive("810") == cannot
    assert machine.disk() == double
    assert machine.insert_disk(double) == cannot
    assert machine.connect_drive("xf551") == machine.connect_drive() == []
    with pytest.raises(ValueError, match="model `1541`: expected 810, 1050 or xf551"):
        machine.connect_drive("1541")
    with pytest.raises(ValueError, match="drive 5: expected 1 to 4"):
        machine.connect_drive("810", 5)
    # The head of a 1050 is slower. Pickling keeps the model of the drive.
    times = []
    for model in ("810", "1050"):
        machine = Machine.from_source(WRITER)
        machine.insert_disk(blank(), 2)
        machine.connect_drive(model, 2)
        machine = pickle.loads(pickle.dumps(machine))
        assert machine.run_until("turns == 3")
        times.append(machine.cycle)
    assert times[0] != times[1]


#: Prints a line on P:, and halts.
PRINTER = """
        icl 'front800/hardware.inc'
        org $2000
start   mva #3 ICCOM+$10
        mwa #name ICBAL+$10
        mva #8 ICAX1+$10
        mva #0 ICAX2+$10
        ldx #$10
        jsr CIOV
        mva #9 ICCOM+$10
        mwa #line ICBAL+$10
        mwa #behind-line ICBLL+$10
        ldx #$10
        jsr CIOV
done    jmp done
name    dta c'P:', $9B
line    dta c'HELLO', $9B
behind
        run start
"""


def test_what_is_printed_can_be_read(tmp_path: pathlib.Path, program: str) -> None:
    source = tmp_path / "printer.asm"
    source.write_text(PRINTER)
    machine = Machine(source)
    machine.connect_printer()
    fork = pickle.loads(pickle.dumps(machine))
    for each in (machine, fork):
        assert each.printed() == ""
        assert each.run_until("pc == &done")
        assert (each.printed(), each.printed()) == ("HELLO\n", "")
    paper = tmp_path / "paper.txt"
    subprocess.run([program, "run", str(source), "--frames", "300", "--printer", str(paper)], check=True, capture_output=True)
    assert paper.read_text() == "HELLO\n"
    assert Machine(source).printed() == ""
