//! Disks that boot a program: the loader from `asm/boot` in the first sectors, then the program. Also blank disks,
//! which say that there is nothing to boot.

use super::labels::{MissingLabel, required};
use super::{Sources, TitleError};
use crate::media::atr::{Geometry, Image};
use crate::media::dos;
use crate::media::xex::Xex;

/// The loader's source within `asm`.
const MAIN: &str = "boot/boot.asm";
/// The source of the boot sector of a blank disk.
const NONE: &str = "boot/none.asm";
/// The first sector of the program.
const FIRST_SECTOR: u16 = 4;
/// The word after the last segment.
const END: [u8; 2] = [0xFF, 0xFF];

/// Why a program cannot be put on a disk.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BootDiskError {
    /// The loader's source has errors.
    #[error("the loader of boot disks: {0}")]
    Loader(#[source] TitleError),
    /// The loader lacks the labels of its address range.
    #[error("the loader of boot disks: {0}")]
    Unlabelled(#[source] MissingLabel),
    /// The program has no bytes to load.
    #[error("there is not one byte to load")]
    Empty,
    /// A segment would overwrite the loader.
    #[error(
        "segment {segment} at ${:04X}-${:04X} would be loaded over the disk's loader at ${:04X}-${:04X}: expected \
         a program that leaves these addresses free while it is loaded",
        at.0, at.1, loader.0, loader.1
    )]
    OverLoader {
        /// Its number, from 1.
        segment: usize,
        /// Its first and last address.
        at: (u16, u16),
        /// The loader's first and last address.
        loader: (u16, u16),
    },
    /// The program does not fit.
    #[error("the program has {bytes} bytes: a disk has room for {most}")]
    TooLong {
        /// Bytes of the program.
        bytes: usize,
        /// The most that fit on a disk.
        most: usize,
    },
}

/// A disk that boots a program; single density, or enhanced density if the program needs more.
///
/// # Errors
/// [`BootDiskError::Empty`], [`BootDiskError::OverLoader`] or, if enhanced density has no room for it either,
/// [`BootDiskError::TooLong`] for the program; [`BootDiskError::Loader`] if the loader cannot be built, and
/// [`BootDiskError::Unlabelled`] if it has no `BOOT` and `BOOT_END`.
///
/// # Examples
///
/// ```
/// use front800::media::xex::{Segment, Xex};
/// use front800::titles::{Sources, boot_disk};
///
/// // An endless loop.
/// let program = Xex { segments: vec![Segment { start: 0x2000, bytes: vec![0x4C, 0x00, 0x20] }] };
/// let disk = boot_disk::boot_disk(&Sources::embedded(), &program)?;
/// assert_eq!(disk.sector(4).unwrap()[..4], [0xFF, 0xFF, 0x00, 0x20]);
/// # Ok::<(), boot_disk::BootDiskError>(())
/// ```
pub fn boot_disk(sources: &Sources, program: &Xex) -> Result<Image, BootDiskError> {
    let assets = sources.assets().map_err(BootDiskError::Loader)?;
    let loader = sources.assemble(MAIN, &assets, &[]).map_err(BootDiskError::Loader)?;
    let place = |name: &str| {
        let label = |name: &str| loader.symbol(name).map(|value| value as u16);
        required(&label, name).map_err(BootDiskError::Unlabelled)
    };
    keep_clear(program, (place("BOOT")?, place("BOOT_END")?.saturating_sub(1)))?;
    let file = [program.write(), END.to_vec()].concat();
    let room = |geometry: Geometry| {
        usize::from(geometry.sectors - FIRST_SECTOR + 1) * usize::from(geometry.sector_size)
    };
    let kinds = [Geometry::SINGLE, Geometry::ENHANCED];
    let Some(geometry) = kinds.into_iter().find(|&geometry| file.len() <= room(geometry)) else {
        let most = room(Geometry::ENHANCED) - END.len();
        return Err(BootDiskError::TooLong { bytes: file.len() - END.len(), most });
    };
    let mut image = Image::blank(geometry);
    let sector_size = usize::from(geometry.sector_size);
    for (first, bytes) in [(1, loader.raw(0)), (FIRST_SECTOR, file)] {
        for (sector, bytes) in (first..).zip(bytes.chunks(sector_size)) {
            image.set_sector(sector, bytes);
        }
    }
    Ok(image)
}

/// An empty disk as DOS 2 formats it. Booting it displays a message; with a first sector of zeros, the system would
/// try to run them as a program.
///
/// # Errors
/// [`BootDiskError::Loader`] if the first sector cannot be built.
///
/// # Examples
///
/// ```
/// use front800::titles::{Sources, boot_disk};
///
/// let disk = boot_disk::blank_disk(&Sources::embedded())?;
/// // One sector to $0700; its program is SEC, RTS.
/// assert_eq!(disk.sector(1).unwrap()[..8], [0, 1, 0x00, 0x07, 0x07, 0x07, 0x38, 0x60]);
/// # Ok::<(), boot_disk::BootDiskError>(())
/// ```
pub fn blank_disk(sources: &Sources) -> Result<Image, BootDiskError> {
    let assets = sources.assets().map_err(BootDiskError::Loader)?;
    let boot = sources.assemble(NONE, &assets, &[]).map_err(BootDiskError::Loader)?;
    let mut image = dos::formatted();
    image.set_sector(1, &boot.raw(0));
    Ok(image)
}

/// Refuses programs that would overwrite the loader, whose first and last address are given.
fn keep_clear(program: &Xex, loader: (u16, u16)) -> Result<(), BootDiskError> {
    if program.segments.is_empty() {
        return Err(BootDiskError::Empty);
    }
    for (segment, it) in (1..).zip(&program.segments) {
        let at = (it.start, it.start.wrapping_add((it.bytes.len() - 1) as u16));
        if at.0 <= loader.1 && at.1 >= loader.0 {
            return Err(BootDiskError::OverLoader { segment, at, loader });
        }
    }
    Ok(())
}
