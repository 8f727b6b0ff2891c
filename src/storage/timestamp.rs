//! Date and time of day in UTC from the system's clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::game::game_record::pgn::StartTime;
use crate::game::puzzle::progress::Date;

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// Date and time in the format of PGN tags. Times before 1970 count as the beginning of 1970.
pub fn utc(time: SystemTime) -> StartTime {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (year, month, day) = date(seconds / SECONDS_A_DAY);
    let rest = seconds % SECONDS_A_DAY;
    StartTime {
        date: format!("{year:04}.{month:02}.{day:02}"),
        time: format!("{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60),
    }
}

/// The date of `time`.
pub fn today(time: SystemTime) -> Date {
    let seconds = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (year, month, day) = date(seconds / SECONDS_A_DAY);
    // Years have four digits in files. Months and days are small.
    Date { year: year.min(9999) as u16, month: month as u8, day: day as u8 }
}

/// Year, month and day, `days` after 1970-01-01.
fn date(mut days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    // The calendar repeats every 400 years.
    let mut year = 1970 + 400 * (days / 146_097);
    days %= 146_097;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dates around leap days and at the ends of years and centuries.
    #[test]
    fn dates_follow_the_calendar() {
        for (seconds, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (68_169_599, "1972.02.28", "23:59:59"),
            (68_169_600, "1972.02.29", "00:00:00"),
            (951_868_799, "2000.02.29", "23:59:59"),
            (1_000_000_000, "2001.09.09", "01:46:40"),
            (1_735_689_599, "2024.12.31", "23:59:59"),
            (4_107_542_400, "2100.03.01", "00:00:00"),
            (13_569_465_600, "2400.01.01", "00:00:00"),
        ] {
            let seen = utc(UNIX_EPOCH + Duration::from_secs(seconds));
            assert_eq!((seen.date.as_str(), seen.time.as_str()), (date, time));
            let day = today(UNIX_EPOCH + Duration::from_secs(seconds)).to_string();
            assert_eq!(day, date.replace('.', "-"));
        }
        assert_eq!(utc(UNIX_EPOCH - Duration::from_secs(9)).date, "1970.01.01");
    }
}
