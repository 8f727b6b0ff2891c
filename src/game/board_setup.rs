//! A position that is being set up in the board editor, with undo. The rules list its faults.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::PlayerView;
use crate::rules::{
    Bitboard, ByColor, Color, InvalidPosition, Piece, Position, PositionFault, Setup, Square, Variant,
};

/// Maximum number of undo steps that are stored.
const MAX_UNDO: usize = 500;
/// Maximum length of the name of a saved level, in characters.
pub const MAX_LEVEL_NAME: usize = 30;

/// Whether the name of a saved level may contain `letter`. Characters that are special to file systems are excluded.
pub fn is_level_name_char(letter: char) -> bool {
    letter.is_alphanumeric() || " -_".contains(letter)
}

/// Pieces, side to move and rights of a [`BoardSetup`] at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSnapshot {
    pieces: BTreeMap<Square, Piece>,
    turn: Color,
    /// Whether each side may castle as far as the squares of its king and rooks allow.
    castles: ByColor<bool>,
    /// The setup that replaced the board. Its rights, en passant target and counters hold until the board is changed.
    replaced_by: Option<Box<Setup>>,
}

/// A position that is being set up. As in a level file, initial-move rights follow from the squares of the pieces, but a
/// king may have lost its right to castle.
///
/// ```
/// use xxlchess::game::board_setup::BoardSetup;
/// use xxlchess::notation::{coords::parse_square, variants_ini::Variants};
/// use xxlchess::rules::Position;
///
/// let variant = Variants::built_in().get("chess").unwrap();
/// let mut setup = BoardSetup::from_position(&Position::start(&variant).unwrap());
/// setup.remove_piece(parse_square("e1").unwrap());
/// setup.commit_step();
/// assert!(setup.position().is_err(), "White has no king");
/// assert!(setup.undo() && setup.position().is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct BoardSetup {
    variant: Arc<Variant>,
    now: BoardSnapshot,
    /// The board after the last step.
    committed: BoardSnapshot,
    /// The board before each step. The last item is the board before the last step.
    undo: Vec<BoardSnapshot>,
    /// The boards after the steps that were undone. The last item is the board after the step undone last.
    redo: Vec<BoardSnapshot>,
    result: Result<Position, InvalidPosition>,
}

impl BoardSetup {
    /// A setup of `pieces` with `turn` to move. Pieces outside the board are left out. Of several pieces on one square,
    /// the last piece counts.
    pub fn new(
        variant: &Arc<Variant>,
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        turn: Color,
    ) -> Self {
        let board = variant.geometry().board();
        let pieces = pieces.into_iter().filter(|(square, _)| board.contains(*square)).collect();
        let castles = ByColor { white: true, black: true };
        let now = BoardSnapshot { pieces, turn, castles, replaced_by: None };
        let result = validate(variant, &now);
        Self {
            variant: Arc::clone(variant),
            committed: now.clone(),
            now,
            undo: Vec::new(),
            redo: Vec::new(),
            result,
        }
    }

    /// A setup of the pieces, the side to move and the rights to castle of `position`.
    pub fn from_position(position: &Position) -> Self {
        let mut setup = Self::new(position.variant(), position.board().pieces(), position.turn());
        setup.take_rights(position.initial_move_rights());
        setup.committed = setup.now.clone();
        setup
    }

    /// Switches castling off for a side whose king would have a right to it by its square, but has none in `rights`.
    fn take_rights(&mut self, rights: Bitboard) {
        let by_square = self.position().map_or(Bitboard::EMPTY, Position::initial_move_rights);
        for color in Color::ALL {
            let is_lost = |king: Square| by_square.contains(king) && !rights.contains(king);
            self.now.castles[color] = !self.king(color).is_some_and(is_lost);
        }
        self.validate();
    }

    /// The variant.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The piece on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.now.pieces.get(&square).copied()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.now.turn
    }

    /// Whether `color` may castle as far as the squares of its king and rooks allow.
    pub fn castles(&self, color: Color) -> bool {
        self.now.castles[color]
    }

    /// The board as it is now.
    pub fn snapshot(&self) -> &BoardSnapshot {
        &self.now
    }

    /// The position.
    ///
    /// # Errors
    /// If the position is not legal, all its faults.
    pub fn position(&self) -> Result<&Position, &InvalidPosition> {
        self.result.as_ref()
    }

    /// The position as a setup, legal or not.
    pub fn setup(&self) -> Setup {
        setup(&self.variant, &self.now)
    }

    /// A view of the pieces in which a king in check is marked, even if its side is not to move.
    pub fn player_view(&self) -> PlayerView {
        let pieces = self.now.pieces.iter().map(|(&square, &piece)| (square, piece)).collect();
        let checked = match &self.result {
            Ok(position) => position.royal_king(position.turn()).filter(|_| position.is_check()),
            Err(InvalidPosition(faults)) => faults.iter().find_map(|fault| match fault {
                PositionFault::OpponentInCheck(color) => self.king(*color),
                _ => None,
            }),
        };
        PlayerView { checked, ..PlayerView::of_board(&self.variant, pieces) }
    }

    fn king(&self, color: Color) -> Option<Square> {
        let king = Piece::new(color, self.variant.rules().royal_kind?);
        self.now.pieces.iter().find(|(_, piece)| **piece == king).map(|(&square, _)| square)
    }

    /// Puts `piece` on `square`, in place of the piece there. Squares outside the board are ignored.
    pub fn set_piece(&mut self, square: Square, piece: Piece) {
        if self.variant.geometry().board().contains(square) {
            self.now.pieces.insert(square, piece);
            self.changed();
        }
    }

    /// Removes the piece on `square`.
    pub fn remove_piece(&mut self, square: Square) {
        self.now.pieces.remove(&square);
        self.changed();
    }

    /// Moves the piece on `from` to `to`, in place of the piece there. The move need not be legal.
    pub fn move_piece(&mut self, from: Square, to: Square) {
        let on_board = self.variant.geometry().board().contains(to);
        if let Some(piece) = self.piece_at(from).filter(|_| on_board) {
            self.now.pieces.remove(&from);
            self.set_piece(to, piece);
        }
    }

    /// Sets the side to move.
    pub fn set_turn(&mut self, turn: Color) {
        self.now.turn = turn;
        self.changed();
    }

    /// Sets whether `color` may castle.
    pub fn set_castles(&mut self, color: Color, castles: bool) {
        self.now.castles[color] = castles;
        self.changed();
    }

    /// Removes all pieces.
    pub fn clear(&mut self) {
        self.now.pieces.clear();
        self.changed();
    }

    /// Resets the board to the start position of the variant.
    pub fn reset(&mut self) {
        let start = self.variant.start();
        self.now = Self::new(&self.variant, start.pieces.iter().copied(), start.turn).now;
        self.validate();
    }

    /// Replaces the board by `setup`.
    pub fn replace(&mut self, setup: Setup) {
        self.now = Self::new(&self.variant, setup.pieces.iter().copied(), setup.turn).now;
        self.validate();
        self.take_rights(setup.initial_move_rights);
        self.now.replaced_by = Some(Box::new(setup));
        self.validate();
    }

    /// Ends an undo step: all changes since the last step will be undone together. Returns false if there are none.
    pub fn commit_step(&mut self) -> bool {
        if self.now == self.committed {
            return false;
        }
        if self.undo.len() == MAX_UNDO {
            self.undo.remove(0);
        }
        self.undo.push(std::mem::replace(&mut self.committed, self.now.clone()));
        self.redo.clear();
        true
    }

    /// Undoes the last step. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.commit_step();
        let Some(before) = self.undo.pop() else { return false };
        self.redo.push(std::mem::replace(&mut self.now, before.clone()));
        self.committed = before;
        self.validate();
        true
    }

    /// Makes the step again that was undone last. Returns whether there was one. A change of the board since then leaves
    /// nothing to be made again.
    pub fn redo(&mut self) -> bool {
        self.commit_step();
        let Some(after) = self.redo.pop() else { return false };
        self.undo.push(std::mem::replace(&mut self.now, after.clone()));
        self.committed = after;
        self.validate();
        true
    }

    /// Whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether there is a step to make again.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    fn changed(&mut self) {
        self.now.replaced_by = None;
        self.validate();
    }

    fn validate(&mut self) {
        self.result = validate(&self.variant, &self.now);
    }
}

fn setup(variant: &Variant, placement: &BoardSnapshot) -> Setup {
    if let Some(setup) = &placement.replaced_by {
        return Setup::clone(setup);
    }
    let pieces = placement.pieces.iter().map(|(&square, &piece)| (square, piece)).collect();
    let mut setup = Setup { turn: placement.turn, ..Setup::at_start(pieces) };
    let is_bound =
        |piece: Piece| variant.rules().royal_kind == Some(piece.kind) && !placement.castles[piece.color];
    for (&square, _) in placement.pieces.iter().filter(|(_, piece)| is_bound(**piece)) {
        setup.initial_move_rights = setup.initial_move_rights.without(Bitboard::from_square(square));
    }
    setup
}

fn validate(variant: &Arc<Variant>, placement: &BoardSnapshot) -> Result<Position, InvalidPosition> {
    Position::from_setup(variant, &setup(variant, placement))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;

    fn start() -> BoardSetup {
        let variant = Variants::built_in().get("xxl").expect("xxl is built in");
        BoardSetup::from_position(&Position::start(&variant).expect("the start is legal"))
    }

    const A2: Square = Square::new(0, 1);
    const A5: Square = Square::new(0, 4);
    const KING: Square = Square::new(7, 0);

    /// Each way to change the board is undone in reverse order, and made again in order. After another change there is
    /// nothing to make again.
    #[test]
    fn every_change_can_be_undone_and_made_again() {
        let mut draft = start();
        let pawn = draft.piece_at(A2).expect("a pawn");
        let changes: [fn(&mut BoardSetup); 7] = [
            |draft| draft.move_piece(A2, A5),
            |draft| draft.remove_piece(KING),
            |draft| draft.set_turn(Color::Black),
            |draft| draft.set_castles(Color::White, false),
            BoardSetup::clear,
            |draft| {
                draft.set_piece(
                    A2,
                    Piece::new(Color::Black, draft.variant.rules().royal_kind.expect("a king")),
                )
            },
            BoardSetup::reset,
        ];
        let mut seen = vec![draft.now.clone()];
        for change in changes {
            change(&mut draft);
            assert!(draft.commit_step() && !draft.commit_step());
            seen.push(draft.now.clone());
        }
        assert_eq!(seen[1].pieces.get(&A5), Some(&pawn));
        assert_eq!(seen[7], seen[0]);
        for (undone, board) in seen.iter().rev().enumerate() {
            assert_eq!(draft.now, *board);
            assert_eq!(draft.undo(), undone < 7);
        }
        assert!(draft.position().is_ok());
        for (redone, board) in seen.iter().enumerate() {
            assert_eq!(draft.now, *board);
            assert_eq!(draft.redo(), redone < 7);
        }
        assert!(draft.undo() && draft.can_redo());
        draft.set_turn(Color::White);
        assert!(draft.commit_step() && !draft.can_redo() && !draft.redo());
    }

    /// Several changes in one step are undone together, and a step without changes is not stored.
    #[test]
    fn changes_of_one_step_are_undone_together() {
        let mut draft = start();
        for file in 0..14 {
            draft.remove_piece(Square::new(file, 1));
        }
        draft.commit_step();
        draft.move_piece(KING, A5);
        draft.move_piece(A5, KING);
        assert!(!draft.commit_step());
        assert!(draft.undo());
        assert!(draft.piece_at(A2).is_some() && !draft.undo());
    }

    /// A side whose right to castle is switched off has none, and keeps its double steps. A position in which a king has lost
    /// its right is set up without it.
    #[test]
    fn rights_to_castle_are_switched_off_for_each_side() {
        let mut draft = start();
        let rights = |draft: &BoardSetup, color| {
            let position = draft.position().expect("legal");
            position.king_square(color).is_some_and(|king| position.initial_move_rights().contains(king))
        };
        draft.set_castles(Color::White, false);
        assert_eq!((rights(&draft, Color::White), rights(&draft, Color::Black)), (false, true));
        assert!(draft.position().is_ok_and(|position| position.initial_move_rights().contains(A2)));
        let again = BoardSetup::from_position(draft.position().expect("legal"));
        assert_eq!((again.castles(Color::White), again.castles(Color::Black)), (false, true));
        draft.replace(start().setup());
        assert!(rights(&draft, Color::White) && draft.castles(Color::White));
    }

    /// A missing king and a king in check out of turn are faults, and pieces put anywhere have castling rights as in
    /// a level file.
    #[test]
    fn the_rules_find_faults_of_the_setup() {
        let mut draft = start();
        draft.remove_piece(KING);
        let fault = draft.position().expect_err("no king").to_string();
        assert_eq!(fault, "white has no king");
        draft.undo();
        draft.clear();
        let kind = |letter| draft.variant().rules().kind_by_letter(letter).expect("a kind");
        let (king, rook) = (kind('k'), kind('r'));
        draft.set_piece(Square::new(3, 3), Piece::new(Color::White, king));
        draft.set_piece(Square::new(9, 3), Piece::new(Color::White, rook));
        draft.set_piece(Square::new(9, 9), Piece::new(Color::Black, king));
        assert!(draft.position().is_err());
        assert_eq!(draft.player_view().checked, Some(Square::new(9, 9)));
        draft.set_turn(Color::Black);
        assert!(draft.position().is_ok_and(Position::is_check));
        draft.move_piece(Square::new(9, 9), Square::new(0, 9));
        draft.set_turn(Color::White);
        let position = draft.position().expect("legal");
        assert!(position.legal_moves().iter().any(|mv| mv.flag == crate::rules::MoveFlag::Castle));
        assert_eq!(draft.player_view().checked, None);
    }
}
