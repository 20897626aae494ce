//! The file system of DOS 2: the table of sectors in use and the directory, but not the chains of sectors of files.

use super::atr::{Geometry, Image};

/// The table of sectors in use (VTOC).
pub const TABLE: u16 = 360;
/// The first sector of the directory.
pub const DIRECTORY: u16 = 361;
const DIRECTORY_SECTORS: u16 = 8;
/// The first sectors are for booting and do not belong to any file.
const BOOT_SECTORS: u16 = 3;
/// DOS 2 has sector numbers of ten bits, and its bit map begins with sector 0, which does not exist: the last sector is
/// beyond what it can use.
const END: u16 = 720;
/// What DOS 2 writes to the beginning of its table.
const DOS_2: u8 = 2;
/// The offset of the bit map in the table.
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

/// The bytes of a directory sector that count, whatever the disk's density; and of an entry.
const DIRECTORY_BYTES: usize = 128;
const ENTRY_BYTES: usize = 16;
/// Bits of an entry's first byte.
const DELETED: u8 = 0x80;
const IN_USE: u8 = 0x40;
const LOCKED: u8 = 0x20;
/// The file is open for writing, or was when the machine was switched off. DOS 2.5 sets this, too, for files that DOS 2
/// cannot read completely.
const OPEN: u8 = 0x01;

/// A file in the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its number, 0 to 63, which is its place in the directory.
    pub number: u8,
    /// Its name as displayed by DOS, `NAME.EXT`.
    pub name: String,
    /// The number of its sectors.
    pub sectors: u16,
    /// Its first sector.
    pub first_sector: u16,
    /// Whether it has to be unlocked before it can be changed.
    pub is_locked: bool,
}

/// The contents of a disk's directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// The files, in order.
    pub files: Vec<File>,
    /// The number of free sectors.
    pub free: u16,
}

/// The directory of a disk, if it was formatted by DOS 2 or a similar DOS. [sheet: formats 2]
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

/// An entry of the directory; none if it is not a valid one.
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
