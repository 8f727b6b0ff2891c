//! Board of a game with its sounds and announcements, used by all screens on which a game is played.

use std::rc::Rc;
use std::time::Duration;

use super::announce::Announcer;
use crate::access::{AccessNode, Role};
use crate::game::options::ConfirmMoves;
use crate::game::speech::answer::{Answer, ShownBoard, answer};
use crate::game::speech::command::{BOARD_COMMANDS, Query, find, with_key};
use crate::game::speech::describe_square;
use crate::game::{Command, Event, Game, PlayerView};
use crate::rules::{Piece, Square};
use crate::sound::Sound;
use crate::view::input::{InputEvent, Key};
use crate::view::layout::BoardLayout;
use crate::view::scene::Item;
use crate::view::screen::{Effects, Env};
use crate::view::sound::{SoundCues, sound_of_event};
use crate::view::widgets::board::marks::{REFUTATION, draw_mark};
use crate::view::widgets::board::{Board, BoardInput, BoardResponse};
use crate::view::widgets::build::hash;
use crate::view::widgets::{Node, build};

/// Announcement of a move that no longer waits for a second tap.
const CANCELLED: &str = "Move cancelled.";

#[derive(Default)]
pub struct GameBoard {
    pub widget: Board,
    pub announcer: Announcer,
    sounds: SoundCues,
    /// Whether the last command drops a dragged piece, so that the piece does not slide. It is reset when the events of
    /// the command are shown.
    drops: bool,
    /// Whether a finger gets to feel a check or an illegal move.
    vibrates: bool,
    /// The selection before the last command of the keyboard, and the square that it clicked; `None` once the events of the
    /// command are shown.
    before_command: Option<(Option<Square>, Option<Square>)>,
}

/// Contents of the picture of a board.
pub struct BoardPicture {
    pub view: PlayerView,
    pub layout: BoardLayout,
    /// An arrow or a circle for a hint.
    pub hint: Option<(Square, Square)>,
    /// The move that refutes the last one.
    pub refutation: Option<(Square, Square)>,
    /// Whether a line marks the rank on which pawns of the side below promote.
    pub promotion_line: bool,
}

/// Frame around a board that shows an earlier position.
pub fn past_frame<M>() -> Node<M> {
    build::picture(|pen, rect, _| {
        let width = (rect.h / 14.0 / 24.0).round().max(2.0);
        pen.items.push(Item::Frame { rect, width, color: pen.theme.accent });
    })
}

/// The squares of a board row by row as they are drawn, with what is on them.
fn access_squares(view: &PlayerView, layout: &BoardLayout, cursor: Option<Square>) -> Vec<AccessNode> {
    let node = |square: Square| {
        let (name, rect) = (describe_square(view, square), layout.tile_rect(square));
        AccessNode {
            id: hash(&("square", square.index())),
            role: Role::Square,
            name: name.trim_end_matches('.').to_owned(),
            value: String::new(),
            bounds: [rect.x, rect.y, rect.w, rect.h],
            press: format!("click {square}"),
            focus: format!("cursor {square}"),
            is_focused: cursor == Some(square),
            is_enabled: true,
        }
    };
    let mut nodes: Vec<_> = view.variant.geometry().board().into_iter().map(node).collect();
    nodes.sort_by(|a, b| a.bounds[1].total_cmp(&b.bounds[1]).then(a.bounds[0].total_cmp(&b.bounds[0])));
    nodes
}

impl GameBoard {
    /// The board of `game` as a node. It sends the input that the board uses, which the screen passes to
    /// [`GameBoard::handle`].
    pub fn node<M>(
        &self,
        picture: BoardPicture,
        game: &Game,
        message: impl Fn(BoardInput) -> M + 'static,
    ) -> Node<M> {
        let (layout, can_cancel) = (picture.layout, game.selected().is_some() || !game.premoves().is_empty());
        let shown = Rc::new((self.widget.clone(), picture));
        let (above, board, squares) = (Rc::clone(&shown), Rc::clone(&shown), Rc::clone(&shown));
        build::picture(move |pen, _, _| {
            let (board, picture) = &*shown;
            let mut view = board.view(&picture.view, &picture.layout, pen.theme);
            view.promotion_line = picture.promotion_line;
            board.draw(&view, picture.hint, pen.items);
            if let Some(reply) = picture.refutation {
                draw_mark(reply, REFUTATION, 1.0, &picture.layout, pen.items);
            }
        })
        .paint_above(move |pen, _, _| {
            let (board, picture) = &*above;
            board.draw_above(&board.view(&picture.view, &picture.layout, pen.theme), pen.items);
        })
        .on_input(move |event, _| {
            let input = || message(BoardInput { event: event.clone(), layout });
            board.0.uses(event, &layout, can_cancel).then(input)
        })
        .takes_all_input(self.widget.is_picking())
        .commands(BOARD_COMMANDS)
        .squares(move || {
            let (board, picture) = &*squares;
            access_squares(&picture.view, &picture.layout, board.cursor())
        })
        .pointer(self.widget.pointer(game))
    }

    /// Lets time pass; returns whether the picture changes.
    pub fn tick(&mut self, elapsed: Duration, game: &Game) -> bool {
        let (moving, rested) = (self.widget.is_moving(game), self.widget.rested());
        self.widget.tick(elapsed);
        moving || self.widget.rested() != rested
    }

    /// Begins another game or step. `intro` is announced before the state of `game`.
    pub fn introduce(&mut self, intro: &str, game: &Game) {
        self.widget.slides.clear();
        self.widget.clear();
        self.announcer = Announcer::introduced(intro, game);
    }

    /// Whether input on the board is the typed command or the key for `query`.
    pub fn asks(&self, input: &BoardInput, query: Query) -> bool {
        let row = match &input.event {
            _ if self.widget.is_picking() => None,
            InputEvent::Command(text) => find(BOARD_COMMANDS, text).map(|(row, _)| row),
            InputEvent::Key { key: Key::Char(key), control: false } => with_key(*key),
            _ => None,
        };
        row.is_some_and(|row| row.meaning == query)
    }

    /// Handles input on the board, which shows `view`. The screen applies the command to the game and passes the events to
    /// [`GameBoard::show`]. `ply` is the number of moves before the position that is shown. `confirm` determines which moves
    /// wait for a second tap.
    pub fn handle(
        &mut self,
        input: &BoardInput,
        game: &Game,
        view: &PlayerView,
        ply: usize,
        env: &Env,
        confirm: ConfirmMoves,
    ) -> Option<Command> {
        // A move that slides to its square has been announced.
        let ply = if ply >= game.shown_moves() { game.moves().len() } else { ply };
        let shown = ShownBoard { game, view, ply, cursor: self.widget.cursor() };
        let answer = match &input.event {
            _ if self.widget.is_picking() => None,
            InputEvent::Command(text) => Some(answer(text, &shown)),
            InputEvent::Key { key: Key::Char(key), control: false } => {
                with_key(*key).map(|row| shown.query(row.meaning, ""))
            }
            _ => None,
        };
        let mut event = &input.event;
        match answer {
            Some(Answer::Sentences(sentences)) => {
                sentences.into_iter().for_each(|sentence| self.announcer.add(sentence));
                return None;
            }
            Some(Answer::Cursor(square)) => {
                self.widget.show_cursor(square);
                self.announcer.look(Some(square), view);
                return None;
            }
            Some(Answer::Click(square)) => {
                self.before_command = Some((game.selected(), Some(square)));
                return Some(Command::Click(square));
            }
            Some(Answer::Play(mv)) => return Some(Command::Play(mv)),
            Some(Answer::ToggleCursor) => event = &InputEvent::Key { key: Key::Tab, control: false },
            None => {}
        }
        let pending = self.widget.pending();
        let response = self.widget.handle(event, game, &input.layout, env.options.drag, confirm);
        let is_confirmed = pending.is_some_and(|mv| {
            response == BoardResponse::Command { command: Command::Play(mv), by_cursor: false }
        });
        match self.widget.pending() {
            Some(mv) if pending != Some(mv) => self.announcer.confirm(mv, game),
            None if pending.is_some() && !is_confirmed => self.announcer.add(CANCELLED.to_owned()),
            _ => {}
        }
        match response {
            BoardResponse::Command { command, by_cursor } => {
                // A piece whose move was pending stands on its destination.
                self.drops = is_confirmed || matches!(command, Command::Drop { .. });
                if by_cursor {
                    self.widget.hover.act();
                    let clicked = if let Command::Click(square) = command { Some(square) } else { None };
                    self.before_command = Some((game.selected(), clicked));
                }
                return Some(command);
            }
            BoardResponse::CursorMoved if self.widget.cursor().is_none() => {
                self.announcer.add("The cursor is hidden.".to_owned());
            }
            BoardResponse::CursorMoved => self.announcer.look(self.widget.cursor(), view),
            BoardResponse::Ignored | BoardResponse::Handled => {}
        }
        None
    }

    /// The buttons that confirm and cancel the move that waits for a second tap, if there is one.
    pub fn confirm_buttons<M: Clone>(&self, message: impl Fn(bool) -> M) -> Option<[Node<M>; 2]> {
        self.widget.pending()?;
        let yes = build::button("Confirm", message(true)).tip("Make the move", "").primary(true);
        Some([yes, build::button("Cancel", message(false)).tip("Take the piece back", "")])
    }

    /// Makes the move that waits for a second tap if `accepts` is set, or else cancels it.
    pub fn answer_pending(&mut self, accepts: bool) -> Option<Command> {
        let mv = self.widget.take_pending()?;
        self.drops = accepts;
        if !accepts {
            self.announcer.add(CANCELLED.to_owned());
        }
        accepts.then_some(Command::Play(mv))
    }

    /// The piece under the resting pointer, whose card is shown.
    pub fn explained(&self, view: &PlayerView) -> Option<Piece> {
        view.piece_at(self.widget.rested()?)
    }

    /// Announces the position that is shown after `ply` moves.
    pub fn announce_place(&mut self, game: &Game, ply: usize) {
        let view = game.player_view_at(ply);
        self.announcer.add(ShownBoard { game, view: &view, ply, cursor: None }.place());
    }

    /// Turns `events` into sounds, announcements and slides. `game` is the game after them.
    pub fn show(&mut self, events: &[Event], game: &Game, env: &Env) {
        let dropped = std::mem::take(&mut self.drops);
        self.announcer.handle(events, game);
        self.widget.update_pending(game);
        if let Some((before, clicked)) = self.before_command.take() {
            if let ([Event::Deselected], Some(from), Some(to)) = (events, before, clicked)
                && from != to
            {
                self.announcer.add(format!("{from} to {to} is not a legal move. Nothing is selected."));
            }
            if let ([], None, Some(square)) = (events, before, clicked) {
                self.announcer.look(Some(square), &game.player_view());
            }
            self.announcer.select(before, game);
        }
        let widget = &mut self.widget;
        for event in events {
            match event {
                Event::Moved(made) | Event::MovedInFog(Some(made)) => {
                    log::debug!("moved {}{}", made.mv.from, made.mv.to);
                    widget.slides.start(made, &env.speed, dropped);
                    if widget.hover.square() == Some(made.mv.to) {
                        widget.hover.act();
                    }
                }
                Event::TakenBack(Some(made)) => widget.slides.start_back(made, &env.speed),
                Event::ChoosePromotion { from, to } => widget.pick_promotion(game, *from, *to),
                Event::Restarted => widget.slides.clear(),
                _ => {}
            }
        }
        let sound = |event: &Event| sound_of_event(event, game.has_fog());
        let is_felt = |event| matches!(sound(event), Some(Sound::Check | Sound::Illegal));
        self.vibrates |= env.touch && events.iter().any(is_felt);
        self.sounds.update(events, game, self.widget.slides.pending() > 0);
    }

    /// Plays a sound that belongs to no event of the game, once all pieces have arrived.
    pub fn add_sound(&mut self, sound: Sound) {
        self.sounds.add(sound, self.widget.slides.pending() > 0);
    }

    /// Pushes sounds and announcements, and asks for the full frame rate while something moves.
    pub fn push_effects(&mut self, game: &Game, env: &Env, effects: &mut Effects) {
        effects.waiting |= self.widget.is_moving(game);
        effects.vibrates |= std::mem::take(&mut self.vibrates);
        effects.announcements.extend(self.announcer.take(game));
        effects.announcements.extend(self.widget.announcement());
        if let Some(pointer) = self.widget.pointer(game) {
            effects.cursor = pointer;
        }
        if let Some(cue) = self.sounds.take(&env.options, self.widget.slides.pending() == 0) {
            effects.play_sound(cue);
        }
    }
}
