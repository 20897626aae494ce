//! `fonts/` and `maps/`: text to bytes, checks, drawings.
