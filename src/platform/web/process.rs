//! The process of the program. A page asks it to end when the browser has taken its graphics; its memory is not known.

/// Returns a function that returns whether the program must save the game and end.
pub fn end_requested() -> impl Fn() -> bool {
    || super::page::call("end_requested", "").is_some()
}

/// Returns 0: the memory is not known.
pub fn resident_kib() -> u64 {
    0
}
