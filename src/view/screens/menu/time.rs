//! Times as they are written in the menu: minutes, or minutes and seconds, to the last digit.

use std::time::Duration;

/// Longest time that is accepted, in seconds, as in the config.
const LONGEST: f64 = 1e6;

/// `time` as `3`, `0:45` or `1:30.5`. [`parse_minutes`] returns the same time.
pub fn format_minutes(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    let seconds = (time - Duration::from_secs(60 * minutes)).as_secs_f64();
    let zero = if seconds < 10.0 { "0" } else { "" };
    if seconds == 0.0 { minutes.to_string() } else { format!("{minutes}:{zero}{seconds}") }
}

/// `time` as `2` or `0.5` seconds.
pub fn format_seconds(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

/// Reads `3`, `1.5`, `0:45` or `1:30.5` as minutes and seconds; `None` if it is no time above 0 that a clock takes.
pub fn parse_minutes(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or((text, "0"));
    let within_minute = seconds.parse::<f64>().ok().filter(|seconds| *seconds < 60.0)?;
    let time = duration(number(minutes)?.mul_add(60.0, within_minute))?;
    (!time.is_zero() && number(seconds).is_some()).then_some(time)
}

/// Reads `2` or `0.5` as seconds; `None` if it is no time that a clock adds.
pub fn parse_seconds(text: &str) -> Option<Duration> {
    duration(number(text)?)
}

/// A number written in digits and at most one point.
fn number(text: &str) -> Option<f64> {
    let plain = text.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    text.parse().ok().filter(|_| plain)
}

fn duration(seconds: f64) -> Option<Duration> {
    (seconds <= LONGEST).then(|| Duration::try_from_secs_f64(seconds).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times with whole seconds and with fractions are read as they are written.
    #[test]
    fn a_time_is_read_as_it_is_written() {
        for (millis, written) in
            [(180_000, "3"), (45_000, "0:45"), (90_500, "1:30.5"), (1, "0:00.001"), (1e9 as u64, "16666:40")]
        {
            let time = Duration::from_millis(millis);
            assert_eq!(format_minutes(time), written);
            assert_eq!(parse_minutes(written), Some(time));
            assert_eq!(parse_seconds(&format_seconds(time)), Some(time));
        }
        assert_eq!(parse_minutes("1.5"), Some(Duration::from_secs(90)));
    }

    /// Texts that are no times, and times that no clock takes, are refused.
    #[test]
    fn a_meaningless_time_is_refused() {
        for text in
            ["", ".", ":", "0", "0:00", "1:60", "1:2:3", "1e3", "inf", "-1", "99999", "16666:41", "1:"]
        {
            assert_eq!(parse_minutes(text), None, "{text}");
        }
        assert_eq!(parse_seconds("0"), Some(Duration::ZERO));
        assert_eq!((parse_seconds("1000001"), parse_seconds("")), (None, None));
    }
}
