//! The rules of the game: first moves, castling and promotion, and how the game ends.

use super::board::sprite;
use super::layout::{heading, note, stepper, toggle};
use super::{Message, WorkshopScreen};
use crate::game::workshop::Edit;
use crate::notation::variants_ini::choices::RULES;
use crate::notation::variants_ini::design::{DesignPiece, Place};
use crate::rules::Color;
use crate::view::form::PAGE;
use crate::view::widgets::Node;
use crate::view::widgets::build::{choice, picture};
use crate::view::widgets::node::{Ink, column, row, text};

/// Edge of the drawing of a piece on a small button.
const SMALL: f32 = 30.0;

impl WorkshopScreen {
    /// The rows of the rules.
    pub(super) fn rules(&self) -> Vec<Node<Message>> {
        let design = self.workshop.design();
        let on = |label, on, edit: fn(bool) -> Edit| toggle(label, on, move |on| Message::Edit(edit(on)));
        let castles = design.castling && design.can_castle();
        let castling = on("Castling: the king moves two squares", castles, Edit::Castling);
        let reason = note("Off: no piece on the board castles with the king.");
        let reason = reason.when(design.castling && !castles);
        let rank = stepper("ranks to promote on", design.promotion_rank, Edit::PromotionRank);
        let mut rows = vec![
            heading("Rules"),
            column([castling, reason, self.faults_of(&[Place::Castling])]),
            on("First moves: pawns may go two squares", design.double_step, Edit::DoubleStep),
            column([
                on("En passant", design.en_passant, Edit::EnPassant),
                self.faults_of(&[Place::DoubleStep]),
            ]),
            row([
                text("Pawns become").sized(PAGE.text).fill(1.0),
                text("on rank").ink(Ink::Soft).sized(PAGE.small).rigid(),
                rank.width(96.0).rigid(),
            ])
            .gap(8.0)
            .align_center(),
            column([self.promotions(), self.faults_of(&[Place::Promotion])]),
            heading("End of the game"),
        ];
        rows.extend((0..RULES.len()).map(|index| self.rule(index)));
        rows.push(self.faults_of(&[Place::Name, Place::Other]));
        rows
    }

    /// The pieces, of which those that pawns can become are highlighted. A press changes that.
    fn promotions(&self) -> Node<Message> {
        let promotion = &self.workshop.design().promotion;
        let words = |piece: &DesignPiece, becomes| {
            format!("Pawns {} {}", if becomes { "become" } else { "do not become" }, piece.name)
        };
        self.palette_of(
            DesignPiece::can_be_promotion,
            |index| promotion.contains(&index),
            words,
            |index, becomes| Message::Edit(Edit::Becomes(index, !becomes)),
        )
    }

    /// Small drawings as buttons of the pieces for which `is_shown` is true. Those for which `is_on` is true are highlighted.
    pub(super) fn palette_of(
        &self,
        is_shown: impl Fn(&DesignPiece) -> bool,
        is_on: impl Fn(usize) -> bool,
        words: impl Fn(&DesignPiece, bool) -> String,
        message: impl Fn(usize, bool) -> Message,
    ) -> Node<Message> {
        let pieces = self.workshop.design().pieces.iter().enumerate();
        let pieces = pieces.filter(|(_, piece)| is_shown(piece)).map(|(index, piece)| {
            let (on, drawn) = (is_on(index), piece.clone());
            let drawing = picture(move |pen, rect, _| pen.items.push(sprite(&drawn, Color::White, rect)));
            let words = words(piece, on);
            row([drawing.width(SMALL).height(SMALL)])
                .padding(1.0)
                .as_button(&words, message(index, on))
                .primary(on)
                .tip(words, "")
                .rigid()
        });
        row(pieces).wrap().gap(3.0)
    }

    /// A rule of the table with its choice.
    fn rule(&self, index: usize) -> Node<Message> {
        let row_of_table = &RULES[index];
        let count = row_of_table.choices.len();
        let chosen =
            self.workshop.design().rules.get(index).copied().flatten().filter(|chosen| *chosen < count);
        let mut words: Vec<_> = row_of_table.choices.iter().map(|choice| choice.words.to_owned()).collect();
        words.extend(chosen.is_none().then(|| "as in the text".to_owned()));
        let control =
            choice(words, chosen.unwrap_or(count), move |choice| Message::Edit(Edit::Rule(index, choice)))
                .named(row_of_table.label)
                .tip(row_of_table.help, "")
                .height(26.0)
                .fill(1.7);
        let label = text(row_of_table.label).sized(PAGE.text).smallest(9.0).fill(1.0);
        column([row([label, control]).gap(8.0).align_center(), self.faults_of(&[Place::Rule(index)])])
    }
}
