//! The Python class `Machine`.

use std::path::PathBuf;
use std::sync::Arc;

use front800::harness::open::Program;
use front800::harness::script::{Script, parse_control};
use front800::harness::session::{Limits, StoppedBy};
use front800::harness::until::Until;
use front800::host::disks::printed;
use front800::inspect::screen;
use front800::inspect::symbols::Symbols;
use front800::machine::{self, Stop, Stops};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arguments;
use crate::busy::{alone, shared};
use crate::disks::{self, Drives};
use crate::error::{ExpressionError, InputError, Raise, at_file};
use crate::expressions::{parsed, warn};
use crate::kinds::Octets;
use crate::memory::{self, Bytes, Memory};
use crate::options::{Held, Keywords};
use crate::pickled::Pickled;
use crate::picture;
use crate::registers;
use crate::runs;
use crate::stops::{self, Address, Beam, Places, add, beams, event};

#[doc = doc!("Machine")]
#[pyclass(module = "front800")]
pub struct Machine {
    pub machine: machine::Machine,
    pub program: Arc<Program>,
    /// The program's labels. Constants that its instructions use as addresses count as labels of variables.
    pub symbols: Arc<Symbols>,
    pub drives: Drives,
    memory: Memory,
}

impl Machine {
    pub fn new(program: Program) -> PyResult<Self> {
        let machine = program.switch_on().map_err(Raise::raise)?;
        let symbols = Arc::new(program.known().symbols);
        Ok(Machine {
            machine,
            program: Arc::new(program),
            symbols,
            drives: Drives::default(),
            memory: Memory::default(),
        })
    }

    /// Another machine with the same program.
    pub fn with_machine(&self, machine: machine::Machine) -> Self {
        let (program, symbols) = (self.program.clone(), self.symbols.clone());
        Machine { machine, program, symbols, drives: self.drives.clone(), memory: Memory::default() }
    }

    /// Changes the machine with the global interpreter lock released, then updates the memory array.
    fn change<T: Send>(
        &mut self,
        py: Python<'_>,
        change: impl FnOnce(&mut machine::Machine) -> T + Send,
    ) -> PyResult<T> {
        let machine = &mut self.machine;
        let changed = py.detach(|| change(machine));
        self.memory.show(py, &self.machine)?;
        Ok(changed)
    }

    fn address(&self, address: Address) -> PyResult<u16> {
        address.find(&self.symbols)
    }

    /// Sets a control, given as in a line of an input script.
    fn touch(&mut self, py: Python<'_>, control: &str) -> PyResult<()> {
        // The error's line and column are meaningless here, so only its message is used.
        let control = parse_control(control).map_err(|error| InputError::new_err(error.message))?;
        // The parser accepts only controls that exist, so the result can be ignored.
        self.change(py, |machine| _ = control.apply(machine))
    }
}

#[pymethods]
impl Machine {
    #[new]
    #[pyo3(signature = (program = PathBuf::from("none"), **options))]
    fn open(py: Python<'_>, program: PathBuf, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let keywords = Keywords::of(options)?;
        py.detach(|| Machine::new(keywords.open(&program)?))
    }

    #[doc = doc!("Machine.from_bytes")]
    #[staticmethod]
    #[pyo3(signature = (data, name = "program.xex", **options))]
    fn from_bytes(
        py: Python<'_>,
        data: Octets,
        name: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let keywords = Keywords::of(options)?;
        py.detach(|| Machine::new(keywords.open_bytes(name, &data.0)?))
    }

    #[doc = doc!("Machine.from_source")]
    #[staticmethod]
    #[pyo3(signature = (source, name = "program.asm", **options))]
    fn from_source(
        py: Python<'_>,
        source: &str,
        name: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let keywords = Keywords::of(options)?;
        py.detach(|| Machine::new(keywords.open_bytes(name, source.as_bytes())?))
    }

    #[doc = doc!("Machine.name")]
    #[getter]
    fn name(slf: &Bound<'_, Self>) -> PyResult<String> {
        let this = &*shared(slf)?;
        Ok(this.program.name.clone())
    }

    #[doc = doc!("Machine.notes")]
    #[getter]
    fn notes(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        let this = &*shared(slf)?;
        Ok(this.program.notes.clone())
    }

    #[doc = doc!("Machine.symbols")]
    #[getter]
    fn symbols(slf: &Bound<'_, Self>) -> PyResult<Vec<(String, u16)>> {
        let this = &*shared(slf)?;
        Ok(this.symbols.iter().map(|symbol| (symbol.name.clone(), symbol.value)).collect())
    }

    #[doc = doc!("Machine.frame")]
    #[getter]
    fn frame(slf: &Bound<'_, Self>) -> PyResult<u64> {
        let this = &*shared(slf)?;
        Ok(this.machine.frame_number())
    }

    #[doc = doc!("Machine.cycle")]
    #[getter]
    fn cycle(slf: &Bound<'_, Self>) -> PyResult<u64> {
        let this = &*shared(slf)?;
        Ok(this.machine.cycle())
    }

    #[doc = doc!("Machine.cpu_cycles")]
    #[getter]
    fn cpu_cycles(slf: &Bound<'_, Self>) -> PyResult<u64> {
        let this = &*shared(slf)?;
        Ok(this.machine.cpu_cycles())
    }

    #[doc = doc!("Machine.beam")]
    #[getter]
    fn beam(slf: &Bound<'_, Self>) -> PyResult<(u32, u32)> {
        let this = &*shared(slf)?;
        Ok((this.machine.line(), this.machine.line_cycle()))
    }

    #[doc = doc!("Machine.registers")]
    #[getter]
    fn registers<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let this = &*shared(slf)?;
        registers::read(py, this.machine.cpu())
    }

    #[doc = doc!("Machine.set_registers")]
    #[pyo3(signature = (*, pc = None, a = None, x = None, y = None, s = None, p = None))]
    fn set_registers(
        slf: &Bound<'_, Self>,
        pc: Option<Address>,
        #[pyo3(from_py_with = arguments::a)] a: Option<u8>,
        #[pyo3(from_py_with = arguments::x)] x: Option<u8>,
        #[pyo3(from_py_with = arguments::y)] y: Option<u8>,
        #[pyo3(from_py_with = arguments::s)] s: Option<u8>,
        #[pyo3(from_py_with = arguments::p)] p: Option<u8>,
    ) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        let pc = pc.map(|pc| this.address(pc)).transpose()?;
        registers::write(this.machine.cpu_mut(), pc, [a, x, y, s, p]);
        Ok(())
    }

    #[doc = doc!("Machine.run")]
    #[pyo3(signature = (frames = 1))]
    fn run(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::frames)] frames: u64,
    ) -> PyResult<&'static str> {
        let this = &mut *alone(slf)?;
        this.change(py, |machine| runs::frames(machine, frames))?
    }

    #[doc = doc!("Machine.run_cycles")]
    fn run_cycles(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::cycles)] cycles: u64,
    ) -> PyResult<&'static str> {
        let this = &mut *alone(slf)?;
        this.change(py, |machine| runs::cycles(machine, cycles))?
    }

    #[doc = doc!("Machine.run_until")]
    #[pyo3(signature = (condition, frames = 3600))]
    fn run_until(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        condition: &str,
        #[pyo3(from_py_with = arguments::frames)] frames: u64,
    ) -> PyResult<bool> {
        let this = &mut *alone(slf)?;
        let until = Until::parse(condition, &this.symbols).map_err(Raise::raise)?;
        if let Until::True(expression) = &until {
            warn(py, condition, expression, &this.symbols)?;
        }
        if until.holds(&this.machine) {
            return Ok(true);
        }
        let limits = Limits { until: vec![until], ..Limits::frames(frames) };
        let stopped = this.change(py, |machine| runs::session(machine, Script::default(), &limits))??;
        Ok(matches!(stopped, StoppedBy::Until | StoppedBy::Pc))
    }

    #[doc = doc!("Machine.play")]
    fn play(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        script: &str,
        #[pyo3(from_py_with = arguments::frames)] frames: u64,
    ) -> PyResult<&'static str> {
        let this = &mut *alone(slf)?;
        let script = runs::script(script)?;
        let stopped =
            this.change(py, |machine| runs::session(machine, script, &Limits::frames(frames)))??;
        Ok(runs::name(if stopped == StoppedBy::Jam { Stop::Jam } else { Stop::Reached }))
    }

    #[doc = doc!("Machine.step")]
    #[pyo3(signature = (instructions = 1))]
    fn step(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::instructions)] instructions: u64,
    ) -> PyResult<&'static str> {
        let this = &mut *alone(slf)?;
        this.change(py, |machine| runs::instructions(machine, instructions))?
    }

    #[doc = doc!("Machine.stop_at")]
    #[pyo3(signature = (*, execute = Places::default(), opcode = Vec::new(), read = Places::default(), write = Places::default(),
                        change = Places::default(), fetch = Places::default(), beam = Vec::new(), nmi = false, irq = false, stack_wrap = false))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of its own")]
    fn stop_at(
        slf: &Bound<'_, Self>,
        execute: Places,
        #[pyo3(from_py_with = arguments::opcodes)] opcode: Vec<u8>,
        read: Places,
        write: Places,
        change: Places,
        fetch: Places,
        beam: Vec<Beam<'_>>,
        nmi: bool,
        irq: bool,
        stack_wrap: bool,
    ) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        let mut stops = Stops::default();
        let symbols = &this.symbols;
        add(&mut stops, symbols, execute, Stops::on_execute)?;
        if !opcode.is_empty() {
            stops.on_opcodes(|code| opcode.contains(&code));
        }
        add(&mut stops, symbols, read, Stops::on_read)?;
        add(&mut stops, symbols, write, Stops::on_write)?;
        add(&mut stops, symbols, change, Stops::on_change)?;
        add(&mut stops, symbols, fetch, Stops::on_fetch)?;
        beams(&mut stops, &this.machine, beam)?;
        for (wanted, on) in
            [(nmi, Stops::on_nmi as fn(&mut Stops)), (irq, Stops::on_irq), (stack_wrap, Stops::on_stack_wrap)]
        {
            if wanted {
                on(&mut stops);
            }
        }
        stops::replace(&mut this.machine, stops);
        Ok(())
    }

    #[doc = doc!("Machine.stop_at_nothing")]
    fn stop_at_nothing(slf: &Bound<'_, Self>) -> PyResult<()> {
        alone(slf)?.machine.set_stops(None);
        Ok(())
    }

    #[doc = doc!("Machine.events")]
    #[getter]
    fn events<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let this = &*shared(slf)?;
        this.machine.events().iter().map(|happened| event(py, happened)).collect()
    }

    #[doc = doc!("Machine.address")]
    #[pyo3(name = "address")]
    fn find_address(slf: &Bound<'_, Self>, address: Address) -> PyResult<u16> {
        let this = &*shared(slf)?;
        this.address(address)
    }

    #[doc = doc!("Machine.peek")]
    fn peek(slf: &Bound<'_, Self>, address: Address) -> PyResult<u8> {
        let this = &*shared(slf)?;
        Ok(this.machine.peek(this.address(address)?))
    }

    #[doc = doc!("Machine.poke")]
    fn poke(slf: &Bound<'_, Self>, py: Python<'_>, address: Address, value: Bytes) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        let start = this.address(address)?;
        memory::poke(&mut this.machine, start, value)?;
        this.memory.show(py, &this.machine)
    }

    #[doc = doc!("Machine.evaluate")]
    fn evaluate(slf: &Bound<'_, Self>, expression: &str) -> PyResult<i64> {
        let this = &*shared(slf)?;
        let value = parsed(slf.py(), expression, &this.symbols)?.value(&this.machine, 0);
        value.map_err(|error| ExpressionError::new_err(error.to_string()))
    }

    #[doc = doc!("Machine.memory")]
    #[getter]
    fn memory(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let this = &mut *alone(slf)?;
        this.memory.array(py, &this.machine)
    }

    #[doc = doc!("Machine.picture")]
    #[getter]
    fn picture<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let this = &*shared(slf)?;
        picture::array(py, this.machine.share_picture())
    }

    #[doc = doc!("Machine.screen")]
    #[pyo3(signature = (pixels = "rgb", shrink = 1))]
    fn screen<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        pixels: &str,
        #[pyo3(from_py_with = arguments::shrink)] shrink: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let this = &*shared(slf)?;
        let seen = picture::screen(pixels, shrink, this.machine.video())?;
        picture::array_of(py, &seen, &this.machine, this.machine.picture())
    }

    #[doc = doc!("Machine.screenshot")]
    fn screenshot(slf: &Bound<'_, Self>, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let machine = &shared(slf)?.machine;
        py.detach(|| picture::write(&path, machine)).map_err(|error| at_file(&path, &error))
    }

    #[doc = doc!("Machine.frame_rate")]
    #[getter]
    fn frame_rate(slf: &Bound<'_, Self>) -> PyResult<f64> {
        let this = &*shared(slf)?;
        Ok(this.machine.video().frame_rate())
    }

    #[doc = doc!("Machine.palette")]
    #[getter]
    fn palette<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let this = &*shared(slf)?;
        picture::colours(py, this.machine.video())
    }

    #[doc = doc!("Machine.text")]
    #[getter]
    fn text(slf: &Bound<'_, Self>) -> PyResult<String> {
        let this = &*shared(slf)?;
        Ok(screen::text(&this.machine))
    }

    #[doc = doc!("Machine.set_drawing")]
    #[pyo3(signature = (on = true))]
    fn set_drawing(slf: &Bound<'_, Self>, on: bool) -> PyResult<()> {
        alone(slf)?.machine.set_drawing(on);
        Ok(())
    }

    #[doc = doc!("Machine.set_sound")]
    #[pyo3(signature = (rate = Some(44_100)))]
    fn set_sound(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = arguments::rate)] rate: Option<u32>,
    ) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.machine.set_audio(rate);
        Ok(())
    }

    #[doc = doc!("Machine.sound")]
    fn sound<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let this = &mut *alone(slf)?;
        let mut samples = Vec::new();
        this.machine.take_audio(&mut samples);
        Ok(PyArray1::from_vec(py, samples))
    }

    #[doc = doc!("Machine.input")]
    #[pyo3(name = "input")]
    fn input_line(slf: &Bound<'_, Self>, py: Python<'_>, control: &str) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.touch(py, control)
    }

    #[doc = doc!("Machine.stick")]
    #[pyo3(signature = (state = "center", port = 0))]
    fn stick(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        state: &str,
        #[pyo3(from_py_with = arguments::port)] port: u8,
    ) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.touch(py, &format!("stick{port} {state}"))
    }

    #[doc = doc!("Machine.console")]
    #[pyo3(signature = (state = "none"))]
    fn console(slf: &Bound<'_, Self>, py: Python<'_>, state: &str) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.touch(py, &format!("console {state}"))
    }

    #[doc = doc!("Machine.keys")]
    #[pyo3(signature = (state = "none"))]
    fn keys(slf: &Bound<'_, Self>, py: Python<'_>, state: &str) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.touch(py, &format!("key {state}"))
    }

    #[doc = doc!("Machine.paddle")]
    fn paddle(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::paddle)] number: u8,
        #[pyo3(from_py_with = arguments::position)] position: u8,
    ) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.touch(py, &format!("paddle{number} {position}"))
    }

    #[doc = doc!("Machine.pen")]
    #[pyo3(signature = (state = "none", port = 0))]
    fn pen(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        state: &str,
        #[pyo3(from_py_with = arguments::port)] port: u8,
    ) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.touch(py, &format!("pen{port} {state}"))
    }

    #[doc = doc!("Machine.reset_key")]
    #[pyo3(signature = (held = true))]
    fn reset_key(slf: &Bound<'_, Self>, held: bool) -> PyResult<()> {
        alone(slf)?.machine.set_reset_key(held);
        Ok(())
    }

    #[doc = doc!("Machine.power_cycle")]
    fn power_cycle(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.change(py, machine::Machine::power_cycle)
    }

    #[doc = doc!("Machine.insert_disk")]
    #[pyo3(signature = (disk, drive = 1))]
    fn insert_disk(
        slf: &Bound<'_, Self>,
        disk: Option<Held>,
        #[pyo3(from_py_with = arguments::drive)] drive: usize,
    ) -> PyResult<Vec<String>> {
        let this = &mut *alone(slf)?;
        this.drives.insert(&mut this.machine, drive, disk.as_ref())
    }

    #[doc = doc!("Machine.connect_drive")]
    #[pyo3(signature = (model = None, drive = 1))]
    fn connect_drive(
        slf: &Bound<'_, Self>,
        model: Option<&str>,
        #[pyo3(from_py_with = arguments::drive)] drive: usize,
    ) -> PyResult<Vec<String>> {
        disks::connect(&mut alone(slf)?.machine, drive, model)
    }

    #[doc = doc!("Machine.connect_printer")]
    fn connect_printer(slf: &Bound<'_, Self>) -> PyResult<()> {
        alone(slf)?.machine.connect_printer();
        Ok(())
    }

    #[doc = doc!("Machine.printed")]
    fn printed(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(printed(&mut alone(slf)?.machine))
    }

    #[doc = doc!("Machine.disk")]
    #[pyo3(signature = (drive = 1))]
    fn disk<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::drive)] drive: usize,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let this = &mut *alone(slf)?;
        Ok(disks::file(&mut this.machine, drive)?.map(|bytes| PyBytes::new(py, &bytes)))
    }

    #[doc = doc!("Machine.set_fast_disk")]
    #[pyo3(signature = (on = true))]
    fn set_fast_disk(slf: &Bound<'_, Self>, on: bool) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.drives.set_fast(&mut this.machine, on);
        Ok(())
    }

    #[doc = doc!("Machine.save")]
    fn save<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let this = &*shared(slf)?;
        let state = py.detach(|| this.machine.save());
        Ok(PyBytes::new(py, &state))
    }

    #[doc = doc!("Machine.restore")]
    fn restore(slf: &Bound<'_, Self>, py: Python<'_>, state: Octets) -> PyResult<()> {
        let this = &mut *alone(slf)?;
        this.change(py, |machine| stops::restore(machine, &state.0))?.map_err(Raise::raise)
    }

    #[doc = doc!("Machine.fork")]
    fn fork(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Self> {
        let this = &*shared(slf)?;
        Ok(this.with_machine(py.detach(|| this.machine.clone())))
    }

    /// For `pickle`: the function and arguments that recreate the machine, also in another process.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let this = &*shared(slf)?;
        Ok((py.import("front800._front800")?.getattr("machine_again")?, Pickled::of(this, py)?))
    }

    fn __copy__(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Self> {
        Self::fork(slf, py)
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::fork(slf, py)
    }

    #[doc = doc!("Machine.hash")]
    fn hash(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<u64> {
        let machine = &shared(slf)?.machine;
        Ok(py.detach(|| machine.hash()))
    }

    #[doc = doc!("Machine.describe")]
    fn describe(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<String> {
        let machine = &shared(slf)?.machine;
        Ok(py.detach(|| machine.describe()))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let Ok(this) = shared(slf) else {
            return Ok("<front800.Machine: in the middle of a call>".to_string());
        };
        let (line, cycle) = (this.machine.line(), this.machine.line_cycle());
        let (name, frame) = (&this.program.name, this.machine.frame_number());
        Ok(format!("<front800.Machine {name}: frame {frame}, line {line}, cycle {cycle}>"))
    }
}
