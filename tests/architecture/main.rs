//! Tests of the source code itself: layers, purity, circles of files, dependencies.

mod circles;
mod dependencies;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Words for clocks, files, screens and randomness, which `rules`, `game` and `sound` get as arguments.
const IMPURE: [&str; 9] = [
    "Instant",
    "SystemTime",
    "std::fs",
    "std::io",
    "std::env",
    "println!",
    "rand::",
    "macroquad",
    "std::net",
];

/// All Rust files of the library, of both packages.
fn library() -> Vec<PathBuf> {
    [src(), core_src()].iter().flat_map(|folder| sources(folder)).collect()
}

/// All Rust files below `folder`.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn core_src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("core/src")
}

/// The module of a file: `rules::position` for `rules/position.rs`, nothing for `lib.rs` and `main.rs`.
fn module_of(file: &Path) -> String {
    let below = file.strip_prefix(core_src()).or_else(|_| file.strip_prefix(src()));
    let below = below.expect("a file of the library").with_extension("");
    let parts = below.iter().map(|part| part.to_string_lossy());
    let parts: Vec<_> = parts.filter(|part| !["mod", "lib", "main"].contains(&part.as_ref())).collect();
    parts.join("::")
}

/// The first part of a file's module.
fn layer_of(file: &Path) -> String {
    module_of(file).split("::").next().unwrap_or_default().to_owned()
}

/// The code of a file without comments and unit tests.
fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a source file can be read");
    let line_code = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    let code = text.lines().map(line_code).collect::<Vec<_>>().join("\n");
    code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned()
}

/// Whether a file contains only unit tests.
fn is_test(file: &Path) -> bool {
    file.iter().any(|part| part == "tests" || part == "tests.rs")
}

/// The layers of the table in docs/architecture.md from top to bottom, each with those that its last column names.
fn layers() -> Vec<(String, BTreeSet<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/architecture.md")).expect("the document can be read");
    let (_, table) =
        text.split_once("| Module | Responsibility | Uses |\n|---|---|---|\n").expect("the table");
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let row = |line: &str| {
        let cells: Vec<_> = line.split('|').collect();
        (cells[1].trim().trim_matches('`').to_owned(), names(cells[3]))
    };
    table.lines().take_while(|line| line.starts_with('|')).map(row).collect()
}

/// The layers that the code of a file names in its paths.
fn used_layers(file: &Path) -> BTreeSet<String> {
    let code = code_of(file);
    let paths = ["crate::", "xxlchess_core::"].into_iter().flat_map(|start| code.split(start).skip(1));
    let name = |path: &str| path.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
    paths.map(name).filter(|name: &String| !name.is_empty() && *name != layer_of(file)).collect()
}

/// Each row of the table of layers names exactly the layers that the code uses, and all of them stand below it.
#[test]
fn layers_use_those_of_the_table_which_stand_below_them() {
    let layers = layers();
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in library().into_iter().filter(|file| !is_test(file)) {
        used.entry(layer_of(&file)).or_default().extend(used_layers(&file));
    }
    // The files of the crate root belong to no layer, and the program may use everything.
    used.remove("");
    used.remove("cli");
    assert!(used.len() > 10, "the sources are read");
    for (layer, used) in used {
        let place = layers.iter().position(|(name, _)| *name == layer);
        let place = place.unwrap_or_else(|| panic!("{layer} is not in the table"));
        assert_eq!(layers[place].1, used, "layers used by {layer}: the table, the code");
        let below: BTreeSet<_> = layers[place + 1..].iter().map(|(name, _)| name.clone()).collect();
        assert!(used.is_subset(&below), "{layer} uses a layer above it");
    }
}

/// The code of UCI does not name CECP, nor the other way round, and what they share names neither.
#[test]
fn no_protocol_uses_another() {
    for file in sources(&core_src().join("protocol")) {
        let module = module_of(&file);
        for protocol in ["uci", "cecp"] {
            let is_own = module == "protocol" || module.starts_with(&format!("protocol::{protocol}"));
            let uses = code_of(&file).contains(&format!("{protocol}::"));
            assert!(is_own || !uses, "{module} uses {protocol}");
        }
    }
}

/// Words in the code of the pure layers.
#[test]
fn pure_layers_use_no_clock_file_screen_or_randomness() {
    let mut faults = Vec::new();
    for file in library().into_iter().filter(|f| ["rules", "game", "sound"].contains(&layer_of(f).as_str())) {
        let code = code_of(&file);
        for word in IMPURE.iter().filter(|word| code.contains(**word)) {
            faults.push(format!("{}: {word}", file.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The first line of every source file.
#[test]
fn every_file_begins_with_its_subject() {
    let silent = |file: &PathBuf| !fs::read_to_string(file).expect("readable").starts_with("//!");
    let silent: Vec<_> = library().into_iter().filter(silent).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

/// Paths of source files in the documents for developers, below the repository, `src` or `core/src`.
#[test]
fn files_named_in_the_documents_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for document in ["docs/architecture.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root.join(document)).expect("a document can be read");
        let paths = text.split('`').filter(|word| word.ends_with(".rs") && !word.contains("NAME"));
        for path in paths.filter(|path| path.contains('/')) {
            let exists = [root, &src(), &core_src()].iter().any(|folder| folder.join(path).exists());
            assert!(exists, "{document} names {path}");
        }
    }
}

/// Conditions on the system outside `platform`.
#[test]
fn only_platform_depends_on_the_system() {
    const WORDS: [&str; 7] =
        ["target_arch", "target_os", "target_family", "(unix", "(windows", "os::unix", "os::windows"];
    let mut faults = Vec::new();
    for file in library().into_iter().filter(|file| layer_of(file) != "platform") {
        let code = code_of(&file);
        for word in WORDS.iter().filter(|word| code.contains(**word)) {
            faults.push(format!("{}: {word}", file.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The files that draw the board use no `Game` and no `Position`, so that nothing hidden can be drawn.
#[test]
fn the_board_is_drawn_from_the_players_view() {
    for name in ["draw.rs", "animation.rs"] {
        let code = code_of(&src().join("view/widgets/board").join(name));
        for word in ["Game,", "Game;", "Game)", "&Game", "Position", ".position()"] {
            assert!(!code.contains(word), "view/widgets/board/{name} uses {word}");
        }
    }
}

/// String literals with the name of a piece, outside the tables of names.
#[test]
fn no_code_depends_on_the_name_of_a_piece() {
    /// Files whose subject is the names themselves: those of the variant files, of the drawings, and the word that
    /// the config has for promotion.
    const NAMES: [&str; 3] = ["notation/variants_ini/pieces.rs", "gui/sprites.rs", "game/options.rs"];
    let kinds =
        ["rook", "knight", "bishop", "queen", "archbishop", "camel", "general", "amazon", "chancellor"];
    let mut faults = Vec::new();
    for file in library() {
        let path = file.to_string_lossy().into_owned();
        if is_test(&file) || NAMES.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        let code = code_of(&file);
        for kind in kinds.iter().filter(|kind| code.contains(&format!("\"{kind}\""))) {
            faults.push(format!("{path} names {kind}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
