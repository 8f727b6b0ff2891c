//! The game screen: the board, and beside it players, clocks, moves and buttons. Input becomes commands to the game,
//! whose events become animation, sound and announcements.

mod actions;
pub mod announce;
pub mod game_board;
pub mod handover;
pub mod keys;
pub mod notice;
pub mod offer;
pub mod review;
pub mod sidebar;

use crate::game::GameController;
use crate::game::analysis::Analysis;
use crate::game::lesson::progress::LessonProgress;
use crate::game::{Command, Event, PlayerKind, PlayerView};
use crate::rules::{Color, Piece};
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::{Item, Scene};
use crate::view::screen::{Action, Context, Env, OpenScreen, Reply};
use crate::view::screens::play::game_board::GameBoard;
use crate::view::screens::play::notice::Toast;
use crate::view::screens::play::offer::Offer;
use crate::view::screens::play::review::Review;
use crate::view::widgets::Ui;
use crate::view::widgets::board::BoardResponse;
use crate::view::widgets::move_list::wheel_target;

/// How often the clock of a turn is saved, in milliseconds.
const CLOCK_SAVED_EVERY: u128 = 10_000;

/// Identifies a state of a game: number of moves, key of the position, whether the game has ended, and the time left in steps of
/// [`CLOCK_SAVED_EVERY`].
type Stamp = (usize, u64, bool, Option<u128>);

pub struct PlayScreen {
    controller: GameController,
    board: GameBoard,
    /// The moves so far, and the position that is shown.
    review: Review,
    /// State of the sidebar's widgets.
    ui: Ui<sidebar::Id>,
    /// The side at the bottom when two humans play and the board does not turn.
    orientation: Color,
    /// Whether the player has flipped the board.
    turned: bool,
    /// Whether a screen above hides the board: the game is paused.
    hidden: bool,
    /// The offer to resume an unfinished game or to learn, until it is accepted or dismissed, or a human makes a move.
    offer: Option<Offer>,
    notice: Option<Toast>,
    /// The analysis of the game when its screen was closed.
    analysis: Option<Analysis>,
    /// The state of the game that was saved last.
    saved: Option<Stamp>,
}

impl PlayScreen {
    /// The screen of a game, with `orientation` at the bottom if two humans play, and an offer to do something else.
    pub fn new(controller: GameController, orientation: Color, offer: Option<Offer>) -> Self {
        let mut board = GameBoard::default();
        offer.iter().for_each(|offer| board.announcer.add(offer.announcement()));
        Self {
            review: Review::of(controller.game()),
            controller,
            board,
            ui: Ui::default(),
            orientation,
            turned: false,
            hidden: false,
            offer,
            notice: None,
            analysis: None,
            saved: None,
        }
    }

    pub fn controller(&self) -> &GameController {
        &self.controller
    }

    fn show_notice(&mut self, notice: Toast) {
        self.board.announcer.add(notice.text().to_owned());
        self.notice = Some(notice);
    }

    fn layout(&self, ctx: &Env) -> Layout {
        let rules = self.controller.game().position().variant().rules();
        Layout::scaled(ctx.size, (rules.files, rules.ranks), self.bottom(ctx), ctx.theme().scale())
    }

    /// The side shown at the bottom, flipped or not.
    fn bottom(&self, ctx: &Env) -> Color {
        let side = self.side_below(ctx);
        if self.turned { !side } else { side }
    }

    /// The side at the bottom unless the board is flipped: the human's. If two humans play, that of `orientation`, or
    /// with the option `turn_board` the side to move, once the last move has arrived.
    fn side_below(&self, ctx: &Env) -> Color {
        let game = self.controller.game();
        if !game.both_human() {
            return game.orientation();
        }
        let turn = game.position().turn();
        match (ctx.options.turn_board, self.board.widget.slides.show_change()) {
            (false, _) => self.orientation,
            (true, false) => turn,
            (true, true) => !turn,
        }
    }

    /// The view of the position shown.
    fn player_view(&self) -> PlayerView {
        self.review.view().cloned().unwrap_or_else(|| self.controller.game().player_view())
    }

    /// The piece whose card is shown: the focused one of the promotion picker, or the one under the resting pointer.
    fn explained(&self, player_view: &PlayerView, ctx: &Env) -> Option<Piece> {
        let explained = self.board.widget.picked();
        let explained = explained.or_else(|| player_view.piece_at(self.board.widget.rested()?));
        explained.filter(|_| ctx.options.piece_card)
    }

    /// Shows the position after the first `ply` moves; after the last move it is the current one.
    fn go_to(&mut self, ply: usize) {
        let before = self.review.shown();
        self.review.look(self.controller.game(), ply);
        self.ui.unscroll(sidebar::Id::Moves);
        if self.review.shown() == before {
            return;
        }
        // Slides and a held piece belong to the position that was shown.
        self.board.widget.slides.clear();
        self.board.widget.release();
        self.update_shown_moves();
    }

    /// Shows the position after the first `ply` moves. If it is the next or the previous one, the move slides.
    fn step_to(&mut self, ply: usize, ctx: &Env) {
        let before = self.review.shown();
        self.go_to(ply);
        let made = |index| self.controller.game().observed_move(index);
        self.board.widget.slides.step(before, self.review.shown(), made, &ctx.speed);
    }

    /// Handles one event.
    fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        let layout = self.layout(ctx);
        let (used, action) = self.handle_sidebar(event, &layout, ctx);
        if used {
            return action;
        }
        if self.board.widget.is_picking() {
            return self.handle_board(event, &layout, ctx);
        }
        if self.offer.is_some() && self.board.widget.cursor().is_none() {
            match event {
                InputEvent::Key { key: Key::Enter, .. } => return self.answer_offer(true, ctx),
                // Escape undoes the smallest thing that is open.
                InputEvent::Key { key: Key::Escape, .. } => return self.answer_offer(false, ctx),
                _ => {}
            }
        }
        if self.hand_over(event, &layout, ctx) {
            return None;
        }
        match *event {
            InputEvent::Typed(sign) => keys::typed(sign).and_then(|action| self.act(action, ctx)),
            InputEvent::Paste(ref text) => Some(Action::Paste { text: text.clone(), confirmed: false }),
            InputEvent::Wheel(notches) => {
                self.step_to(wheel_target(self.review.shown(), notches), ctx);
                None
            }
            InputEvent::Pressed(button, _) if self.review.is_past() => {
                // No move is made in an earlier position: a click on the board returns to the current one.
                if button == MouseButton::Left {
                    self.go_to(usize::MAX);
                }
                None
            }
            _ => self.handle_board(event, &layout, ctx),
        }
    }

    /// Accepts or declines the offer. That of the lessons does not come back: their file is saved.
    fn answer_offer(&mut self, accepts: bool, ctx: &mut Context) -> Option<Action> {
        match self.offer.as_ref()? {
            Offer::Resume { .. } if accepts => return Some(Action::Resume),
            Offer::Resume { .. } => {}
            Offer::Learn => ctx.effects.lessons = Some(LessonProgress::default()),
        }
        let learns = matches!(self.offer.take(), Some(Offer::Learn)) && accepts;
        learns.then_some(Action::OpenLearn(ctx.options))
    }

    /// Handles mouse and keys on the board. A key that the board does not use may be that of a button.
    fn handle_board(&mut self, event: &InputEvent, layout: &Layout, ctx: &mut Context) -> Option<Action> {
        let view = self.player_view();
        match self.board.handle(event, self.controller.game(), &view, layout, ctx) {
            BoardResponse::Ignored => {
                let InputEvent::Key { key, control: false } = *event else { return None };
                if key == Key::Escape && self.review.is_past() {
                    self.go_to(usize::MAX);
                    return None;
                }
                return keys::action(key).and_then(|action| self.act(action, ctx));
            }
            BoardResponse::Handled | BoardResponse::CursorMoved => {}
            // As with a click on the board.
            BoardResponse::Command { .. } if self.review.is_past() => self.go_to(usize::MAX),
            BoardResponse::Command { command, .. } => {
                self.apply(command, ctx);
            }
        }
        None
    }

    /// While two players hand the board over in the fog: a press on the board, Enter, Space or Escape shows it. Returns
    /// whether the event did so.
    fn hand_over(&mut self, event: &InputEvent, layout: &Layout, ctx: &Env) -> bool {
        let ready = match *event {
            InputEvent::Pressed(_, point) => layout.square_at(point).is_some(),
            InputEvent::Key { key, .. } => matches!(key, Key::Enter | Key::Space | Key::Escape),
            _ => false,
        };
        if ready && self.controller.game().handover_to().is_some() {
            self.apply(Command::Ready, ctx);
            return true;
        }
        false
    }

    /// Passes `command` to the game and shows what happened.
    fn apply(&mut self, command: Command, ctx: &Env) {
        let dropped = matches!(command, Command::Drop { .. });
        let events = self.controller.apply(command);
        self.review.follow(self.controller.game());
        if events.iter().any(|event| matches!(event, Event::TakenBack(_))) {
            self.go_to(usize::MAX);
        }
        let is_human = |color| self.controller.game().player(color) == PlayerKind::Human;
        if events.iter().any(|event| matches!(event, Event::Moved(made) if is_human(made.piece.color))) {
            self.offer = None;
        }
        if events.iter().any(|event| matches!(event, Event::Moved(_) | Event::MovedInFog(_))) {
            // A list scrolled away from its end stays there while an earlier position is shown.
            if !self.review.is_past() {
                self.ui.unscroll(sidebar::Id::Moves);
            }
        }
        self.board.show(&events, self.controller.game(), dropped, ctx);
        if self.review.is_past() && self.board.widget.slides.show_change() {
            self.board.widget.slides.clear();
        }
        for event in &events {
            match event {
                Event::Restarted => self.restarted(command),
                Event::Ended(_) | Event::TakenBack(_) => self.board.widget.release(),
                _ => {}
            }
        }
        let game = self.controller.game();
        if game.has_fog() && game.both_human() {
            // The other player's move must not be seen.
            self.board.widget.slides.clear();
        }
        if game.handover_to().is_some() {
            self.board.widget.hide();
        }
        self.update_shown_moves();
    }

    /// Moves are shown one after the other; the computer waits until all have arrived.
    fn update_shown_moves(&mut self) {
        self.controller.set_unshown_moves(self.board.widget.slides.pending());
    }

    /// The board was set up again by `command`.
    fn restarted(&mut self, command: Command) {
        self.go_to(usize::MAX);
        self.board.widget.clear();
        self.turned = false;
        if command == Command::Rematch {
            self.orientation = !self.orientation;
        }
    }

    fn is_in_progress(&self) -> bool {
        let game = self.controller.game();
        game.side_to_move().is_some() && !game.moves().is_empty()
    }

    /// Lets time pass on clocks, slides and notices; the computer may move.
    fn tick(&mut self, ctx: &mut Context) {
        if !ctx.is_top {
            // The screen above receives the release of a held button.
            self.board.widget.release();
        }
        if ctx.is_hidden {
            self.hidden = true;
            return;
        }
        if std::mem::take(&mut self.hidden) {
            self.controller.note_pause();
        }
        let below = self.bottom(ctx);
        self.board.widget.tick(ctx.elapsed);
        self.ui.tick(ctx.elapsed);
        self.update_shown_moves();
        self.apply(Command::Tick(ctx.elapsed), ctx);
        if self.bottom(ctx) != below {
            // A held piece belongs to the board as it was.
            self.board.widget.release();
        }
        let busy = self.controller.game().message().is_some();
        self.notice = self.notice.take().and_then(|notice| notice.after(ctx.elapsed, busy));
        if let Some(text) = ctx.notice.take() {
            self.show_notice(Toast::remark(text));
        }
        self.save(ctx);
    }

    /// Pushes the record of the game into the effects if the game has changed.
    fn save(&mut self, ctx: &mut Context) {
        let game = self.controller.game();
        let left = game.side_to_move().and_then(|color| game.clocks().remaining(color));
        let clock = left.map(|left| left.as_millis().div_ceil(CLOCK_SAVED_EVERY));
        let stamp = (game.moves().len(), game.position().key(), game.termination().is_some(), clock);
        if self.saved.replace(stamp) != Some(stamp) {
            ctx.effects.record = Some(game.record(self.orientation));
        }
    }

    fn take_reply(&mut self, ctx: &mut Context) {
        match ctx.reply.take() {
            Some(Reply::Failed(reason)) => {
                self.offer = None;
                self.show_notice(Toast::answer(reason));
            }
            Some(Reply::Resign) => self.apply(Command::Resign, ctx),
            Some(Reply::Analysis(analysis)) => self.analysis = Some(*analysis),
            Some(Reply::LevelSaved { .. } | Reply::LevelNameTaken | Reply::GameDeleted) | None => {}
        }
    }
}

impl OpenScreen for PlayScreen {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        self.take_reply(ctx);
        if input.is_empty() {
            self.tick(ctx);
        }
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        ctx.game_in_progress = self.is_in_progress();
        ctx.effects.waiting |= self.controller.is_thinking();
        if self.ui.pointer().is_some_and(|at| self.layout(ctx).square_at(at).is_none()) {
            ctx.effects.cursor = self.ui.cursor();
        }
        self.board.push_effects(self.controller.game(), &ctx.env, &mut ctx.effects);
        action
    }

    fn leave(&mut self, ctx: &mut Context) {
        // The clocks have run since the last move.
        if self.controller.game().side_to_move().is_some() {
            self.saved = None;
        }
        self.save(ctx);
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        let (layout, theme, items) = (&self.layout(ctx), &ctx.theme(), &mut scene.items);
        let game = self.controller.game();
        let player_view = self.player_view();
        let hint = self.controller.hint().filter(|_| !self.review.is_past());
        let mut view = self.board.widget.view(&player_view, layout, theme);
        view.promotion_line = ctx.options.promotion_line;
        self.board.widget.draw(&view, hint.map(|mv| (mv.from, mv.to)), items);
        if let Some(color) = game.handover_to() {
            items.extend(handover::items(game, color, theme, layout));
        }
        if self.review.is_past() {
            let width = (layout.tile / 24.0).round().max(2.0);
            items.push(Item::Frame { rect: layout.board, width, color: theme.accent });
        }
        self.draw_sidebar(layout, ctx, items);
        self.board.widget.draw_above(&view, items);
    }
}
