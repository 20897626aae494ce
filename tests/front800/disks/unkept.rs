//! What is written to a disk whose file is not to be written is told, once.

use front800::host::disks::DiskFiles;

use super::{filled, frames, handle, machine};
use crate::cli::Desk;

#[test]
fn that_a_disk_is_written_to_in_memory_alone_is_told_once() {
    let desk = Desk::with("game.atr", filled(1).to_bytes());
    for (writable, told) in [(false, true), (true, false)] {
        let (mut machine, mut files) = (machine(), DiskFiles::new(writable));
        let (disk, _) = files.add(&mut machine, &desk.path("game.atr")).unwrap();
        frames(&mut machine, 150);
        machine.insert_disk(0, Some(disk));
        assert_eq!(handle(&mut machine, b'R', 5), 1);
        assert_eq!(files.take_first_unkept(&machine), None, "it is only read");
        machine.poke(super::BUFFER, 9);
        assert_eq!(handle(&mut machine, b'W', 6), 1);
        let unkept = files.take_first_unkept(&machine).map(|path| path.file_name().unwrap() == "game.atr");
        assert_eq!(unkept, told.then_some(true));
        assert_eq!(handle(&mut machine, b'W', 7), 1);
        assert_eq!(files.take_first_unkept(&machine), None, "once");
    }
}
