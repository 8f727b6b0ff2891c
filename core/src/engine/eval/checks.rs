//! Number of checks: a side wins by giving as many as the variant demands.
//!
//! The numbers were fitted to the results of games at 1,000 nodes a move.

use super::tapered::{Tapered, tapered};
use super::weights::Weights;

/// Scales the weights of mobility and of the king danger. Mobile pieces give more checks.
pub fn scale(weights: &mut Weights) {
    for (weight, percent) in [
        (&mut weights.mobility_mg, 290),
        (&mut weights.mobility_eg, 290),
        (&mut weights.zone_attack, 840),
        (&mut weights.zone_weak, 780),
        (&mut weights.unsafe_check, 390),
    ] {
        *weight = (*weight * percent + 50) / 100;
    }
}

/// Bonus of a side that wins by `left` more checks.
pub fn bonus(left: u8) -> Tapered {
    match left {
        0 | 1 => tapered(1_240, 350),
        2 => tapered(390, 220),
        _ => Tapered::default(),
    }
}

/// Factor of the king danger by safe checks from a side that wins by `left` more checks, in percent.
pub fn safe_checks_percent(left: u8) -> i32 {
    100 + 1_960 / (3 + i32::from(left))
}

/// Factor of the penalty for king danger from a side that wins by `left` more checks, in percent.
pub fn penalty_percent(left: u8) -> i32 {
    match left {
        0 | 1 => 140,
        2 => 100,
        _ => 50,
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
        assert!(safe_checks_percent(1) > safe_checks_percent(3) && penalty_percent(1) > penalty_percent(3));
    }
}
