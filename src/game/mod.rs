//! A game between two players: commands in, events out. Knows no screen, no file and no clock of its own.

pub mod adviser;
pub mod analysis;
mod background;
mod board_input;
pub mod board_setup;
pub mod clock;
pub mod command;
mod draw;
pub mod fog;
pub mod game_record;
mod history;
pub mod material;
pub mod message;
pub mod new_game;
pub mod notice;
pub mod opponent;
pub mod options;
pub mod player_view;
pub mod puzzle;
pub mod session;
mod take_back;
mod written;

use std::time::Duration;

use crate::rules::{Bitboard, ByColor, Color, Move, Outcome, Position, Square};
pub use board_input::Premove;
use clock::{Clocks, TimeControl};
pub use command::{Command, Event, MadeMove, Termination};
use fog::{ObservedMove, VisibleBoard};
use options::{OptionKey, Options};
pub use player_view::{PlayerView, Viewer};

/// How long "You must defend your king!" is shown and the king flashes.
pub const FLASH: Duration = Duration::from_millis(1500);
/// One flash of the king: half of it dark red, half as it was.
pub const FLASH_PERIOD: Duration = Duration::from_millis(500);

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at this window.
    Human,
    /// The program.
    Computer,
}

/// What a game starts from: the level, the players and their time.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The position of the level.
    pub position: Position,
    /// Who plays which side.
    pub players: ByColor<PlayerKind>,
    /// The time of each side.
    pub controls: ByColor<Option<TimeControl>>,
    /// The options it is played by.
    pub options: Options,
}

impl GameSetup {
    /// The same with players and their time changed from one colour to the other.
    #[must_use]
    pub fn with_colors_swapped(&self) -> Self {
        let players = ByColor::from_fn(|color: Color| self.players[!color]);
        let controls = ByColor::from_fn(|color: Color| self.controls[!color]);
        Self { players, controls, ..self.clone() }
    }
}

/// A game, running or ended.
#[derive(Clone, Debug)]
pub struct Game {
    setup: GameSetup,
    position: Position,
    /// Keys of all positions so far, the present one last.
    keys: Vec<u64>,
    moves: Vec<MadeMove>,
    /// In the fog: for each move what either side noticed of it.
    observations: Vec<ByColor<ObservedMove>>,
    /// In the fog, between two persons: the board is being passed, and nobody looks at it.
    handing_over: bool,
    /// How many moves were made when a person looked at the board last, as far as it was passed on.
    looked_at: usize,
    clocks: Clocks,
    /// Both clocks as they were after each move.
    clocks_after: Vec<Clocks>,
    selected: Option<Square>,
    /// Time since the person was told to defend the king, while that is shown.
    flash: Option<Duration>,
    premoves: Vec<Premove>,
    /// The side whose offer of a draw stands.
    draw_offer: Option<Color>,
    notice: Option<notice::Shown>,
    termination: Option<Termination>,
}

impl Game {
    /// Starts a game, in the fog if the options say so; a level that is mate or stalemate from the start has ended at once.
    #[must_use]
    pub fn new(mut setup: GameSetup) -> Self {
        if setup.options.is_on(OptionKey::FogOfWar) && !setup.position.variant().rules().fog {
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
            observations: Vec::new(),
            handing_over: false,
            looked_at: 0,
            clocks,
            clocks_after: Vec::new(),
            selected: None,
            flash: None,
            premoves: Vec::new(),
            draw_offer: None,
            notice: None,
            termination: None,
        };
        game.termination = game.termination_by_rules();
        game
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves made so far.
    #[must_use]
    pub fn moves(&self) -> &[MadeMove] {
        &self.moves
    }

    /// Keys of all positions so far, the present one last.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Both clocks.
    #[must_use]
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Both clocks as they were after each move.
    #[must_use]
    pub fn clocks_after(&self) -> &[Clocks] {
        &self.clocks_after
    }

    /// Who plays `color`.
    #[must_use]
    pub fn player(&self, color: Color) -> PlayerKind {
        self.setup.players[color]
    }

    /// Whether two persons play.
    #[must_use]
    pub fn both_human(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.player(color) == PlayerKind::Human)
    }

    /// The options it is played by.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.setup.options
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// The side whose clock runs: the one to move, until the game ends.
    #[must_use]
    pub fn side_to_move(&self) -> Option<Color> {
        self.termination.is_none().then(|| self.position.turn())
    }

    /// The side the board is shown for: the person's, White's if both or none are persons.
    #[must_use]
    pub fn orientation(&self) -> Color {
        let human = |color| self.player(color) == PlayerKind::Human;
        if human(Color::Black) && !human(Color::White) { Color::Black } else { Color::White }
    }

    /// The selected square.
    #[must_use]
    pub fn selected(&self) -> Option<Square> {
        self.selected
    }

    /// The legal moves of the selected piece, while it is its side's move.
    #[must_use]
    pub fn selected_moves(&self) -> Vec<Move> {
        match self.selected {
            Some(square) if self.side_to_move().is_some() => self.position.legal_moves_from(square),
            _ => Vec::new(),
        }
    }

    /// The pieces that contribute to the mate that ended the game.
    #[must_use]
    pub fn mating_pieces(&self) -> Bitboard {
        match self.termination {
            Some(Termination::Checkmate { .. }) => self.position.mating_pieces(),
            _ => Bitboard::EMPTY,
        }
    }

    /// The king to be defended, and whether its tile is dark red in this part of the flash.
    #[must_use]
    pub fn king_flash(&self) -> Option<(Square, bool)> {
        let since = self.flash?;
        let lit = since.as_nanos() % FLASH_PERIOD.as_nanos() < FLASH_PERIOD.as_nanos() / 2;
        self.position.royal_king(self.position.turn()).map(|king| (king, lit))
    }

    /// Does what `command` says, as far as the rules allow, and tells what happened.
    pub fn apply(&mut self, command: Command) -> Vec<Event> {
        let mut events = Vec::new();
        match command {
            Command::Restart if self.termination.is_some() => {
                *self = Self::new(self.setup.clone());
                events.push(Event::Restarted);
            }
            Command::Rematch if self.termination.is_some() => {
                *self = Self::new(self.setup.with_colors_swapped());
                events.push(Event::Restarted);
            }
            Command::Takeback => self.take_back(&mut events),
            _ if self.termination.is_some() => {}
            Command::Restart | Command::Rematch => {}
            Command::OfferDraw => self.offer_draw(&mut events),
            Command::AnswerDrawOffer(agrees) => self.answer_draw(agrees, &mut events),
            Command::Click(_) if self.handing_over => {}
            Command::Click(square) => self.click(square, &mut events),
            Command::Ready if self.handing_over => {
                self.handing_over = false;
                self.looked_at = self.moves.len();
                events.push(Event::HandedOver(self.position.turn()));
            }
            Command::Ready => {}
            Command::Drop { from, to } => self.drop(from, to, &mut events),
            Command::CancelPremoves => self.cancel_premoves(&mut events),
            Command::Play(mv) => self.play(mv, &mut events),
            Command::Resign => {
                let loser = self.resigning();
                self.end(Termination::Resignation { winner: !loser }, &mut events);
            }
            Command::Tick(elapsed) => self.tick(elapsed, &mut events),
        }
        events
    }

    /// The side that gives up when the person does: the person's, or of two persons the one to move.
    fn resigning(&self) -> Color {
        let turn = self.position.turn();
        if self.player(turn) == PlayerKind::Human { turn } else { !turn }
    }

    fn tick(&mut self, elapsed: Duration, events: &mut Vec<Event>) {
        self.flash = self.flash.map(|since| since + elapsed).filter(|&since| since < FLASH);
        self.notice = self.notice.and_then(|notice| notice.after(elapsed));
        let turn = self.position.turn();
        if self.clocks.tick(turn, elapsed) {
            self.end(Termination::Time { winner: !turn }, events);
        }
    }

    fn play(&mut self, mv: Move, events: &mut Vec<Event>) {
        let partner = (mv.flag == crate::rules::MoveFlag::Castle)
            .then(|| self.position.castling_rook_squares(mv))
            .flatten()
            .and_then(|(from, to)| self.position.board().piece_at(from).map(|piece| (piece, from, to)));
        let mover = self.position.turn();
        let before = self.has_fog().then(|| VisibleBoard::of(&self.position, !mover));
        let Ok(undo) = self.position.play(mv) else { return };
        self.keys.push(self.position.key());
        let made = MadeMove { mv, piece: undo.moved, captured: undo.captured, castling_rook: partner };
        self.moves.push(made);
        if let Some(before) = before {
            self.record_observations(&before, made);
        }
        self.clocks.add_increment(mover);
        self.clocks_after.push(self.clocks.clone());
        // What was told of the board before is no news any more.
        (self.flash, self.notice) = (None, None);
        events.push(Event::Moved(made));
        self.decline_by_move(mover, events);
        self.clear_stale_selection(mover, events);
        if self.position.is_check() {
            events.push(Event::Check(self.position.turn()));
        }
        match self.termination_by_rules() {
            Some(ending) => self.end(ending, events),
            None => self.make_premove(events),
        }
    }

    /// In the fog: notes what either side knows of the move made, and hides the board for the next person.
    fn record_observations(&mut self, before: &VisibleBoard, made: MadeMove) {
        let (mover, other) = (made.piece.color, before.side());
        let mut traces = ByColor::default();
        traces[mover] = ObservedMove::of_own_move(made);
        traces[other] = ObservedMove::infer(before, &VisibleBoard::of(&self.position, other));
        self.observations.push(traces);
        self.handing_over = self.both_human();
    }

    fn termination_by_rules(&self) -> Option<Termination> {
        let key = self.position.key();
        let occurrences = self.keys.iter().filter(|&&k| k == key).count();
        Some(match self.position.outcome(occurrences)? {
            Outcome::KingCaptured { winner } => Termination::KingCaptured { winner },
            Outcome::Checkmate { winner } => Termination::Checkmate { winner },
            Outcome::Stalemate { winner } => Termination::Stalemate { winner },
            Outcome::Repetition => Termination::Repetition,
            Outcome::MoveRule => Termination::MoveRule,
        })
    }

    fn end(&mut self, ending: Termination, events: &mut Vec<Event>) {
        self.termination = Some(ending);
        self.handing_over = false;
        self.clear_turn_state();
        events.push(Event::Ended(ending));
    }

    /// Lets go of all that belongs to a turn under way rather than to the game.
    fn clear_turn_state(&mut self) {
        self.selected = None;
        self.flash = None;
        self.premoves.clear();
        self.draw_offer = None;
        self.notice = None;
    }
}
