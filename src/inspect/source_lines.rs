//! Maps addresses to source lines, and back.

use std::collections::BTreeMap;

use crate::assembler::{Expansion, Output};

/// A statement in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    pub length: u32,
    /// Index into the names of files.
    pub file: u32,
    pub line: u32,
    /// Whether it consists of instructions.
    pub code: bool,
}

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The file, as the assembler knows it.
    pub file: &'a str,
    /// From 1.
    pub line: u32,
}

/// The statements of a program by address.
#[derive(Clone, Debug, Default)]
pub struct SourceLines {
    files: Vec<String>,
    /// Number of statements of the program itself, which come first.
    own: u32,
    statements: BTreeMap<u16, Statement>,
    /// Lines that expand to lines elsewhere.
    expansions: Vec<Expansion>,
}

impl SourceLines {
    /// The lines of an assembled program. Of two statements at the same address the later one counts.
    pub fn from_assembly(output: &Output) -> Self {
        let lines = output.lines.iter().filter(|entry| entry.length > 0);
        let statements = lines.map(|entry| {
            let (length, file, line, code) = (entry.length, entry.file, entry.line, entry.code);
            (entry.address, Statement { length, file, line, code })
        });
        let expansions = output.expansions.clone();
        let (files, own) = (output.files.clone(), output.files.len() as u32);
        SourceLines { files, own, statements: statements.collect(), expansions }
    }

    /// From statements by address, all of them of the program itself.
    pub(super) fn from_statements(
        files: Vec<String>,
        statements: BTreeMap<u16, Statement>,
        expansions: Vec<Expansion>,
    ) -> Self {
        let own = files.len() as u32;
        SourceLines { files, own, statements, expansions }
    }

    /// Renames files for which `name` returns a name.
    pub fn rename(&mut self, name: impl Fn(&str) -> Option<String>) {
        for file in &mut self.files {
            if let Some(new) = name(file) {
                *file = new;
            }
        }
    }

    /// Adds lines of `other`, such as an operating system, at addresses without any.
    pub fn extend_with_unknown(&mut self, other: &SourceLines) {
        let first = self.files.len() as u32;
        self.files.extend(other.files.iter().cloned());
        let shifted = |it: &Expansion| Expansion { file: first + it.file, ..*it };
        self.expansions.extend(other.expansions.iter().map(shifted));
        for (&address, &statement) in &other.statements {
            if self.at(address).is_none() {
                self.statements.insert(address, Statement { file: first + statement.file, ..statement });
            }
        }
    }

    /// The source place of the byte at an address.
    pub fn at(&self, address: u16) -> Option<Place<'_>> {
        self.statement_at(address).map(|it| self.place(it.file, it.line))
    }

    /// Whether an address belongs to an instruction of the source.
    pub fn is_code(&self, address: u16) -> bool {
        self.statement_at(address).is_some_and(|it| it.code)
    }

    /// Whether a statement of instructions begins at an address.
    pub fn begins_code(&self, address: u16) -> bool {
        self.statements.get(&address).is_some_and(|it| it.code)
    }

    fn statement_at(&self, address: u16) -> Option<&Statement> {
        let (&start, it) = self.statements.range(..=address).next_back()?;
        (u32::from(address - start) < it.length).then_some(it)
    }

    /// The addresses and lengths of all statements that are instructions.
    pub fn instructions(&self) -> impl Iterator<Item = (u16, u32)> {
        let code = self.statements.iter().filter(|(_, statement)| statement.code);
        code.map(|(&address, statement)| (address, statement.length))
    }

    /// Whether there is source of the program itself.
    pub fn has_own(&self) -> bool {
        self.own > 0
    }

    /// The instructions of the program itself by address, with length and place.
    pub(super) fn own_instructions(&self) -> impl Iterator<Item = (u16, u32, Place<'_>)> {
        let code = self.statements.iter().filter(|(_, it)| it.code && it.file < self.own);
        code.map(|(&address, it)| (address, it.length, self.place(it.file, it.line)))
    }

    /// The lines of the program itself that expand to others, with the address of their first instruction.
    pub(super) fn own_calls(&self) -> impl Iterator<Item = (u16, Place<'_>)> {
        let own = self.expansions.iter().filter(|it| it.file < self.own && self.is_elsewhere(it));
        own.map(|it| (it.address, self.place(it.file, it.line)))
    }

    fn place(&self, file: u32, line: u32) -> Place<'_> {
        Place { file: &self.files[file as usize], line }
    }

    /// Whether the expansion is on other lines, as of a macro; a repeat's is on its own.
    fn is_elsewhere(&self, it: &Expansion) -> bool {
        let own = |at: &Statement| (at.file, at.line) == (it.file, it.line);
        !self.statements.get(&it.address).is_some_and(own)
    }

    /// All source files.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// Like [`SourceLines::addresses`], but for the next line that has instructions; returns its number, too.
    ///
    /// # Errors
    /// Those of [`SourceLines::addresses`].
    pub fn addresses_near(&self, file: &str, line: u32) -> Result<(u32, Vec<u16>), String> {
        let found = self.addresses(file, line);
        match (&found, self.next_line(file, line)) {
            (Err(_), Some(next)) => Ok((next, self.addresses(file, next)?)),
            _ => Ok((line, found?)),
        }
    }

    /// The addresses of a place that is written as `FILE:LINE`; nothing if it is written otherwise.
    ///
    /// # Errors
    /// Those of [`SourceLines::addresses`].
    pub fn addresses_at(&self, place: &str) -> Option<Result<Vec<u16>, String>> {
        let (file, line) = place.rsplit_once(':')?;
        let digits = line.strip_prefix('-').unwrap_or(line);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Some(match line.parse() {
            Ok(number) => self.addresses(file, number),
            Err(_) => Err(format!("{file}: no file has a line {line}")),
        })
    }

    /// The addresses of the instructions that stand on a line: the first of each row of them, and of those that
    /// were put in for a macro. A file may be named by the end of its path, or by a longer one.
    ///
    /// # Errors Names the nearest lines that have instructions, or the available files.
    pub fn addresses(&self, file: &str, line: u32) -> Result<Vec<u16>, String> {
        let files = self.named(file);
        if files.is_empty() {
            return Err(match self.files.is_empty() {
                true => "the program has no source".to_string(),
                false => {
                    let own = &self.files[..self.own as usize];
                    let files = if own.is_empty() { &self.files } else { own };
                    let expected = files.join(", ");
                    format!(
                        "there is no source file `{file}` with instructions of the program: expected one of {expected}"
                    )
                }
            });
        }
        let of_file = self.statements.iter().filter(|(_, it)| it.code && files.contains(&it.file));
        let mut found: Vec<u16> = Vec::new();
        let mut end = None;
        for (&address, statement) in of_file.filter(|(_, statement)| statement.line == line) {
            if end != Some(u32::from(address)) {
                found.push(address);
            }
            end = Some(u32::from(address) + statement.length);
        }
        let here = self.expansions.iter().filter(|it| it.line == line && files.contains(&it.file));
        found.extend(here.filter(|it| self.is_elsewhere(it)).map(|it| it.address));
        if !found.is_empty() {
            return Ok(found);
        }
        Err(match self.next_line(file, line) {
            Some(next) => format!("{file}:{line}: no instructions on this line; the next are on line {next}"),
            None => format!("{file}:{line}: no instructions on this line or below"),
        })
    }

    /// The next line with instructions.
    fn next_line(&self, file: &str, line: u32) -> Option<u32> {
        let files = self.named(file);
        let statements = self.statements.values().filter(|it| it.code).map(|it| (it.file, it.line));
        let expansions = self.expansions.iter().map(|it| (it.file, it.line));
        let behind = statements.chain(expansions).filter(|(file, at)| files.contains(file) && *at > line);
        behind.map(|(_, line)| line).min()
    }

    /// The numbers of the files that a name may mean: an exact match, or else files of the program, or else
    /// those added to it.
    fn named(&self, file: &str) -> Vec<u32> {
        let within = |long: &str, short: &str| long.ends_with(&format!("/{short}"));
        let is_like = |path: &str| within(path, file) || within(file, path);
        let found = |is_meant: &dyn Fn(u32, &str) -> bool| -> Vec<u32> {
            (0..).zip(&self.files).filter(|(n, path)| is_meant(*n, path)).map(|(n, _)| n).collect()
        };
        let exact = found(&|_, path| path == file);
        if !exact.is_empty() {
            return exact;
        }
        let own = found(&|n, path| n < self.own && is_like(path));
        if own.is_empty() { found(&|_, path| is_like(path)) } else { own }
    }
}
