//! The Python bindings of front800. They only convert Python's names, numbers and arrays to Rust values and back; all
//! functions are in the library. The docstrings are in `front800/_front800.pyi`.

include!(concat!(env!("OUT_DIR"), "/docs.rs"));

mod arguments;
mod assembler;
mod busy;
mod campaign;
mod campaigns;
mod disks;
mod error;
mod expressions;
mod files;
mod interrupts;
mod kinds;
mod lanes;
mod machine;
mod matches;
mod memory;
mod options;
mod pickled;
mod picture;
mod registers;
mod runs;
mod stops;

/// The compiled part of the package.
#[pyo3::pymodule]
mod _front800 {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "its name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::assembler::{Assembler, Assembly};
    #[pymodule_export]
    use super::campaign::{Campaign, Player, campaign_again};
    #[pymodule_export]
    use super::campaigns::{play_campaigns, play_turns};
    #[pymodule_export]
    use super::error::{
        AssemblyError, BusyError, Error, ExpressionError, GameError, InputError, OpenError, StateError,
    };
    #[pymodule_export]
    use super::lanes::Lanes;
    #[pymodule_export]
    use super::machine::Machine;
    #[pymodule_export]
    use super::matches::Match;
    #[pymodule_export]
    use super::options::titles;
    #[pymodule_export]
    use super::pickled::machine_again;
    #[pymodule_export]
    use super::picture::Picture;
}
