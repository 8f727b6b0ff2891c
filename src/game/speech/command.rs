//! Table of the commands about a board, which are typed or have a key.

/// A command that is typed, with its meaning and its line of help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandRow<T: 'static> {
    /// Meaning of the command.
    pub meaning: T,
    /// The whole name, in lower case.
    pub name: &'static str,
    /// The short name, a letter; empty if there is none.
    pub short: &'static str,
    /// Arguments after the name. They are in brackets if they may be missing.
    pub arguments: &'static str,
    /// Line of help.
    pub help: &'static str,
    /// The key of a command without arguments.
    pub key: Option<char>,
}

/// Query of a command about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// The whole board.
    Board,
    /// The squares of pieces.
    Pieces,
    /// A file, a rank, or the squares around a square.
    Scan,
    /// The attackers of a square.
    Attackers,
    /// The moves of a piece.
    Moves,
    /// All captures.
    Captures,
    /// All moves that give check.
    Checks,
    /// The player's pieces that are attacked.
    Dangers,
    /// The last move.
    LastMove,
    /// All moves of the game.
    Game,
    /// The clocks.
    Clock,
    /// Captured pieces and balance.
    Material,
    /// The side to move, or the result.
    Turn,
    /// The players.
    Opponent,
    /// A click on a square.
    Click,
    /// The cursor of the board.
    Cursor,
}

/// The commands about a board. A typed move needs no row, because every legal move is a command.
pub const BOARD_COMMANDS: &[CommandRow<Query>] = &[
    row(Query::Board, "board", "b", "", "Read the board rank by rank", Some('q')),
    row(
        Query::Pieces,
        "pieces",
        "p",
        "[piece]",
        "Read where pieces are: N for White's knights, n for Black's, or my queens",
        None,
    ),
    row(Query::Scan, "scan", "s", "e, 4 or e4", "Read a file, a rank, or what is around a square", None),
    row(Query::Attackers, "attackers", "x", "[square]", "Name the attackers of a square", Some('w')),
    row(
        Query::Moves,
        "moves",
        "m",
        "[square or piece]",
        "Name the moves of a piece, or of all pieces",
        Some('v'),
    ),
    row(Query::Captures, "captures", "k", "", "Name all captures", None),
    row(Query::Checks, "checks", "z", "", "Name all moves that give check", None),
    row(Query::Dangers, "dangers", "a", "", "Name your pieces that are attacked", None),
    row(Query::LastMove, "last move", "l", "", "Repeat the last move", Some('y')),
    row(Query::Game, "game", "g", "", "Read all moves of the game", None),
    row(Query::Clock, "clock", "c", "", "Read the clocks", None),
    row(Query::Material, "material", "v", "", "Read the captured pieces and who is ahead", None),
    row(Query::Turn, "turn", "t", "", "Say whose move it is, and the result", Some('i')),
    row(Query::Opponent, "opponent", "o", "", "Name the players", None),
    row(Query::Click, "click", "e", "square", "Click a square: select a piece, or move it there", None),
    row(Query::Cursor, "cursor", "j", "[square]", "Put the cursor on a square, or show or hide it", None),
];

const fn row(
    meaning: Query,
    name: &'static str,
    short: &'static str,
    arguments: &'static str,
    help: &'static str,
    key: Option<char>,
) -> CommandRow<Query> {
    CommandRow { meaning, name, short, arguments, help, key }
}

impl<T> CommandRow<T> {
    /// Name, short name and arguments: `pieces, p [piece]`.
    pub fn usage(&self) -> String {
        let arguments =
            if self.arguments.is_empty() { String::new() } else { format!(" {}", self.arguments) };
        let short = if self.short.is_empty() { String::new() } else { format!(", {}", self.short) };
        format!("{}{short}{arguments}", self.name)
    }
}

/// The row whose name begins `text`, and the rest of the text.
pub fn find<'a, T>(
    rows: &'static [CommandRow<T>],
    text: &'a str,
) -> Option<(&'static CommandRow<T>, &'a str)> {
    let text = text.trim();
    let rest_after = |name: &str| {
        let (head, rest) = text.split_at_checked(name.len())?;
        let ends = rest.is_empty() || rest.starts_with(' ');
        (ends && head.eq_ignore_ascii_case(name)).then_some(rest.trim())
    };
    // A capital letter alone is a piece, not a command.
    let is_short = |row: &CommandRow<T>| !row.short.is_empty() && text.split(' ').next() == Some(row.short);
    rows.iter().find_map(|row| {
        let short = || is_short(row).then(|| text[row.short.len()..].trim());
        Some((row, rest_after(row.name).or_else(short)?))
    })
}

/// The row with this key.
pub fn with_key(key: char) -> Option<&'static CommandRow<Query>> {
    BOARD_COMMANDS.iter().find(|row| row.key == Some(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A command is found by name and by letter, with its argument. Moves that begin like a command are none.
    #[test]
    fn commands_are_found_by_name_and_letter() {
        let found = |text| find(BOARD_COMMANDS, text).map(|(row, rest)| (row.meaning, rest));
        assert_eq!(found("p N"), Some((Query::Pieces, "N")));
        assert_eq!(found(" Pieces  my queens "), Some((Query::Pieces, "my queens")));
        assert_eq!(found("last move"), Some((Query::LastMove, "")));
        assert_eq!(found("l"), Some((Query::LastMove, "")));
        for none in ["b4", "B", "", "last", "boards", "é4"] {
            assert_eq!(found(none), None, "{none}");
        }
    }

    /// No two commands have the same name, letter or key, and every line fits the document.
    #[test]
    fn names_differ_and_are_documented() {
        let docs = include_str!("../../../docs/speech.md");
        for row in BOARD_COMMANDS {
            let same = |other: &&CommandRow<Query>| {
                other.name == row.name
                    || other.short == row.short
                    || row.key.is_some() && other.key == row.key
            };
            assert_eq!(BOARD_COMMANDS.iter().filter(same).count(), 1, "{}", row.name);
            let key = row.key.map_or_else(String::new, |key| format!("`{}`", key.to_uppercase()));
            let line =
                format!("| `{}` | `{}` | {} | {} | {key} |", row.name, row.short, row.arguments, row.help);
            assert!(docs.contains(&line), "docs/speech.md has no line\n{line}");
        }
    }
}
