//! From the game to the picture and from the pointer to commands; draws nothing itself.

pub mod input;
pub mod scene;
