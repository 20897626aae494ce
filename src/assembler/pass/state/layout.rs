//! Where bytes may go, and what has been said of those that may not.

use crate::assembler::image::Image;
use crate::assembler::names::Name;
use crate::assembler::source::Place;

/// Bytes of one pass at which it is taken to be endless.
pub(in crate::assembler) const MAX_BYTES: usize = 16 << 20;
/// Bytes of one pass, with those that have no place, at which it is taken to be endless.
const MAX_EMITTED: usize = 2 * MAX_BYTES;

/// A region declared by `.region`.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembler) struct DeclaredRegion {
    pub name: Name,
    pub start: i64,
    /// Its last address.
    pub end: i64,
    pub rom: bool,
    /// The statement.
    pub place: Place,
}

impl DeclaredRegion {
    pub(crate) fn holds(&self, address: i64) -> bool {
        (self.start..=self.end).contains(&address)
    }
}

/// Bytes, one behind the other, that are in no region.
struct Outside {
    start: i64,
    /// Behind the last one.
    end: i64,
    /// The diagnostic of it, if that has been said.
    said: Option<usize>,
}

/// What a pass knows of the memory that it fills.
#[derive(Default)]
pub(in crate::assembler) struct Layout {
    /// Bytes of this pass, those that have no place among them.
    emitted: usize,
    edge_reported: bool,
    regions: Vec<DeclaredRegion>,
    outside: Option<Outside>,
    /// The statement of which it was said last that its bytes cannot stand there.
    refused: Option<Place>,
    /// Where the segments of the pass before ended.
    ends_before: Vec<u16>,
    /// What the headers say of the segments' ends, if passes do not agree.
    header_ends: Vec<u16>,
}

impl Layout {
    /// A pass begins; the image is that of the one before.
    pub(crate) fn begin_pass(&mut self, pass: u32, before: &Image) {
        let ends_before = if pass > 2 { before.segment_ends() } else { Vec::new() };
        *self = Layout { ends_before, ..Layout::default() };
    }

    /// More bytes are put out somewhere.
    #[inline]
    pub(crate) fn count(&mut self, bytes: usize) {
        self.emitted += bytes;
    }

    /// Whether there are more bytes than any program has.
    #[inline]
    pub(crate) fn is_endless(&self) -> bool {
        self.emitted > MAX_EMITTED
    }

    /// The program runs past the end of the memory; whether that has been said.
    pub(crate) fn reach_edge(&mut self) -> bool {
        std::mem::replace(&mut self.edge_reported, true)
    }

    pub(crate) fn declare(&mut self, region: DeclaredRegion) {
        self.regions.push(region);
    }

    pub(crate) fn regions(&self) -> &[DeclaredRegion] {
        &self.regions
    }

    /// Leaves the regions out of account; gives what is to be put back.
    pub(crate) fn take_regions(&mut self) -> Vec<DeclaredRegion> {
        std::mem::take(&mut self.regions)
    }

    pub(crate) fn put_back_regions(&mut self, regions: Vec<DeclaredRegion>) {
        self.regions = regions;
    }

    /// Whether the source declares regions.
    #[inline]
    pub(crate) fn has_regions(&self) -> bool {
        !self.regions.is_empty()
    }

    /// Whether an address is in one of them.
    pub(crate) fn is_declared(&self, address: i64) -> bool {
        self.regions.iter().any(|region| region.holds(address))
    }

    /// Whether a byte that is in no region stands right behind another one.
    pub(crate) fn goes_on_outside(&mut self, address: i64) -> bool {
        let Some(outside) = self.outside.as_mut().filter(|outside| outside.end == address) else {
            return false;
        };
        outside.end += 1;
        true
    }

    /// A byte is in no region, and stands behind no other such byte. Its diagnostic has this number.
    pub(crate) fn begin_outside(&mut self, address: i64, said: Option<usize>) {
        self.outside = Some(Outside { start: address, end: address + 1, said });
    }

    /// The last bytes that are in no region: their diagnostic, and how many there are behind the first one.
    pub(crate) fn take_outside(&mut self) -> Option<(usize, i64)> {
        let Outside { start, end, said } = self.outside.take()?;
        Some((said?, end - start - 1))
    }

    /// Bytes of a statement cannot stand there; whether that is said for the first time.
    pub(crate) fn refuse(&mut self, place: Place) -> bool {
        self.refused.replace(place) != Some(place)
    }

    /// The passes do not agree: headers say what they said in the pass before.
    pub(crate) fn keep_headers_before(&mut self) {
        self.header_ends = std::mem::take(&mut self.ends_before);
    }

    /// The last addresses of segments, where their headers say otherwise than their bytes.
    pub(crate) fn header_ends(&self) -> &[u16] {
        &self.header_ends
    }
}
