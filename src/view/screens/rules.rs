//! Rules page: how to win, what pawns and kings do, and how each piece moves, made from the rules of a variant.

use std::sync::Arc;

use crate::engine::piece_value;
use crate::game::material::format_tenths;
use crate::rules::variant::{Castling, CastlingTarget};
use crate::rules::{Color, Piece, PieceKind, Variant};
use crate::view::input::{InputEvent, Key};
use crate::view::scene::{Rect, Scene};
use crate::view::screen::{Action, Context, Env, OpenScreen};
use crate::view::text::capitalized;
use crate::view::widgets::node::{
    Ink, Surface, area, close_cross, column, dialog, list, paragraph, row, space, text,
};
use crate::view::widgets::piece_card::description::describe;
use crate::view::widgets::piece_card::diagram::Diagram;
use crate::view::widgets::{Node, Page, Pen, Ui, UiEvent};

/// Window in which the page has the size of its design, and the largest size of the page in it.
const DESIGN: (f32, f32) = (792.0, 640.0);
const LARGEST: (f32, f32) = (860.0, 760.0);
/// Smallest scale that can be read.
const SMALLEST: f32 = 0.8;
const PADDING: f32 = 18.0;
const HEADING: f32 = 32.0;
/// Edge of a diagram.
const DIAGRAM: f32 = 104.0;
/// Width from which a page has two columns of pieces.
const TWO_COLUMNS: f32 = 560.0;

const DIAGRAMS: &str = "A dot marks a square to move to or capture on, a ring one only to move to, a cross one only to \
                        capture on. An arrow goes on until the next piece. A frame is for the first move only.";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Id {
    Rows,
    Close,
    Diagram(PieceKind),
}

pub struct RulesScreen {
    variant: Arc<Variant>,
    ui: Ui<Id>,
    announced: bool,
}

impl RulesScreen {
    pub fn new(variant: &Arc<Variant>) -> Self {
        Self { variant: Arc::clone(variant), ui: Ui::default(), announced: false }
    }

    fn page(&self, ctx: &Env) -> Page<Id> {
        let size = ctx.size;
        let scale = ctx.theme().scale();
        let unit = ((size.0 / DESIGN.0).min(size.1 / DESIGN.1) * scale).clamp(SMALLEST, 2.5 * scale);
        let margin = if unit > SMALLEST { 24.0 } else { 8.0 };
        let width = (size.0 / unit - margin).min(LARGEST.0).max(1.0);
        let height = (size.1 / unit - margin).min(LARGEST.1).max(1.0);
        let title = text("Rules").bold().sized(22.0).fill(1.0);
        let heading = row([title, close_cross(Id::Close, HEADING)]).height(HEADING);
        let columns = if width >= TWO_COLUMNS { 2 } else { 1 };
        let panel = column([heading, space().height(10.0), list(Id::Rows, self.rows(columns)).fill(1.0)]);
        let panel = panel.width(width).height(height).shrink().padding(PADDING).surface(Surface::Dialog);
        self.ui.page(&dialog(panel), Rect::new(0.0, 0.0, size.0, size.1), unit)
    }

    fn rows(&self, columns: usize) -> Vec<Node<Id>> {
        let section = |title: &str, words: &str| {
            column([
                text(title).bold().sized(15.0),
                space().height(2.0),
                paragraph(words).ink(Ink::Soft).sized(13.0),
                space().height(12.0),
            ])
        };
        let mut rows: Vec<_> =
            sections(&self.variant).iter().map(|(title, words)| section(title, words)).collect();
        rows.push(section("Pieces", DIAGRAMS));
        let kinds: Vec<PieceKind> = self.variant.kinds().collect();
        for kinds in kinds.chunks(columns) {
            let mut pieces: Vec<_> = kinds.iter().map(|&kind| self.piece(kind).fill(1.0)).collect();
            pieces.resize_with(columns, || space().padding(8.0).fill(1.0));
            rows.push(column([row(pieces).gap(10.0), space().height(10.0)]));
        }
        rows
    }

    /// A piece with its diagram, its value and a sentence about its moves.
    fn piece(&self, kind: PieceKind) -> Node<Id> {
        let piece = self.variant.piece(kind);
        let value = match piece_value::value(&self.variant, kind) {
            Some(value) => format!("Value {}", format_tenths(value)),
            None => "Mate it to win".to_owned(),
        };
        let words = column([
            text(capitalized(&piece.name)).bold().sized(15.0),
            text(value).ink(Ink::Faint).sized(12.0),
            space().height(4.0),
            paragraph(describe(&self.variant, kind)).ink(Ink::Soft).sized(13.0).smallest(8.0).fill(1.0),
        ]);
        let diagram = area(Id::Diagram(kind)).width(DIAGRAM).height(DIAGRAM).rigid();
        row([diagram, words.fill(1.0)]).gap(12.0).padding(8.0).surface(Surface::Panel)
    }

    fn handle(&mut self, event: &InputEvent, ctx: &Env) -> Option<Action> {
        let page = self.page(ctx);
        match (self.ui.update(&page, event), event) {
            (UiEvent::Pressed(Id::Close), _) => Some(Action::Close),
            (UiEvent::Ignored, InputEvent::Key { key, .. }) => match key {
                Key::Down | Key::Up => {
                    self.ui.scroll_by(&page, Id::Rows, if *key == Key::Down { 1 } else { -1 });
                    None
                }
                Key::Escape | Key::Enter => Some(Action::Close),
                _ => None,
            },
            _ => None,
        }
    }
}

impl OpenScreen for RulesScreen {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        if !std::mem::replace(&mut self.announced, true) {
            for (title, words) in sections(&self.variant) {
                ctx.announce(format!("{title}: {words}"));
            }
            for kind in self.variant.kinds() {
                ctx.announce(format!("{}: {}", self.variant.piece(kind).name, describe(&self.variant, kind)));
            }
        }
        let action = input.iter().find_map(|event| self.handle(event, ctx));
        ctx.effects.cursor = self.ui.cursor();
        action
    }

    fn draw(&self, ctx: &Env, scene: &mut Scene) {
        let (theme, page) = (ctx.theme(), self.page(ctx));
        self.ui.draw(&page, &theme, &mut scene.items);
        let mut pen = Pen { theme: &theme, unit: page.unit(), items: &mut scene.items };
        for kind in self.variant.kinds() {
            if let Some(rect) = page.rect(Id::Diagram(kind)) {
                let diagram = Diagram::of(self.variant.piece(kind), Color::White, Color::White);
                diagram.draw(&mut pen, &self.variant, Piece { color: Color::White, kind }, rect);
            }
        }
    }
}

/// The rules of a variant beyond the moves of its pieces: title and text of each section.
fn sections(variant: &Variant) -> Vec<(&'static str, String)> {
    let rules = variant.rules();
    let mut sections = vec![("How to win", winning(variant)), ("Pawns", pawns(variant))];
    if let Some(castling) = &rules.castling {
        sections.push(("Castling", castling_text(castling)));
    }
    sections.push(("Draws", draws(variant)));
    sections
}

fn winning(variant: &Variant) -> String {
    let goal = if variant.rules().capturable_king_kind.is_some() {
        "Capture the enemy king. You see only the squares that your pieces can reach, and no check is announced."
    } else {
        "Checkmate the enemy king: attack it so that no move saves it. You may not leave your own king attacked."
    };
    format!("{goal} With clocks, a player whose time runs out loses. White moves first.")
}

fn pawns(variant: &Variant) -> String {
    let rules = variant.rules();
    let promotion = &rules.promotion;
    let mut text = String::new();
    let rank = |color| {
        let ranks = promotion.region[color].into_iter().map(|square| square.rank() + 1);
        if color == Color::White { ranks.min() } else { ranks.max() }
    };
    if let (Some(usual), Some(white), Some(black)) =
        (promotion.to.first(), rank(Color::White), rank(Color::Black))
    {
        let becomes = match promotion.to.len() {
            1 => format!("becomes a {} at once", variant.piece(*usual).name),
            _ => "promotes to a piece of your choice".to_owned(),
        };
        text = format!("A pawn that reaches rank {white} {becomes}; a black one on rank {black}. ");
    }
    text.push_str(if rules.en_passant_kinds.is_empty() || rules.en_passant_region.is_empty() {
        "There is no en passant."
    } else {
        "A pawn that has just moved two squares can be captured en passant."
    });
    text
}

fn castling_text(castling: &Castling) -> String {
    let target = match castling.target {
        CastlingTarget::Steps(steps) => format!("moves {steps} squares towards"),
        CastlingTarget::Files { .. } => "moves towards".to_owned(),
    };
    let distance = match castling.min_distance {
        0..=1 => String::new(),
        least => format!(" at least {least} squares away"),
    };
    format!(
        "An unmoved king {target} an unmoved rook{distance}, with nothing between them; the rook lands next to it, \
         on the other side. The king may not be in check, cross an attacked square or land on one. Click the \
         square the king goes to, or the rook."
    )
}

fn draws(variant: &Variant) -> String {
    let rules = variant.rules();
    let mut text = "A side that has no legal move and is not in check draws by stalemate. ".to_owned();
    match (rules.move_rule_plies, rules.repetition_limit) {
        (0, 0) => text.push_str("There is no draw by repetition and no 50-move rule."),
        (plies, limit) => {
            if limit > 0 {
                text.push_str(&format!("A position that occurs {limit} times is a draw. "));
            }
            if plies > 0 {
                text.push_str(&format!("So are {} moves without a capture or a pawn move.", plies / 2));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    fn text(name: &str) -> String {
        let variant = Variants::built_in().get(name).expect("built in");
        sections(&variant).into_iter().map(|(title, words)| format!("{title}: {words}\n")).collect()
    }

    /// Promotion halfway up the board, no en passant, castling by two squares, no draw by rule.
    #[test]
    fn rules_of_xxl_name_what_differs_from_chess() {
        let xxl = text("xxl");
        for words in [
            "A pawn that reaches rank 8 becomes a queen at once; a black one on rank 7.",
            "There is no en passant.",
            "moves 2 squares towards an unmoved rook at least 3 squares away",
            "no draw by repetition and no 50-move rule",
        ] {
            assert!(xxl.contains(words), "{words}\n{xxl}");
        }
    }

    /// En passant, choice of the promotion piece, draws by rule.
    #[test]
    fn rules_of_chess_name_those_of_chess() {
        let chess = text("chess");
        for words in [
            "A pawn that reaches rank 8 promotes to a piece of your choice; a black one on rank 1.",
            "can be captured en passant",
            "A position that occurs 3 times is a draw. So are 50 moves",
        ] {
            assert!(chess.contains(words), "{words}\n{chess}");
        }
    }
}
