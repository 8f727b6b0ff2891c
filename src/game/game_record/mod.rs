//! Record of a game: all data that is needed to save and resume the game.

pub mod pgn;

use std::time::Duration;

use super::{Game, GameSetup, Termination};
use crate::notation::game_tree::GameTree;
use crate::notation::pgn::TimedMove;
use crate::rules::{ByColor, Color};

/// A game without the state of the moment: selection, premoves and messages.
///
/// ```
/// use xxlchess::game::{Game, game_record::GameRecord};
/// use xxlchess::notation::{pgn::Tags, variants_ini::Variants};
/// use xxlchess::rules::Color;
/// # let variant = xxlchess::notation::variants_ini::Variants::built_in().get("chess").unwrap();
/// # use xxlchess::game::GameSetup;
/// # let start = xxlchess::rules::Position::start(&variant).unwrap();
/// # let setup = GameSetup::with_human(start, Color::White, Default::default());
/// # let mut game = Game::new(setup);
/// # for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
/// #     let mv = xxlchess::notation::coords::parse_move(game.position(), text).unwrap();
/// #     game.apply(xxlchess::game::Command::Play(mv));
/// # }
///
/// let pgn = game.record(Color::White).to_pgn(None, &Tags::default());
/// let variants = Variants::built_in();
/// let parsed = GameRecord::from_pgn(&pgn, |tags| variants.find_by_tag(tags.get("Variant").unwrap_or("chess")))?;
/// let again = Game::from_record(&parsed.record)?;
/// assert_eq!(again.moves(), game.moves());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Start position, players, time controls and options.
    pub setup: GameSetup,
    /// The side at the bottom of the board when two people play.
    pub orientation: Color,
    /// The moves, each with the time left on the mover's clock after the move.
    pub moves: Vec<TimedMove>,
    /// The time left on both clocks. `None` stands for the time that the clock had after the last move.
    pub remaining: ByColor<Option<Duration>>,
    /// How the game ended, if it has.
    pub termination: Option<Termination>,
    /// Names of the engines of other programs that play in place of the computer.
    pub engines: ByColor<Option<String>>,
    /// Whether a human took back a move or saw a hint in a game against the computer.
    pub is_assisted: bool,
    /// The moves of the game with what its analysis has added: evaluations, variations and comments.
    pub analysis: Option<GameTree>,
}

/// The error of a record with an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Ply of the illegal move, counted from 0.
    pub ply: usize,
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "move {} of the game is not legal", self.ply + 1)
    }
}

impl std::error::Error for ReplayError {}

impl GameRecord {
    /// Whether the game belongs to a match of engines.
    pub fn is_of_match(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.engines[color].is_some())
    }

    /// The fullmove number of the next move.
    pub fn move_number(&self) -> usize {
        let start = &self.setup.position;
        let offset = usize::from(start.turn() == Color::Black);
        usize::from(start.fullmove_number()) + (self.moves.len() + offset) / 2
    }
}

impl Game {
    /// The record of the game now. `orientation` is the side at the bottom of the board if two people play.
    pub fn record(&self, orientation: Color) -> GameRecord {
        let moves = self.moves.iter().zip(&self.recorded_clocks);
        GameRecord {
            setup: self.setup.clone(),
            orientation,
            moves: moves.map(|(made, clock)| (made.mv, *clock)).collect(),
            remaining: ByColor::from_fn(|color| self.clocks.remaining(color)),
            termination: self.termination,
            engines: self.engines.clone(),
            is_assisted: self.is_assisted,
            analysis: None,
        }
    }

    /// The game of a record, after its last move. If the game of the record has ended, this game has ended, too.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn from_record(record: &GameRecord) -> Result<Self, ReplayError> {
        let mut game = Self::new(record.setup.clone()).with_engines(record.engines.clone());
        for (ply, &(mv, clock)) in record.moves.iter().enumerate() {
            // The record has another move, so the game had not ended here.
            game.termination = None;
            let (mover, before) = (game.position.turn(), game.clocks.clone());
            game.play(mv, &mut Vec::new());
            if game.moves.len() == ply {
                return Err(ReplayError { ply });
            }
            // A move whose time is unknown counts as one that took no time and had no increment.
            match clock {
                Some(clock) => game.clocks.set(mover, clock),
                None => game.clocks = before,
            }
            if let (Some(after), Some(recorded)) =
                (game.clocks_after.last_mut(), game.recorded_clocks.last_mut())
            {
                (*after, *recorded) = (game.clocks.clone(), clock);
            }
        }
        // The human to move may have seen the board.
        game.looked_at = game.moves.len();
        for color in Color::ALL {
            if let Some(remaining) = record.remaining[color] {
                game.clocks.set(color, remaining);
            }
        }
        game.termination = game.termination.or(record.termination);
        game.is_assisted = record.is_assisted;
        Ok(game)
    }
}

impl Game {
    /// A new game that begins after the last of `moves`, with full clocks. The clock times of the moves are only recorded.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn after_moves(setup: GameSetup, moves: &[TimedMove]) -> Result<Self, ReplayError> {
        let mut game = Self::from_record(&GameRecord {
            setup,
            orientation: Color::White,
            moves: moves.iter().map(|(mv, _)| (*mv, None)).collect(),
            remaining: ByColor::default(),
            termination: None,
            engines: ByColor::default(),
            is_assisted: false,
            analysis: None,
        })?;
        // Nobody has played these moves against the computer.
        game.is_assisted = !moves.is_empty();
        game.recorded_clocks = moves.iter().map(|(_, clock)| *clock).collect();
        Ok(game)
    }
}

#[cfg(test)]
mod tests;
