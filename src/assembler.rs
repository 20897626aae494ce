//! The assembler: source text to image, symbols, listing, diagnostics.
