//! Announcements of a game for screen readers. They reveal nothing that the board hides, such as moves in the fog.

use crate::game::message::Notice;
use crate::game::speech::{describe_move, describe_square, end, piece_name, selection, turn};
use crate::game::{Event, Game, MadeMove, PlayerView, Viewer};
use crate::rules::{Move, Square};
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

    /// Announces that `mv` waits for a second tap.
    pub fn confirm(&mut self, mv: Move, game: &Game) {
        let name =
            game.own_piece_at(mv.from).map_or("piece", |piece| piece_name(game.position().variant(), piece));
        self.add(if hides_moves(game) {
            "Tap again to confirm.".to_owned()
        } else {
            format!("{} {} to {}. Tap again to confirm.", capitalized(name), mv.from, mv.to)
        });
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

/// The player's side, and the side to move.
pub fn start_summary(game: &Game) -> String {
    let who = game.only_human().map_or_else(String::new, |color| format!("You play {}. ", color.name()));
    format!("{who}{}", turn(game))
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
            Event::Restarted => start_summary(game),
            Event::HandedOver(_) | Event::ResignationUndone => turn(game),
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
