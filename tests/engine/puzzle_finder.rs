//! Search for puzzles in games of a variant.

use std::fs;

use crate::common::{TempFolder, variant};
use xxlchess::game::puzzle::check::rule_faults;
use xxlchess::puzzle_finder::{PuzzleSearch, load};

/// A puzzle of Los Alamos chess and half of another one, as a search leaves them that is ended while it writes.
const FOUND: &str = "[0001]\nfen = 5k/6/5K/Q5/6/6 w - - 0 1\ngoal = mate 1\nrating = 900\nthemes = mate in 1\nunique = line\n\
                     solution = a3a6\n\n# games = 16\n[0002]\nfen = ";

/// A search goes on behind the last whole batch of games of its file, and plays none if the file has all puzzles. A file of
/// something else is refused with the line of the fault and stays as it is.
#[test]
fn a_search_for_puzzles_goes_on() {
    let folder = TempFolder::new();
    let (variant, path) = (variant("losalamos"), folder.join("found.txt"));
    let search = PuzzleSearch { variant: variant.clone(), path: path.clone(), count: 1, seed: 1, threads: 2 };
    fs::write(&path, FOUND).expect("written");
    assert_eq!(search.run(|_, _| panic!("no game is played")).expect("a search").total, 1);
    let text = fs::read_to_string(&path).expect("written");
    assert!(text.ends_with("# games = 16\n"), "{text}");
    let (puzzles, games) = load(&path, &variant).expect("a file of puzzles");
    assert_eq!((puzzles.len(), games), (1, 16));
    assert!(rule_faults(&puzzles[0]).is_empty(), "{:?}", rule_faults(&puzzles[0]));
    // The line of the games of the next batch was being written.
    for end in 1.."# games = 32".len() {
        fs::write(&path, format!("{text}{}", &"# games = 32"[..end])).expect("written");
        assert_eq!(load(&path, &variant).expect("a file of puzzles").1, 16);
        assert_eq!(fs::read_to_string(&path).expect("written"), text);
    }
    fs::write(&path, "[a]\nnothing\n").expect("written");
    assert!(search.run(|_, _| ()).is_err_and(|error| error.to_string().contains("line 2")));
    fs::write(&path, "dear diary\n").expect("written");
    assert!(search.run(|_, _| ()).is_err_and(|error| error.to_string().contains("line 1")));
    assert_eq!(fs::read_to_string(&path).expect("written"), "dear diary\n");
}
