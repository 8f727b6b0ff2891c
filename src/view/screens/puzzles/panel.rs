//! Panel of the puzzle screen: the puzzle, the message or the card of a piece, the progress and the buttons.

use super::book::Book;
use super::keys::{BINDINGS, Id, KeyAction};
use super::solving::Solving;
use crate::game::puzzle::selection::Selection;
use crate::game::puzzle::theme::Theme;
use crate::game::puzzle::{PuzzleGoal, PuzzleState};
use crate::view::layout::Layout;
use crate::view::scene::TextRole;
use crate::view::widgets::bindings::{self, panel_unit};
use crate::view::widgets::node::{Ink, Surface, area, column, paragraph, row, space, text};
use crate::view::widgets::{Node, Page, Weight};

/// Least height of the panel beside the board, and least size below it, in pixels of the design.
const LEAST_HEIGHT: f32 = 480.0;
const LEAST_BELOW: (f32, f32) = (450.0, 150.0);
/// Least height of the message beside the board: the themes of the puzzle are left out first.
const LEAST_MESSAGE: f32 = 60.0;
/// Largest height of the card of a piece in a wide panel and in a narrow one.
const CARD: (f32, f32) = (164.0, 240.0);
/// Space around the panel and between its parts.
const GAP: f32 = 10.0;

impl Solving {
    /// The panel beside or below the board.
    pub(super) fn page(&self, book: &Book, layout: &Layout) -> Page<Id> {
        let (sidebar, upright) = (layout.sidebar, layout.is_upright());
        let Some(unit) = panel_unit(layout, LEAST_HEIGHT, LEAST_BELOW) else {
            // Without room for buttons only their keys work.
            return self.ui.page(&self.task().padding(2.0), sidebar, layout.unit().max(0.5));
        };
        let (puzzle, middle) = (self.puzzle(book, layout), self.middle(book, layout));
        let (progress, buttons) = (self.progress(book, layout), self.buttons(layout));
        let panel = if upright {
            row([puzzle.fill(1.0), column([middle.fill(1.0), progress]).fill(1.0), buttons.fill(1.0)])
        } else {
            column([puzzle.shrink(), middle.min_height(LEAST_MESSAGE).fill(1.0), progress, buttons])
        };
        self.ui.page(&panel.gap(GAP).padding(GAP), sidebar, unit)
    }

    /// Number, title, rating, themes and task.
    fn puzzle(&self, book: &Book, layout: &Layout) -> Node<Id> {
        let puzzle = self.run.puzzle();
        let has_tick = self.selection != Selection::Streak && book.record(self.number()).solved;
        let tick = if has_tick { " ✓" } else { "" };
        let of = if layout.is_wide() { " of " } else { "/" };
        let place = match &self.selection {
            Selection::List => format!("Puzzle {}{of}{}", self.number() + 1, book.count()),
            Selection::Streak => match self.ended_streak {
                Some(streak) => format!("Streak over: {streak}"),
                None => format!("Streak: {}", book.progress.streak()),
            },
            selection => selection.title(),
        };
        let number = text(format!("{place}{tick}")).ink(Ink::Faint).sized(12.0).smallest(8.0);
        let rating = puzzle.rating.map_or_else(String::new, |rating| format!("Rating {rating}"));
        let rating = text(rating).ink(Ink::Accent);
        let title = paragraph(book.title(self.number())).bold().sized(15.0).smallest(9.0);
        let parts = if layout.is_upright() || layout.is_wide() {
            // There is little height below the board: the themes are left out there.
            let head = row([number.fill(1.0), rating.sized(12.0).rigid()]).gap(6.0);
            let themes = self.themes().filter(|_| layout.is_wide());
            [head, title].into_iter().chain(themes).chain([self.task()]).collect()
        } else {
            let parts = [number, title, rating].into_iter();
            parts.chain(self.themes()).chain([self.task()]).collect::<Vec<_>>()
        };
        column(parts).gap(4.0)
    }

    /// The themes, after the puzzle: they would give it away.
    fn themes(&self) -> Option<Node<Id>> {
        let title = |name: &String| Theme::find(name).map_or(name.clone(), |theme| theme.title.to_owned());
        let themes = self.run.puzzle().themes.iter().map(title).collect::<Vec<_>>().join(" · ");
        (self.is_over() && !themes.is_empty())
            .then(|| paragraph(themes).whole().ink(Ink::Faint).sized(12.0).shrink_first())
    }

    fn task(&self) -> Node<Id> {
        let task = paragraph(self.run.puzzle().instruction()).ink(Ink::OnActive).bold().sized(13.0);
        column([task.smallest(8.0)]).padding(7.0).surface(Surface::Active)
    }

    /// The message, or a place for the card of a piece.
    fn middle(&self, book: &Book, layout: &Layout) -> Node<Id> {
        if self.explained().is_some() {
            let height = if layout.is_wide() { CARD.0 } else { CARD.1 };
            return column([area(Id::Card).surface(Surface::Panel).fill(1.0).max_height(height)]);
        }
        let ink = match self.run.state() {
            _ if self.run.has_failed() => Ink::Alarm,
            PuzzleState::Solved if self.was_right() => Ink::Accent,
            _ => Ink::Text,
        };
        let notice = self.notice.as_ref().map(|notice| notice.text().to_owned());
        let message = notice.or_else(|| self.message(book)).map_or_else(space, |message| {
            let message = paragraph(message).role(TextRole::Message).ink(ink);
            message.bold().sized(17.0).smallest(9.0).centered().middle()
        });
        // The solution of such a puzzle ends before its gain can be seen.
        let is_best = matches!(self.run.puzzle().goal, PuzzleGoal::Best(_));
        let more = (is_best && self.is_over() && layout.is_wide())
            .then(|| paragraph("Analyse shows what follows.").ink(Ink::Faint).sized(12.0).centered());
        column([message.fill(1.0)].into_iter().chain(more))
    }

    /// The number of moves left, and how many puzzles are solved, or the player's rating.
    fn progress(&self, book: &Book, layout: &Layout) -> Node<Id> {
        let own = if layout.is_wide() { "Your rating" } else { "You" };
        let rating = match self.rating_change {
            None => format!("{own}: {}", book.rating_text()),
            Some(change) if change < 0 => format!("{own}: {} −{}", book.rating_text(), -change),
            Some(change) => format!("{own}: {} +{change}", book.rating_text()),
        };
        let left = match self.run.moves_left() {
            0 => String::new(),
            left => format!("Moves left: {left}"),
        };
        let lines = match self.selection {
            Selection::List if left.is_empty() && self.rating_change.is_some() => {
                [rating, book.solved_text()]
            }
            Selection::List => [left, book.solved_text()],
            _ => [left, rating],
        };
        column(lines.map(|line| text(line).ink(Ink::Faint).sized(12.0).smallest(8.0).centered().height(19.0)))
    }

    fn buttons(&self, layout: &Layout) -> Node<Id> {
        use KeyAction::{Analyze, Close, Help, Hint, Next, Previous, Restart, Solution};
        let first = if self.is_over() { Analyze } else { Hint };
        let rows: &[&[KeyAction]] = match (layout.is_wide(), layout.is_upright()) {
            (true, _) => &[&[first, Solution, Restart], &[Previous, Next], &[Help, Close]],
            (false, true) => &[&[first, Solution], &[Restart, Help], &[Previous, Next], &[Close]],
            (false, false) => &[&[first], &[Solution], &[Restart], &[Previous, Next], &[Help, Close]],
        };
        let button = |action| {
            let weight = match action {
                Next if self.is_over() => Weight::Strong,
                Help | Close if !layout.is_upright() => Weight::Flat,
                _ => Weight::Plain,
            };
            let binding = bindings::row(BINDINGS, action);
            let label = match action {
                Next if layout.is_wide() && self.ended_streak.is_some() => "New streak",
                Previous if !layout.is_wide() => "◀",
                Next if !layout.is_wide() => "▶",
                _ => binding.label,
            };
            let button = binding.button(Id::Button(action), label, weight).fill(1.0);
            // The attempt has ended: nothing counts any more.
            if action == Solution && self.is_over() {
                button.tip("Play the solution", binding.cap)
            } else {
                button
            }
        };
        bindings::button_rows(rows, layout, button)
    }
}
