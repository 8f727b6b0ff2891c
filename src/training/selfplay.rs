//! Games of the engine against itself.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::games::Game;
use crate::engine::openings::{RANDOM_PLIES, random_opening};
use crate::engine::{Engine, Limits, Score, SearchReport};
use crate::rules::{Color, Position, Variant};

/// Number of plies after which a game counts as drawn, if it does not begin with more than 60 pieces.
const LONGEST: usize = 300;
/// Number of plies for each piece after which a game that begins with more pieces counts as drawn. With 300 plies nine of ten
/// games of Terachess II, which begin with 128 pieces, were drawn.
const LONGEST_PER_PIECE: usize = 5;
/// A game counts as won if one side is this far ahead, in centipawns, for [`WON_FOR`] plies.
const WON: i32 = 1_800;
/// Number of plies for which one side must be ahead to win.
const WON_FOR: usize = 6;
/// Maximum score of a position that is used, in centipawns for either side.
const MAX_SCORE: i32 = 3_000;
/// Maximum score of a random opening that is used, in centipawns for either side.
const BALANCED: i32 = 500;

/// Number of plies after which a game that begins with `position` counts as drawn.
fn longest(position: &Position) -> usize {
    LONGEST.max(LONGEST_PER_PIECE * position.board().occupied().count() as usize)
}

/// Plays a game from `position` to its end, with the best moves of `search`, which gets each position and the keys of all
/// positions so far. `judge` gets each position, how often it has occurred and the report of its search, and may end the game
/// before the best move is made, with a winner or as a draw. Returns the winner.
pub fn play_on(
    mut position: Position,
    mut search: impl FnMut(&Position, &[u64]) -> SearchReport,
    mut judge: impl FnMut(&Position, usize, &SearchReport) -> ControlFlow<Option<Color>>,
) -> Option<Color> {
    let mut keys = Vec::new();
    for _ in 0..longest(&position) {
        keys.push(position.key());
        let occurrences = keys.iter().filter(|&&key| key == position.key()).count();
        if let Some(outcome) = position.outcome(occurrences) {
            return outcome.winner();
        }
        let report = search(&position, &keys);
        if let ControlFlow::Break(winner) = judge(&position, occurrences, &report) {
            return winner;
        }
        position.make(report.best_move()?);
    }
    None
}

/// Plays a game of the engine against itself at `nodes` nodes a move. Its quiet positions are used for training. The same
/// seed gives the same game. Returns `None` if the random opening is not balanced.
pub fn play_game(variant: &Arc<Variant>, engine: &mut Engine, nodes: u64, seed: u64) -> Option<Game> {
    let mut random = StdRng::seed_from_u64(seed);
    // Half of the games have one random ply more, so that either side makes the first move that is not random.
    let plies = RANDOM_PLIES + random.random_range(0..2);
    let (position, opening) = random_opening(&Position::start(variant).ok()?, plies, &mut random)?;
    let mut moves: Vec<_> = opening.into_iter().map(|mv| (mv, None)).collect();
    engine.new_game();
    let must_capture = variant.rules().must_capture;
    // A side that must capture may lose by its material, so that only a win that has been found ends the game early.
    let won = if must_capture { i32::MAX } else { WON };
    let mut ahead = 0;
    let mut is_balanced = true;
    let search = |position: &Position, keys: &[u64]| {
        engine.go(position, keys, &Limits::nodes(nodes), &AtomicBool::new(false), |_| {})
    };
    let winner = play_on(position, search, |position, _, report| {
        let Some(mv) = report.best_move() else { return ControlFlow::Break(None) };
        let score = match report.score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => i32::MAX,
            Score::Mate(_) => -i32::MAX,
        };
        if moves.len() == plies && score.abs() > BALANCED {
            is_balanced = false;
            return ControlFlow::Break(None);
        }
        ahead = if score.abs() >= won { ahead + 1 } else { 0 };
        if ahead >= WON_FOR {
            return ControlFlow::Break(Some(if score > 0 { position.turn() } else { !position.turn() }));
        }
        // Where captures are mandatory, quiescence evaluates positions with captures, too.
        let is_noisy = mv.promotion().is_some() || position.is_capture(mv) && !must_capture;
        let is_quiet = !is_noisy && !position.is_check();
        // The bound of the score fits into 16 bits.
        moves.push((mv, (is_quiet && score.abs() <= MAX_SCORE).then_some(score as i16)));
        ControlFlow::Continue(())
    });
    is_balanced.then_some(Game { moves, winner })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    /// Games of chess and XXL chess end after 300 plies, and those of Terachess II with its 128 pieces after 640.
    #[test]
    fn games_of_more_pieces_may_be_longer() {
        for (name, plies) in [("chess", 300), ("xxl", 300), ("terachess2", 640)] {
            let variant = Variants::built_in().get(name).expect("built in");
            assert_eq!(longest(&Position::start(&variant).expect("a legal start")), plies, "{name}");
        }
    }
}
