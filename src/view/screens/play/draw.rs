//! The picture of a game: board, marks, what lies over them, and the sidebar.

use super::PlayScreen;
use crate::game::PlayerView;
use crate::view::layout::Layout;
use crate::view::scene::Item;
use crate::view::screens::play::handover;
use crate::view::widgets::board::BoardView;
use crate::view::widgets::board::marks::point_out;

impl PlayScreen {
    /// Draws all of the screen.
    pub(super) fn paint(&self, layout: &Layout, items: &mut Vec<Item>) {
        let game = self.session.game();
        let theme = self.theme();
        let sight = self.sight();
        let held = self.hand.dragged();
        let dragged = held.and_then(|(square, at)| Some((square, game.own_piece_at(square)?, at)));
        let board = BoardView { sight: &sight, slides: &self.slides, dragged, layout, theme: &theme };
        items.extend(board.items());
        self.hand.marks().draw(layout, items);
        self.cursor.draw(layout, items);
        if let Some(hint) = self.session.hint().filter(|_| !self.review.is_past()) {
            point_out(hint.from, hint.to, layout, items);
        }
        if let Some(color) = game.handover_to() {
            items.extend(handover::items(game, color, &theme, layout));
        }
        if self.review.is_past() {
            let width = (layout.tile / 12.0).round().max(2.0);
            items.push(Item::Frame { rect: layout.board, width, color: theme.accent });
        }
        self.draw_sidebar(layout, &sight, items);
        items.extend(board.held());
    }

    /// Draws the sidebar; between the clocks the offer, or the notice over the moves.
    fn draw_sidebar(&self, layout: &Layout, sight: &PlayerView, items: &mut Vec<Item>) {
        let sidebar = self.sidebar(layout).with_card(self.explained(sight));
        let busy = self.session.game().message().is_some();
        if let Some(offer) = &self.offer {
            let sidebar = sidebar.without_middle();
            items.extend(sidebar.items());
            offer.draw(&self.theme(), sidebar.middle(), items);
            return;
        }
        items.extend(sidebar.items());
        if let Some(notice) = self.notice.as_ref().filter(|notice| notice.is_shown(busy)) {
            notice.draw(&self.theme(), sidebar.unit(), sidebar.room_for(notice.text()), items);
        }
    }
}
