//! The assembler of Python's.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use front800::assembler::{self, Diagnostic, Format, MemoryFiles, Options, Output};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::error::AssemblyError;
use crate::files::Below;

#[doc = doc!("Assembler")]
#[pyclass(frozen, module = "front800")]
pub struct Assembler {
    options: Options,
    allow_read: Vec<PathBuf>,
}

/// A file's content.
#[derive(FromPyObject)]
enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl Assembler {
    fn run(
        &self,
        py: Python<'_>,
        assemble: impl FnOnce() -> assembler::Assembly + Send,
    ) -> PyResult<Assembly> {
        let assembly = py.detach(assemble);
        let Some(output) = assembly.output else {
            let text = assembler::render(&assembly.diagnostics, Format::Human { color: false });
            let error = AssemblyError::new_err(text);
            error.value(py).setattr("diagnostics", dicts(py, &assembly.diagnostics)?)?;
            return Err(error);
        };
        Ok(Assembly { output: Arc::new(output), diagnostics: assembly.diagnostics })
    }
}

#[pymethods]
impl Assembler {
    #[new]
    #[pyo3(signature = (*, defines = BTreeMap::new(), include = Vec::new(), case_sensitive = false,
                        strict = false, warn_unused = false, drop_unused = false, allow_read = Vec::new()))]
    fn new(
        defines: BTreeMap<String, i64>,
        include: Vec<String>,
        case_sensitive: bool,
        strict: bool,
        warn_unused: bool,
        drop_unused: bool,
        allow_read: Vec<PathBuf>,
    ) -> Self {
        let options = Options {
            defines: defines.into_iter().collect(),
            include,
            case_sensitive,
            strict,
            warn_unused,
            drop_unused,
            listing: true,
            ..Options::default()
        };
        Assembler { options, allow_read }
    }

    #[doc = doc!("Assembler.assemble_file")]
    fn assemble_file(&self, py: Python<'_>, path: PathBuf) -> PyResult<Assembly> {
        let main = path.to_string_lossy();
        self.run(py, || {
            let files = Below::beside(&path, self.allow_read.iter().map(PathBuf::as_path));
            assembler::assemble(&files, &main, &self.options)
        })
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
        let mut all = MemoryFiles::one(name, source);
        for (path, content) in files {
            match content {
                Content::Text(text) => all.add(&path, text),
                Content::Bytes(bytes) => all.add(&path, bytes),
            }
        }
        self.run(py, || assembler::assemble(&all, name, &self.options))
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
    #[doc = doc!("Assembly.xex")]
    #[getter]
    fn xex<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.output.xex())
    }

    #[doc = doc!("Assembly.cartridge")]
    #[getter]
    fn cartridge<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let cart = self.output.cart().map_err(|error| AssemblyError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &cart.write_car()))
    }

    #[doc = doc!("Assembly.raw")]
    #[pyo3(signature = (fill = 0))]
    fn raw<'py>(&self, py: Python<'py>, fill: u8) -> Bound<'py, PyBytes> {
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

fn dicts<'py>(py: Python<'py>, diagnostics: &[Diagnostic]) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let dict = |diagnostic: &Diagnostic| {
        let dict = PyDict::new(py);
        dict.set_item("severity", diagnostic.severity.word())?;
        dict.set_item("message", &diagnostic.message)?;
        dict.set_item("file", &diagnostic.location.file)?;
        dict.set_item("line", diagnostic.location.line)?;
        dict.set_item("column", diagnostic.location.column)?;
        dict.set_item("help", &diagnostic.help)?;
        Ok(dict)
    };
    diagnostics.iter().map(dict).collect()
}
