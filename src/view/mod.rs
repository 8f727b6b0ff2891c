//! From the game to the picture and from the pointer to commands; draws nothing itself.

pub mod app;
pub mod input;
pub mod measure;
pub mod pacing;
pub mod scene;
