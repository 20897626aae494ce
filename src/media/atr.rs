//! Disk images with an ATR header.

use std::fmt;

const HEADER_SIZE: usize = 16;
/// The first three sectors have 128 bytes whatever the others have.
const BOOT_BYTES: usize = 3 * 128;

/// What the header says, and what is there. [sheet: pia-sio-disk 5]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Bytes of a sector from the fourth on; the first three have 128.
    pub sector_size: u16,
    /// Sectors the file holds.
    pub sectors: usize,
    /// Bytes after the header as the header counts them.
    pub announced: usize,
    /// Bytes after the header.
    pub present: usize,
}

/// A file that is no disk image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAtr;

impl fmt::Display for NotAtr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a disk image begins with a header of 16 bytes, the first two $96 $02")
    }
}

impl std::error::Error for NotAtr {}

impl Geometry {
    /// Reads the header: `$96 $02`, paragraphs of 16 bytes, sector size, high part of the paragraphs.
    pub fn parse(bytes: &[u8]) -> Result<Self, NotAtr> {
        let (header, data) = bytes.split_at_checked(HEADER_SIZE).ok_or(NotAtr)?;
        if !header.starts_with(&[0x96, 0x02]) {
            return Err(NotAtr);
        }
        let sector_size = u16::from_le_bytes([header[4], header[5]]);
        let paragraphs = usize::from(header[2]) | usize::from(header[3]) << 8 | usize::from(header[6]) << 16;
        let sectors = match usize::from(sector_size) {
            0 => 0,
            _ if data.len() <= BOOT_BYTES => data.len() / 128,
            size => 3 + (data.len() - BOOT_BYTES) / size,
        };
        Ok(Geometry { sector_size, sectors, announced: paragraphs * 16, present: data.len() })
    }

    /// What is not sound about the image.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if !matches!(self.sector_size, 128 | 256 | 512) {
            problems.push(format!("sectors of {} bytes: expected 128, 256 or 512", self.sector_size));
        }
        if self.announced != self.present {
            problems.push(format!(
                "the header announces {} bytes, the file has {}",
                self.announced, self.present
            ));
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_of_a_single_density_disk_is_read() {
        let mut atr = vec![0x96, 0x02, 0x80, 0x16, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        atr.extend(vec![0; 92_160]);
        let geometry = Geometry::parse(&atr).unwrap();
        assert_eq!(geometry, Geometry { sector_size: 128, sectors: 720, announced: 92_160, present: 92_160 });
        assert!(geometry.problems().is_empty());
        atr.truncate(5000);
        assert_eq!(Geometry::parse(&atr).unwrap().problems().len(), 1);
        assert_eq!(Geometry::parse(&atr[..15]), Err(NotAtr));
    }
}
