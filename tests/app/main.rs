//! Tests of the screens without a window: input, announcements, pictures, sounds.

#[path = "../common/mod.rs"]
mod common;

mod access;
mod actions;
mod analysis_screen;
mod editor;
#[cfg(target_os = "linux")]
mod engines;
mod home;
mod learn_screen;
mod list;
mod menu;
mod mistakes;
mod own_pieces;
mod own_variants;
mod picture;
#[cfg(feature = "gui")]
mod pictures;
mod puzzle_pages;
mod puzzle_screen;
mod shell;
mod sounds;
mod speech;
mod touch;
mod workshop;
mod workshop_jobs;
