//! Defines a variant in a table and prints the first moves: an 8x8 board with a wazir-knight in place of the queen.

use std::error::Error;

use xxlchess::notation::{san, variants_ini::Variants};
use xxlchess::rules::Position;

const TABLE: &str = "\
[wazirs:chess]
customPiece1 = w:WN
queen = -
xPieceValues = w:4.5
startFen = rnbwkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBWKBNR w KQkq - 0 1
promotionPieceTypes = wrbn
";

fn main() -> Result<(), Box<dyn Error>> {
    let variants = Variants::built_in().with_file("table", TABLE)?;
    let position = Position::start(&variants.find("wazirs")?)?;
    for mv in position.legal_moves() {
        println!("{}", san::format(&position, mv));
    }
    Ok(())
}
