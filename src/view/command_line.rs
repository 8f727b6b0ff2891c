//! Command line: typed commands and moves, which every screen understands, and the bar in which they are typed.

use super::input::Key;
use super::scene::Rect;
use super::text::wrap;
use super::theme::Theme;
use super::widgets::pen::{self, Style, TEXT, line_height};
use super::widgets::{Field, Look, Pen, Response, Widget as _};
use crate::game::speech::command::CommandRow;
use crate::view::scene::{Font, Item};

/// The sign that opens the bar.
pub const SLASH: char = '/';
/// Greatest number of characters of a command. A position or a game can be pasted.
const LONGEST: usize = 4000;
/// What is announced and shown when the bar opens.
pub const HINT: &str = "Command line. Type a move or a command, such as help.";
/// Greatest number of lines of the answer above the field.
const ANSWER_LINES: usize = 8;
/// Number of lines of the answer for which the screen leaves room. A longer answer covers a part of it.
const FREE_LINES: usize = 2;

/// What a command does on every screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenCommand {
    /// Names the commands, or explains one.
    Help,
    /// Names the controls with their numbers.
    Controls,
    /// Reads the texts of the screen.
    Read,
    /// Types a text into the focused field.
    Write,
    /// Empties the focused field.
    Erase,
    /// Focuses a control by its number.
    Focus,
    /// Pastes the text of the clipboard.
    Paste,
    /// Turns full screen on or off.
    FullScreen,
    /// Presses a key.
    Press(Key),
}

/// The commands that every screen understands, besides the labels and the numbers of its controls.
pub const SCREEN_COMMANDS: &[CommandRow<ScreenCommand>] = &[
    row(ScreenCommand::Help, "help", "h", "[command]", "Name the commands, or explain one"),
    row(
        ScreenCommand::Controls,
        "controls",
        "i",
        "",
        "Name the controls; type a number to press or focus one",
    ),
    row(ScreenCommand::Read, "read", "r", "", "Read the texts of the screen"),
    row(ScreenCommand::Write, "write", "w", "text", "Type a text into the focused field"),
    row(ScreenCommand::Erase, "erase", "", "", "Empty the focused field"),
    row(ScreenCommand::Focus, "focus", "f", "number", "Focus a control without pressing it"),
    row(ScreenCommand::Paste, "paste", "", "", "Paste the clipboard, such as a FEN, a PGN or a text"),
    row(ScreenCommand::FullScreen, "full screen", "", "", "Turn full screen on or off"),
    row(ScreenCommand::Press(Key::Enter), "enter", "", "", "Press Enter: use what has the focus"),
    row(ScreenCommand::Press(Key::Escape), "escape", "", "", "Press Escape: cancel, close or go back"),
    row(ScreenCommand::Press(Key::Tab), "tab", "", "", "Press Tab: go to the next control"),
    row(ScreenCommand::Press(Key::Left), "left", "", "", "Press the left arrow: lower the value"),
    row(ScreenCommand::Press(Key::Right), "right", "", "", "Press the right arrow: raise the value"),
    row(ScreenCommand::Press(Key::Up), "up", "", "", "Press the up arrow: go to the line above"),
    row(ScreenCommand::Press(Key::Down), "down", "", "", "Press the down arrow: go to the line below"),
];

const fn row(
    meaning: ScreenCommand,
    name: &'static str,
    short: &'static str,
    arguments: &'static str,
    help: &'static str,
) -> CommandRow<ScreenCommand> {
    CommandRow { meaning, name, short, arguments, help, key: None }
}

/// The bar in which a command is typed, with the answer to the last one.
#[derive(Clone, Debug)]
pub struct CommandLine {
    field: Field,
    answer: Vec<String>,
    last: String,
}

/// Space around the field, in pixels of the design.
const GAP: f32 = 8.0;
/// Height of the field, in pixels of the design.
const FIELD: f32 = 30.0;

/// Height of the bar with this number of lines above the field.
fn height(lines: usize, unit: f32) -> f32 {
    line_height(pen::size(TEXT, unit)) * lines as f32 + pen::px(FIELD, unit) + 3.0 * pen::px(GAP, unit)
}

/// What a key has done to the bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandKey {
    Typed,
    Submitted(String),
    Closed,
}

impl Default for CommandLine {
    fn default() -> Self {
        let answer = vec![HINT.to_owned()];
        Self { field: Field::new("", LONGEST, |letter| !letter.is_control()), answer, last: String::new() }
    }
}

impl CommandLine {
    pub fn text(&self) -> String {
        self.field.text()
    }

    pub fn typed(&mut self, letter: char) {
        self.field.typed(letter);
    }

    /// Handles a key. Enter submits the command and empties the field, and the up key brings the last command back.
    pub fn key(&mut self, key: Key) -> CommandKey {
        match key {
            Key::Escape => return CommandKey::Closed,
            Key::Enter => {
                let text = self.field.text();
                self.field = self.field.with_text("");
                self.last.clone_from(&text);
                return CommandKey::Submitted(text);
            }
            Key::Up => self.field = self.field.with_text(&self.last),
            // A space is typed as a letter.
            Key::Space => {}
            key => _ = self.field.key(key) == Response::Ignored,
        }
        CommandKey::Typed
    }

    /// The sentences that are shown above the field.
    pub fn show(&mut self, answer: &[String]) {
        if !answer.is_empty() {
            self.answer = answer.to_vec();
        }
    }

    /// Height that the screen above leaves for the bar.
    pub fn room(unit: f32) -> f32 {
        height(FREE_LINES, unit)
    }

    /// Draws the bar at the lower edge of a window of this size.
    pub fn draw(&self, size: (f32, f32), unit: f32, theme: &Theme, items: &mut Vec<Item>) {
        let mut pen = Pen { theme, unit, items };
        let (gap, field) = (pen.px(GAP), pen.px(FIELD));
        let font = pen.size(TEXT);
        let width = (size.0 - 4.0 * gap).max(1.0);
        let lines: Vec<_> =
            self.answer.iter().flat_map(|answer| wrap(answer, Font::Regular, font, width)).collect();
        let room = ((size.1 - field - 4.0 * gap) / line_height(font)).max(1.0) as usize;
        let shown = lines.len().min(ANSWER_LINES).min(room);
        let h = height(shown.max(FREE_LINES), unit);
        let bar = Rect::new(0.0, size.1 - h, size.0, h);
        pen.items.push(Item::Panel { rect: bar, radius: 0.0, color: theme.background });
        let rim = Rect { h: pen.px(2.0).max(1.0), ..bar };
        pen.items.push(Item::Panel { rect: rim, radius: 0.0, color: theme.accent });
        for (number, line) in lines.iter().take(shown).enumerate() {
            let y = bar.y + gap + line_height(font) * number as f32;
            let place = Rect::new(2.0 * gap, y, width, line_height(font));
            pen.label(line, place, Style::control(theme.text));
        }
        let place = Rect::new(2.0 * gap, bar.y + bar.h - gap - field, width, field);
        self.field.draw(&mut pen, place, Look { focused: true, ..Look::default() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Enter submits what was typed, the up key brings it back, and Escape closes the bar.
    #[test]
    fn a_command_is_typed_and_brought_back() {
        let mut line = CommandLine::default();
        "p N".chars().for_each(|letter| line.typed(letter));
        assert_eq!(line.key(Key::Enter), CommandKey::Submitted("p N".to_owned()));
        assert_eq!(line.text(), "");
        line.key(Key::Up);
        line.key(Key::Backspace);
        assert_eq!((line.text().as_str(), line.key(Key::Escape)), ("p ", CommandKey::Closed));
    }

    /// No command of the screens has the name or the letter of one of the board, and each is documented.
    #[test]
    fn screen_commands_differ_and_are_documented() {
        use crate::game::speech::command::BOARD_COMMANDS;
        let docs = include_str!("../../docs/speech.md");
        for row in SCREEN_COMMANDS {
            let clash = |name: &str, short: &str| name == row.name || short == row.short && !short.is_empty();
            assert!(!BOARD_COMMANDS.iter().any(|other| clash(other.name, other.short)), "{}", row.name);
            let line = format!("| `{}` | `{}` | {} | {} |", row.name, row.short, row.arguments, row.help);
            let line = line.replace("``", "");
            assert!(docs.contains(&line), "docs/speech.md has no line\n{line}");
        }
    }
}
