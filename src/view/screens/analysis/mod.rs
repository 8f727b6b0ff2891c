//! The screen of the analysis of a game that has ended: its positions, their evaluation, its worst moves.

pub mod keys;
mod panel;
mod words;

use std::time::Duration;

use super::help::HelpScreen;
use crate::game::adviser::Adviser;
use crate::game::analysis::Analysis;
use crate::game::analysis::analyzer::{AnalysisLimits, Analyzer};
use crate::game::options::Options;
use crate::game::{Game, PlayerView};
use crate::notation::fen;
use crate::rules::{Color, Move};
use crate::view::input::{InputEvent, MouseButton};
use crate::view::layout::Layout;
use crate::view::scene::{Item, Point, Rgba};
use crate::view::screen::{Answer, Screen, Size, Transition};
use crate::view::theme::Theme;
use crate::view::widgets::board::BoardView;
use crate::view::widgets::board::animation::{Slides, Speed};
use crate::view::widgets::board::marks::{Marks, point_out};
use keys::Action;
use panel::Panel;
use words::Words;

/// What the screen needs from outside.
pub struct Means {
    /// Who looks into the positions.
    pub adviser: Box<dyn Adviser>,
    /// For how long.
    pub effort: AnalysisLimits,
}

/// Makes what an analysis needs each time one opens.
pub type AnalysisDoor = Box<dyn Fn() -> Means>;

/// How the board is shown.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How fast pieces slide.
    pub speed: Speed,
    /// The person's options.
    pub options: Options,
    /// The side shown below.
    pub bottom: Color,
}

/// The screen of an analysis.
pub struct AnalysisScreen {
    study: Analyzer,
    words: Words,
    ending: Option<String>,
    /// What a key has just done, shown until the next position.
    notice: Option<&'static str>,
    /// What is on its way to the clipboard, and what is to be read aloud.
    copied: Option<String>,
    said: Vec<String>,
    manner: Manner,
    slides: Slides,
    marks: Marks,
    pointer: Option<Point>,
    /// Whether the pointer holds the line of the graph.
    dragging: bool,
}

impl AnalysisScreen {
    /// An analysis of `game`, opened at its end; it goes on from what is known of the game `before`.
    #[must_use]
    pub fn new(game: &Game, before: Option<Analysis>, means: Means, manner: Manner) -> Self {
        let analysis = before.filter(|known| known.is_for(game)).unwrap_or_else(|| Analysis::new(game));
        let words = Words::of(&analysis);
        let said = vec![format!("Analysis. {}", words.aloud(&analysis, analysis.last_ply()))];
        Self {
            notice: None,
            copied: None,
            said,
            study: Analyzer::new(analysis, means.adviser, means.effort),
            words,
            ending: game.message(),
            manner,
            slides: Slides::default(),
            marks: Marks::default(),
            pointer: None,
            dragging: false,
        }
    }

    /// The analysis and the adviser at work on it.
    #[must_use]
    pub fn study(&self) -> &Analyzer {
        &self.study
    }

    fn layout(&self, size: Size) -> Layout {
        let rules = self.study.analysis().position(0).variant().rules();
        Layout::scaled(size, (rules.files, rules.ranks), self.manner.bottom, self.theme().scale())
    }

    fn theme(&self) -> Theme {
        Theme::of(&self.manner.options)
    }

    fn panel<'a>(&'a self, layout: &'a Layout, theme: &'a Theme) -> Panel<'a> {
        Panel {
            study: &self.study,
            words: &self.words,
            ending: self.ending.as_deref(),
            notice: self.notice,
            layout,
            theme,
            pointer: self.pointer,
        }
    }

    /// Does what a key or a button asks for.
    fn act(&mut self, action: Action) -> Transition {
        let (ply, last) = (self.study.ply(), self.study.analysis().last_ply());
        let worst = self.study.worst();
        match action {
            Action::First => self.go_to(0),
            Action::Back => self.go_to(ply.saturating_sub(1)),
            Action::On => self.go_to(ply + 1),
            Action::Last => self.go_to(last),
            Action::WorstBefore => self.go_to(worst.iter().rev().find(|&&at| at < ply).map_or(ply, |&at| at)),
            Action::WorstNext => self.go_to(worst.iter().find(|&&at| at > ply).map_or(ply, |&at| at)),
            Action::Copy => {
                self.copied = Some(fen::format(self.study.analysis().position(ply)));
                self.notice = Some("Position copied (FEN)");
                self.said.extend(self.notice.map(str::to_owned));
            }
            Action::Help => {
                let rows = keys::BINDINGS.iter().map(|row| (row.cap, row.help)).chain(keys::MOUSE).collect();
                return Transition::Open(Box::new(HelpScreen::of(rows, self.theme())));
            }
            Action::Close => {
                let analysis = self.study.analysis().clone();
                return Transition::Close(Some(Answer::Analysis(Box::new(analysis))));
            }
        }
        Transition::Stay
    }

    /// Shows position number `ply`; pieces slide where it is one move away.
    fn go_to(&mut self, ply: usize) {
        let from = self.study.ply();
        self.study.set_ply(ply);
        let to = self.study.ply();
        if from == to {
            return;
        }
        self.marks.clear();
        self.slides.clear();
        self.notice = None;
        let analysis = self.study.analysis();
        self.said = vec![self.words.aloud(analysis, to)];
        let speed = &self.manner.speed;
        match (analysis.move_to(to), analysis.move_to(from)) {
            (Some(made), _) if to == from + 1 => self.slides.start(made, speed, false),
            (_, Some(made)) if to + 1 == from => self.slides.start_back(made, speed),
            _ => {}
        }
    }

    fn mouse(&mut self, happening: InputEvent, layout: &Layout) -> Transition {
        let theme = self.theme();
        match happening {
            InputEvent::Moved(point) => {
                self.pointer = Some(point);
                if self.dragging {
                    let ply = self.panel(layout, &theme).graph().ply_at(point);
                    self.go_to(ply);
                }
            }
            InputEvent::PointerLeft => (self.pointer, self.dragging) = (None, false),
            InputEvent::Pressed(MouseButton::Left, point) => return self.press(point, layout),
            InputEvent::Released(MouseButton::Left, _) => self.dragging = false,
            InputEvent::Pressed(MouseButton::Right, point) => self.marks.begin(layout.square_at(point)),
            InputEvent::Released(MouseButton::Right, point) => self.marks.end(layout.square_at(point)),
            // Towards the person is on, as one scrolls down a list of moves.
            InputEvent::Wheel(notches) if notches > 0.0 => return self.act(Action::Back),
            InputEvent::Wheel(notches) if notches < 0.0 => return self.act(Action::On),
            _ => {}
        }
        Transition::Stay
    }

    fn press(&mut self, point: Point, layout: &Layout) -> Transition {
        let theme = self.theme();
        let panel = self.panel(layout, &theme);
        let (action, worst, graph) = (panel.action_at(point), panel.worst_at(point), panel.graph());
        if let Some(action) = action {
            return self.act(action);
        }
        if let Some(ply) = worst {
            self.go_to(ply);
        } else if graph.area.contains(point) {
            self.dragging = true;
            self.go_to(graph.ply_at(point));
        } else {
            self.marks.clear();
        }
        Transition::Stay
    }

    /// The best move of the position looked at.
    fn best(&self) -> Option<Move> {
        self.study.analysis().eval(self.study.ply())?.line.first().copied()
    }
}

impl Screen for AnalysisScreen {
    fn tick(&mut self, elapsed: Duration) -> Transition {
        self.slides.tick(elapsed);
        if let Some(ply) = self.study.tick() {
            self.words.renew(self.study.analysis(), ply);
        }
        Transition::Stay
    }

    fn covered(&mut self) {
        self.dragging = false;
    }

    fn happen(&mut self, happening: InputEvent, size: Size) -> Transition {
        match happening {
            InputEvent::Key { key, control: false } => {
                keys::action(key).map_or(Transition::Stay, |action| self.act(action))
            }
            mouse => self.mouse(mouse, &self.layout(size)),
        }
    }

    fn copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    fn say(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }

    fn waits(&self) -> bool {
        self.study.is_running()
    }

    fn covers(&self) -> bool {
        true
    }

    fn draw(&self, size: Size, items: &mut Vec<Item>) {
        let (layout, theme) = (self.layout(size), self.theme());
        let (analysis, ply) = (self.study.analysis(), self.study.ply());
        let sight = PlayerView::of_position(analysis.position(ply), analysis.move_to(ply));
        let board =
            BoardView { sight: &sight, slides: &self.slides, dragged: None, layout: &layout, theme: &theme };
        items.extend(board.items());
        if let Some(best) = self.best() {
            point_out(best.from, best.to, &layout, items);
        }
        self.marks.draw(&layout, items);
        self.panel(&layout, &theme).draw(items);
    }

    fn ground(&self) -> Rgba {
        self.theme().ground
    }
}
