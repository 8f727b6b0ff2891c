//! Commands that run for long, whose progress a window shows.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use xxlchess::config;
use xxlchess::game::background_job::JobStatus;
use xxlchess::platform::{clock, file_system};

use super::Failure;

/// Least time between two writes of the progress.
const INTERVAL: Duration = Duration::from_millis(400);

#[derive(Args, Debug)]
pub struct JobArguments {
    /// Write the progress to this file. The command ends when it is removed, or when there is a file of its name with the
    /// extension stop.
    #[arg(long, value_name = "PATH")]
    status: Option<PathBuf>,
}

/// A running command.
pub struct Job {
    path: Option<PathBuf>,
    written: Option<Instant>,
    has_ended: bool,
}

impl JobArguments {
    /// Runs a command. Its failure is the last progress.
    pub fn run(&self, command: impl FnOnce(&mut Job) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut job = Job { path: self.status.clone(), written: None, has_ended: false };
        if let Some(path) = self.status.clone() {
            // A window that continues a job has written how far it had come.
            let before = config::read_text(&path, JobStatus::MAX_BYTES).unwrap_or_default();
            job.write(JobStatus::parse(&before).percent, "Playing games".to_owned());
            std::thread::spawn(move || end_at_request(&path));
        }
        let result = command(&mut job);
        if let Err(failure) = result.as_ref()
            && !job.has_ended
        {
            job.write(0, failure.message.clone());
        }
        result
    }
}

impl Job {
    /// Shows the progress in percent and in words.
    pub fn show(&mut self, percent: usize, words: String) {
        if self.written.is_none_or(|written| written.elapsed() >= INTERVAL) {
            self.written = Some(Instant::now());
            self.write(percent.min(99) as u8, words);
        }
    }

    /// Shows the result.
    pub fn end(&mut self, words: String) {
        self.has_ended = true;
        self.write(100, words);
    }

    fn write(&self, percent: u8, words: String) {
        let Some(path) = &self.path else { return };
        // The command goes on without a window that shows its progress.
        let _ = file_system::replace(
            path,
            JobStatus { percent, words, ..JobStatus::default() }.to_text().as_bytes(),
        );
    }
}

/// Ends the program when the file that asks for it appears, or when the progress is removed with all files of the variant.
fn end_at_request(status: &Path) {
    let stop = JobStatus::stop_file(status);
    while file_system::exists(status) && !file_system::exists(&stop) {
        clock::sleep(Duration::from_millis(300));
    }
    // Games and puzzles are written in whole records, and what the end cuts off is left out at the next start.
    std::process::exit(0);
}

/// A time in words: `40 seconds`, `12 minutes`, `3 hours`.
pub fn time(seconds: f64) -> String {
    let (number, unit) = match seconds {
        ..90.0 => (seconds, "seconds"),
        ..5400.0 => (seconds / 60.0, "minutes"),
        _ => (seconds / 3600.0, "hours"),
    };
    format!("{number:.0} {unit}")
}
