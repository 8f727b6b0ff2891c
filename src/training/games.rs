//! Games for training, with the score of the search for each move, and the files in which they are stored.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::in_threads;
use crate::notation::text;
use crate::platform::file_system;
use crate::rules::{Color, Move, MoveFlag, PieceKind, Position, Square, Variant};

/// A game from the start of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The moves. A move has a score if the position before it is used for training: the score of the search, in
    /// centipawns from the view of the side to move.
    pub moves: Vec<(Move, Option<i16>)>,
    /// The winner; `None` if the game was drawn.
    pub winner: Option<Color>,
}

impl Game {
    /// Number of positions that are used for training.
    pub fn positions(&self) -> usize {
        self.moves.iter().filter(|(_, score)| score.is_some()).count()
    }

    /// The side to move and the score of each position that is used for training.
    pub fn scores(&self, variant: &Variant) -> impl DoubleEndedIterator<Item = (Color, i16)> {
        let first = variant.start().turn;
        let turn = move |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        let score = move |(ply, (_, score)): (usize, &(Move, Option<i16>))| Some((turn(ply), (*score)?));
        self.moves.iter().enumerate().filter_map(score)
    }

    /// Calls `visit` with each position that is used for training and its score. Returns `None` if a move is not legal.
    pub fn replay(&self, variant: &Arc<Variant>, mut visit: impl FnMut(&Position, i16)) -> Option<()> {
        let mut position = Position::start(variant).ok()?;
        for &(mv, score) in &self.moves {
            if !position.is_pseudo_legal(mv) || !position.is_safe_after(mv) {
                return None;
            }
            if let Some(score) = score {
                visit(&position, score);
            }
            position.make(mv);
        }
        Some(())
    }

    /// The result for `side` in half-points: 0, 1 or 2.
    pub fn half_points(&self, side: Color) -> u8 {
        self.winner.map_or(1, |winner| 2 * u8::from(winner == side))
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(match self.winner {
            None => 0,
            Some(Color::White) => 1,
            Some(Color::Black) => 2,
        });
        for &(mv, score) in &self.moves {
            let flag = match mv.flag {
                MoveFlag::Normal => 0,
                MoveFlag::DoubleStep => 1,
                MoveFlag::EnPassant => 2,
                MoveFlag::Castle => 3,
                MoveFlag::Promote(kind) => PROMOTION + kind.index() as u8,
            };
            bytes.extend([mv.from.index() as u8, mv.to.index() as u8, flag]);
            bytes.extend(score.unwrap_or(NO_SCORE).to_le_bytes());
        }
    }

    /// Parses a game. The moves need not be legal.
    fn read(bytes: &[u8], kinds: usize) -> Option<Self> {
        let (&winner, moves) = bytes.split_first()?;
        let winner = match winner {
            0 => None,
            1 => Some(Color::White),
            2 => Some(Color::Black),
            _ => return None,
        };
        let (moves, []) = moves.as_chunks() else { return None };
        let parse = |&[from, to, flag, low, high]: &[u8; 5]| {
            let flag = match flag {
                0 => MoveFlag::Normal,
                1 => MoveFlag::DoubleStep,
                2 => MoveFlag::EnPassant,
                3 => MoveFlag::Castle,
                _ => {
                    let kind = usize::from(flag - PROMOTION);
                    MoveFlag::Promote((kind < kinds).then(|| PieceKind::from_index(kind))?)
                }
            };
            let score = i16::from_le_bytes([low, high]);
            let mv = Move { from: Square::from_index(from), to: Square::from_index(to), flag };
            Some((mv, (score != NO_SCORE).then_some(score)))
        };
        Some(Self { moves: moves.iter().map(parse).collect::<Option<_>>()?, winner })
    }
}

/// Games by their numbers.
pub type Games = BTreeMap<u32, Game>;

/// The number of positions of games that are used for training.
pub fn positions<'a>(games: impl IntoIterator<Item = &'a Game>) -> usize {
    games.into_iter().map(Game::positions).sum()
}

/// File of games.
///
/// The first line has the version of the format and the training, so that games of another training are not read. Each
/// game is a record: four bytes as a mark, the length of what follows the hash, the hash of that, the number of the game,
/// the winner, and five bytes for each move. After a damaged record the next mark begins the next record.
#[derive(Clone, Debug)]
pub struct GamesFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The training and the round, in one line.
    pub training: String,
    /// The variant.
    pub variant: Arc<Variant>,
}

/// Contents of a file of games.
#[derive(Debug, Default)]
struct Contents<'a> {
    games: Games,
    /// The records of the games.
    whole: Vec<&'a [u8]>,
    /// The damaged bytes between the records of the games.
    damaged: Vec<&'a [u8]>,
}

/// First words of a file of games.
const FORMAT: &str = "xxlchess games 3: ";
/// First bytes of a record.
const MARK: &[u8] = b"game";
/// The byte of a move that promotes to the first kind.
const PROMOTION: u8 = 4;
/// The score of a move that has none.
const NO_SCORE: i16 = i16::MIN;
/// Greatest size of a file of games, enough for a hundred million positions.
const MAX_BYTES: u64 = 1 << 30;
/// Greatest length of a first line.
const MAX_LINE: u64 = 1_000;
/// Greatest number of games. A record has at least 16 bytes.
pub(super) const MAX_GAMES: u32 = (MAX_BYTES / 16) as u32;

impl GamesFile {
    /// The variant and the hash of its rules, with which the line of a training begins.
    pub(super) fn line_of(variant: &Variant, rules_hash: u32) -> String {
        format!("{}, rules {rules_hash:08x}", variant.rules().name)
    }

    /// The file at `path`, with games of any training of `variant`, whose rules have this
    /// [hash](crate::notation::variants_ini::Variants::rules_hash).
    ///
    /// # Errors
    /// If the file cannot be read or has games of another variant, other rules or another format.
    pub fn open(path: &Path, variant: &Arc<Variant>, rules_hash: u32) -> io::Result<Self> {
        let error = |reason: String| io::Error::other(format!("{}: {reason}", path.display()));
        let start = file_system::read_start(path, MAX_LINE).map_err(|reason| error(reason.to_string()))?;
        let line = first_line(&start).map_err(error)?;
        let expected = Self::line_of(variant, rules_hash);
        if !line.starts_with(&format!("{expected}, ")) {
            return Err(error(format!(
                "it has games of {}; expected {expected}",
                text::shorten(line.as_bytes())
            )));
        }
        Ok(Self { path: path.to_owned(), training: line.to_owned(), variant: Arc::clone(variant) })
    }

    fn header(&self) -> String {
        format!("{FORMAT}{}\n", self.training)
    }

    fn error(&self, reason: impl std::fmt::Display) -> io::Error {
        io::Error::other(format!("{}: {reason}", file_name(&self.path)))
    }

    fn read_bytes(&self) -> io::Result<Vec<u8>> {
        let bytes = file_system::read(&self.path, MAX_BYTES).map_err(|reason| self.error(reason))?;
        if bytes.starts_with(self.header().as_bytes()) {
            return Ok(bytes);
        }
        let reason = first_line(&bytes).map_or_else(
            |reason| format!("{reason}. Choose another --folder"),
            |other| {
                let (other, own) = (text::shorten(other.as_bytes()), &self.training);
                let reason = format!("it is of another training ({other}; expected {own})");
                reason + ". Use the options of before, or choose another --folder"
            },
        );
        Err(self.error(reason))
    }

    /// Parses the bytes of the file on `threads` threads.
    fn parse<'a>(&self, bytes: &'a [u8], threads: usize) -> Contents<'a> {
        let mut rest = &bytes[self.header().len()..];
        let kinds = self.variant.rules().pieces.len();
        let mut parts = Vec::new();
        while !rest.is_empty() {
            let record = read_record(rest, kinds);
            let length = record.as_ref().map_or_else(
                || {
                    let mark = rest[1..].windows(MARK.len()).position(|bytes| bytes == MARK);
                    mark.map_or(rest.len(), |index| index + 1)
                },
                |(length, ..)| *length,
            );
            let part;
            (part, rest) = rest.split_at(length);
            parts.push((part, record.map(|(_, number, game)| (number, game))));
        }
        let share = parts.len().div_ceil(threads).max(1);
        let mut shares: Vec<_> = parts.chunks_mut(share).collect();
        in_threads(&mut shares, |_, parts| {
            for (_, game) in parts.iter_mut() {
                game.take_if(|(_, game)| game.replay(&self.variant, |_, _| {}).is_none());
            }
        });
        let mut contents = Contents::default();
        for (bytes, game) in parts {
            if let Some((number, game)) = game {
                contents.games.insert(number, game);
                contents.whole.push(bytes);
            } else {
                contents.damaged.push(bytes);
            }
        }
        contents
    }

    /// Reads the games on `threads` threads. Damaged parts are moved to a file of their own and described to `on_damage`
    /// in a sentence.
    ///
    /// # Errors
    /// If the file cannot be read, is too long, or is not a file of games of this training.
    pub fn read(&self, threads: usize, on_damage: impl FnOnce(String)) -> io::Result<Games> {
        let bytes = self.read_bytes()?;
        let Contents { games, whole, damaged } = self.parse(&bytes, threads);
        if !damaged.is_empty() {
            let mut copies = (1..100).map(|number| self.path.with_extension(format!("damaged-{number}")));
            let copy = copies.find(|copy| !file_system::exists(copy));
            let copy = copy.ok_or_else(|| self.error("there are too many files of damaged parts"))?;
            let damaged = damaged.concat();
            file_system::replace_and_sync(&copy, &damaged)?;
            file_system::replace_and_sync(&self.path, &[self.header().as_bytes(), &whole.concat()].concat())?;
            let (name, copy) = (file_name(&self.path), file_name(&copy));
            on_damage(format!("{name}: {} bytes are damaged. They were moved to {copy}.", damaged.len()));
        }
        Ok(games)
    }

    /// Reads the games as [`read`](Self::read) does, but leaves the file as it is, because another program may be writing
    /// it.
    ///
    /// # Errors
    /// If the file cannot be read, is too long, or is not a file of games of this training.
    pub fn read_only(&self, threads: usize, on_damage: impl FnOnce(String)) -> io::Result<Games> {
        let bytes = self.read_bytes()?;
        let Contents { games, damaged, .. } = self.parse(&bytes, threads);
        if !damaged.is_empty() {
            let length: usize = damaged.iter().map(|part| part.len()).sum();
            let path = self.path.display();
            on_damage(format!("{path}: {length} bytes are damaged or not yet complete. They are not used."));
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
            return Err(self.error("it is full. Use more rounds of fewer positions"));
        }
        file.write_all(&bytes)
    }
}

/// The training in the first line of a file of games. The error is the end of a sentence.
fn first_line(bytes: &[u8]) -> Result<&str, String> {
    let line =
        bytes.split(|&byte| byte == b'\n').next().and_then(|line| line.strip_prefix(FORMAT.as_bytes()));
    let line = line.and_then(|line| std::str::from_utf8(line).ok());
    line.ok_or_else(|| "it is of another version of the program".to_owned())
}

fn record(number: u32, game: &Game) -> Vec<u8> {
    let mut body = number.to_le_bytes().to_vec();
    game.write(&mut body);
    // A game has at most 309 moves, so the length fits.
    let length = body.len() as u32;
    [MARK, &length.to_le_bytes(), &text::hash(&body).to_le_bytes(), &body].concat()
}

/// Parses the record at the start of `bytes` of a variant with `kinds` kinds of pieces. Returns its length, its number and
/// its game, or `None` if it is damaged.
fn read_record(bytes: &[u8], kinds: usize) -> Option<(usize, u32, Game)> {
    let (length, rest) = bytes.strip_prefix(MARK)?.split_first_chunk()?;
    let (hash, rest) = rest.split_first_chunk()?;
    let (body, after) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    if text::hash(body) != u32::from_le_bytes(*hash) {
        return None;
    }
    let (number, game) = body.split_first_chunk()?;
    let number = u32::from_le_bytes(*number);
    (number < MAX_GAMES).then_some((bytes.len() - after.len(), number, Game::read(game, kinds)?))
}

/// The name of a file for messages, without its folder.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
