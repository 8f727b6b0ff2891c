//! Animation of moves: pieces slide at constant speed to the square where they already stand.

use std::time::Duration;

use crate::game::MadeMove;
use crate::rules::{Piece, Square};
use crate::view::layout::REFERENCE_TILE;

/// Frame rate that speeds in the config refer to.
const FRAMES_A_SECOND: f64 = 60.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    /// Pixels a frame, at 60 frames a second and tiles of 48 pixels.
    pub pixels_a_frame: f64,
    /// No slide takes longer than this; zero: no slides.
    pub longest: Duration,
}

impl Speed {
    /// Every slide takes `time`, however long it is, and begins and ends slowly.
    pub const fn eased(time: Duration) -> Self {
        Self { pixels_a_frame: 0.0, longest: time }
    }

    /// Whether slides begin and end slowly.
    pub fn is_eased(&self) -> bool {
        self.pixels_a_frame == 0.0
    }

    pub fn duration(&self, tiles: f64) -> Duration {
        let frames = tiles * f64::from(REFERENCE_TILE) / self.pixels_a_frame;
        // A speed close to zero gives a duration out of range.
        Duration::try_from_secs_f64(frames / FRAMES_A_SECOND).map_or(self.longest, |d| d.min(self.longest))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Slide {
    /// The piece as it was before it moved.
    pub piece: Piece,
    pub from: Square,
    pub to: Square,
    /// The piece it captures, shown until it arrives.
    pub captured: Option<(Square, Piece)>,
    since: Duration,
    duration: Duration,
    eased: bool,
}

impl Slide {
    /// How much of the way is done, 0 to 1.
    pub fn progress(&self) -> f32 {
        if self.duration.is_zero() {
            return 1.0;
        }
        let part = (self.since.as_secs_f32() / self.duration.as_secs_f32()).min(1.0);
        if self.eased { part * part * (3.0 - 2.0 * part) } else { part }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slides(Vec<Slide>);

impl Slides {
    /// Starts the slides of a move: the piece's, unless it was `carried` there by hand, and in castling the
    /// partner's.
    pub fn start(&mut self, made: &MadeMove, speed: &Speed, carried: bool) {
        let way = (made.piece, made.mv.from, made.mv.to, made.captured);
        let ways = Some(way).filter(|_| !carried).into_iter();
        let partner = made.castling_rook.map(|(piece, from, to)| (piece, from, to, None));
        let taken = made.captured.map(|(square, _)| square);
        // A piece that moves on before it has arrived, or is captured, is on no other way any more.
        let left = [Some(made.mv.from), made.castling_rook.map(|(_, from, _)| from), taken];
        self.0.retain(|slide| !left.contains(&Some(slide.to)));
        for (piece, from, to, captured) in ways.chain(partner) {
            let duration = speed.duration(distance(from, to));
            self.0.push(Slide {
                piece,
                from,
                to,
                captured,
                since: Duration::ZERO,
                duration,
                eased: speed.is_eased(),
            });
        }
    }

    /// Starts the slides of a move taken back: of the piece and, in castling, of the partner.
    pub fn start_back(&mut self, made: &MadeMove, speed: &Speed) {
        let partner = made.castling_rook.map(|(piece, from, to)| (piece, to, from));
        for (piece, from, to) in [(made.piece, made.mv.to, made.mv.from)].into_iter().chain(partner) {
            let duration = speed.duration(distance(from, to));
            self.0.retain(|slide| slide.to != from);
            self.0.push(Slide {
                piece,
                from,
                to,
                captured: None,
                since: Duration::ZERO,
                duration,
                eased: speed.is_eased(),
            });
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn tick(&mut self, elapsed: Duration) {
        self.0.iter_mut().for_each(|slide| slide.since += elapsed);
        self.0.retain(|slide| slide.since < slide.duration);
    }

    /// Ends the slides to squares where `seen` gives no piece any more, or one of the other side, which has captured it.
    pub fn keep(&mut self, seen: impl Fn(Square) -> Option<Piece>) {
        self.0.retain(|slide| seen(slide.to).is_some_and(|piece| piece.color == slide.piece.color));
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn iter(&self) -> impl Iterator<Item = &Slide> {
        self.0.iter()
    }

    /// The slide of the piece that stands on `square` already.
    pub fn to(&self, square: Square) -> Option<&Slide> {
        self.0.iter().find(|slide| slide.to == square)
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

    /// Short and long distances.
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
