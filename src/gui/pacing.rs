//! When the next frame is due, and how the frames so far went; reads no clock itself.

use std::time::Duration;

/// Sixty frames a second.
pub const FRAME_TIME: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// So many frames late, the lost time is given up instead of made good by a burst.
const MAX_LATE_FRAMES: u32 = 3;

/// A window that nobody looks at, and in which nothing moves, gets four frames a second.
pub const IDLE_FRAME_TIME: Duration = Duration::from_millis(250);
/// After a change of the picture the next one is looked for at once, so that what slides slowly does not stutter.
const AWAKE_AFTER_CHANGE: Duration = Duration::from_millis(50);
/// After a key, a click or a move of the pointer the person may be about to do more.
const AWAKE_AFTER_INPUT: Duration = Duration::from_secs(1);

/// Spreads frames evenly: the next one is due a step after the last one was due, not after it came.
#[derive(Clone, Debug, Default)]
pub struct Pacer {
    /// When the last frame was due, on the caller's clock.
    last: Duration,
}

impl Pacer {
    /// A pacer whose first frame is due a step after `now`.
    #[must_use]
    pub const fn new(now: Duration) -> Self {
        Self { last: now }
    }

    /// How long to sleep at `now` before the next frame, which comes a `step` after the last one.
    pub fn pause(&mut self, now: Duration, step: Duration) -> Duration {
        let due = self.last + step;
        self.last = if now > due + FRAME_TIME * MAX_LATE_FRAMES { now } else { due };
        self.last.saturating_sub(now)
    }
}

/// What is known of a frame that says how soon the next one must come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// The window has the keyboard, or nobody says that it has not.
    pub focused: bool,
    /// The person did something at the window.
    pub input: bool,
    /// The picture is another than before.
    pub changed: bool,
    /// Something is being waited for that must be seen as soon as it comes, such as the computer's move.
    pub waiting: bool,
}

/// How closely the window is watched: sixty frames a second for whoever looks at it, a few where nobody does.
#[derive(Clone, Debug, Default)]
pub struct FrameRate {
    /// For how long frames still come at the full rate though nobody looks.
    awake: Duration,
}

impl FrameRate {
    /// Takes in a frame that came `elapsed` after the one before, and says how long after it the next one is due.
    pub fn next_interval(&mut self, elapsed: Duration, signs: Activity) -> Duration {
        let again = match signs {
            Activity { input: true, .. } => AWAKE_AFTER_INPUT,
            Activity { changed: true, .. } => AWAKE_AFTER_CHANGE,
            _ => Duration::ZERO,
        };
        self.awake = self.awake.saturating_sub(elapsed).max(again);
        if signs.focused || signs.waiting || !self.awake.is_zero() { FRAME_TIME } else { IDLE_FRAME_TIME }
    }
}

/// How the frames that were to come sixty times a second went, in a fixed amount of memory however many they are.
#[derive(Clone, Debug, Default)]
pub struct FrameStats {
    work: Histogram,
    interval: Histogram,
    total: Duration,
    /// Frames that were not to come so soon.
    idle: u32,
}

impl FrameStats {
    /// Takes in a frame: what it cost, how long after the one before it came, and how long after it was to come.
    pub fn record(&mut self, work: Duration, interval: Duration, step: Duration) {
        if step > FRAME_TIME {
            self.idle += 1;
            return;
        }
        self.work.record(work);
        self.interval.record(interval);
        self.total += interval;
    }

    /// The line for a script to read. The memory is that of the whole process in KiB, 0 where the system does not
    /// say; `rss_start` is to be taken when the first second is over and all drawings are made.
    #[must_use]
    pub fn line(&self, rss_start_kib: u64, rss_end_kib: u64) -> String {
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
            self.idle,
        )
    }
}

/// Width of a slot of the histogram.
const SLOT: Duration = Duration::from_micros(20);
/// Number of slots: up to 100 ms, what is longer counts as the longest seen.
const SLOTS: usize = 5000;

/// How many durations fell into which slot.
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

    /// The duration that `percent` of all do not exceed, rounded up to the slot's end.
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

    #[test]
    fn quick_frames_come_on_the_beat_whatever_they_cost() {
        let mut now = 5 * MS;
        let mut pacer = Pacer::new(now);
        for frame in 1..=600u32 {
            now += MS * (frame % 12);
            now += pacer.pause(now, FRAME_TIME);
            assert_eq!(now, 5 * MS + FRAME_TIME * frame);
        }
    }

    #[test]
    fn a_late_frame_is_made_good() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.pause(40 * MS, FRAME_TIME), Duration::ZERO);
        assert_eq!(pacer.pause(41 * MS, FRAME_TIME), Duration::ZERO);
        assert_eq!(pacer.pause(42 * MS, FRAME_TIME), FRAME_TIME * 3 - 42 * MS);
    }

    #[test]
    fn a_long_halt_is_given_up() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.pause(5000 * MS, FRAME_TIME), Duration::ZERO);
        assert_eq!(pacer.pause(5001 * MS, FRAME_TIME), FRAME_TIME - MS);
    }

    /// Shows that a longer step lasts as long as it says, and that the beat goes on from it.
    #[test]
    fn a_longer_step_is_kept() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.pause(5 * MS, IDLE_FRAME_TIME), IDLE_FRAME_TIME - 5 * MS);
        assert_eq!(pacer.pause(251 * MS, FRAME_TIME), FRAME_TIME - MS);
    }

    const QUIET: Activity = Activity { focused: false, input: false, changed: false, waiting: false };

    /// Shows that frames come sixty times a second while someone looks, does something, or a move is awaited, and for
    /// a moment after a change; and a few times a second otherwise.
    #[test]
    fn only_an_unwatched_quiet_window_is_slow() {
        let mut attention = FrameRate::default();
        assert_eq!(attention.next_interval(FRAME_TIME, QUIET), IDLE_FRAME_TIME);
        assert_eq!(attention.next_interval(FRAME_TIME, Activity { focused: true, ..QUIET }), FRAME_TIME);
        assert_eq!(attention.next_interval(FRAME_TIME, Activity { waiting: true, ..QUIET }), FRAME_TIME);
        assert_eq!(attention.next_interval(FRAME_TIME, QUIET), IDLE_FRAME_TIME);
        assert_eq!(attention.next_interval(IDLE_FRAME_TIME, Activity { changed: true, ..QUIET }), FRAME_TIME);
        let quick = (1..100).take_while(|_| attention.next_interval(FRAME_TIME, QUIET) == FRAME_TIME).count();
        assert_eq!(quick, 3);
        assert_eq!(attention.next_interval(IDLE_FRAME_TIME, Activity { input: true, ..QUIET }), FRAME_TIME);
        assert_eq!(attention.next_interval(900 * MS, QUIET), FRAME_TIME);
        assert_eq!(attention.next_interval(200 * MS, QUIET), IDLE_FRAME_TIME);
    }

    #[test]
    fn the_line_tells_frames_rate_and_percentiles() {
        let mut stats = FrameStats::default();
        for _ in 0..98 {
            stats.record(2 * MS, 16 * MS, FRAME_TIME);
        }
        stats.record(9 * MS, 30 * MS, FRAME_TIME);
        stats.record(MS, 250 * MS, IDLE_FRAME_TIME);
        stats.record(300 * MS, 500 * MS, FRAME_TIME);
        let line = stats.line(100, 200);
        assert_eq!(
            line,
            "frames=100 fps=47.66 work_p50_ms=2.02 work_p99_ms=9.02 interval_p99_ms=30.02 \
             interval_max_ms=500.00 idle_frames=1 rss_start_kib=100 rss_end_kib=200"
        );
    }

    #[test]
    fn no_frame_at_all_is_no_fault() {
        assert!(FrameStats::default().line(0, 0).starts_with("frames=0 fps=0.00 work_p50_ms=0.00"));
    }

    #[test]
    fn durations_beyond_the_last_slot_count_as_the_longest() {
        let mut stats = FrameStats::default();
        stats.record(200 * MS, 200 * MS, FRAME_TIME);
        assert!(stats.line(0, 0).contains("work_p50_ms=200.00"));
    }
}
