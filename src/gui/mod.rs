//! The window: paints scenes and reports input, and decides nothing.
//!
//! A scene becomes triangles on one texture (`sheet`), so that a frame is a handful of calls to the graphics card, and
//! what a page over it hides is left out (`cover`); that holds sixty frames a second without a graphics card, too. Only
//! `window`, `painter` and `input` talk to the window library; the rest is plain computing and tested as such.

mod announcer;
mod atlas;
mod audio;
mod clipboard;
mod display;
mod drawing;
mod glyphs;
mod input;
mod mesh_builder;
mod occlusion;
pub mod pacing;
mod painter;
mod sprites;
mod window;

pub use display::WindowError;
pub use drawing::{Drawing, DrawingError};
pub use window::{WindowOptions, run};
