//! Settings and progress that are to be saved. What cannot be written, for instance because the disk is full, is kept
//! while the program runs, and writing it is tried again with the next save.

use std::io::{self, ErrorKind};

use super::App;
use crate::game::lesson::progress::LessonProgress;
use crate::game::new_game::NewGame;
use crate::game::options::OPTIONS;
use crate::game::puzzle::progress::{Attempt, Progress};
use crate::game::results::{GameResult, Results};
use crate::notation::pgn::PgnGame;
use crate::platform::file_system::reason;
use crate::storage::Storage;

#[derive(Default)]
pub(super) struct Unsaved {
    pub attempts: Vec<Attempt>,
    pub mistakes: Vec<PgnGame>,
    /// Analyses in PGN, each after the text that it replaces.
    pub analyses: Vec<(String, String)>,
    pub results: Vec<GameResult>,
    pub lessons: Option<LessonProgress>,
    /// The settings, and the keys of the options that are left out.
    pub settings: Option<(NewGame, Vec<&'static str>)>,
    /// The problem that was reported last. It is not reported again until a save succeeds.
    problem: Option<String>,
}

impl Unsaved {
    fn save(&mut self, storage: &Storage) -> io::Result<()> {
        let attempts = if self.attempts.is_empty() { Ok(()) } else { storage.save_attempts(&self.attempts) };
        if attempts.is_ok() {
            self.attempts.clear();
        }
        let mistakes = if self.mistakes.is_empty() { Ok(()) } else { storage.save_mistakes(&self.mistakes) };
        if mistakes.is_ok() {
            self.mistakes.clear();
        }
        let results = if self.results.is_empty() { Ok(()) } else { storage.save_results(&self.results) };
        if results.is_ok() {
            self.results.clear();
        }
        let mut analyses = Ok(());
        self.analyses.retain(|(before, analysis)| match storage.save_analysis(before, analysis) {
            Ok(()) => false,
            Err(error) => {
                // One that is too long would never be saved.
                let is_kept = error.kind() != ErrorKind::InvalidData;
                analyses = Err(error);
                is_kept
            }
        });
        let lessons = self.lessons.as_ref().map_or(Ok(()), |lessons| storage.save_lessons(lessons));
        self.lessons.take_if(|_| lessons.is_ok());
        let settings = self.settings.as_ref();
        let settings =
            settings.map_or(Ok(()), |(settings, omitted)| storage.save_settings(settings, omitted));
        self.settings.take_if(|_| settings.is_ok());
        attempts.and(mistakes).and(results).and(analyses).and(lessons).and(settings)
    }
}

impl App {
    /// Saves what is unsaved. A failure is reported once.
    pub(super) fn save(&mut self) {
        let Err(error) = self.unsaved.save(&self.setup.storage) else {
            self.unsaved.problem = None;
            return;
        };
        let problem = format!("Settings and progress cannot be saved: {}.", reason(&error));
        if self.unsaved.problem.as_ref() != Some(&problem) {
            log::error!("{problem}");
            self.unsaved.problem = Some(problem.clone());
            self.ctx.notice = Some(problem);
        }
    }

    pub(super) fn progress(&self) -> Progress {
        let mut progress = self.setup.storage.load_progress();
        self.unsaved.attempts.iter().for_each(|attempt| progress.add(attempt.clone()));
        progress
    }

    pub(super) fn results(&self) -> Results {
        let mut results = self.setup.storage.load_results();
        self.unsaved.results.iter().for_each(|result| results.add(result.clone()));
        results
    }

    pub(super) fn lessons(&self) -> LessonProgress {
        let mut lessons = self.setup.storage.load_lessons();
        self.unsaved.lessons.iter().for_each(|unsaved| lessons.merge(unsaved));
        lessons
    }

    /// The settings last chosen in the menu. Those that have no value are taken from `fallback`.
    pub(super) fn settings(&self, fallback: &NewGame) -> NewGame {
        let Some((settings, omitted)) = &self.unsaved.settings else {
            return self.setup.storage.load_settings(fallback);
        };
        let mut settings = settings.clone();
        for row in OPTIONS.iter().filter(|row| omitted.contains(&row.key)) {
            row.set(&mut settings.options, row.get(&fallback.options));
        }
        settings
    }
}
