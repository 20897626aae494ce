//! The disks of a machine: each is the image it was added with, and what has been written since.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::machine::digest::digest;
use crate::media::atr::{Geometry, Image};

/// A disk.
#[derive(Clone, PartialEq, Debug)]
struct Disk {
    /// The image as it was when it was added.
    image: Image,
    /// Identifies it in saved states.
    identity: u64,
    /// Identifies the file that it is kept in, whatever the file's contents; 0 = no file.
    file: u64,
    /// If it has been formatted since: the new geometry. Nothing of `image` is left.
    formatted: Option<Geometry>,
    /// Sectors written since.
    changed: BTreeMap<u16, Vec<u8>>,
    /// Whether the host wants to be told what is written.
    reported: bool,
}

/// A disk in a saved state: everything except the original image.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct DiskState {
    slot: u32,
    identity: u64,
    formatted: Option<Geometry>,
    changed: BTreeMap<u16, Vec<u8>>,
    kept: Option<Kept>,
}

/// A disk that is written back to its file. The state contains all of it, as the file may be different later.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Kept {
    /// [`Disk::file`].
    file: u64,
    bytes: Vec<u8>,
}

impl Kept {
    fn image(&self) -> Option<Image> {
        let image = Image::parse(&self.bytes).map(|(image, _)| image);
        image.or_else(|_| Image::parse_raw(&self.bytes).map(|(image, _)| image)).ok()
    }
}

impl DiskState {
    /// Whether a disk can be in this state.
    pub(crate) fn is_possible(&self) -> bool {
        let exists = |disk: Geometry| matches!(disk.sector_size, 128 | 256) && disk.sectors > 0;
        self.formatted.is_none_or(exists)
            && !self.changed.contains_key(&0)
            && self.kept.as_ref().is_none_or(|kept| kept.image().is_some())
    }

    /// Renumbers disks from 0 in their order. Returns the new numbers by the old ones.
    pub(crate) fn number(disks: &mut [DiskState]) -> BTreeMap<usize, usize> {
        let number =
            |(n, disk): (usize, &mut DiskState)| (std::mem::replace(&mut disk.slot, n as u32) as usize, n);
        disks.iter_mut().enumerate().map(number).collect()
    }

    /// Whether `disk` is this one as it was added; as it was when saved; or one that is kept in the same file.
    fn is_of(&self, disk: &Disk) -> [bool; 3] {
        let kept = self.kept.as_ref();
        [
            self.identity == disk.identity,
            kept.is_some_and(|kept| digest(&kept.bytes) == disk.identity),
            kept.is_some_and(|kept| kept.file != 0 && kept.file == disk.file),
        ]
    }
}

/// Bytes to be written to the file that a disk came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiskWrite {
    /// The disk, as [`Machine::add_disk`](crate::machine::Machine::add_disk) numbered it.
    pub disk: usize,
    /// The offset of the bytes in the image file.
    pub offset: u64,
    /// The bytes written.
    pub bytes: Vec<u8>,
    /// Whether the file ends after them.
    pub whole: bool,
}

/// All disks by number, whether in a drive or not.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Shelf {
    disks: BTreeMap<usize, Disk>,
    writes: Vec<DiskWrite>,
}

impl Shelf {
    /// Adds a disk. Returns its number, the lowest one that is free.
    pub(crate) fn add(&mut self, image: Image, reported: bool) -> usize {
        let identity = digest(&image.to_bytes());
        let (formatted, changed) = (None, BTreeMap::new());
        let number = (0..).zip(self.disks.keys()).find(|(n, taken)| n != *taken);
        let number = number.map_or(self.disks.len(), |(free, _)| free);
        self.disks.insert(number, Disk { image, identity, file: 0, formatted, changed, reported });
        number
    }

    /// Removes disk `n`, with writes to it that have not been reported yet; false if there is none.
    pub(crate) fn remove(&mut self, n: usize) -> bool {
        self.writes.retain(|write| write.disk != n);
        self.disks.remove(&n).is_some()
    }

    fn disk_mut(&mut self, n: usize) -> &mut Disk {
        self.disks.get_mut(&n).expect("a drive has a disk of the shelf")
    }

    /// Sets the name of the file that disk `n` is kept in.
    pub(crate) fn set_file_name(&mut self, n: usize, name: &str) {
        self.disk_mut(n).file = digest(name.as_bytes());
    }

    /// Whether there is a disk of this number.
    pub(crate) fn has(&self, n: usize) -> bool {
        self.disks.contains_key(&n)
    }

    /// Number and size of disk `n`'s sectors.
    pub(crate) fn geometry(&self, n: usize) -> Geometry {
        let disk = &self.disks[&n];
        disk.formatted.unwrap_or(disk.image.geometry())
    }

    /// Whether disk `n` is write-protected.
    pub(crate) fn is_protected(&self, n: usize) -> bool {
        self.disks[&n].image.is_protected()
    }

    /// A sector of disk `n`, counted from 1; none if there is no such sector.
    pub(crate) fn sector(&self, n: usize, sector: u16) -> Option<Vec<u8>> {
        let disk = &self.disks[&n];
        match (disk.changed.get(&sector), disk.formatted) {
            (Some(bytes), _) => Some(bytes.clone()),
            (None, None) => disk.image.sector(sector),
            (None, Some(geometry)) => {
                (1..=geometry.sectors).contains(&sector).then(|| vec![0; geometry.length(sector)])
            }
        }
    }

    /// Writes a sector of disk `n`, which must exist.
    pub(crate) fn write(&mut self, n: usize, sector: u16, bytes: &[u8]) {
        let disk = self.disk_mut(n);
        disk.changed.insert(sector, bytes.to_vec());
        if disk.reported {
            let offset = match disk.formatted {
                None => disk.image.file_offset(sector),
                Some(geometry) => disk.image.file_offset_formatted(geometry, sector),
            };
            let (offset, bytes) = (offset as u64, bytes.to_vec());
            self.writes.push(DiskWrite { disk: n, offset, bytes, whole: false });
        }
    }

    /// Formats disk `n`.
    pub(crate) fn format(&mut self, n: usize, geometry: Geometry) {
        let disk = self.disk_mut(n);
        disk.formatted = Some(geometry);
        disk.changed.clear();
        self.report_whole(n);
    }

    /// The disk as a file.
    pub(crate) fn file(&self, n: usize) -> Vec<u8> {
        let disk = &self.disks[&n];
        let mut image = match disk.formatted {
            None => disk.image.clone(),
            Some(geometry) => disk.image.formatted(geometry),
        };
        for (&sector, bytes) in &disk.changed {
            image.set_sector(sector, bytes);
        }
        image.to_bytes()
    }

    /// Takes what is to be written to files, in order.
    pub(crate) fn take_writes(&mut self) -> Vec<DiskWrite> {
        std::mem::take(&mut self.writes)
    }

    fn report_whole(&mut self, n: usize) {
        if self.disks[&n].reported {
            let bytes = self.file(n);
            self.writes.push(DiskWrite { disk: n, offset: 0, bytes, whole: true });
        }
    }

    /// The disks that the future depends on: those in drives (`inserted`) and those written to.
    pub(crate) fn save(&self, inserted: &[usize]) -> Vec<DiskState> {
        let matters = |(n, disk): &(&usize, &Disk)| {
            inserted.contains(n) || disk.formatted.is_some() || !disk.changed.is_empty()
        };
        let state = |(&n, disk): (&usize, &Disk)| DiskState {
            slot: n as u32,
            identity: disk.identity,
            formatted: disk.formatted,
            changed: disk.changed.clone(),
            kept: None,
        };
        self.disks.iter().filter(matters).map(state).collect()
    }

    /// Adds the full contents to the states of disks that are written back to files.
    pub(crate) fn keep_files(&self, states: &mut [DiskState]) {
        for state in states {
            let n = state.slot as usize;
            let Disk { file, reported, .. } = self.disks[&n];
            state.kept = reported.then(|| Kept { file, bytes: self.file(n) });
        }
    }

    /// For each disk of a saved state, which of the disks here it is. `None` if one is missing.
    pub(crate) fn find(&self, saved: &[DiskState]) -> Option<BTreeMap<usize, usize>> {
        let mut found = BTreeMap::new();
        for state in saved {
            let slot = state.slot as usize;
            let free = |n: &usize| !found.values().any(|taken| taken == n);
            let nearest = |way: usize| {
                let is_it = |n: &usize| self.disks.get(n).is_some_and(|disk| state.is_of(disk)[way]);
                std::iter::once(slot).chain(self.disks.keys().copied()).find(|n| is_it(n) && free(n))
            };
            let n = (0..3).find_map(nearest)?;
            found.insert(slot, n);
        }
        Some(found)
    }

    /// Puts all disks into the saved state; `places` is the result of [`Shelf::find`].
    pub(crate) fn load(&mut self, saved: Vec<DiskState>, places: &BTreeMap<usize, usize>) {
        let reported = self.disks.iter().filter(|(_, disk)| disk.reported);
        let reported: Vec<usize> = reported.map(|(&n, _)| n).collect();
        let before: Vec<_> = reported.iter().map(|&n| self.file(n)).collect();
        for disk in self.disks.values_mut() {
            (disk.formatted, disk.changed) = (None, BTreeMap::new());
        }
        for DiskState { slot, identity, formatted, changed, kept } in saved {
            let Some(disk) = places.get(&(slot as usize)).and_then(|n| self.disks.get_mut(n)) else {
                continue;
            };
            if disk.identity != identity
                && let Some(image) = kept.as_ref().and_then(Kept::image)
            {
                (disk.image, disk.identity) = (image, identity);
            }
            (disk.formatted, disk.changed) = (formatted, changed);
        }
        for (n, before) in reported.into_iter().zip(before) {
            if self.file(n) != before {
                self.report_whole(n);
            }
        }
    }
}
