//! From the game to the picture and from the pointer to commands; draws nothing itself.

pub mod app;
pub mod input;
pub mod layout;
pub mod scene;
pub mod screen;
pub mod screens;
pub mod shell;
pub mod sound;
pub mod starter;
pub mod text;
pub mod theme;
pub mod widgets;
