//! Number of checks: a side wins by giving as many as the variant demands.
//!
//! The numbers were fitted to the results of games at 1,000 nodes a move.

use super::tapered::{Tapered, tapered};

/// Factor of mobility, in percent. Mobile pieces give more checks.
pub const MOBILITY: i32 = 290;

/// Factors of the king danger and its parts, in percent.
pub struct DangerFactors {
    /// Attacks on the king zone.
    pub zone: i32,
    /// Weak squares of the king zone.
    pub weak: i32,
    /// Safe squares on which a piece could give check.
    pub safe_checks: i32,
    /// Squares on which a piece could give check but be captured.
    pub unsafe_checks: i32,
    /// The penalty that is computed from the danger.
    pub penalty: i32,
}

/// Bonus of a side that wins by `left` more checks.
pub fn bonus(left: u8) -> Tapered {
    match left {
        0 | 1 => tapered(1_240, 350),
        2 => tapered(390, 220),
        _ => Tapered::default(),
    }
}

/// Factors of the danger from a side that wins by `left` more checks. They are 100 if the variant does not count checks.
pub fn danger_factors(left: Option<u8>) -> DangerFactors {
    let Some(left) = left else {
        return DangerFactors { zone: 100, weak: 100, safe_checks: 100, unsafe_checks: 100, penalty: 100 };
    };
    let penalty = match left {
        0 | 1 => 140,
        2 => 100,
        _ => 50,
    };
    let safe_checks = 100 + 1_960 / (3 + i32::from(left));
    DangerFactors { zone: 840, weak: 780, safe_checks, unsafe_checks: 390, penalty }
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
