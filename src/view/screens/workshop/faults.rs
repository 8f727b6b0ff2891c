//! The faults of a game that is being made, in words of the screen.

use super::{Message, WorkshopScreen};
use crate::notation::variants_ini::LineFault;
use crate::notation::variants_ini::design::{Fault, Place};
use crate::rules::betza::BetzaFault;
use crate::view::form::PAGE;
use crate::view::text::capitalized;
use crate::view::widgets::Node;
use crate::view::widgets::node::{Ink, paragraph};

impl WorkshopScreen {
    /// The first fault of one of these parts of the design.
    pub(super) fn faults_of(&self, places: &[Place]) -> Node<Message> {
        let fault = places.iter().find_map(|place| self.workshop.fault_at(*place));
        let words = fault.map_or_else(String::new, |fault| capitalized(&words(fault)));
        paragraph(words).ink(Ink::Alarm).sized(PAGE.small).when(fault.is_some())
    }
}

/// The colour of a fault. A new piece without moves is no mistake yet.
pub(super) fn ink(fault: &Fault) -> Ink {
    if *fault == Fault::NoMoves { Ink::Soft } else { Ink::Alarm }
}

/// A fault, and what to do about it, for a player who sees the screen and no file.
pub(super) fn words(fault: &Fault) -> String {
    match fault {
        Fault::NoMoves => "it has no moves yet: click the squares it goes to, or type letters".to_owned(),
        Fault::SameLetter { letter, names } => {
            format!("{} have the same letter {}", names.join(" and "), letter.to_ascii_uppercase())
        }
        Fault::NoPromotion => "pawns promote, but to no piece; choose one that pawns become".to_owned(),
        Fault::OfLine(LineFault::Moves { error, .. }) => match error.fault() {
            BetzaFault::UnknownLetter(letter) => {
                format!("{letter:?} means nothing here; see \"What the letters mean\"")
            }
            BetzaFault::Other(_) => error.to_string(),
        },
        Fault::OfLine(LineFault::Value { words, .. } | LineFault::Other(words)) => words.clone(),
        Fault::OfLine(LineFault::NoPieces) => "there are no pieces".to_owned(),
        Fault::OfLine(LineFault::SameName(name)) => {
            format!("two pieces are called {name}; give one of them another name")
        }
        Fault::OfLine(LineFault::InitialMove(name)) => {
            format!("{name} has an initial move (i), but first moves are switched off")
        }
        Fault::OfLine(LineFault::NoCastlingKing) => "there is no royal piece that could castle".to_owned(),
    }
}
