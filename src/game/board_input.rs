//! Input on the board: clicks, drags, promotion and premoves. rule: docs/rules.md#the-players-hand

use std::time::Duration;

use super::message::Notice;
use super::options::PromotionRule;
use super::{Command, Event, Game, PlayerKind};
use crate::rules::{Bitboard, ByColor, Color, Move, MoveFlag, Piece, Square};

/// A move entered during the opponent's turn. It is made at the start of the human's turn, if it is legal in that
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premove {
    /// The square of the piece after the earlier premoves.
    pub from: Square,
    /// The square to which the piece will move.
    pub to: Square,
}

impl Game {
    /// The side whose pieces can be selected: the side to move if a human plays it, otherwise the other side if a human
    /// plays that. `None` if no human plays.
    pub fn selectable_color(&self) -> Option<Color> {
        let turn = self.position.turn();
        [turn, !turn].into_iter().find(|&color| self.player(color) == PlayerKind::Human)
    }

    /// Whether it is a human's turn.
    pub fn is_human_turn(&self) -> bool {
        self.side_to_move().is_some_and(|color| self.player(color) == PlayerKind::Human)
    }

    /// The premoves, in the order in which they will be made.
    pub fn premoves(&self) -> &[Premove] {
        &self.premoves
    }

    /// The human's piece on `square` after all premoves.
    pub fn own_piece_at(&self, square: Square) -> Option<Piece> {
        let color = self.selectable_color()?;
        let last = self.premoves.iter().rposition(|premove| premove.to == square || premove.from == square);
        match last {
            None => self.position.board().piece_at(square).filter(|piece| piece.color == color),
            Some(index) if self.premoves[index].to == square => self.premoved_piece(index),
            Some(_) => None,
        }
    }

    /// The piece that makes the premove at `index`, traced back through the earlier premoves to its present square.
    fn premoved_piece(&self, index: usize) -> Option<Piece> {
        let premove = self.premoves.get(index)?;
        let origin = self.premoves[..index]
            .iter()
            .rev()
            .fold(premove.from, |square, earlier| if earlier.to == square { earlier.from } else { square });
        // The piece may have been captured since the premove was made.
        self.position.board().piece_at(origin).filter(|piece| Some(piece.color) == self.selectable_color())
    }

    /// Premove destinations of the selected piece: every square that the piece could reach with any other pieces on the
    /// board. Empty if it is the human's turn.
    pub fn premove_destinations(&self) -> Vec<Square> {
        let (Some(from), false) = (self.selected, self.is_human_turn()) else { return Vec::new() };
        let Some(piece) = self.own_piece_at(from).filter(|_| self.can_premove()) else { return Vec::new() };
        let variant = self.position.variant();
        let board = variant.geometry().board();
        let alone = ByColor::from_fn(|color| {
            if color == piece.color { [from].into_iter().collect() } else { Default::default() }
        });
        // When the premove is made, enemy pieces may stand anywhere, so captures count, too.
        let crowd = ByColor::from_fn(|color| if color == piece.color { alone[color] } else { board });
        let reached = variant.destinations(piece, from, &alone) | variant.destinations(piece, from, &crowd);
        reached.into_iter().chain(self.castlings(from).into_iter().map(|(_, to)| to)).collect()
    }

    /// Each castling to which the piece on `from` still has the right after all premoves: the rook's square and the
    /// square to which the king goes.
    fn castlings(&self, from: Square) -> Vec<(Square, Square)> {
        let stays = |square: Square| self.premoves.iter().all(|premove| premove.from != square);
        let color = self
            .selectable_color()
            .filter(|&color| self.position.king_square(color) == Some(from) && stays(from));
        let mut castlings = color.map(|color| self.position.castling_rights(color)).unwrap_or_default();
        castlings.retain(|&(rook, _)| stays(rook));
        // A king does not castle past the nearest rook.
        let rooks: Bitboard = castlings.iter().map(|&(rook, _)| rook).collect();
        let geometry = self.position.variant().geometry();
        castlings.retain(|&(rook, _)| (geometry.between(from, rook) & rooks).is_empty());
        castlings
    }

    fn can_premove(&self) -> bool {
        self.options().premoves && self.side_to_move().is_some() && !self.is_human_turn()
    }

    /// Carries out `command`. If the command is a drop of a piece that is not selected, the piece is selected first:
    /// the drag began before the human's turn.
    pub(super) fn apply_with_late_drag(&mut self, command: Command) -> Vec<Event> {
        let mut events = match command {
            Command::Drop { from, .. }
                if self.selected != Some(from) && self.own_piece_at(from).is_some() =>
            {
                self.apply(Command::Click(from))
            }
            _ => Vec::new(),
        };
        events.extend(self.apply(command));
        events
    }

    /// Handles a click on `square`: selects the piece on it, or moves the selected piece there.
    pub(super) fn click(&mut self, square: Square, events: &mut Vec<Event>) {
        let own = self.own_piece_at(square).is_some();
        let Some(from) = self.selected else {
            if own {
                self.select(Some(square), events);
            }
            return;
        };
        if !self.try_move(from, square, events) {
            self.select(Some(square).filter(|_| own && from != square), events);
        }
    }

    /// Moves the dragged piece from `from` to `to`. A piece that is dropped on its own square or on another piece of
    /// its side stays selected.
    pub(super) fn drop(&mut self, from: Square, to: Square, events: &mut Vec<Event>) {
        let back = from == to || self.own_piece_at(to).is_some();
        if self.selected == Some(from) && !self.try_move(from, to, events) && !back {
            self.select(None, events);
        }
    }

    /// Tries to move from `from` to `to`. For castling, `to` may also be the square of the rook. Returns true if a move
    /// or premove was made, if the human has to choose a promotion, and if the move was refused because it would leave
    /// the king in check.
    fn try_move(&mut self, from: Square, to: Square, events: &mut Vec<Event>) -> bool {
        let (target, moves) = self.moves_by_click(from, to);
        if self.premove_destinations().contains(&target) {
            self.premoves.push(Premove { from, to: target });
            events.push(Event::Premoved);
            self.select(None, events);
            return true;
        }
        match moves.as_slice() {
            [] => self.refuse_if_king_exposed(from, to, events),
            [_, _, ..] if self.options().promotion == PromotionRule::Choose => {
                events.push(Event::ChoosePromotion { from, to });
                true
            }
            [mv, ..] => {
                self.play(*mv, events);
                true
            }
        }
    }

    /// The square to which a click on `to` moves the selected piece from `from`, and its legal moves there: several if the
    /// piece is promoted. For castling, `to` may also be the square of the rook.
    fn moves_by_click(&self, from: Square, to: Square) -> (Square, Vec<Move>) {
        let castling = self.castlings(from).into_iter().find(|&(rook, _)| rook == to);
        let target = castling.map_or(to, |(_, target)| target);
        let mut moves = self.selected_moves();
        moves.retain(|mv| mv.to == target && (castling.is_none() || mv.flag == MoveFlag::Castle));
        // After a shuffled start a king may castle to a square that it could also step to. A click on the rook castles.
        if castling.is_none() && moves.iter().any(|mv| mv.flag != MoveFlag::Castle) {
            moves.retain(|mv| mv.flag != MoveFlag::Castle);
        }
        (target, moves)
    }

    /// The move that a click on `square` makes. `None` if the click makes none, enters a premove, or lets the player choose a
    /// promotion first.
    pub fn move_by_click(&self, square: Square) -> Option<Move> {
        let (_, moves) = self.moves_by_click(self.selected?, square);
        let chooses = moves.len() > 1 && self.options().promotion == PromotionRule::Choose;
        moves.first().copied().filter(|_| !chooses)
    }

    /// Returns true if the move is illegal only because it leaves the king in check, and flashes the king. In variants with
    /// mandatory captures or without checks it may be illegal by these rules, and a notice names them.
    fn refuse_if_king_exposed(&mut self, from: Square, to: Square, events: &mut Vec<Event>) -> bool {
        if !self.is_human_turn() || !self.position.is_illegal_only_by_check(from, to) {
            return false;
        }
        if self.position.must_capture() {
            self.show_notice(Notice::MustCapture);
        } else if !self.position.variant().rules().may_check {
            self.show_notice(Notice::NoChecks);
        } else {
            self.flash = Some(Duration::ZERO);
            events.push(Event::MustDefendKing(self.position.turn()));
        }
        self.select(None, events);
        true
    }

    pub(super) fn select(&mut self, square: Option<Square>, events: &mut Vec<Event>) {
        self.selected = square;
        events.push(square.map_or(Event::Deselected, Event::Selected));
    }

    /// Cancels all premoves.
    pub(super) fn cancel_premoves(&mut self, events: &mut Vec<Event>) {
        if !self.premoves.is_empty() {
            self.premoves.clear();
            self.select(None, events);
        }
    }

    /// Makes the next premove. If the move is illegal, cancels all premoves.
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

    /// Clears the selection after a move of `mover`. The selection stays if the piece belongs to the other side and has
    /// not been captured.
    pub(super) fn clear_stale_selection(&mut self, mover: Color, events: &mut Vec<Event>) {
        let Some(square) = self.selected else { return };
        let owner = self.own_piece_at(square).map(|piece| piece.color);
        if owner.is_none() || owner == Some(mover) {
            self.select(None, events);
        }
    }
}
