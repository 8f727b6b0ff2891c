//! Level files, valid and invalid, in `tests/data/layout`.

use crate::common::cases;
use std::fs;
use std::path::Path;

use xxlchess::config;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{fen, layout};
use xxlchess::rules::{Color, Position};

fn side(name: &str) -> Color {
    Color::ALL.into_iter().find(|color| color.to_string() == name).expect("a setting names a colour")
}

/// Each file in `tests/data/layout` gives the position or the error that the case names.
#[test]
fn every_level_file_gives_its_position_or_error() {
    let variants = Variants::built_in();
    cases::run(&cases::folder("layout"), "txt", |path, case| {
        let variant =
            variants.get(case.setting("variant").unwrap_or("xxl")).expect("a setting names a variant");
        match config::load_level(path, &variant, case.setting("bottom").map(side)) {
            Ok(position) => fen::format(&position),
            Err(error) => format!("error: {error}"),
        }
    });
}

/// The built-in level is `level1.txt` at the top of the repository, and its position is the start of `xxl`.
#[test]
fn the_built_in_level_is_the_start_of_xxl() {
    let xxl = Variants::built_in().get("xxl").unwrap();
    let level = config::parse_level(Path::new("level1.txt"), config::built_in_level().as_bytes(), &xxl, None);
    assert_eq!(level, Ok(Position::start(&xxl).unwrap()));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("level1.txt");
    assert_eq!(fs::read_to_string(path).unwrap(), config::built_in_level());
}

/// The start of each built-in variant has the same pieces after formatting and parsing its layout.
#[test]
fn the_start_of_every_variant_is_formatted_and_parsed() {
    let variants = Variants::built_in();
    let names: Vec<_> = variants.names().collect();
    assert!(names.contains(&"xxl") && names.contains(&"chess"));
    for variant in names.iter().filter_map(|name| variants.get(name)) {
        let start = variant.start();
        let text = layout::format(&variant, start);
        assert_eq!(text.lines().count(), usize::from(variant.rules().ranks));
        let mut read = layout::parse_setup(&variant, text.as_bytes(), Some(Color::White)).unwrap().pieces;
        let mut written = start.pieces.clone();
        read.sort_unstable();
        written.sort_unstable();
        assert_eq!(read, written, "{}", variant.rules().name);
    }
}

/// More than 64 KiB are refused, as bytes and as a file.
#[test]
fn a_level_may_not_exceed_its_limit() {
    let xxl = Variants::built_in().get("xxl").unwrap();
    let long = vec![b'\n'; layout::MAX_BYTES + 1];
    assert_eq!(layout::parse(&xxl, &long, None), Err(layout::LayoutError::TooLong(layout::MAX_BYTES + 1)));
    let path = std::env::temp_dir().join(format!("xxlchess-{}-long.txt", std::process::id()));
    fs::write(&path, &long).unwrap();
    let error = config::load_level(&path, &xxl, None).unwrap_err();
    fs::remove_file(&path).unwrap();
    assert!(error.to_string().ends_with("is too long; expected at most 65536 bytes"), "{error}");
}
