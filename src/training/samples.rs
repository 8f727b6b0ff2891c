//! Samples for training. A sample has the inputs of a position, the score of a search and the result of the game.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::engine::eval::network::Inputs;
use crate::notation::text;
use crate::platform::file_system;
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
        // A board has at most 256 squares.
        bytes.extend((self.inputs.len() as u16).to_le_bytes());
        bytes.push(self.half_points << 1 | u8::from(self.turn == Color::Black));
        bytes.extend(self.score.to_le_bytes());
        bytes.extend(self.inputs.iter().flat_map(|input| input.to_le_bytes()));
    }

    /// Parses the first sample of `bytes`. Returns it with the bytes after it.
    fn read<'b>(bytes: &'b [u8], of_variant: &Inputs) -> Option<(Self, &'b [u8])> {
        let (&[count_low, count_high, flags, low, high], rest) = bytes.split_first_chunk()?;
        let count = u16::from_le_bytes([count_low, count_high]);
        let (inputs, rest) = rest.split_at_checked(2 * usize::from(count))?;
        let sample = Self {
            inputs: inputs.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect(),
            turn: if flags & 1 == 0 { Color::White } else { Color::Black },
            score: i16::from_le_bytes([low, high]),
            half_points: flags >> 1,
        };
        let is_valid = sample.inputs.iter().all(|&input| usize::from(input) < of_variant.count());
        (is_valid && sample.half_points <= 2).then_some((sample, rest))
    }
}

/// Games by their numbers.
pub type Games = BTreeMap<u32, Vec<Sample>>;

/// File of the games of a round.
///
/// The first line has the version of the format and the training, so that games of another training are not read. Each
/// game is a record: four bytes as a mark, the length of its number and samples, the hash of these, the number, and the
/// samples. After a damaged record the next mark begins the next record.
#[derive(Clone, Debug)]
pub struct GamesFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The training and the round, in one line.
    pub training: String,
    /// The inputs of the variant.
    pub inputs: Inputs,
}

/// First words of a file of games.
const FORMAT: &str = "xxlchess games 1: ";
/// First bytes of a record.
const MARK: &[u8] = b"game";
/// Greatest size of a file of games, about twenty times the size with the default number of positions.
const MAX_BYTES: u64 = 1 << 30;
/// Greatest number of games. A record has at least 16 bytes.
const MAX_GAMES: u32 = (MAX_BYTES / 16) as u32;

impl GamesFile {
    fn header(&self) -> String {
        format!("{FORMAT}{}\n", self.training)
    }

    /// Reads the games. Damaged parts are moved to a file of their own and described to `on_damage` in a sentence.
    ///
    /// # Errors
    /// If the file cannot be read, is too long, or is not a file of games of this training.
    pub fn read(&self, on_damage: impl FnOnce(String)) -> io::Result<Games> {
        let name = file_name(&self.path);
        let error = |reason: String| io::Error::other(format!("{name}: {reason}"));
        let bytes = file_system::read(&self.path, MAX_BYTES).map_err(|reason| error(reason.to_string()))?;
        let header = self.header();
        let Some(mut rest) = bytes.strip_prefix(header.as_bytes()) else {
            let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let Some(other) = line.strip_prefix(FORMAT.as_bytes()) else {
                return Err(error(
                    "it is of another version of the program. Choose another --folder".to_owned(),
                ));
            };
            let (other, own) = (text::shorten(other), &self.training);
            let reason = format!("it is of another training ({other}; expected {own})");
            return Err(error(reason + ". Use the options of before, or choose another --folder"));
        };
        let (mut games, mut whole, mut damaged) = (Games::new(), header.into_bytes(), Vec::new());
        while !rest.is_empty() {
            let after = if let Some((number, game, after)) = read_record(rest, &self.inputs) {
                games.insert(number, game);
                whole.extend(&rest[..rest.len() - after.len()]);
                after
            } else {
                let mark = rest[1..].windows(MARK.len()).position(|bytes| bytes == MARK);
                let (bytes, after) = rest.split_at(mark.map_or(rest.len(), |index| index + 1));
                damaged.extend(bytes);
                after
            };
            rest = after;
        }
        if !damaged.is_empty() {
            let mut copies = (1..100).map(|number| self.path.with_extension(format!("damaged-{number}")));
            let copy = copies.find(|copy| !file_system::exists(copy));
            let copy = copy.ok_or_else(|| error("there are too many files of damaged parts".to_owned()))?;
            file_system::replace_and_sync(&copy, &damaged)?;
            file_system::replace_and_sync(&self.path, &whole)?;
            let copy = file_name(&copy);
            on_damage(format!("{name}: {} bytes are damaged. They were moved to {copy}.", damaged.len()));
        }
        Ok(games)
    }

    /// Creates the file without games.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(&self) -> io::Result<()> {
        file_system::replace_and_sync(&self.path, self.header().as_bytes())
    }

    /// Appends games.
    ///
    /// # Errors
    /// If the file cannot be written or would become too long.
    pub fn append(&self, games: &Games) -> io::Result<()> {
        let bytes: Vec<_> = games.iter().flat_map(|(number, game)| record(*number, game)).collect();
        let mut file = File::options().append(true).open(&self.path)?;
        if file.metadata()?.len() + bytes.len() as u64 > MAX_BYTES {
            let name = file_name(&self.path);
            return Err(io::Error::other(format!("{name} is full. Use more rounds of fewer positions")));
        }
        file.write_all(&bytes)
    }
}

fn record(number: u32, game: &[Sample]) -> Vec<u8> {
    let mut body = number.to_le_bytes().to_vec();
    game.iter().for_each(|sample| sample.write(&mut body));
    // A game has at most 300 positions, so the length fits.
    let length = body.len() as u32;
    [MARK, &length.to_le_bytes(), &text::hash(&body).to_le_bytes(), &body].concat()
}

/// Parses the record at the start of `bytes`. Returns its number, its game and the bytes after it, or `None` if it is
/// damaged.
fn read_record<'b>(bytes: &'b [u8], inputs: &Inputs) -> Option<(u32, Vec<Sample>, &'b [u8])> {
    let (length, rest) = bytes.strip_prefix(MARK)?.split_first_chunk()?;
    let (hash, rest) = rest.split_first_chunk()?;
    let (body, after) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    if text::hash(body) != u32::from_le_bytes(*hash) {
        return None;
    }
    let (number, mut samples) = body.split_first_chunk()?;
    let number = u32::from_le_bytes(*number);
    let mut game = Vec::new();
    while !samples.is_empty() {
        let sample;
        (sample, samples) = Sample::read(samples, inputs)?;
        game.push(sample);
    }
    (number < MAX_GAMES).then_some((number, game, after))
}

/// The name of a file for messages, without its folder.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
