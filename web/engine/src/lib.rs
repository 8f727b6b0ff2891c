//! The engine as a WebAssembly module: JavaScript passes a job to `receive` and gets the answer by `send`.
//!
//! `web/engine.js` runs it in a browser's worker and `tests/web/levels.mjs` in Node. For other systems it is empty.

#![cfg(target_arch = "wasm32")]

use std::cell::RefCell;
use std::time::Duration;

use xxlchess_core::protocol::job::JobEngine;

thread_local! {
    static ENGINE: RefCell<JobEngine> = RefCell::new(JobEngine::new(now));
    /// The bytes of the next line.
    static LINE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

unsafe extern "C" {
    /// Milliseconds by a monotonic clock.
    safe fn clock() -> f64;
    /// Sends a line of UTF-8.
    fn send(text: *const u8, length: usize);
}

fn now() -> Duration {
    Duration::from_secs_f64(clock() / 1000.0)
}

/// Reserves memory for a line of `length` bytes of UTF-8, and returns where to write it.
#[unsafe(no_mangle)]
pub extern "C" fn line(length: usize) -> *mut u8 {
    LINE.with_borrow_mut(|line| {
        line.clear();
        line.resize(length, 0);
        line.as_mut_ptr()
    })
}

/// Does the job of the line that was written, and sends the answers.
#[unsafe(no_mangle)]
pub extern "C" fn receive() {
    let line = LINE.with_borrow(|line| String::from_utf8_lossy(line).into_owned());
    ENGINE.with_borrow_mut(|engine| {
        // SAFETY: the host reads the text before `send` returns.
        engine.answer(&line, &mut |answer| unsafe { send(answer.as_ptr(), answer.len()) });
    });
}
