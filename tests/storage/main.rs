//! Tests of files that the program reads and writes: config, levels, saved games, settings.

#[path = "../common/mod.rs"]
mod common;
#[path = "../invariants/mod.rs"]
mod invariants;

mod analyse;
mod bad_files;
mod config_files;
mod config_options;
mod convert;
mod damage;
mod games;
mod keeping;
mod levels;
mod mutated;
mod ready_configs;
mod settings_file;
mod simulate;
mod sizes;
