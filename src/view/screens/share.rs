//! Dialog that saves or copies what an analysis board shows: the position as a picture, the game as animation or text.

use crate::notation::fen;
use crate::notation::game_tree::{GameTree, NodeId};
use crate::rules::Color;
use crate::view::form::PAGE;
use crate::view::host::Host;
use crate::view::input::Key;
use crate::view::picture::{self, ExportFile, PictureFormat};
use crate::view::screen::{Action, Effects, Env, LayerKind, Reply, Screen, is_wide};
use crate::view::screens::play::actions::{TOO_LONG, link};
use crate::view::widgets::Node;
use crate::view::widgets::build::{button, modal};
use crate::view::widgets::node::{Ink, column, equal_row, paragraph, text};

#[derive(Clone, Debug)]
pub enum Message {
    Picture(PictureFormat),
    SavePgn,
    CopyPgn,
    CopyFen,
    /// Copies a link to the page that opens this FEN or PGN.
    CopyLink(String),
    Close,
}

pub struct ShareScreen {
    tree: GameTree,
    /// The position that is shown.
    shown: NodeId,
    bottom: Color,
    pgn: String,
    /// Message about the last action.
    notice: String,
    /// Percentage of an animation that is made.
    percent: Option<u8>,
}

impl ShareScreen {
    /// Shares the position at `shown` of `tree`, and the game, which is `pgn` as a text.
    pub fn new(tree: GameTree, shown: NodeId, bottom: Color, pgn: String) -> Host<Self> {
        Host::new(Self { tree, shown, bottom, pgn, notice: String::new(), percent: None })
    }

    fn copy(&mut self, text: String, notice: &str, effects: &mut Effects) {
        effects.clipboard = Some(text);
        notice.clone_into(&mut self.notice);
    }
}

impl Screen for ShareScreen {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::DIALOG;

    fn view(&self, env: &Env) -> Node<Message> {
        let line = |nodes: Vec<Node<Message>>| equal_row(nodes).gap(8.0).height(PAGE.button);
        let picture = |label, format| button(label, Message::Picture(format));
        let has_moves = !self.tree.is_empty();
        let progress =
            self.percent.map(|percent| format!("Making the animation: {percent} %. Close stops it."));
        let has_page = env.page.is_some();
        let to_link = |label, text| button(label, Message::CopyLink(text));
        let position = [
            picture("Picture (PNG)", PictureFormat::Png).focused(),
            picture("Drawing (SVG)", PictureFormat::Svg),
            button("Copy FEN", Message::CopyFen),
        ];
        let link = has_page.then(|| to_link("Copy link", fen::format(&self.tree.position(self.shown))));
        let position = position.into_iter().chain(link).collect();
        let game = [
            picture("Animation (GIF)", PictureFormat::Gif).enabled(has_moves),
            button("Save PGN", Message::SavePgn),
            button("Copy PGN", Message::CopyPgn),
        ];
        let link = (has_page && has_moves).then(|| to_link("Copy link to the game", self.pgn.clone()));
        let game = game.into_iter().chain(link).collect();
        let is_wide = env.touch && is_wide(env.size);
        let columns = match (env.touch, is_wide) {
            (false, _) => [2, 3],
            (true, false) => [2, 2],
            (true, true) => [4, 4],
        };
        let lines = |buttons: Vec<Node<Message>>, columns: usize| {
            let mut buttons = buttons.into_iter().peekable();
            let mut lines = Vec::new();
            while buttons.peek().is_some() {
                lines.push(line(buttons.by_ref().take(columns).collect()));
            }
            lines
        };
        let last = lines(game, columns[1]).into_iter();
        let parts = [text("Share").bold().sized(PAGE.title), text("Position").ink(Ink::Soft)].into_iter();
        let parts = parts.chain(lines(position, columns[0])).chain([text("Game").ink(Ink::Soft)]).chain(last);
        let panel = column(
            parts.chain([
                paragraph(progress.unwrap_or_else(|| self.notice.clone()))
                    .sized(PAGE.small)
                    .ink(Ink::Soft)
                    .spoken(self.notice.clone())
                    .fill(1.0),
                line(vec![button("Close", Message::Close).key(Key::Escape)]),
            ]),
        );
        modal(
            panel
                .gap(8.0)
                .padding(18.0)
                .width(if is_wide { 620.0 } else { 400.0 })
                .height(if env.page.is_some() { 350.0 } else { 310.0 })
                .shrink(),
            Message::Close,
        )
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        match message {
            Message::Picture(format) => {
                // The animation shows the whole line, of which the position is a part.
                let last =
                    if format == PictureFormat::Gif { self.tree.line_after(self.shown).pop() } else { None };
                let boards = picture::boards(&self.tree, last.unwrap_or(self.shown));
                effects.request(Action::Export(ExportFile::Picture { format, boards, bottom: self.bottom }));
            }
            Message::SavePgn => effects.request(Action::Export(ExportFile::Pgn(self.pgn.clone()))),
            Message::CopyPgn => self.copy(self.pgn.clone(), "Game copied (PGN)", effects),
            Message::CopyFen => {
                let fen = fen::format(&self.tree.position(self.shown));
                self.copy(fen, "Position copied (FEN)", effects);
            }
            Message::CopyLink(text) => match link(env, self.tree.start().variant(), "analyse", &text) {
                Some(link) => self.copy(link, "Link copied", effects),
                None => TOO_LONG.clone_into(&mut self.notice),
            },
            Message::Close => effects.close(),
        }
    }

    fn reply(&mut self, reply: Reply, _env: &Env, _effects: &mut Effects) {
        match reply {
            Reply::Exporting(percent) => return self.percent = Some(percent),
            Reply::Exported(place) => self.notice = place,
            Reply::Failed(reason) => self.notice = format!("It cannot be saved: {reason}."),
            _ => {}
        }
        self.percent = None;
    }
}
