//! Regions of the board: `*7 *8`, `a*`, `e4`, `-`.

use crate::notation::coords;
use crate::notation::text::quote;
use crate::rules::{Bitboard, Square};

/// A region as it was written: each word with the squares it means on a board of 16x16.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Region(Vec<(String, Bitboard)>);

impl Region {
    /// Reads ranks `*8`, files `a*` and squares `e4` with blanks between, or `-` for no square.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "-" {
            return Ok(Self::default());
        }
        let words: Result<Vec<_>, _> = text
            .split_whitespace()
            .map(|word| part(word).map(|part| (word.to_owned(), part)).ok_or_else(|| word.to_owned()))
            .collect();
        let right = "ranks *1 to *16, files a* to p*, squares a1 to p16, or - for none are needed";
        match words {
            Ok(words) if !words.is_empty() => Ok(Self(words)),
            Ok(_) => Err(right.to_owned()),
            Err(word) => Err(format!("{} is no part of a board; {right}", quote(&word))),
        }
    }

    /// The squares of the region on a board of `files` and `ranks`.
    pub fn on_board(&self, files: u8, ranks: u8) -> Bitboard {
        let all = self.0.iter().fold(Bitboard::EMPTY, |all, (_, part)| all | *part);
        all & board(files, ranks)
    }

    /// The first word that has no square on a board of `files` and `ranks`.
    pub fn beyond(&self, files: u8, ranks: u8) -> Option<&str> {
        let board = board(files, ranks);
        self.0.iter().find(|(_, part)| !part.intersects(board)).map(|(word, _)| word.as_str())
    }

    /// Whether no square is meant at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The squares of a board of `files` and `ranks`.
pub(super) fn board(files: u8, ranks: u8) -> Bitboard {
    Square::all().filter(|s| s.file() < files && s.rank() < ranks).collect()
}

/// The squares of the 16x16 frame that one word means.
fn part(word: &str) -> Option<Bitboard> {
    let word = word.to_ascii_lowercase();
    if let Some(rank) = word.strip_prefix('*') {
        let rank = coords::parse_square(&format!("a{rank}"))?.rank();
        return Some((0..16).map(|file| Square::new(file, rank)).collect());
    }
    if let Some(file) = word.strip_suffix('*') {
        let file = coords::parse_square(&format!("{file}1"))?.file();
        return Some((0..16).map(|rank| Square::new(file, rank)).collect());
    }
    coords::parse_square(&word).map(Bitboard::from_square)
}
