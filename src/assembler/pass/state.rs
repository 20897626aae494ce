//! All that a run holds while its passes walk.

use super::record::{
    BlockRange, FoundTest, Frame, OpenBlock, Record, Region, Segments, SpartaBlocks, Structure, Tests,
    Waiting,
};
use super::values::{Loaded, Movement};
use crate::assembler::diagnostic::{Diagnostic, Severity};
use crate::assembler::image::Image;
use crate::assembler::names::{Name, QuickMap};
use crate::assembler::opcodes::Words;
use crate::assembler::options::Options;
use crate::assembler::source::{Files, Place, Sources};
use crate::assembler::symbols::{ROOT, Symbols};
use crate::assembler::syntax::{Argument, Program, Statement, Update};
use std::collections::BTreeMap;
use std::sync::Arc;

/// All that an assembly run holds.
pub(in crate::assembler) struct Assembler<'a> {
    pub(super) files: &'a dyn Files,
    pub(super) options: &'a Options,
    pub words: Words,
    pub sources: Sources,
    pub program: Program,
    pub symbols: Symbols,
    pub image: Image,
    pub diagnostics: Vec<Diagnostic>,
    pub records: Vec<Record>,
    /// Those of the pass before.
    pub records_before: Vec<Record>,
    pub ranges: Vec<BlockRange>,
    pub regions: Vec<Region>,
    pub loops: Vec<(u16, i64, Place)>,
    pub tests: Vec<FoundTest>,
    pub run_address: Option<u16>,
    pub init_addresses: Vec<u16>,
    /// Sources by path, parsed once.
    pub(super) units: QuickMap<Box<[u8]>, u32>,
    /// Files that are inserted, by the index of the name in the source, and by path.
    pub(super) binaries: QuickMap<u32, Option<Arc<[u8]>>>,
    pub(super) binaries_read: QuickMap<String, Arc<[u8]>>,
    pub(super) expansions: QuickMap<Box<[u8]>, u32>,
    /// Bytes of all expansions.
    pub(super) expanded: usize,
    pub(super) macros: QuickMap<u64, u32>,
    /// Those of the passes before: a macro may be called before its definition.
    pub(super) macros_before: QuickMap<u64, u32>,
    pub(super) pass: u32,
    pub(super) scope: u32,
    pub(super) source: u32,
    /// Line of the current statement.
    pub(super) line: u32,
    pub(super) place: Place,
    pub(super) frames: Vec<Frame>,
    pub(super) blocks: Vec<OpenBlock>,
    pub(super) counters: Vec<i64>,
    /// Values of chains with two readings within the one that is being computed.
    pub(super) readings: QuickMap<u32, Option<i64>>,
    /// The innermost counter is that of `:n` before the call of a macro, whose body does not see it.
    pub(super) counts_calls: bool,
    pub(super) statements: u64,
    pub(super) last_start: i64,
    pub(super) pending_skip: Option<usize>,
    /// Bytes of this pass, those that have no place among them.
    pub(super) emitted: usize,
    /// `opt r+`: moves do not load what the one before has loaded.
    pub(super) reuse_loads: bool,
    /// `opt b+`: a macro of the source is called whenever the bank changes.
    pub(super) announce_banks: bool,
    pub(super) loaded: Option<Loaded>,
    /// What `.get` and `.put` have stored: empty, or 65,536 bytes.
    pub(super) store: Vec<u8>,
    pub(super) stopped: bool,
    pub(super) edge_reported: bool,
    /// `opt ?+`: `?name` belongs to the label before it.
    pub(super) local_marks: bool,
    pub(super) last_label: Option<(u32, Name)>,
    /// Names of the command line that the source has given other values.
    pub(super) overridden: Vec<Name>,
    /// `?name`s in front of statements: where each stood last.
    pub(super) marks: BTreeMap<u32, i64>,
    pub(super) marks_before: BTreeMap<u32, i64>,
    /// One that stood elsewhere in the pass before.
    pub(super) moved_mark: Option<u32>,
    /// Where the segments of the pass before ended.
    pub(super) reach_before: Vec<u16>,
    /// What the headers say of the segments' ends, if passes do not agree.
    pub header_ends: Vec<u16>,
    /// `.local`s that are opened more than once: where they began last.
    pub(super) reopened: BTreeMap<u32, (i64, u32)>,
    pub(super) segments: Segments,
    /// Values that move, and names that are public or come from elsewhere.
    pub(super) movement: Movement,
    pub(super) sparta_blocks: SpartaBlocks,
    pub(super) publics: Vec<(Name, Place)>,
    pub(super) updates: Vec<Update>,
    pub(super) outside_procedures: Vec<u32>,
    /// `#if` and `#while`
    pub(super) tests_of_run: Tests,
    pub(super) zero_page_next: i64,
    pub(super) zero_page_taken: [bool; 0x100],
    pub(super) root_variables: Vec<Waiting>,
    /// Structures by their symbols.
    pub(super) structures: QuickMap<u32, Structure>,
    /// Parameters of procedures by their symbols: index into [`Program::procedures`].
    pub(super) procedures: QuickMap<u32, u32>,
    /// Arguments of calls of procedures by source and place.
    pub(super) arguments: QuickMap<u64, Vec<Argument>>,
    /// Statements by source and place that begin with a word of the language and may be calls of macros.
    pub(super) own_words: QuickMap<u64, Vec<Statement>>,
    /// The next statement gives no warnings, or the one that is executed.
    pub(super) hushes_next: bool,
    pub(super) is_hushed: bool,
    pub(super) region_error_line: Option<Place>,
    /// A source or the end of a body is missing: what is not known may stand in it.
    pub(super) lacks_source: bool,
    /// Addresses left to the program: the first, their number and the statement.
    pub reserved: Vec<(i64, i64, Place)>,
    /// Uses of symbols in this pass, if they are wanted: the symbol, the place, and whether it is defined there.
    pub references: Vec<(u32, Place, bool)>,
    /// Kinds and places of the diagnostics that have been made in the turns of a repeat.
    pub(super) said_in_turns: Vec<(Severity, Place)>,
    /// Those that were made in macros.
    pub(super) said_in_macros: Vec<SaidInMacro>,
}

/// A diagnostic that was made in a macro.
pub(super) struct SaidInMacro {
    /// Which it is.
    pub diagnostic: usize,
    /// The macro's call in its stack.
    pub call: usize,
    /// How many other calls have made the same.
    pub others: u64,
    /// The number of the statement that has made it last.
    pub statement: u64,
}

impl<'a> Assembler<'a> {
    pub(crate) fn new(files: &'a dyn Files, options: &'a Options) -> Self {
        Assembler {
            files,
            options,
            words: Words::new(),
            sources: Sources::default(),
            program: Program::new(options),
            symbols: Symbols::new(),
            image: Image::new(),
            diagnostics: Vec::new(),
            records: Vec::new(),
            records_before: Vec::new(),
            ranges: Vec::new(),
            regions: Vec::new(),
            loops: Vec::new(),
            tests: Vec::new(),
            run_address: None,
            init_addresses: Vec::new(),
            units: QuickMap::default(),
            binaries: QuickMap::default(),
            binaries_read: QuickMap::default(),
            readings: QuickMap::default(),
            expansions: QuickMap::default(),
            expanded: 0,
            macros: QuickMap::default(),
            macros_before: QuickMap::default(),
            pass: 0,
            scope: ROOT,
            source: 0,
            line: 0,
            place: (0, 0, 0),
            frames: Vec::new(),
            blocks: Vec::new(),
            counters: Vec::new(),
            counts_calls: false,
            statements: 0,
            last_start: 0,
            pending_skip: None,
            emitted: 0,
            reuse_loads: false,
            announce_banks: false,
            loaded: None,
            store: Vec::new(),
            stopped: false,
            edge_reported: false,
            local_marks: false,
            last_label: None,
            overridden: Vec::new(),
            marks: BTreeMap::new(),
            marks_before: BTreeMap::new(),
            moved_mark: None,
            reach_before: Vec::new(),
            header_ends: Vec::new(),
            reopened: BTreeMap::new(),
            segments: Segments::default(),
            movement: Movement::default(),
            sparta_blocks: SpartaBlocks::default(),
            publics: Vec::new(),
            updates: Vec::new(),
            outside_procedures: Vec::new(),
            tests_of_run: Tests::default(),
            zero_page_next: 0x80,
            zero_page_taken: [false; 0x100],
            lacks_source: false,
            reserved: Vec::new(),
            root_variables: Vec::new(),
            structures: QuickMap::default(),
            procedures: QuickMap::default(),
            arguments: QuickMap::default(),
            own_words: QuickMap::default(),
            hushes_next: false,
            is_hushed: false,
            region_error_line: None,
            references: Vec::new(),
            said_in_turns: Vec::new(),
            said_in_macros: Vec::new(),
        }
    }
}
