//! The screen on which a game is played.

use std::time::Duration;

use super::animation::{Slides, Speed};
use super::board::BoardView;
use super::input::{Button, Happening, Key};
use super::layout::Layout;
use super::marks::Marks;
use super::promotion::PromotionPicker;
use super::scene::{Item, Point, Rgba};
use super::screen::{Answer, Screen, Size, Transition};
use super::sidebar::Sidebar;
use super::sound::{Cue, Hearing};
use super::theme::{OAK, Theme};
use crate::game::options::OptionKey;
use crate::game::session::Session;
use crate::game::{Command, Event};
use crate::rules::Square;

/// How far the pointer must go, in tiles, before a press becomes a drag.
const DRAG_BEGINS: f32 = 0.15;

/// A button held down on an own piece.
#[derive(Clone, Copy, Debug)]
struct Held {
    square: Square,
    pressed: Point,
    pointer: Point,
    /// Whether the pointer has gone far enough for the piece to follow it.
    dragged: bool,
    /// Whether the piece was selected before: a click on it then selects nothing.
    again: bool,
}

/// The screen on which a game is played.
pub struct PlayScreen {
    session: Session,
    speed: Speed,
    theme: Theme,
    slides: Slides,
    hearing: Hearing,
    marks: Marks,
    held: Option<Held>,
}

impl PlayScreen {
    /// A screen for `session`, with pieces sliding at `speed`.
    #[must_use]
    pub fn new(session: Session, speed: Speed) -> Self {
        let hearing = Hearing::new(session.game().options());
        Self {
            session,
            speed,
            theme: OAK,
            slides: Slides::default(),
            hearing,
            marks: Marks::default(),
            held: None,
        }
    }

    /// The game and the computer in it.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    fn layout(&self, size: Size) -> Layout {
        let game = self.session.game();
        let rules = game.position().variant().rules();
        Layout::new(size, (rules.files, rules.ranks), game.bottom())
    }

    fn press(&mut self, point: Point, layout: &Layout) -> Transition {
        self.marks.clear();
        let Some(square) = layout.square_at(point) else { return Transition::Stay };
        let game = self.session.game();
        let again = game.selected() == Some(square);
        let drag = game.options().is_on(OptionKey::Drag) && game.own_piece_at(square).is_some();
        if !(drag && again) {
            let transition = self.apply(Command::Click(square), false);
            if !(drag && self.session.game().selected() == Some(square)) {
                return transition;
            }
        }
        self.held = Some(Held { square, pressed: point, pointer: point, dragged: false, again });
        Transition::Stay
    }

    fn release(&mut self, point: Point, layout: &Layout) -> Transition {
        let Some(held) = self.held.take() else { return Transition::Stay };
        match layout.square_at(point) {
            Some(square) if square == held.square => {
                let deselects = held.again && !held.dragged;
                if deselects { self.apply(Command::Click(square), false) } else { Transition::Stay }
            }
            Some(to) => self.apply(Command::Drop { from: held.square, to }, true),
            None => Transition::Stay,
        }
    }

    fn point(&mut self, point: Point, layout: &Layout) {
        if let Some(held) = &mut self.held {
            let (x, y) = (point.x - held.pressed.x, point.y - held.pressed.y);
            held.pointer = point;
            held.dragged |= x.hypot(y) > layout.tile * DRAG_BEGINS;
        }
    }

    fn right_press(&mut self, point: Point, layout: &Layout) {
        if self.session.game().premoves().is_empty() {
            self.marks.begin(layout.square_at(point));
        } else {
            self.apply(Command::CancelPremoves, false);
        }
    }

    /// Hands `command` to the game and shows what happened; a piece `carried` by hand does not slide.
    fn apply(&mut self, command: Command, carried: bool) -> Transition {
        let mut transition = Transition::Stay;
        let events = self.session.apply(command);
        self.hearing.hear(&events, self.session.game());
        for event in events {
            match event {
                Event::Moved(made) => {
                    log::debug!("moved {}{}", made.mv.from, made.mv.to);
                    self.slides.start(&made, &self.speed, carried);
                }
                Event::ChoosePromotion { from, to } => transition = self.ask_promotion(from, to),
                Event::Restarted => self.slides.clear(),
                Event::Ended(_) => self.held = None,
                _ => {}
            }
        }
        transition
    }

    fn ask_promotion(&self, from: Square, to: Square) -> Transition {
        let game = self.session.game();
        let position = game.position();
        let mut moves = position.legal_moves_from(from);
        moves.retain(|mv| mv.to == to && mv.promotion().is_some());
        let (variant, color) = (position.variant(), position.turn());
        Transition::Open(Box::new(PromotionPicker::new(variant, color, game.bottom(), self.theme, moves)))
    }
}

impl Screen for PlayScreen {
    fn tick(&mut self, elapsed: Duration) -> Transition {
        self.slides.tick(elapsed);
        self.apply(Command::Tick(elapsed), false)
    }

    fn happen(&mut self, happening: Happening, size: Size) -> Transition {
        let layout = self.layout(size);
        match happening {
            Happening::Pressed(Button::Left, point) => return self.press(point, &layout),
            Happening::Released(Button::Left, point) => return self.release(point, &layout),
            Happening::Pressed(Button::Right, point) => self.right_press(point, &layout),
            Happening::Released(Button::Right, point) => self.marks.end(layout.square_at(point)),
            Happening::Pointed(point) => self.point(point, &layout),
            Happening::Left => self.held = None,
            Happening::Key { key: Key::Escape, .. } => return self.apply(Command::Resign, false),
            Happening::Key { key: Key::Char('r'), control: false } => {
                return self.apply(Command::Restart, false);
            }
            Happening::Key { key: Key::Char('s'), control: false } => self.hearing.toggle(),
            _ => {}
        }
        Transition::Stay
    }

    fn sound(&mut self) -> Option<Cue> {
        self.hearing.take()
    }

    fn hear(&mut self, answer: Answer) -> Transition {
        match answer {
            Answer::Promotion(mv) => self.apply(Command::Play(mv), false),
        }
    }

    fn draw(&self, size: Size, items: &mut Vec<Item>) {
        let layout = self.layout(size);
        let game = self.session.game();
        let dragged = self.held.filter(|held| held.dragged).map(|held| (held.square, held.pointer));
        let board = BoardView { game, slides: &self.slides, dragged, layout: &layout, theme: &self.theme };
        items.extend(board.items());
        self.marks.draw(&layout, items);
        items.extend(Sidebar::items(game, &self.theme, &layout, self.hearing.is_on()));
        items.extend(board.held());
    }

    fn ground(&self) -> Rgba {
        self.theme.ground
    }
}
