//! Cartridges: parsed, and seen by a machine whose program touches their control addresses.
#![no_main]

use front800::machine::{Config, Machine, Ram, Video};
use front800::media::cart::Cart;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&touched, image)) = bytes.split_first() else { return };
    let Ok((cart, _)) = Cart::parse(image) else { return };
    let mut os = [0xEA; 0x2800];
    // INC $D5xx, JMP $A000
    os[0xE000 - 0xD800..][..6].copy_from_slice(&[0xEE, touched, 0xD5, 0x4C, 0x00, 0xA0]);
    os[0x27FA..].copy_from_slice(&[0x00, 0xE0, 0x00, 0xE0, 0x00, 0xE0]);
    let (cartridge, right_cartridge) =
        if cart.kind.is_right() { (None, Some(cart)) } else { (Some(cart), None) };
    let config =
        Config { os: os.into(), cartridge, right_cartridge, ram: Ram::Kb16, video: Video::Ntsc, seed: 1 };
    let mut machine = Machine::new(&config);
    machine.set_drawing(false);
    machine.run_frame();
    machine.hash();
});
