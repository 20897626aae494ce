"""Disks in the drives of a machine."""

import pathlib
import pickle
import struct

import front800
import pytest
from front800 import Lanes, Machine

#: Reads sector 5 of drive 2, writes it with its first byte one greater, and so on.
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
    # The same bytes are another disk.
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
    # From a fork of a fork, too.
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
