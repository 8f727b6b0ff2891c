//! Pictures of boards: PNG, SVG and animated GIF.

use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options as SvgOptions, Tree};

use xxlchess::game::PlayerView;
use xxlchess::game::options::Options;
use xxlchess::gui::{Drawing, Pictures};
use xxlchess::notation::game_tree::{Shape, ShapeColor};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::notation::{coords, fen};
use xxlchess::rules::{Color, Position, Square};
use xxlchess::view::picture::{Board, PictureFormat};
use xxlchess::view::scene::Rgba;
use xxlchess::view::theme::THEMES;

fn start(variant: &str) -> Position {
    Position::start(&Variants::built_in().get(variant).expect("built in")).expect("a legal start")
}

fn board(position: &Position) -> Board {
    Board { view: PlayerView::of_position(position, None), shapes: Vec::new() }
}

fn pictures(bottom: Color, size: u16) -> Pictures {
    Pictures::new(Vec::new(), Options::default(), bottom, size)
}

/// The picture of a board.
fn png(pictures: &Pictures, board: &Board) -> Pixmap {
    let png = pictures.file(PictureFormat::Png, std::slice::from_ref(board)).expect("a picture");
    Pixmap::decode_png(&png).expect("a PNG")
}

fn rgb(pixel: &resvg::tiny_skia::PremultipliedColorU8) -> [u8; 3] {
    [pixel.red(), pixel.green(), pixel.blue()]
}

fn pixel(picture: &Pixmap, x: u32, y: u32) -> [u8; 3] {
    rgb(&picture.pixel(x, y).expect("inside the picture"))
}

/// Boards of all sizes have tiles of whole pixels in the colours of the theme, a1 at the lower left or upper right.
#[test]
fn a_picture_has_the_size_and_the_tiles_of_its_board() {
    for (variant, size, width, height) in [
        ("chess", 403, 400, 400),
        ("capablanca", 400, 400, 320),
        ("xxl", 280, 280, 280),
        ("xxl16", 330, 320, 320),
    ] {
        let position = start(variant);
        let last_move = [Square::new(0, 0)].into_iter().collect();
        let marked = Board { view: PlayerView { last_move, ..board(&position).view }, shapes: Vec::new() };
        let picture = |bottom| png(&pictures(bottom, size), &marked);
        let (white, black) = (picture(Color::White), picture(Color::Black));
        assert_eq!((white.width(), white.height()), (width, height), "{variant}");
        // The pieces leave the upper right corner of a tile free.
        let tile = width / u32::from(position.variant().rules().files);
        let Rgba(red, green, blue, _) = THEMES[0].last_move.dark;
        assert_eq!(pixel(&white, tile - 2, height - tile + 2), [red, green, blue], "{variant}");
        assert_eq!(pixel(&black, width - 2, 2), [red, green, blue], "{variant}");
    }
}

/// An arrow and a circle have their colours, in the middle of the arrow and on the rim of the circle.
#[test]
fn arrows_and_circles_are_drawn() {
    let variant = Variants::built_in().get("chess").expect("built in");
    let position = fen::parse(&variant, "7k/8/8/8/8/8/8/K7 w - - 0 1").expect("a FEN");
    let square = |name| coords::parse_square(name).expect("a square");
    let shape = |color, from, to| Shape { color, from: square(from), to: square(to) };
    let shapes = vec![shape(ShapeColor::Red, "b4", "f4"), shape(ShapeColor::Blue, "g2", "g2")];
    let picture = png(&pictures(Color::White, 400), &Board { shapes, ..board(&position) });
    let [red, _, blue] = pixel(&picture, 175, 225);
    assert!(red > 2 * blue);
    let [red, _, blue] = pixel(&picture, 325, 325 - 21);
    assert!(blue > 2 * red);
}

/// A piece without a drawing is a badge, a piece of the config has its own drawing, and the SVG defines each kind of
/// piece of a side once. What it defines is used for each piece.
#[test]
fn a_drawing_is_written_once_for_all_pieces_of_its_kind() {
    let position = start("xxl");
    let star = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 20'><path d='M1 1H9V19Z'/></svg>";
    let own = vec![Drawing::new("pawn", star).expect("a drawing")];
    let pictures = Pictures::new(own, Options::default(), Color::White, 420);
    let svg = pictures.file(PictureFormat::Svg, &[board(&position)]).expect("a picture");
    let svg = String::from_utf8(svg).expect("UTF-8");
    let scaled = format!("scale({})\"/>", 30.0 / 64.0);
    assert_eq!(svg.matches(&scaled).count(), 56);
    assert_eq!(
        svg.matches("<g transform=\"translate(16 0) scale(3.2)\">").count(),
        3,
        "a rim for Black's pawns"
    );
    assert!(Tree::from_str(&svg, &SvgOptions::default()).is_ok());
}

/// Each frame of a GIF, laid over those before it, is the picture of its position but for rare colours. After castling, the
/// tile of the rook is empty and has no tint.
#[test]
fn the_frames_of_a_gif_show_its_positions() {
    let mut position = start("chess");
    let mut boards = vec![board(&position)];
    for mv in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "a7a6", "e1g1", "g8h6", "d2d4", "e5d4"] {
        let mv = coords::parse_move(&position, mv).expect("a legal move");
        position.make(mv);
        let last_move = [mv.from, mv.to].into_iter().collect();
        boards.push(Board { view: PlayerView { last_move, ..board(&position).view }, shapes: Vec::new() });
    }
    let pictures = pictures(Color::White, 320);
    let gif = pictures.file(PictureFormat::Gif, &boards).expect("a GIF");
    let mut reader = gif::DecodeOptions::new();
    reader.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = reader.read_info(gif.as_slice()).expect("a GIF");
    let mut shown = vec![[0; 3]; 320 * 320];
    for (index, board) in boards.iter().enumerate() {
        let frame = decoder.read_next_frame().expect("a frame").expect("a frame for each position");
        assert_eq!(frame.delay, if index == 10 { 400 } else { 80 });
        assert!(index == 0 || frame.width < 320 || frame.height < 320, "{index}: a part of the board");
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (place, pixel) in frame.buffer.chunks(4).enumerate() {
            let (x, y) = (place % usize::from(frame.width), place / usize::from(frame.width));
            shown[(top + y) * 320 + left + x] = [pixel[0], pixel[1], pixel[2]];
        }
        let expected = png(&pictures, board);
        let apart = |(a, b): (&[u8; 3], [u8; 3])| a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > 24);
        let wrong = shown.iter().zip(expected.pixels().iter().map(rgb)).filter(|&pair| apart(pair)).count();
        assert!(wrong < 160, "{index}: {wrong} pixels");
    }
    assert!(decoder.read_next_frame().expect("the end").is_none());
    assert!(pictures.file(PictureFormat::Gif, &[]).is_err());
}
