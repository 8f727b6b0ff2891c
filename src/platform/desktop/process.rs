//! The process of the program: requests of the system to end it, and its memory.

/// Returns a function that returns whether the system has asked the program to end. The program then saves the game with
/// its clocks, as it does when the window is closed. At a second request the system ends the program at once.
#[cfg(unix)]
pub fn end_requested() -> impl Fn() -> bool {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;

    let requested = Arc::new(AtomicBool::new(false));
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        if signal == SIGHUP && ignores_hangup() {
            continue;
        }
        // If a handler cannot be registered, the signal ends the program. In this case only the time used in this turn
        // is lost.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&requested));
        let _ = flag::register(signal, Arc::clone(&requested));
    }
    move || requested.load(Ordering::Relaxed)
}

/// Whether `nohup` has started the program, so that hangup signals are ignored. It is false without `/proc`.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 << (signal_hook::consts::SIGHUP - 1) != 0)
}

/// Returns a function that returns false.
#[cfg(not(unix))]
pub fn end_requested() -> impl Fn() -> bool {
    || false
}

/// Resident memory of this process in KiB; 0 on systems without `/proc`.
pub fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On Linux, which has `/proc`, a process has more than 100 KiB.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_of_the_process_can_be_read() {
        assert!(resident_kib() > 100);
    }
}
