//! `xxlchess check`, and the search for a variant by its name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use xxlchess::config;
use xxlchess::notation::variants_ini::{self, Variants};
use xxlchess::rules::Variant;

use super::{Failure, print_line};

/// Arguments that choose a variant.
#[derive(Args, Debug)]
pub struct VariantArguments {
    /// Variant.
    #[arg(long, value_name = "NAME", default_value = "xxl")]
    variant: String,
    /// File with variants of your own.
    #[arg(long, value_name = "PATH")]
    variants: Option<PathBuf>,
}

impl VariantArguments {
    pub fn find(&self) -> Result<Arc<Variant>, Failure> {
        find(self.variants.as_deref(), &self.variant)
    }
}

/// Prints every error in the variant file at `path`.
pub fn check(path: &Path) -> Result<(), Failure> {
    let name = path.display().to_string();
    let errors = variants_ini::check(&name, &read(path)?);
    errors.iter().try_for_each(print_line)?;
    if errors.is_empty() { Ok(()) } else { Err(Failure::answer("")) }
}

/// The variant called `name`: from the file at `path`, if it has one of that name, or a built-in one.
pub fn find(path: Option<&Path>, name: &str) -> Result<Arc<Variant>, Failure> {
    let mut variants = Variants::built_in();
    if let Some(path) = path {
        variants = variants.with_file(&path.display().to_string(), &read(path)?).map_err(Failure::input)?;
    }
    variants.find(name).map_err(Failure::input)
}

fn read(path: &Path) -> Result<String, Failure> {
    config::read_text(path, variants_ini::MAX_BYTES as u64).map_err(Failure::input)
}
