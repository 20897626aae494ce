//! Debug information that other assemblers, compilers and linkers write beside a program: names of addresses,
//! and the source lines of its instructions.

mod cc65;
mod labels;
mod mads_listing;
mod told;

use super::symbols::Symbols;
pub use told::{DebugInfo, Reserved};

impl DebugInfo {
    /// Reads a file of debug information. Its format is detected from its contents: debug information of cc65
    /// (`ld65 --dbgfile`, `.dbg`), a listing of MADS (`.lst`), or a label file, see
    /// [`Symbols::from_label_file`].
    ///
    /// # Errors The line that is invalid, and what is expected. In listings and label files, unknown lines
    /// are skipped.
    ///
    /// # Examples
    ///
    /// ```
    /// use front800::inspect::debug_info::DebugInfo;
    ///
    /// let listing = "mads 2.1.7\nSource: game.asm\n     1 2000 A9 05\t\t\tlda #5\n";
    /// let info = DebugInfo::read(listing)?;
    /// assert_eq!(info.lines.at(0x2001).map(|place| place.line), Some(1));
    /// # Ok::<(), String>(())
    /// ```
    pub fn read(text: &str) -> Result<DebugInfo, String> {
        if cc65::is_meant(text) {
            return cc65::read(text);
        }
        if mads_listing::is_meant(text) {
            return Ok(DebugInfo { lines: mads_listing::read(text), ..DebugInfo::default() });
        }
        Ok(DebugInfo { symbols: Symbols::from_label_file(text), ..DebugInfo::default() })
    }

    /// Whether a text is debug information of cc65, of any version.
    pub fn is_of_cc65(text: &str) -> bool {
        cc65::is_meant(text)
    }

    /// Whether a text is a listing of MADS.
    pub fn is_listing(text: &str) -> bool {
        mads_listing::is_meant(text)
    }

    /// Adds the information of another file about the same program: names of addresses that have neither a
    /// name nor a source line yet, and lines if there are none.
    pub fn complete(&mut self, other: DebugInfo) {
        let is_new = |name: &str, at: u16| {
            self.symbols.symbol(name).is_none()
                && self.symbols.name(at).is_none()
                && self.lines.at(at).is_none()
        };
        let unnamed = other.symbols.iter().filter(|symbol| is_new(&symbol.name, symbol.value));
        let unnamed: Vec<_> = unnamed.cloned().collect();
        self.symbols.extend(unnamed);
        if !self.lines.has_own() {
            self.lines = other.lines;
        }
        self.reserved.extend(other.reserved);
    }
}
