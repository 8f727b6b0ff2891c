//! Tests of what is read from and written to disk: config, levels, saved games, settings.

#[path = "../common/mod.rs"]
mod common;
#[path = "../invariants/mod.rs"]
mod invariants;

mod archive;
mod bad_files;
mod config_files;
mod config_options;
mod keeping;
mod ready_configs;
mod remembered;
mod saved_levels;
mod sizes;
