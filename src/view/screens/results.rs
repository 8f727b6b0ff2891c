//! The player's ratings and results against the computer, by variant and level.

use crate::engine::difficulty::Difficulty;
use crate::game::results::Results;
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::screen::{Effects, Env, LayerKind, Screen};
use crate::view::screens::puzzles::statistics::graph;
use crate::view::text::counted;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, list};
use crate::view::widgets::node::{Ink, Surface, column, paragraph, row, space, text};

/// The results in a variant.
struct VariantResults {
    title: String,
    /// The rating, with a question mark while it is uncertain; `None` if no game is rated.
    rating: Option<String>,
    /// The rating after each game.
    ratings: Vec<u16>,
    /// The levels played against, with the numbers of games won, drawn and lost.
    levels: Vec<(Difficulty, [usize; 3])>,
}

pub struct ResultsScreen {
    variants: Vec<VariantResults>,
    selected: usize,
}

#[derive(Clone, Debug)]
pub enum Message {
    Select(usize),
    Close,
}

impl ResultsScreen {
    /// The variant of the last game is selected. `title` returns the title of a variant.
    pub fn new(results: &Results, title: impl Fn(&str) -> String) -> Host<Self> {
        let of_variant = |name: &str| {
            let ratings = results.ratings(name);
            let levels = Difficulty::all().map(|level| (level, results.tally(name, level)));
            VariantResults {
                title: title(name),
                rating: ratings.last().map(ToString::to_string),
                ratings: ratings.iter().map(|rating| rating.rounded()).collect(),
                levels: levels.filter(|(_, tally)| tally.iter().any(|&games| games > 0)).collect(),
            }
        };
        let variants = results.variants().into_iter().map(of_variant).collect();
        Host::new(Self { variants, selected: 0 })
    }

    /// A button for each variant, with its rating.
    fn variants(&self) -> Vec<Node<Message>> {
        let line = |(place, variant): (usize, &VariantResults)| {
            let label = match &variant.rating {
                Some(rating) => format!("{} · {rating}", variant.title),
                None => variant.title.clone(),
            };
            let node = button(&label, Message::Select(place)).primary(place == self.selected);
            column([node.height(PAGE.button), space().height(PAGE.button_gap)])
        };
        self.variants.iter().enumerate().map(line).collect()
    }
}

impl VariantResults {
    fn games(&self) -> usize {
        self.levels.iter().flat_map(|(_, tally)| tally).sum()
    }

    /// The rating with its graph, `height` pixels of the design high.
    fn rating(&self, height: f32) -> Node<Message> {
        let rating = self.rating.as_deref().unwrap_or("–");
        let head = row([
            text("Your rating").bold().sized(PAGE.title).fill(1.0),
            text(rating).bold().sized(20.0).rigid(),
        ]);
        let head = match rating.ends_with('?') {
            true => head.keyed("rating").tip("The rating is provisional (?): it still changes quickly", ""),
            false => head,
        };
        let games = format!("{} against the computer", counted(self.games(), "game"));
        column([
            head.align_center(),
            graph(self.ratings.clone(), "A graph appears after two games.").height(height),
            text(games).ink(Ink::Soft).sized(PAGE.text),
        ])
        .gap(8.0)
        .padding(14.0)
        .surface(Surface::Box)
    }

    /// A line for each level, the strongest first.
    fn levels(&self) -> impl Iterator<Item = Node<Message>> {
        let heading = text("By level").bold().sized(PAGE.title).fill(1.0);
        let note = text("won – drawn – lost").ink(Ink::Faint).sized(PAGE.small).rigid();
        let heading = row([heading, note]).align_center().height(30.0);
        std::iter::once(heading).chain(self.levels.iter().rev().map(|(level, tally)| {
            let title = text(level.to_string()).sized(PAGE.text).smallest(10.0).width_part(0.4);
            let words = text(score_words(*tally)).ink(Ink::Soft).sized(PAGE.small).right().width_part(0.22);
            let bar = column([bar(*tally)]).justify_center().fill(1.0);
            row([title, bar, words]).gap(10.0).align_center().padded(12.0, 0.0).height(26.0)
        }))
    }
}

/// Wins, draws and losses: `3 – 1 – 2`.
fn score_words([won, drawn, lost]: [usize; 3]) -> String {
    format!("{won} – {drawn} – {lost}")
}

/// A bar with the shares of games won, drawn and lost.
fn bar<M>(tally: [usize; 3]) -> Node<M> {
    let surfaces = [Surface::Accent, Surface::Active, Surface::Panel];
    let parts = tally.into_iter().zip(surfaces).filter(|(games, _)| *games > 0);
    row(parts.map(|(games, surface)| space().surface(surface).fill(games as f32))).height(6.0)
}

impl Screen for ResultsScreen {
    type Message = Message;
    const LAYER: LayerKind =
        LayerKind { design: (1000.0, 640.0), upright: (1000.0, 640.0), ..LayerKind::PAGE };

    fn view(&self, env: &Env) -> Node<Message> {
        let back = button("Back", Message::Close).keys(&[Key::Escape, Key::Enter]);
        let heading = row([
            text("Results").bold().sized(PAGE.heading).fill(1.0),
            back.height(PAGE.button).width(80.0).rigid(),
        ]);
        let body = match self.variants.get(self.selected) {
            None => {
                let words = "No results yet. Games against the computer count if you take back no move and see no hint.";
                column([paragraph(words).ink(Ink::Soft).centered().middle().fill(1.0)])
            }
            Some(variant) if env.design_size().0 >= 720.0 => {
                let variants = list(self.variants()).fill(1.0);
                let left = column([variant.rating(220.0), space().height(14.0), variants]).fill(0.8);
                row([left, list(variant.levels()).fill(1.0)]).gap(24.0)
            }
            Some(variant) => {
                let rating = column([variant.rating(80.0), space().height(12.0)]);
                let rows = self.variants().into_iter().chain([rating]).chain(variant.levels());
                column([list(rows).fill(1.0)])
            }
        };
        column([heading.align_center().height(PAGE.button), body.fill(1.0)])
            .gap(14.0)
            .padding(16.0)
            .spoken(self.announcement())
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        match message {
            Message::Select(place) => self.selected = place,
            Message::Close => effects.close(),
        }
    }
}

impl ResultsScreen {
    fn announcement(&self) -> String {
        let Some(variant) = self.variants.get(self.selected) else { return "Results: none yet.".to_owned() };
        let level = |(level, [won, drawn, lost]): &(Difficulty, [usize; 3])| {
            format!("{level}: {won} won, {drawn} drawn, {lost} lost")
        };
        let levels: Vec<_> = variant.levels.iter().map(level).collect();
        let rating = variant.rating.as_deref().unwrap_or("none");
        format!("Results in {}. Your rating: {rating}. {}.", variant.title, levels.join(". "))
    }
}
