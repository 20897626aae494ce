//! How a program is opened.

use std::path::{Path, PathBuf};

use front800::harness::open::{self, File, Form, Options, Program};
use front800::machine::{Ram, Video};
use front800::titles::shelf::SHELF;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{OpenError, Raise, wrong};
use crate::files::Below;

/// A ROM: its bytes, or a file of them.
#[derive(FromPyObject)]
enum Rom {
    /// The bytes.
    Bytes(Vec<u8>),
    /// The file.
    File(PathBuf),
}

impl Rom {
    /// What errors call it, and the bytes.
    fn read(&self, option: &str) -> PyResult<(String, Vec<u8>)> {
        Ok(match self {
            Rom::Bytes(bytes) => (option.to_string(), bytes.clone()),
            Rom::File(path) => (path.to_string_lossy().into_owned(), std::fs::read(path)?),
        })
    }
}

/// The keyword arguments that say on what machine a program runs.
pub struct Keywords {
    ram: u8,
    pal: bool,
    seed: u64,
    cartridge: bool,
    cart_type: Option<u32>,
    os: Option<Rom>,
    basic: Option<Rom>,
    right_cart: Option<Rom>,
    allow_read: Vec<PathBuf>,
}

impl Default for Keywords {
    fn default() -> Self {
        Keywords {
            ram: 48,
            pal: false,
            seed: 0,
            cartridge: false,
            cart_type: None,
            os: None,
            basic: None,
            right_cart: None,
            allow_read: Vec::new(),
        }
    }
}

/// Those that there are.
const KEYWORDS: &str = "ram, pal, seed, cartridge, cart_type, os, basic, right_cart, allow_read";

impl Keywords {
    /// From what a call was given.
    pub fn of(given: Option<&Bound<'_, PyDict>>) -> PyResult<Keywords> {
        let mut keywords = Keywords::default();
        for (name, value) in given.into_iter().flatten() {
            let name: String = name.extract()?;
            match name.as_str() {
                "ram" => keywords.ram = value.extract()?,
                "pal" => keywords.pal = value.extract()?,
                "seed" => keywords.seed = value.extract()?,
                "cartridge" => keywords.cartridge = value.extract()?,
                "cart_type" => keywords.cart_type = value.extract()?,
                "os" => keywords.os = value.extract()?,
                "basic" => keywords.basic = value.extract()?,
                "right_cart" => keywords.right_cart = value.extract()?,
                "allow_read" => keywords.allow_read = value.extract()?,
                _ => {
                    let message = format!("there is no option `{name}`: expected {KEYWORDS}");
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        Ok(keywords)
    }

    fn options(&self) -> PyResult<Options> {
        let mut options = Options::default();
        options.form = if self.cartridge { Form::Cart } else { Form::Xex };
        options.cart_type = self.cart_type;
        options.ram = Ram::try_from(self.ram).map_err(|error| wrong(error.to_string()))?;
        options.video = if self.pal { Video::Pal } else { Video::Ntsc };
        options.seed = self.seed;
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
        if !name.exists() {
            return self.open_built_in(&text);
        }
        let options = self.options()?;
        if name.is_dir() {
            return Err(OpenError::new_err(format!(
                "{text}: a folder; expected a file or a built-in program"
            )));
        }
        let bytes = std::fs::read(name)?;
        let beside =
            ["lab", "lbl"].iter().find_map(|end| std::fs::read_to_string(name.with_extension(end)).ok());
        let files = Below::beside(name, self.allow_read.iter().map(PathBuf::as_path));
        let file = File { name: &text, bytes: &bytes, files: &files, labels: beside.as_deref() };
        Program::file(file, options).map_err(Raise::raise)
    }

    /// A built-in program.
    pub fn open_built_in(&self, name: &str) -> PyResult<Program> {
        Program::named(name, self.options()?).map_err(Raise::raise)
    }

    /// The program that bytes are, or a source's text.
    pub fn open_bytes(&self, name: &str, bytes: &[u8]) -> PyResult<Program> {
        let mut files = front800::assembler::MemoryFiles::default();
        files.add(name, bytes);
        Program::file(File { name, bytes, files: &files, labels: None }, self.options()?)
            .map_err(Raise::raise)
    }
}

#[doc = doc!("titles")]
#[pyfunction]
pub fn titles() -> Vec<&'static str> {
    SHELF.iter().map(|entry| entry.name).collect()
}
