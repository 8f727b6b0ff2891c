//! What the adviser is asked in a game: a hint for the person, and whether the computer takes a draw.

use std::time::Duration;

use super::Session;
use crate::engine::{Score, SearchReport};
use crate::game::adviser::{Adviser, Question};
use crate::game::notice::Notice;
use crate::game::{Command, Event, Game, PlayerKind};
use crate::rules::{Color, Move};

/// How long a hint is looked for.
const HINT_TIME: Duration = Duration::from_secs(1);
/// How long the computer thinks about a draw.
const DRAW_TIME: Duration = Duration::from_millis(300);
/// So many moves of both sides together must have been made before the computer takes a draw.
const TOO_EARLY: usize = 20;
/// The computer takes a draw if it thinks itself better by no more than this, in hundredths of a pawn.
const WORTH_PLAYING_ON: i32 = 25;

/// What the adviser is asked at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Enquiry {
    Hint,
    /// Whether this side takes a draw in a position with the other side to move, or its own.
    Draw {
        answering: Color,
        turn: Color,
    },
}

/// The adviser of a game, and what has come of asking.
#[derive(Default)]
pub(super) struct Advising {
    adviser: Option<Box<dyn Adviser>>,
    asked: Option<Enquiry>,
    hint: Option<Move>,
    /// The key of the position in which the computer last declined a draw.
    declined: Option<u64>,
}

impl Advising {
    /// Stops looking.
    fn cancel(&mut self) {
        if let (Some(_), Some(adviser)) = (self.asked.take(), &mut self.adviser) {
            adviser.cancel();
        }
    }
}

impl Session {
    /// The same session with somebody to ask for hints.
    #[must_use]
    pub fn with_adviser(mut self, adviser: Box<dyn Adviser>) -> Self {
        self.advising.adviser = Some(adviser);
        self
    }

    /// The move that is shown to the person as a good one, until the board changes.
    #[must_use]
    pub fn hint(&self) -> Option<Move> {
        self.advising.hint
    }

    /// Begins to look for a good move for the person, if it is their turn; of what the person cannot see in the fog it
    /// knows nothing.
    pub fn request_hint(&mut self) {
        if !self.game.is_human_turn() || self.advising.asked.is_some() || self.advising.hint.is_some() {
            return;
        }
        if self.game.both_human() {
            self.game.notice = Some(Notice::NoHint.now());
            return;
        }
        let Some(adviser) = &mut self.advising.adviser else { return };
        let task = super::task(&self.game, &self.settings, self.game.position().turn());
        adviser.ask(Question { task, time: HINT_TIME });
        self.advising.asked = Some(Enquiry::Hint);
        self.game.notice = Some(Notice::LookingForHint.now());
    }

    /// Lets the computer think about the draw that `person` offers, unless there is nothing to think about.
    pub(super) fn consider_draw(&mut self, person: Color, events: &mut Vec<Event>) {
        let answering = !person;
        if self.game.player(answering) != PlayerKind::Computer {
            return;
        }
        self.advising.cancel();
        let made = self.game.moves().len();
        let declined = self.advising.declined == Some(self.game.position().key());
        let thinks = made >= TOO_EARLY && !declined;
        match &mut self.advising.adviser {
            Some(adviser) if thinks => {
                let task = super::task(&self.game, &self.settings, answering);
                self.advising.asked = Some(Enquiry::Draw { answering, turn: task.position.turn() });
                adviser.ask(Question { task, time: DRAW_TIME });
            }
            _ => self.answer_draw(false, events),
        }
    }

    fn answer_draw(&mut self, agrees: bool, events: &mut Vec<Event>) {
        self.advising.declined = Some(self.game.position().key()).filter(|_| !agrees);
        events.extend(self.game.apply(Command::AnswerDrawOffer(agrees)));
    }

    /// Takes in what the adviser has found.
    pub(super) fn poll_adviser(&mut self, events: &mut Vec<Event>) {
        let Some(enquiry) = self.advising.asked else { return };
        let Some(advice) = self.advising.adviser.as_mut().and_then(|adviser| adviser.poll()) else { return };
        self.advising.asked = None;
        match enquiry {
            Enquiry::Hint => {
                self.game.notice = None;
                self.advising.hint = advice.best_move().filter(|&mv| self.game.position().is_legal(mv));
                events.extend(self.advising.hint.map(Event::Hint));
            }
            Enquiry::Draw { answering, turn } => self.answer_draw(agrees(&advice, answering == turn), events),
        }
    }

    /// Lets go of what was asked before `events` and does not matter after them.
    pub(super) fn forget_advice(&mut self, events: &[Event]) {
        let changed = |event: &Event| {
            matches!(event, Event::Moved(_) | Event::TakenBack(_) | Event::Ended(_) | Event::Restarted)
        };
        if events.iter().any(changed) {
            self.advising.hint = None;
            if !is_considered(self.advising.asked, &self.game) {
                self.advising.cancel();
                self.game.forget(Notice::LookingForHint);
            }
        }
    }
}

/// Whether what was `asked` is about a draw that is still offered.
fn is_considered(asked: Option<Enquiry>, game: &Game) -> bool {
    matches!(asked, Some(Enquiry::Draw { .. })) && game.draw_offer().is_some()
}

/// Whether the computer takes a draw by what was found, with its own side to move or the other one.
fn agrees(advice: &SearchReport, own_turn: bool) -> bool {
    if advice.best_move().is_none() {
        return false;
    }
    match (advice.score, own_turn) {
        (Score::Centipawns(score), true) => score <= WORTH_PLAYING_ON,
        (Score::Centipawns(score), false) => -score <= WORTH_PLAYING_ON,
        // A mate in no moves is one against the side to move.
        (Score::Mate(moves), own_turn) => (moves <= 0) == own_turn,
    }
}
