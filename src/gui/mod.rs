//! The window: paints scenes, collects input and plays sounds. Makes no decisions.
//!
//! All pieces and letters are in one texture (`atlas`), so that a frame takes some ten draw calls (`mesh_builder`).
//! Together with `occlusion` this gives sixty frames a second with software rendering. docs/experiments.md has what
//! each of them saves.

mod atlas;
mod display;
mod drawing;
mod frame_stats;
mod geometry;
mod glyphs;
mod input;
mod mesh_builder;
mod occlusion;
pub mod pacing;
mod painter;
mod sprites;
mod svg;
mod touch;
mod window;

pub use drawing::{Drawing, DrawingError};
pub use window::{WindowOptions, run};
