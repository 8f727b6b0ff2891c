//! `xxlchess check`, and finding variants by name.

use std::path::Path;
use std::sync::Arc;

use xxlchess::config;
use xxlchess::notation::variants_ini::{self, Variants};
use xxlchess::rules::Variant;

use super::{Failure, print_line};

/// Prints every error in the variant file at `path`.
pub fn check(path: &Path) -> Result<(), Failure> {
    let name = path.display().to_string();
    let errors = variants_ini::check(&name, &read(path)?);
    errors.iter().try_for_each(print_line)?;
    if errors.is_empty() { Ok(()) } else { Err(Failure::answer("")) }
}

/// The built-in variants, and those of the file at `path` if one is named.
pub fn load(path: Option<&Path>) -> Result<Variants, Failure> {
    let built_in = Variants::built_in();
    let Some(path) = path else { return Ok(built_in) };
    built_in.with_file(&path.display().to_string(), &read(path)?).map_err(Failure::input)
}

/// The variant called `name`.
pub fn find(variants: &Variants, name: &str) -> Result<Arc<Variant>, Failure> {
    variants.find(name).map_err(Failure::input)
}

fn read(path: &Path) -> Result<String, Failure> {
    config::read_text(path, variants_ini::MAX_BYTES as u64).map_err(Failure::input)
}
