//! Announcements of a game for screen readers. They reveal nothing that the board hides, such as moves in the fog.

use crate::game::message::{Notice, goal_reason};
use crate::game::{Event, Game, MadeMove, PlayerView, Termination, Viewer};
use crate::rules::{MoveFlag, Outcome, Piece, Square, Variant};
use crate::view::text::capitalized;

/// Collects the announcements of one game.
#[derive(Clone, Debug, Default)]
pub struct Announcer {
    pending: Vec<String>,
    /// The notice that was announced last.
    notice: Option<Notice>,
}

impl Announcer {
    /// An announcer whose first sentences are `intro` and the state of `game`.
    pub fn introduced(intro: &str, game: &Game) -> Self {
        Self { pending: vec![format!("{intro} {}", start_summary(game))], notice: None }
    }

    /// Announces `events`, which led to the present state of `game`.
    pub fn handle(&mut self, events: &[Event], game: &Game) {
        self.pending.extend(sentences(events, game));
    }

    pub fn add(&mut self, sentence: String) {
        self.pending.push(sentence);
    }

    /// Announces the square of the cursor, if it is shown.
    pub fn look(&mut self, cursor: Option<Square>, view: &PlayerView) {
        if let Some(place) = cursor {
            self.add(describe_square(view, place));
        }
    }

    /// Announces the selection if it differs from `before`. The end of a selection is announced only if no other
    /// sentence, such as that of the move, is waiting.
    pub fn select(&mut self, before: Option<Square>, game: &Game) {
        if game.selected() != before && (game.selected().is_some() || self.pending.is_empty()) {
            self.add(selection(&game.player_view()));
        }
    }

    /// Returns and clears the announcements, including a new notice of `game`.
    pub fn take(&mut self, game: &Game) -> Vec<String> {
        let notice = game.notice();
        let before = std::mem::replace(&mut self.notice, notice);
        let news = notice.filter(|_| notice != before);
        // An event has announced that a draw is declined.
        if let Some(notice) = news.filter(|&notice| notice != Notice::DrawDeclined) {
            self.pending.push(format!("{}.", notice.text()));
        }
        std::mem::take(&mut self.pending)
    }
}

/// Who plays, and whose move it is.
pub fn start_summary(game: &Game) -> String {
    let who = game.only_human().map_or_else(String::new, |color| format!("You play {}. ", color.name()));
    format!("{who}{}", turn(game))
}

/// The side to move and whether it is in check. After the end of the game, how it has ended.
fn turn(game: &Game) -> String {
    if let Some(ending) = game.termination() {
        return end(game, ending);
    }
    let color = game.position().turn().name();
    let check = if game.position().is_check() { format!(" {color} is in check.") } else { String::new() };
    format!("{color} to move.{check}")
}

/// Sentences about `events`, which led to the present state of `game`.
pub fn sentences(events: &[Event], game: &Game) -> Vec<String> {
    let variant = game.position().variant();
    let mut texts: Vec<String> = Vec::new();
    // Index of the sentence of the last move.
    let mut last_move = 0;
    for event in events {
        if matches!(event, Event::Moved(_) | Event::MovedInFog(_)) {
            last_move = texts.len();
        }
        let sentence = match event {
            Event::Moved(made) if hides_moves(game) => handed_over(made, game),
            Event::Moved(made) | Event::MovedInFog(Some(made)) => {
                format!("{}.", describe_move(made, variant))
            }
            Event::MovedInFog(None) => unseen_move(game),
            Event::Check(_) => {
                // The check is added to the sentence of the move that gives it.
                if let Some(sentence) = texts.get_mut(last_move) {
                    sentence.pop();
                    sentence.push_str(", check.");
                }
                continue;
            }
            Event::MustDefendKing(_) => "You must defend your king!".to_owned(),
            Event::Ended(ending) => end(game, *ending),
            Event::Restarted | Event::HandedOver(_) | Event::ResignationUndone => turn(game),
            Event::Premoved => match game.premoves().last() {
                Some(premove) => format!("Pre-move: {} to {}.", premove.from, premove.to),
                None => continue,
            },
            Event::ChoosePromotion { .. } if hides_moves(game) => "Choose what the pawn becomes.".to_owned(),
            Event::ChoosePromotion { to, .. } => format!("Choose what the pawn becomes on {to}."),
            Event::TakenBack(Some(made)) if !hides_moves(game) => {
                format!("Taken back: {}.", describe_move(made, variant))
            }
            Event::TakenBack(_) => "A move is taken back.".to_owned(),
            Event::DrawOffered(color) => format!("{} offers a draw.", color.name()),
            Event::DrawDeclined(color) => format!("{} declines the draw.", color.name()),
            Event::Hint(mv) => match game.own_piece_at(mv.from) {
                Some(piece) => format!("Hint: {} {} to {}.", piece_name(variant, piece), mv.from, mv.to),
                None => format!("Hint: {} to {}.", mv.from, mv.to),
            },
            Event::Selected(_) | Event::Deselected => continue,
        };
        texts.push(sentence);
    }
    texts
}

/// Whether announcements must not reveal moves: two humans play in the fog, and both get the announcements.
fn hides_moves(game: &Game) -> bool {
    game.has_fog() && game.termination().is_none() && game.both_human()
}

fn handed_over(made: &MadeMove, game: &Game) -> String {
    format!("{} has moved. Pass the board to {}.", made.piece.color.name(), game.position().turn().name())
}

/// Sentence about a move that is hidden by fog. A capture is named, because the player has seen it.
fn unseen_move(game: &Game) -> String {
    let enemy = match game.viewer() {
        Viewer::Side(side) => !side,
        _ => !game.position().turn(),
    };
    let made = game.moves().iter().rev().find(|made| made.piece.color == enemy);
    match made.and_then(|made| made.captured) {
        Some((square, piece)) => {
            let taken = piece_name(game.position().variant(), piece);
            format!("{}, unseen: takes {taken} {square}.", enemy.name())
        }
        None => format!("{} has moved, unseen.", enemy.name()),
    }
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

fn end(game: &Game, ending: Termination) -> String {
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

/// What is on `square`, and what the selected piece can do there, such as `h5, Black camel, can be captured.`
pub fn describe_square(view: &PlayerView, square: Square) -> String {
    let what = match view.piece_at(square) {
        Some(piece) => format!("{} {}", piece.color.name(), piece_name(&view.variant, piece)),
        None if view.fog.contains(square) => "fog".to_owned(),
        None if view.stars.contains(square) => "star".to_owned(),
        None => "empty".to_owned(),
    };
    let state = [
        (view.checked == Some(square), ", in check"),
        (view.selected == Some(square), ", selected"),
        (view.captures.contains(square), ", can be captured"),
        (view.targets.contains(square), ", can be reached"),
    ];
    let state = state.into_iter().find(|(applies, _)| *applies).map_or("", |(_, words)| words);
    format!("{square}, {what}{state}.")
}

/// The selected piece, its square, and its number of moves.
pub fn selection(view: &PlayerView) -> String {
    let Some(selected) = view.selected else { return "Nothing is selected.".to_owned() };
    let what = view.piece_at(selected).map_or("piece", |piece| piece_name(&view.variant, piece));
    let count = view.targets.count() + view.captures.count();
    let moves = if count == 1 { "one move".to_owned() } else { format!("{count} moves") };
    format!("{what} {selected} selected, {moves}.")
}

fn piece_name(variant: &Variant, piece: Piece) -> &str {
    &variant.piece(piece.kind).name
}
