//! The picture of the game screen.

use super::PlayScreen;
use crate::game::PlayerView;
use crate::view::layout::Layout;
use crate::view::scene::Item;
use crate::view::screen::Context;
use crate::view::screens::play::handover;
use crate::view::widgets::board::BoardView;
use crate::view::widgets::board::marks::point_out;

impl PlayScreen {
    pub(super) fn paint(&self, ctx: &Context, items: &mut Vec<Item>) {
        let (layout, theme) = (&self.layout(ctx), &ctx.theme());
        let game = self.session.game();
        let sight = self.sight();
        let held = self.hand.dragged();
        let dragged = held.and_then(|(square, at)| Some((square, game.own_piece_at(square)?, at)));
        let board = BoardView { sight: &sight, slides: &self.slides, dragged, layout, theme };
        items.extend(board.items());
        self.hand.marks().draw(layout, items);
        self.cursor.draw(layout, items);
        if let Some(hint) = self.session.hint().filter(|_| !self.review.is_past()) {
            point_out(hint.from, hint.to, layout, items);
        }
        if let Some(color) = game.handover_to() {
            items.extend(handover::items(game, color, theme, layout));
        }
        if self.review.is_past() {
            let width = (layout.tile / 12.0).round().max(2.0);
            items.push(Item::Frame { rect: layout.board, width, color: theme.accent });
        }
        self.draw_sidebar(layout, &sight, ctx, items);
        items.extend(board.held());
        if let Some(picker) = &self.picker {
            picker.draw(layout, theme, items);
        }
    }

    /// Draws the sidebar; between the clocks the offer, or the notice over the moves.
    fn draw_sidebar(&self, layout: &Layout, sight: &PlayerView, ctx: &Context, items: &mut Vec<Item>) {
        let theme = &ctx.theme();
        let sidebar = self.sidebar(layout, ctx).with_card(self.explained(sight));
        let busy = self.session.game().message().is_some();
        if let Some(offer) = &self.offer {
            let sidebar = sidebar.without_middle();
            items.extend(sidebar.items());
            offer.draw(theme, sidebar.middle(), items);
            return;
        }
        items.extend(sidebar.items());
        if let Some(notice) = self.notice.as_ref().filter(|notice| notice.is_shown(busy)) {
            notice.draw(theme, sidebar.unit(), sidebar.room_for(notice.text()), items);
        }
    }
}
