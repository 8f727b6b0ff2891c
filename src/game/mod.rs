//! A game between two players: it is given commands and returns events. It uses no screen, no file and no clock. The
//! time that has passed is part of a command.
//!
//! ```
//! use xxlchess::game::options::Options;
//! use xxlchess::game::{Command, Event, Game, GameSetup, PlayerKind, Termination};
//! use xxlchess::notation::{coords, variants_ini::Variants};
//! use xxlchess::rules::{ByColor, Color, Outcome, Position};
//!
//! let variant = Variants::built_in().get("chess").unwrap();
//! let mut game = Game::new(GameSetup {
//!     position: Position::start(&variant).unwrap(),
//!     players: ByColor { white: PlayerKind::Human, black: PlayerKind::Human },
//!     controls: ByColor { white: None, black: None },
//!     options: Options::default(),
//! });
//! let mut events = Vec::new();
//! for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     let mv = coords::parse_move(game.position(), text).unwrap();
//!     events = game.apply(Command::Play(mv));
//! }
//! let mate = Termination::Outcome(Outcome::Checkmate { winner: Color::Black });
//! assert!(matches!(events[..], [Event::Moved(_), Event::Check(Color::White), Event::Ended(_)]));
//! assert_eq!(game.termination(), Some(mate));
//! ```

pub mod analysis;
pub mod background_job;
mod board_input;
pub mod board_setup;
pub mod clicked_moves;
pub mod clock;
pub mod command;
mod controller;
pub mod description;
pub mod engine_match;
pub mod engines;
pub mod fog;
pub mod game_record;
pub mod hint;
mod history;
pub mod lesson;
pub mod match_score;
pub mod material;
pub mod message;
pub mod new_game;
pub mod odds;
pub mod openings;
pub mod options;
mod play;
pub mod player_view;
pub mod puzzle;
pub mod rating;
pub mod results;
pub mod sections;
pub mod shuffled_start;
pub mod speech;
pub mod worker;
pub mod workshop;

use std::time::Duration;

pub use crate::notation::game_tree as tree;
use crate::rules::{Bitboard, ByColor, Color, Move, Outcome, Position, Square};
pub use board_input::Premove;
use clock::{Clocks, TimeControl};
pub use command::{Command, Event, MadeMove, Termination};
pub use controller::{ComputerSettings, GameController};
use fog::ObservedMove;
use message::Notice;
use options::Options;
pub use player_view::{PlayerView, Viewer};

/// Time for which "You must defend your king!" is shown and the king's square flashes.
pub const FLASH: Duration = Duration::from_millis(1500);
/// Time for which a resignation can be undone.
pub const UNDO_TIME: Duration = Duration::from_secs(10);
/// Period of the flash. The king's square is dark red during the first half of each period.
pub const FLASH_PERIOD: Duration = Duration::from_millis(500);

/// Kind of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A human at this window.
    Human,
    /// The engine, at the level of difficulty of the options.
    Computer,
}

/// Start position, players, time controls and options of a game.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The start position.
    pub position: Position,
    /// Kind of the player of each side.
    pub players: ByColor<PlayerKind>,
    /// Time control of each side; `None` for a side without a clock.
    pub controls: ByColor<Option<TimeControl>>,
    /// The options.
    pub options: Options,
}

impl GameSetup {
    /// A game without clocks in which a human plays `side` and the computer plays the other side.
    pub fn with_human(position: Position, side: Color, options: Options) -> Self {
        let player = |color: Color| if color == side { PlayerKind::Human } else { PlayerKind::Computer };
        Self { position, players: ByColor::from_fn(player), controls: ByColor::default(), options }
    }

    /// The human's side in a game against the computer; `None` if both players or neither of them are human.
    pub fn only_human(&self) -> Option<Color> {
        let mut humans = Color::ALL.into_iter().filter(|&color| self.players[color] == PlayerKind::Human);
        humans.next().filter(|_| humans.next().is_none())
    }

    /// This setup with players and time controls swapped, for a rematch.
    pub fn with_colors_swapped(&self) -> Self {
        let players = ByColor::from_fn(|color: Color| self.players[!color]);
        let controls = ByColor::from_fn(|color: Color| self.controls[!color]);
        Self { players, controls, ..self.clone() }
    }
}

/// A game in progress or at its end.
#[derive(Clone, Debug)]
pub struct Game {
    setup: GameSetup,
    position: Position,
    /// Zobrist keys of all positions so far, the current position last.
    keys: Vec<u64>,
    moves: Vec<MadeMove>,
    /// Number of the last moves that are not shown yet: the pieces of a move slide to their squares on the screen
    /// first.
    unshown: usize,
    /// For each move, the part of it that each side observed. Empty in a game without fog of war.
    observations: Vec<ByColor<ObservedMove>>,
    /// Whether the board is hidden because it is being handed over to the other player. This happens only in a game of
    /// two people with fog of war.
    handing_over: bool,
    /// In a game of two people with fog of war, the number of moves when a human last saw the board.
    looked_at: usize,
    clocks: Clocks,
    /// Both clocks after each move.
    clocks_after: Vec<Clocks>,
    /// The time on the mover's clock after each move, for the record; `None` if it is unknown.
    recorded_clocks: Vec<Option<Duration>>,
    /// Whether the clocks stand until the next move.
    waits_for_move: bool,
    /// Whether the clocks stand until the first move when the level starts again.
    restart_waits: bool,
    /// Whether the clock of the computer stands while its answer is held back.
    is_clock_held: bool,
    selected: Option<Square>,
    /// Time since the king's square began to flash.
    flash: Option<Duration>,
    premoves: Vec<Premove>,
    /// The side that offers a draw.
    draw_offer: Option<Color>,
    /// The notice that is shown, and the time for which it is still shown.
    notice: Option<(Notice, Duration)>,
    termination: Option<Termination>,
    /// Time since a side has resigned, while the resignation can be undone.
    since_resignation: Option<Duration>,
    /// Names of the engines of other programs that play in place of the computer.
    engines: ByColor<Option<String>>,
    /// Whether a human took back a move, saw a hint or opened an analysis in a game against the computer.
    is_assisted: bool,
}

impl Game {
    /// Starts a game, with fog of war if the options have it. If the position has no legal move, the game has ended.
    pub fn new(mut setup: GameSetup) -> Self {
        if setup.options.fog_of_war && !setup.position.variant().rules().fog {
            setup.position = setup.position.in_fog();
        }
        let position = setup.position.clone();
        let clocks = Clocks::new(setup.controls);
        let keys = vec![position.key()];
        let mut game = Self {
            setup,
            position,
            keys,
            moves: Vec::new(),
            unshown: 0,
            observations: Vec::new(),
            handing_over: false,
            looked_at: 0,
            clocks,
            clocks_after: Vec::new(),
            recorded_clocks: Vec::new(),
            waits_for_move: false,
            restart_waits: false,
            is_clock_held: false,
            selected: None,
            flash: None,
            premoves: Vec::new(),
            draw_offer: None,
            notice: None,
            termination: None,
            since_resignation: None,
            engines: ByColor::default(),
            is_assisted: false,
        };
        game.termination = game.termination_by_rules();
        game
    }

    /// Makes the clocks stand until the next move. By default White's clock runs from the start.
    #[must_use]
    pub fn with_clocks_from_next_move(mut self) -> Self {
        self.waits_for_move = true;
        self.with_waiting_restart()
    }

    /// Makes the clocks stand until the first move when the level starts again.
    #[must_use]
    pub fn with_waiting_restart(mut self) -> Self {
        self.restart_waits = true;
        self
    }

    /// Names the engines of other programs that play in place of the computer.
    #[must_use]
    pub fn with_engines(self, engines: ByColor<Option<String>>) -> Self {
        Self { engines, ..self }
    }

    /// Name of the engine of another program that plays `color`, if there is one.
    pub fn engine(&self, color: Color) -> Option<&str> {
        self.engines[color].as_deref()
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[MadeMove] {
        &self.moves
    }

    /// Zobrist keys of all positions so far, the current position last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The present clocks of both sides.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Both clocks after each move.
    pub fn clocks_after(&self) -> &[Clocks] {
        &self.clocks_after
    }

    /// Whether the game has a clock.
    pub fn has_clocks(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.clocks.control(color).is_some())
    }

    /// The side whose clock runs. The clock of the computer starts when the last move has arrived on the board.
    pub fn running_clock(&self) -> Option<Color> {
        let turn = self.side_to_move()?;
        let stands = self.waits_for_move
            || self.player(turn) == PlayerKind::Computer && (self.is_clock_held || !self.is_all_shown());
        (!stands).then_some(turn)
    }

    /// Stops the clock of the computer while its answer is held back, until the next move.
    pub(super) fn hold_clock(&mut self) {
        self.is_clock_held = true;
    }

    /// Kind of the player of `color`.
    pub fn player(&self, color: Color) -> PlayerKind {
        self.setup.players[color]
    }

    /// Whether two people play.
    pub fn both_human(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.player(color) == PlayerKind::Human)
    }

    /// The human's side in a game against the computer; `None` if both players or neither of them are human.
    pub fn only_human(&self) -> Option<Color> {
        self.setup.only_human()
    }

    /// Whether no human plays, so that the user watches.
    pub fn is_watched(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.player(color) == PlayerKind::Computer)
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.setup.options
    }

    /// The start of the game, its players and its options.
    pub fn setup(&self) -> &GameSetup {
        &self.setup
    }

    /// Whether a human took back a move or saw a hint in a game against the computer.
    pub fn is_assisted(&self) -> bool {
        self.is_assisted
    }

    /// How the game ended, if it has.
    pub fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Sets the number of the last moves that are not shown yet. On the screen the pieces of a move slide to their
    /// squares first. Until then, [`Game::player_view`] has the position before these moves, and check and result are
    /// not shown.
    pub fn set_unshown_moves(&mut self, count: usize) {
        self.unshown = count.min(self.moves.len());
    }

    /// The number of moves that are shown.
    pub fn shown_moves(&self) -> usize {
        self.moves.len() - self.unshown
    }

    /// Whether all moves are shown.
    pub fn is_all_shown(&self) -> bool {
        self.unshown == 0
    }

    /// How the game ended, as soon as it may be shown: a mate when the last move is shown, a lost clock at once.
    pub fn shown_termination(&self) -> Option<Termination> {
        self.termination
            .filter(|termination| self.is_all_shown() || !matches!(termination, Termination::Outcome(_)))
    }

    /// The side to move; `None` after the end of the game.
    pub fn side_to_move(&self) -> Option<Color> {
        self.termination.is_none().then(|| self.position.turn())
    }

    /// The side at the bottom of the board: the human's side, or White if both players or neither of them are human.
    pub fn orientation(&self) -> Color {
        self.setup.only_human().unwrap_or(Color::White)
    }

    /// The selected square.
    pub fn selected(&self) -> Option<Square> {
        self.selected
    }

    /// The legal moves of the selected piece. Empty if it is not the turn of its side.
    pub fn selected_moves(&self) -> Vec<Move> {
        match self.selected {
            Some(square) if self.side_to_move().is_some() => self.position.legal_moves_from(square),
            _ => Vec::new(),
        }
    }

    /// The pieces that take part in the mate that ended the game.
    pub fn mating_pieces(&self) -> Bitboard {
        match self.termination {
            Some(Termination::Outcome(Outcome::Checkmate { .. })) if self.is_all_shown() => {
                self.position.mating_pieces()
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// The square of the flashing king, and whether the square is dark red at the moment.
    pub fn king_flash(&self) -> Option<(Square, bool)> {
        let since = self.flash?;
        let lit = since.as_nanos() % FLASH_PERIOD.as_nanos() < FLASH_PERIOD.as_nanos() / 2;
        self.position.royal_king(self.position.turn()).map(|king| (king, lit))
    }

    /// Notes that a human took back a move, saw a hint or opened an analysis.
    fn note_assistance(&mut self) {
        self.is_assisted |= self.only_human().is_some();
    }

    fn termination_by_rules(&self) -> Option<Termination> {
        let key = self.position.key();
        let occurrences = self.keys.iter().filter(|&&k| k == key).count();
        self.position.outcome(occurrences).map(Termination::Outcome)
    }

    /// Clears the state that belongs to the current turn only.
    fn clear_turn_state(&mut self) {
        self.selected = None;
        self.flash = None;
        self.premoves.clear();
        self.draw_offer = None;
        self.notice = None;
    }
}
