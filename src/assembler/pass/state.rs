//! The state of a run, by subject: one file in this folder for each. Anything that other files need not see
//! is private there.

pub(super) mod blocks;
pub(super) mod calls;
pub(super) mod comparisons;
pub(super) mod files;
pub(super) mod layout;
pub(super) mod macros;
pub(super) mod marks;
pub(super) mod movement;
pub(super) mod neighbours;
pub(super) mod notes;
pub(super) mod object;
pub(super) mod procedures;
pub(super) mod readings;
pub(super) mod said;
pub(super) mod segments;
pub(super) mod sparta;
pub(super) mod store;
pub(super) mod structures;
pub(super) mod switches;
pub(super) mod turns;
pub(super) mod variables;

use std::collections::BTreeMap;

use crate::assembler::image::Image;
use crate::assembler::names::Name;
use crate::assembler::opcodes::Words;
use crate::assembler::options::Options;
use crate::assembler::source::{Files, Place, Sources};
use crate::assembler::symbols::{ROOT, Symbols};
use crate::assembler::syntax::ParsedProgram;
use blocks::OpenBlocks;
use calls::Calls;
use comparisons::Comparisons;
use files::FilesRead;
use layout::Layout;
use macros::Macros;
use marks::Marks;
use movement::Movement;
use neighbours::Neighbours;
use notes::Notes;
use object::ObjectFile;
use procedures::Procedures;
use readings::Readings;
use said::Said;
use segments::Segments;
use sparta::SpartaBlocks;
use store::Store;
use structures::Structures;
use switches::Switches;
use turns::Turns;
use variables::Variables;

/// The state of an assembly run.
pub(in crate::assembler) struct Assembler<'a> {
    pub(super) options: &'a Options,
    pub(super) words: Words,
    pub sources: Sources,
    pub program: ParsedProgram,
    pub files: FilesRead<'a>,

    // Position of the walk.
    pub(super) pass: u32,
    pub(super) source: u32,
    /// Line of the current statement.
    pub(super) line: u32,
    pub(super) place: Place,
    pub(super) scope: u32,
    /// Number of statements reached in this pass.
    pub(super) statements: u64,
    /// Set if further passes are pointless.
    pub(super) stopped: bool,
    pub(super) calls: Calls,
    pub(super) turns: Turns,
    pub(super) blocks: OpenBlocks,
    pub(super) comparisons: Comparisons,
    pub(super) switches: Switches,

    // Meanings of names.
    /// Values of names from the command line.
    pub(super) given: BTreeMap<Name, i64>,
    pub symbols: Symbols,
    pub(super) marks: Marks,
    pub(super) macros: Macros,
    pub(super) procedures: Procedures,
    pub(super) structures: Structures,
    pub(super) readings: Readings,

    // Output.
    pub image: Image,
    pub layout: Layout,
    pub(super) segments: Segments,
    pub(super) variables: Variables,
    pub(super) neighbours: Neighbours,
    pub(super) store: Store,
    pub(super) movement: Movement,
    pub(super) object: ObjectFile,
    pub(super) sparta_blocks: SpartaBlocks,

    // Diagnostics.
    pub said: Said,
    pub notes: Notes,
}

impl<'a> Assembler<'a> {
    pub(crate) fn new(files: &'a dyn Files, options: &'a Options) -> Self {
        Assembler {
            options,
            words: Words::new(),
            sources: Sources::default(),
            program: ParsedProgram::new(options),
            files: FilesRead::new(files),
            pass: 0,
            source: 0,
            line: 0,
            place: (0, 0, 0),
            scope: ROOT,
            statements: 0,
            stopped: false,
            calls: Calls::default(),
            turns: Turns::default(),
            blocks: OpenBlocks::default(),
            comparisons: Comparisons::default(),
            switches: Switches::default(),
            given: BTreeMap::new(),
            symbols: Symbols::new(),
            marks: Marks::default(),
            macros: Macros::default(),
            procedures: Procedures::default(),
            structures: Structures::default(),
            readings: Readings::default(),
            image: Image::new(),
            layout: Layout::default(),
            segments: Segments::default(),
            variables: Variables::new(),
            neighbours: Neighbours::default(),
            store: Store::default(),
            movement: Movement::default(),
            object: ObjectFile::default(),
            sparta_blocks: SpartaBlocks::default(),
            said: Said::default(),
            notes: Notes::default(),
        }
    }

    /// Begins a pass. What each subject keeps from the previous pass is described there.
    pub(super) fn begin_pass(&mut self, pass: u32) {
        (self.pass, self.line, self.scope, self.statements) = (pass, 0, ROOT, 0);
        self.calls.begin_pass();
        self.turns.begin_pass();
        self.blocks.begin_pass();
        self.comparisons.begin_pass();
        self.switches = Switches::default();
        self.symbols.begin_pass(pass);
        self.marks.begin_pass();
        self.macros.begin_pass();
        self.procedures.begin_pass();
        self.layout.begin_pass(pass, &self.image);
        self.image = Image::new();
        self.segments = Segments::default();
        self.variables = Variables::new();
        self.neighbours = Neighbours::default();
        self.store.begin_pass();
        self.movement.begin_pass();
        self.object = ObjectFile::default();
        self.sparta_blocks.begin_pass();
        self.said.begin_pass();
        self.notes.begin_pass();
    }
}
