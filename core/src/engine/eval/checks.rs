//! Number of checks: a side wins by giving as many as the variant demands.

use super::tapered::{Tapered, tapered};

/// Factor of mobility, in percent. Mobile pieces give more checks.
pub const MOBILITY: i32 = 150;

/// Factors of parts of the king danger, in percent.
pub struct DangerFactors {
    /// Attacks on the king zone.
    pub zone: i32,
    /// Weak squares of the king zone.
    pub weak: i32,
    /// Safe squares on which a piece could give check.
    pub safe_checks: i32,
    /// Squares on which a piece could give check but be captured.
    pub unsafe_checks: i32,
}

/// Bonus of a side that wins by `left` more checks.
pub fn bonus(left: u8) -> Tapered {
    let left = i32::from(left.max(1));
    tapered(2_000 / (left * left), 800 / (left * left))
}

/// Factors of the danger from a side that wins by `left` more checks. They are 100 if the variant does not count checks.
pub fn danger_factors(left: Option<u8>) -> DangerFactors {
    match left {
        None => DangerFactors { zone: 100, weak: 100, safe_checks: 100, unsafe_checks: 100 },
        Some(left) => {
            let safe_checks = 100 + 700 / (3 + i32::from(left));
            DangerFactors { zone: 300, weak: 200, safe_checks, unsafe_checks: 200 }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each check is worth more than the one before, and increases the danger for the king.
    #[test]
    fn the_value_of_checks_grows_with_their_number() {
        let bonuses = [3, 2, 1].map(|left| bonus(left).mg);
        assert!(bonuses[2] - bonuses[1] > bonuses[1] - bonuses[0] && bonuses[1] > bonuses[0]);
        assert!(danger_factors(Some(1)).safe_checks > danger_factors(Some(3)).safe_checks);
    }
}
