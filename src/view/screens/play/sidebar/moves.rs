//! List of moves: numbered full moves in two columns, the move shown marked.

use super::{GAP, Id, MARGIN, Sidebar, framed};
use crate::rules::Color;
use crate::view::scene::{Font, TextRole};
use crate::view::screens::play::keys::{BINDINGS, KeyAction};
use crate::view::screens::play::review::Review;
use crate::view::text::measure;
use crate::view::widgets::button::Icon;
use crate::view::widgets::node::{Bar, Ink, Surface, button, list, row, space, text};
use crate::view::widgets::pen::size;
use crate::view::widgets::{Button, Node, bindings};

/// Height of the font of moves and of a row, in the wide panel and in narrow ones.
const TEXT: f32 = 13.0;
const ROW: f32 = 19.0;
const NARROW_TEXT: f32 = 11.0;
const NARROW_ROW: f32 = 17.0;
/// Space inside the box, between number and moves (wide and narrow), and beside the words of a move.
const PAD: f32 = 8.0;
const NARROW_PAD: f32 = 4.0;
const GAPS: (f32, f32) = (4.0, 2.0);
const CELL_PAD: f32 = 4.0;
const NARROW_CELL_PAD: f32 = 2.0;
/// Room for the scroll bar.
const BAR: f32 = 8.0;
/// The fewest rows shown.
const FEWEST: f32 = 3.0;
/// Height of the buttons below the list.
const STEPS: f32 = 28.0;
const NARROW_STEPS: f32 = 24.0;

/// One row: the number of the full move, and one move or two.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    number: usize,
    /// Whether White's move of that number is in the row above.
    continued: bool,
    /// Whether the row has two columns, of which the first may be empty.
    paired: bool,
    /// Indices of the moves.
    moves: Vec<usize>,
}

impl Sidebar<'_> {
    /// The moves, and below them the buttons that step through them.
    pub(super) fn moves(&self) -> Node<Id> {
        let columns = self.columns();
        let rows = columns.rows(self.review);
        let shown = self.review.shown().checked_sub(1);
        let anchor = shown.and_then(|shown| rows.iter().position(|row| row.moves.contains(&shown)));
        let bar = if self.layout.is_wide() { Bar::Thin } else { Bar::None };
        let rows = rows.iter().map(|row| self.row(row, columns.number));
        let moves = list(Id::Moves, rows).anchored(anchor).bar(bar).fill(1.0);
        let mut parts = vec![moves];
        if !self.layout.is_upright() {
            let steps = [
                (KeyAction::ToStart, Icon::First),
                (KeyAction::StepBack, Icon::Back),
                (KeyAction::StepForth, Icon::Forward),
                (KeyAction::ToPresent, Icon::Last),
            ];
            let height = if self.layout.is_wide() { STEPS } else { NARROW_STEPS };
            let steps = steps.map(|(action, icon)| {
                let widget = Button::with_icon(icon, bindings::row(&BINDINGS, action).label);
                self.with_tip(action, button(Id::Key(action), widget)).fill(1.0)
            });
            parts.push(row(steps).height(height).rigid());
        }
        let steps = if parts.len() > 1 { STEPS + 2.0 } else { 0.0 };
        let least = FEWEST * self.row_height() + 2.0 * self.pad().min(6.0) + steps;
        let least = if self.layout.is_upright() { 0.0 } else { least };
        framed(parts).padded(self.pad(), self.pad().min(6.0)).gap(2.0).fill(1.0).min_height(least)
    }

    fn row_height(&self) -> f32 {
        if self.layout.is_wide() { ROW } else { NARROW_ROW }
    }

    fn gap(&self) -> f32 {
        if self.layout.is_wide() { GAPS.0 } else { GAPS.1 }
    }

    fn pad(&self) -> f32 {
        if self.layout.is_wide() { PAD } else { NARROW_PAD }
    }

    fn text_size(&self) -> f32 {
        if self.layout.is_wide() { TEXT } else { NARROW_TEXT }
    }

    fn row(&self, line: &Row, number_width: f32) -> Node<Id> {
        let number = if line.continued { "…".to_owned() } else { line.number.to_string() };
        let number = text(number).role(TextRole::Moves).ink(Ink::Faint).sized(self.text_size());
        let mut parts = vec![number.width(number_width).rigid()];
        let is_second = |&place: &usize| self.review.number(place).1 == Color::Black;
        if line.paired && line.moves.first().is_some_and(is_second) {
            parts.push(space().fill(1.0));
        }
        parts.extend(line.moves.iter().map(|&place| self.cell(place)));
        if line.paired && line.moves.len() == 1 && !line.moves.first().is_some_and(is_second) {
            parts.push(space().fill(1.0));
        }
        row(parts).gap(self.gap()).height(self.row_height())
    }

    fn cell(&self, place: usize) -> Node<Id> {
        let words = self.review.lines().get(place).map_or("", |line| &line.text);
        let current = self.review.shown() == place + 1;
        let (surface, ink) =
            if current { (Surface::Active, Ink::OnActive) } else { (Surface::Hover, Ink::Text) };
        let words = text(words).role(TextRole::Moves).ink(ink).sized(self.text_size()).fill(1.0);
        let pad = if self.layout.is_wide() { CELL_PAD } else { NARROW_CELL_PAD };
        row([words])
            .padded(pad, 0.0)
            .align_center()
            .surface(surface)
            .id(Id::Move(place + 1))
            .pressable()
            .fill(1.0)
    }

    fn columns(&self) -> Columns {
        let unit = self.layout.unit();
        let width = if self.layout.is_upright() {
            // Half of what is between the players, as long as there is something beside it.
            let part = 1.0 - 2.0 * self.player_part();
            let middle = self.layout.sidebar.w / unit * part - 2.0 * (MARGIN + GAP);
            if self.has_slot() { (middle - GAP) / 2.0 } else { middle }
        } else {
            let margin = if self.layout.is_wide() { MARGIN + 4.0 + BAR / 2.0 } else { MARGIN };
            self.layout.sidebar.w / unit - 2.0 * margin
        };
        let pad = if self.layout.is_wide() { CELL_PAD } else { NARROW_CELL_PAD };
        Columns::new(self.review, width - 2.0 * self.pad() - 2.0 * self.gap(), self.text_size(), pad, unit)
    }
}

/// How wide numbers and moves are.
struct Columns {
    /// Width of a number, in pixels of the design.
    number: f32,
    /// The widest words, in pixels of the window, that one of two columns has room for.
    widest: f32,
    /// The smallest font in which they may stand there.
    smallest: u16,
}

impl Columns {
    fn new(review: &Review, width: f32, text: f32, pad: f32, unit: f32) -> Self {
        let font = size(text, unit);
        let last = review.number(review.lines().len().saturating_sub(1)).0;
        let digits = if last < 100 { "00" } else { "000" };
        let number = (measure(digits, Font::Regular, font) / unit).ceil().min(width / 2.0);
        let half = (width - number) / 2.0 - 2.0 * pad;
        // A little smaller is better than a row of its own, but it has to be read.
        Self { number, widest: (half * unit).floor() - 1.0, smallest: font.saturating_sub(1).max(8) }
    }

    /// All rows. A full move of which one part is too wide for its column takes a row for each.
    fn rows(&self, review: &Review) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::with_capacity(review.lines().len() / 2 + 1);
        let narrow = |place: usize| {
            review.lines().get(place).is_none_or(|line| line.width(self.smallest) <= self.widest)
        };
        for place in 0..review.lines().len() {
            let (number, color) = review.number(place);
            let other = if color == Color::Black { place.checked_sub(1) } else { Some(place + 1) };
            let paired = narrow(place) && other.is_none_or(narrow);
            match rows.last_mut() {
                Some(row) if row.number == number && paired => row.moves.push(place),
                last => {
                    let continued = last.is_some_and(|row| row.number == number);
                    rows.push(Row { number, continued, paired, moves: vec![place] });
                }
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::options::Options;
    use crate::game::{Command, Game, GameSetup, PlayerKind};
    use crate::notation::{coords, fen, variants_ini::Variants};
    use crate::rules::ByColor;

    const START: &str = "4k3/7p/8/8/8/8/P7/4K3 w - - 0 9";

    fn review(text: &str, moves: &[&str]) -> Review {
        let variant = Variants::built_in().get("chess").expect("built in");
        let position = fen::parse(&variant, text).expect("a legal position");
        let players = ByColor { white: PlayerKind::Human, black: PlayerKind::Human };
        let controls = ByColor { white: None, black: None };
        let mut game = Game::new(GameSetup { position, players, controls, options: Options::default() });
        for text in moves {
            let mv = coords::parse_move(game.position(), text).expect("a legal move");
            game.apply(Command::Play(mv));
        }
        Review::of(&game)
    }

    fn rows(review: &Review, width: f32) -> Vec<(usize, bool, Vec<usize>)> {
        let rows = Columns::new(review, width, 11.0, 2.0, 1.0).rows(review);
        rows.into_iter().map(|row| (row.number, row.continued, row.moves)).collect()
    }

    /// Games begun by either side, from any number.
    #[test]
    fn rows_are_numbered_by_full_moves() {
        let white = review(START, &["e1d1", "e8d8", "d1c1"]);
        assert_eq!(rows(&white, 96.0), [(9, false, vec![0, 1]), (10, false, vec![2])]);
        let black = review(&START.replace('w', "b"), &["e8d8", "e1d1"]);
        assert_eq!(rows(&black, 96.0), [(9, false, vec![0]), (10, false, vec![1])]);
    }

    /// The reply follows below.
    #[test]
    fn a_long_move_has_a_row_of_its_own() {
        let review = review("1k6/8/8/Q6Q/8/8/8/Q3K3 w - - 0 1", &["a5e5", "b8b7"]);
        assert_eq!(review.lines()[0].text, "Qa5e5+");
        assert_eq!(rows(&review, 90.0), [(1, false, vec![0]), (1, true, vec![1])]);
        assert_eq!(rows(&review, 160.0), [(1, false, vec![0, 1])]);
    }
}
