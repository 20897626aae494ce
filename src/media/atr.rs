//! Disk images: with an ATR header of 16 bytes before the sectors, and without it (XFD).
//!
//! The first three sectors of a disk have 128 bytes, whatever the size of the others. Images with 256-byte sectors
//! store them in three ways (`Boot`). [sheet: pia-sio-disk 5]

use std::fmt;

use super::counted::counted;
use super::kind::describe;

const HEADER_SIZE: usize = 16;
const MAGIC: [u8; 2] = [0x96, 0x02];
/// A boot program that fails at once.
const SEC_RTS: [u8; 2] = [0x38, 0x60];
/// The boot program of DOS 2, which fails unless the byte at `DOS_2_FILE` says that there is a DOS.SYS.
const JMP_DOS_2: [u8; 3] = [0x4C, 0x14, 0x07];
const DOS_2_FILE: usize = 14;
/// Sectors that booting reads before the density is known.
const BOOT_SECTORS: u16 = 3;
/// Bytes of each of those sectors.
const BOOT_SECTOR_SIZE: usize = 128;
const BOOT_BYTES: usize = BOOT_SECTORS as usize * BOOT_SECTOR_SIZE;
/// Sector numbers have 16 bits and begin with 1.
const MOST_SECTORS: usize = 0xFFFF;
/// Header byte 15: the bits that mark write-protected images in various tools.
const PROTECTED: u8 = 0x11;

/// The number of sectors and their size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Geometry {
    /// Bytes of a sector from the fourth on, 128 or 256.
    pub sector_size: u16,
    /// Number of sectors, 1 to 65535.
    pub sectors: u16,
}

impl Geometry {
    /// 40 tracks of 18 sectors of 128 bytes, which every drive has.
    pub const SINGLE: Geometry = Geometry { sector_size: 128, sectors: 720 };
    /// 40 tracks of 26 sectors of 128 bytes, which the 1050 introduced.
    pub const ENHANCED: Geometry = Geometry { sector_size: 128, sectors: 1040 };
    /// 40 tracks of 18 sectors of 256 bytes.
    pub const DOUBLE: Geometry = Geometry { sector_size: 256, sectors: 720 };

    /// Bytes of sector `n` as sent by a drive.
    pub fn length(self, n: u16) -> usize {
        if n <= BOOT_SECTORS { BOOT_SECTOR_SIZE } else { usize::from(self.sector_size) }
    }
}

/// Sizes of images without a header.
const RAW_SIZES: [(usize, Geometry); 6] = [
    (92_160, Geometry::SINGLE),
    (133_120, Geometry::ENHANCED),
    (183_936, Geometry::DOUBLE),
    (184_320, Geometry::DOUBLE),
    (368_256, Geometry { sectors: 1440, ..Geometry::DOUBLE }),
    (368_640, Geometry { sectors: 1440, ..Geometry::DOUBLE }),
];

/// How an image of 256-byte sectors stores the first three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Boot {
    /// 128 bytes each; used also for every image of 128-byte sectors.
    Short,
    /// 256 bytes each, of which the first 128 count.
    Full,
    /// 128 bytes each, followed by 384 unused bytes.
    Padded,
}

/// A disk image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// 16 or 0.
    header_size: usize,
    geometry: Geometry,
    boot: Boot,
    protected: bool,
    /// What follows the header. May be too short: missing bytes read as zero.
    data: Vec<u8>,
}

/// Why a file cannot be used as a disk.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AtrError {
    /// No ATR header.
    NotAtr {
        /// What was found instead, as the end of a sentence.
        found: String,
    },
    /// Sectors of a size that no drive here supports.
    SectorSize(u16),
    /// There is not a single sector.
    Empty,
}

impl fmt::Display for AtrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AtrError::NotAtr { found } => {
                write!(
                    f,
                    "a disk image begins with a header of 16 bytes, the first two $96 $02; this file {found}"
                )
            }
            AtrError::SectorSize(512) => {
                write!(f, "the image of a hard disk (512-byte sectors): expected sectors of 128 or 256 bytes")
            }
            AtrError::SectorSize(size) => {
                write!(f, "the header says sectors of {size} bytes: expected 128 or 256")
            }
            AtrError::Empty => write!(f, "a disk image without a sector: expected at least 128 bytes"),
        }
    }
}

impl std::error::Error for AtrError {}

/// A defect of an image that can be used nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The size in the header is not that of the file.
    Size {
        /// Bytes after the header according to the header.
        announced: usize,
        /// Bytes after the header in the file.
        present: usize,
    },
    /// According to the header the first three sectors are as long as the others, but in the file they are short.
    LongBoot,
    /// An image without a header that has not the size of a usual disk; it is read as this many sectors of 128 bytes.
    RawSize(u16),
    /// The file does not end at the end of a sector; this many bytes are left over.
    Fragment(usize),
    /// There are more sectors than sector numbers.
    TooMany(usize),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::Size { announced, present } if present < announced => write!(
                f,
                "the header announces {}, the file has {present}: what is missing reads as zero",
                counted(*announced, "byte")
            ),
            Warning::Size { announced, present } => {
                write!(f, "the header announces {}, the file has {present}", counted(*announced, "byte"))
            }
            Warning::LongBoot => write!(
                f,
                "the header counts 256 bytes of the first three sectors, of which the file has 128 each"
            ),
            Warning::RawSize(sectors) => write!(
                f,
                "an image without a header, of a size that no usual disk has: taken for {} of 128 bytes",
                counted(*sectors, "sector")
            ),
            Warning::Fragment(bytes) => write!(f, "{} after the last sector", counted(*bytes, "byte")),
            Warning::TooMany(sectors) => {
                write!(f, "{sectors} sectors: those after sector {MOST_SECTORS} cannot be reached")
            }
        }
    }
}

impl Image {
    /// Reads an image file. It has no header if its `name` ends with `.xfd` and it does not begin like one with a
    /// header.
    ///
    /// # Errors
    /// Those of [`Image::parse_raw`] or [`Image::parse`].
    pub fn read(bytes: &[u8], name: &str) -> Result<(Image, Vec<Warning>), AtrError> {
        let is_raw = Image::is_raw_name(name) && !bytes.starts_with(&MAGIC);
        if is_raw { Image::parse_raw(bytes) } else { Image::parse(bytes) }
    }

    /// Reads an image without a header. Its size determines the geometry; if that is not the size of a usual disk, it
    /// is read as sectors of 128 bytes.
    ///
    /// # Errors
    /// [`AtrError::Empty`] if there are less than 128 bytes.
    pub fn parse_raw(bytes: &[u8]) -> Result<(Image, Vec<Warning>), AtrError> {
        let known = RAW_SIZES.into_iter().find(|(size, _)| *size == bytes.len());
        let (geometry, warnings) = match known {
            Some((_, geometry)) => (geometry, Vec::new()),
            None => {
                let (sectors, mut warnings) = sectors(128, Boot::Short, bytes.len(), bytes.len())?;
                warnings.insert(0, Warning::RawSize(sectors));
                (Geometry { sector_size: 128, sectors }, warnings)
            }
        };
        let boot = boot_layout(geometry.sector_size, bytes.len(), bytes);
        Ok((Image { header_size: 0, geometry, boot, protected: false, data: bytes.to_vec() }, warnings))
    }

    /// Reads an image with a header.
    ///
    /// # Errors
    /// [`AtrError::NotAtr`] without a header, [`AtrError::SectorSize`] for sectors of neither 128 nor 256 bytes,
    /// [`AtrError::Empty`] if neither the header nor the file has a whole sector.
    pub fn parse(bytes: &[u8]) -> Result<(Image, Vec<Warning>), AtrError> {
        let begun = bytes.split_at_checked(HEADER_SIZE).filter(|(header, _)| header.starts_with(&MAGIC));
        let (header, data) = begun.ok_or_else(|| AtrError::NotAtr { found: describe(bytes) })?;
        let sector_size = u16::from_le_bytes([header[4], header[5]]);
        if !matches!(sector_size, 128 | 256) {
            return Err(AtrError::SectorSize(sector_size));
        }
        let paragraphs = u32::from_le_bytes([header[2], header[3], header[6], 0]);
        let (announced, present) = (paragraphs as usize * 16, data.len());
        let has_short_boot = sector_size == 256 && present % 256 == 128 && announced == present + BOOT_BYTES;
        let (size, warning) = match announced == present {
            true => (present, None),
            false if has_short_boot => (present, Some(Warning::LongBoot)),
            false => (announced.max(present), Some(Warning::Size { announced, present })),
        };
        let boot = boot_layout(sector_size, size, data);
        let (sectors, more) = sectors(sector_size, boot, size, present)?;
        let warnings = warning.into_iter().chain(more).collect();
        let geometry = Geometry { sector_size, sectors };
        let protected = header[15] & PROTECTED != 0;
        Ok((Image { header_size: HEADER_SIZE, geometry, boot, protected, data: data.to_vec() }, warnings))
    }

    /// This disk after formatting: every byte is zero. The format of the file stays the same.
    pub fn formatted(&self, geometry: Geometry) -> Image {
        Image { header_size: self.header_size, ..Image::blank(geometry) }
    }

    /// The offset of sector `n` in this disk's file after it has been [`formatted`](Image::formatted).
    pub fn file_offset_formatted(&self, geometry: Geometry, n: u16) -> usize {
        self.header_size + Boot::Short.offset(geometry, n)
    }

    /// A disk on which every byte is zero.
    pub fn blank(geometry: Geometry) -> Image {
        let header_size = HEADER_SIZE;
        let mut image =
            Image { header_size, geometry, boot: Boot::Short, protected: false, data: Vec::new() };
        image.data = vec![0; image.offset(geometry.sectors) + geometry.length(geometry.sectors)];
        image
    }

    /// This disk, to be written as a file without a header.
    pub fn without_header(self) -> Image {
        Image { header_size: 0, ..self }
    }

    /// Whether the name of a file is that of an image without a header.
    pub fn is_raw_name(name: &str) -> bool {
        name.to_ascii_lowercase().ends_with(".xfd")
    }

    /// The number of sectors and their size.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Whether the image is marked as write-protected.
    pub fn is_protected(&self) -> bool {
        self.protected
    }

    /// Whether the disk may boot, judging by its first sector: not if that is all zeros or contains a program that
    /// fails at once, as on a disk formatted by DOS 2. [sheet: pia-sio-disk 6]
    pub fn boots(&self) -> bool {
        let Some(sector) = self.sector(1) else { return false };
        let (is_blank, program) = (sector.iter().all(|&byte| byte == 0), &sector[6..]);
        let is_dos_without_file = program.starts_with(&JMP_DOS_2) && sector[DOS_2_FILE] == 0;
        !is_blank && !program.starts_with(&SEC_RTS) && !is_dos_without_file
    }

    /// Marks the image as write-protected or not.
    pub fn set_protected(&mut self, protected: bool) {
        self.protected = protected;
    }

    /// The bytes of sector `n`, counted from 1; none if the disk has no such sector.
    pub fn sector(&self, n: u16) -> Option<Vec<u8>> {
        if n == 0 || n > self.geometry.sectors {
            return None;
        }
        let mut bytes = vec![0; self.geometry.length(n)];
        let present = self.data.get(self.offset(n)..).unwrap_or_default();
        let length = bytes.len().min(present.len());
        bytes[..length].copy_from_slice(&present[..length]);
        Some(bytes)
    }

    /// Changes sector `n`; does nothing if the disk has no such sector.
    pub fn set_sector(&mut self, n: u16, bytes: &[u8]) {
        if n == 0 || n > self.geometry.sectors {
            return;
        }
        let (start, length) = (self.offset(n), self.geometry.length(n).min(bytes.len()));
        if self.data.len() < start + length {
            self.data.resize(start + length, 0);
        }
        self.data[start..start + length].copy_from_slice(&bytes[..length]);
    }

    /// The offset of sector `n` in the file.
    pub fn file_offset(&self, n: u16) -> usize {
        self.header_size + self.offset(n)
    }

    /// The image as a file; bytes missing at its end are written as zeros. A fragment of a sector at the end is omitted
    /// if it would make readers of the file look for the first sectors in the wrong place.
    pub fn to_bytes(&self) -> Vec<u8> {
        let with_fragment = self.data.len().max(self.size());
        let is_told = boot_layout(self.geometry.sector_size, with_fragment, &self.data) == self.boot;
        let length = if is_told { with_fragment } else { self.size() };
        // Rounded down: a fragment of a sector at the end must not be counted as a whole one.
        let paragraphs = ((length / 16) as u32).to_le_bytes();
        let size = self.geometry.sector_size.to_le_bytes();
        let mut bytes = vec![0; HEADER_SIZE];
        bytes[..7].copy_from_slice(&[
            MAGIC[0],
            MAGIC[1],
            paragraphs[0],
            paragraphs[1],
            size[0],
            size[1],
            paragraphs[2],
        ]);
        bytes[15] = u8::from(self.protected);
        bytes.extend_from_slice(&self.data);
        bytes.resize(HEADER_SIZE + length, 0);
        bytes.split_off(HEADER_SIZE - self.header_size)
    }

    /// Bytes of all sectors after the header, including unused bytes of the first three.
    fn size(&self) -> usize {
        let last = self.geometry.sectors;
        match self.boot {
            Boot::Short => self.offset(last) + self.geometry.length(last),
            Boot::Full | Boot::Padded => usize::from(last) * usize::from(self.geometry.sector_size),
        }
    }

    /// The offset of sector `n` after the header.
    fn offset(&self, n: u16) -> usize {
        self.boot.offset(self.geometry, n)
    }
}

impl Boot {
    /// The offset of sector `n` of a disk.
    fn offset(self, geometry: Geometry, n: u16) -> usize {
        let (before, size) = (usize::from(n.max(1)) - 1, usize::from(geometry.sector_size));
        match self {
            Boot::Full => before * size,
            _ if n <= BOOT_SECTORS => before * BOOT_SECTOR_SIZE,
            Boot::Short => BOOT_BYTES + (before - usize::from(BOOT_SECTORS)) * size,
            Boot::Padded => before * size,
        }
    }
}

/// How the first three sectors are stored in `size` bytes that begin with `data`.
fn boot_layout(sector_size: u16, size: usize, data: &[u8]) -> Boot {
    if sector_size == 128 || !size.is_multiple_of(256) || size < 2 * BOOT_BYTES {
        return Boot::Short;
    }
    // What the second half of a full first sector, or the padding of short ones, contains; as much of it as is in the
    // file.
    let is_zero = |from: usize, end: usize| data.iter().take(end).skip(from).all(|&byte| byte == 0);
    if is_zero(BOOT_BYTES, 2 * BOOT_BYTES) && !is_zero(128, 256) { Boot::Padded } else { Boot::Full }
}

/// The number of sectors that fit into `size` bytes, of which the file has those that are `present`, with any warnings.
/// There must be at least one sector.
fn sectors(
    sector_size: u16,
    boot: Boot,
    size: usize,
    present: usize,
) -> Result<(u16, Vec<Warning>), AtrError> {
    let (sectors, left_over) = count_sectors(sector_size, boot, size);
    let fragment = present.saturating_sub(size - left_over);
    if sectors == 0 {
        return Err(AtrError::Empty);
    }
    let mut warnings = Vec::new();
    if fragment != 0 {
        warnings.push(Warning::Fragment(fragment));
    }
    if sectors > MOST_SECTORS {
        warnings.push(Warning::TooMany(sectors));
    }
    Ok((sectors.min(MOST_SECTORS) as u16, warnings))
}

/// Whole sectors in `size` bytes, and the bytes that remain.
fn count_sectors(sector_size: u16, boot: Boot, size: usize) -> (usize, usize) {
    let sector_size = usize::from(sector_size);
    match boot {
        Boot::Short if size <= BOOT_BYTES => (size / BOOT_SECTOR_SIZE, size % BOOT_SECTOR_SIZE),
        Boot::Short => {
            let behind = size - BOOT_BYTES;
            (usize::from(BOOT_SECTORS) + behind / sector_size, behind % sector_size)
        }
        Boot::Full | Boot::Padded => (size / sector_size, size % sector_size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(paragraphs: u32, sector_size: u16) -> Vec<u8> {
        let [low, middle, high, _] = paragraphs.to_le_bytes();
        let [size_low, size_high] = sector_size.to_le_bytes();
        vec![0x96, 0x02, low, middle, size_low, size_high, high, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    }

    fn parsed(header: &[u8], data: Vec<u8>) -> (Image, Vec<Warning>) {
        Image::parse(&[header, &data].concat()).unwrap()
    }

    #[test]
    fn single_and_enhanced_density() {
        for (geometry, paragraphs) in [(Geometry::SINGLE, 0x1680), (Geometry::ENHANCED, 0x2080)] {
            let mut data = vec![0; usize::from(geometry.sectors) * 128];
            data[719 * 128] = 0xA5;
            let (image, warnings) = parsed(&header(paragraphs, 128), data);
            assert_eq!((image.geometry(), warnings.len()), (geometry, 0));
            assert_eq!(image.sector(720).map(|bytes| (bytes.len(), bytes[0])), Some((128, 0xA5)));
            assert_eq!(image.file_offset(720), 16 + 719 * 128);
            assert_eq!((image.sector(0), image.sector(geometry.sectors + 1)), (None, None));
            assert_eq!(Image::parse(&image.to_bytes()), Ok((image, Vec::new())));
        }
    }

    #[test]
    fn double_density_with_short_boot_sectors() {
        let mut data = vec![0; 183_936];
        (data[128], data[384]) = (2, 4);
        let (image, warnings) = parsed(&header(0x2CE8, 256), data);
        assert_eq!((image.geometry(), warnings.len()), (Geometry::DOUBLE, 0));
        assert_eq!(image.sector(2).map(|bytes| (bytes.len(), bytes[0])), Some((128, 2)));
        assert_eq!(image.sector(4).map(|bytes| (bytes.len(), bytes[0])), Some((256, 4)));
    }

    #[test]
    fn double_density_with_full_or_padded_boot_sectors() {
        let mut full = vec![0; 184_320];
        (full[0], full[256], full[512], full[768]) = (1, 2, 3, 4);
        let mut padded = vec![0; 184_320];
        (padded[0], padded[128], padded[256], padded[768]) = (1, 2, 3, 4);
        for data in [full, padded] {
            let (image, warnings) = parsed(&header(0x2D00, 256), data);
            assert_eq!((image.geometry(), warnings.len()), (Geometry::DOUBLE, 0));
            for n in 1..5 {
                assert_eq!(image.sector(n).unwrap()[0], n as u8);
            }
        }
    }

    #[test]
    fn the_first_three_sectors_stay_where_they_are_when_more_is_written_than_there_was() {
        let mut data = vec![0; 500];
        (data[0], data[256], data[499]) = (1, 2, 9);
        let (image, warnings) = parsed(&header(48, 256), data);
        assert_eq!(warnings, [Warning::Size { announced: 768, present: 500 }]);
        let (again, warnings) = Image::parse(&image.to_bytes()).unwrap();
        assert_eq!((again.geometry().sectors, warnings), (3, Vec::new()));
        assert_eq!([1, 2, 3].map(|n| again.sector(n)), [1, 2, 3].map(|n| image.sector(n)));
        assert_eq!(again.sector(2).unwrap()[0], 2);
    }

    #[test]
    fn a_file_that_ends_within_the_first_sectors_lies_as_it_does_when_it_is_whole() {
        let mut data = vec![0; 516];
        (data[128], data[256], data[512]) = (1, 2, 3);
        let (image, _) = parsed(&header(48, 256), data);
        let (again, _) = Image::parse(&image.to_bytes()).unwrap();
        assert_eq!(image.sector(3).unwrap()[0], 3);
        assert_eq!([1, 2, 3].map(|n| again.sector(n)), [1, 2, 3].map(|n| image.sector(n)));
    }

    /// With its fragment the file would be as long as one with four whole sectors.
    #[test]
    fn a_fragment_that_makes_short_first_sectors_look_long_is_not_written() {
        let mut data = vec![0; 1024];
        (data[128], data[640], data[1023]) = (2, 5, 9);
        let (image, warnings) = parsed(&header(66, 256), data);
        assert_eq!(warnings, [Warning::Size { announced: 1056, present: 1024 }, Warning::Fragment(128)]);
        let (again, warnings) = Image::parse(&image.to_bytes()).unwrap();
        assert_eq!((again.geometry().sectors, warnings), (5, Vec::new()));
        assert_eq!([2, 5].map(|n| again.sector(n).unwrap()[0]), [2, 5]);
    }

    #[test]
    fn images_without_a_header_are_told_by_their_size() {
        for (size, geometry) in RAW_SIZES {
            let mut data = vec![0; size];
            data[size - 1] = 9;
            let (mut image, _) = Image::read(&data, "GAME.XFD").unwrap();
            assert_eq!((image.geometry(), image.file_offset(1)), (geometry, 0));
            assert_eq!(image.sector(geometry.sectors).unwrap().last(), Some(&9));
            assert_eq!(image.to_bytes(), data);
            image.set_sector(1, &[7; 128]);
            assert_eq!(image.to_bytes()[..129], [&[7; 128][..], &[0]].concat());
            assert_eq!(image.formatted(Geometry::SINGLE).to_bytes(), vec![0; 92_160]);
        }
        let atr = [header(8, 128), vec![0; 128]].concat();
        assert_eq!(Image::read(&atr, "x.xfd"), Image::parse(&atr));
    }

    #[test]
    fn images_without_a_header_of_odd_sizes_have_as_many_sectors_as_there_are() {
        let mut data = vec![0; 19 * 128 + 5];
        data[18 * 128] = 9;
        let (image, warnings) = Image::parse_raw(&data).unwrap();
        assert_eq!(image.geometry(), Geometry { sector_size: 128, sectors: 19 });
        assert_eq!(warnings, [Warning::RawSize(19), Warning::Fragment(5)]);
        assert_eq!(image.sector(19).unwrap()[0], 9);
        assert_eq!(image.to_bytes(), data);
        assert_eq!(Image::parse_raw(&[0; 127]), Err(AtrError::Empty));
    }

    #[test]
    fn a_header_that_counts_long_first_sectors_does_not_move_those_behind_them() {
        let mut data = vec![0; 183_936];
        (data[128], data[384]) = (2, 4);
        let (image, warnings) = parsed(&header(0x2D00, 256), data);
        assert_eq!((image.geometry(), warnings), (Geometry::DOUBLE, vec![Warning::LongBoot]));
        assert_eq!([2, 4].map(|n| image.sector(n).unwrap()[0]), [2, 4]);
    }

    #[test]
    fn what_is_cut_off_reads_as_zero_and_can_be_written() {
        let (mut image, warnings) = parsed(&header(0x1680, 128), vec![7; 200]);
        assert_eq!(warnings, [Warning::Size { announced: 92_160, present: 200 }]);
        assert_eq!(image.geometry(), Geometry::SINGLE);
        assert_eq!(image.sector(2).unwrap()[70..74], [7, 7, 0, 0]);
        assert_eq!(image.sector(720), Some(vec![0; 128]));
        image.set_sector(5, &[9; 128]);
        assert_eq!(image.sector(5), Some(vec![9; 128]));
        assert_eq!(image.to_bytes().len(), 16 + 92_160);
    }

    #[test]
    fn odd_sizes_are_told() {
        let (image, warnings) = parsed(&header(0, 128), vec![1; 19 * 128 + 5]);
        assert_eq!(image.geometry().sectors, 19);
        assert_eq!(warnings, [Warning::Size { announced: 0, present: 2437 }, Warning::Fragment(5)]);
        let (_, warnings) = parsed(&header(9, 128), vec![1; 128]);
        assert_eq!(warnings, [Warning::Size { announced: 144, present: 128 }], "no bytes behind the sector");
        let (image, warnings) = parsed(&header(0x00FF_FFFF, 128), vec![1; 128]);
        assert_eq!(image.geometry().sectors, 65_535);
        assert!(warnings.contains(&Warning::TooMany(2_097_151)));
    }

    #[test]
    fn what_is_no_disk_is_refused() {
        for (bytes, found) in [
            (&[0x96, 0x02, 0, 0][..], "is a disk image (ATR) of 4 bytes"),
            (&[0; 200], "begins with $00 $00"),
            (b"<html>not found</html>", "is text and begins with `<html>not found</html>`"),
        ] {
            assert_eq!(Image::parse(bytes), Err(AtrError::NotAtr { found: found.to_owned() }));
        }
        assert_eq!(Image::parse(&[header(8, 512), vec![0; 128]].concat()), Err(AtrError::SectorSize(512)));
        assert_eq!(Image::parse(&[header(0, 128), vec![0; 100]].concat()), Err(AtrError::Empty));
    }

    #[test]
    fn the_marks_of_write_protection() {
        for (byte, protected) in [(0, false), (1, true), (0x10, true), (0x20, false)] {
            let mut header = header(8, 128);
            header[15] = byte;
            assert_eq!(parsed(&header, vec![0; 128]).0.is_protected(), protected);
        }
    }

    #[test]
    fn a_disk_of_data_boots_nothing() {
        let first = |bytes: &[u8]| {
            let mut image = Image::blank(Geometry::SINGLE);
            image.set_sector(1, bytes);
            image
        };
        assert!(!first(&[]).boots());
        assert!(!first(&[0, 1, 0, 7, 7, 7, 0x38, 0x60]).boots(), "SEC, RTS");
        let dos = [0, 3, 0, 7, 0x40, 0x15, 0x4C, 0x14, 0x07, 3, 3, 0, 0x7C, 0x1A];
        assert!(!first(&[dos.as_slice(), &[0]].concat()).boots(), "no DOS.SYS");
        assert!(first(&[dos.as_slice(), &[1]].concat()).boots());
        assert!(first(&[0, 1, 0, 7, 7, 7, 0x18, 0x60]).boots());
    }
}
