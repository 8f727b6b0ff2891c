//! State of a tournament as text, from which it goes on: the words of its command, and a line for each pair of games.

use serde::{Deserialize, Serialize};

use super::standings::PairResult;

/// The state of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Its command.
    pub command: Command,
    /// The results of its pairs, in their order from the first one.
    pub results: Vec<PairResult>,
}

/// The first line of a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The words of the command, without `-config` and its value.
    pub words: Vec<String>,
    /// Hashes of the files that the games depend on.
    pub files: Vec<u32>,
}

/// The line of a command or of the result of a pair, with its end.
pub fn format_line(value: &impl Serialize) -> String {
    format!("{}\n", serde_json::json!(value))
}

impl State {
    /// Parses a text. A last line without its end is left out.
    ///
    /// # Errors
    /// The first faulty line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let length = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..length].lines();
        let command = lines.next().and_then(|line| serde_json::from_str(line).ok());
        let command = command.ok_or("line 1: this is not the state of a match")?;
        let result = |(index, line): (usize, &str)| {
            serde_json::from_str(line)
                .map_err(|_| format!("line {}: this is not the result of a pair", index + 2))
        };
        let results = lines.enumerate().map(result).collect::<Result<_, _>>()?;
        Ok(Self { command, results })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words with quotes and results are the same after formatting and parsing. A line that was cut is left out.
    #[test]
    fn a_state_that_was_cut_gives_its_complete_pairs() {
        let words = ["-engine", "option.Skill Level=3", "name=\"x\""].map(str::to_owned).to_vec();
        let results = [[2, 0], [1, 1]].map(|half_points| PairResult {
            half_points,
            ends: ["checkmate".to_owned(), "a \"b\" lost on time".to_owned()],
        });
        let command = Command { words, files: vec![7] };
        let text = format_line(&command) + &results.each_ref().map(format_line).concat();
        let whole = State { command, results: results.to_vec() };
        assert_eq!(State::parse(&text), Ok(whole.clone()));
        let cut = State::parse(&text[..text.len() - 1]).expect("valid");
        assert_eq!((cut.results.as_slice(), cut.command), (&results[..1], whole.command));
    }

    /// A file of something else is an error with its line.
    #[test]
    fn another_file_is_no_state() {
        let command = format_line(&Command { words: Vec::new(), files: Vec::new() });
        for (text, line) in [("", 1), ("hello\n", 1), (&format!("{command}[Event \"x\"]\n"), 2)] {
            let error = State::parse(text).expect_err(text);
            assert!(error.starts_with(&format!("line {line}: ")), "{error}");
        }
    }
}
