//! Cases by hand, for each addressing mode.
