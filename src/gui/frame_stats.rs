//! Frame statistics of `--frame-stats`: frame rate, frame times and memory, in one line.

use std::time::Duration;

use crate::platform::process::resident_kib;

/// Times of all frames in which the picture changes. The size of this struct is fixed, so that it does not change the
/// memory that is measured in a long run.
#[derive(Clone, Debug, Default)]
pub struct FrameStats {
    work: Histogram,
    interval: Histogram,
    total: Duration,
    idle_frames: u32,
    rss_start_kib: Option<u64>,
}

/// Time after which the memory at the start is read. By then everything visible has been drawn once.
const WARM_UP: Duration = Duration::from_secs(1);

impl FrameStats {
    /// Adds a frame. `work` is the time that was used to make it, and `interval` is the time since the last frame.
    /// `idle` is whether the picture did not change between the two frames. The times of idle frames are not recorded.
    pub fn record(&mut self, work: Duration, interval: Duration, idle: bool) {
        if idle {
            self.idle_frames += 1;
            return;
        }
        self.work.record(work);
        self.interval.record(interval);
        self.total += interval;
    }

    /// Reads the memory in use at the first call after the warm-up. `now` is the time since the window was opened.
    pub fn record_memory(&mut self, now: Duration) {
        if now >= WARM_UP && self.rss_start_kib.is_none() {
            self.rss_start_kib = Some(resident_kib());
        }
    }

    /// The line that is printed. It has the memory in use now, so it must be called while the window is open: closing
    /// the window frees most of the memory.
    pub fn line(&self) -> String {
        self.line_with(self.rss_start_kib.unwrap_or(0), resident_kib())
    }

    fn line_with(&self, rss_start_kib: u64, rss_end_kib: u64) -> String {
        let frames = self.interval.count;
        let seconds = self.total.as_secs_f64();
        let fps = if seconds > 0.0 { f64::from(frames) / seconds } else { 0.0 };
        let ms = |duration: Duration| duration.as_secs_f64() * 1000.0;
        format!(
            "frames={frames} fps={fps:.2} work_p50_ms={:.2} work_p99_ms={:.2} interval_p99_ms={:.2} \
             interval_max_ms={:.2} idle_frames={} rss_start_kib={rss_start_kib} rss_end_kib={rss_end_kib}",
            ms(self.work.percentile(50)),
            ms(self.work.percentile(99)),
            ms(self.interval.percentile(99)),
            ms(self.interval.max),
            self.idle_frames,
        )
    }
}

/// Width of a slot of the histogram.
const SLOT: Duration = Duration::from_micros(20);
/// Number of slots, for durations up to 100 ms. A longer duration counts as the longest one.
const SLOTS: usize = 5000;

/// Histogram: the number of durations in each slot.
#[derive(Clone, Debug)]
struct Histogram {
    slots: Vec<u32>,
    count: u32,
    max: Duration,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { slots: vec![0; SLOTS], count: 0, max: Duration::ZERO }
    }
}

impl Histogram {
    fn record(&mut self, duration: Duration) {
        let slot = usize::try_from(duration.as_nanos() / SLOT.as_nanos()).unwrap_or(SLOTS);
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot += 1;
        }
        self.count += 1;
        self.max = self.max.max(duration);
    }

    /// The duration that `percent` % of all durations do not exceed, rounded up to the end of a slot.
    fn percentile(&self, percent: u32) -> Duration {
        let wanted = (u64::from(self.count) * u64::from(percent)).div_ceil(100);
        let (mut seen, mut end) = (0, Duration::ZERO);
        for &slot in &self.slots {
            if seen >= wanted {
                break;
            }
            seen += u64::from(slot);
            end += SLOT;
        }
        if seen < wanted { self.max } else { end.min(self.max) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// The line is compared for a hundred frames, one of them very long, and an idle frame, which is counted
    /// separately.
    #[test]
    fn the_line_has_frame_rate_and_percentiles() {
        let mut stats = FrameStats::default();
        for _ in 0..98 {
            stats.record(2 * MS, 16 * MS, false);
        }
        stats.record(9 * MS, 30 * MS, false);
        stats.record(MS, 250 * MS, true);
        stats.record(300 * MS, 500 * MS, false);
        let line = stats.line_with(100, 200);
        assert_eq!(
            line,
            "frames=100 fps=47.66 work_p50_ms=2.02 work_p99_ms=9.02 interval_p99_ms=30.02 \
             interval_max_ms=500.00 idle_frames=1 rss_start_kib=100 rss_end_kib=200"
        );
    }

    /// Without any frame the line has zeros, and nothing is divided by zero.
    #[test]
    fn the_line_of_no_frames_is_all_zeros() {
        assert!(FrameStats::default().line_with(0, 0).starts_with("frames=0 fps=0.00 work_p50_ms=0.00"));
    }

    /// A single frame of 200 ms, which is beyond the last slot, is the median.
    #[test]
    fn durations_beyond_the_last_slot_count_as_the_longest() {
        let mut stats = FrameStats::default();
        stats.record(200 * MS, 200 * MS, false);
        assert!(stats.line_with(0, 0).contains("work_p50_ms=200.00"));
    }
}
