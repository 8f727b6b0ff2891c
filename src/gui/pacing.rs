//! Frame pacing: when the next frame is due. Times are arguments; no clock is read.

use std::time::Duration;

/// Frame time of the full rate, sixty frames a second.
pub const FRAME_TIME: Duration = Duration::from_nanos(1_000_000_000 / 60);
/// Frame time of a window in which nothing happens and whose pause ends with input. Short enough for clocks that show
/// tenths of a second.
pub const QUIET_FRAME_TIME: Duration = Duration::from_millis(50);
/// Frame time of a window without focus in which nothing happens.
pub const IDLE_FRAME_TIME: Duration = Duration::from_millis(250);

/// A delay of at most this many frames is caught up, and a longer one is dropped.
const MAX_LATE_FRAMES: u32 = 3;
/// How long the full rate lasts after a change of the picture, so that slow animations do not stutter.
const AWAKE_AFTER_CHANGE: Duration = Duration::from_millis(50);
/// How long the full rate lasts after input, because more input may follow.
const AWAKE_AFTER_INPUT: Duration = Duration::from_secs(1);

/// Spaces frames evenly: a frame is due one interval after the time at which the previous frame was due, even if that
/// frame was late.
#[derive(Clone, Debug, Default)]
pub struct Pacer {
    /// When the last frame was due, by the caller's clock.
    last_due: Duration,
}

impl Pacer {
    /// A pacer whose first frame is due one interval after `now`.
    pub const fn new(now: Duration) -> Self {
        Self { last_due: now }
    }

    /// How long to sleep at `now` until the next frame, which is due `interval` after the last one.
    pub fn pause(&mut self, now: Duration, interval: Duration) -> Duration {
        // The last frame may have come before it was due, because input has ended the pause.
        let due = self.last_due.min(now) + interval;
        self.last_due = if now > due + FRAME_TIME * MAX_LATE_FRAMES { now } else { due };
        self.last_due.saturating_sub(now)
    }
}

/// What determines the frame rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// The window has the keyboard focus, as far as is known.
    pub focused: bool,
    /// This frame has input.
    pub input: bool,
    /// The picture differs from the last one.
    pub changed: bool,
    /// Something moves, or a result must be shown as soon as it is there, such as the computer's move.
    pub waiting: bool,
    /// Input ends the pause between two frames.
    pub reports_input: bool,
}

/// Chooses between the full frame rate and the slow ones.
#[derive(Clone, Debug, Default)]
pub struct FrameRate {
    /// Time for which the full rate still lasts.
    awake: Duration,
}

impl FrameRate {
    /// The interval until the next frame. `elapsed` is the time between this frame and the one before.
    pub fn next_interval(&mut self, elapsed: Duration, activity: Activity) -> Duration {
        let stay_awake = match activity {
            Activity { input: true, .. } => AWAKE_AFTER_INPUT,
            Activity { changed: true, .. } => AWAKE_AFTER_CHANGE,
            _ => Duration::ZERO,
        };
        self.awake = self.awake.saturating_sub(elapsed).max(stay_awake);
        match activity {
            _ if activity.waiting || !self.awake.is_zero() => FRAME_TIME,
            Activity { focused: false, .. } => IDLE_FRAME_TIME,
            Activity { reports_input: true, .. } => QUIET_FRAME_TIME,
            _ => FRAME_TIME,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// Each frame takes up to 11 ms of work, and 600 frames are due at multiples of the frame time.
    #[test]
    fn frames_are_evenly_spaced_whatever_they_cost() {
        let mut now = 5 * MS;
        let mut pacer = Pacer::new(now);
        for frame in 1..=600u32 {
            now += MS * (frame % 12);
            now += pacer.pause(now, FRAME_TIME);
            assert_eq!(now, 5 * MS + FRAME_TIME * frame);
        }
    }

    /// After 40 ms of work two frames are due at once, and the third one after three frame times, as if none were late.
    #[test]
    fn a_late_frame_is_caught_up() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.pause(40 * MS, FRAME_TIME), Duration::ZERO);
        assert_eq!(pacer.pause(41 * MS, FRAME_TIME), Duration::ZERO);
        assert_eq!(pacer.pause(42 * MS, FRAME_TIME), FRAME_TIME * 3 - 42 * MS);
    }

    /// After five seconds of work one frame is due at once, and the next one a frame time later.
    #[test]
    fn a_long_delay_is_dropped() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.pause(5000 * MS, FRAME_TIME), Duration::ZERO);
        assert_eq!(pacer.pause(5001 * MS, FRAME_TIME), FRAME_TIME - MS);
    }

    /// An idle interval is followed by one of the full rate, each from the time at which the frame before was due.
    #[test]
    fn intervals_may_change_between_frames() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.pause(5 * MS, IDLE_FRAME_TIME), IDLE_FRAME_TIME - 5 * MS);
        assert_eq!(pacer.pause(251 * MS, FRAME_TIME), FRAME_TIME - MS);
    }

    /// A pause of a second ends after 10 ms. The next frame is due one interval after those 10 ms.
    #[test]
    fn a_pause_cut_short_does_not_delay_the_next_frame() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.pause(Duration::ZERO, 1000 * MS), 1000 * MS);
        assert_eq!(pacer.pause(10 * MS, FRAME_TIME), FRAME_TIME);
    }

    const QUIET: Activity =
        Activity { focused: false, input: false, changed: false, waiting: false, reports_input: false };

    /// The full rate holds while the program waits for something, and for a moment after input or a change. Otherwise
    /// the interval depends on whether the window has the focus and reports input.
    #[test]
    fn only_a_quiet_window_is_idle() {
        let mut rate = FrameRate::default();
        assert_eq!(rate.next_interval(FRAME_TIME, QUIET), IDLE_FRAME_TIME);
        let focused = Activity { focused: true, ..QUIET };
        assert_eq!(rate.next_interval(FRAME_TIME, focused), FRAME_TIME);
        let woken = Activity { reports_input: true, ..focused };
        assert_eq!(rate.next_interval(FRAME_TIME, woken), QUIET_FRAME_TIME);
        assert_eq!(rate.next_interval(FRAME_TIME, Activity { waiting: true, ..QUIET }), FRAME_TIME);
        assert_eq!(rate.next_interval(FRAME_TIME, QUIET), IDLE_FRAME_TIME);
        assert_eq!(rate.next_interval(IDLE_FRAME_TIME, Activity { changed: true, ..QUIET }), FRAME_TIME);
        let quick = (1..100).take_while(|_| rate.next_interval(FRAME_TIME, QUIET) == FRAME_TIME).count();
        assert_eq!(quick, 3);
        assert_eq!(rate.next_interval(IDLE_FRAME_TIME, Activity { input: true, ..QUIET }), FRAME_TIME);
        assert_eq!(rate.next_interval(900 * MS, QUIET), FRAME_TIME);
        assert_eq!(rate.next_interval(200 * MS, QUIET), IDLE_FRAME_TIME);
    }
}
