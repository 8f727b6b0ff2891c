//! The picture of the program as a value: screens turn state into nodes, the nodes become a scene, and input becomes
//! messages to the screens.

mod built;
pub mod command_line;
pub mod form;
pub mod frame;
pub mod home_setup;
pub mod host;
pub mod input;
pub mod layout;
pub mod level_entry;
pub mod picture;
pub mod scene;
pub mod screen;
pub mod screens;
pub mod sound;
pub mod text;
pub mod theme;
pub mod widgets;
