//! Page of the player's mistakes: what is due today, by kind, and the search for mistakes in the saved games.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::game::analysis::analyzer::{AnalysisLimits, Analyzer, Live};
use crate::game::puzzle::Puzzle;
use crate::game::puzzle::mistake::{self, MistakeExplainer};
use crate::game::puzzle::progress::{Date, Progress};
use crate::game::worker::{Analyst, Explainer};
use crate::notation::game_tree::NodeId;
use crate::rules::Color;
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen};
use crate::view::screens::games::GameEntry;
use crate::view::text::{capitalized, counted};
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, cross, list};
use crate::view::widgets::node::{Ink, Surface, column, paragraph, row, space, text};

/// Width from which there are two columns.
const TWO_COLUMNS: f32 = 700.0;
/// Width of the left column.
const LEFT: f32 = 340.0;
/// No position is shown while games are evaluated.
const LIVE: Live = Live { is_on: false, lines: 1, is_threat: false };
/// Width of a number of the table.
const NUMBER: f32 = 52.0;

#[derive(Clone, Debug)]
pub enum Message {
    /// Begins with the mistakes that are due, of one kind or of all.
    Start(Option<&'static str>),
    /// Looks for mistakes in the saved games, or stops that.
    Search,
    Close,
}

/// Reads the saved game in a file.
type ReadGame = dyn Fn(&Path) -> GameEntry;

/// Workers of the search for mistakes, and the limits of its searches.
pub(super) type Workers = (Box<Analyst>, AnalysisLimits, Box<Explainer>);

/// A game that is being evaluated.
struct Evaluated {
    file: PathBuf,
    entry: GameEntry,
    side: Color,
    analyzer: Analyzer,
    /// Whether the game was not evaluated before.
    is_new: bool,
}

pub struct MistakesScreen {
    /// The mistakes with their ids.
    mistakes: Vec<(String, Puzzle)>,
    progress: Progress,
    today: Date,
    explainer: MistakeExplainer,
    /// The games that have not been looked through, the next one last, and the number of all.
    games: Vec<PathBuf>,
    all_games: usize,
    read: Box<ReadGame>,
    /// The game whose evaluation was stopped.
    stopped: Option<(GameEntry, PathBuf)>,
    is_searching: bool,
    /// The analyst, while no game is evaluated.
    analyst: Option<Box<Analyst>>,
    limits: AnalysisLimits,
    evaluated: Option<Evaluated>,
    /// Number of mistakes that the search has found.
    found: usize,
    notice: String,
    /// Whether a screen above hides this one.
    hidden: bool,
}

/// Numbers of mistakes of a kind.
#[derive(Clone, Copy, Default)]
struct Counts {
    due: usize,
    all: usize,
    learnt: usize,
}

impl MistakesScreen {
    /// `games` are the files of the saved games, the last played one first.
    pub fn new(
        (mistakes, progress): (Vec<Puzzle>, Progress),
        today: Date,
        (mut games, read): (Vec<PathBuf>, Box<ReadGame>),
        (analyst, limits, explainer): Workers,
    ) -> Host<Self> {
        games.reverse();
        let mut screen = Self {
            mistakes: Vec::new(),
            progress,
            today,
            explainer: MistakeExplainer::new(explainer),
            all_games: games.len(),
            games,
            read,
            stopped: None,
            is_searching: false,
            analyst: Some(analyst),
            limits,
            evaluated: None,
            found: 0,
            notice: String::new(),
            hidden: false,
        };
        screen.add(mistakes);
        Host::new(screen)
    }

    /// Adds the mistakes that are not known yet. Returns how many there are.
    fn add(&mut self, mistakes: impl IntoIterator<Item = Puzzle>) -> usize {
        let before = self.mistakes.len();
        for puzzle in mistakes {
            let id = puzzle.id();
            if !self.mistakes.iter().any(|(known, _)| *known == id) {
                self.mistakes.push((id, puzzle));
            }
        }
        self.mistakes.len() - before
    }

    /// The mistakes of a kind, or of all kinds.
    fn of_kind(&self, kind: Option<&'static str>) -> impl Iterator<Item = &(String, Puzzle)> {
        let is_of = move |puzzle: &Puzzle| {
            let own = puzzle.mistake.as_ref().and_then(|mistake| mistake.kind());
            kind.is_none_or(|kind| own.unwrap_or(mistake::OTHER) == kind)
        };
        self.mistakes.iter().filter(move |(_, puzzle)| is_of(puzzle))
    }

    fn is_learnt(&self, id: &str) -> bool {
        self.progress.record(id).is_some_and(|record| record.is_learnt())
    }

    fn counts(&self, kind: Option<&'static str>) -> Counts {
        let mut counts = Counts::default();
        for (id, _) in self.of_kind(kind) {
            counts.all += 1;
            counts.due += usize::from(self.progress.is_due_on(id, self.today));
            counts.learnt += usize::from(self.is_learnt(id));
        }
        counts
    }

    /// Begins with the mistakes of a kind that are due, or if there are none with those that are not learnt.
    fn start(&self, kind: Option<&'static str>, effects: &mut Effects) {
        let chosen = |is_chosen: &dyn Fn(&str) -> bool| -> Vec<Puzzle> {
            let mistakes = self.of_kind(kind).filter(|(id, _)| is_chosen(id));
            mistakes.map(|(_, puzzle)| puzzle.clone()).collect()
        };
        let mut puzzles = chosen(&|id| self.progress.is_due_on(id, self.today));
        if puzzles.is_empty() {
            puzzles = chosen(&|id| !self.is_learnt(id));
        }
        if !puzzles.is_empty() {
            effects.request(Action::Learn(puzzles, None));
        }
    }

    /// Finds out why one mistake was bad. Returns whether something has changed.
    fn explain(&mut self, effects: &mut Effects) -> bool {
        let mut mistakes = self.mistakes.iter_mut().filter_map(|(_, puzzle)| puzzle.mistake.as_mut());
        let Some(mistake) = mistakes.find(|mistake| mistake.kind().is_none()) else { return false };
        let is_explained = self.explainer.tick(mistake);
        if is_explained {
            effects.mistakes.push(mistake.record.clone());
        }
        is_explained
    }

    /// Goes on with the search for mistakes in the saved games. Returns whether something has changed.
    fn search(&mut self, elapsed: Duration, effects: &mut Effects) -> bool {
        let Some(evaluated) = &mut self.evaluated else {
            let next = || self.games.pop().map(|file| ((self.read)(&file), file));
            match self.stopped.take().or_else(next) {
                Some((entry, file)) => self.evaluate(file, entry),
                None => self.is_searching = false,
            }
            return true;
        };
        let (before, ..) = evaluated.analyzer.progress();
        evaluated.analyzer.tick(elapsed, false);
        if evaluated.analyzer.is_evaluating() {
            return evaluated.analyzer.progress().0 != before;
        }
        let Some(Evaluated { file, entry, side, analyzer, is_new }) = self.evaluated.take() else {
            return true;
        };
        if analyzer.is_complete() {
            let analysis = analyzer.analysis();
            let found = mistake::found(analysis, side, &entry.title());
            self.found += self.add(found.iter().cloned().filter_map(Puzzle::of_mistake));
            effects.mistakes.extend(found);
            if let Some((_, pgn)) = entry.with_analysis(analysis).filter(|_| is_new) {
                effects.request(Action::SaveAnalysis { file, pgn });
            }
        }
        self.analyst = analyzer.into_analyst();
        if self.analyst.is_none() {
            self.is_searching = false;
            self.notice = "The engine has failed. Open this page again to go on.".to_owned();
        }
        true
    }

    /// Begins with the evaluation of a game, if the player has played and finished it.
    fn evaluate(&mut self, file: PathBuf, entry: GameEntry) {
        let Some(setup) = entry.analysis().filter(|_| entry.ending.is_some()) else { return };
        let Some((side, analyst)) = setup.person.zip(self.analyst.take()) else { return };
        let analyzer = Analyzer::new(setup.analysis, NodeId::ROOT, analyst, self.limits, LIVE, true);
        let is_new = !analyzer.is_complete();
        self.evaluated = Some(Evaluated { file, entry, side, analyzer, is_new });
    }

    /// Stops the search. The game that is being evaluated is the next one when the search goes on.
    fn stop(&mut self) {
        let Some(Evaluated { file, mut entry, analyzer, .. }) = self.evaluated.take() else { return };
        if let (Some((record, _)), Some((known, _))) =
            (entry.with_analysis(analyzer.analysis()), &mut entry.game)
        {
            *known = record;
        }
        self.stopped = Some((entry, file));
        self.analyst = analyzer.into_analyst();
    }

    /// Number of mistakes that are due today, and the button that begins with them.
    fn due_card(&self) -> Node<Message> {
        let Counts { due, all, learnt } = self.counts(None);
        let words = match (due, all) {
            (_, 0) => {
                "There are no mistakes yet. They come from your games that are evaluated: on the analysis board, or below."
            }
            (0, _) => "Nothing is due today. What you have missed comes back tomorrow.",
            _ => "Find a better move than you did. What you have found comes back after 1, 3, 7 and 21 days.",
        };
        let start =
            button("Start", Message::Start(None)).primary(true).enabled(all > learnt).height(PAGE.button);
        let start = if due == 0 { start.labelled("Practise") } else { start.focused() };
        column([
            text(format!("{due} due today")).bold().sized(20.0),
            text(format!("{} · {learnt} learnt", counted(all, "mistake"))).ink(Ink::Soft).sized(PAGE.text),
            paragraph(words).ink(Ink::Soft).sized(PAGE.text).smallest(10.0),
            start,
        ])
        .gap(8.0)
        .padding(14.0)
        .surface(Surface::Box)
    }

    /// The search for mistakes in the saved games.
    fn games_card(&self) -> Node<Message> {
        let done = self.all_games - self.games.len();
        let words = match (&self.evaluated, self.is_searching) {
            (Some(Evaluated { analyzer, .. }), true) => {
                let (moves, all, _) = analyzer.progress();
                format!("Game {done} of {}: position {moves} of {all}", self.all_games)
            }
            (_, true) => format!("Game {done} of {}", self.all_games),
            _ if self.all_games == 0 => "There are no saved games.".to_owned(),
            _ if self.games.is_empty() && self.stopped.is_none() => {
                "All games have been looked through.".to_owned()
            }
            _ => "Your games that were not evaluated yet are evaluated, one after the other. Games of two players are left out.".to_owned(),
        };
        let found =
            if done > 0 { format!("{} found", counted(self.found, "new mistake")) } else { String::new() };
        let label = match (self.is_searching, done) {
            (true, _) => "Stop",
            (false, 0) => "Evaluate my games",
            (false, _) => "Go on",
        };
        let has_games = !self.games.is_empty() || self.stopped.is_some() || self.is_searching;
        column([
            text("Saved games").bold().sized(PAGE.title),
            paragraph(words).ink(Ink::Soft).sized(PAGE.text).smallest(10.0),
            text(found).ink(Ink::Soft).sized(PAGE.text).when(done > 0),
            button(label, Message::Search).enabled(has_games).height(PAGE.button),
        ])
        .gap(8.0)
        .padding(14.0)
        .surface(Surface::Box)
    }

    /// The table of kinds.
    fn kinds(&self) -> Vec<Node<Message>> {
        let number = |words: String, ink| text(words).ink(ink).sized(PAGE.text).right().width(NUMBER).rigid();
        let line = |words: [String; 4], inks: [Ink; 4]| {
            let [name, numbers @ ..] = words;
            let name = text(name).ink(inks[0]).sized(PAGE.text).smallest(10.0).fill(1.0);
            let numbers = numbers.into_iter().zip(&inks[1..]).map(|(words, &ink)| number(words, ink));
            row([name].into_iter().chain(numbers)).gap(4.0).align_center()
        };
        let head = ["By kind", "due", "all", "learnt"].map(str::to_owned);
        let mut rows = vec![line(head, [Ink::Text, Ink::Faint, Ink::Faint, Ink::Faint]).padded(10.0, 4.0)];
        for kind in mistake::kinds() {
            let Counts { due, all, learnt } = self.counts(Some(kind));
            if all == 0 {
                continue;
            }
            let title = capitalized(kind);
            let label = format!("{title}: {due} due, {all} in all, {learnt} learnt");
            let due_ink = if due > 0 { Ink::Accent } else { Ink::Faint };
            let words = [title, due.to_string(), all.to_string(), learnt.to_string()];
            let line = line(words, [Ink::Text, due_ink, Ink::Soft, Ink::Soft]).padded(10.0, 8.0);
            let line = line.as_button(&label, Message::Start(Some(kind)));
            rows.push(column([line, space().height(4.0)]));
        }
        rows
    }
}

impl Screen for MistakesScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::PAGE_OF_CARDS;

    fn view(&self, env: &Env) -> Node<Message> {
        let (width, _) = env.design_size();
        let notice = text(self.notice.as_str()).ink(Ink::Alarm).sized(PAGE.text).smallest(9.0).fill(1.0);
        let title = text("Mistakes").bold().sized(PAGE.heading).rigid();
        let close = cross(PAGE.button, Message::Close).key(Key::Escape);
        let heading = row([title, notice, close]).gap(18.0).align_center().height(PAGE.button);
        let below = |node: Node<Message>| column([node, space().height(14.0)]);
        let cards = [self.due_card(), self.games_card()].map(below);
        let body = if width >= TWO_COLUMNS {
            let kinds = list(self.kinds()).fill(1.0);
            row([list(cards).width(LEFT).rigid(), kinds]).gap(24.0)
        } else {
            column([list(cards.into_iter().chain(self.kinds())).fill(1.0)])
        };
        let Counts { due, all, .. } = self.counts(None);
        let spoken = format!("Mistakes. {due} due today of {all}. {}", self.notice);
        column([heading, body.fill(1.0)]).gap(16.0).padding(16.0).spoken(spoken)
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        match message {
            Message::Start(kind) => self.start(kind, effects),
            Message::Search => {
                self.is_searching = !self.is_searching;
                self.notice.clear();
                self.stop();
            }
            Message::Close => effects.close(),
        }
    }

    fn tick(&mut self, elapsed: Duration, env: &Env, effects: &mut Effects) -> bool {
        let was_hidden = std::mem::replace(&mut self.hidden, env.is_hidden);
        if env.is_hidden {
            // The screen above needs the engine.
            self.stop();
            self.explainer.pause();
            return false;
        }
        if was_hidden {
            effects.request(Action::LoadMistakes);
            return true;
        }
        let explained = self.explain(effects);
        self.is_searching && self.search(elapsed, effects) || explained
    }

    fn reply(&mut self, reply: Reply, _env: &Env, _effects: &mut Effects) {
        match reply {
            Reply::Mistakes(loaded) => {
                let (mistakes, progress) = *loaded;
                self.mistakes.clear();
                self.add(mistakes);
                self.progress = progress;
            }
            Reply::Failed(reason) => self.notice = reason,
            _ => {}
        }
    }

    fn notice(&mut self, notice: String) -> Option<String> {
        self.notice = notice;
        None
    }
}
