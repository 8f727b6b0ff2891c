//! The picture of the game screen.

use super::PlayScreen;
use crate::game::PlayerView;
use crate::view::layout::Layout;
use crate::view::scene::Item;
use crate::view::screen::Context;
use crate::view::screens::play::handover;

impl PlayScreen {
    pub(super) fn paint(&self, ctx: &Context, items: &mut Vec<Item>) {
        let (layout, theme) = (&self.layout(ctx), &ctx.theme());
        let game = self.session.game();
        let player_view = self.player_view();
        let hint = self.session.hint().filter(|_| !self.review.is_past());
        let view = self.board.widget.view(&player_view, layout, theme);
        self.board.widget.draw(&view, hint.map(|mv| (mv.from, mv.to)), items);
        if let Some(color) = game.handover_to() {
            items.extend(handover::items(game, color, theme, layout));
        }
        if self.review.is_past() {
            let width = (layout.tile / 12.0).round().max(2.0);
            items.push(Item::Frame { rect: layout.board, width, color: theme.accent });
        }
        self.draw_sidebar(layout, &player_view, ctx, items);
        self.board.widget.draw_above(&view, items);
    }

    /// Draws the sidebar; between the clocks the offer, or the notice over the moves.
    fn draw_sidebar(&self, layout: &Layout, player_view: &PlayerView, ctx: &Context, items: &mut Vec<Item>) {
        let theme = &ctx.theme();
        let sidebar = self.sidebar(layout, ctx).with_card(self.explained(player_view));
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
