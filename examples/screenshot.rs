//! A frame as a PNG file: `cargo run --example screenshot -- picture.png`.
//!
//! ```text
//! 376 by 240 pixels, 90240 bytes
//! ```

use std::error::Error;
use std::path::PathBuf;

use front800::harness::open::{Options, Program};
use front800::host::palette::Palette;
use front800::host::picture::{Area, screenshot};
use front800::machine::{FRAME_HEIGHT, FRAME_WIDTH};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).map_or(PathBuf::from("picture.png"), PathBuf::from);
    let mut machine = Program::named("rasputitsa", Options::default())?.switch_on()?;
    for _ in 0..200 {
        machine.run_frame();
    }
    // The pixels that GTIA has put out, as indices into 256 colours; a palette turns them into RGB.
    println!("{FRAME_WIDTH} by {FRAME_HEIGHT} pixels, {} bytes", machine.picture().len());
    screenshot(&path, machine.picture(), Area::Visible, &Palette::ntsc())?;
    Ok(())
}
