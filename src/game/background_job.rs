//! Jobs for a variant of the player's own, which go on when the window is closed, and the files by which it shows their progress.

use std::path::{Path, PathBuf};

/// Kind of job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Trains a network.
    Training,
    /// Finds puzzles.
    Puzzles,
}

impl JobKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Training, Self::Puzzles];

    /// Name of its files in the folder of the variant. The job holds the lock of this name while it runs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::Puzzles => "puzzles",
        }
    }

    /// The file with the progress in the folder of a variant.
    pub fn status_file(self, folder: &Path) -> PathBuf {
        folder.join(self.name()).with_extension("status")
    }

    /// The file that a running job locks.
    pub fn lock_file(self, folder: &Path) -> PathBuf {
        folder.join(self.name()).with_extension("lock")
    }
}

/// Progress of a job.
///
/// ```
/// use xxlchess::game::background_job::JobStatus;
///
/// let status = JobStatus { percent: 40, words: "20 of 50 puzzles found".to_owned(), is_running: false };
/// assert_eq!(JobStatus::parse(&status.to_text()), status);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobStatus {
    /// How much is done. 100 stands for a job that has ended.
    pub percent: u8,
    /// The progress or the result in a sentence; empty before the first start.
    pub words: String,
    /// Whether the job runs. It is not stored.
    pub is_running: bool,
}

impl JobStatus {
    /// Most bytes of the file.
    pub const MAX_BYTES: u64 = 4096;

    /// Whether the job was interrupted.
    pub fn is_interrupted(&self) -> bool {
        !self.is_running && self.percent < 100 && !self.words.is_empty()
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        format!("{}\n{}\n", self.percent, self.words)
    }

    /// Reads the text of the file. What is damaged is left out.
    pub fn parse(text: &str) -> Self {
        let (percent, words) = text.split_once('\n').unwrap_or_default();
        let percent = percent.parse::<u8>().unwrap_or_default().min(100);
        Self { percent, words: words.trim().to_owned(), is_running: false }
    }

    /// The file that asks the job with this file of progress to end.
    pub fn stop_file(status: &Path) -> PathBuf {
        status.with_extension("stop")
    }
}
