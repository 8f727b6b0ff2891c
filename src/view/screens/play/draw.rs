//! The picture of the game screen.

use super::PlayScreen;
use crate::view::scene::Item;
use crate::view::screen::Context;
use crate::view::screens::play::handover;

impl PlayScreen {
    pub(super) fn paint(&self, ctx: &Context, items: &mut Vec<Item>) {
        let (layout, theme) = (&self.layout(ctx), &ctx.theme());
        let game = self.session.game();
        let player_view = self.player_view();
        let hint = self.session.hint().filter(|_| !self.review.is_past());
        let mut view = self.board.widget.view(&player_view, layout, theme);
        view.promotion_line = ctx.options.promotion_line;
        self.board.widget.draw(&view, hint.map(|mv| (mv.from, mv.to)), items);
        if let Some(color) = game.handover_to() {
            items.extend(handover::items(game, color, theme, layout));
        }
        if self.review.is_past() {
            let width = (layout.tile / 24.0).round().max(2.0);
            items.push(Item::Frame { rect: layout.board, width, color: theme.accent });
        }
        self.draw_sidebar(layout, ctx, items);
        self.board.widget.draw_above(&view, items);
    }
}
