//! Cold start, RESET, cartridges.

use super::computer::*;

#[test]
fn a_cold_start_ends_in_the_memo_pad() {
    let mut computer = Computer::started();
    println!("{:#?} pc {:04X}", computer.rows(), computer.machine.cpu().pc);
    assert_eq!(computer.rows()[0], "  FRONT800 OS 1.0   MEMO PAD");
    computer.keys("hello\nworld");
    println!("{:#?}", computer.rows());
}
