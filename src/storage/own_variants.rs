//! Variants of the player's own, with their networks, puzzles and drawings of pieces.

use std::path::{Path, PathBuf};

use super::{Storage, levels};
use crate::config;
use crate::engine::eval::network::{self, Network};
use crate::game::puzzle::file::parse_each;
use crate::game::puzzle::{self, Puzzle};
use crate::notation::variants_ini::{self, Variants};
use crate::platform::file_system;
use crate::training;

/// Folder of the player's own variants.
const VARIANTS: &str = "variants";
/// File with the puzzles of a variant of the player's own, in its folder.
pub const FOUND_PUZZLES: &str = "puzzles.txt";
/// Extension of the drawings in this folder.
const DRAWING: &str = "svg";
/// Beginning of the names of drawings of the player's own.
const OWN_DRAWING: &str = "my-";

impl Storage {
    /// The built-in variants and those of the player's own files, which are read in the order of their names. Also returns a
    /// sentence for each file that cannot be read, and for each section that is left out.
    pub fn variants(&self) -> (Variants, Vec<String>) {
        let (mut variants, mut problems) = (Variants::built_in(), Vec::new());
        for path in self.variant_files() {
            match config::read_text(&path, variants_ini::MAX_BYTES as u64) {
                Ok(text) => {
                    let (more, left_out) = variants.with_valid_sections(&path.display().to_string(), &text);
                    variants = more;
                    problems.extend(left_out.iter().map(ToString::to_string));
                }
                Err(error) => problems.push(error.to_string()),
            }
        }
        let names: Vec<_> = variants.own_names().map(str::to_owned).collect();
        for name in names {
            let network =
                self.variant_folder(&variants, &name).and_then(|folder| training::last_network(&folder));
            let Some(path) = network else { continue };
            let file = file_system::read(&path, network::MAX_BYTES).map_err(|error| error.to_string());
            let valid = |file: Vec<u8>| match Network::from_bytes(&file) {
                Ok(_) => Ok(file),
                Err(error) => Err(error.to_string()),
            };
            match file.and_then(valid) {
                Ok(file) => variants = variants.with_network(&name, file),
                Err(error) => {
                    problems.push(format!("The network of {name} is not used: {}: {error}.", path.display()));
                }
            }
        }
        (variants, problems)
    }

    /// The folder of the training and of the puzzles of a variant of the player's own. Its name has the hash of the rules, so
    /// that a variant with other rules gets another one. `None` if the name cannot be that of a file.
    pub fn variant_folder(&self, variants: &Variants, name: &str) -> Option<PathBuf> {
        let hash = variants.rules_hash(name);
        Some(self.variant_file(name).ok()?.with_file_name(format!("{name}-{hash:08x}")))
    }

    /// The puzzles that were found for a variant of the player's own, the easiest first.
    pub fn found_puzzles(&self, variants: &Variants, name: &str) -> Vec<Puzzle> {
        let path = self.variant_folder(variants, name).map(|folder| folder.join(FOUND_PUZZLES));
        let text = path.and_then(|path| config::read_text(&path, puzzle::file::MAX_BYTES as u64).ok());
        let puzzles =
            text.zip(variants.get(name)).and_then(|(text, variant)| parse_each(&variant, &text).ok());
        let mut puzzles: Vec<_> =
            puzzles.into_iter().flatten().filter_map(|(_, puzzle)| puzzle.ok()).collect();
        puzzles.sort_by_key(|puzzle| puzzle.rating);
        puzzles
    }

    /// Saves a variant of the player's own, whose section is `text`. One of the same name is replaced only if `replace` is set.
    ///
    /// # Errors
    /// If there is one of the same name, it is in a file with others, or the file cannot be written, a sentence with the reason.
    pub fn save_variant(&self, name: &str, text: &str, replace: bool) -> Result<(), String> {
        let path = match self.file_with_variant(name) {
            Some((path, true)) if replace => path,
            Some((path, false)) if replace => return Err(is_with_others(name, &path)),
            None if self.variants().0.rules(name).is_none() => {
                let path = self.variant_file(name)?;
                if file_system::exists(&path) {
                    return Err(format!("There is another file {name}.ini already. Choose another name."));
                }
                path
            }
            _ => return Err(format!("There is a game called {name} already. Choose another name.")),
        };
        file_system::replace_and_sync(&path, text.as_bytes())
            .map_err(|error| format!("{} cannot be written: {error}.", path.display()))
    }

    /// Names of the drawings of pieces that the player has opened, in the order of their names.
    pub fn drawings(&self) -> Vec<String> {
        let paths = self.data_file(VARIANTS).map(|folder| file_system::list(&folder)).unwrap_or_default();
        let drawings =
            paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == DRAWING));
        let mut names: Vec<_> =
            drawings.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
        names.sort();
        names
    }

    /// The SVG of a drawing of the player's own.
    ///
    /// # Errors
    /// The reason why it cannot be read, which continues a sentence.
    pub fn drawing(&self, name: &str) -> Result<String, String> {
        let path = self.file_of(name, DRAWING)?;
        config::read_text(&path, config::MAX_DRAWING_BYTES).map_err(|error| error.to_string())
    }

    /// A name for a new drawing, such as `my-manticore`. No built-in drawing begins so.
    pub fn free_drawing_name(&self, name: &str) -> String {
        let name: String =
            name.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
        let (known, name) =
            (self.drawings(), format!("{OWN_DRAWING}{}", name.trim_start_matches(OWN_DRAWING)));
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| !known.contains(name)).unwrap_or(name)
    }

    /// Saves the SVG of a drawing of the player's own.
    ///
    /// # Errors
    /// If it is too long, or the file cannot be written, a sentence with the reason.
    pub fn save_drawing(&self, name: &str, svg: &str) -> Result<(), String> {
        if svg.len() as u64 > config::MAX_DRAWING_BYTES {
            return Err(format!(
                "The drawing is too long; at most {} bytes are read.",
                config::MAX_DRAWING_BYTES
            ));
        }
        let path = self.file_of(name, DRAWING)?;
        file_system::replace_and_sync(&path, svg.as_bytes())
            .map_err(|error| format!("{} cannot be written: {error}.", path.display()))
    }

    /// Deletes the file of a variant of the player's own, with its networks and puzzles.
    ///
    /// # Errors
    /// If it has no file of its own, or that cannot be removed, a sentence with the reason.
    pub fn delete_variant(&self, name: &str) -> Result<(), String> {
        let path = match self.file_with_variant(name) {
            Some((path, true)) => path,
            Some((path, false)) => return Err(is_with_others(name, &path)),
            None => return Err(format!("There is no file with the game {name} any more.")),
        };
        let removed = file_system::remove(&path);
        removed.map_err(|error| format!("{} cannot be removed: {error}.", path.display()))?;
        let is_of_variant = |folder: &PathBuf| {
            let folder = folder.file_name().unwrap_or_default().to_string_lossy();
            let hash = folder.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
            hash.is_some_and(|hash| hash.len() == 8 && u32::from_str_radix(hash, 16).is_ok())
        };
        let folders = path.parent().map(file_system::list).unwrap_or_default();
        // A folder that cannot be removed is used by no other variant.
        folders
            .into_iter()
            .filter(is_of_variant)
            .for_each(|folder| drop(file_system::remove_folder(&folder)));
        Ok(())
    }

    /// Finds the file that defines the player's own variant `name`. The flag is set if the file defines no other variant.
    fn file_with_variant(&self, name: &str) -> Option<(PathBuf, bool)> {
        self.variant_files().into_iter().find_map(|path| {
            let text = config::read_text(&path, variants_ini::MAX_BYTES as u64).ok()?;
            let names = variants_ini::section_names(&text);
            names.contains(&name).then_some((path, names.len() == 1))
        })
    }

    /// The files of variants of the player's own, in the order of their names.
    fn variant_files(&self) -> Vec<PathBuf> {
        let mut paths = self.data_file(VARIANTS).map(|folder| file_system::list(&folder)).unwrap_or_default();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "ini"));
        paths.sort();
        paths
    }

    /// The file of a new variant of the player's own.
    pub(super) fn variant_file(&self, name: &str) -> Result<PathBuf, String> {
        self.file_of(name, "ini")
    }

    /// A file of the folder of variants.
    fn file_of(&self, name: &str, extension: &str) -> Result<PathBuf, String> {
        let folder = self.data_file(VARIANTS).ok_or("This system has no folder for games of your own.")?;
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_+.".contains(letter);
        let is_file_name = name.starts_with(|letter: char| letter.is_ascii_alphanumeric());
        if !is_file_name || name.len() > 60 || !name.chars().all(fits) || levels::is_device(name) {
            return Err(format!("{name:?} cannot be the name of a file. Choose another name."));
        }
        Ok(folder.join(format!("{name}.{extension}")))
    }
}

/// The error for a variant of the player's own whose file also defines other variants, so that it can be neither replaced nor
/// deleted.
fn is_with_others(name: &str, path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    format!("{name} is in the file {file} with other games, in the folder {VARIANTS}. Change it there.")
}
