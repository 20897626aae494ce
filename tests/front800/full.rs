//! How much is tried: a little in every run of the tests, everything where `FRONT800_FULL` is set.

/// Whether everything is tried.
pub fn is_full() -> bool {
    std::env::var_os("FRONT800_FULL").is_some()
}

/// `all` of it, or as little as every run has time for.
pub fn or<T>(all: T, little: T) -> T {
    if is_full() { all } else { little }
}
