//! The board as text: in letters, or in a frame with Unicode chess symbols.

use std::fmt;

use xxlchess_core::rules::Square;

use crate::board::Board;
use crate::piece::Piece;

impl Board {
    /// Formats the board in a frame, with [`unicode`](Piece::unicode) symbols. The last rank comes first.
    pub fn unicode(&self) -> String {
        let files = usize::from(self.variant().geometry().files());
        let border = |left: &str, middle: &str, right: &str| {
            format!("{left}{}{right}", vec!["───"; files].join(middle))
        };
        let row = |rank: u8| {
            let cells = self.rank(rank).map(|piece| format!(" {} ", piece.map_or(' ', Piece::unicode)));
            format!("│{}│", cells.collect::<Vec<_>>().join("│"))
        };
        let between = format!("\n{}\n", border("├", "┼", "┤"));
        let rows: Vec<_> = self.ranks().map(row).collect();
        format!("{}\n{}\n{}", border("┌", "┬", "┐"), rows.join(&between), border("└", "┴", "┘"))
    }

    /// The ranks, counted from 0. The last rank comes first.
    fn ranks(&self) -> impl Iterator<Item = u8> + use<> {
        (0..self.variant().geometry().ranks()).rev()
    }

    /// The piece on each square of a rank, from left to right.
    fn rank(&self, rank: u8) -> impl Iterator<Item = Option<&Piece>> {
        self.squares().filter(move |(square, _)| square.rank() == rank).map(|(_, piece)| piece)
    }
}

impl fmt::Display for Board {
    /// Formats a line with the letters of the files, and a line such as `8 br bn .. bq` for each rank. The last rank comes
    /// first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = self.variant().geometry();
        let width = geometry.ranks().to_string().len();
        write!(f, "{:width$}", "")?;
        for file in 0..geometry.files() {
            let name = Square::new(file, 0).to_string();
            write!(f, "{:>2}{}", &name[..1], if file + 1 < geometry.files() { " " } else { "" })?;
        }
        for rank in self.ranks() {
            write!(f, "\n{:>width$}", rank + 1)?;
            for piece in self.rank(rank) {
                match piece {
                    Some(piece) => write!(f, " {piece}")?,
                    None => f.write_str(" ..")?,
                }
            }
        }
        Ok(())
    }
}
