//! The program's folders in the user's home.

use std::path::PathBuf;

use directories::ProjectDirs;

/// The folder for saved games and progress; `None` if the user has no home.
pub fn data() -> Option<PathBuf> {
    Some(ours()?.data_dir().to_owned())
}

/// The folder for settings; `None` if the user has no home.
pub fn config() -> Option<PathBuf> {
    Some(ours()?.config_dir().to_owned())
}

fn ours() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "xxlchess")
}
