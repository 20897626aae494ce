//! Label files, listings and cc65's debug information: each symbol that was read is found by its name, each instruction by its line.
#![no_main]

use front800::inspect::debug_info::DebugInfo;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(DebugInfo { symbols, lines, .. }) = DebugInfo::read(&String::from_utf8_lossy(bytes)) else { return };
    for symbol in symbols.iter() {
        assert!(symbols.value(&symbol.name).is_some());
        let _ = symbols.nearest(symbol.value);
    }
    for (address, _) in lines.instructions() {
        let place = lines.at(address).expect("an instruction comes from somewhere");
        assert!(lines.addresses(place.file, place.line).is_ok());
    }
});
