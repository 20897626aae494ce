"""The machine and the assembler."""

import inspect
import multiprocessing
import pathlib
import pickle
import threading
import time

import front800
import numpy as np
import pytest
from front800 import Assembler, InputError, Lanes, Machine, play_campaigns

COUNTER = """
        org $2000
counter = $80
start   inc counter
        jmp start
        run start
"""


def test_names_beside_a_program_are_known(tmp_path: pathlib.Path) -> None:
    data = pathlib.Path(__file__).parents[2] / "tests/data/cc65"
    for name in ("blink.xex", "blink.dbg"):
        (tmp_path / name).write_bytes((data / name).read_bytes())
    machine = Machine(tmp_path / "blink.xex")
    assert machine.run_until("Turns == 3")
    assert machine.notes == []
    # Also after pickling: C names as assembly writes them, names in modules, and names of the operating system.
    again = pickle.loads(pickle.dumps(machine))
    assert again.symbols == machine.symbols
    for name in ("Turns", "_Turns", "other::count", "SDMCTL"):
        assert again.evaluate(name) == machine.evaluate(name)
    (tmp_path / "blink.dbg").write_text("version\tmajor=3,minor=0\n")
    assert "expected version 2" in Machine(tmp_path / "blink.xex").notes[0]


def test_a_title_runs_and_shows_its_picture() -> None:
    machine = Machine("rasputitsa")
    assert machine.run(400) == "reached"
    assert machine.frame == 400
    assert "START" in machine.text
    assert machine.screen().shape == (240, 336, 3)
    assert machine.screen("grey", 4).shape == (60, 84)
    colours = machine.palette[machine.picture[:, 20:356]]
    assert np.array_equal(colours, machine.screen())


def test_a_picture_is_the_machines_own_and_stays() -> None:
    machine = Machine("eleven")
    machine.run(100)
    first, second = machine.picture, machine.picture
    assert first.__array_interface__["data"] == second.__array_interface__["data"]
    assert not first.flags.writeable
    before = first.copy()
    machine.console("start")
    machine.run(100)
    assert np.array_equal(first, before)
    assert not np.array_equal(machine.picture, before)


def test_a_pen_is_latched_where_it_sees_the_beam() -> None:
    machine = Machine("eleven")
    machine.pen("120 96 pressed")
    machine.run(2)
    assert machine.peek(0xD40C) == 120 + 44
    assert machine.peek(0xD40D) == 96 // 2
    assert machine.peek(0xD300) & 1 == 0
    machine.pen()
    machine.run(2)
    assert machine.peek(0xD300) & 1 == 1


def test_memory_is_one_array_that_shows_what_is_there() -> None:
    machine = Machine.from_source(COUNTER)
    memory = machine.memory
    machine.run_until("pc == &start")
    seen = {int(memory[0x80]) for _ in range(20) if machine.run(1) or True}
    assert len(seen) > 10
    machine.poke("counter", [1, 2, 3])
    assert memory[0x80:0x83].tolist() == [1, 2, 3]
    assert machine.memory is memory
    with pytest.raises(ValueError):
        memory[0x80] = 5
    machine.poke(0x0600, bytes(range(16)))
    assert memory[0x0600:0x0610].tolist() == list(range(16))


def test_a_thousand_forks_have_the_same_thousand_futures() -> None:
    machine = Machine("rasputitsa", seed=3)
    machine.run(300)
    state = machine.save()
    sticks = ["center", "up", "down", "left", "right", "up left fire", "fire"]
    futures = []
    for number in range(1000):
        fork = machine.fork()
        fork.stick(sticks[number % 7])
        fork.run(number % 5 + 1)
        futures.append(fork.hash())
    assert len(set(futures)) > 20
    for number in range(1000):
        machine.restore(state)
        machine.stick(sticks[number % 7])
        machine.run(number % 5 + 1)
        assert machine.hash() == futures[number]


def test_states_of_others_are_refused() -> None:
    machine = Machine("eleven")
    before = machine.hash()
    with pytest.raises(front800.StateError, match="with the program magna"):
        machine.restore(Machine("magna").save())
    with pytest.raises(front800.StateError, match="not a saved state"):
        machine.restore(b"nonsense")
    assert machine.hash() == before


def test_stops() -> None:
    machine = Machine.from_source(COUNTER)
    assert machine.run_until("pc == &start")
    machine.stop_at(write=["counter"])
    assert machine.run(1000) == "event"
    # INC writes twice: the old value, then the sum.
    first, event = machine.events
    assert first["old"] == first["new"] == event["old"]
    assert (event["kind"], event["address"], event["by"]) == ("write", 0x80, 0x2000)
    assert event["new"] == (event["old"] + 1) % 256
    machine.stop_at(execute=[("start", "start+2")], beam=[(100, 0)])
    assert {machine.run() and machine.events[0]["kind"] for _ in range(300)} >= {"execute"}
    machine.stop_at_nothing()
    assert machine.run(3) == "reached"
    with pytest.raises(ValueError, match="^beam: line 262: expected 0 to 261"):
        machine.stop_at(beam=[(262, 0)])


def test_who_restores_at_a_stop_or_stops_there_again_goes_on() -> None:
    machine = Machine.from_source(COUNTER)
    machine.run_until("pc == &start")
    machine.stop_at(execute="start")
    cycles = []
    for again in (lambda: machine.restore(machine.save()), lambda: machine.stop_at(execute="start")):
        for _ in range(3):
            assert machine.run(60) == "event"
            cycles.append(machine.cycle)
            again()
    assert sorted(set(cycles)) == cycles
    machine.set_registers(pc="start")
    assert machine.run(60) == "event"


def test_a_title_is_opened_beside_a_folder_of_its_name(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "eleven").mkdir()
    assert Machine("eleven").name == "eleven"


def test_expressions_and_registers() -> None:
    machine = Machine.from_source(COUNTER)
    assert machine.run_until("counter == 7 && pc == &start")
    assert machine.evaluate("counter * 2 + 1") == 15
    assert machine.registers["pc"] == machine.address("start") == 0x2000
    machine.set_registers(a=5, pc="start")
    assert machine.registers["a"] == 5
    for wrong in (-1, 256, 2**70):
        with pytest.raises(ValueError, match=f"^a {wrong}: expected 0 to 255, or None"):
            machine.set_registers(a=wrong)
    with pytest.raises(ValueError, match="^position 1000: expected 0 to 228"):
        machine.paddle(0, 1000)
    assert machine.step() == "instruction"
    assert not machine.run_until("counter == 0 && counter == 1", frames=2)
    with pytest.raises(front800.ExpressionError, match="did you mean `counter`"):
        machine.evaluate("couter")
    # An expression without a value is an error in `evaluate` and false in `run_until`.
    with pytest.raises(front800.ExpressionError, match="zero|by 0"):
        machine.evaluate("1 / 0")
    assert not machine.run_until("1 / 0", frames=2)


def test_input_comes_by_scripts_and_by_calls_alike() -> None:
    one, other = Machine("eleven"), Machine("eleven")
    assert one.play("# front800 input 1\n100 console start\n110 console none\n", 150) == "reached"
    with pytest.raises(front800.InputError, match="names `other.atr`"):
        one.play("# front800 input 1\n0 disk1 other.atr\n", 1)
    other.run(100)
    other.console("start")
    other.run(10)
    other.console()
    other.run(40)
    assert one.hash() == other.hash()
    with pytest.raises(front800.InputError, match="stick position"):
        one.stick("upp")


def test_sound_is_samples() -> None:
    machine = Machine("magna")
    machine.set_sound(48_000)
    machine.run(60)
    samples = machine.sound()
    assert samples.dtype == np.int16
    assert abs(len(samples) - 48_000 * 60 / 59.92) < 10
    machine.set_sound(4_000)
    for rate in (3_999, 192_001, -1, 1 << 40):
        with pytest.raises(ValueError, match=f"^rate {rate}: expected 4000 to 192000, or None"):
            machine.set_sound(rate)
    assert len(machine.sound()) == 0


def test_errors_say_what_would_be_right() -> None:
    with pytest.raises(front800.OpenError, match="did you mean `rasputitsa`"):
        Machine("rasputista")
    with pytest.raises(TypeError, match="there is no option `rma`"):
        Machine("eleven", rma=48)
    with pytest.raises(ValueError, match="16, 32 or 48"):
        Machine("eleven", ram=64)
    with pytest.raises(front800.ExpressionError, match="65536 is no address"):
        Machine("eleven").peek(65536)


def test_other_threads_run_while_machines_run() -> None:
    machines = [Machine("rasputitsa") for _ in range(2)]
    ticks = 0
    threads = [threading.Thread(target=machine.run, args=(1500,)) for machine in machines]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.001)
        ticks += 1
    assert ticks > 10
    assert machines[0].hash() == machines[1].hash()


def test_the_assembler() -> None:
    assembly = Assembler(defines={"SIZE": 3}).assemble(
        " org $2000\n icl 'more.asm'\nend = * + SIZE\n", files={"more.asm": "start lda #1\n rts\n"}
    )
    assert assembly.raw() == bytes([0xA9, 1, 0x60])
    assert assembly.symbols["end"] == 0x2006
    assert assembly.xex.startswith(b"\xff\xff\x00\x20\x02\x20")
    assert "lda #1" in assembly.listing
    with pytest.raises(front800.AssemblyError, match="nothing") as caught:
        Assembler().assemble(" org $2000\n lda nothing\n", "game.asm")
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic["severity"], diagnostic["file"], diagnostic["line"]) == ("error", "game.asm", 2)


def test_sources_read_files_below_their_own_folder(tmp_path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "secret.asm").write_text("start rts\n")
    main = tmp_path / "game" / "game.asm"
    main.write_text(" org $2000\n icl '../secret.asm'\n")
    with pytest.raises(front800.AssemblyError, match="allow_read"):
        Assembler().assemble_file(main)
    assert Assembler(allow_read=[tmp_path]).assemble_file(main).raw() == b"\x60"


def test_runs_stop_at_opcodes() -> None:
    machine = Machine.from_source(COUNTER)
    machine.run_until("pc == &start")
    machine.stop_at(opcode=[0x4C])
    assert machine.run() == "event"
    assert machine.events == [{"kind": "opcode", "opcode": 0x4C}]
    assert machine.registers["pc"] == machine.address("start") + 2
    with pytest.raises(ValueError, match="^opcode 256: expected 0 to 255"):
        machine.stop_at(opcode=[0x100])


def test_what_is_not_drawn_is_the_same() -> None:
    machine = Machine("rasputitsa")
    other = machine.fork()
    other.set_drawing(False)
    for each in (machine, other):
        each.run(400)
    assert machine.hash() == other.hash()
    assert machine.picture.any() and not other.picture.any()
    other.set_drawing()
    for each in (machine, other):
        each.run(2)
    assert np.array_equal(machine.picture, other.picture)


def test_a_pickled_machine_goes_on_as_it_would_have(tmp_path: pathlib.Path) -> None:
    disk = bytes([0x96, 0x02, 0x08, 0, 0x80, 0]) + bytes(10 + 128)
    # An RTS, then a loop.
    rom = bytes([0x60, 0x4C, 0x01, 0xA0]).ljust(0x1FFA, b"\xff") + bytes([0x01, 0xA0, 0, 4, 0x00, 0xA0])
    system = bytes(Machine().memory[0xD800:])
    source = tmp_path / "counter.asm"
    source.write_text(COUNTER)
    machines = [
        Machine("eleven", seed=5, ram=32, pal=True),
        Machine("rasputitsa", cartridge=True),
        Machine(),
        Machine(source, seed=3),
        Machine.from_bytes(disk, "empty.atr"),
        Machine.from_bytes(rom, "eight.rom"),
        Machine.from_bytes(system, "system.rom"),
        Machine("none", os=system, basic=rom),
    ]
    source.unlink()
    for machine in machines:
        machine.run(60)
        again = pickle.loads(pickle.dumps(machine))
        assert (again.name, again.frame, again.hash()) == (machine.name, 60, machine.hash())
        assert sorted(again.symbols) == sorted(machine.symbols)
        for each in (machine, again):
            each.stick("right")
            each.run(60)
        assert again.hash() == machine.hash(), machine.name
        for each in (machine, again):
            each.power_cycle()
            each.run(60)
        assert again.hash() == machine.hash(), machine.name


def played_on(machine: Machine) -> tuple[Machine, int]:
    machine.run(10)
    return machine, machine.hash()


def test_machines_go_to_other_processes_and_come_back() -> None:
    machine = Machine.from_source(COUNTER)
    machine.run_until("pc == &start")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        [(there, hashed)] = pool.map(played_on, [machine])
    assert there.hash() == hashed == played_on(machine)[1]
    assert there.address("counter") == 0x80


def test_help_describes_everything() -> None:
    silent = []
    for name in front800.__all__:
        thing = getattr(front800, name)
        members = [(name, thing)]
        if isinstance(thing, type) and not issubclass(thing, BaseException):
            members += [(f"{name}.{key}", value) for key, value in vars(thing).items() if not key.startswith("_")]
        silent += [key for key, value in members if not inspect.getdoc(value)]
    assert silent == []
    assert str(inspect.getdoc(Machine.run)).startswith("Runs until `frames` frames have ended.")


def test_values_of_no_kind_that_is_expected_are_told(tmp_path: pathlib.Path) -> None:
    machine = Machine()
    for refused, what in [
        (lambda: machine.peek(1.5), "1.5: expected an address: a number from 0 to 65535, or a label"),
        (lambda: machine.stop_at(read=[[1, 2]]), r"\[1, 2\]: expected an address, or a pair"),
        (lambda: machine.insert_disk(5), "5: expected a file, or the bytes of one"),
        (lambda: Assembler().assemble("", files={"a": 5}), "5: expected a text, or bytes"),
    ]:
        with pytest.raises(TypeError, match=what):
            refused()
    for value, what in ((256, r"value 256: expected a byte \(0 to 255\), or several"), ([1] * 99 + [-1], r"\[1, 1, .*…: expected bytes")):
        with pytest.raises(ValueError, match=what):
            machine.poke(0x600, value)
    none = tmp_path / "none"
    for missing in (lambda: machine.insert_disk(none), lambda: Machine(os=none), lambda: machine.screenshot(none / "a.png")):
        with pytest.raises(FileNotFoundError, match="none.*: "):
            missing()
    with pytest.raises(OSError, match="a.jpg: the ending says what is written: expected .png"):
        machine.screenshot(tmp_path / "a.jpg")


def test_one_address_is_stopped_at_as_several_are() -> None:
    machine = Machine.from_source(COUNTER)
    stopped = []
    for write in ("counter", ["counter"], [("counter", "counter")], machine.address("counter")):
        fork = machine.fork()
        fork.stop_at(write=write)
        assert fork.run(200) == "event"
        stopped.append((fork.cycle, fork.events))
    assert all(each == stopped[0] for each in stopped)


def test_numbers_and_controls_that_cannot_be_are_told() -> None:
    machine = Machine()
    for what, refused in (("frames", machine.run), ("cycles", machine.run_cycles), ("instructions", machine.step), ("games", play_campaigns)):
        with pytest.raises(ValueError, match=f"^{what} -1: expected 0 to 18446744073709551615"):
            refused(-1)
    with pytest.raises(InputError, match="^`upp` is no stick position"):
        machine.stick("upp")


def test_labels_that_are_hidden_by_the_machines_names_are_warned_of() -> None:
    machine = Machine.from_source(" org $2000\nframe = $80\nmain inc frame\n jmp main\n run main\n")
    machine.run(100)
    with pytest.warns(UserWarning, match="frame == 103: `frame` is the machine's own there"):
        assert machine.run_until("frame == 103", 5)
    for looks in (lambda: machine.evaluate("frame"), lambda: Lanes(machine, ["stick0 center"], ("features", ["frame"]))):
        with pytest.warns(UserWarning, match="byte\\(&frame\\)"):
            looks()
    with pytest.warns(UserWarning, match="^frame"):
        Lanes(machine, ["stick0 center"], ("features", ["byte(&frame)"]), reward="frame")


def test_a_label_is_its_byte_and_with_an_ampersand_its_address() -> None:
    machine = Machine.from_source(COUNTER)
    machine.run(100)
    assert machine.run_until("pc == &start", 1) and machine.registers["pc"] == machine.address("start")


def test_sound_goes_on_through_runs_of_all_kinds() -> None:
    machine, other = Machine(), Machine()
    for each in (machine, other):
        each.set_sound()
    machine.run(30)
    other.run(10)
    assert not other.run_until("1 == 2", 10)
    other.play("# front800 input 1\n", 10)
    assert machine.hash() == other.hash()
    assert np.array_equal(machine.sound(), other.sound())
