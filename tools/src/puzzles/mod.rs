//! Finding puzzles: games with mistakes, mates and winning lines in them, their themes and ratings.

pub mod finder;
pub mod openings;
pub mod quotas;
pub mod rating;
pub mod themes;
