//! Search for puzzles: mates and winning lines in games with mistakes, with their themes and ratings.

pub mod finder;
pub mod openings;
pub mod quotas;
pub mod rating;
pub mod themes;
