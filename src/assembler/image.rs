//! The bytes that a pass produces, and their addresses.

use super::source::Place;

/// The program counter before any `org`. [measured]
const NOWHERE: i64 = -0xFFFF;

/// A run of bytes with consecutive addresses.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// Index of its first byte among all bytes.
    pub offset: usize,
    /// Address the bytes are assembled for.
    pub run: u16,
    /// Address the bytes are loaded to.
    pub load: u16,
    /// Whether it begins a segment of the binary-load file.
    pub opens_segment: bool,
    /// Whether the segment's header precedes it in the file.
    pub has_header: bool,
    /// Bytes in the file before the segment and its header.
    pub before: Option<Vec<u8>>,
    /// Whether an `ini` ran between the previous chunk and this one.
    pub after_init: bool,
    /// Whether it is the vector of a `run` or `ini`.
    pub is_vector: bool,
    /// The statement that began it: source index and byte range.
    pub place: Place,
}

/// The position of a pass in its output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    bytes: usize,
    here: i64,
    load: i64,
    is_silent: bool,
}

/// The output of a pass.
#[derive(Default)]
pub(super) struct Image {
    pub bytes: Vec<u8>,
    pub chunks: Vec<Chunk>,
    /// The program counter: the address the next byte is assembled for.
    pub here: i64,
    /// The address the next byte is loaded to.
    pub load: i64,
    /// Whether an `org` was seen.
    pub has_origin: bool,
    /// `opt h+`: new segments have headers.
    pub headers: bool,
    /// `opt o-`: bytes are counted but not output.
    pub is_silent: bool,
    /// `opt f+`: the byte that gaps within a segment are filled with.
    pub fill: Option<u8>,
    /// Number of fill bytes so far.
    pub filled: usize,
    /// Number of bytes up to the end of the last instruction.
    pub code_end: usize,
    /// A byte that could not be output because fills only go up: the previous address and the new one.
    pub backwards: Option<(i64, i64)>,
    /// Set if the next byte begins a chunk; true if also a segment.
    fresh: Option<bool>,
    /// The open segment has no header, whatever the options.
    is_bare: bool,
    before: Option<Vec<u8>>,
    after_init: bool,
    /// Load address after the last byte of the open segment.
    reach: Option<i64>,
}

impl Image {
    /// An empty image; segments have headers.
    pub(super) fn new() -> Self {
        Image { headers: true, here: NOWHERE, ..Image::default() }
    }

    /// The program counter as expressions see it.
    pub(super) fn counter(&self) -> i64 {
        self.here & 0xFFFF_FFFF
    }

    /// The current position; it changes as soon as a byte is output or the counter moves.
    pub(super) fn spot(&self) -> Spot {
        Spot { bytes: self.bytes.len(), here: self.here, load: self.load, is_silent: self.is_silent }
    }

    /// Bytes that follow have no address, because there was no `org`.
    pub(super) fn begin_nowhere(&mut self) {
        self.org(NOWHERE, 0, None);
    }

    /// Sets the program counter; the next byte begins a segment.
    pub(super) fn org(&mut self, here: i64, load: i64, before: Option<Vec<u8>>) {
        self.here = here;
        self.load = load;
        self.before = before;
        self.has_origin = true;
        self.fresh = Some(true);
        self.is_bare = false;
    }

    /// The segment that begins here gets no header.
    pub(super) fn leave_out_header(&mut self) {
        self.is_bare = true;
        self.fresh = Some(true);
    }

    /// Whether the next byte begins a segment.
    pub(super) fn begins_segment(&self) -> bool {
        self.fresh == Some(true)
    }

    /// Load address after the last byte of the open segment.
    pub(super) fn reach(&self) -> Option<i64> {
        self.reach
    }

    /// `opt f+`: how many bytes at the end of the last segment exist only in its header, because nothing
    /// follows them.
    pub(super) fn last_gap(&self) -> i64 {
        let reach = self.reach.filter(|_| self.fill.is_some() && self.headers);
        reach.map_or(0, |reach| (self.load - reach).max(0))
    }

    /// Sets the header of an object file, which precedes the code.
    pub(super) fn set_object_header(&mut self, header: Vec<u8>, place: Place) {
        match self.chunks.first_mut() {
            Some(first) => first.before = Some(header),
            None => self.append_raw(&header, place),
        }
    }

    /// Appends bytes that are not loaded anywhere to the file.
    pub(super) fn append_raw(&mut self, bytes: &[u8], place: Place) {
        if bytes.is_empty() {
            return;
        }
        self.is_bare = true;
        self.begin_chunk(true, place);
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.is_vector = true;
        }
        self.bytes.extend(bytes);
        self.fresh = Some(true);
    }

    /// `org address` without further operands: continues the segment if the counter is at that address
    /// already.
    pub(super) fn go_to(&mut self, here: i64) {
        if !self.has_origin || self.here != here {
            self.org(here, here, None);
        }
    }

    /// `opt h+`, `opt h-`. Without headers, following bytes do not belong to the open segment, and after
    /// `opt h+` they stay without a header until the next `org`. [measured]
    pub(super) fn set_headers(&mut self, headers: bool) {
        if self.headers && !headers && self.reach.is_some() {
            self.fresh = Some(true);
        }
        self.headers = headers;
    }

    /// Moves the program counter but not the load address.
    pub(super) fn relocate(&mut self, here: i64) {
        self.here = here;
        self.fresh = Some(self.fresh.unwrap_or(false));
    }

    /// Adds a byte. The caller has checked the address.
    #[inline]
    pub(super) fn push(&mut self, byte: u8, place: Place) {
        if self.is_silent {
            (self.here, self.load, self.fresh) = (self.here + 1, self.load + 1, Some(true));
            return;
        }
        if let Some(opens_segment) = self.fresh.take() {
            let opens_segment = opens_segment && !self.fill_gap();
            self.begin_chunk(opens_segment, place);
        }
        self.bytes.push(byte);
        self.here += 1;
        self.load += 1;
        self.reach = Some(self.load);
    }

    /// With `opt f+`: fills up to the counter; true if the open segment continues.
    fn fill_gap(&mut self) -> bool {
        let (Some(fill), Some(reach), None) = (self.fill, self.reach, &self.before) else { return false };
        if self.load < reach {
            self.backwards = Some((reach, self.load));
            return false;
        }
        let gap = (self.load - reach) as usize;
        self.bytes.resize(self.bytes.len() + gap, fill);
        self.filled += gap;
        true
    }

    fn begin_chunk(&mut self, opens_segment: bool, place: Place) {
        self.chunks.push(Chunk {
            offset: self.bytes.len(),
            run: self.here as u16,
            load: self.load as u16,
            opens_segment,
            has_header: self.headers && !self.is_bare,
            before: self.before.take(),
            after_init: std::mem::take(&mut self.after_init),
            is_vector: false,
            place,
        });
    }

    /// Adds a segment with a loader vector; the counter stays where it is.
    pub(super) fn vector(&mut self, address: u16, value: u16, place: Place) {
        let (here, load, before) = (self.here, self.load, self.before.take());
        (self.here, self.load) = (address.into(), address.into());
        self.begin_chunk(true, place);
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.is_vector = true;
        }
        self.bytes.extend(value.to_le_bytes());
        (self.here, self.load, self.before) = (here, load, before);
        self.reach = None;
        self.fresh = Some(true);
        self.after_init |= address == 0x2E2;
    }

    /// The last address of each segment.
    pub(super) fn segment_ends(&self) -> Vec<u16> {
        let mut ends = Vec::new();
        for (index, chunk) in self.chunks.iter().enumerate() {
            let Some(behind) = self.chunk_bytes(index).len().checked_sub(1) else { continue };
            let last = chunk.load.wrapping_add(behind as u16);
            match ends.last_mut() {
                Some(end) if !chunk.opens_segment => *end = last,
                _ => ends.push(last),
            }
        }
        ends
    }

    /// The address of a byte by its index among all bytes, and the number of bytes with consecutive addresses
    /// from it on.
    pub(super) fn run_at(&self, offset: usize) -> Option<(u16, usize)> {
        let behind = self.bytes.len().checked_sub(offset).filter(|&behind| behind > 0)?;
        let index = self.chunks.iter().rposition(|chunk| chunk.offset <= offset)?;
        let chunk = &self.chunks[index];
        let length = self.chunks.get(index + 1).map_or(behind, |next| next.offset - offset);
        Some((chunk.run.wrapping_add((offset - chunk.offset) as u16), length))
    }

    /// The bytes of a chunk.
    pub(super) fn chunk_bytes(&self, index: usize) -> &[u8] {
        let end = self.chunks.get(index + 1).map_or(self.bytes.len(), |next| next.offset);
        &self.bytes[self.chunks[index].offset..end]
    }
}
