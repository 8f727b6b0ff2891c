//! Page of the jobs for a variant of the player's own: training of a network, and the search for puzzles.

use std::time::Duration;

use crate::game::background_job::{JobKind, JobStatus};
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen};
use crate::view::screens::puzzles::statistics::bar;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, modal};
use crate::view::widgets::node::{Ink, Surface, column, paragraph, row, text};

/// Time between two looks at the progress.
const INTERVAL: Duration = Duration::from_millis(500);

/// Height of two lines about the state of a job.
const STATE: f32 = 32.0;

/// Title of a job, what it does, and the label of its button before the first start, after an interruption and after its end.
const ROWS: [(&str, &str, [&str; 3]); 2] = [
    (
        "Network",
        "The engine plays itself and learns to judge positions of this game. The computer uses the network if it wins a match.",
        ["Train", "Go on", "Train more"],
    ),
    (
        "Puzzles",
        "The computer plays games with mistakes. Positions in which one move alone wins or saves the game become puzzles.",
        ["Find puzzles", "Go on", "Find more"],
    ),
];

#[derive(Clone, Copy, Debug)]
pub enum Message {
    Start(JobKind),
    Stop(JobKind),
    Solve,
    Close,
}

pub struct JobsScreen {
    variant: String,
    title: String,
    status: [JobStatus; 2],
    /// Whether each job that runs was asked to end.
    is_stopping: [bool; 2],
    since_look: Duration,
    refusal: Option<String>,
}

impl JobsScreen {
    /// The jobs for `variant`, which has this title.
    pub fn new(variant: String, title: String, status: [JobStatus; 2]) -> Host<Self> {
        let (is_stopping, since_look) = ([false; 2], Duration::ZERO);
        Host::new(Self { variant, title, status, is_stopping, since_look, refusal: None })
    }

    fn card(&self, kind: JobKind) -> Node<Message> {
        let (status, (title, words, [start, go_on, more])) =
            (&self.status[kind as usize], ROWS[kind as usize]);
        let label = match status {
            _ if status.is_interrupted() => go_on,
            _ if status.words.is_empty() => start,
            _ => more,
        };
        let control = match (status.is_running, self.is_stopping[kind as usize]) {
            (true, true) => button("Stopping…", Message::Stop(kind)).enabled(false),
            (true, false) => button("Stop", Message::Stop(kind)),
            (false, _) => button(label, Message::Start(kind)),
        };
        let has_puzzles = kind == JobKind::Puzzles && status.percent > 0;
        let solve = button("Solve", Message::Solve).when(has_puzzles).height(PAGE.button).width(80.0).rigid();
        let state = match status {
            // The time that is left counts only while the job goes on.
            _ if status.is_interrupted() => {
                format!("Stopped. {}", status.words.split(", about").next().unwrap_or_default())
            }
            _ => status.words.clone(),
        };
        // A job that goes on would be announced with each step.
        let spoken = if status.is_running { String::new() } else { state.clone() };
        let percent = if state.is_empty() { 0 } else { usize::from(status.percent) };
        column([
            row([
                text(title).bold().sized(PAGE.title).fill(1.0),
                solve,
                control.keyed(title).height(PAGE.button).width(120.0).rigid(),
            ])
            .gap(8.0)
            .align_center(),
            paragraph(words).ink(Ink::Soft).sized(PAGE.small),
            bar(percent, 100),
            // Nothing moves when the words become longer.
            paragraph(state.clone()).sized(PAGE.small).spoken(spoken).min_height(STATE),
        ])
        .gap(6.0)
        .padding(12.0)
        .surface(Surface::Box)
    }
}

impl Screen for JobsScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::DIALOG;

    fn view(&self, _env: &Env) -> Node<Message> {
        let note = self
            .refusal
            .clone()
            .unwrap_or_else(|| "Both go on after you close the program, for minutes or hours.".to_owned());
        let ink = if self.refusal.is_some() { Ink::Alarm } else { Ink::Soft };
        let panel = column([
            text(&self.title).bold().sized(PAGE.title),
            self.card(JobKind::Training),
            self.card(JobKind::Puzzles),
            paragraph(note).ink(ink).sized(PAGE.small).rigid(),
            row([button("Close", Message::Close).key(Key::Escape).focused().height(PAGE.button).fill(1.0)]),
        ]);
        modal(panel.gap(8.0).padding(16.0).width(460.0).min_height(424.0).shrink(), Message::Close)
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        self.refusal = None;
        let variant = self.variant.clone();
        match message {
            Message::Start(kind) => effects.request(Action::StartJob(variant, kind)),
            Message::Stop(kind) => {
                self.is_stopping[kind as usize] = true;
                effects.request(Action::StopJob(variant, kind));
            }
            Message::Solve => effects.request(Action::OpenPuzzles { variant, options: env.options }),
            Message::Close => effects.close(),
        }
    }

    fn tick(&mut self, elapsed: Duration, env: &Env, effects: &mut Effects) -> bool {
        self.since_look += elapsed;
        if env.is_top && self.since_look >= INTERVAL {
            self.since_look = Duration::ZERO;
            effects.request(Action::LoadJobs(self.variant.clone()));
        }
        false
    }

    fn reply(&mut self, reply: Reply, _env: &Env, _effects: &mut Effects) {
        match reply {
            Reply::Jobs(status) => {
                self.status = *status;
                for (is_stopping, status) in self.is_stopping.iter_mut().zip(&self.status) {
                    *is_stopping &= status.is_running;
                }
            }
            Reply::Failed(reason) => self.refusal = Some(reason),
            _ => {}
        }
    }
}
