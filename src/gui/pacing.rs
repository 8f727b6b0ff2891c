//! Frame pacing: the time at which the next frame is due. The caller passes all times, and no clock is read here.

use std::time::Duration;

/// Interval between two frames at the full rate of sixty frames a second.
pub const FRAME_TIME: Duration = Duration::from_nanos(1_000_000_000 / 60);
/// Interval between two frames of a focused window in which nothing happens, on a platform on which input ends the
/// pause between two frames. It is short enough for clocks that show tenths of a second.
pub const QUIET_FRAME_TIME: Duration = Duration::from_millis(50);
/// Interval between two frames of a window without focus in which nothing happens.
pub const IDLE_FRAME_TIME: Duration = Duration::from_millis(250);

/// Maximum delay, in frames, that is made up for by shorter pauses. After a longer delay frames start anew.
const MAX_LATE_FRAMES: u32 = 3;
/// Time for which the full rate lasts after a change of the picture, so that slow animations do not stutter.
const AWAKE_AFTER_CHANGE: Duration = Duration::from_millis(50);
/// Time for which the full rate lasts after input, because more input may follow.
const AWAKE_AFTER_INPUT: Duration = Duration::from_secs(1);

/// Spaces frames evenly: a frame is due one interval after the time at which the previous frame was due, even if that
/// frame was late.
#[derive(Clone, Debug, Default)]
pub struct Pacer {
    /// Time at which the last frame was due, by the caller's clock.
    last_due: Duration,
}

impl Pacer {
    /// A pacer whose first frame is due one interval after `now`.
    pub const fn new(now: Duration) -> Self {
        Self { last_due: now }
    }

    /// Time to sleep from `now` until the next frame, which is due `interval` after the last frame was due.
    pub fn pause(&mut self, now: Duration, interval: Duration) -> Duration {
        // If input ended the pause, the last frame came before it was due, and the interval starts at `now`.
        let due = self.last_due.min(now) + interval;
        self.last_due = if now > due + FRAME_TIME * MAX_LATE_FRAMES { now } else { due };
        self.last_due.saturating_sub(now)
    }
}

/// Conditions that determine the frame rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// Whether the window has the keyboard focus.
    pub focused: bool,
    /// Whether this frame has input.
    pub input: bool,
    /// Whether the picture differs from the picture of the last frame.
    pub changed: bool,
    /// Whether something moves, or a result such as the computer's move must be shown without delay.
    pub waiting: bool,
    /// Whether input ends the pause between two frames.
    pub reports_input: bool,
}

/// Chooses between the full frame rate and the lower frame rates.
#[derive(Clone, Debug, Default)]
pub struct FrameRate {
    /// Remaining time of the full rate.
    awake: Duration,
}

impl FrameRate {
    /// The interval until the next frame. `elapsed` is the time since the previous frame.
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

    /// Each of 600 frames takes up to 11 ms of work. Frame n comes n frame times after the start.
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

    /// After 40 ms of work two frames are due at once. The third frame is due three frame times after the start, as if
    /// no frame were late.
    #[test]
    fn a_late_frame_is_caught_up() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.pause(40 * MS, FRAME_TIME), Duration::ZERO);
        assert_eq!(pacer.pause(41 * MS, FRAME_TIME), Duration::ZERO);
        assert_eq!(pacer.pause(42 * MS, FRAME_TIME), FRAME_TIME * 3 - 42 * MS);
    }

    /// After five seconds of work one frame is due at once, and the next frame one frame time later.
    #[test]
    fn a_long_delay_is_dropped() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.pause(5000 * MS, FRAME_TIME), Duration::ZERO);
        assert_eq!(pacer.pause(5001 * MS, FRAME_TIME), FRAME_TIME - MS);
    }

    /// An idle interval is followed by an interval of the full rate. Each starts when the previous frame was due.
    #[test]
    fn intervals_may_change_between_frames() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.pause(5 * MS, IDLE_FRAME_TIME), IDLE_FRAME_TIME - 5 * MS);
        assert_eq!(pacer.pause(251 * MS, FRAME_TIME), FRAME_TIME - MS);
    }

    /// Input ends a pause of one second after 10 ms. The next frame is due one interval later.
    #[test]
    fn a_pause_cut_short_does_not_delay_the_next_frame() {
        let mut pacer = Pacer::new(Duration::ZERO);
        assert_eq!(pacer.pause(Duration::ZERO, 1000 * MS), 1000 * MS);
        assert_eq!(pacer.pause(10 * MS, FRAME_TIME), FRAME_TIME);
    }

    const NOTHING: Activity =
        Activity { focused: false, input: false, changed: false, waiting: false, reports_input: false };

    /// The full rate lasts while the program waits for something, and for a short time after input or a change.
    /// Otherwise a window without focus is idle, and a focused window has the quiet rate if it reports input.
    #[test]
    fn the_rate_falls_when_nothing_happens() {
        let mut rate = FrameRate::default();
        assert_eq!(rate.next_interval(FRAME_TIME, NOTHING), IDLE_FRAME_TIME);
        let focused = Activity { focused: true, ..NOTHING };
        assert_eq!(rate.next_interval(FRAME_TIME, focused), FRAME_TIME);
        let reporting = Activity { reports_input: true, ..focused };
        assert_eq!(rate.next_interval(FRAME_TIME, reporting), QUIET_FRAME_TIME);
        assert_eq!(rate.next_interval(FRAME_TIME, Activity { waiting: true, ..NOTHING }), FRAME_TIME);
        assert_eq!(rate.next_interval(FRAME_TIME, NOTHING), IDLE_FRAME_TIME);
        assert_eq!(rate.next_interval(IDLE_FRAME_TIME, Activity { changed: true, ..NOTHING }), FRAME_TIME);
        let full_rate_frames =
            (1..100).take_while(|_| rate.next_interval(FRAME_TIME, NOTHING) == FRAME_TIME).count();
        assert_eq!(full_rate_frames, 3);
        assert_eq!(rate.next_interval(IDLE_FRAME_TIME, Activity { input: true, ..NOTHING }), FRAME_TIME);
        assert_eq!(rate.next_interval(900 * MS, NOTHING), FRAME_TIME);
        assert_eq!(rate.next_interval(200 * MS, NOTHING), IDLE_FRAME_TIME);
    }
}
