//! Label files: each symbol that was read is found by its name.
#![no_main]

use front800::inspect::symbols::Symbols;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let symbols = Symbols::from_label_file(&String::from_utf8_lossy(bytes));
    for symbol in symbols.iter() {
        assert!(symbols.value(&symbol.name).is_some());
        let _ = symbols.nearest(symbol.value);
    }
});
