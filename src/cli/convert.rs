//! `xxlchess convert`: a game as PGN, FEN or picture.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use xxlchess::game::options::{Options, PieceSet, ThemeName};
use xxlchess::notation::fen;
use xxlchess::notation::game_tree::NodeId;
use xxlchess::notation::pgn::PgnGame;
use xxlchess::notation::pgn::collection::Games;
use xxlchess::platform::file_system;
use xxlchess::view::picture::{Board, PictureFormat, boards};

use super::variants::VariantArguments;
use super::{Failure, analyse};

#[derive(Args, Debug)]
pub struct ConvertArguments {
    /// File with a PGN or a FEN, or a FEN in quotes.
    input: String,
    /// File to write. Its ending is the format: .pgn, .fen, .png, .svg or .gif (the whole game, animated).
    output: PathBuf,
    /// Number of the game in a file with several games.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    game: usize,
    /// End the game after this number of moves of both sides [default: after the last one].
    #[arg(long, value_name = "NUMBER")]
    ply: Option<usize>,
    /// Show the board from Black's side.
    #[arg(long)]
    flip: bool,
    /// Width and height of a picture in pixels, at most.
    #[arg(long, value_name = "PIXELS", default_value_t = 720, value_parser = clap::value_parser!(u16).range(64..=4000))]
    size: u16,
    /// Colours of a picture.
    #[arg(long, value_name = "NAME", default_value = "oak", value_parser = PossibleValuesParser::new(ThemeName::WORDS)
        .map(|word| by_word(&word, ThemeName::WORDS, ThemeName::ALL)))]
    theme: ThemeName,
    /// Drawings of the pieces in a picture.
    #[arg(long, value_name = "NAME", default_value = "classic", value_parser = PossibleValuesParser::new(PieceSet::WORDS)
        .map(|word| by_word(&word, PieceSet::WORDS, PieceSet::ALL)))]
    pieces: PieceSet,
    #[command(flatten)]
    variant: VariantArguments,
}

/// The value of an option with this word.
fn by_word<T: Copy + Default>(word: &str, words: &[&str], all: &[T]) -> T {
    // The parser refuses all other words.
    words
        .iter()
        .position(|known| *known == word)
        .and_then(|index| all.get(index))
        .copied()
        .unwrap_or_default()
}

/// Reads a game and writes it in the format of the file's ending.
pub fn run(arguments: &ConvertArguments) -> Result<(), Failure> {
    let path = &arguments.output;
    let name = path.display();
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    let format = PictureFormat::ALL.into_iter().find(|(_, known)| *known == ending);
    if format.is_none() && ending != "pgn" && ending != "fen" {
        return Err(Failure::input(format_args!(
            "{name}: unknown format; expected a name that ends in .pgn, .fen, .png, .svg or .gif"
        )));
    }
    if analyse::is_same_file(path, Path::new(&arguments.input)) {
        let advice = "is the file of the game, whose other games would be lost; name another file";
        return Err(Failure::input(format_args!("{name} {advice}")));
    }
    // A missing folder is more often a wrong name than one that is to be made.
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("") && !folder.is_dir()) {
        return Err(Failure::input(format_args!("{name}: there is no folder {}", folder.display())));
    }
    let mut game = read(arguments)?;
    let line = game.tree.main_line();
    let last = match arguments.ply.unwrap_or(line.len()) {
        0 => NodeId::ROOT,
        ply => *line.get(ply - 1).ok_or_else(|| {
            Failure::input(format_args!("--ply {ply}: the game has {} moves of both sides", line.len()))
        })?,
    };
    let bytes = match format {
        Some((format, _)) => picture(arguments, &boards(&game.tree, last), format)?,
        None if ending == "fen" => format!("{}\n", fen::format(&game.tree.position(last))).into_bytes(),
        None => {
            for next in game.tree.children(last).to_vec() {
                game.tree.delete(next);
                game.result = "*".to_owned();
            }
            game.to_string().into_bytes()
        }
    };
    file_system::replace(path, &bytes).map_err(|error| Failure::answer(format_args!("{name}: {error}")))
}

/// Reads the game that the arguments name.
fn read(arguments: &ConvertArguments) -> Result<PgnGame, Failure> {
    let reader = arguments.variant.reader()?;
    let input = &arguments.input;
    if arguments.game == 1 {
        let read = reader.read_fen_or_file(input, &Options::default());
        return read.map(|(game, _)| game).map_err(Failure::input);
    }
    let text = analyse::read(Path::new(input))?;
    let entry = arguments.game.checked_sub(1).and_then(|index| Games::new(&text).nth(index));
    let entry = entry.ok_or_else(|| {
        Failure::input(format_args!(
            "{input} has {} games, but --game is {}",
            Games::new(&text).count(),
            arguments.game
        ))
    })?;
    let game = analyse::parse(&text, &entry, &reader);
    game.map_err(|error| Failure::input(format_args!("{input}, game {}: {error}", arguments.game)))
}

#[cfg(feature = "gui")]
fn picture(
    arguments: &ConvertArguments,
    boards: &[Board],
    format: PictureFormat,
) -> Result<Vec<u8>, Failure> {
    use xxlchess::rules::Color;

    let options = Options { theme: arguments.theme, piece_set: arguments.pieces, ..Options::default() };
    let bottom = if arguments.flip { Color::Black } else { Color::White };
    let pictures = xxlchess::gui::Pictures::new(Vec::new(), options, bottom, arguments.size);
    pictures.file(format, boards).map_err(Failure::answer)
}

#[cfg(not(feature = "gui"))]
fn picture(_: &ConvertArguments, _: &[Board], _: PictureFormat) -> Result<Vec<u8>, Failure> {
    Err(Failure::input("this program was built without pictures (feature \"gui\")"))
}
