//! Board of a game: draws it, and turns mouse and keys on it into commands.
//!
//! Screens on which no game is played, such as the editor and the analysis, handle the mouse with [`Board::look`],
//! [`Board::hold`] and [`Board::drop_piece`].

pub mod animation;
pub mod cursor;
pub mod draw;
pub mod hover;
pub mod marks;
pub mod promotion;
pub(crate) mod shapes;

use std::time::Duration;

use crate::game::options::ConfirmMoves;
use crate::game::speech::command::with_key;
use crate::game::{Command, Game, PlayerView};
use crate::notation::game_tree::Shape;
use crate::rules::{Move, Piece, Square};
use crate::view::frame::PointerShape;
use crate::view::input::{InputEvent, Key, MouseButton};
use crate::view::layout::BoardLayout;
use crate::view::scene::{Item, Point, Rgba};
use crate::view::theme::Theme;
use animation::Slides;
use cursor::{Cursor, CursorResponse};
use hover::Hover;
use marks::{Marks, draw_mark};
use promotion::{Picked, PromotionPicker};

pub use draw::{BoardView, Dragged, is_light, sprite};

/// Least radius of the ring around the square below a finger.
const RING: f32 = 34.0;
/// Edge of a tile below which a finger may miss it.
const SMALL_TILE: f32 = 32.0;
/// Largest edge of a tile that two fingers enlarge.
const LARGEST_TILE: f32 = 80.0;

/// The left button held down on a piece of the player.
#[derive(Clone, Copy, Debug)]
struct Held {
    piece: Piece,
    square: Square,
    pressed: Point,
    pointer: Point,
    /// Whether the piece follows the pointer, which has gone far enough.
    dragged: bool,
    /// Whether the piece was selected before the press, so that a click deselects it.
    was_selected: bool,
    by_finger: bool,
}

/// Response of the board to an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardResponse {
    /// The event is not for the board.
    Ignored,
    Handled,
    CursorMoved,
    /// A command of the mouse, or of the keyboard at the cursor.
    Command {
        command: Command,
        by_cursor: bool,
    },
}

/// An event on a board, with the layout of the board at that time.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardInput {
    pub event: InputEvent,
    pub layout: BoardLayout,
}

#[derive(Clone, Default)]
pub struct Board {
    pub slides: Slides,
    pub hover: Hover,
    held: Option<Held>,
    marks: Marks,
    cursor: Cursor,
    /// The move of the selected piece that waits for a second tap.
    pending: Option<Move>,
    /// Whether the last press made the pending move, so that it is no part of a double tap.
    has_confirmed: bool,
    /// Open while the player chooses what a pawn becomes.
    picker: Option<PromotionPicker>,
    /// Edge of the tiles and corner of a board that two fingers have enlarged.
    zoom: Option<(f32, Point)>,
}

impl Board {
    pub fn tick(&mut self, elapsed: Duration) {
        self.slides.tick(elapsed);
        self.hover.tick(elapsed);
    }

    /// Whether the picture changes without input: a piece slides or the king flashes.
    pub fn is_moving(&self, game: &Game) -> bool {
        !self.slides.is_empty() || game.king_flash().is_some()
    }

    /// The layout of the board as enlarged.
    pub fn zoomed(&self, layout: BoardLayout) -> BoardLayout {
        self.zoom.map_or(layout, |(tile, corner)| layout.enlarged(tile, corner))
    }

    /// Enlarges or moves the board; returns whether the event did.
    fn zoom(&mut self, event: &InputEvent, layout: &BoardLayout) -> bool {
        match *event {
            InputEvent::Pinched { at, by, factor } => {
                let least = layout.area.w * layout.tile / layout.board.w;
                let before = self.zoom.map_or(least, |(tile, _)| tile);
                let tile = (before * factor).clamp(least, LARGEST_TILE.max(least));
                // The point of the board between the fingers stays between them.
                let part = tile.floor() / layout.tile;
                let x = at.x + by.0 - (at.x - layout.board.x) * part;
                let y = at.y + by.1 - (at.y - layout.board.y) * part;
                self.zoom = (tile > least).then_some((tile, Point::new(x, y)));
                self.release();
                true
            }
            InputEvent::DoubleTapped(_) => !self.has_confirmed && self.zoom.take().is_some(),
            _ => false,
        }
    }

    /// Handles an event. If `drag` is set, pieces can be dragged. `confirm` determines which moves wait for a second tap.
    pub fn handle(
        &mut self,
        event: &InputEvent,
        game: &Game,
        layout: &BoardLayout,
        drag: bool,
        confirm: ConfirmMoves,
    ) -> BoardResponse {
        if self.zoom(event, layout) {
            return BoardResponse::Handled;
        }
        if let Some(picker) = &mut self.picker {
            let picked = picker.handle(event, layout);
            if picked != Picked::Nothing {
                self.picker = None;
            }
            return match picked {
                Picked::Move(mv) => BoardResponse::Command { command: Command::Play(mv), by_cursor: false },
                Picked::Nothing | Picked::Closed => BoardResponse::Handled,
            };
        }
        if let InputEvent::Key { key, control: false } = *event {
            if let Some(response) = self.cancel(key, game) {
                return response;
            }
            return match self.cursor.key(key, game, layout) {
                CursorResponse::Ignored => BoardResponse::Ignored,
                CursorResponse::Moved => {
                    self.hover.point(self.cursor.square());
                    BoardResponse::CursorMoved
                }
                CursorResponse::Command(command) => BoardResponse::Command { command, by_cursor: true },
            };
        }
        self.look(event, layout, game.premoves().is_empty());
        if let Some(response) = self.confirm(event, game, layout, confirm) {
            return response;
        }
        match self.handle_mouse(event, game, layout, drag) {
            Some(command) => BoardResponse::Command { command, by_cursor: false },
            None => BoardResponse::Ignored,
        }
    }

    /// Whether the board uses `event`. `can_cancel` is whether Escape has a selection or premoves to cancel.
    pub fn uses(&self, event: &InputEvent, layout: &BoardLayout, can_cancel: bool) -> bool {
        match *event {
            _ if self.is_picking() => true,
            InputEvent::Key { key, control: false } => match key {
                Key::Tab => true,
                Key::Escape => self.cursor().is_some() || self.dragged().is_some() || can_cancel,
                Key::Left | Key::Right | Key::Up | Key::Down | Key::Enter | Key::Space => {
                    self.cursor().is_some()
                }
                Key::Char(key) => with_key(key).is_some(),
                _ => false,
            },
            InputEvent::Command(_) => true,
            InputEvent::Moved(at) => self.is_holding() || layout.square_at(at) != self.hover.square(),
            InputEvent::Pressed(_, at)
            | InputEvent::Dragged(at)
            | InputEvent::LongPressed(at)
            | InputEvent::DoubleTapped(at)
            | InputEvent::Pinched { at, .. } => layout.square_at(at).is_some(),
            InputEvent::Released(..) | InputEvent::PointerLeft | InputEvent::Modifier(..) => true,
            _ => false,
        }
    }

    /// Escape ends a drag, or else removes the selection, or else the premoves.
    fn cancel(&mut self, key: Key, game: &Game) -> Option<BoardResponse> {
        if key != Key::Escape {
            return None;
        }
        if self.dragged().is_some() {
            self.release();
            return Some(BoardResponse::Handled);
        }
        self.pending = None;
        let command = match game.selected() {
            Some(selected) => Command::Click(selected),
            None if !game.premoves().is_empty() => Command::CancelPremoves,
            None => return None,
        };
        Some(BoardResponse::Command { command, by_cursor: self.cursor().is_some() })
    }

    /// Handles what does not move a piece: hovering and, if `draws_marks` is set, arrows and circles.
    pub fn look(&mut self, event: &InputEvent, layout: &BoardLayout, draws_marks: bool) {
        self.hover.handle(event, layout);
        self.marks.handle(event, layout, draws_marks);
    }

    /// Lets the move of a tap wait for a second one, and with `Always` that of a drag. Returns what the event did, if it did
    /// this.
    fn confirm(
        &mut self,
        event: &InputEvent,
        game: &Game,
        layout: &BoardLayout,
        confirm: ConfirmMoves,
    ) -> Option<BoardResponse> {
        let waits = match confirm {
            ConfirmMoves::Small => layout.tile < SMALL_TILE,
            ConfirmMoves::Never => false,
            ConfirmMoves::Always => true,
        };
        let move_at = |point| layout.square_at(point).and_then(|square| game.move_by_click(square));
        match *event {
            InputEvent::Pressed(MouseButton::Left, point) => {
                let pending = self.pending.take();
                let mv = move_at(point).filter(|_| waits);
                self.has_confirmed = mv.is_some() && mv == pending;
                if self.has_confirmed {
                    return mv
                        .map(|mv| BoardResponse::Command { command: Command::Play(mv), by_cursor: false });
                }
                self.pending = mv;
            }
            // A tap during which the finger moves a little is still a tap: it drags no piece to the destination.
            InputEvent::Dragged(point) if waits => {
                return move_at(point).map(|_| BoardResponse::Handled);
            }
            InputEvent::Released(MouseButton::Left, point) if confirm == ConfirmMoves::Always => {
                let held = self.held.filter(|held| held.by_finger)?;
                self.pending = Some(move_at(point).filter(|mv| mv.from == held.square)?);
                self.release();
            }
            _ => return None,
        }
        self.pending.map(|_| BoardResponse::Handled)
    }

    /// The move that waits for a second tap.
    pub fn pending(&self) -> Option<Move> {
        self.pending
    }

    /// Ends the wait for a second tap.
    pub fn take_pending(&mut self) -> Option<Move> {
        self.pending.take()
    }

    /// Drops the pending move unless it is still a legal move of the piece that is selected in `game`.
    pub fn update_pending(&mut self, game: &Game) {
        self.pending = self.pending.filter(|mv| game.selected_moves().contains(mv));
    }

    /// Turns a click, or a drag if `drag` is set, into a command of the game.
    fn handle_mouse(
        &mut self,
        event: &InputEvent,
        game: &Game,
        layout: &BoardLayout,
        drag: bool,
    ) -> Option<Command> {
        match *event {
            InputEvent::Pressed(MouseButton::Left, point) => return self.press(point, game, layout, drag),
            InputEvent::Dragged(point) => {
                let command = self.press(point, game, layout, drag);
                self.held = self.held.map(|held| Held { by_finger: true, ..held });
                return command;
            }
            InputEvent::Released(MouseButton::Left, point) => return self.drop_piece(point, layout),
            InputEvent::Pressed(MouseButton::Right, _) if !game.premoves().is_empty() => {
                return Some(Command::CancelPremoves);
            }
            InputEvent::Moved(point) => self.drag_to(point, layout),
            InputEvent::PointerLeft => self.release(),
            _ => {}
        }
        None
    }

    fn press(&mut self, point: Point, game: &Game, layout: &BoardLayout, drag: bool) -> Option<Command> {
        let square = layout.square_at(point)?;
        let was_selected = game.selected() == Some(square);
        if let Some(piece) = game.own_piece_at(square).filter(|_| drag) {
            self.hold(piece, square, point, was_selected);
            // A press on the selected piece may be a click, which deselects it, or the start of a drag. The release or
            // a motion of the pointer decides.
            return (!was_selected).then_some(Command::Click(square));
        }
        Some(Command::Click(square))
    }

    /// Begins to hold `piece` after a press at `point`. `was_selected` is whether it was selected before.
    pub fn hold(&mut self, piece: Piece, square: Square, point: Point, was_selected: bool) {
        self.held = Some(Held {
            piece,
            square,
            pressed: point,
            pointer: point,
            dragged: false,
            was_selected,
            by_finger: false,
        });
    }

    /// Ends holding a piece at `point`: a drop on another square, or a click on its own square if it was selected.
    pub fn drop_piece(&mut self, point: Point, layout: &BoardLayout) -> Option<Command> {
        let held = self.held.take()?;
        match layout.square_at(point)? {
            square if square == held.square => {
                (held.was_selected && !held.dragged).then_some(Command::Click(square))
            }
            to => Some(Command::Drop { from: held.square, to }),
        }
    }

    pub fn drag_to(&mut self, point: Point, layout: &BoardLayout) {
        if let Some(held) = &mut self.held {
            let (x, y) = (point.x - held.pressed.x, point.y - held.pressed.y);
            held.pointer = point;
            // The hand moves a little during a click.
            held.dragged |= x.hypot(y) > layout.tile * 0.15;
        }
    }

    /// The square of the piece that follows the pointer.
    pub fn dragged(&self) -> Option<Square> {
        self.held.filter(|held| held.dragged).map(|held| held.square)
    }

    pub fn is_holding(&self) -> bool {
        self.held.is_some()
    }

    /// Opens the picker for the pawn that goes from `from` to `to`.
    pub fn pick_promotion(&mut self, game: &Game, from: Square, to: Square) {
        self.picker = Some(PromotionPicker::for_pawn(game, from, to));
        self.release();
    }

    /// The piece under the focus of the promotion picker.
    pub fn picked(&self) -> Option<Piece> {
        self.picker.as_ref()?.focused()
    }

    /// The shape of the pointer on the board: a hand where a click selects or moves a piece.
    pub fn pointer(&self, game: &Game) -> Option<PointerShape> {
        let square = self.hover.square()?;
        let selects =
            game.own_piece_at(square).is_some() && (game.is_human_turn() || game.options().premoves);
        let moves = game.selected_moves().iter().any(|mv| mv.to == square);
        let clickable = selects || moves || game.premove_destinations().contains(&square);
        let hand = self.is_picking() || clickable && game.side_to_move().is_some();
        Some(if hand { PointerShape::Hand } else { PointerShape::Arrow })
    }

    pub fn is_picking(&self) -> bool {
        self.picker.is_some()
    }

    pub fn announcement(&mut self) -> Option<String> {
        self.picker.as_mut()?.announcement()
    }

    /// Shows the cursor on `square`.
    pub fn show_cursor(&mut self, square: Square) {
        self.cursor.show(square);
        self.hover.point(Some(square));
    }

    /// The square of the cursor, while it is shown.
    pub fn cursor(&self) -> Option<Square> {
        self.cursor.square()
    }

    /// The square on which the pointer or the cursor rests, while no piece is dragged.
    pub fn rested(&self) -> Option<Square> {
        self.hover.rested().filter(|_| self.dragged().is_none())
    }

    /// Ends holding a piece, which stays on its square.
    pub fn release(&mut self) {
        self.held = None;
    }

    /// Ends holding a piece and choosing what a pawn becomes.
    pub fn end_input(&mut self) {
        self.release();
        self.picker = None;
    }

    /// Ends what the player has begun on the board, and removes the marks.
    pub fn clear(&mut self) {
        self.end_input();
        self.marks.clear();
    }

    /// Whether Shift or Control is held.
    pub const fn is_shift_down(&self) -> bool {
        self.marks.shift
    }

    /// The arrows and circles that the player has drawn.
    pub fn shapes(&self) -> &[Shape] {
        self.marks.marks()
    }

    /// Shows arrows and circles, which the left button does not remove.
    pub fn keep_shapes(&mut self, shapes: Vec<Shape>) {
        self.marks.keep(shapes);
    }

    /// Hides marks, cursor and hover, which could show the next player what the last one saw in the fog.
    pub fn hide(&mut self) {
        self.clear();
        self.cursor = Cursor::default();
        self.hover.point(None);
    }

    pub fn view<'a>(
        &'a self,
        player_view: &'a PlayerView,
        layout: &'a BoardLayout,
        theme: &'a Theme,
    ) -> BoardView<'a> {
        let held = self.held.filter(|held| held.dragged);
        // The piece may have been captured while it was dragged.
        let stands = |held: &Held| {
            let mut pieces = player_view.pieces.iter().chain(&player_view.premoved);
            pieces.any(|&found| found == (held.square, held.piece))
        };
        let dragged = held.filter(stands).map(|held| {
            let Held { square, piece, pointer, by_finger, .. } = held;
            Dragged { square, piece, pointer, by_finger }
        });
        let pending = self.pending.filter(|mv| dragged.is_none() && player_view.selected == Some(mv.from));
        let pending = pending.map(|mv| (mv.from, mv.to));
        BoardView {
            player_view,
            slides: &self.slides,
            dragged,
            pending,
            layout,
            theme,
            promotion_line: false,
        }
    }

    /// Draws the board, the marks, the cursor, and an arrow or a circle for a hint.
    pub fn draw(&self, view: &BoardView, hint: Option<(Square, Square)>, items: &mut Vec<Item>) {
        items.extend(view.items());
        self.draw_target(view, items);
        self.marks.draw(view.layout, items);
        self.cursor.draw(view.layout, items);
        if let Some((from, to)) = hint {
            draw_mark((from, to), marks::HINT, 1.0, view.layout, items);
        }
    }

    /// Draws a ring, light in dark, around the square to which a piece will move: the square below a dragged piece, or that
    /// of the pending move.
    fn draw_target(&self, view: &BoardView, items: &mut Vec<Item>) {
        let BoardView { player_view, layout, .. } = view;
        let allowed = player_view.targets | player_view.captures;
        let tile = layout.tile;
        // The ring leaves the corners of the tile free, as the drawings of pieces do, so that its tint stays visible. Around
        // a finger it is larger.
        let below = view.dragged.and_then(|dragged| {
            let radius = if dragged.by_finger { tile.max(RING) } else { tile * 0.45 };
            let square = layout.square_at(dragged.pointer)?;
            allowed.contains(square).then_some((square, radius))
        });
        let Some((square, radius)) = below.or(view.pending.map(|(_, to)| (to, tile * 0.75))) else { return };
        let center = layout.tile_rect(square).center();
        let (dark, light) = (Rgba(0, 0, 0, 120), Rgba(255, 255, 255, 230));
        for (width, color) in [(tile * 0.1, dark), (tile * 0.06, light)] {
            let inset = (tile * 0.1 - width) / 2.0;
            items.push(Item::Ring { center, radius: radius - inset, width, color });
        }
    }

    /// Draws the dragged piece and the promotion picker, which lie above everything else.
    pub fn draw_above(&self, view: &BoardView, items: &mut Vec<Item>) {
        items.extend(view.held());
        if let Some(picker) = &self.picker {
            picker.draw(view.layout, view.theme, items);
        }
    }
}
