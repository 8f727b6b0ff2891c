//! State of a tournament as text, from which it goes on: the words of its command, and a line for each pair of games.

use super::standings::PairResult;

/// The state of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The words of its command.
    pub words: Vec<String>,
    /// The results of its pairs, in their order from the first one.
    pub results: Vec<PairResult>,
    /// Number of bytes of the text up to the last complete line. What follows was not written to its end.
    pub length: usize,
}

/// The first line of a state, with its end.
pub fn format_words(words: &[String]) -> String {
    format!("{}\n", serde_json::Value::from(words))
}

/// The line of a pair, with its end.
pub fn format_result(result: &PairResult) -> String {
    let ends: Vec<serde_json::Value> = result.ends.iter().map(|end| end.as_str().into()).collect();
    let [first, second] = result.half_points;
    format!("{{\"half_points\":[{first},{second}],\"ends\":{}}}\n", serde_json::Value::from(ends))
}

impl State {
    /// Parses a text. A last line without its end is left out.
    ///
    /// # Errors
    /// The first faulty line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let length = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..length].lines();
        let words = lines.next().and_then(|line| serde_json::from_str(line).ok());
        let words = words.ok_or("line 1: this is not the state of a match")?;
        let result = |(index, line): (usize, &str)| {
            serde_json::from_str(line)
                .map_err(|_| format!("line {}: this is not the result of a pair", index + 2))
        };
        let results = lines.enumerate().map(result).collect::<Result<_, _>>()?;
        Ok(Self { words, results, length })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words with quotes and results are the same after formatting and parsing. A line that was cut is left out, and its
    /// length is not counted.
    #[test]
    fn a_state_that_was_cut_gives_its_complete_pairs() {
        let words = ["-engine", "option.Skill Level=3", "name=\"x\""].map(str::to_owned).to_vec();
        let results = [[2, 0], [1, 1]].map(|half_points| PairResult {
            half_points,
            ends: ["checkmate".to_owned(), "a \"b\" lost on time".to_owned()],
        });
        let text = format_words(&words) + &results.each_ref().map(format_result).concat();
        let whole = State { words, results: results.to_vec(), length: text.len() };
        assert_eq!(State::parse(&text), Ok(whole.clone()));
        let cut = State::parse(&text[..text.len() - 1]).expect("valid");
        assert_eq!((cut.results.as_slice(), cut.words), (&results[..1], whole.words));
        assert_eq!(&text[cut.length..], format_result(&results[1]));
    }

    /// A file of something else is an error with its line.
    #[test]
    fn another_file_is_no_state() {
        for (text, line) in [("", 1), ("hello\n", 1), ("[\"-engine\"]\n[Event \"x\"]\n", 2)] {
            let error = State::parse(text).expect_err(text);
            assert!(error.starts_with(&format!("line {line}: ")), "{error}");
        }
    }
}
