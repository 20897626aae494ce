//! Files of orders: what is wrong has a place in the file.
#![no_main]

use front800::harness::campaign::orders::OrdersFile;
use front800::harness::campaign::state::Side;
use front800::titles::rasputitsa::Edition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let editions = [Edition::First, Edition::Second];
    for (side, edition) in Side::BOTH.into_iter().flat_map(|side| editions.map(|edition| (side, edition))) {
        let text = String::from_utf8_lossy(bytes);
        if let Err(error) = OrdersFile::parse("orders.csv", &text, side, edition) {
            let (line, column) = error.place.expect("a place");
            assert!(line >= 1 && column >= 1 && line <= text.lines().count().max(1));
        }
    }
});
