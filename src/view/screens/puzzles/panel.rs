//! Panel of the puzzle screen: the puzzle, the message, the progress and the buttons.

use super::PuzzleScreen;
use super::keys::{BINDINGS, Binding, KeyAction};
use crate::game::puzzle::PuzzleState;
use crate::view::layout::Layout;
use crate::view::scene::TextRole;
use crate::view::widgets::node::{Ink, Surface, button, column, paragraph, row, space, text};
use crate::view::widgets::{Button, Node, Page, Weight};

/// Least height of the panel beside the board, and least size below it, in pixels of the design.
const LEAST_HEIGHT: f32 = 480.0;
const LEAST_BELOW: (f32, f32) = (450.0, 150.0);
/// Least height of message and progress beside the board: the theme of the puzzle gives way first.
const LEAST_PROGRESS: f32 = 100.0;
/// Height of a button, and space between two.
const BUTTON: f32 = 23.0;
const BUTTON_GAP: f32 = 5.0;
/// Space around the panel and between its parts.
const GAP: f32 = 10.0;

impl PuzzleScreen {
    /// The panel beside or below the board. Its widgets are named by what their buttons do.
    pub(super) fn page(&self, layout: &Layout) -> Page<KeyAction> {
        let (area, upright) = (layout.sidebar, layout.is_upright());
        let below = (area.w / LEAST_BELOW.0).min(area.h / LEAST_BELOW.1);
        let unit = layout.unit().min(if upright { below } else { area.h / LEAST_HEIGHT });
        let (puzzle, progress, buttons) = (self.puzzle(upright), self.progress(), self.buttons(upright));
        let panel = if upright {
            row([puzzle.fill(1.0), progress.fill(1.0), buttons.fill(1.0)])
        } else {
            column([puzzle.shrink(), progress.min_height(LEAST_PROGRESS).fill(1.0), buttons])
        };
        self.ui.page(&panel.gap(GAP).padding(GAP), area, unit)
    }

    /// Number, title, difficulty, theme and task.
    fn puzzle(&self, upright: bool) -> Node<KeyAction> {
        let puzzle = self.run.puzzle();
        let tick = if self.progress.is_solved(puzzle) { " ✓" } else { "" };
        let number = format!("Puzzle {} of {}{tick}", self.place + 1, self.puzzles.len());
        let number = text(number).ink(Ink::Faint).sized(12.0);
        let stars: String = (1..=5).map(|star| if star <= puzzle.stars { '★' } else { '☆' }).collect();
        let stars = text(stars).ink(Ink::Accent);
        let title = paragraph(puzzle.title.as_str()).bold().sized(15.0);
        let task = paragraph(puzzle.instruction()).ink(Ink::OnActive).bold().sized(13.0);
        let task = column([task]).padding(7.0).surface(Surface::Active);
        let parts = if upright {
            // There is little height below the board: the stars go beside the number, and the theme is left out.
            vec![row([number.fill(1.0), stars.sized(12.0).rigid()]).gap(6.0), title, task]
        } else {
            let theme = paragraph(puzzle.theme.as_str()).ink(Ink::Faint).sized(12.0).shrink_first();
            vec![number, title, stars, theme, task]
        };
        column(parts).gap(3.0)
    }

    /// The message, the number of moves left, and how many puzzles are solved.
    fn progress(&self) -> Node<KeyAction> {
        let ink = match self.run.state() {
            PuzzleState::Wrong => Ink::Alarm,
            PuzzleState::Solved => Ink::Accent,
            _ => Ink::Text,
        };
        let message = self.run.message().map_or_else(space, |message| {
            let message = paragraph(message).role(TextRole::Message).ink(ink);
            message.bold().sized(17.0).smallest(9.0).centered().middle()
        });
        let line = |words: String| text(words).ink(Ink::Faint).sized(12.0).centered().height(19.0);
        let solved = self.progress.solved_count(&self.puzzles);
        column([
            message.fill(1.0),
            line(format!("Moves left: {}", self.run.moves_left())),
            line(format!("{solved} of {} solved", self.puzzles.len())),
        ])
    }

    /// The buttons below each other, or in two columns.
    fn buttons(&self, upright: bool) -> Node<KeyAction> {
        let rows = BINDINGS.chunks(if upright { 2 } else { 1 });
        let rows = rows.map(|bindings| row(bindings.iter().map(|binding| self.button(binding))).gap(6.0));
        column(rows.collect::<Vec<_>>()).gap(BUTTON_GAP)
    }

    fn button(&self, binding: &Binding) -> Node<KeyAction> {
        let goes_on = self.run.state() == PuzzleState::Solved && binding.action == KeyAction::Next;
        let weight = if goes_on { Weight::Strong } else { Weight::Plain };
        let widget = Button::with_key(binding.cap, binding.label, weight);
        button(binding.action, widget).height(BUTTON).fill(1.0)
    }
}
