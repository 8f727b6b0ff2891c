//! Dialog before another analysis: the start of the variant, a copied position or game, or an earlier analysis.

use crate::notation::game_tree::GameTree;
use crate::notation::pgn::{PgnGame, Tags};
use crate::rules::Position;
use crate::view::host::Host;
use crate::view::input::Key::{self, Char};
use crate::view::screen::{Action, Effects, Env, LayerKind, Screen};
use crate::view::screens::games::import::text_of;
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, modal};
use crate::view::widgets::node::{Ink, column, paragraph, text};

pub struct NewAnalysis {
    /// The start position of the variant.
    start: Position,
    notice: &'static str,
}

#[derive(Clone, Debug)]
pub enum Message {
    Start,
    Paste,
    PickFile,
    /// Analyses a text.
    Text(String),
    Earlier,
    Cancel,
}

impl NewAnalysis {
    pub fn new(start: Position) -> Host<Self> {
        Host::new(Self { start, notice: "This analysis is kept." })
    }
}

impl Screen for NewAnalysis {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::DIALOG;

    fn view(&self, env: &Env) -> Node<Message> {
        let panel = column([
            text("New analysis").bold().sized(17.0),
            button("Start position", Message::Start).primary(true).focused().height(32.0),
            button("Paste FEN or PGN", Message::Paste).key(Char('v')).height(32.0),
            button("Open a file", Message::PickFile).height(32.0).when(env.page.is_some()),
            button("Earlier analyses", Message::Earlier).key(Char('e')).height(32.0),
            paragraph(self.notice).spoken(self.notice).ink(Ink::Soft).sized(12.0).fill(1.0),
            button("Cancel", Message::Cancel).key(Key::Escape).height(32.0),
        ]);
        let panel =
            panel.gap(8.0).padding(18.0).width(300.0).height(if env.page.is_some() { 314.0 } else { 274.0 });
        modal(panel.shrink().on_input(|event, _| text_of(event).map(Message::Text)), Message::Cancel)
    }

    fn update(&mut self, message: Message, _env: &Env, effects: &mut Effects) {
        let action = match message {
            // The text of a position does not name its variant, and that of a game does.
            Message::Start => {
                let start = PgnGame::new(Tags::default(), GameTree::new(self.start.clone()), "*");
                Action::ReplaceByText(start.to_string())
            }
            Message::Text(text) if text.trim().is_empty() => {
                return self.notice = "The clipboard has no text.";
            }
            Message::Text(text) => Action::ReplaceByText(text),
            Message::Earlier => Action::OpenAnalyses,
            Message::Paste => return effects.pastes = true,
            Message::PickFile => return effects.picks_file = true,
            Message::Cancel => return effects.close(),
        };
        effects.request(Action::CloseThen(Box::new(action)));
    }
}
