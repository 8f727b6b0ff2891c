//! The person's hand: clicks, drags, promotion and pre-moves become moves. rule: docs/rules.md#the-players-hand

use std::time::Duration;

use super::options::OptionKey;
use super::{Event, Game, PlayerKind};
use crate::rules::{ByColor, Color, Move, Piece, Square};

/// The value of [`OptionKey::Promotion`] by which the person chooses.
const CHOOSE: u8 = 1;

/// A move the person has made before it was their turn; made or dropped when it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premove {
    /// Where the piece will stand then.
    pub from: Square,
    /// Where it is to go.
    pub to: Square,
}

impl Game {
    /// The side whose pieces the person can select: the one to move if it is a person's, else the other.
    #[must_use]
    pub fn selectable_color(&self) -> Option<Color> {
        let turn = self.position.turn();
        [turn, !turn].into_iter().find(|&color| self.player(color) == PlayerKind::Human)
    }

    /// Whether it is a person's move.
    #[must_use]
    pub fn is_human_turn(&self) -> bool {
        self.side_to_move().is_some_and(|color| self.player(color) == PlayerKind::Human)
    }

    /// The moves made before it was the person's turn, the next one first.
    #[must_use]
    pub fn premoves(&self) -> &[Premove] {
        &self.premoves
    }

    /// The person's piece that stands on `square`, as the board will be after all pre-moves.
    #[must_use]
    pub fn own_piece_at(&self, square: Square) -> Option<Piece> {
        let color = self.selectable_color()?;
        let last = self.premoves.iter().rposition(|premove| premove.to == square || premove.from == square);
        match last {
            None => self.position.board().piece_at(square).filter(|piece| piece.color == color),
            Some(place) if self.premoves[place].to == square => self.premoved_piece(place),
            Some(_) => None,
        }
    }

    /// The piece that makes the pre-move at `place` of the list, followed back through those before it.
    fn premoved_piece(&self, place: usize) -> Option<Piece> {
        let premove = self.premoves.get(place)?;
        let origin = self.premoves[..place]
            .iter()
            .rev()
            .fold(premove.from, |square, earlier| if earlier.to == square { earlier.from } else { square });
        // An enemy piece may have captured it there.
        self.position.board().piece_at(origin).filter(|piece| Some(piece.color) == self.selectable_color())
    }

    /// The squares the selected piece could be pre-moved to: all that its way of moving ever allows from there.
    #[must_use]
    pub fn premove_destinations(&self) -> Vec<Square> {
        let (Some(from), false) = (self.selected, self.is_human_turn()) else { return Vec::new() };
        let Some(piece) = self.own_piece_at(from).filter(|_| self.can_premove()) else { return Vec::new() };
        let variant = self.position.variant();
        let board = variant.geometry().board();
        let alone = ByColor::from_fn(|color| {
            if color == piece.color { [from].into_iter().collect() } else { Default::default() }
        });
        // What is captured may come to stand anywhere until then.
        let crowd = ByColor::from_fn(|color| if color == piece.color { alone[color] } else { board });
        let reached = variant.destinations(piece, from, &alone) | variant.destinations(piece, from, &crowd);
        reached.into_iter().collect()
    }

    fn can_premove(&self) -> bool {
        self.options().is_on(OptionKey::Premoves) && self.side_to_move().is_some() && !self.is_human_turn()
    }

    /// The person clicked on a tile.
    pub(super) fn click(&mut self, square: Square, events: &mut Vec<Event>) {
        let own = self.own_piece_at(square).is_some();
        let Some(from) = self.selected else {
            if own {
                self.select(Some(square), events);
            }
            return;
        };
        if !self.attempt(from, square, events) {
            self.select(Some(square).filter(|_| own && from != square), events);
        }
    }

    /// The person dragged a piece from one tile to another; back on an own piece nothing happens.
    pub(super) fn drop(&mut self, from: Square, to: Square, events: &mut Vec<Event>) {
        let back = from == to || self.own_piece_at(to).is_some();
        if self.selected == Some(from) && !self.attempt(from, to, events) && !back {
            self.select(None, events);
        }
    }

    /// Tries to move from `from` to `to`; whether something came of it: a move, a question, a refusal.
    fn attempt(&mut self, from: Square, to: Square, events: &mut Vec<Event>) -> bool {
        if self.premove_destinations().contains(&to) {
            self.premoves.push(Premove { from, to });
            events.push(Event::Premoved);
            self.select(None, events);
            return true;
        }
        let moves: Vec<Move> = self.selected_moves().into_iter().filter(|mv| mv.to == to).collect();
        match moves.as_slice() {
            [] => self.refuse(from, to, events),
            [_, _, ..] if self.options().get(OptionKey::Promotion) == CHOOSE => {
                events.push(Event::ChoosePromotion { from, to });
                true
            }
            [mv, ..] => {
                self.play(*mv, events);
                true
            }
        }
    }

    /// Says so if nothing but the king's safety forbids the move.
    fn refuse(&mut self, from: Square, to: Square, events: &mut Vec<Event>) -> bool {
        if !self.is_human_turn() || !self.position.exposes_king(from, to) {
            return false;
        }
        self.flash = Some(Duration::ZERO);
        events.push(Event::MustDefendKing(self.position.turn()));
        self.select(None, events);
        true
    }

    pub(super) fn select(&mut self, square: Option<Square>, events: &mut Vec<Event>) {
        self.selected = square;
        events.push(square.map_or(Event::Deselected, Event::Selected));
    }

    /// Takes back all pre-moves.
    pub(super) fn cancel_premoves(&mut self, events: &mut Vec<Event>) {
        if !self.premoves.is_empty() {
            self.premoves.clear();
            self.select(None, events);
        }
    }

    /// Makes the next pre-move; if it is not legal, all of them are dropped.
    pub(super) fn make_premove(&mut self, events: &mut Vec<Event>) {
        if !self.is_human_turn() || self.premoves.is_empty() {
            return;
        }
        let premove = self.premoves.remove(0);
        let moves = self.position.legal_moves_from(premove.from);
        match moves.iter().find(|mv| mv.to == premove.to) {
            Some(&mv) => self.play(mv, events),
            None => {
                self.premoves.clear();
                self.select(None, events);
            }
        }
    }

    /// After a move: keeps a selection made while the computer thought, if its piece still stands.
    pub(super) fn clear_stale_selection(&mut self, mover: Color, events: &mut Vec<Event>) {
        let Some(square) = self.selected else { return };
        let owner = self.own_piece_at(square).map(|piece| piece.color);
        if owner.is_none() || owner == Some(mover) {
            self.select(None, events);
        }
    }
}
