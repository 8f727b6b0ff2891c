//! Config files: values within their bounds, or an error that names file and line.

use std::path::Path;

use xxlchess::config::{Config, OwnMoves};
use xxlchess::game::options::OPTIONS;
use xxlchess::notation::text;

/// Name of the file in errors.
const FILE: &str = "config.json";

/// Parses the bytes as a config, and makes its own pieces.
pub fn check(bytes: &[u8]) {
    let Ok(text) = text::decode(bytes) else { return };
    let config = match Config::parse(Path::new(FILE), text) {
        Ok(config) => config,
        Err(error) => return assert_located(&error),
    };
    let controls = [config.clocks.person, config.clocks.opponent];
    assert!(controls.iter().all(|control| control.is_some_and(|control| !control.initial.is_zero())));
    assert!(config.piece_movement_speed > 0.0 && config.piece_movement_speed.is_finite());
    for row in &OPTIONS {
        let value = row.get(&config.options);
        assert!(row.all_values().contains(&value), "{}: {value}", row.key);
    }
    assert_eq!(config.new_game("a level").options, config.options);
    let xxl = super::variants().get("xxl").expect("built in");
    match config.with_own_pieces(&xxl) {
        Ok(variant) => {
            assert_eq!(variant.rules().pieces.len(), xxl.rules().pieces.len() + config.pieces.len());
        }
        Err(error) => assert_located(&error),
    }
    for piece in &config.pieces {
        assert!(piece.symbol.is_ascii_lowercase());
        assert!(!matches!(&piece.moves, OwnMoves::Combined(names) if names.is_empty()));
    }
}

/// Asserts that an error begins with the file.
fn assert_located(error: &xxlchess::config::FileError) {
    let words = super::words(error);
    assert!(words.starts_with("config.json:"), "{words}");
    assert!(words.lines().count() <= 3, "{words}");
}
