//! A game in sentences, for players who do not see the board. They reveal nothing that the board hides, such as moves in the
//! fog.

pub mod answer;
pub mod command;

use super::description::capitalized;
use super::message::goal_reason;
use super::{Game, MadeMove, PlayerView, Termination};
use crate::rules::{MoveFlag, Outcome, Piece, Square, Variant};

/// The side to move and whether it is in check. After the end of the game, how it has ended.
pub fn turn(game: &Game) -> String {
    if let Some(ending) = game.termination() {
        return end(game, ending);
    }
    let color = game.position().turn().name();
    let check = if game.position().is_check() { format!(" {color} is in check.") } else { String::new() };
    format!("{color} to move.{check}")
}

/// A move as a sentence without a full stop, such as `White: archbishop g3 takes camel h5`.
pub fn describe_move(made: &MadeMove, variant: &Variant) -> String {
    let color = made.piece.color.name();
    if let (MoveFlag::Castle, Some((_, rook, _))) = (made.mv.flag, made.castling_rook) {
        let side = if rook.file() > made.mv.from.file() { "kingside" } else { "queenside" };
        return format!("{color} castles {side}");
    }
    let mut text = format!("{color}: {} {}", piece_name(variant, made.piece), made.mv.from);
    match made.captured {
        Some((square, piece)) => {
            text.push_str(&format!(" takes {} {square}", piece_name(variant, piece)));
            if square != made.mv.to {
                text.push_str(&format!(" en passant, to {}", made.mv.to));
            }
        }
        None => text.push_str(&format!(" to {}", made.mv.to)),
    }
    if let Some(promoted) = made.mv.promotion() {
        text.push_str(&format!(", promotes to {}", variant.piece(promoted).name));
    }
    text
}

/// How the game ended.
pub fn end(game: &Game, ending: Termination) -> String {
    let how = match ending {
        Termination::Time { winner } => format!("{} has no time left.", (!winner).name()),
        Termination::Resignation { winner } => format!("{} resigns.", (!winner).name()),
        Termination::Agreement => return "A draw by agreement.".to_owned(),
        Termination::Outcome(outcome) => match outcome {
            Outcome::Checkmate { winner } => format!("{} is checkmated.", (!winner).name()),
            Outcome::KingCaptured { winner } => format!("{} has captured the king.", winner.name()),
            Outcome::Stalemate { winner: Some(_) } => {
                format!("{} has no legal move.", game.position().turn().name())
            }
            Outcome::Goal { rule, winner } => {
                format!("{}.", capitalized(&goal_reason(game.position(), rule, winner)))
            }
            Outcome::Stalemate { winner: None } => "Stalemate.".to_owned(),
            Outcome::Repetition => "The position has been repeated.".to_owned(),
            Outcome::MoveRule => "Too many moves without a capture or a pawn move.".to_owned(),
            Outcome::CountingRule => "No mate within the moves of the counting rule.".to_owned(),
            Outcome::InsufficientMaterial => "Only the kings are left.".to_owned(),
        },
    };
    match ending.winner() {
        Some(winner) => format!("{how} {} wins.", winner.name()),
        None => format!("{how} A draw."),
    }
}

/// Content of `square`, such as `Black camel` or `empty`.
fn content(view: &PlayerView, square: Square) -> String {
    match view.piece_at(square) {
        Some(piece) => format!("{} {}", piece.color.name(), piece_name(&view.variant, piece)),
        None if !view.variant.geometry().board().contains(square) => "not a square of this board".to_owned(),
        None if view.fog.contains(square) => "fog".to_owned(),
        None if view.stars.contains(square) => "star".to_owned(),
        None => "empty".to_owned(),
    }
}

/// Name, content and state of `square`, such as `h5, Black camel, can be captured.`
pub fn describe_square(view: &PlayerView, square: Square) -> String {
    let state = [
        (view.checked == Some(square), ", in check"),
        (view.selected == Some(square), ", selected"),
        (view.captures.contains(square), ", can be captured"),
        (view.targets.contains(square), ", can be reached"),
    ];
    let state = state.into_iter().find(|(applies, _)| *applies).map_or("", |(_, words)| words);
    format!("{square}, {}{state}.", content(view, square))
}

/// The selected piece, its square, and its number of moves.
pub fn selection(view: &PlayerView) -> String {
    let Some(selected) = view.selected else { return "Nothing is selected.".to_owned() };
    let what = view.piece_at(selected).map_or("piece", |piece| piece_name(&view.variant, piece));
    let count = view.targets.count() + view.captures.count();
    let moves = if count == 1 { "one move".to_owned() } else { format!("{count} moves") };
    format!("{what} {selected} selected, {moves}.")
}

/// The name of the kind of `piece`.
pub fn piece_name(variant: &Variant, piece: Piece) -> &str {
    &variant.piece(piece.kind).name
}
