//! Animation of moves: pieces slide to their squares, one move after the other.

use std::collections::VecDeque;
use std::time::Duration;

use crate::game::MadeMove;
use crate::rules::{Piece, Square};
use crate::view::layout::REFERENCE_TILE;

/// Frame rate to which the speed in the config refers.
const FRAMES_A_SECOND: f64 = 60.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Pixels a frame, at 60 frames a second and tiles of 48 pixels. If it is zero, every slide takes `longest`.
    pub pixels_a_frame: f64,
    /// Longest time of a slide. If it is zero, pieces do not slide.
    pub longest: Duration,
}

impl Speed {
    /// Every slide takes `time`, whatever its distance, and begins and ends slowly.
    pub const fn eased(time: Duration) -> Self {
        Self { pixels_a_frame: 0.0, longest: time }
    }

    /// Whether slides begin and end slowly.
    pub fn is_eased(&self) -> bool {
        self.pixels_a_frame == 0.0
    }

    pub fn duration(&self, tiles: f64) -> Duration {
        let frames = tiles * f64::from(REFERENCE_TILE) / self.pixels_a_frame;
        // A speed of zero or close to it gives a duration out of range.
        Duration::try_from_secs_f64(frames / FRAMES_A_SECOND).map_or(self.longest, |d| d.min(self.longest))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Slide {
    /// The piece before the move: a pawn, if it is promoted.
    pub piece: Piece,
    pub from: Square,
    pub to: Square,
    /// The captured piece, which is shown until the slide ends.
    pub captured: Option<(Square, Piece)>,
    since: Duration,
    duration: Duration,
    eased: bool,
}

impl Slide {
    /// Part of the way covered, 0 to 1.
    pub fn progress(&self) -> f32 {
        if self.duration.is_zero() {
            return 1.0;
        }
        let part = (self.since.as_secs_f32() / self.duration.as_secs_f32()).min(1.0);
        if self.eased { part * part * (3.0 - 2.0 * part) } else { part }
    }

    fn left(&self) -> Duration {
        self.duration.saturating_sub(self.since)
    }
}

/// Why pieces slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// A move was made.
    Made,
    /// A move was taken back.
    TakenBack,
    /// The player steps through the moves of the game.
    Replayed,
}

/// The slides of one move: of the piece and, in castling, of the rook.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    slides: Vec<Slide>,
    cause: Cause,
}

impl Step {
    fn left(&self) -> Duration {
        self.slides.iter().map(Slide::left).max().unwrap_or_default()
    }
}

/// The moves that are shown by slides. Each begins when the piece of the move before it has arrived.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slides(VecDeque<Step>);

impl Slides {
    /// Adds the slides of a move. A piece that was `carried` to its square by a drag does not slide.
    pub fn start(&mut self, made: &MadeMove, speed: &Speed, carried: bool) {
        let slide = |piece, from, to, captured, carried| {
            let duration = if carried { Duration::ZERO } else { speed.duration(distance(from, to)) };
            Slide { piece, from, to, captured, since: Duration::ZERO, duration, eased: speed.is_eased() }
        };
        let mut slides = vec![slide(made.piece, made.mv.from, made.mv.to, made.captured, carried)];
        slides.extend(made.castling_rook.map(|(rook, from, to)| slide(rook, from, to, None, false)));
        self.0.push_back(Step { slides, cause: Cause::Made });
        self.tick(Duration::ZERO);
    }

    /// Starts the slides of a move that was taken back. They begin at once: slides of moves made end, and a piece on
    /// its way turns back where it is.
    pub fn start_back(&mut self, made: &MadeMove, speed: &Speed) {
        let back = [(made.piece, made.mv.from, made.mv.to)].into_iter().chain(made.castling_rook).map(
            |(piece, from, to)| {
                let way = self.0.iter().flat_map(|step| &step.slides).find(|s| (s.from, s.to) == (from, to));
                let duration = speed.duration(distance(from, to));
                let since = way.map_or(Duration::ZERO, |way| duration.saturating_sub(way.since));
                Slide { piece, from: to, to: from, captured: None, since, duration, eased: speed.is_eased() }
            },
        );
        let back: Vec<Slide> = back.collect();
        self.0.retain(|step| step.cause == Cause::TakenBack);
        match self.0.front_mut() {
            Some(step) => step.slides.extend(back),
            None => self.0.push_back(Step { slides: back, cause: Cause::TakenBack }),
        }
        self.tick(Duration::ZERO);
    }

    /// Starts the slides of a step through the game, from the position after `from` moves to the one after `to`. Other
    /// slides end. Does nothing if the positions are not one move apart. `made` returns the move at an index.
    pub fn step(&mut self, from: usize, to: usize, made: impl Fn(usize) -> Option<MadeMove>, speed: &Speed) {
        let Some(made) = made(from.min(to)).filter(|_| from.abs_diff(to) == 1) else { return };
        self.clear();
        if from < to {
            self.start(&made, speed, false);
        } else {
            self.start_back(&made, speed);
        }
        self.0.iter_mut().for_each(|step| step.cause = Cause::Replayed);
    }

    /// Lets time pass. What is left when a move has arrived counts for the next one.
    pub fn tick(&mut self, mut elapsed: Duration) {
        while let Some(step) = self.0.front_mut() {
            let left = step.left();
            if elapsed < left {
                step.slides.iter_mut().for_each(|slide| slide.since += elapsed);
                return;
            }
            elapsed -= left;
            self.0.pop_front();
        }
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the pieces that slide show a change of the game, not a step through its moves.
    pub fn show_change(&self) -> bool {
        self.0.iter().any(|step| step.cause != Cause::Replayed)
    }

    /// Time until the pieces of all moves that were made have arrived.
    pub fn left(&self) -> Duration {
        if self.pending() == 0 { Duration::ZERO } else { self.0.iter().map(Step::left).sum() }
    }

    /// Number of moves made whose pieces have not arrived.
    pub fn pending(&self) -> usize {
        self.0.iter().filter(|step| step.cause == Cause::Made).count()
    }

    /// The slides to be drawn: those of the first move, and pieces that were dragged to their squares and wait there
    /// for the first move to arrive.
    pub fn iter(&self) -> impl Iterator<Item = &Slide> {
        let steps = self.0.iter().enumerate();
        steps.flat_map(|(place, step)| {
            step.slides.iter().filter(move |slide| place == 0 || slide.duration.is_zero())
        })
    }

    /// Whether `piece` on `square` is drawn by a slide instead.
    pub fn hides(&self, square: Square, piece: Piece) -> bool {
        self.iter().any(|slide| {
            (slide.from == square && slide.piece == piece)
                || (slide.to == square && slide.piece.color == piece.color)
        })
    }
}

fn distance(from: Square, to: Square) -> f64 {
    let (across, up) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
    f64::from(across).hypot(f64::from(up))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: Speed = Speed { pixels_a_frame: 6.0, longest: Duration::from_secs(1) };

    /// A slide of one tile takes the time that the speed gives. A long way or a very low speed takes the longest time,
    /// which may be zero.
    #[test]
    fn a_slide_takes_its_distance_by_speed_up_to_the_limit() {
        // One tile: 48 pixels at 6 a frame are 8 frames.
        assert_eq!(SAMPLE.duration(1.0), Duration::from_secs_f64(8.0 / 60.0));
        // Thirteen tiles would take 104 frames.
        assert_eq!(SAMPLE.duration(13.0), Duration::from_secs(1));
        let none = Speed { pixels_a_frame: 6.0, longest: Duration::ZERO };
        assert_eq!(none.duration(5.0), Duration::ZERO);
        let slow = Speed { pixels_a_frame: 1e-300, longest: Duration::from_secs(7) };
        assert_eq!(slow.duration(5.0), Duration::from_secs(7));
    }
}
