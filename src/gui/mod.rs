//! The window: it paints scenes, collects input and plays sounds. What is shown is decided in `app` and `view`.
//!
//! All pieces and letters are in one texture (`atlas`), so that a frame takes some ten draw calls (`mesh_builder`).
//! Parts that a panel covers are not drawn (`occlusion`). So software rendering reaches sixty frames a second;
//! docs/experiments.md has the time that each of the three saves.

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
mod picture;
mod piece_sets;
mod sprites;
mod svg;
mod touch;
mod window;

pub use drawing::{Drawing, DrawingError, OwnDrawings};
pub use picture::{MAX_SIZE, Pictures, export};
pub use window::{WindowOptions, run};
