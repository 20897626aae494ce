//! Input scripts: what was read is written and read again.
#![no_main]

use front800::harness::script::Script;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(script) = Script::parse(&String::from_utf8_lossy(bytes)) {
        assert_eq!(Script::parse(&script.to_text()), Ok(script));
    }
});
