//! The file system of DOS 2: the table of sectors in use and the directory, but not the files' chains of sectors.

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

/// Bytes of the directory's sectors that count, whatever the disk's density, and of an entry.
const DIRECTORY_BYTES: usize = 128;
const ENTRY_BYTES: usize = 16;
/// Bits of an entry's first byte.
const DELETED: u8 = 0x80;
const IN_USE: u8 = 0x40;
const LOCKED: u8 = 0x20;
/// It is being written, or it was when the machine was switched off. DOS 2.5 says so of files, too, that DOS 2 cannot
/// reach all of.
const OPEN: u8 = 0x01;

/// A file in the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its number, 0 to 63: that of its place in the directory.
    pub number: u8,
    /// As DOS writes it, `NAME.EXT`.
    pub name: String,
    /// Sectors that it takes.
    pub sectors: u16,
    /// The first of them.
    pub first_sector: u16,
    /// It cannot be changed before it is unlocked.
    pub is_locked: bool,
}

/// What the directory of a disk says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// The files in their order.
    pub files: Vec<File>,
    /// Sectors that no file takes.
    pub free: u16,
}

/// The directory of a disk, if DOS 2 or one of its kind has formatted it. [sheet: formats 2]
///
/// # Examples
///
/// ```
/// use front800::media::dos;
///
/// let directory = dos::directory(&dos::formatted()).unwrap();
/// assert_eq!((directory.files.len(), directory.free), (0, 707));
/// ```
pub fn directory(image: &Image) -> Option<Directory> {
    let table = image.sector(TABLE)?;
    let [sectors, free] = [1, 3].map(|at| u16::from_le_bytes([table[at], table[at + 1]]));
    if table[0] != DOS_2 || free > sectors || sectors > image.geometry().sectors {
        return None;
    }
    let mut files = Vec::new();
    let sectors = (DIRECTORY..DIRECTORY + DIRECTORY_SECTORS).map(|sector| image.sector(sector));
    let bytes: Vec<u8> =
        sectors.flat_map(|bytes| bytes.into_iter().flatten().take(DIRECTORY_BYTES)).collect();
    let entries = bytes.chunks_exact(ENTRY_BYTES).take_while(|entry| entry[0] != 0);
    for (number, entry) in (0..).zip(entries) {
        if entry[0] & DELETED == 0 && entry[0] & (IN_USE | OPEN) != 0 {
            files.push(file(number, entry)?);
        }
    }
    Some(Directory { files, free })
}

/// A directory's entry; none if that cannot be one.
fn file(number: u8, entry: &[u8]) -> Option<File> {
    let word = |at: usize| u16::from_le_bytes([entry[at], entry[at + 1]]);
    if !entry[5..ENTRY_BYTES].iter().all(|byte| (0x20..0x7F).contains(byte)) {
        return None;
    }
    let part = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_string();
    let (name, extension) = (part(&entry[5..13]), part(&entry[13..ENTRY_BYTES]));
    let name = if extension.is_empty() { name } else { format!("{name}.{extension}") };
    let is_locked = entry[0] & LOCKED != 0;
    Some(File { number, name, sectors: word(1), first_sector: word(3), is_locked })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(flag: u8, sectors: u8, first: u8, name: &[u8; 11]) -> Vec<u8> {
        [&[flag, sectors, 0, first, 0][..], name].concat()
    }

    #[test]
    fn deleted_entries_are_left_out_and_none_stands_behind_the_end() {
        let mut image = formatted();
        let sector = [
            entry(0x42, 39, 4, b"DOS     SYS"),
            entry(0x80, 9, 43, b"OLD     BAS"),
            entry(0x62, 1, 52, b"README     "),
            entry(0, 1, 52, b"GHOST   XEX"),
        ];
        image.set_sector(DIRECTORY, &sector.concat());
        let files = directory(&image).unwrap().files;
        let seen: Vec<_> = files
            .iter()
            .map(|file| (file.number, file.name.as_str(), file.sectors, file.is_locked))
            .collect();
        assert_eq!(seen, [(0, "DOS.SYS", 39, false), (2, "README", 1, true)]);
    }

    #[test]
    fn what_has_no_such_table_or_no_names_has_no_directory() {
        assert_eq!(directory(&Image::blank(Geometry::SINGLE)), None);
        let few = Geometry { sectors: 300, ..Geometry::SINGLE };
        assert_eq!(directory(&Image::blank(few)), None);
        let mut image = formatted();
        image.set_sector(DIRECTORY, &entry(0x42, 1, 4, b"\x00\x01\xFFPROTECT "));
        assert_eq!(directory(&image), None);
    }
}
