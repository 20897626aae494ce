//! The file system of DOS 2, as far as an empty disk has one: the table of sectors in use and the directory.

use super::atr::{Geometry, Image};

/// The table of sectors in use (VTOC).
pub const TABLE: u16 = 360;
/// The first of the directory's sectors.
pub const DIRECTORY: u16 = 361;
const DIRECTORY_SECTORS: u16 = 8;
/// The first sectors are booted and belong to no file.
const BOOT_SECTORS: u16 = 3;
/// DOS 2 counts sectors in ten bits, and its bit map begins with the sector 0 that no disk has: the last one
/// is beyond what it can use.
const END: u16 = 720;
/// What DOS 2 writes at the beginning of its table.
const DOS_2: u8 = 2;
/// The byte of the table at which its bit map begins.
const BIT_MAP: usize = 10;

/// A disk of 720 sectors of 128 bytes as DOS 2 formats it: without a file, 707 sectors free.
///
/// # Examples
///
/// ```
/// use front800::media::dos;
///
/// let table = dos::formatted().sector(dos::TABLE).unwrap();
/// assert_eq!(u16::from_le_bytes([table[3], table[4]]), 707);
/// ```
pub fn formatted() -> Image {
    let mut table = vec![0; 128];
    let mut free = 0_u16;
    for sector in (BOOT_SECTORS + 1..TABLE).chain(DIRECTORY + DIRECTORY_SECTORS..END) {
        table[BIT_MAP + usize::from(sector / 8)] |= 0x80 >> (sector % 8);
        free += 1;
    }
    table[0] = DOS_2;
    table[1..3].copy_from_slice(&free.to_le_bytes());
    table[3..5].copy_from_slice(&free.to_le_bytes());
    let mut image = Image::blank(Geometry::SINGLE);
    image.set_sector(TABLE, &table);
    image
}
