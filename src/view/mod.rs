//! From the game to the picture and from the pointer to commands; draws nothing itself.

pub mod animation;
pub mod app;
pub mod board;
pub mod hand;
pub mod handover;
pub mod help;
pub mod highlight;
pub mod input;
pub mod keys;
pub mod layout;
pub mod marks;
pub mod measure;
pub mod menu;
pub mod pacing;
pub mod play;
pub mod promotion;
pub mod puzzle;
pub mod scene;
pub mod screen;
pub mod shell;
pub mod sidebar;
pub mod sound;
pub mod theme;
pub mod widgets;
