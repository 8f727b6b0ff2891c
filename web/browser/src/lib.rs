//! Calls from the game's WebAssembly module to its page, whose functions are in `web/page.js`. For other systems it is
//! empty.

#![cfg(target_arch = "wasm32")]

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds by a monotonic clock.
    safe fn browser_clock() -> f64;
    /// Calls a function of the page with a text. Returns the length of the result in bytes, or -1 if there is none.
    fn browser_call(name: *const u8, name_length: usize, text: *const u8, length: usize) -> i32;
    /// Copies the result of the last `browser_call` to `result`.
    fn browser_result(result: *mut u8);
    /// Copies the samples of a sound into the page, under a number.
    fn browser_sound(number: u32, rate: u32, samples: *const f32, count: usize);
}

/// Milliseconds since a fixed moment, by a monotonic clock.
pub fn clock() -> f64 {
    browser_clock()
}

/// Calls the function `name` of the page with `text`. Its result is a text or nothing.
pub fn call(name: &str, text: &str) -> Option<String> {
    // SAFETY: the page reads both texts before it returns.
    let length = unsafe { browser_call(name.as_ptr(), name.len(), text.as_ptr(), text.len()) };
    let mut result = vec![0; usize::try_from(length).ok()?];
    // SAFETY: the page writes as many bytes as it has announced.
    unsafe { browser_result(result.as_mut_ptr()) };
    String::from_utf8(result).ok()
}

/// Passes the samples of a sound, which the function `play` plays by its number.
pub fn add_sound(number: u32, rate: u32, samples: &[f32]) {
    // SAFETY: the page copies the samples before it returns.
    unsafe { browser_sound(number, rate, samples.as_ptr(), samples.len()) };
}
