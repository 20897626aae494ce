//! A machine of Python's.

use std::path::PathBuf;
use std::sync::Arc;

use front800::debug::expression::Expression;
use front800::harness::open::Program;
use front800::harness::script::{Script, parse_control};
use front800::harness::session::{Limits, Session, StoppedBy};
use front800::harness::until::Until;
use front800::host::picture::{Area, screenshot};
use front800::inspect::screen;
use front800::inspect::symbols::Symbols;
use front800::machine::{self, Step, Stop, Stops};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::disks::{self, Drives};
use crate::error::{ExpressionError, InputError, Raise, at_file, wrong};
use crate::interrupts::{self, Interrupts, look};
use crate::kinds::of_kinds;
use crate::options::{Held, Keywords};
use crate::pickled::Pickled;
use crate::picture::{self, palette};
use crate::stops::{Address, Addresses, add, event};

/// The array of the memory that was last asked for.
struct Shown {
    bytes: Py<PyArray1<u8>>,
    /// The same, which nobody can write to.
    view: Py<PyAny>,
}

#[doc = doc!("Machine")]
#[pyclass(module = "front800")]
pub struct Machine {
    pub machine: machine::Machine,
    pub program: Arc<Program>,
    /// Names of numbers that the program's instructions use as addresses are those of variables.
    pub symbols: Arc<Symbols>,
    pub drives: Drives,
    shown: Option<Shown>,
}

/// What to put into memory.
enum Bytes {
    Byte(u8),
    Several(Vec<u8>),
}

of_kinds!(Bytes, "a byte (0 to 255), or several", Byte, Several);

/// How a run of a machine ended, as Python is told.
fn name(stop: Stop) -> &'static str {
    match stop {
        Stop::Reached => "reached",
        Stop::Jam => "jam",
        Stop::Event => "event",
    }
}

impl Machine {
    pub fn new(program: Program) -> PyResult<Self> {
        let machine = program.switch_on().map_err(Raise::raise)?;
        let symbols = Arc::new(program.known().symbols);
        Ok(Machine { machine, program: Arc::new(program), symbols, drives: Drives::default(), shown: None })
    }

    /// Another machine with the same program.
    pub fn with_machine(&self, machine: machine::Machine) -> Self {
        let (program, symbols) = (self.program.clone(), self.symbols.clone());
        Machine { machine, program, symbols, drives: self.drives.clone(), shown: None }
    }

    /// The array of the memory shows what is there now.
    fn show(&self, py: Python<'_>) -> PyResult<()> {
        let Some(shown) = &self.shown else { return Ok(()) };
        shown.bytes.bind(py).readwrite().as_slice_mut()?.copy_from_slice(self.machine.memory());
        Ok(())
    }

    /// Does something with the machine while other threads of Python run.
    fn change<T: Send>(
        &mut self,
        py: Python<'_>,
        change: impl FnOnce(&mut machine::Machine) -> T + Send,
    ) -> PyResult<T> {
        let machine = &mut self.machine;
        let changed = py.detach(|| change(machine));
        self.show(py)?;
        Ok(changed)
    }

    fn address(&self, address: Address) -> PyResult<u16> {
        address.find(&self.symbols)
    }

    fn expression(&self, text: &str) -> PyResult<Expression> {
        Expression::parse(text, &self.symbols).map_err(Raise::raise)
    }

    /// Presses and releases what is named by a line of an input script.
    fn touch(&mut self, py: Python<'_>, control: &str) -> PyResult<()> {
        let control = parse_control(control).map_err(Raise::raise)?;
        // A line of a script names nothing that there is not.
        self.change(py, |machine| _ = control.apply(machine))
    }

    /// A part of the machine's past is over: its sound and pictures begin anew.
    fn session(&mut self, py: Python<'_>, script: Script, limits: &Limits) -> PyResult<StoppedBy> {
        self.change(py, |machine| {
            let mut session = Session::new(machine.clone(), script);
            let mut interrupts = Interrupts(Ok(()));
            let stopped = session.run(limits, &mut interrupts);
            *machine = session.into_machine();
            interrupts.0.map(|()| stopped)
        })?
    }
}

#[pymethods]
impl Machine {
    #[new]
    #[pyo3(signature = (program = PathBuf::from("none"), **options))]
    fn open(program: PathBuf, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Machine::new(Keywords::of(options)?.open(&program)?)
    }

    #[doc = doc!("Machine.from_bytes")]
    #[staticmethod]
    #[pyo3(signature = (data, name = "program.xex", **options))]
    fn from_bytes(data: &[u8], name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Machine::new(Keywords::of(options)?.open_bytes(name, data)?)
    }

    #[doc = doc!("Machine.from_source")]
    #[staticmethod]
    #[pyo3(signature = (source, name = "program.asm", **options))]
    fn from_source(source: &str, name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Machine::new(Keywords::of(options)?.open_bytes(name, source.as_bytes())?)
    }

    #[doc = doc!("Machine.name")]
    #[getter]
    fn name(&self) -> &str {
        &self.program.name
    }

    #[doc = doc!("Machine.notes")]
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.program.notes.clone()
    }

    #[doc = doc!("Machine.symbols")]
    #[getter]
    fn symbols(&self) -> Vec<(String, u16)> {
        self.symbols.iter().map(|symbol| (symbol.name.clone(), symbol.value)).collect()
    }

    #[doc = doc!("Machine.frame")]
    #[getter]
    fn frame(&self) -> u64 {
        self.machine.frame_number()
    }

    #[doc = doc!("Machine.cycle")]
    #[getter]
    fn cycle(&self) -> u64 {
        self.machine.cycle()
    }

    #[doc = doc!("Machine.cpu_cycles")]
    #[getter]
    fn cpu_cycles(&self) -> u64 {
        self.machine.cpu_cycles()
    }

    #[doc = doc!("Machine.beam")]
    #[getter]
    fn beam(&self) -> (u32, u32) {
        (self.machine.line(), self.machine.line_cycle())
    }

    #[doc = doc!("Machine.registers")]
    #[getter]
    fn registers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let cpu = self.machine.cpu();
        let registers = PyDict::new(py);
        registers.set_item("pc", cpu.pc)?;
        for (name, value) in [("a", cpu.a), ("x", cpu.x), ("y", cpu.y), ("s", cpu.s), ("p", cpu.p)] {
            registers.set_item(name, value)?;
        }
        Ok(registers)
    }

    #[doc = doc!("Machine.set_registers")]
    #[pyo3(signature = (*, pc = None, a = None, x = None, y = None, s = None, p = None))]
    fn set_registers(
        &mut self,
        pc: Option<Address>,
        a: Option<u8>,
        x: Option<u8>,
        y: Option<u8>,
        s: Option<u8>,
        p: Option<u8>,
    ) -> PyResult<()> {
        let pc = pc.map(|pc| self.address(pc)).transpose()?;
        let cpu = self.machine.cpu_mut();
        cpu.pc = pc.unwrap_or(cpu.pc);
        cpu.a = a.unwrap_or(cpu.a);
        cpu.x = x.unwrap_or(cpu.x);
        cpu.y = y.unwrap_or(cpu.y);
        cpu.s = s.unwrap_or(cpu.s);
        cpu.p = p.unwrap_or(cpu.p);
        Ok(())
    }

    #[doc = doc!("Machine.run")]
    #[pyo3(signature = (frames = 1))]
    fn run(&mut self, py: Python<'_>, frames: u64) -> PyResult<&'static str> {
        self.change(py, |machine| {
            for frame in 1..=frames {
                match machine.run_frame() {
                    Stop::Reached if frame.is_multiple_of(interrupts::FRAMES) => look()?,
                    Stop::Reached => {}
                    stopped => return Ok(name(stopped)),
                }
            }
            Ok(name(Stop::Reached))
        })?
    }

    #[doc = doc!("Machine.run_cycles")]
    fn run_cycles(&mut self, py: Python<'_>, cycles: u64) -> PyResult<&'static str> {
        self.change(py, |machine| {
            let end = machine.cycle().saturating_add(cycles);
            loop {
                let stopped =
                    machine.run_to_cycle(end.min(machine.cycle().saturating_add(interrupts::CYCLES)));
                if stopped != Stop::Reached || machine.cycle() >= end {
                    return Ok(name(stopped));
                }
                look()?;
            }
        })?
    }

    #[doc = doc!("Machine.run_until")]
    #[pyo3(signature = (condition, frames = 3600))]
    fn run_until(&mut self, py: Python<'_>, condition: &str, frames: u64) -> PyResult<bool> {
        let until = Until::parse(condition, &self.symbols).map_err(Raise::raise)?;
        if until.holds(&self.machine) {
            return Ok(true);
        }
        let limits = Limits { until: vec![until], ..Limits::frames(frames) };
        let stopped = self.session(py, Script::default(), &limits)?;
        Ok(matches!(stopped, StoppedBy::Until | StoppedBy::Pc))
    }

    #[doc = doc!("Machine.play")]
    fn play(&mut self, py: Python<'_>, script: &str, frames: u64) -> PyResult<&'static str> {
        let script = Script::parse(script).map_err(Raise::raise)?;
        if let Some(disk) = script.disks.first() {
            let message = format!(
                "a script that is played here names no disks, and this one names `{disk}`: `insert_disk` puts one in"
            );
            return Err(InputError::new_err(message));
        }
        let stopped = self.session(py, script, &Limits::frames(frames))?;
        Ok(name(if stopped == StoppedBy::Jam { Stop::Jam } else { Stop::Reached }))
    }

    #[doc = doc!("Machine.step")]
    #[pyo3(signature = (instructions = 1))]
    fn step(&mut self, py: Python<'_>, instructions: u64) -> PyResult<&'static str> {
        self.change(py, |machine| {
            let mut last = Step::Instruction;
            for instruction in 1..=instructions {
                last = machine.step();
                if instruction.is_multiple_of(interrupts::INSTRUCTIONS) {
                    look()?;
                }
            }
            Ok(match last {
                Step::Instruction => "instruction",
                Step::Nmi => "nmi",
                Step::Irq => "irq",
                Step::Jam => "jam",
            })
        })?
    }

    #[doc = doc!("Machine.stop_at")]
    #[pyo3(signature = (*, execute = Vec::new(), opcode = Vec::new(), read = Vec::new(), write = Vec::new(), change = Vec::new(),
                        fetch = Vec::new(), beam = Vec::new(), nmi = false, irq = false, stack_wrap = false))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of its own")]
    fn stop_at(
        &mut self,
        execute: Vec<Addresses>,
        opcode: Vec<u8>,
        read: Vec<Addresses>,
        write: Vec<Addresses>,
        change: Vec<Addresses>,
        fetch: Vec<Addresses>,
        beam: Vec<(u32, u32)>,
        nmi: bool,
        irq: bool,
        stack_wrap: bool,
    ) -> PyResult<()> {
        let mut stops = Stops::default();
        let symbols = &self.symbols;
        add(&mut stops, symbols, execute, Stops::on_execute)?;
        if !opcode.is_empty() {
            stops.on_opcodes(|code| opcode.contains(&code));
        }
        add(&mut stops, symbols, read, Stops::on_read)?;
        add(&mut stops, symbols, write, Stops::on_write)?;
        add(&mut stops, symbols, change, Stops::on_change)?;
        add(&mut stops, symbols, fetch, Stops::on_fetch)?;
        let lines = self.machine.video().lines();
        for (line, cycle) in beam {
            if line >= lines || cycle >= machine::LINE_CYCLES {
                let most = machine::LINE_CYCLES - 1;
                return Err(wrong(format!(
                    "beam {line}, {cycle}: expected lines 0 to {}, cycles 0 to {most}",
                    lines - 1
                )));
            }
            stops.on_beam(line, cycle);
        }
        for (wanted, on) in
            [(nmi, Stops::on_nmi as fn(&mut Stops)), (irq, Stops::on_irq), (stack_wrap, Stops::on_stack_wrap)]
        {
            if wanted {
                on(&mut stops);
            }
        }
        self.machine.set_stops(Some(stops));
        Ok(())
    }

    #[doc = doc!("Machine.stop_at_nothing")]
    fn stop_at_nothing(&mut self) {
        self.machine.set_stops(None);
    }

    #[doc = doc!("Machine.events")]
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.machine.events().iter().map(|happened| event(py, happened)).collect()
    }

    #[doc = doc!("Machine.address")]
    #[pyo3(name = "address")]
    fn find_address(&self, address: Address) -> PyResult<u16> {
        self.address(address)
    }

    #[doc = doc!("Machine.peek")]
    fn peek(&self, address: Address) -> PyResult<u8> {
        Ok(self.machine.peek(self.address(address)?))
    }

    #[doc = doc!("Machine.poke")]
    fn poke(&mut self, py: Python<'_>, address: Address, value: Bytes) -> PyResult<()> {
        let start = self.address(address)?;
        let bytes = match value {
            Bytes::Byte(byte) => vec![byte],
            Bytes::Several(bytes) => bytes,
        };
        if bytes.len() > 0x10000 - usize::from(start) {
            return Err(wrong(format!("{} bytes from ${start:04X} on: memory ends at $FFFF", bytes.len())));
        }
        for (offset, byte) in (0..).zip(bytes) {
            self.machine.poke(start + offset, byte);
        }
        self.show(py)
    }

    #[doc = doc!("Machine.evaluate")]
    fn evaluate(&self, expression: &str) -> PyResult<i64> {
        let value = self.expression(expression)?.value(&self.machine, 0);
        value.map_err(|error| ExpressionError::new_err(error.to_string()))
    }

    #[doc = doc!("Machine.memory")]
    #[getter]
    fn memory(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if let Some(shown) = &self.shown {
            return Ok(shown.view.clone_ref(py));
        }
        let bytes = PyArray1::from_slice(py, self.machine.memory());
        let view = bytes.call_method0("view")?;
        view.getattr("flags")?.setattr("writeable", false)?;
        let view = view.unbind();
        self.shown = Some(Shown { bytes: bytes.unbind(), view: view.clone_ref(py) });
        Ok(view)
    }

    #[doc = doc!("Machine.picture")]
    #[getter]
    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        picture::array(py, self.machine.share_picture())
    }

    #[doc = doc!("Machine.screen")]
    #[pyo3(signature = (pixels = "rgb", shrink = 1))]
    fn screen<'py>(&self, py: Python<'py>, pixels: &str, shrink: usize) -> PyResult<Bound<'py, PyAny>> {
        let seen = picture::screen(pixels, shrink, self.machine.video())?;
        picture::array_of(py, &seen, &self.machine, self.machine.picture())
    }

    #[doc = doc!("Machine.screenshot")]
    fn screenshot(&self, path: PathBuf) -> PyResult<()> {
        let palette = palette(self.machine.video());
        screenshot(&path, self.machine.picture(), Area::Visible, &palette)
            .map_err(|error| at_file(&path, &error))
    }

    #[doc = doc!("Machine.palette")]
    #[getter]
    fn palette<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let palette = palette(self.machine.video());
        let colours: Vec<u8> = (0..=255).flat_map(|index| palette.rgb(index)).collect();
        PyArray1::from_vec(py, colours).call_method1("reshape", (256, 3))
    }

    #[doc = doc!("Machine.text")]
    #[getter]
    fn text(&self) -> String {
        screen::text(&self.machine)
    }

    #[doc = doc!("Machine.set_drawing")]
    #[pyo3(signature = (on = true))]
    fn set_drawing(&mut self, on: bool) {
        self.machine.set_drawing(on);
    }

    #[doc = doc!("Machine.set_sound")]
    #[pyo3(signature = (rate = Some(44_100)))]
    fn set_sound(&mut self, rate: Option<u32>) -> PyResult<()> {
        if rate.is_some_and(|rate| !(8_000..=192_000).contains(&rate)) {
            return Err(wrong("a rate of samples: expected 8000 to 192000 hertz, or None"));
        }
        self.machine.set_audio(rate);
        Ok(())
    }

    #[doc = doc!("Machine.sound")]
    fn sound<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i16>> {
        let mut samples = Vec::new();
        self.machine.take_audio(&mut samples);
        PyArray1::from_vec(py, samples)
    }

    #[doc = doc!("Machine.input")]
    #[pyo3(name = "input")]
    fn input_line(&mut self, py: Python<'_>, control: &str) -> PyResult<()> {
        self.touch(py, control)
    }

    #[doc = doc!("Machine.stick")]
    #[pyo3(signature = (state = "center", port = 0))]
    fn stick(&mut self, py: Python<'_>, state: &str, port: u8) -> PyResult<()> {
        self.touch(py, &format!("stick{port} {state}"))
    }

    #[doc = doc!("Machine.console")]
    #[pyo3(signature = (state = "none"))]
    fn console(&mut self, py: Python<'_>, state: &str) -> PyResult<()> {
        self.touch(py, &format!("console {state}"))
    }

    #[doc = doc!("Machine.keys")]
    #[pyo3(signature = (state = "none"))]
    fn keys(&mut self, py: Python<'_>, state: &str) -> PyResult<()> {
        self.touch(py, &format!("key {state}"))
    }

    #[doc = doc!("Machine.paddle")]
    fn paddle(&mut self, py: Python<'_>, number: u8, position: u8) -> PyResult<()> {
        self.touch(py, &format!("paddle{number} {position}"))
    }

    #[doc = doc!("Machine.pen")]
    #[pyo3(signature = (state = "none", port = 0))]
    fn pen(&mut self, py: Python<'_>, state: &str, port: u8) -> PyResult<()> {
        self.touch(py, &format!("pen{port} {state}"))
    }

    #[doc = doc!("Machine.reset_key")]
    #[pyo3(signature = (held = true))]
    fn reset_key(&mut self, held: bool) {
        self.machine.set_reset_key(held);
    }

    #[doc = doc!("Machine.power_cycle")]
    fn power_cycle(&mut self, py: Python<'_>) -> PyResult<()> {
        self.change(py, machine::Machine::power_cycle)
    }

    #[doc = doc!("Machine.insert_disk")]
    #[pyo3(signature = (disk, drive = 1))]
    fn insert_disk(&mut self, disk: Option<Held>, drive: usize) -> PyResult<Vec<String>> {
        self.drives.insert(&mut self.machine, drive, disk.as_ref())
    }

    #[doc = doc!("Machine.disk")]
    #[pyo3(signature = (drive = 1))]
    fn disk<'py>(&mut self, py: Python<'py>, drive: usize) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(disks::file(&mut self.machine, drive)?.map(|bytes| PyBytes::new(py, &bytes)))
    }

    #[doc = doc!("Machine.set_fast_disk")]
    #[pyo3(signature = (on = true))]
    fn set_fast_disk(&mut self, on: bool) {
        self.drives.set_fast(&mut self.machine, on);
    }

    #[doc = doc!("Machine.save")]
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let state = py.detach(|| self.machine.save());
        PyBytes::new(py, &state)
    }

    #[doc = doc!("Machine.restore")]
    fn restore(&mut self, py: Python<'_>, state: &[u8]) -> PyResult<()> {
        self.change(py, |machine| machine.load(state))?.map_err(Raise::raise)
    }

    #[doc = doc!("Machine.fork")]
    fn fork(&self, py: Python<'_>) -> Self {
        self.with_machine(py.detach(|| self.machine.clone()))
    }

    /// For `pickle`: what makes such a machine again, in another process, too.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        Ok((py.import("front800._front800")?.getattr("machine_again")?, Pickled::of(self, py)?))
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.fork(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.fork(py)
    }

    #[doc = doc!("Machine.hash")]
    fn hash(&self) -> u64 {
        self.machine.hash()
    }

    #[doc = doc!("Machine.describe")]
    fn describe(&self) -> String {
        self.machine.describe()
    }

    fn __repr__(&self) -> String {
        let (line, cycle) = (self.machine.line(), self.machine.line_cycle());
        let (name, frame) = (&self.program.name, self.machine.frame_number());
        format!("<front800.Machine {name}: frame {frame}, line {line}, cycle {cycle}>")
    }
}
