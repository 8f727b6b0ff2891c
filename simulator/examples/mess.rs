//! The modified chess of the `mess` rule set: the standard set-up, one move, and the board before and after.

use std::error::Error;

use xxlchess_simulator::{Board, rule_set};

fn main() -> Result<(), Box<dyn Error>> {
    let table = rule_set("mess").ok_or("the rule set mess is not built in")?;
    let mut board = Board::new(&table);
    board.initialize();
    println!("{}", board.unicode());
    board.move_piece("c2", "c4")?;
    println!("{}", board.unicode());
    Ok(())
}
