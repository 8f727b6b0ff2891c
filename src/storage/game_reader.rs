//! Which variants a text may name: those of the program, and the one of the config with its own pieces.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use crate::config::read_text;
use crate::game::options::{OptionKey, Options};
use crate::notation::import::{self, ImportError};
use crate::notation::pgn::{MAX_BYTES, PgnGame, Tags};
use crate::notation::variants_ini::Variants;
use crate::rules::variant::PieceType;
use crate::rules::{Position, Variant};

/// The tag that names pieces of the config's own making.
const PIECES: &str = "Pieces";
/// The variants tried for a text that names none, after those of game and config.
const USUAL: [&str; 2] = ["xxl", "chess"];

/// The variants that a text may name.
pub struct GameReader {
    built_in: Variants,
    /// The variant of the config, with its own pieces.
    configured: Arc<Variant>,
}

impl GameReader {
    /// All variants of the program, and `configured`.
    #[must_use]
    pub fn new(configured: &Arc<Variant>) -> Self {
        Self { built_in: Variants::built_in(), configured: Arc::clone(configured) }
    }

    /// The variant called `name`, with the pieces of the config if it is the config's.
    fn find(&self, name: &str) -> Result<Arc<Variant>, String> {
        if name == self.configured.rules().name {
            return Ok(Arc::clone(&self.configured));
        }
        self.built_in.find(name).map_err(|unknown| unknown.to_string())
    }

    /// The variant that the tags of a kept game name, with exactly the pieces it was played with.
    ///
    /// # Errors
    /// When there is no such variant or it lacks pieces of the game: which, in the middle of a sentence.
    pub fn find_variant(&self, tags: &Tags) -> Result<Arc<Variant>, String> {
        let name = tags.get("Variant").ok_or("it names no variant")?;
        let built_in = self.built_in.find(name).map_err(|unknown| unknown.to_string());
        let pieces = tags.get(PIECES).unwrap_or_default();
        if self.configured.rules().name == name && self.own_pieces(&self.configured) == pieces {
            return Ok(Arc::clone(&self.configured));
        }
        if pieces.is_empty() {
            return built_in;
        }
        Err(format!("this config does not have its pieces ({pieces})"))
    }

    /// `position` in its variant as it is without the options of a game, if that can be.
    #[must_use]
    pub fn without_options(&self, position: &Position) -> Position {
        let plain = self.find(&position.variant().rules().name).ok();
        let plain = plain.and_then(|variant| Position::from_setup(&variant, &position.to_setup()).ok());
        plain.unwrap_or_else(|| position.clone())
    }

    /// What a kept game of `variant` has to say beside the usual tags: which pieces of the config's own it needs.
    #[must_use]
    pub fn tags_of(&self, variant: &Variant) -> Tags {
        let (mut tags, pieces) = (Tags::default(), self.own_pieces(variant));
        if !pieces.is_empty() {
            tags.push(PIECES, pieces);
        }
        tags
    }

    /// The pieces that `variant` has beside those of the program: letter, name and a number that says how they move.
    fn own_pieces(&self, variant: &Variant) -> String {
        let rules = variant.rules();
        let count = self.built_in.rules(&rules.name).map_or(0, |built_in| built_in.pieces.len());
        let mut text = String::new();
        for row in rules.pieces.iter().skip(count) {
            let space = if text.is_empty() { "" } else { " " };
            // Writing to a text cannot fail.
            let _ = write!(text, "{space}{}={}:{:08x}", row.letter, row.name, fingerprint(row));
        }
        text
    }

    /// Reads a FEN or a PGN for a game by `options`; one that names no variant is tried as one of `variant` first. Gives
    /// the options it can go on by, too: those, or if it cannot be read by them, with a choice of promotion and no fog.
    ///
    /// # Errors
    /// When it is neither: what is wrong, with its field or line.
    pub fn read(
        &self,
        text: &str,
        options: &Options,
        variant: &str,
    ) -> Result<(PgnGame, Options), ImportError> {
        let mut free = *options;
        free.set(OptionKey::Promotion, 1);
        free.set(OptionKey::FogOfWar, 0);
        let mut names = vec![variant, self.configured.rules().name.as_str()];
        names.extend(USUAL);
        let read = |options: &Options| {
            let find = |name: &str| Ok(options.applied_to(&self.find(name)?));
            let candidates: Vec<_> = names.iter().filter_map(|name| find(name).ok()).collect();
            Ok((import::parse(text, &candidates, &find)?, *options))
        };
        read(options).or_else(|fault| read(&free).map_err(|_| fault))
    }

    /// Reads the FEN or PGN in the file at `path`.
    ///
    /// # Errors
    /// When it cannot be read or is neither: file, line and what is wrong.
    pub fn read_file(&self, path: &Path, options: &Options) -> Result<(PgnGame, Options), String> {
        let text = read_text(path, MAX_BYTES as u64).map_err(|error| error.to_string())?;
        self.read(&text, options, &self.configured.rules().name).map_err(|fault| match fault {
            ImportError::Pgn(error) => format!("{}:{}: {}", path.display(), error.line, error.message),
            fault => format!("{}: {fault}", path.display()),
        })
    }

    /// Reads `text`, which is a FEN or the name of a file with one.
    ///
    /// # Errors
    /// As those of [`Library::read`] and [`Library::read_file`].
    pub fn read_fen_or_file(&self, text: &str, options: &Options) -> Result<(PgnGame, Options), String> {
        let path = Path::new(text);
        if path.exists() {
            return self.read_file(path, options);
        }
        if !import::is_fen(text) {
            return Err(format!("{text}: there is no such file, and it is no FEN"));
        }
        self.read(text, options, &self.configured.rules().name).map_err(|fault| fault.to_string())
    }
}

/// A number that differs, as far as can be, between pieces that move differently or are worth something else.
fn fingerprint(row: &PieceType) -> u32 {
    let text = format!("{:?} {:?}", row.moves, row.value);
    text.bytes().fold(0x811C_9DC5, |number, byte| (number ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
