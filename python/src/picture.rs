//! A picture as a NumPy array over the machine's own bytes.

use std::io;
use std::path::Path;
use std::sync::Arc;

use front800::host::observation::{Observation, Pixels};
use front800::host::palette::Palette;
use front800::host::picture::{Area, screenshot};
use front800::machine::{self, FRAME_HEIGHT, FRAME_WIDTH, Video};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::error::wrong;

/// Holds the bytes of a picture for an array that views them. They never change.
#[pyclass(frozen, module = "front800._front800")]
pub struct Picture(Arc<Vec<u8>>);

#[pymethods]
impl Picture {
    /// Lets NumPy make an array without a copy.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        let address = self.0.as_ptr() as usize;
        interface.set_item("shape", (FRAME_HEIGHT, FRAME_WIDTH))?;
        interface.set_item("typestr", "|u1")?;
        interface.set_item("data", (address, PyBool::new(py, true)))?;
        interface.set_item("version", 3)?;
        Ok(interface)
    }
}

/// An array that views a picture and keeps it alive.
pub fn array<'py>(py: Python<'py>, picture: Arc<Vec<u8>>) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("asarray", (Bound::new(py, Picture(picture))?,))
}

/// The observation with pixels of this kind, given by name.
pub fn screen(pixels: &str, shrink: usize, video: Video) -> PyResult<Observation> {
    let pixels = match pixels {
        "indices" => Pixels::Indices,
        "grey" => Pixels::Grey,
        "rgb" => Pixels::Rgb,
        _ => return Err(wrong(format!("pixels `{pixels}`: expected rgb, grey or indices"))),
    };
    Observation::screen(pixels, shrink, palette(video)).map_err(|error| wrong(error.to_string()))
}

/// The palette of a television standard.
pub fn palette(video: Video) -> Palette {
    match video {
        Video::Ntsc => Palette::ntsc(),
        Video::Pal => Palette::pal(),
    }
}

/// Writes the picture that a television shows to a file.
pub fn write(path: &Path, machine: &machine::Machine) -> io::Result<()> {
    screenshot(path, machine.picture(), Area::Visible, &palette(machine.video()))
}

/// Red, green and blue of all colours.
pub fn colours(py: Python<'_>, video: Video) -> PyResult<Bound<'_, PyAny>> {
    let palette = palette(video);
    let colours: Vec<u8> = (0..=255).flat_map(|index| palette.rgb(index)).collect();
    PyArray1::from_vec(py, colours).call_method1("reshape", (256, 3))
}

/// An array with an observation of a machine.
pub fn array_of<'py>(
    py: Python<'py>,
    seen: &Observation,
    machine: &machine::Machine,
    picture: &[u8],
) -> PyResult<Bound<'py, PyAny>> {
    let shape = seen.shape();
    let array = PyArray1::<u8>::zeros(py, shape.iter().product::<usize>(), false);
    let mut bytes = array.readwrite();
    let bytes = bytes.as_slice_mut()?;
    py.detach(|| seen.write(machine, picture, bytes));
    array.call_method1("reshape", (shape,))
}
