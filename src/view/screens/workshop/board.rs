//! The board of the start position: mouse and keyboard on it, and its drawing.

use super::{BOARD, Held, Message, Panel, WorkshopScreen};
use crate::game::workshop::Edit;
use crate::notation::variants_ini::design::DesignPiece;
use crate::rules::{Color, Square};
use crate::view::input::{InputEvent, MouseButton};
use crate::view::scene::{Item, Point, Rect, Sprite};
use crate::view::screen::{Effects, Env, Screen};
use crate::view::widgets::Node;
use crate::view::widgets::board::{cursor, is_light};
use crate::view::widgets::build::picture;

/// Pixels by which a piece must be moved to be dragged rather than clicked.
const DRAG: f32 = 6.0;

/// A point outside of the window.
const NOWHERE: Point = Point { x: -100.0, y: -100.0 };

/// Drawing of a piece of the design.
pub(super) fn sprite(piece: &DesignPiece, color: Color, rect: Rect) -> Item {
    let letter = if color == Color::White { piece.letter.to_ascii_uppercase() } else { piece.letter };
    let name = piece.drawing.as_ref().unwrap_or(&piece.name).clone();
    Item::Sprite(Sprite { name, letter, color, square: None, rect, alpha: u8::MAX })
}

/// The squares of a board of this size in a place.
#[derive(Clone, Copy)]
struct Tiles {
    files: u8,
    ranks: u8,
    left: f32,
    top: f32,
    tile: f32,
}

impl Tiles {
    fn of((files, ranks): (u8, u8), rect: Rect) -> Self {
        let tile = (rect.w / f32::from(files)).min(rect.h / f32::from(ranks)).floor().max(1.0);
        let left = (rect.x + (rect.w - tile * f32::from(files)) / 2.0).floor();
        Self { files, ranks, left, top: rect.y, tile }
    }

    fn rect(&self, square: Square) -> Rect {
        let row = self.ranks.saturating_sub(1 + square.rank());
        let (x, y) = (f32::from(square.file()) * self.tile, f32::from(row) * self.tile);
        Rect::new(self.left + x, self.top + y, self.tile, self.tile)
    }

    fn square_at(&self, at: Point) -> Option<Square> {
        let place = |offset: f32| (offset >= 0.0).then(|| (offset / self.tile) as u8);
        let (file, row) = (place(at.x - self.left)?, place(at.y - self.top)?);
        (file < self.files && row < self.ranks).then(|| Square::new(file, self.ranks - 1 - row))
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let Self { files, ranks, .. } = *self;
        (0..ranks).flat_map(move |rank| (0..files).map(move |file| Square::new(file, rank)))
    }
}

impl WorkshopScreen {
    fn size(&self) -> (u8, u8) {
        (self.workshop.design().files, self.workshop.design().ranks)
    }

    /// The board. A piece that is held follows the pointer.
    pub(super) fn board(&self, env: &Env) -> Node<Message> {
        let (design, size, selected) = (self.workshop.design().clone(), self.size(), self.piece);
        let above = design.clone();
        let (held, at) = (self.held, self.cursor);
        let from = held.filter(Held::is_dragged).and_then(|held| held.from);
        let words = if env.has_focus(BOARD) { self.describe(at) } else { String::new() };
        picture(move |pen, rect, look| {
            let tiles = Tiles::of(size, rect);
            for square in tiles.squares() {
                let is_selected = design.start.get(&square).is_some_and(|(_, piece)| *piece == selected);
                if design.missing.contains(square) {
                    continue;
                }
                let tile = pen.theme.tile_color(is_light(square), None);
                let chosen =
                    if is_light(square) { pen.theme.selected.light } else { pen.theme.selected.dark };
                pen.items.push(Item::fill(tiles.rect(square), if is_selected { chosen } else { tile }));
            }
            for (&square, (color, piece)) in design.start.iter().filter(|(square, _)| from != Some(**square))
            {
                if let Some(piece) = design.pieces.get(*piece) {
                    pen.items.push(sprite(piece, *color, tiles.rect(square)));
                }
            }
            if look.focused {
                cursor::draw(tiles.rect(at), pen.items);
            }
        })
        .paint_above(move |pen, rect, _| {
            let Some(held) = held.filter(Held::is_dragged) else { return };
            let tile = Tiles::of(size, rect).tile;
            let standing = held.from.and_then(|from| above.start.get(&from).copied());
            let (color, piece) = standing.unwrap_or((Color::White, selected));
            if let Some(piece) = above.pieces.get(piece) {
                let (x, y) = ((held.at.x - tile / 2.0).round(), (held.at.y - tile / 2.0).round());
                pen.items.push(sprite(piece, color, Rect::new(x, y, tile, tile)));
            }
        })
        .on_input(move |event, rect| {
            let is_inside = |at: &Point| rect.contains(*at);
            let is_for_board = match event {
                InputEvent::Pressed(_, at) => is_inside(at),
                InputEvent::Moved(_) | InputEvent::Released(..) | InputEvent::PointerLeft => held.is_some(),
                _ => false,
            };
            is_for_board.then(|| Message::Board(event.clone(), rect))
        })
        .focusable()
        .keyed(BOARD)
        .spoken(words)
    }

    /// Content of a square, for screen readers.
    fn describe(&self, square: Square) -> String {
        let design = self.workshop.design();
        let piece = design
            .start
            .get(&square)
            .and_then(|(color, piece)| Some(format!("{} {}", color.name(), design.pieces.get(*piece)?.name)));
        format!("{square}: {}", piece.unwrap_or_else(|| "empty".to_owned()))
    }

    pub(super) fn use_board(&mut self, event: &InputEvent, rect: Rect, effects: &mut Effects) {
        let tiles = Tiles::of(self.size(), rect);
        match *event {
            InputEvent::Pressed(button, at) => {
                let Some(square) = tiles.square_at(at) else { return };
                self.cursor = square;
                effects.focus(BOARD);
                let (is_empty, mirror) = (!self.workshop.design().start.contains_key(&square), self.mirror);
                if is_empty && (button == MouseButton::Right || self.makes_holes) {
                    self.edit(Edit::Missing { square, mirror });
                } else if button == MouseButton::Right {
                    self.put(square, None);
                } else if self.workshop.design().start.contains_key(&square) {
                    self.held = Some(Held { from: Some(square), pressed: at, at });
                } else {
                    self.put(square, Some(self.piece));
                }
            }
            InputEvent::Moved(at) => {
                if let Some(held) = &mut self.held {
                    held.at = at;
                }
            }
            InputEvent::Released(_, at) => {
                let Some(held) = self.held.take() else { return };
                let held = Held { at, ..held };
                let (to, mirror) = (tiles.square_at(at), self.mirror);
                match (held.from, to) {
                    (None, Some(to)) => self.put(to, Some(self.piece)),
                    (None, None) => {}
                    (Some(from), _) if !held.is_dragged() => self.click(from),
                    (Some(from), Some(to)) if from != to => self.edit(Edit::Move { from, to, mirror }),
                    (Some(_), Some(_)) => {}
                    (Some(from), None) => self.put(from, None),
                }
            }
            InputEvent::PointerLeft => self.held = None,
            _ => {}
        }
    }

    /// A click on a piece: the selected piece is removed, and another one replaced by it.
    fn click(&mut self, square: Square) {
        let standing = self.workshop.design().start.get(&square).map(|(_, piece)| *piece);
        self.put(square, Some(self.piece).filter(|piece| Some(*piece) != standing));
    }

    /// Puts a piece on a square: White's in the lower half of the board, Black's in the upper half.
    fn put(&mut self, square: Square, piece: Option<usize>) {
        let (_, ranks) = self.size();
        let color = if square.rank() < ranks.div_ceil(2) { Color::White } else { Color::Black };
        let (piece, mirror) = (piece.map(|piece| (color, piece)), self.mirror);
        self.edit(Edit::Put { square, piece, mirror });
    }

    /// Moves the cursor if the board has the focus, and otherwise selects the piece above or below.
    pub(super) fn step(&mut self, right: i8, up: i8, env: &Env, effects: &mut Effects) {
        let (files, ranks) = self.size();
        if env.has_focus(BOARD) {
            let next = |place: u8, step: i8, count: u8| {
                place.checked_add_signed(step).filter(|place| *place < count).unwrap_or(place)
            };
            let (file, rank) = (self.cursor.file().min(files - 1), self.cursor.rank().min(ranks - 1));
            self.cursor = Square::new(next(file, right, files), next(rank, up, ranks));
        } else if right == 0 {
            let next = self.piece.checked_add_signed(-isize::from(up)).unwrap_or_default();
            if next < self.workshop.design().pieces.len() {
                self.piece = next;
                self.sync();
                let name = &self.workshop.design().pieces[next].name;
                effects.announce(format!("{name}: {}", self.sentence()));
            }
        }
    }

    /// Adds the first piece of the palette if the palette is open. Otherwise puts the selected piece on the square of the
    /// cursor, or removes the piece if it stands on this square.
    pub(super) fn use_cursor(&mut self, env: &Env, effects: &mut Effects) {
        if self.panel == Panel::Palette {
            if let Some(first) = self.candidates().into_iter().next() {
                self.update(Message::Edit(Edit::Add(first.piece)), env, effects);
            }
        } else if env.has_focus(BOARD) {
            self.click(self.cursor);
        } else {
            effects.focus(BOARD);
        }
    }
}

impl Held {
    /// A piece of the list, which was pressed somewhere.
    pub(super) const OF_LIST: Self = Self { from: None, pressed: NOWHERE, at: NOWHERE };

    /// Whether the pointer has gone far enough.
    fn is_dragged(&self) -> bool {
        (self.at.x - self.pressed.x).hypot(self.at.y - self.pressed.y) >= DRAG
    }
}
