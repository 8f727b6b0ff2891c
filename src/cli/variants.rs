//! `xxlchess check`, and the search for a variant by its name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use xxlchess::config;
use xxlchess::notation::variants_ini::{self, UnknownVariant, Variants};
use xxlchess::platform::folders;
use xxlchess::rules::Variant;
use xxlchess::storage::Storage;
use xxlchess::storage::game_reader::GameReader;
use xxlchess::view::text::counted;

use super::{Failure, print_line, warn};

/// Arguments that choose a variant.
#[derive(Args, Debug)]
pub struct VariantArguments {
    /// Variant.
    #[arg(long, value_name = "NAME", default_value = "xxl")]
    variant: String,
    /// File with variants of your own, in place of those made in the workshop.
    #[arg(long, value_name = "PATH")]
    variants: Option<PathBuf>,
}

impl VariantArguments {
    pub fn find(&self) -> Result<Arc<Variant>, Failure> {
        find(self.variants.as_deref(), &self.variant)
    }

    /// A reader of games of the variant and of those that the games name.
    pub fn reader(&self) -> Result<GameReader, Failure> {
        let variants = known(self.variants.as_deref(), &self.variant)?;
        let variant = variants.find(&self.variant).map_err(|error| unknown(&error))?;
        Ok(GameReader::new(&variant).with_variants(variants))
    }
}

/// Prints every error in the variant file at `path`.
pub fn check(path: &Path) -> Result<(), Failure> {
    let name = path.display().to_string();
    let errors = variants_ini::check(&name, &read(path)?);
    errors.iter().try_for_each(print_line)?;
    if errors.is_empty() { Ok(()) } else { Err(Failure::answer("")) }
}

/// The built-in variants and the user's own. Faulty sections of the user's files are left out; the window reports them.
pub fn all() -> Variants {
    Storage { data_dir: folders::data(), config_dir: None }.variants().0
}

/// The variant called `name`: a built-in one or one of the file at `path`. Without a file, the user's own variants are known.
pub fn find(path: Option<&Path>, name: &str) -> Result<Arc<Variant>, Failure> {
    known(path, name)?.find(name).map_err(|error| unknown(&error))
}

/// The failure for an unknown variant. It lists all variants if none has a similar name.
pub fn unknown(error: &UnknownVariant) -> Failure {
    match &error.similar {
        Some(_) => Failure::input(error),
        None => Failure::input(format_args!("{error}; known variants: {}", error.known)),
    }
}

/// The built-in variants and those of the file at `path`, or without a file the user's own. Faulty sections of the file are left
/// out with a message if `name`, the variant that is wanted, is not among them.
pub fn known(path: Option<&Path>, name: &str) -> Result<Variants, Failure> {
    let Some(path) = path else { return Ok(all()) };
    let (file, text) = (path.display().to_string(), read(path)?);
    let error = match Variants::built_in().with_file(&file, &text) {
        Ok(variants) => return Ok(variants),
        Err(error) => error,
    };
    let (variants, left_out) = Variants::built_in().with_valid_sections(&file, &text);
    if !variants.own_names().any(|own| own.eq_ignore_ascii_case(name)) {
        return Err(Failure::input(error));
    }
    let sections = counted(left_out.len(), "section");
    warn(format_args!("{file}: {sections} left out because of faults, which `xxlchess check {file}` lists"));
    Ok(variants)
}

fn read(path: &Path) -> Result<String, Failure> {
    config::read_text(path, variants_ini::MAX_BYTES as u64).map_err(Failure::input)
}
