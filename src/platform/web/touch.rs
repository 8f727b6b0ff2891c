//! Touch screens.

/// Whether a finger is the main pointer.
pub fn is_main_pointer() -> bool {
    super::page::call("touch", "").is_some()
}

/// Lets the device vibrate for a moment, if it can.
pub fn vibrate() {
    super::page::call("vibrate", "");
}
