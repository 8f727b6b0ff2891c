//! A position in the making: pieces are put, taken and moved freely, and the rules say what is wrong with it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::PlayerView;
use crate::rules::{Color, InvalidPosition, Piece, Position, PositionFault, Setup, Square, Variant};

/// Most steps that can be undone.
const MOST_STEPS: usize = 500;
/// Longest name of a level of the person's own making, in letters.
pub const MAX_LEVEL_NAME: usize = 30;

/// Whether the name of a level may have `letter` in it: no sign that means something to a file system is among them.
#[must_use]
pub fn is_level_name_char(letter: char) -> bool {
    letter.is_alphanumeric() || " -_".contains(letter)
}

/// What a draft shows: two that are equal show the same position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSnapshot {
    pieces: BTreeMap<Square, Piece>,
    turn: Color,
}

/// A position in the making. As in a level file no piece counts as having moved, so castling follows from where
/// kings and rooks stand.
#[derive(Clone, Debug)]
pub struct BoardSetup {
    variant: Arc<Variant>,
    now: BoardSnapshot,
    /// What it was when the last step ended.
    settled: BoardSnapshot,
    /// What it was before each step, the last one last.
    before: Vec<BoardSnapshot>,
    verdict: Result<Position, InvalidPosition>,
}

impl BoardSetup {
    /// A draft of `pieces` with `turn` to move; those outside the board are left out, and of several on a square
    /// all but the last.
    #[must_use]
    pub fn new(
        variant: &Arc<Variant>,
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        turn: Color,
    ) -> Self {
        let board = variant.geometry().board();
        let pieces = pieces.into_iter().filter(|(square, _)| board.has(*square)).collect();
        let now = BoardSnapshot { pieces, turn };
        let verdict = judge(variant, &now);
        Self { variant: Arc::clone(variant), settled: now.clone(), now, before: Vec::new(), verdict }
    }

    /// A draft of the pieces and the side to move of `position`.
    #[must_use]
    pub fn from_position(position: &Position) -> Self {
        Self::new(position.variant(), position.board().pieces(), position.turn())
    }

    /// The variant it is made for.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The piece on `square`.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.now.pieces.get(&square).copied()
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.now.turn
    }

    /// What it shows now.
    #[must_use]
    pub fn snapshot(&self) -> &BoardSnapshot {
        &self.now
    }

    /// The position, or all that is wrong with it.
    ///
    /// # Errors
    /// When it is no legal position: every fault.
    pub fn position(&self) -> Result<&Position, &InvalidPosition> {
        self.verdict.as_ref()
    }

    /// What it shows, right or wrong, as a set-up.
    #[must_use]
    pub fn setup(&self) -> Setup {
        setup(&self.now)
    }

    /// What is to be seen of it: its pieces, and a king in check or attacked out of turn.
    #[must_use]
    pub fn player_view(&self) -> PlayerView {
        let pieces = self.now.pieces.iter().map(|(&square, &piece)| (square, piece)).collect();
        let checked = match &self.verdict {
            Ok(position) => position.royal_king(position.turn()).filter(|_| position.is_check()),
            Err(InvalidPosition(faults)) => faults.iter().find_map(|fault| match fault {
                PositionFault::OpponentInCheck(color) => self.king(*color),
                _ => None,
            }),
        };
        PlayerView { checked, ..PlayerView::of_board(&self.variant, pieces) }
    }

    fn king(&self, color: Color) -> Option<Square> {
        let king = Piece::new(color, self.variant.rules().royal?);
        self.now.pieces.iter().find(|(_, piece)| **piece == king).map(|(&square, _)| square)
    }

    /// Puts `piece` on `square`, in place of what stands there; squares outside the board stay as they are.
    pub fn set_piece(&mut self, square: Square, piece: Piece) {
        if self.variant.geometry().board().has(square) {
            self.now.pieces.insert(square, piece);
            self.judge();
        }
    }

    /// Takes away what stands on `square`.
    pub fn remove_piece(&mut self, square: Square) {
        self.now.pieces.remove(&square);
        self.judge();
    }

    /// Moves the piece on `from` to `to`, in place of what stands there; whether it may go there is no matter.
    pub fn move_piece(&mut self, from: Square, to: Square) {
        let on_board = self.variant.geometry().board().has(to);
        if let Some(piece) = self.piece_at(from).filter(|_| on_board) {
            self.now.pieces.remove(&from);
            self.set_piece(to, piece);
        }
    }

    /// Gives the move to `turn`.
    pub fn set_turn(&mut self, turn: Color) {
        self.now.turn = turn;
        self.judge();
    }

    /// Takes away every piece.
    pub fn clear(&mut self) {
        self.now.pieces.clear();
        self.judge();
    }

    /// Sets the pieces up as a game of the variant begins.
    pub fn reset(&mut self) {
        let start = self.variant.start();
        self.now = BoardSnapshot { pieces: start.pieces.iter().copied().collect(), turn: start.turn };
        self.judge();
    }

    /// Puts `pieces` in place of all others, with `turn` to move.
    pub fn replace(&mut self, pieces: impl IntoIterator<Item = (Square, Piece)>, turn: Color) {
        self.now = Self::new(&self.variant, pieces, turn).now;
        self.judge();
    }

    /// Ends a step: all that has changed since the last one is undone together. Says whether anything has.
    pub fn commit_step(&mut self) -> bool {
        if self.now == self.settled {
            return false;
        }
        if self.before.len() == MOST_STEPS {
            self.before.remove(0);
        }
        self.before.push(std::mem::replace(&mut self.settled, self.now.clone()));
        true
    }

    /// Takes the last step back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.commit_step();
        let Some(before) = self.before.pop() else { return false };
        self.settled = before.clone();
        self.now = before;
        self.judge();
        true
    }

    fn judge(&mut self) {
        self.verdict = judge(&self.variant, &self.now);
    }
}

fn setup(placement: &BoardSnapshot) -> Setup {
    let pieces = placement.pieces.iter().map(|(&square, &piece)| (square, piece)).collect();
    Setup { turn: placement.turn, ..Setup::at_start(pieces) }
}

fn judge(variant: &Arc<Variant>, placement: &BoardSnapshot) -> Result<Position, InvalidPosition> {
    Position::from_setup(variant, &setup(placement))
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

    /// Each kind of change, undone in reverse order.
    #[test]
    fn every_change_can_be_undone() {
        let mut draft = start();
        let pawn = draft.piece_at(A2).expect("a pawn");
        let changes: [fn(&mut BoardSetup); 6] = [
            |draft| draft.move_piece(A2, A5),
            |draft| draft.remove_piece(KING),
            |draft| draft.set_turn(Color::Black),
            BoardSetup::clear,
            |draft| {
                draft.set_piece(A2, Piece::new(Color::Black, draft.variant.rules().royal.expect("a king")))
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
        assert_eq!(seen[6], seen[0]);
        while let Some(last) = seen.pop() {
            assert_eq!(draft.now, last);
            assert_eq!(draft.undo(), !seen.is_empty());
        }
        assert!(draft.position().is_ok());
    }

    /// A step that ends as it began is none.
    #[test]
    fn changes_within_one_step_are_undone_together() {
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

    /// A side in check out of turn; castling from any square, as in a level file.
    #[test]
    fn faults_come_from_the_rules() {
        let mut draft = start();
        draft.remove_piece(KING);
        let fault = draft.position().expect_err("no king").to_string();
        assert_eq!(fault, "white has no king; each side needs one");
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
