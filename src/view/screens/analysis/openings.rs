//! Openings: the moves that the games of the engine and of the player made in the position shown.

use super::{AnalysisScreen, KEYS, Message};
use crate::game::openings::Results;
use crate::notation::san;
use crate::rules::Move;
use crate::view::scene::{Item, Rect, Rgba};
use crate::view::widgets::Node;
use crate::view::widgets::build::picture;
use crate::view::widgets::keymap::binding;
use crate::view::widgets::node::{Ink, Surface, column, paragraph, row, space, text};

/// Height of a row.
const ROW: f32 = 21.0;
/// Colours of the parts of a bar: White's wins, draws, Black's wins.
const PARTS: [Rgba; 3] = [Rgba::hex(0xF4EBD6), Rgba::hex(0x8A8073), Rgba::hex(0x14110F)];
/// Height of the title.
const TITLE: f32 = 18.0;
/// Height of the last line, which has the button that hides the openings.
const FOOT: f32 = 22.0;
/// Space above the first part and below the last one.
const PAD: f32 = 4.0;
/// Width from which a row has room for the bar.
const WITH_BAR: f32 = 165.0;
/// Width from which a row has room for the player's own games.
const WITH_OWN: f32 = 200.0;

impl AnalysisScreen {
    /// The moves that were played in the position shown, in at most `rows` rows, but no more than `height` has room for, and at
    /// least one. Sizes are in pixels of the design.
    pub(super) fn openings(&self, rows: usize, (width, height): (f32, f32)) -> Node<Message> {
        let openings = self.openings.as_deref().filter(|_| self.shows_openings);
        let Some([engine, own]) = openings else { return column([]).when(false) };
        let small = |words: String| text(words).sized(11.0).smallest(9.0);
        let mut moves: Vec<(Move, Results, Results)> = engine
            .moves(&self.position)
            .into_iter()
            .map(|(mv, results)| (mv, results, Results::default()))
            .collect();
        for (mv, results) in own.moves(&self.position) {
            match moves.iter_mut().find(|(known, ..)| *known == mv) {
                Some((.., mine)) => *mine = results,
                None => moves.push((mv, Results::default(), results)),
            }
        }
        let room = |foot: f32| ((height - TITLE - foot - 2.0 * PAD) / ROW) as usize;
        // The last line has a button that hides the openings. A low panel has no room for it, and the button `Openings` of the
        // panel hides them.
        let has_foot = moves.is_empty() || room(FOOT) > 1;
        let rows = rows.min(room(if has_foot { FOOT } else { 0.0 })).max(1);
        let (has_bar, has_own) = (width >= WITH_BAR, width >= WITH_OWN);
        let title = row([
            text("Openings").bold().sized(12.0).fill(1.0),
            small("engine's games".to_owned()).ink(Ink::Faint).rigid().when(has_own),
            small("yours".to_owned()).right().ink(Ink::Faint).width(40.0).rigid().when(has_own),
        ]);
        let lines = moves.iter().take(rows).map(|&(mv, results, mine)| {
            let games = |results: Results| {
                if results.games() == 0 { "–".to_owned() } else { results.games().to_string() }
            };
            let turn = self.position.turn();
            let shown = if results.games() == 0 { mine } else { results };
            let score = format!("{:.0}%", 100.0 * shown.score(turn));
            let bar = picture(move |pen, rect, _| draw_bar(pen.items, rect, shown));
            row([
                text(san::format(&self.position, mv)).bold().sized(12.0).width(48.0),
                small(games(results)).right().width(38.0),
                if has_bar { bar.height(10.0).fill(1.0) } else { space().grow() },
                small(score).right().width(30.0).rigid(),
                small(games(mine)).right().ink(Ink::Soft).width(40.0).rigid().when(has_own),
            ])
            .gap(if has_bar { 6.0 } else { 2.0 })
            .align_center()
            .height(ROW)
            .surface(Surface::Hover)
            .on_press(Message::PlayOpening(mv))
        });
        let note = if moves.is_empty() {
            "No game of the engine or of yours has reached this position."
        } else {
            "Games of the engine against itself, not theory."
        };
        let note = paragraph(note).sized(10.0).smallest(9.0).ink(Ink::Faint);
        let close = binding(KEYS, &Message::Openings).button().labelled("Hide").flat();
        let foot = if has_own {
            row([note.fill(1.0), close.width(44.0).rigid()]).align_center().height(FOOT)
        } else {
            column([note, row([close.fill(1.0)]).height(FOOT)])
        };
        column([title.gap(6.0).height(TITLE)].into_iter().chain(lines).chain([foot.when(has_foot)]))
            .padded(8.0, PAD)
            .surface(Surface::Box)
    }
}

/// Draws the parts of the games that White won, that were drawn, and that Black won.
fn draw_bar(items: &mut Vec<Item>, rect: Rect, results: Results) {
    let games = results.games().max(1) as f32;
    let mut x = rect.x;
    for (count, color) in [results.white, results.draws, results.black].into_iter().zip(PARTS) {
        let w = rect.w * count as f32 / games;
        items.push(Item::fill(Rect::new(x, rect.y, w, rect.h), color));
        x += w;
    }
}
