//! The Python class `Assembler`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use front800::assembler::{self, Diagnostic, Files, Options, Output};
use front800::debug::cancel::CancelToken;
use front800::harness::testing::{Outcome, Suite, SuiteError};
use front800::host::sources::SourceFiles;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use pythonize::pythonize;

use crate::arguments;
use crate::error::{dicts, mistakes, not_assembled};
use crate::files::{self, InMemory};
use crate::interrupts::hearing;
use crate::kinds::{Octets, of_kinds};
use crate::options::{self, Keywords};
use crate::pickled::unpicklable;

#[doc = doc!("Assembler")]
#[pyclass(frozen, module = "front800")]
pub struct Assembler {
    options: Options,
    allow_read: Vec<PathBuf>,
}

/// The content of a file.
enum Content {
    Text(String),
    Bytes(Octets),
}

of_kinds!(Content, "a text, or bytes", Text, Bytes);

impl Assembler {
    fn run(&self, py: Python<'_>, files: impl Files + Send, main: &str) -> PyResult<Assembly> {
        let assembly = py.detach(move || assembler::assemble(&files, main, &self.options));
        let Some(output) = assembly.output else {
            return Err(mistakes(&assembly.diagnostics));
        };
        Ok(Assembly { output: Arc::new(output), diagnostics: assembly.diagnostics })
    }

    /// Runs the tests in a source.
    fn run_tests<'py>(
        &self,
        py: Python<'py>,
        (files, main): (impl Files + Send, &str),
        (only, frames): (&str, u64),
        machine: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let config = Keywords::of(machine)?.test_machine()?;
        let run = move |cancel: &CancelToken| -> Result<Vec<Outcome>, SuiteError> {
            let suite = Suite::new(&files, main, &self.options, &config)?;
            Ok(suite.run_with(cancel, frames, |name| name.contains(only)).collect())
        };
        let outcomes = hearing(py, run)?.map_err(|error| match error {
            SuiteError::Assembly(diagnostics) => mistakes(&diagnostics),
            error => not_assembled(format!("{main}: {error}"), &[]),
        })?;
        outcomes.iter().map(|outcome| Ok(pythonize(py, outcome)?)).collect()
    }

    /// The files that a source on disk may read, and its name. The source itself is read here, because its name need not be UTF-8.
    fn beside(&self, path: &Path) -> PyResult<(SourceFiles, String)> {
        let (name, text) = (path.to_string_lossy().into_owned(), options::read(path)?);
        let files = files::beside(path, &self.options.include, &self.allow_read);
        Ok((files.piped(&name, text), name))
    }

    /// The source `main`, and the other files that it may read.
    fn in_memory(&self, main: &str, source: &str, files: BTreeMap<String, Content>) -> InMemory {
        let mut all = InMemory::one(main, source, files::below(&self.options.include, &self.allow_read));
        for (path, content) in files {
            match content {
                Content::Text(text) => all.add(&path, text),
                Content::Bytes(Octets(bytes)) => all.add(&path, bytes),
            }
        }
        all
    }
}

#[pymethods]
impl Assembler {
    #[new]
    #[pyo3(signature = (*, defines = BTreeMap::new(), include = Vec::new(), case_sensitive = false,
                        strict = false, warn_unused = false, drop_unused = false, allow_read = Vec::new()))]
    fn new(
        #[pyo3(from_py_with = options::values)] defines: BTreeMap<String, i64>,
        #[pyo3(from_py_with = arguments::include)] include: Vec<String>,
        case_sensitive: bool,
        strict: bool,
        warn_unused: bool,
        drop_unused: bool,
        #[pyo3(from_py_with = options::folders)] allow_read: Vec<PathBuf>,
    ) -> PyResult<Self> {
        let options = Options {
            defines: options::defines(&defines)?,
            include,
            case_sensitive,
            strict,
            warn_unused,
            drop_unused,
            listing: true,
            ..Options::default()
        };
        Ok(Assembler { options, allow_read })
    }

    /// For `pickle`: the arguments that recreate the assembler.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((), Bound<'py, PyDict>)> {
        let Options { defines, include, case_sensitive, strict, warn_unused, drop_unused, .. } =
            &self.options;
        let given = PyDict::new(py);
        given.set_item("defines", defines.iter().cloned().collect::<BTreeMap<_, _>>())?;
        given.set_item("include", include)?;
        given.set_item("case_sensitive", case_sensitive)?;
        given.set_item("strict", strict)?;
        given.set_item("warn_unused", warn_unused)?;
        given.set_item("drop_unused", drop_unused)?;
        given.set_item("allow_read", &self.allow_read)?;
        Ok(((), given))
    }

    /// For `pickle`: there is no other state.
    fn __getstate__(&self) {}

    #[doc = doc!("Assembler.assemble_file")]
    fn assemble_file(&self, py: Python<'_>, path: PathBuf) -> PyResult<Assembly> {
        let (files, main) = self.beside(&path)?;
        self.run(py, files, &main)
    }

    #[doc = doc!("Assembler.assemble")]
    #[pyo3(signature = (source, name = "program.asm", files = BTreeMap::new()))]
    fn assemble(
        &self,
        py: Python<'_>,
        source: &str,
        name: &str,
        files: BTreeMap<String, Content>,
    ) -> PyResult<Assembly> {
        self.run(py, self.in_memory(name, source, files), name)
    }

    #[doc = doc!("Assembler.test_file")]
    #[pyo3(signature = (path, *, only = "", frames = 60, **options))]
    fn test_file<'py>(
        &self,
        py: Python<'py>,
        path: PathBuf,
        only: &str,
        #[pyo3(from_py_with = arguments::frames)] frames: u64,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (files, main) = self.beside(&path)?;
        self.run_tests(py, (files, &main), (only, frames), options)
    }

    #[doc = doc!("Assembler.test")]
    #[pyo3(signature = (source, name = "program.asm", files = BTreeMap::new(), *, only = "", frames = 60, **options))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of its own")]
    fn test<'py>(
        &self,
        py: Python<'py>,
        source: &str,
        name: &str,
        files: BTreeMap<String, Content>,
        only: &str,
        #[pyo3(from_py_with = arguments::frames)] frames: u64,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.run_tests(py, (self.in_memory(name, source, files), name), (only, frames), options)
    }
}

#[doc = doc!("Assembly")]
#[pyclass(frozen, module = "front800")]
pub struct Assembly {
    output: Arc<Output>,
    diagnostics: Vec<Diagnostic>,
}

#[pymethods]
impl Assembly {
    /// For `pickle`.
    fn __reduce__(&self) -> PyResult<()> {
        Err(unpicklable(
            "an Assembly",
            "send its source, or what is wanted of it: `xex`, `symbols`, `listing`",
        ))
    }

    /// An assembly never changes, so it is its own copy.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    #[doc = doc!("Assembly.xex")]
    #[getter]
    fn xex<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.output.xex())
    }

    #[doc = doc!("Assembly.cartridge")]
    #[getter]
    fn cartridge<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let cart = self.output.cart().map_err(|error| not_assembled(error.to_string(), &[]))?;
        Ok(PyBytes::new(py, &cart.write_car()))
    }

    #[doc = doc!("Assembly.raw")]
    #[pyo3(signature = (fill = 0))]
    fn raw<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::fill)] fill: u8,
    ) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.output.raw(fill))
    }

    #[doc = doc!("Assembly.symbols")]
    #[getter]
    fn symbols(&self) -> BTreeMap<String, i64> {
        self.output.symbols.iter().map(|symbol| (symbol.name.clone(), symbol.value)).collect()
    }

    #[doc = doc!("Assembly.labels")]
    #[getter]
    fn labels(&self) -> String {
        self.output.mads_labels()
    }

    #[doc = doc!("Assembly.listing")]
    #[getter]
    fn listing(&self) -> String {
        self.output.listing_text()
    }

    #[doc = doc!("Assembly.diagnostics")]
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        dicts(py, &self.diagnostics)
    }
}
