//! Cases as files: a folder of inputs, with a file `NAME.expected` beside each input `NAME.ext`, which has the expected
//! outcome.
//!
//! In the expected file a line that starts with `#` describes the case, and one that starts with `>` is a setting of
//! the case (`> bottom black`). The other lines are the outcome. An expected file without an input is the case of a
//! missing file. `UPDATE_EXPECTED=1 cargo test` writes the outcomes again. Look at the difference before you commit it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The settings of a case.
pub struct Case {
    settings: Vec<(String, String)>,
}

impl Case {
    /// The value of the setting `name`.
    #[allow(dead_code, reason = "not every suite has settings")]
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// The folder of cases called `name`.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Runs every case of a folder. `outcome` gets the path of the input and returns the outcome as text.
///
/// The path of the folder is removed from the outcome, so that the outcome is the same on every machine.
pub fn run(folder: &Path, extension: &str, outcome: impl Fn(&Path, &Case) -> String) {
    let names: BTreeSet<_> = fs::read_dir(folder)
        .expect("the folder of cases is there")
        .map(|entry| entry.expect("its entries can be read").path().with_extension(""))
        .collect();
    let mut wrong = Vec::new();
    for name in &names {
        let expected_file = name.with_extension("expected");
        let expected = fs::read_to_string(&expected_file)
            .unwrap_or_else(|error| panic!("{}: {error}", expected_file.display()));
        let (head, body): (Vec<_>, Vec<_>) = expected.lines().partition(|line| line.starts_with(['#', '>']));
        assert!(head.iter().any(|line| line.starts_with("# ")), "{name:?} does not say what it shows");
        let settings = head.iter().filter_map(|line| line.strip_prefix("> ")?.split_once(' '));
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let actual = outcome(&name.with_extension(extension), &Case { settings });
        let actual = actual.replace(&format!("{}{MAIN_SEPARATOR}", folder.display()), "");
        if actual.lines().ne(body.iter().copied()) {
            if std::env::var_os("UPDATE_EXPECTED").is_some() {
                let text = format!("{}\n{}\n", head.join("\n"), actual.trim_end());
                fs::write(&expected_file, text).expect("the expected file can be written");
            }
            wrong.push(format!("{}: expected\n{}\nbut got\n{actual}", name.display(), body.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases\n{}", wrong.len(), names.len(), wrong.join("\n\n"));
}
