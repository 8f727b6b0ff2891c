//! Command line: typed commands and moves, which every screen understands, and the bar in which they are typed.

use super::built::Built;
use super::input::{InputEvent, Key};
use super::scene::Rect;
use super::text::wrap;
use super::theme::Theme;
use super::widgets::keymap::cap;
use super::widgets::lower::Slot;
use super::widgets::pen::{self, Style, TEXT, line_height};
use super::widgets::{Control, Field, Look, Pen, Response, UiEvent, Widget as _};
use crate::game::speech::command::{CommandRow, find};
use crate::view::scene::{Font, Item};

/// The sign that opens the bar.
pub const SLASH: char = '/';
/// Greatest number of characters of a command. A position or a game can be pasted.
const LONGEST: usize = 4000;
/// Text that is announced and shown when the bar opens.
pub const HINT: &str = "Command line. Type a move or a command, such as help.";
/// Greatest number of controls that are named at once.
const MOST_NAMED: usize = 60;
/// Greatest number of lines of the answer above the field.
const ANSWER_LINES: usize = 8;
/// Number of lines of the answer for which the screen leaves room. A longer answer covers a part of it.
const FREE_LINES: usize = 2;

/// Commands that every screen has.
#[derive(Clone, Copy)]
enum ScreenCommand {
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
const SCREEN_COMMANDS: &[CommandRow<ScreenCommand>] = &[
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

/// Meaning of a typed command.
pub(super) enum Meaning<M> {
    /// Announces these sentences.
    Announce(Vec<String>),
    /// Sends these messages to the screen. The label is announced if the screen announces nothing.
    Send(Vec<M>, Option<String>),
    /// Focuses a widget, if one is given, and handles this input.
    Input(Option<Slot>, Vec<InputEvent>),
    /// Pastes the text of the clipboard.
    Paste,
    /// Turns full screen on or off.
    ToggleFullScreen,
}

impl<M> Meaning<M> {
    fn announce(sentence: String) -> Self {
        Self::Announce(vec![sentence])
    }

    /// Presses these keys.
    fn press(keys: &[Key]) -> Self {
        Self::Input(None, keys.iter().map(|&key| InputEvent::Key { key, control: false }).collect())
    }
}

/// The meaning of a typed command: a label or a number of a control, a command of every screen, or one of the board. `can`
/// returns whether the screen can do something with a message now.
pub(super) fn parse<M: Clone>(
    text: &str,
    built: &Built<M>,
    is_typing: bool,
    can: &dyn Fn(&M) -> bool,
) -> Meaning<M> {
    if text.is_empty() {
        return Meaning::Announce(Vec::new());
    }
    // A word such as help or cursor is a command, although it is also the label of a key.
    let board = built.board_commands();
    let mut names = SCREEN_COMMANDS.iter().map(|row| row.name).chain(board.iter().map(|row| row.name));
    let is_name = names.any(|name| name.eq_ignore_ascii_case(text));
    if let Some((label, message)) = built.labelled(text).filter(|_| !is_name) {
        return match message.filter(can) {
            Some(message) => Meaning::Send(vec![message], Some(label.to_owned())),
            None => Meaning::announce(format!("{label} is not possible now.")),
        };
    }
    if let Ok(number) = text.parse() {
        return use_control(number, true, built);
    }
    if let Some((row, rest)) = find(SCREEN_COMMANDS, text) {
        return screen_command(row.meaning, rest, built, is_typing, can);
    }
    let messages = built.inputs(&InputEvent::Command(text.to_owned()));
    // A text with a digit, or a short one, may be a move.
    let has_digit = text.contains(|letter: char| letter.is_ascii_digit());
    let is_for_board = text.len() < 4 || has_digit || find(board, text).is_some();
    let takes_all_input = built.entries.iter().any(|entry| entry.handlers.takes_all_input);
    if !messages.is_empty() && (is_for_board || takes_all_input) {
        return Meaning::Send(messages, None);
    }
    match &built.named(text)[..] {
        [(number, _)] => use_control(*number, true, built),
        [] if !messages.is_empty() => Meaning::Send(messages, None),
        [] => Meaning::announce(format!("{text} is no command here. Type help for the commands.")),
        found => {
            let words = |(number, name): &(usize, String)| format!("{number}, {name}");
            let words: Vec<_> = found.iter().take(MOST_NAMED).map(words).collect();
            Meaning::announce(format!("{text} could be: {}.", words.join("; ")))
        }
    }
}

fn screen_command<M: Clone>(
    command: ScreenCommand,
    rest: &str,
    built: &Built<M>,
    is_typing: bool,
    can: &dyn Fn(&M) -> bool,
) -> Meaning<M> {
    match command {
        ScreenCommand::Help => Meaning::Announce(help(rest, built, &built.key_labels(can))),
        ScreenCommand::Controls => Meaning::Announce(controls(built)),
        ScreenCommand::Read => Meaning::Announce(built.texts()),
        ScreenCommand::Write if !is_typing => Meaning::announce(
            "No text field has the focus. Type controls, and the number of a field.".to_owned(),
        ),
        ScreenCommand::Write => Meaning::Input(None, rest.chars().map(InputEvent::Typed).collect()),
        ScreenCommand::Erase if !is_typing => Meaning::Announce(Vec::new()),
        ScreenCommand::Erase => Meaning::press(&[Key::SelectAll, Key::Backspace]),
        ScreenCommand::Focus => use_control(rest.parse().unwrap_or_default(), false, built),
        ScreenCommand::Paste => Meaning::Paste,
        ScreenCommand::FullScreen => Meaning::ToggleFullScreen,
        ScreenCommand::Press(key) => Meaning::press(&[key]),
    }
}

/// Names the controls with their numbers.
fn controls<M: Clone>(built: &Built<M>) -> Vec<String> {
    let targets = built.targets().into_iter().enumerate();
    let words = |(place, index): (usize, usize)| match built.page.elements[index].description() {
        words if words.is_empty() => {
            format!("{}. Button: {}.", place + 1, built.spoken_name(index).trim_end_matches('.'))
        }
        words => format!("{}. {words}", place + 1),
    };
    let controls: Vec<_> = targets.take(MOST_NAMED).map(words).collect();
    if controls.is_empty() { vec!["This screen has no controls.".to_owned()] } else { controls }
}

/// Presses the button with this number, or focuses another control.
fn use_control<M: Clone>(number: usize, presses: bool, built: &Built<M>) -> Meaning<M> {
    let target = number.checked_sub(1).and_then(|place| built.targets().get(place).copied());
    let target = target.map(|target| (target, &built.page.elements[target]));
    let Some((target, element, slot)) =
        target.and_then(|(target, element)| Some((target, element, element.slot?)))
    else {
        return Meaning::announce(format!("There is no control {number}. Type controls for their numbers."));
    };
    let is_button = matches!(element.control(), Some(Control::Button(_)) | None);
    if element.is_stop() && !(is_button && presses) {
        let turns = presses && matches!(element.control(), Some(Control::Switch(_)));
        let turn = turns.then_some(InputEvent::Key { key: Key::Space, control: false });
        return Meaning::Input(Some(slot), turn.into_iter().collect());
    }
    match built.message_of(UiEvent::Pressed(slot)) {
        Some(message) => Meaning::Send(vec![message], None),
        None => Meaning::announce(format!("{} is not possible now.", built.target_name(target))),
    }
}

/// Sentences about the commands of the screen, or about the one named `name`. The labels are those of keys that do something
/// now.
fn help<M: Clone>(name: &str, built: &Built<M>, labels: &[&str]) -> Vec<String> {
    let board = built.board_commands();
    if name.is_empty() {
        let usages = |rows: &mut dyn Iterator<Item = String>| rows.collect::<Vec<_>>().join("; ");
        let mut sentences = Vec::new();
        if !board.is_empty() {
            let board = usages(&mut board.iter().map(|row| row.usage()));
            sentences.push(format!("On the board type a move, such as Nf3 or g1f3, or: {board}."));
        }
        let screen = usages(&mut SCREEN_COMMANDS.iter().map(|row| row.usage()));
        sentences.push(format!("On every screen: {screen}."));
        if !labels.is_empty() {
            sentences.push(format!("On this screen: {}.", labels.join("; ")));
        }
        sentences.push("Type help and a command for more.".to_owned());
        return sentences;
    }
    if let Some((row, _)) = find(board, name) {
        return vec![format!("{}: {}.", row.usage(), row.help)];
    }
    if let Some((row, _)) = find(SCREEN_COMMANDS, name) {
        return vec![format!("{}: {}.", row.usage(), row.help)];
    }
    let pages = built.entries.iter().filter_map(|entry| entry.handlers.help_page.as_ref());
    let lines = pages.flat_map(|page| page()).flat_map(|(_, lines)| lines);
    let label = labels.iter().find(|label| label.eq_ignore_ascii_case(name));
    let cap = label.and_then(|label| {
        let mut handlers = built.entries.iter().flat_map(|entry| &entry.handlers.keys);
        Some(cap(&handlers.find(|handler| handler.label == *label)?.keys))
    });
    let line = cap.and_then(|cap| lines.into_iter().find(|(other, _)| *other == cap));
    vec![line.map_or_else(
        || format!("There is no command {name} here."),
        |(cap, help)| format!("{name}, key {cap}: {help}."),
    )]
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

/// Response of the bar to input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineResponse {
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
    /// Handles input; returns `None` if it is not for the bar.
    pub fn handle(&mut self, event: &InputEvent) -> Option<LineResponse> {
        match event {
            InputEvent::Typed(letter) => _ = self.field.typed(*letter),
            InputEvent::Paste(text) => {
                text.chars()
                    .for_each(|letter| _ = self.field.typed(if letter == '\n' { ' ' } else { letter }));
            }
            InputEvent::Key { key, control: false } | InputEvent::KeyRepeat(key) => {
                return Some(self.key(*key));
            }
            _ => return None,
        }
        Some(LineResponse::Typed)
    }

    /// Handles a key. Enter submits the command and empties the field, and the up key brings the last command back.
    fn key(&mut self, key: Key) -> LineResponse {
        match key {
            Key::Escape => return LineResponse::Closed,
            Key::Enter => {
                let text = self.field.text();
                self.field = self.field.with_text("");
                self.last.clone_from(&text);
                return LineResponse::Submitted(text);
            }
            Key::Up => self.field = self.field.with_text(&self.last),
            // A space is typed as a letter.
            Key::Space => {}
            key => _ = self.field.key(key) == Response::Ignored,
        }
        LineResponse::Typed
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
        "p N".chars().for_each(|letter| _ = line.handle(&InputEvent::Typed(letter)));
        assert_eq!(line.key(Key::Enter), LineResponse::Submitted("p N".to_owned()));
        assert_eq!(line.field.text(), "");
        line.key(Key::Up);
        line.key(Key::Backspace);
        assert_eq!((line.field.text().as_str(), line.key(Key::Escape)), ("p ", LineResponse::Closed));
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
