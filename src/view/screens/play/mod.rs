//! The game screen: the board, and beside it players, clocks, moves and buttons.
//!
//! Input becomes commands to the game. The events of the game become animation, sound and announcements.

pub mod actions;
pub mod announce;
pub mod game_board;
pub mod handover;
pub mod keys;
pub mod notice;
pub mod offer;
pub mod review;
pub mod sidebar;

use std::time::Duration;

use crate::game::analysis::Analysis;
use crate::game::game_record::GameRecord;
use crate::game::hint;
use crate::game::lesson::progress::LessonProgress;
use crate::game::results::is_rated;
use crate::game::{Command, Event, GameController, PlayerKind, PlayerView};
use crate::rules::{Color, Piece};
use crate::view::host::Host;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::screen::{Action, Effects, Env, Reply, Screen, Stake};
use crate::view::screens::play::announce::start_summary;
use crate::view::screens::play::game_board::{BoardPicture, GameBoard, past_frame};
use crate::view::screens::play::keys::{KEYS, Message};
use crate::view::screens::play::notice::Toast;
use crate::view::screens::play::offer::Offer;
use crate::view::screens::play::review::Review;
use crate::view::widgets::Node;
use crate::view::widgets::board::BoardInput;
use crate::view::widgets::move_list::wheel_target;

/// Time between two saves of the clock of the side to move, in milliseconds.
const CLOCK_SAVED_EVERY: u128 = 10_000;
/// Text of the notice that is shown when the player gets help in a rated game for the first time.
const NO_LONGER_COUNTED: &str = "This game will not count for your rating";

pub struct PlayScreen {
    controller: GameController,
    board: GameBoard,
    review: Review,
    /// Number of times that the list of moves was scrolled back to the current move.
    move_list_resets: u32,
    /// The side at the bottom if two humans play and the board does not turn after each move.
    orientation: Color,
    flipped: bool,
    /// Whether a screen above pauses the game.
    is_paused: bool,
    /// Whether a screen above was open since the side to move was last announced.
    was_below: bool,
    /// The offer to resume an unfinished game or to learn, until it is accepted or dismissed, or a human makes a move.
    offer: Option<Offer>,
    notice: Option<Toast>,
    /// The analysis of the game, as it was when the screen of the analysis was closed.
    analysis: Option<Analysis>,
    /// Whether the record of the game has been pushed since the screen was opened.
    has_pushed: bool,
}

impl PlayScreen {
    pub fn new(controller: GameController, orientation: Color, offer: Option<Offer>) -> Host<Self> {
        let mut board = GameBoard::default();
        board.announcer.add(start_summary(controller.game()));
        offer.iter().for_each(|offer| board.announcer.add(offer.announcement()));
        Host::new(Self {
            review: Review::of(controller.game()),
            controller,
            board,
            move_list_resets: 0,
            orientation,
            flipped: false,
            is_paused: false,
            was_below: false,
            offer,
            notice: None,
            analysis: None,
            has_pushed: false,
        })
    }

    /// Time until the pieces of the last moves have arrived, for tests of the clocks.
    pub fn slide_time(&self) -> Duration {
        self.board.widget.slides.left()
    }

    pub fn controller(&self) -> &GameController {
        &self.controller
    }

    fn show_notice(&mut self, notice: Toast) {
        self.board.announcer.add(notice.text().to_owned());
        self.notice = Some(notice);
    }

    /// The side at the bottom of the board. With a computer player it is the game's orientation. If two humans play, it
    /// is `orientation`, or with the option `turn_board` the side to move. The player may have flipped the board.
    fn bottom(&self, env: &Env) -> Color {
        let (game, turn) = (self.controller.game(), self.controller.game().position().turn());
        let side = match (game.both_human(), env.options.turn_board) {
            (false, _) => game.orientation(),
            (true, false) => self.orientation,
            // The board turns only after the piece of the last move has arrived.
            (true, true) if self.board.widget.slides.show_change() => !turn,
            (true, true) => turn,
        };
        if self.flipped { !side } else { side }
    }

    fn player_view(&self) -> PlayerView {
        self.review.view().cloned().unwrap_or_else(|| self.controller.game().player_view())
    }

    /// The piece whose card is shown: the focused piece of the promotion picker, the piece under the resting pointer, or the
    /// selected piece.
    fn explained(&self, env: &Env) -> Option<Piece> {
        let view = self.player_view();
        let selected = || self.controller.game().selected().and_then(|square| view.piece_at(square));
        let explained = self.board.widget.picked().or_else(|| self.board.explained(&view)).or_else(selected);
        explained.filter(|_| env.options.piece_card)
    }

    /// Shows the position after the first `ply` moves. If there are no more moves than `ply`, shows the current position.
    fn go_to(&mut self, ply: usize) {
        let before = self.review.shown();
        self.review.look(self.controller.game(), ply);
        self.move_list_resets += 1;
        if self.review.shown() == before {
            return;
        }
        // Slides and a held piece belong to the position that was shown.
        self.board.widget.slides.clear();
        self.board.widget.release();
        self.update_unshown_moves();
    }

    /// Shows the position after the first `ply` moves. The move slides if one move leads to it or back to it.
    fn step_to(&mut self, ply: usize, env: &Env) {
        let before = self.review.shown();
        self.go_to(ply);
        let made = |index| self.controller.game().observed_move(index);
        self.board.widget.slides.step(before, self.review.shown(), made, &env.speed);
        self.board.announce_place(self.controller.game(), self.review.shown());
    }

    /// Accepts or declines the offer. The offer to learn is made once: the answer creates the file of the lessons.
    fn answer_offer(&mut self, accepts: bool, env: &Env, effects: &mut Effects) {
        let is_to_learn = self.offer.as_ref().is_some_and(|offer| offer.is_to_learn);
        if is_to_learn {
            effects.lessons = Some(LessonProgress::default());
        }
        match (accepts, is_to_learn) {
            // The offer stays open in case the game cannot be resumed.
            (true, false) => return effects.request(Action::Resume),
            (true, true) => effects.request(Action::OpenLearn(env.options)),
            (false, _) => {}
        }
        self.offer = None;
    }

    fn use_board(&mut self, input: &BoardInput, env: &Env, effects: &mut Effects) {
        if let InputEvent::Pressed(button, _) = input.event {
            if self.controller.game().handover_to().is_some() {
                return self.apply(Command::Ready, env, effects);
            }
            if self.review.is_past() && !self.board.widget.is_picking() {
                // No move is made in an earlier position. A click on the board returns to the current one.
                if button == MouseButton::Left {
                    self.go_to(usize::MAX);
                }
                return;
            }
        }
        let view = self.player_view();
        let (ply, confirm) = (self.review.shown(), env.confirm_moves());
        match self.board.handle(input, self.controller.game(), &view, ply, env, confirm) {
            // A move with the keyboard returns to the current position as a click does.
            Some(_) if self.review.is_past() => self.go_to(usize::MAX),
            Some(command) => self.apply(command, env, effects),
            None => {}
        }
    }

    /// Whether the result will count for the player's rating.
    fn is_counted(&self) -> bool {
        let game = self.controller.game();
        is_rated(game.setup()) && !game.is_assisted()
    }

    /// Passes `command` to the game and shows what happened.
    fn apply(&mut self, command: Command, env: &Env, effects: &mut Effects) {
        let was_counted = self.is_counted();
        let events = self.controller.apply(command);
        let mut has_changed = false;
        let mut words = Vec::new();
        for event in &events {
            match event {
                Event::Moved(_) | Event::MovedInFog(_) => {
                    let by = event.made_move().map(|made| self.controller.game().player(made.piece.color));
                    if by == Some(PlayerKind::Human) {
                        self.offer = None;
                    }
                    // While an earlier position is shown, a list that was scrolled away from its end stays there.
                    if !self.review.is_past() {
                        self.move_list_resets += 1;
                    }
                }
                Event::TakenBack(_) => {
                    self.go_to(usize::MAX);
                    self.board.widget.end_input();
                }
                Event::Hint(mv) => {
                    // The reason could reveal what the fog hides.
                    let game = Some(self.controller.game()).filter(|game| !game.has_fog());
                    let reason = game.and_then(|game| hint::reason(game.position(), *mv));
                    words.extend(reason.map(|reason| format!("Hint: {reason}")));
                    continue;
                }
                Event::Ended(_) => {
                    self.board.widget.end_input();
                    // A notice would stand beside the result.
                    self.notice = None;
                }
                Event::ResignationUndone => {}
                Event::Restarted => {
                    self.go_to(usize::MAX);
                    self.board.widget.clear();
                    self.flipped = false;
                    if command == Command::Rematch {
                        self.orientation = !self.orientation;
                    }
                }
                _ => continue,
            }
            has_changed = true;
        }
        if was_counted && !self.is_counted() {
            words.push(NO_LONGER_COUNTED.to_owned());
        }
        if !words.is_empty() {
            self.show_notice(Toast::answer(words.join(". ")));
        }
        let game = self.controller.game();
        self.board.show(&events, game, env);
        let slides = &mut self.board.widget.slides;
        // In the fog the other player's move must not be seen.
        if game.has_fog() && game.both_human() || self.review.is_past() && slides.show_change() {
            slides.clear();
        }
        if game.handover_to().is_some() {
            self.board.widget.hide();
        }
        self.update_unshown_moves();
        if has_changed {
            self.push_record(effects);
        }
    }

    /// Passes the number of moves that have not arrived on the board to the game. The computer waits for them, and they
    /// are not in the list of moves.
    fn update_unshown_moves(&mut self) {
        self.controller.set_unshown_moves(self.board.widget.slides.pending());
        self.review.follow(self.controller.game());
    }

    fn is_in_progress(&self) -> bool {
        let game = self.controller.game();
        let is_human = |made: &crate::game::MadeMove| game.player(made.piece.color) == PlayerKind::Human;
        // A game without a human's move is not saved.
        game.side_to_move().is_some() && game.moves().iter().any(is_human)
    }

    fn push_record(&mut self, effects: &mut Effects) {
        self.has_pushed = true;
        let game = self.controller.game();
        let analysis = self.analysis.as_ref().filter(|analysis| analysis.is_for(game));
        let analysis = analysis.map(|analysis| analysis.tree().clone());
        effects.record = Some(GameRecord { analysis, ..game.record(self.orientation) });
    }

    /// The time left to the side to move, in milliseconds.
    fn time_left(&self) -> Option<u128> {
        let game = self.controller.game();
        let color = game.side_to_move()?;
        game.clocks().remaining(color).map(|left| left.as_millis())
    }

    fn shown_notice(&self) -> Option<&str> {
        let busy = self.controller.game().message().is_some();
        self.notice.as_ref().filter(|notice| notice.is_shown(busy)).map(Toast::text)
    }
}

impl Screen for PlayScreen {
    type Message = Message;

    fn view(&self, env: &Env) -> Node<Message> {
        let game = self.controller.game();
        let layout = env.board_layout(game.position().variant(), self.bottom(env)).with_header();
        let layout = self.board.widget.zoomed(layout);
        let hint = self.controller.hint().filter(|_| !self.review.is_past());
        let board = BoardPicture {
            view: self.player_view(),
            layout,
            hint: hint.map(|mv| (mv.from, mv.to)),
            refutation: None,
            promotion_line: env.options.promotion_line,
        };
        let shown = self.review.shown();
        let board = self.board.node(board, game, Message::Board);
        let board = board.on_wheel(move |notches| Message::GoTo(wheel_target(shown, notches)));
        let over = game.handover_to().map(|color| handover::node(game, color, &layout));
        let frame = self.review.is_past().then(past_frame);
        let page = layout.page([board].into_iter().chain(over).chain(frame), self.sidebar(&layout, env));
        let page = page.on_paste(Message::Paste);
        // Enter accepts the offer. Without an offer Enter and Escape end the handover, or Escape leaves an earlier position.
        let page = match (&self.offer, game.handover_to()) {
            (Some(_), _) if self.board.widget.cursor().is_none() => {
                page.on_keys(&[Key::Enter], Message::AnswerOffer(true))
            }
            (_, Some(_)) => page.on_keys(&[Key::Enter, Key::Space, Key::Escape], Message::Do(Command::Ready)),
            _ if self.review.is_past() => page.on_keys(&[Key::Escape], Message::GoTo(usize::MAX)),
            _ => page,
        };
        page.keymap(KEYS)
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        self.act(message, env, effects);
        self.board.push_effects(self.controller.game(), env, effects);
    }

    fn can(&self, message: &Message) -> bool {
        self.is_possible(message)
    }

    fn tick(&mut self, elapsed: Duration, env: &Env, effects: &mut Effects) -> bool {
        if env.is_top && std::mem::take(&mut self.was_below) {
            self.board.announcer.add(format!("The game. {}", start_summary(self.controller.game())));
        }
        self.was_below |= !env.is_top;
        if !env.is_top {
            // The screen above receives the release of a held button.
            self.board.widget.release();
            self.controller.keep_resignation();
        }
        let was_paused = std::mem::replace(&mut self.is_paused, env.is_paused);
        self.controller.show_pause(self.is_paused);
        if self.is_paused {
            return !was_paused;
        }
        // A game against the computer is paused while the window is hidden.
        let stood = if self.controller.game().both_human() { Duration::ZERO } else { env.window_hidden };
        let elapsed = elapsed.saturating_sub(stood);
        let clock = |screen: &Self| screen.time_left().map(|left| left / 100);
        let saved_clock = |screen: &Self| screen.time_left().map(|left| left.div_ceil(CLOCK_SAVED_EVERY));
        let seen = |screen: &Self| {
            let game = screen.controller.game();
            let notice = screen.shown_notice().map(str::to_owned);
            // The button to undo a resignation counts the seconds.
            let undo = game.undo_time_left().map(|left| left.as_secs_f32().ceil());
            let moves = game.moves().len();
            (clock(screen), notice, screen.bottom(env), game.message(), moves, game.draw_offer(), undo)
        };
        let (before, clock_before) = (seen(self), saved_clock(self));
        // A frame may end after the arrival of the last piece: the rest of it belongs to the next turn.
        let sliding = self.slide_time().min(elapsed);
        if !sliding.is_zero() {
            self.apply(Command::Tick(sliding), env, effects);
        }
        let moved = self.board.tick(elapsed, self.controller.game());
        self.update_unshown_moves();
        self.apply(Command::Tick(elapsed - sliding), env, effects);
        if self.bottom(env) != before.2 {
            // A held piece belongs to the board before it was turned.
            self.board.widget.release();
        }
        let busy = self.controller.game().message().is_some();
        self.notice = self.notice.take().and_then(|notice| notice.after(elapsed, busy));
        if !self.has_pushed || saved_clock(self) != clock_before {
            self.push_record(effects);
        }
        effects.waiting |= self.controller.is_thinking();
        self.board.push_effects(self.controller.game(), env, effects);
        was_paused || moved || self.board.widget.is_moving(self.controller.game()) || seen(self) != before
    }

    fn reply(&mut self, reply: Reply, env: &Env, effects: &mut Effects) {
        match reply {
            Reply::Failed(reason) => {
                self.offer = None;
                self.show_notice(Toast::answer(reason));
            }
            Reply::Confirmed => self.apply(Command::Resign, env, effects),
            Reply::Analysis(analysis) => {
                self.analysis = Some(*analysis);
                self.push_record(effects);
            }
            Reply::EngineGivenUp => {
                self.controller.give_up_engine();
                self.push_record(effects);
            }
            _ => {}
        }
    }

    fn notice(&mut self, notice: String) -> Option<String> {
        self.show_notice(Toast::remark(notice));
        None
    }

    fn at_stake(&self) -> Stake {
        if self.is_in_progress() { Stake::Game } else { Stake::Nothing }
    }

    fn leave(&mut self, effects: &mut Effects) {
        // The clocks in the last record are those of the last move.
        if self.controller.game().side_to_move().is_some() {
            self.push_record(effects);
        }
    }
}
