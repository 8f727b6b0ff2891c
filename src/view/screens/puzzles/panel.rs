//! Panel of the puzzle screen: the puzzle, the message or the card of a piece, the progress and the buttons.

use super::solving::{KEYS, Message, PuzzleScreen};
use crate::game::puzzle::selection::Selection;
use crate::game::puzzle::{PuzzleGoal, PuzzleState};
use crate::view::form::Form;
use crate::view::layout::BoardLayout;
use crate::view::scene::TextRole;
use crate::view::text::capitalized;
use crate::view::widgets::keymap::{binding, cap};
use crate::view::widgets::node::{Ink, Surface, column, equal_row, paragraph, row, space, text};
use crate::view::widgets::{Node, piece_card};

/// Space around the panel and between its parts.
const GAP: f32 = 10.0;
/// Width below which a strip for fingers is laid out as a panel.
const BESIDE: f32 = 560.0;
/// Height from which a strip for fingers is laid out as a panel, whatever its width.
const HIGH: f32 = 290.0;
/// Height below which the buttons for fingers have few rows.
const LOW: f32 = 350.0;

impl PuzzleScreen {
    pub(super) fn panel(&self, layout: &BoardLayout) -> Node<Message> {
        let (w, h) = (layout.sidebar.w / layout.unit(), layout.sidebar.h / layout.unit());
        // The strip below the board of a phone is as wide as a panel. That of a tablet may be as high as one.
        let has_panel = layout.is_touch() && layout.form() == Form::Strip && (w < BESIDE || h >= HIGH);
        let form = if has_panel { Form::Panel } else { layout.form() };
        let is_low = layout.is_touch() && h < LOW;
        let book = self.puzzles.book.borrow();
        if let Some(mistake) = &book.puzzle(self.number()).mistake {
            return self.mistake_panel(&book, mistake, form);
        }
        let (puzzle, middle) = (self.puzzle(form), self.middle(form));
        let progress = self.progress(form).when(!is_low);
        let buttons = self.buttons(form, is_low);
        let panel = match form {
            // Without room for buttons, only their keys work.
            Form::Tiny => return self.task().padding(2.0),
            Form::Strip => {
                row([puzzle.fill(1.0), column([middle.fill(1.0), progress]).fill(1.0), buttons.fill(1.0)])
            }
            // The themes of the puzzle are left out before the message.
            Form::Panel | Form::Column => {
                let least = if is_low { 24.0 } else { 60.0 };
                column([puzzle.shrink(), middle.min_height(least).fill(1.0), progress, buttons])
            }
        };
        panel.gap(GAP).padding(GAP)
    }

    /// Number, title, rating, themes and task.
    fn puzzle(&self, form: Form) -> Node<Message> {
        let book = self.puzzles.book.borrow();
        let is_wide = form == Form::Panel;
        let has_tick = self.selection != Selection::Streak && book.record(self.number()).solved;
        let tick = if has_tick { " ✓" } else { "" };
        let of = if is_wide { " of " } else { "/" };
        let place = match &self.selection {
            Selection::List => format!("Puzzle {}{of}{}", self.number() + 1, book.count()),
            Selection::Streak => match self.ended_streak {
                Some(streak) => format!("Streak over: {streak}"),
                None => format!("Streak: {}", book.progress.streak()),
            },
            selection => selection.title(),
        };
        let number = text(format!("{place}{tick}")).ink(Ink::Faint).sized(12.0).smallest(8.0);
        let rating = self.puzzles.rating(&book, self.number(), self.is_over());
        let rating = rating.map_or_else(String::new, |rating| format!("Rating {rating}"));
        let rating = text(rating).ink(Ink::Accent);
        let title = paragraph(self.puzzles.title(&book, self.number(), self.is_over()))
            .bold()
            .sized(15.0)
            .smallest(9.0);
        let parts = if form == Form::Column {
            let parts = [number, title, rating].into_iter();
            parts.chain(self.themes()).chain([self.task()]).collect::<Vec<_>>()
        } else {
            // There is little height below the board: the themes are left out there.
            let head = row([number.fill(1.0), rating.sized(12.0).rigid()]).gap(6.0);
            let themes = self.themes().filter(|_| is_wide);
            [head, title].into_iter().chain(themes).chain([self.task()]).collect()
        };
        column(parts).gap(4.0)
    }

    /// The themes. They are shown after the puzzle because they would give its solution away.
    fn themes(&self) -> Option<Node<Message>> {
        let themes = self.run.puzzle().themes.iter().map(|name| capitalized(name));
        let themes = themes.collect::<Vec<_>>().join(" · ");
        (self.is_over() && !themes.is_empty())
            .then(|| paragraph(themes).whole().ink(Ink::Faint).sized(12.0).shrink_first())
    }

    fn task(&self) -> Node<Message> {
        let task = paragraph(self.run.puzzle().instruction()).ink(Ink::OnActive).bold().sized(13.0);
        column([task.smallest(8.0)]).padding(7.0).surface(Surface::Active)
    }

    /// The message, or the card of a piece.
    pub(super) fn middle(&self, form: Form) -> Node<Message> {
        let (game, is_wide) = (self.run.game(), form == Form::Panel);
        if let Some(piece) = self.board.explained(&self.player_view()) {
            let card = piece_card::panel(game.position().variant(), piece, game.orientation());
            return column([card.max_height(if is_wide { 164.0 } else { 240.0 })]);
        }
        let ink = match self.run.state() {
            _ if self.run.has_failed() => Ink::Alarm,
            PuzzleState::Solved if self.was_right() => Ink::Accent,
            _ => Ink::Text,
        };
        let notice = self.notice.as_ref().map(|notice| notice.text().to_owned());
        let past = self.past.map(|_| "Looking back".to_owned());
        let message = notice.or(past).or_else(|| self.message()).map_or_else(space, |message| {
            let message = paragraph(message).role(TextRole::Message).ink(ink);
            message.bold().sized(17.0).smallest(9.0).centered().middle()
        });
        // The solution of a puzzle for the best move ends before its gain can be seen.
        let is_best = matches!(self.run.puzzle().goal, PuzzleGoal::Best(_));
        let more = (is_best && self.is_over() && is_wide)
            .then(|| paragraph("Analyse shows what follows.").ink(Ink::Faint).sized(12.0).centered());
        column([message.fill(1.0)].into_iter().chain(more))
    }

    /// The number of moves left, and how many puzzles are solved, or the player's rating.
    fn progress(&self, form: Form) -> Node<Message> {
        let book = self.puzzles.book.borrow();
        let own = if form == Form::Panel { "Your rating" } else { "You" };
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

    /// The buttons for a move that waits for a second tap. They replace the first row of the others.
    pub(super) fn confirm_buttons(&self, form: Form) -> Option<Node<Message>> {
        let answers = self.board.confirm_buttons(Message::Confirm).filter(|_| self.past.is_none())?;
        Some(equal_row(answers).gap(4.0).height(form.metrics().button))
    }

    fn buttons(&self, form: Form, is_low: bool) -> Node<Message> {
        use Message::{Analyze, Close, Help, Hint, Next, Previous, Restart, Solution};
        let (first, is_wide) = (if self.is_over() { Analyze } else { Hint }, form == Form::Panel);
        let rows: &[&[Message]] = match form {
            _ if is_low => &[&[first, Solution, Restart], &[Previous, Next, Help, Close]],
            Form::Panel => &[&[first, Solution, Restart], &[Previous, Next], &[Help, Close]],
            Form::Strip => &[&[first, Solution], &[Restart, Help], &[Previous, Next], &[Close]],
            Form::Column | Form::Tiny => {
                &[&[first], &[Solution], &[Restart], &[Previous, Next], &[Help, Close]]
            }
        };
        let button = |message: &Message| {
            let binding = binding(KEYS, message);
            let button = binding.button();
            let button = match message {
                Next if is_wide && self.ended_streak.is_some() => button.labelled("New streak"),
                Previous if !is_wide => button.labelled("◀"),
                Help | Close if form != Form::Strip => button.flat(),
                // The attempt has ended: nothing counts any more.
                Solution if self.is_over() => button.tip("Play the solution", cap(binding.keys)),
                _ => button,
            };
            button.primary(*message == Next && self.is_over()).fill(1.0)
        };
        let height = form.metrics().button;
        let lines = rows.iter().map(|line| row(line.iter().map(button)).gap(4.0).height(height));
        let confirm = self.confirm_buttons(form);
        let replaced = usize::from(confirm.is_some());
        column(confirm.into_iter().chain(lines.skip(replaced))).gap(4.0)
    }
}
