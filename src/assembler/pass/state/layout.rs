//! Where bytes may be placed, and which violations have been reported.

use crate::assembler::image::Image;
use crate::assembler::names::Name;
use crate::assembler::source::Place;

/// Number of bytes after which a pass is considered endless.
pub(in crate::assembler) const MAX_BYTES: usize = 16 << 20;
/// Number of bytes, including those without an address, after which a pass is considered endless.
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
    /// Bytes of this pass, including those without an address.
    emitted: usize,
    edge_reported: bool,
    regions: Vec<DeclaredRegion>,
    outside: Option<Outside>,
    /// The statement of which it was said last that its bytes cannot stand there.
    refused: Option<Place>,
    /// Where the segments of the previous pass ended.
    ends_before: Vec<u16>,
    /// The segment ends to write into headers, if the passes do not agree.
    header_ends: Vec<u16>,
}

impl Layout {
    /// Begins a pass; the image is that of the previous one.
    pub(crate) fn begin_pass(&mut self, pass: u32, before: &Image) {
        let ends_before = if pass > 2 { before.segment_ends() } else { Vec::new() };
        *self = Layout { ends_before, ..Layout::default() };
    }

    /// Counts bytes that were output.
    #[inline]
    pub(crate) fn count(&mut self, bytes: usize) {
        self.emitted += bytes;
    }

    /// Whether there are more bytes than any program has.
    #[inline]
    pub(crate) fn is_endless(&self) -> bool {
        self.emitted > MAX_EMITTED
    }

    /// Records that the program runs past the end of memory. Returns whether that has been reported already.
    pub(crate) fn reach_edge(&mut self) -> bool {
        std::mem::replace(&mut self.edge_reported, true)
    }

    pub(crate) fn declare(&mut self, region: DeclaredRegion) {
        self.regions.push(region);
    }

    pub(crate) fn regions(&self) -> &[DeclaredRegion] {
        &self.regions
    }

    /// Disables the regions. Returns what is to be restored.
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

    /// If the passes do not agree, headers keep the values of the previous pass.
    pub(crate) fn keep_headers_before(&mut self) {
        self.header_ends = std::mem::take(&mut self.ends_before);
    }

    /// The last addresses of segments, where their headers differ from their bytes.
    pub(crate) fn header_ends(&self) -> &[u16] {
        &self.header_ends
    }
}
