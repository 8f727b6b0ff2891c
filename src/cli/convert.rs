//! `xxlchess convert`: a game as PGN, FEN or picture.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use xxlchess::game::PlayerView;
use xxlchess::game::options::{Options, PieceSet, ThemeName};
use xxlchess::notation::fen;
use xxlchess::notation::game_tree::NodeId;
use xxlchess::notation::pgn::PgnGame;
use xxlchess::platform::file_system;
use xxlchess::rules::Color;
use xxlchess::storage::game_reader::GameReader;

use super::Failure;
use super::variants::VariantArguments;

#[derive(Args, Debug)]
pub struct ConvertArguments {
    /// File with a PGN or a FEN, or a FEN in quotes.
    input: String,
    /// File to write. Its ending is the format: .pgn, .fen, .png, .svg or .gif (the whole game, animated).
    output: PathBuf,
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
    if !["pgn", "fen", "png", "svg", "gif"].contains(&ending.as_str()) {
        return Err(Failure::input(format_args!(
            "{name}: unknown format; expected a name that ends in .pgn, .fen, .png, .svg or .gif"
        )));
    }
    let reader = GameReader::new(&arguments.variant.find()?);
    let (mut game, _) =
        reader.read_fen_or_file(&arguments.input, &Options::default()).map_err(Failure::input)?;
    let line = game.tree.main_line();
    let plies = line.len();
    if let Some(ply) = arguments.ply {
        if ply > plies {
            return Err(Failure::input(format_args!(
                "--ply {ply}: the game has {plies} moves of both sides"
            )));
        }
        if ply < plies {
            let last = ply.checked_sub(1).map_or(NodeId::ROOT, |index| line[index]);
            for next in game.tree.children(last).to_vec() {
                game.tree.delete(next);
            }
            game.result = "*".to_owned();
        }
    }
    let bytes = match ending.as_str() {
        "pgn" => game.to_string().into_bytes(),
        "fen" => {
            let last = game.tree.main_line().last().copied().unwrap_or(NodeId::ROOT);
            format!("{}\n", fen::format(&game.tree.position(last))).into_bytes()
        }
        _ => picture(arguments, &game, &ending)?,
    };
    file_system::replace(path, &bytes).map_err(|error| Failure::answer(format_args!("{name}: {error}")))
}

/// The views of the positions of a game.
fn views(game: &PgnGame) -> Vec<PlayerView> {
    let mut position = game.start().clone();
    let mut views = vec![PlayerView::of_position(&position, None)];
    for (mv, _) in game.moves() {
        position.make(mv);
        let last_move = [mv.from, mv.to].into_iter().collect();
        views.push(PlayerView { last_move, ..PlayerView::of_position(&position, None) });
    }
    views
}

#[cfg(feature = "gui")]
fn picture(arguments: &ConvertArguments, game: &PgnGame, ending: &str) -> Result<Vec<u8>, Failure> {
    use xxlchess::gui::{Board, Pictures};

    let options = Options { theme: arguments.theme, piece_set: arguments.pieces, ..Options::default() };
    let bottom = if arguments.flip { Color::Black } else { Color::White };
    let pictures = Pictures::new(Vec::new(), options, bottom, arguments.size);
    let boards: Vec<_> = views(game).into_iter().map(|view| Board { view, marks: Vec::new() }).collect();
    let last = boards.last().expect("a game has a first position");
    match ending {
        "svg" => Ok(pictures.svg(last).into_bytes()),
        "png" => pictures.png(last).map_err(Failure::answer),
        _ => pictures.gif(&boards).map_err(Failure::answer),
    }
}

#[cfg(not(feature = "gui"))]
fn picture(_: &ConvertArguments, _: &PgnGame, _: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::input("this program was built without pictures (feature \"gui\")"))
}
