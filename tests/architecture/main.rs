//! Tests of the source code itself: layers, purity, circles of files, dependencies.

mod circles;
mod dependencies;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
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

/// Folders of source, each with the name that the tests use for the root of its crate.
const FOLDERS: [(&str, &str); 4] =
    [("src", ""), ("core/src", ""), ("simulator/src", "simulator"), ("tools/src", "tools")];

/// All Rust files of the library and the program.
fn library() -> Vec<PathBuf> {
    FOLDERS[..3].iter().flat_map(|(folder, _)| sources(&root().join(folder))).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
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

/// The module of a file: `rules::position` for `rules/position.rs`, nothing for `lib.rs` and `main.rs`.
fn module_of(file: &Path) -> String {
    let below = |folder| Some(file.strip_prefix(root().join(folder)).ok()?.with_extension(""));
    let (below, prefix) = FOLDERS
        .iter()
        .find_map(|(folder, prefix)| Some((below(folder)?, *prefix)))
        .expect("a file of the library");
    let parts = below
        .iter()
        .map(|part| part.to_string_lossy())
        .filter(|part| !["mod", "lib", "main"].contains(&part.as_ref()));
    let parts: Vec<_> =
        [prefix.into()].into_iter().filter(|part: &Cow<'_, str>| !part.is_empty()).chain(parts).collect();
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

/// Whether a file contains only unit tests, or helpers that exist only for them.
fn is_test(file: &Path) -> bool {
    if file.iter().any(|part| part == "tests" || part == "tests.rs") {
        return true;
    }
    let parent = fs::read_to_string(file.with_file_name("mod.rs")).unwrap_or_default();
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    ["mod", "pub(crate) mod"].iter().any(|word| parent.contains(&format!("#[cfg(test)]\n{word} {name};")))
}

/// The layers of the table in docs/architecture.md from top to bottom, each with those that its last column names.
fn layers() -> Vec<(String, BTreeSet<String>)> {
    let text = fs::read_to_string(root().join("docs/architecture.md")).expect("the document can be read");
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
    // The simulator is a crate of its own.
    let starts = if layer_of(file) == "simulator" {
        &["xxlchess_core::"][..]
    } else {
        &["crate::", "xxlchess_core::"]
    };
    let paths = starts.iter().flat_map(|start| code.split(start).skip(1));
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

/// The code of a protocol names no other protocol, and what UCI and CECP share names none.
#[test]
fn no_protocol_uses_another() {
    for file in sources(&root().join("core/src/protocol")) {
        let module = module_of(&file);
        for protocol in ["uci", "cecp", "job"] {
            let is_own = module == "protocol" || module.starts_with(&format!("protocol::{protocol}"));
            let uses = code_of(&file).contains(&format!("{protocol}::"));
            assert!(is_own || !uses, "{module} uses {protocol}");
        }
    }
}

/// Asserts that no file of the library that passes the filter `is_meant` has one of the words in its code.
fn assert_has_none(words: &[&str], is_meant: impl Fn(&Path) -> bool) {
    let mut faults = Vec::new();
    for file in library().into_iter().filter(|file| is_meant(file)) {
        let code = code_of(&file);
        for word in words.iter().filter(|word| code.contains(**word)) {
            faults.push(format!("{}: {word}", file.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The code of the pure layers contains none of the words for clocks, files, screens and randomness.
#[test]
fn pure_layers_use_no_clock_file_screen_or_randomness() {
    let is_pure = |file: &Path| ["rules", "game", "sound"].contains(&layer_of(file).as_str());
    assert_has_none(&IMPURE, |file| is_pure(file) && !is_test(file));
}

/// The first line of every source file is a module comment.
#[test]
fn every_file_begins_with_its_subject() {
    let silent = |file: &PathBuf| !fs::read_to_string(file).expect("readable").starts_with("//!");
    let silent: Vec<_> = library().into_iter().filter(silent).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

/// Whether `path` is not that of a file of the repository, or there is such a file or folder.
fn exists_if_ours(path: &str, rust_files: &BTreeSet<OsString>) -> bool {
    /// Parts of paths that a build makes and of examples.
    const OTHERS: [&str; 8] = ["target", "web/dist", "…", "NAME", "SCRIPT", "VARIANT", "VERSION", "phoenix"];
    let path = path.split('#').next().unwrap_or_default();
    let is_rust = path.ends_with(".rs");
    let Some((first, _)) = path.split_once('/') else {
        return !is_rust || rust_files.contains(&OsString::from(path));
    };
    let exists = |path: &str| {
        FOLDERS.iter().any(|(folder, _)| root().join(folder).join(path).exists())
            || root().join(path).exists()
    };
    exists(path)
        || OTHERS.iter().any(|word| path.contains(word))
        || !is_rust && (first.is_empty() || !exists(first))
}

/// The documents with their texts.
fn documents() -> impl Iterator<Item = (PathBuf, String)> {
    let folder = fs::read_dir(root().join("docs")).expect("the folder can be read");
    folder
        .map(|entry| entry.expect("an entry can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .chain(["README.md", "CONTRIBUTING.md"].map(|name| root().join(name)))
        .map(|document| {
            let text = fs::read_to_string(&document).expect("a document can be read");
            (document, text)
        })
}

/// Paths of the repository in the documents, and names of Rust files without a path.
#[test]
fn files_named_in_the_documents_exist() {
    let folders = ["src", "core", "simulator", "tests", "tools", "web", "benches", "examples", "fuzz"];
    let rust_files = folders.iter().flat_map(|folder| sources(&root().join(folder)));
    let rust_files = rust_files.filter_map(|file| Some(file.file_name()?.to_owned())).collect();
    let mut faults = Vec::new();
    for (document, text) in documents() {
        let code = text.split('`').skip(1).step_by(2);
        let missing = code.flat_map(str::split_whitespace).filter(|path| !exists_if_ours(path, &rust_files));
        faults.extend(missing.map(|path| format!("{} names {path}", document.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A row of a table in the documents has as many columns as the row above it. Bars in code do not count.
#[test]
fn rows_of_a_table_have_the_same_columns() {
    let columns = |line: &str| {
        let without_code: String = line.split('`').step_by(2).collect();
        without_code.replace(r"\|", "").matches('|').count()
    };
    let mut faults = Vec::new();
    for (document, text) in documents() {
        let lines: Vec<_> = text.lines().collect();
        let rows = lines.windows(2).filter(|pair| pair.iter().all(|line| line.starts_with('|')));
        let uneven = rows.filter(|pair| columns(pair[0]) != columns(pair[1]));
        faults.extend(uneven.map(|pair| format!("{}: {}", document.display(), pair[1])));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The types and methods that the class diagram names are in the source.
#[test]
fn types_and_methods_of_the_class_diagram_exist() {
    let diagram = fs::read_to_string(root().join("docs/classes.dot")).expect("the diagram can be read");
    let source: String = library().iter().map(|file| code_of(file)).collect();
    let declared = |words: &[&str], name: &str| {
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        words.iter().any(|word| source.split(&format!("{word} {name}")).skip(1).any(ends))
    };
    let mut missing = Vec::new();
    for label in diagram.split("[label = \"{").skip(1) {
        let cells: Vec<_> = label.split('}').next().unwrap_or_default().split('|').collect();
        let names = cells[0].rsplit("»\\n").next().unwrap_or_default().replace("\\n", " ");
        let names = names.split(',').map(|name| name.trim().to_owned());
        missing.extend(names.filter(|name| !declared(&["struct", "enum", "trait"], name)));
        for method in cells[1..].iter().flat_map(|cell| cell.split('(').rev().skip(1)) {
            let name: String =
                method.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let name: String = name.chars().rev().collect();
            missing.extend(Some(name).filter(|name| !declared(&["fn"], name)));
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// No file outside `platform` has a condition on the system.
#[test]
fn only_platform_depends_on_the_system() {
    const WORDS: [&str; 7] =
        ["target_arch", "target_os", "target_family", "(unix", "(windows", "os::unix", "os::windows"];
    assert_has_none(&WORDS, |file| layer_of(file) != "platform");
}

/// The files that draw the board use no `Game` and no `Position`, so that nothing hidden can be drawn.
#[test]
fn the_board_is_drawn_from_the_players_view() {
    for name in ["draw.rs", "animation.rs"] {
        let code = code_of(&root().join("src/view/widgets/board").join(name));
        for word in ["Game,", "Game;", "Game)", "&Game", "Position", ".position()"] {
            assert!(!code.contains(word), "view/widgets/board/{name} uses {word}");
        }
    }
}

/// No string literal outside the tables of names is the name of a piece.
#[test]
fn no_code_depends_on_the_name_of_a_piece() {
    /// Tables of names: the pieces and the counting rules of variant files, the drawings, the words of the config for
    /// promotion, and the tables of variants, of which two have the name of a piece: the menu, the built-in networks and the
    /// scales of winning chances.
    const NAMES: [&str; 7] = [
        "notation/variants_ini/pieces.rs",
        "notation/variants_ini/counting_rules.rs",
        "gui/piece_sets.rs",
        "game/options.rs",
        "app/levels.rs",
        "engine/eval/network.rs",
        "game/analysis/evaluation.rs",
    ];
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
