//! Draws by agreement: an offer, and what becomes of it. rule: docs/rules.md#draw-by-agreement

use super::notice::Notice;
use super::{Event, Game, Termination};
use crate::rules::Color;

impl Game {
    /// The side whose offer of a draw stands.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
    }

    /// The person offers a draw, or takes the offer of the other person.
    pub(super) fn offer_draw(&mut self, events: &mut Vec<Event>) {
        // While the board is passed on nobody sits before it who could offer anything.
        let Some(person) = self.selectable_color().filter(|_| !self.handing_over) else { return };
        match self.draw_offer {
            None => {
                self.draw_offer = Some(person);
                self.notice = None;
                events.push(Event::DrawOffered(person));
            }
            Some(offering) if offering != person => self.end(Termination::Agreement, events),
            Some(_) => {}
        }
    }

    /// The side to which a draw was offered says whether it agrees.
    pub(super) fn answer_draw(&mut self, agrees: bool, events: &mut Vec<Event>) {
        let Some(offering) = self.draw_offer else { return };
        if agrees {
            self.end(Termination::Agreement, events);
            return;
        }
        self.draw_offer = None;
        self.notice = Some(Notice::DrawDeclined.now());
        events.push(Event::DrawDeclined(!offering));
    }

    /// A move of `mover` declines what the other side offered.
    pub(super) fn decline_by_move(&mut self, mover: Color, events: &mut Vec<Event>) {
        if self.draw_offer == Some(!mover) {
            self.answer_draw(false, events);
        }
    }
}
