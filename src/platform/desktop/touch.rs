//! Touch screens.

/// Whether a finger is the main pointer.
pub fn is_main_pointer() -> bool {
    false
}

/// Does nothing: computers do not vibrate.
pub fn vibrate() {}
