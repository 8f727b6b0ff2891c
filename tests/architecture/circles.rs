//! Files that use each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::{code_of, is_test, library, module_of, root, sources};

/// A path of modules and at its end perhaps an item: `["rules", "position", "Position"]`.
type Path = Vec<String>;

fn path(text: &str) -> Path {
    text.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

/// The paths of a `use` declaration, with its braces multiplied out.
fn multiplied(text: &str) -> Vec<String> {
    let Some((prefix, rest)) = text.split_once('{') else {
        return vec![text.split(" as ").next().unwrap_or_default().to_owned()];
    };
    let inside = rest.rsplit_once('}').map_or(rest, |(inside, _)| inside);
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in inside.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match (letter, depth) {
            (',', 0) => parts.push(String::new()),
            _ => parts.last_mut().expect("never empty").push(letter),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| multiplied(&format!("{}{}", prefix.trim(), part.trim()))).collect()
}

/// The paths that a file names: of its re-exports (`pub use`), and of everything else.
fn named_paths(code: &str) -> (Vec<String>, Vec<String>) {
    let (mut exported, mut used) = (Vec::new(), Vec::new());
    for (at, _) in code.match_indices("use ").filter(|(at, _)| code[..*at].ends_with(char::is_whitespace)) {
        let declaration = code[at + 4..].split(';').next().unwrap_or_default();
        let word_before = code[..at].split_whitespace().next_back().unwrap_or_default();
        let list = if word_before.starts_with("pub") { &mut exported } else { &mut used };
        list.extend(multiplied(&declaration.replace('\n', " ")));
    }
    for start in ["crate::", "super::", "self::"] {
        // The second `super` of `super::super` begins no path.
        for (at, _) in code.match_indices(start).filter(|(at, _)| !code[..*at].ends_with("::")) {
            let in_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            used.push(code[at..].chars().take_while(|c| in_path(*c)).collect());
        }
    }
    (exported, used)
}

/// The path `text`, as written in `module`, from the root of its crate. `None` for crates of others.
fn absolute(module: &Path, text: &str, modules: &BTreeSet<Path>) -> Option<Path> {
    let mut parts = path(text);
    let mut base = module.clone();
    let in_crate = |name: &str| Some([path(name), path(text).split_off(1)].concat());
    match parts.first()?.as_str() {
        "crate" if ["simulator", "tools"].contains(&module[0].as_str()) => return in_crate(&module[0]),
        "crate" | "xxlchess" | "xxlchess_core" => return in_crate(""),
        "xxlchess_simulator" => return in_crate("simulator"),
        "xxlchess_tools" => return in_crate("tools"),
        "self" => base.extend(parts.drain(..).skip(1)),
        "super" => {
            while parts.first().is_some_and(|part| part == "super") {
                base.pop();
                parts.remove(0);
            }
            base.extend(parts);
        }
        first => {
            base.push(first.to_owned());
            if !modules.contains(&base) {
                return None;
            }
            base.extend(parts.into_iter().skip(1));
        }
    }
    Some(base)
}

/// The module that defines `path`, through re-exports.
fn defining_module(mut path: Path, exports: &BTreeMap<Path, Path>, modules: &BTreeSet<Path>) -> Path {
    // A chain of re-exports is short.
    for _ in 0..8 {
        let exported = (1..=path.len()).rev().find_map(|length| {
            let target = exports.get(&path[..length])?;
            (!modules.contains(&path[..length])).then(|| [target, &path[length..]].concat())
        });
        match exported {
            Some(target) if target != path => path = target,
            _ => break,
        }
    }
    while !modules.contains(&path) && !path.is_empty() {
        path.pop();
    }
    path
}

/// For each module the modules that it uses. A module may use those inside it, which is not listed.
fn dependencies() -> BTreeMap<Path, BTreeSet<Path>> {
    let tools = sources(&root().join("tools/src"));
    let files = library().into_iter().chain(tools).filter(|file| !is_test(file));
    let code: BTreeMap<Path, String> = files
        .map(|file| (path(&module_of(&file)), code_of(&file)))
        .filter(|(module, _)| !module.is_empty())
        .collect();
    let modules: BTreeSet<Path> = code.keys().cloned().collect();
    let mut exports = BTreeMap::new();
    let mut used = BTreeMap::new();
    for (module, code) in &code {
        let (public, private) = named_paths(code);
        for target in public.iter().filter_map(|text| absolute(module, text, &modules)) {
            let name = target.last().expect("a path has an end").clone();
            exports.insert([module.clone(), vec![name]].concat(), target);
        }
        used.insert(module, [public, private].concat());
    }
    let mut dependencies = BTreeMap::new();
    for (module, texts) in used {
        let targets = texts.iter().filter_map(|text| absolute(module, text, &modules));
        let targets = targets.map(|target| defining_module(target, &exports, &modules));
        let outside = targets.filter(|target| !target.is_empty() && !target.starts_with(module));
        dependencies.insert(module.clone(), outside.collect());
    }
    dependencies
}

/// All modules that can be reached from `module`.
fn reachable(module: &Path, dependencies: &BTreeMap<Path, BTreeSet<Path>>) -> BTreeSet<Path> {
    let mut found = BTreeSet::new();
    let mut open = vec![module];
    while let Some(next) = open.pop() {
        open.extend(dependencies[next].iter().filter(|&target| found.insert(target.clone())));
    }
    found
}

/// No file uses itself over other files, in circles of any length and through re-exports.
#[test]
fn no_files_use_each_other_in_a_circle() {
    let dependencies = dependencies();
    for (user, used) in [
        ("rules::position", "rules::board"),
        ("simulator::board", "simulator::error"),
        ("puzzle_finder::finder", "puzzle_finder::themes"),
        ("tools::bin::spsa", "tools"),
    ] {
        assert!(dependencies[&path(user)].contains(&path(used)), "{user} is understood");
    }
    let reachable: BTreeMap<_, _> =
        dependencies.keys().map(|module| (module, reachable(module, &dependencies))).collect();
    let mut circles = BTreeSet::new();
    for (module, others) in &reachable {
        let circle: BTreeSet<_> = others.iter().filter(|other| reachable[other].contains(*module)).collect();
        if !circle.is_empty() {
            circles.insert(circle.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(", "));
        }
    }
    assert!(circles.is_empty(), "circles:\n{}", circles.into_iter().collect::<Vec<_>>().join("\n"));
}
