//! Training and puzzle search for variants of the player's own. They run as programs of their own, which go on when the window
//! is closed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::App;
use super::levels::title;
use crate::config;
use crate::game::background_job::{JobKind, JobStatus};
use crate::game::engines::EngineEntry;
use crate::platform::file_system::{self, Lock};
use crate::platform::subprocess::Background;
use crate::platform::threads;
use crate::protocol::uci::client::VARIANT_PATH;
use crate::rules::Variant;
use crate::storage::FOUND_PUZZLES;
use crate::training;
use crate::view::screen::Reply;
use crate::view::screens::workshop::jobs::JobsScreen;

/// Time between two tests whether jobs have ended.
const INTERVAL: Duration = Duration::from_secs(1);
/// Number of puzzles that a search adds.
const PUZZLES: usize = 50;
/// A job uses one core of this many.
const CORES: usize = 4;
/// Nodes for each move of the games for a network. With few of them the first network of a large game is ready in a quarter
/// of an hour: those of Gigachess II and Metamachy won 65 to 68 % against the written evaluation.
const TRAINING_NODES: &str = "100";
/// File with the rules of the variant for a job or an engine.
const RULES: &str = "variant.ini";

/// A job that ran when it was last tested.
pub(super) struct RunningJob {
    variant: String,
    kind: JobKind,
    folder: PathBuf,
    /// The program, if this window has started it.
    program: Option<Background>,
}

impl RunningJob {
    fn is_running(&mut self) -> bool {
        // A program that has just been started has not taken its lock yet.
        self.program.as_mut().is_some_and(Background::is_running) || is_locked(self.kind, &self.folder)
    }
}

impl App {
    /// Finds the jobs that windows before have started.
    pub(super) fn find_jobs(&mut self) {
        let variants = self.setup.reader.variants();
        for name in variants.own_names() {
            let Some(folder) = self.setup.storage.variant_folder(variants, name) else { continue };
            for kind in JobKind::ALL.into_iter().filter(|kind| is_locked(*kind, &folder)) {
                let (variant, folder) = (name.to_owned(), folder.clone());
                self.jobs.push(RunningJob { variant, kind, folder, program: None });
            }
        }
    }

    /// Tests from time to time whether jobs have ended. Their networks and puzzles are used from then on.
    pub(super) fn continue_jobs(&mut self, elapsed: Duration) {
        self.since_jobs += elapsed;
        if self.jobs.is_empty() || self.since_jobs < INTERVAL {
            return;
        }
        self.since_jobs = Duration::ZERO;
        let ended: Vec<_> = self.jobs.extract_if(.., |job| !job.is_running()).collect();
        for job in &ended {
            let status = read(job.kind, &job.folder);
            if status.percent == 100 {
                self.ctx.notice = Some(format!("{}: {}", title(&job.variant), status.words));
            }
        }
        if !ended.is_empty() {
            self.reload_variants();
        }
    }

    /// Opens the page of the jobs for a variant of the player's own.
    pub(super) fn open_jobs(&mut self, variant: String) -> Result<(), String> {
        let status = self.job_status(&variant)?;
        self.open(Box::new(JobsScreen::new(variant.clone(), title(&variant), status)));
        Ok(())
    }

    /// Replies with the progress of the jobs for a variant in the next frame. In this frame the screen, which asks as time passes,
    /// would ask again.
    pub(super) fn load_jobs(&mut self, variant: &str) -> Result<(), String> {
        let status = self.job_status(variant)?;
        self.ctx.reply = Some(Reply::Jobs(Box::new(status)));
        Ok(())
    }

    fn job_status(&mut self, variant: &str) -> Result<[JobStatus; 2], String> {
        let folder = self.job_folder(variant)?;
        Ok(JobKind::ALL.map(|kind| {
            let job = self.jobs.iter_mut().find(|job| job.kind == kind && job.folder == folder);
            let is_running = job.map_or_else(|| is_locked(kind, &folder), RunningJob::is_running);
            JobStatus { is_running, ..read(kind, &folder) }
        }))
    }

    fn job_folder(&self, variant: &str) -> Result<PathBuf, String> {
        let folder = self.setup.storage.variant_folder(self.setup.reader.variants(), variant);
        folder.ok_or_else(|| "This system has no folder for games of your own.".to_owned())
    }

    /// Starts a job, or goes on with it.
    pub(super) fn start_job(&mut self, variant: String, kind: JobKind) -> Result<(), String> {
        let folder = self.job_folder(&variant)?;
        let program = self.setup.program.clone().ok_or("Jobs cannot be started here.")?;
        let variants = self.setup.reader.variants();
        let (status, rules) = (kind.status_file(&folder), self.write_rules(&variant)?);
        let before = read(kind, &folder);
        // Where the job goes on, it soon shows how far it has come.
        let percent = if before.is_interrupted() { before.percent } else { 0 };
        let first = JobStatus { percent, words: "Starting…".to_owned(), is_running: true };
        let stop = JobStatus::stop_file(&status);
        let written = file_system::replace(&status, first.to_text().as_bytes());
        written.map_err(|error| format!("{} cannot be written: {error}.", folder.display()))?;
        if file_system::exists(&stop) {
            file_system::remove(&stop).map_err(|error| format!("{}: {error}.", stop.display()))?;
        }
        let threads = (threads::available() / CORES).max(1).to_string();
        let mut arguments: Vec<_> = match kind {
            JobKind::Training => {
                let rounds = training::rounds(&folder) + 1;
                vec![
                    "train".into(),
                    "--folder".into(),
                    folder.clone().into(),
                    "--rounds".into(),
                    rounds.to_string().into(),
                    "--nodes".into(),
                    TRAINING_NODES.into(),
                ]
            }
            JobKind::Puzzles => {
                let found = self.setup.storage.found_puzzles(variants, &variant).len();
                let count = (found / PUZZLES + 1) * PUZZLES;
                let file = folder.join(FOUND_PUZZLES);
                vec!["find-puzzles".into(), file.into(), "--count".into(), count.to_string().into()]
            }
        };
        let others =
            ["--variant".into(), (&variant).into(), "--variants".into(), rules.into(), "--threads".into()];
        arguments.extend(others);
        arguments.extend([threads.into(), "--status".into(), status.into()]);
        let program = Background::start(&program, &arguments);
        let program = Some(program.map_err(|error| format!("The job cannot be started: {error}."))?);
        self.jobs.retain(|job| job.kind != kind || job.folder != folder);
        self.jobs.push(RunningJob { variant: variant.clone(), kind, folder, program });
        self.load_jobs(&variant)
    }

    /// Writes the rules of a variant of the player's own into a file for other programs, and returns its path.
    fn write_rules(&self, variant: &str) -> Result<PathBuf, String> {
        let path = self.job_folder(variant)?.join(RULES);
        let text = self.setup.reader.variants().file_text(variant);
        let written = file_system::replace(&path, text.as_bytes());
        written.map_err(|error| format!("{} cannot be written: {error}.", path.display()))?;
        Ok(path)
    }

    /// An engine with the file of `variant`, if that is one of the player's own.
    pub(super) fn with_rules(&self, engine: &EngineEntry, variant: &Variant) -> EngineEntry {
        let (mut engine, name) = (engine.clone(), &variant.rules().name);
        if self.setup.reader.variants().own_names().any(|own| own == name)
            && let Ok(path) = self.write_rules(name)
        {
            engine.values.insert(VARIANT_PATH.to_owned(), path.display().to_string());
        }
        engine
    }

    /// Asks a job to end, by a file that the job looks for after each batch of games.
    pub(super) fn stop_job(&mut self, variant: &str, kind: JobKind) -> Result<(), String> {
        let stop = JobStatus::stop_file(&kind.status_file(&self.job_folder(variant)?));
        file_system::replace(&stop, b"").map_err(|error| format!("{}: {error}.", stop.display()))
    }
}

/// Whether a job runs, by its lock.
fn is_locked(kind: JobKind, folder: &Path) -> bool {
    Lock::is_taken(&kind.lock_file(folder))
}

/// The progress that a job has written last.
fn read(kind: JobKind, folder: &Path) -> JobStatus {
    JobStatus::parse(&config::read_text(&kind.status_file(folder), JobStatus::MAX_BYTES).unwrap_or_default())
}
