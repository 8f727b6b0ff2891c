//! A game together with the computer: its moves, its answers to draw offers, and hints for the human.

use std::time::Duration;

use super::fog::VisibleBoard;
use super::message::Notice;
use super::worker::{Analyst, Opponent};
use super::{Command, Event, Game, PlayerKind};
use crate::engine::difficulty::{Difficulty, thinking_time};
use crate::engine::{AnalysisRequest, Score, SearchReport, SearchRequest};
use crate::rules::{ByColor, Color, Move, Position};

/// Time of the search for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// Time of the search before the computer answers a draw offer.
const DRAW_TIME: Duration = Duration::from_millis(300);
/// Number of plies before which the computer declines every draw offer.
const MIN_DRAW_PLIES: usize = 20;
/// Highest score at which the computer accepts a draw, in centipawns.
const MAX_DRAW_SCORE: i32 = 25;

/// Factor of the pause before the computer's answer to a check.
const CHECK_PAUSES: u32 = 3;
/// Minimum time left with which the pause after a check is not taken from the computer's clock.
const FREE_CHECK_PAUSE: Duration = Duration::from_secs(10);

/// How the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputerSettings {
    /// Seed of the computer's random choices.
    pub seed: u64,
    /// Whether the same seed must give the same moves. If it must, searches are limited by nodes and use one thread.
    pub deterministic: bool,
    /// Minimum time between the display of the last move and the computer's move, so that the human can follow. After a
    /// check it is three times as long. Levels that play like people take their own time, unless this is zero.
    pub pause: Duration,
}

/// A game and the computer that plays in it.
///
/// ```
/// use std::time::Duration;
/// use xxlchess::engine::heuristic::HeuristicPlayer;
/// use xxlchess::game::worker::ThreadedWorker;
/// use xxlchess::game::{Command, ComputerSettings, Game, GameController, GameSetup};
/// use xxlchess::notation::{coords, variants_ini::Variants};
/// use xxlchess::rules::{Color, Position};
///
/// let variant = Variants::built_in().get("xxl").unwrap();
/// let start = Position::start(&variant).unwrap();
/// let game = Game::new(GameSetup::with_human(start, Color::White, Default::default()));
/// let computer = ThreadedWorker::opponent(Box::new(HeuristicPlayer)).inline();
/// let settings = ComputerSettings { seed: 1, deterministic: true, pause: Duration::ZERO };
/// let mut controller = GameController::new(game, Box::new(computer), settings);
///
/// let mv = coords::parse_move(controller.game().position(), "g2g4").unwrap();
/// controller.apply(Command::Play(mv));
/// controller.apply(Command::Tick(Duration::ZERO));
/// assert_eq!(controller.game().moves().len(), 2, "the computer has replied");
/// ```
pub struct GameController {
    game: Game,
    opponent: Box<Opponent>,
    settings: ComputerSettings,
    /// The computer's turn, from the time at which the last move has arrived on the board.
    turn: Option<ComputerTurn>,
    analyst: Option<Box<Analyst>>,
    /// Purpose of the analyst's search; `None` if it is not searching.
    analysis: Option<AnalysisPurpose>,
    hint: Option<Move>,
    /// Key of the position in which the computer last declined a draw.
    declined: Option<u64>,
}

/// State of a turn of the computer.
#[derive(Clone, Copy, Debug, Default)]
struct ComputerTurn {
    /// Time since the turn began.
    since: Duration,
    /// The move that the computer has found.
    answer: Option<Move>,
}

/// Purpose of a search by the analyst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnalysisPurpose {
    /// A hint for the human.
    Hint,
    /// The answer of the side `answering` to a draw offer, in a position with `turn` to move.
    Draw { answering: Color, turn: Color },
}

impl GameController {
    /// A controller without an analyst: it gives no hints, and the computer declines all draw offers.
    pub fn new(game: Game, opponent: Box<Opponent>, settings: ComputerSettings) -> Self {
        Self {
            game,
            opponent,
            settings,
            turn: None,
            analyst: None,
            analysis: None,
            hint: None,
            declined: None,
        }
    }

    /// The same controller with an analyst for hints and draw offers.
    pub fn with_analyst(mut self, analyst: Box<Analyst>) -> Self {
        self.analyst = Some(analyst);
        self
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Names the computer in place of the engine, which has failed.
    pub fn give_up_engine(&mut self) {
        self.game.engines = ByColor::default();
        // The computer has not played the whole game, so its result counts for no rating.
        self.game.note_assistance();
    }

    /// Whether the computer is thinking about its move.
    pub fn is_thinking(&self) -> bool {
        self.turn.is_some()
    }

    /// The hint that is shown. It disappears when the board changes.
    pub fn hint(&self) -> Option<Move> {
        self.hint
    }

    /// Carries out `command` and returns what happened. On a tick the computer may make a move.
    ///
    /// With fog of war, the events contain only what the human at the board may see.
    pub fn apply(&mut self, command: Command) -> Vec<Event> {
        let viewer = self.game.viewer();
        let mut events = self.game.apply(command);
        match command {
            Command::Tick(elapsed) => {
                self.let_computer_think(elapsed, &mut events);
                self.poll_analyst(&mut events);
            }
            Command::OfferDraw => {
                if let [Event::DrawOffered(person)] = events[..] {
                    self.consider_draw(!person, &mut events);
                }
            }
            _ => {}
        }
        let over = |event: &Event| matches!(event, Event::Ended(_) | Event::Restarted | Event::TakenBack(_));
        if events.iter().any(over) {
            self.opponent.cancel();
            self.turn = None;
        }
        if events.contains(&Event::Restarted) {
            // Every game has other habits and blind spots of the computer.
            self.settings.seed = self.settings.seed.wrapping_add(1);
        }
        self.clear_outdated_analysis(&events);
        events.iter_mut().for_each(|event| *event = self.game.event_for(viewer, *event));
        events
    }

    /// Sets the number of the last moves that are not shown yet, see [`Game::set_unshown_moves`]. The computer does not
    /// move before all moves are shown.
    pub fn set_unshown_moves(&mut self, count: usize) {
        self.game.set_unshown_moves(count);
    }

    /// Rules out that a resignation is undone, because another screen could show an analysis of the position.
    pub fn keep_resignation(&mut self) {
        self.game.keep_resignation();
    }

    /// Notes that the human has opened an analysis of the game.
    pub fn note_analysis(&mut self) {
        if self.game.side_to_move().is_some() {
            self.game.note_assistance();
        }
    }

    /// Shows a notice while the game is paused.
    pub fn show_pause(&mut self, is_paused: bool) {
        if is_paused && self.game.side_to_move().is_some() {
            self.game.show_notice(Notice::Paused);
        } else {
            self.game.hide_notice(Notice::Paused);
        }
    }

    /// Starts the search for a hint if it is the human's turn. It uses only the pieces that the human sees.
    pub fn request_hint(&mut self) {
        if !self.game.is_human_turn() || self.analysis.is_some() || self.hint.is_some() {
            return;
        }
        if self.game.both_human() {
            self.game.show_notice(Notice::NoHint);
            return;
        }
        if self.game.has_clocks() {
            self.game.show_notice(Notice::NoHintWithClocks);
            return;
        }
        let Some(analyst) = &mut self.analyst else { return };
        let search = search_request(&self.game, &self.settings, self.game.position().turn());
        analyst.start(AnalysisRequest::timed(search, HINT_TIME));
        self.analysis = Some(AnalysisPurpose::Hint);
        self.game.show_notice(Notice::LookingForHint);
    }

    fn let_computer_think(&mut self, elapsed: Duration, events: &mut Vec<Event>) {
        let Some(color) = self.game.side_to_move().filter(|&c| self.game.player(c) == PlayerKind::Computer)
        else {
            return;
        };
        if !self.game.is_all_shown() {
            return;
        }
        let turn = match &mut self.turn {
            None => {
                self.opponent.start(search_request(&self.game, &self.settings, color));
                self.turn.insert(ComputerTurn::default())
            }
            Some(turn) => {
                turn.since += elapsed;
                turn
            }
        };
        turn.answer = turn.answer.or_else(|| self.opponent.poll());
        let ComputerTurn { since, answer: Some(mv) } = *turn else { return };
        let (pause, is_free) = self.pause(color, mv);
        if since >= pause {
            self.turn = None;
            events.extend(self.game.apply(Command::Play(mv)));
        } else if is_free {
            self.game.hold_clock();
        }
    }

    /// Time for which the computer's move is delayed, and whether its clock stands during the delay, which it does
    /// after a check if enough time is left. With less time left the delay is at most a tenth of it, and without a
    /// check at most a twentieth. A level that plays like a person takes the time of a person, unless it is in check.
    fn pause(&self, color: Color, mv: Move) -> (Duration, bool) {
        let remaining = self.game.clocks().remaining(color);
        let left = remaining.unwrap_or(Duration::MAX);
        let is_check = self.game.position().is_check();
        let pause = self.settings.pause * if is_check { CHECK_PAUSES } else { 1 };
        if is_check && left >= FREE_CHECK_PAUSE {
            return (pause, true);
        }
        let level = Difficulty::new(self.game.options().difficulty);
        let last = self.game.moves().last().map(|made| made.mv.to);
        let is_own_level = self.game.engine(color).is_none() && !self.game.is_watched();
        let thinks = is_own_level && !is_check && !self.settings.pause.is_zero();
        let thought = thinks
            .then(|| thinking_time(level, self.game.position(), last, mv, remaining, self.settings.seed))
            .flatten();
        (thought.unwrap_or(pause).min(left / if is_check { 10 } else { 20 }), false)
    }

    /// Starts a search for the answer of `answering` to a draw offer, or declines the offer at once.
    fn consider_draw(&mut self, answering: Color, events: &mut Vec<Event>) {
        if self.game.player(answering) != PlayerKind::Computer {
            return;
        }
        self.cancel_analysis();
        let declined_here = self.declined == Some(self.game.position().key());
        let considers = self.game.moves().len() >= MIN_DRAW_PLIES && !declined_here;
        match &mut self.analyst {
            Some(analyst) if considers => {
                let search = search_request(&self.game, &self.settings, answering);
                self.analysis = Some(AnalysisPurpose::Draw { answering, turn: search.position.turn() });
                analyst.start(AnalysisRequest::timed(search, DRAW_TIME));
            }
            _ => self.answer_draw_offer(false, events),
        }
    }

    fn answer_draw_offer(&mut self, accepts: bool, events: &mut Vec<Event>) {
        self.declined = (!accepts).then(|| self.game.position().key());
        events.extend(self.game.apply(Command::AnswerDrawOffer(accepts)));
    }

    fn poll_analyst(&mut self, events: &mut Vec<Event>) {
        let Some(purpose) = self.analysis else { return };
        let Some(report) = self.analyst.as_mut().and_then(|analyst| analyst.poll()) else { return };
        self.analysis = None;
        match purpose {
            AnalysisPurpose::Hint => {
                self.game.notice = None;
                self.hint = report.best_move().filter(|&mv| self.game.position().is_legal(mv));
                if let Some(mv) = self.hint {
                    self.game.note_assistance();
                    events.push(Event::Hint(mv));
                }
            }
            AnalysisPurpose::Draw { answering, turn } => {
                self.answer_draw_offer(accepts_draw(&report, answering == turn), events);
            }
        }
    }

    fn cancel_analysis(&mut self) {
        if let (Some(_), Some(analyst)) = (self.analysis.take(), &mut self.analyst) {
            analyst.cancel();
        }
    }

    /// If the board has changed, clears the hint and cancels the analyst's search. A search for the answer to a draw
    /// offer goes on if the offer is still open.
    fn clear_outdated_analysis(&mut self, events: &[Event]) {
        let changed = |event: &Event| {
            matches!(event, Event::Moved(_) | Event::TakenBack(_) | Event::Ended(_) | Event::Restarted)
        };
        if !events.iter().any(changed) {
            return;
        }
        self.hint = None;
        let on_draw = matches!(self.analysis, Some(AnalysisPurpose::Draw { .. }));
        if !(on_draw && self.game.draw_offer().is_some()) {
            self.cancel_analysis();
            self.game.hide_notice(Notice::LookingForHint);
        }
    }
}

/// Whether the computer accepts a draw after this search. `own_turn` is whether the computer was to move.
fn accepts_draw(report: &SearchReport, own_turn: bool) -> bool {
    if report.best_move().is_none() {
        return false;
    }
    match (report.score, own_turn) {
        (Score::Centipawns(score), true) => score <= MAX_DRAW_SCORE,
        (Score::Centipawns(score), false) => -score <= MAX_DRAW_SCORE,
        // Mate in 0 means that the side to move is mated.
        (Score::Mate(moves), own_turn) => (moves <= 0) == own_turn,
    }
}

/// The position that `color` sees, its legal moves if there is fog of war, and the keys of the positions so far.
fn visible_position(game: &Game, color: Color) -> (Position, Option<Vec<Move>>, Vec<u64>) {
    let position = game.position();
    if !game.has_fog() {
        return (position.clone(), None, game.keys().to_vec());
    }
    let seen = VisibleBoard::of(position, color);
    let position = seen.position(position.variant());
    // Keys of the actual positions would reveal what is hidden.
    let keys = vec![position.key()];
    (position, Some(seen.moves().to_vec()), keys)
}

fn search_request(game: &Game, settings: &ComputerSettings, color: Color) -> SearchRequest {
    let clocks = game.clocks();
    let (position, search_moves, key_history) = visible_position(game, color);
    let moves = || game.moves().iter().map(|made| made.mv).collect();
    SearchRequest {
        position,
        search_moves,
        key_history,
        line: (!game.has_fog()).then(|| (game.position_at(0), moves())),
        time_left: clocks.remaining(color),
        increment: clocks.control(color).map_or(Duration::ZERO, |control| control.increment),
        seed: settings.seed,
        deterministic: settings.deterministic,
    }
}
