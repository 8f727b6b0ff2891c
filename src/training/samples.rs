//! Samples for training. A sample has the inputs of a position, the score of a search and the result of the game.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;

use crate::engine::eval::network::Inputs;
use crate::rules::{Color, Position, Setup, Variant};

/// A position of a game with its score and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The inputs of the pieces from White's view, see [`Inputs::index`].
    pub inputs: Vec<u16>,
    /// The side to move.
    pub turn: Color,
    /// Score of the search, in centipawns from the view of the side to move.
    pub score: i16,
    /// Result of the game in half-points of the side to move: 0, 1 or 2.
    pub half_points: u8,
}

impl Sample {
    /// Creates a sample of `position`. Its result is a draw until [`Sample::half_points`] is set.
    pub fn new(inputs: &Inputs, position: &Position, score: i16) -> Self {
        // There are at most 2 * 32 kinds on 256 squares, so an input fits into 16 bits.
        let input = |(square, piece)| inputs.index(Color::White, piece, square) as u16;
        let inputs = position.board().pieces().map(input).collect();
        Self { inputs, turn: position.turn(), score, half_points: 1 }
    }

    /// The position, with all castling rights that its pieces allow; `None` if it is not legal.
    pub fn position(&self, variant: &Arc<Variant>, inputs: &Inputs) -> Option<Position> {
        let pieces = self.inputs.iter().map(|&input| inputs.piece(input.into())).collect();
        Position::from_setup(variant, &Setup { turn: self.turn, ..Setup::at_start(pieces) }).ok()
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.inputs.len().min(255) as u8);
        bytes.push(self.half_points << 1 | u8::from(self.turn == Color::Black));
        bytes.extend(self.score.to_le_bytes());
        bytes.extend(self.inputs.iter().take(255).flat_map(|input| input.to_le_bytes()));
    }

    /// Parses the first sample of `bytes`. Returns it with the bytes after it.
    fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (&[count, flags, low, high], rest) = bytes.split_first_chunk()?;
        let (inputs, rest) = rest.split_at_checked(2 * usize::from(count))?;
        let sample = Self {
            inputs: inputs.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect(),
            turn: if flags & 1 == 0 { Color::White } else { Color::Black },
            score: i16::from_le_bytes([low, high]),
            half_points: flags >> 1,
        };
        Some((sample, rest))
    }
}

/// Appends a game to a file of samples: the number of bytes of its samples, and the samples.
///
/// # Errors
/// If the file cannot be written.
pub fn append_game(file: &mut File, samples: &[Sample]) -> io::Result<()> {
    let mut bytes = Vec::new();
    samples.iter().for_each(|sample| sample.write(&mut bytes));
    // A game has at most some hundred positions, so the length fits.
    let mut block = (bytes.len() as u32).to_le_bytes().to_vec();
    block.extend(bytes);
    file.write_all(&block)
}

/// Reads the samples of a file by game. A last game that was not written completely is cut off the file. A missing file
/// has no games.
///
/// # Errors
/// If the file cannot be read or is not a file of samples.
pub fn read_games(path: &Path) -> io::Result<Vec<Vec<Sample>>> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(mut file) => file.read_to_end(&mut bytes)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let (mut games, mut rest) = (Vec::new(), &bytes[..]);
    while let Some((length, after)) = rest.split_first_chunk()
        && let Some((mut game, after)) = after.split_at_checked(u32::from_le_bytes(*length) as usize)
    {
        let mut samples = Vec::new();
        while !game.is_empty() {
            let damaged = || io::Error::new(io::ErrorKind::InvalidData, "damaged samples");
            let (sample, after) = Sample::read(game).ok_or_else(damaged)?;
            samples.push(sample);
            game = after;
        }
        games.push(samples);
        rest = after;
    }
    if !rest.is_empty() {
        File::options().write(true).open(path)?.set_len((bytes.len() - rest.len()) as u64)?;
    }
    Ok(games)
}
