//! The options with which a program is opened.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use front800::assembler::defined;
use front800::files;
use front800::harness::open::{self, File, Form, IdleOption, Options, Program};
use front800::host::sidecars::Sidecars;
use front800::machine::{Config, Ram, Video};
use front800::titles::shelf::SHELF;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments;
use crate::error::{Raise, at_file, wrong};
use crate::files::{below, beside};
use crate::kinds::{Octets, is_beyond, number, number_or_none, of_kinds, several, shown, unexpected};

/// The content of a file, given as bytes or as a path.
pub enum Held {
    /// The bytes.
    Bytes(Octets),
    /// The file.
    File(PathBuf),
}

of_kinds!(Held, "a file, or the bytes of one", Bytes, File);

impl Held {
    /// The name for error messages, and the bytes.
    pub fn read(&self, option: &str) -> PyResult<(String, Vec<u8>)> {
        Ok(match self {
            Held::Bytes(Octets(bytes)) => (option.to_string(), bytes.clone()),
            Held::File(path) => (path.to_string_lossy().into_owned(), read(path)?),
        })
    }
}

/// The bytes of a file.
pub fn read(path: &Path) -> PyResult<Vec<u8>> {
    files::read(path, files::MOST_BYTES).map_err(|error| at_file(path, &error))
}

/// The keyword arguments that describe the machine and how the program is opened.
pub struct Keywords {
    ram: Ram,
    pal: bool,
    seed: u64,
    cartridge: bool,
    cart_type: Option<u32>,
    os: Option<Held>,
    basic: Option<Held>,
    right_cart: Option<Held>,
    allow_read: Vec<PathBuf>,
    defines: BTreeMap<String, i64>,
    include: Vec<String>,
}

impl Default for Keywords {
    fn default() -> Self {
        Keywords {
            ram: Options::default().ram,
            pal: false,
            seed: 0,
            cartridge: false,
            cart_type: None,
            os: None,
            basic: None,
            right_cart: None,
            allow_read: Vec::new(),
            defines: BTreeMap::new(),
            include: Vec::new(),
        }
    }
}

/// The names of all keyword arguments.
const KEYWORDS: &str =
    "ram, pal, seed, cartridge, cart_type, os, basic, right_cart, allow_read, defines, include";

impl Keywords {
    /// Converts the keyword arguments of a call.
    pub fn of(given: Option<&Bound<'_, PyDict>>) -> PyResult<Keywords> {
        let mut keywords = Keywords::default();
        for (name, value) in given.into_iter().flatten() {
            let name: String = name.extract()?;
            match name.as_str() {
                "ram" => keywords.ram = ram(&value)?,
                "pal" => keywords.pal = truth(&value, "pal")?,
                "seed" => keywords.seed = arguments::seed(&value)?,
                "cartridge" => keywords.cartridge = truth(&value, "cartridge")?,
                "cart_type" => keywords.cart_type = number_or_none(&value, "cart_type", 0..=u32::MAX)?,
                "os" => keywords.os = value.extract()?,
                "basic" => keywords.basic = value.extract()?,
                "right_cart" => keywords.right_cart = value.extract()?,
                "allow_read" => keywords.allow_read = folders(&value)?,
                "defines" => keywords.defines = values(&value)?,
                "include" => keywords.include = arguments::include(&value)?,
                _ => {
                    let message = format!("there is no option `{name}`: expected {KEYWORDS}");
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        Ok(keywords)
    }

    fn options(&self) -> PyResult<Options> {
        let mut options = Options {
            form: if self.cartridge { Form::Cart } else { Form::Xex },
            cart_type: self.cart_type,
            ram: self.ram,
            video: if self.pal { Video::Pal } else { Video::Ntsc },
            seed: self.seed,
            defines: defines(&self.defines)?,
            include: self.include.clone(),
            ..Options::default()
        };
        if let Some(rom) = &self.os {
            let (name, bytes) = rom.read("os")?;
            options.os = Some(open::os_rom(&name, &bytes).map_err(Raise::raise)?.0);
        }
        if let Some(rom) = &self.basic {
            let (name, bytes) = rom.read("basic")?;
            options.basic = Some(open::basic(&name, &bytes).map_err(Raise::raise)?.0);
        }
        if let Some(rom) = &self.right_cart {
            let (name, bytes) = rom.read("right_cart")?;
            options.right_cartridge = Some(open::right_cartridge(&name, &bytes).map_err(Raise::raise)?.0);
        }
        Ok(options)
    }

    /// A built-in program by its name, or the program in a file.
    pub fn open(&self, name: &Path) -> PyResult<Program> {
        let text = name.to_string_lossy();
        if !open::is_file(name).map_err(Raise::raise)? {
            return self.open_built_in(&text);
        }
        let options = self.options()?;
        let bytes = read(name)?;
        let told = Sidecars::of(name);
        let files = beside(name, &self.include, &self.allow_read);
        let debug_info = told.debug_info.as_ref();
        let file = File { name: &text, bytes: &bytes, files: &files, debug_info };
        let mut program = self.made(Program::file(file, options))?;
        program.notes.splice(0..0, told.notes);
        Ok(program)
    }

    /// A built-in program.
    pub fn open_built_in(&self, name: &str) -> PyResult<Program> {
        self.made(Program::named(name, self.options()?))
    }

    /// A program from the bytes of a file, or from the text of a source.
    pub fn open_bytes(&self, name: &str, bytes: &[u8]) -> PyResult<Program> {
        let files = below(&self.include, &self.allow_read);
        let file = File { files: &files, ..File::new(name, bytes) };
        self.made(Program::file(file, self.options()?))
    }

    /// Checks that the keywords apply to the program that was opened.
    fn made(&self, opened: Result<Program, open::OpenError>) -> PyResult<Program> {
        let program = opened.map_err(Raise::raise)?;
        let why = match program.idle_option(self.cartridge) {
            None => return Ok(program),
            Some(IdleOption::Form) => "`cartridge` is for built-in programs, and this is not one",
            Some(IdleOption::CartType) => "`cart_type` is for files; for a built-in program use `cartridge`",
            Some(IdleOption::CartTypeOfSource) => {
                "a source has no cartridge type: assemble it, and open the result with `cart_type`"
            }
            Some(_) => "`defines` and `include` are for sources, and this is not one",
        };
        Err(wrong(format!("{}: {why}", program.name)))
    }

    /// The configuration of the machines on which tests of routines run.
    pub fn test_machine(self) -> PyResult<Config> {
        let plain = Keywords::default();
        let is_about_files =
            self.cartridge || self.cart_type.is_some() || self.allow_read != plain.allow_read;
        if is_about_files || self.defines != plain.defines || self.include != plain.include {
            return Err(PyTypeError::new_err(
                "tests run on a machine of ram, pal, seed, os, basic, right_cart; the assembler has the rest",
            ));
        }
        self.options()?.config(None).map_err(Raise::raise)
    }
}

/// Predefined names and values for a source.
pub fn defines(given: &BTreeMap<String, i64>) -> PyResult<Vec<(String, i64)>> {
    given.iter().map(|(name, &value)| defined(name, value).map_err(Raise::raise)).collect()
}

/// The argument `defines`.
pub fn values(given: &Bound<'_, PyAny>) -> PyResult<BTreeMap<String, i64>> {
    let named: BTreeMap<String, Bound<'_, PyAny>> = entries(given)
        .map_err(|_| PyTypeError::new_err(format!("defines {}: expected values by names", shown(given))))?;
    let range = || i32::MIN.into()..=u32::MAX.into();
    let value = |(name, value): (String, Bound<'_, PyAny>)| {
        let value = number(&value, &format!("defines: {name} ="), range())?;
        Ok((name, value))
    };
    named.into_iter().map(value).collect()
}

/// The entries of a dictionary, or of anything that `dict` accepts.
pub fn entries<'py, T: FromPyObjectOwned<'py>>(given: &Bound<'py, PyAny>) -> PyResult<T> {
    let entries = given.py().get_type::<PyDict>().call1((given,))?;
    entries.extract().map_err(Into::into)
}

/// The argument `allow_read`.
pub fn folders(given: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    several(given, "allow_read", "folders")
}

/// A boolean argument.
fn truth(given: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
    given
        .extract()
        .map_err(|_| PyTypeError::new_err(format!("{name} {}: expected True or False", shown(given))))
}

/// The argument `ram`, in kilobytes.
fn ram(given: &Bound<'_, PyAny>) -> PyResult<Ram> {
    let expected = "16, 32 or 48";
    let ram = match given.extract::<u8>() {
        Err(error) if !is_beyond(&error, given.py()) => return Err(unexpected(given, expected)),
        ram => ram.ok().and_then(|ram| Ram::try_from(ram).ok()),
    };
    ram.ok_or_else(|| wrong(format!("ram {}: expected {expected}", shown(given))))
}

#[doc = doc!("titles")]
#[pyfunction]
pub fn titles() -> Vec<&'static str> {
    SHELF.iter().map(|entry| entry.name).collect()
}
