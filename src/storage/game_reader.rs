//! Reading games from FEN, PGN and saved files, with the variants of the program and of the config.

use std::fmt::{self, Write};
use std::path::Path;
use std::sync::Arc;

use crate::config::FileError;
use crate::game::options::{Options, PromotionRule, StartKind};
use crate::notation::import::{self, ImportError};
use crate::notation::pgn::{MAX_BYTES, PgnGame, Tags};
use crate::notation::text;
use crate::notation::variants_ini::{UnknownVariant, Variants};
use crate::platform::file_system;
use crate::rules::{PieceType, Position, Variant};

/// PGN tag with the player's own pieces.
const PIECES: &str = "Pieces";
/// Variants that are tried for a text that names no variant, after the variants of the game and of the config.
const DEFAULT_VARIANTS: [&str; 2] = ["xxl", "chess"];

/// Reason why the variant of a saved game is not available. Its text is the end of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantUnavailable {
    /// The game names no variant.
    Unnamed,
    /// There is no variant of that name.
    Unknown(UnknownVariant),
    /// The config does not have the player's own pieces with which the game was played. They are named here.
    OtherPieces(String),
}

impl fmt::Display for VariantUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unnamed => f.write_str("it names no variant"),
            Self::Unknown(unknown) => unknown.fmt(f),
            Self::OtherPieces(pieces) => write!(f, "this config does not have its pieces ({pieces})"),
        }
    }
}

impl std::error::Error for VariantUnavailable {}

/// Reason why a game cannot be read from the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadGameError {
    /// The file cannot be read, or has no valid game.
    File(FileError),
    /// The text is no valid position.
    Text(ImportError),
}

impl fmt::Display for ReadGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadGameError {}

/// Reads games of the known variants and of the config's variant.
#[derive(Clone)]
pub struct GameReader {
    variants: Variants,
    /// The variant of the config, with the player's own pieces.
    configured: Arc<Variant>,
}

impl GameReader {
    /// Creates a reader of games of built-in variants. `configured` is the variant of the config with the player's own pieces.
    pub fn new(configured: &Arc<Variant>) -> Self {
        Self { variants: Variants::built_in(), configured: Arc::clone(configured) }
    }

    /// A reader of games of `variants`.
    pub fn with_variants(self, variants: Variants) -> Self {
        Self { variants, ..self }
    }

    /// The variants besides that of the config.
    pub fn variants(&self) -> &Variants {
        &self.variants
    }

    /// The variant called `name` in any case. The variant of the config has the player's own pieces.
    fn find(&self, name: &str) -> Result<Arc<Variant>, UnknownVariant> {
        if name.eq_ignore_ascii_case(&self.configured.rules().name) {
            return Ok(Arc::clone(&self.configured));
        }
        self.variants.find_by_tag(name)
    }

    /// The variant that the tags of a saved game name, with exactly the pieces with which the game was played.
    ///
    /// # Errors
    /// If the tags name no variant, an unknown variant, or a variant with pieces that the config does not have.
    pub fn find_variant(&self, tags: &Tags) -> Result<Arc<Variant>, VariantUnavailable> {
        let name = tags.get("Variant").ok_or(VariantUnavailable::Unnamed)?;
        let pieces = tags.get(PIECES).unwrap_or_default();
        if self.configured.rules().name == name && self.own_pieces(&self.configured) == pieces {
            return Ok(Arc::clone(&self.configured));
        }
        if pieces.is_empty() {
            return self.variants.find_by_tag(name).map_err(VariantUnavailable::Unknown);
        }
        Err(VariantUnavailable::OtherPieces(pieces.to_owned()))
    }

    /// `position` in its variant without the changes that options make, if it is legal in that variant.
    pub fn without_options(&self, position: &Position) -> Position {
        let plain = self.find(&position.variant().rules().name).ok();
        let plain = plain.and_then(|variant| Position::from_setup(&variant, &position.to_setup()).ok());
        // After a shuffled start the king may castle from squares from which it could not castle otherwise.
        let has_rights = |plain: &Position| plain.initial_move_rights() == position.initial_move_rights();
        let plain = plain.filter(has_rights);
        plain.unwrap_or_else(|| position.clone())
    }

    /// The tags that saved games of `variant` need besides the usual tags: the player's own pieces.
    pub fn tags_of(&self, variant: &Variant) -> Tags {
        let (mut tags, pieces) = (Tags::default(), self.own_pieces(variant));
        if !pieces.is_empty() {
            tags.push(PIECES, pieces);
        }
        tags
    }

    /// The pieces of `variant` that the program does not have: letter, name and fingerprint.
    fn own_pieces(&self, variant: &Variant) -> String {
        let rules = variant.rules();
        let count = self.variants.rules(&rules.name).map_or(0, |known| known.pieces.len());
        let mut text = String::new();
        for row in rules.pieces.iter().skip(count) {
            let space = if text.is_empty() { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{space}{}={}:{:08x}", row.letter, row.name, fingerprint(row));
        }
        text
    }

    /// Parses a FEN or a PGN for a game with `options`. If the text names no variant, `variant` is tried first.
    ///
    /// Returns `options` with the game. If the text is legal only with free promotion and without fog of war, or only after
    /// a shuffled start, the returned options have these changes.
    ///
    /// # Errors
    /// The error of the reading that got furthest.
    pub fn read(
        &self,
        text: &str,
        options: &Options,
        variant: &str,
    ) -> Result<(PgnGame, Options), ImportError> {
        let [first, free, shuffled] = tried_options(options);
        let read = |options: &Options| {
            let find = |name: &str| self.find_with(name, options);
            Ok((import::parse(text, &self.candidates(variant, &find), &find)?, *options))
        };
        read(&first)
            .or_else(|error: ImportError| read(&free).map_err(|other| error.or_further(other, text)))
            .or_else(|error| read(&shuffled).map_err(|other| error.or_further(other, text)))
    }

    /// Parses a FEN or a PGN as [`GameReader::read`] does, to look at it. What can be read of an invalid PGN is returned, and
    /// its errors are in the game.
    ///
    /// # Errors
    /// If no position or game begins in the text.
    pub fn read_leniently(
        &self,
        text: &str,
        options: &Options,
        variant: &str,
    ) -> Result<(PgnGame, Options), ImportError> {
        let read = |options: Options| -> Result<_, ImportError> {
            let find = |name: &str| self.find_with(name, &options);
            Ok((import::parse_lenient(text, &self.candidates(variant, &find), &find)?, options))
        };
        let moves =
            |read: &Result<(PgnGame, Options), _>| read.as_ref().ok().map(|(game, _)| game.moves().len());
        self.read(text, options, variant).or_else(|_| {
            let [first, free, shuffled] = tried_options(options).map(read);
            let further = if moves(&free) > moves(&first) { free } else { first };
            if moves(&shuffled) > moves(&further) { shuffled } else { further }
        })
    }

    /// Reads a game that begins in `line` of a file as [`GameReader::read_leniently`] does. The lines of its errors are those of
    /// the file.
    ///
    /// # Errors
    /// A sentence with the reason why no game can be read.
    pub fn read_at_line(
        &self,
        text: &str,
        line: usize,
        options: &Options,
        variant: &str,
    ) -> Result<(PgnGame, Options), String> {
        let (mut game, options) =
            self.read_leniently(text, options, variant).map_err(|error| match error {
                ImportError::Pgn(error) => error.after_lines(line - 1).to_string(),
                error => format!("line {line}: {error}"),
            })?;
        game.errors = game.errors.into_iter().map(|error| error.after_lines(line - 1)).collect();
        Ok((game, options))
    }

    /// The variant `name` with the changes that `options` make to it.
    fn find_with(&self, name: &str, options: &Options) -> Result<Arc<Variant>, String> {
        self.find(name).map(|found| options.applied_to(&found)).map_err(|unknown| unknown.to_string())
    }

    /// The variants that are tried for a text that names none.
    fn candidates(
        &self,
        variant: &str,
        find: &dyn Fn(&str) -> Result<Arc<Variant>, String>,
    ) -> Vec<Arc<Variant>> {
        let names = [variant, self.configured.rules().name.as_str()].into_iter().chain(DEFAULT_VARIANTS);
        names.filter_map(|name| find(name).ok()).collect()
    }

    /// Reads a file with a FEN or a PGN, in UTF-8 or ISO 8859-1. Returns the options that [`GameReader::read`] returns.
    ///
    /// # Errors
    /// If the file cannot be read, or has no valid position or game.
    pub fn read_file(&self, path: &Path, options: &Options) -> Result<(PgnGame, Options), ReadGameError> {
        // The file may be a large collection of games. Twice the limit contains the end of a game that has the longest
        // length, and the start of the next word or comment.
        let bytes = file_system::read_start(path, 2 * MAX_BYTES as u64);
        let bytes = bytes.map_err(|error| ReadGameError::File(FileError::new(path, error)))?;
        self.read(&text::decode_or_latin1(&bytes), options, &self.configured.rules().name).map_err(|error| {
            ReadGameError::File(match error {
                ImportError::Pgn(error) => {
                    FileError::at_line(path, format_args!("{}: {}", error.line, error.message))
                }
                error => FileError::new(path, error),
            })
        })
    }

    /// Reads the file called `text`. If there is no such file, parses `text` as a FEN.
    ///
    /// # Errors
    /// The errors of [`GameReader::read_file`] for a file. If there is no such file and `text` is not a valid FEN, an error
    /// about `text`.
    pub fn read_fen_or_file(
        &self,
        text: &str,
        options: &Options,
    ) -> Result<(PgnGame, Options), ReadGameError> {
        let path = Path::new(text);
        if file_system::exists(path) {
            return self.read_file(path, options);
        }
        if !import::is_fen(text) {
            let fault = FileError::new(path, "there is no such file, and it is not a FEN");
            return Err(ReadGameError::File(fault));
        }
        self.read(text, options, &self.configured.rules().name).map_err(ReadGameError::Text)
    }
}

/// The options with which a text is read in turn: `options`, the same with free promotion and without fog of war, and these after
/// a shuffled start.
fn tried_options(options: &Options) -> [Options; 3] {
    let free = Options { promotion: PromotionRule::Choose, fog_of_war: false, ..*options };
    [*options, free, Options { start: StartKind::Shuffled, ..free }]
}

/// Hash of a piece's moves and value. It is stored in saved games, so its input must stay the same.
fn fingerprint(row: &PieceType) -> u32 {
    // Games of earlier versions have hashes without these fields, so that they count only where they are used.
    let unused = [", circular: false", ", first_leg: None", ", passing: false", ", en_passant: false"];
    let moves = unused.iter().fold(format!("{:?}", row.moves), |moves, field| moves.replace(field, ""));
    text::hash(format!("{moves} {:?}", row.value))
}
