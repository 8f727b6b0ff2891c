//! Touch screens. A tap is a click, a finger that moves drags or scrolls, a finger that rests opens an explanation, and two
//! fingers enlarge and move what lies below them.

use std::time::Duration;

use macroquad::miniquad::TouchPhase;

use crate::view::input::{InputEvent, MouseButton};
use crate::view::scene::Point;

/// Distance in pixels that a finger may move before it begins to drag.
const SLOP: f32 = 10.0;
/// Time after which a finger that rests opens an explanation. Such a touch is no tap.
const LONG_PRESS: Duration = Duration::from_millis(450);
/// Maximum time between two frames that counts for a long press. Without it a tap in a slow frame would be a long
/// press.
const SLOW_FRAME: Duration = Duration::from_millis(50);

/// Maximum time between two taps of a double tap, and maximum distance between them in pixels.
const DOUBLE_TAP: (Duration, f32) = (Duration::from_millis(300), 24.0);

/// State of the touch screen. Only the first two fingers on the screen count.
#[derive(Clone, Debug, Default)]
pub struct Touch {
    finger: Option<Finger>,
    /// The second finger, and where it is.
    second: Option<(u64, Point)>,
    /// Position of the last tap, and the time since that tap.
    tap: Option<(Point, Duration)>,
}

#[derive(Clone, Debug)]
struct Finger {
    id: u64,
    start: Point,
    at: Point,
    since: Duration,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The finger may become a drag, a long press or a tap.
    Down,
    Drag,
    LongPress,
    /// A second finger has been on the screen.
    Pinch,
}

impl Touch {
    /// Translates an event of the finger `id` and adds the resulting events to `input`. Points are pixels of the scene.
    pub fn handle(&mut self, phase: TouchPhase, id: u64, at: Point, input: &mut Vec<InputEvent>) {
        match (&mut self.finger, phase) {
            (none @ None, TouchPhase::Started) => {
                *none = Some(Finger { id, start: at, at, since: Duration::ZERO, kind: Kind::Down });
            }
            (Some(finger), TouchPhase::Started) if self.second.is_none() => {
                if finger.kind == Kind::Drag {
                    // The piece or widget that was dragged stays where it was.
                    input.push(InputEvent::PointerLeft);
                }
                finger.kind = Kind::Pinch;
                self.second = Some((id, at));
            }
            (Some(finger), TouchPhase::Moved) if self.second.is_some() => {
                let Some((second_id, second)) = &mut self.second else { return };
                let before = (finger.at, *second);
                match id {
                    id if id == *second_id => *second = at,
                    id if id == finger.id => finger.at = at,
                    _ => return,
                }
                input.push(pinch(before, (finger.at, *second)));
            }
            (Some(_), TouchPhase::Ended | TouchPhase::Cancelled)
                if self.second.is_some_and(|(second, _)| second == id) =>
            {
                self.second = None;
            }
            (Some(finger), TouchPhase::Moved) if finger.id == id => {
                finger.at = at;
                if finger.kind == Kind::Down && distance(finger.start, at) > SLOP {
                    finger.kind = Kind::Drag;
                    input.extend([InputEvent::Moved(finger.start), InputEvent::Dragged(finger.start)]);
                }
                if finger.kind == Kind::Drag {
                    input.push(InputEvent::Moved(at));
                }
            }
            (Some(finger), TouchPhase::Ended) if finger.id == id => {
                match finger.kind {
                    Kind::Down => {
                        input.extend([
                            InputEvent::Moved(at),
                            InputEvent::Pressed(MouseButton::Left, at),
                            InputEvent::Released(MouseButton::Left, at),
                            InputEvent::PointerLeft,
                        ]);
                        let is_second = |(tap, since): &(Point, Duration)| {
                            *since <= DOUBLE_TAP.0 && distance(*tap, at) <= DOUBLE_TAP.1
                        };
                        let is_double = self.tap.as_ref().is_some_and(is_second);
                        input.extend(is_double.then_some(InputEvent::DoubleTapped(at)));
                        self.tap = (!is_double).then_some((at, Duration::ZERO));
                    }
                    Kind::Drag => input.extend([
                        InputEvent::Moved(at),
                        InputEvent::Released(MouseButton::Left, at),
                        InputEvent::PointerLeft,
                    ]),
                    // The explanation stays until the next touch.
                    Kind::LongPress | Kind::Pinch => {}
                }
                (self.finger, self.second) = (None, None);
            }
            (Some(finger), TouchPhase::Cancelled) if finger.id == id => {
                input.push(InputEvent::PointerLeft);
                (self.finger, self.second) = (None, None);
            }
            _ => {}
        }
    }

    /// Advances the time by `elapsed`. Adds a long press to `input` if the finger has rested long enough.
    pub fn tick(&mut self, elapsed: Duration, input: &mut Vec<InputEvent>) {
        if let Some((_, since)) = &mut self.tap {
            *since += elapsed;
        }
        if let Some(finger) = self.finger.as_mut().filter(|finger| finger.kind == Kind::Down) {
            finger.since += elapsed.min(SLOW_FRAME);
            if finger.since >= LONG_PRESS {
                finger.kind = Kind::LongPress;
                input.extend([InputEvent::Moved(finger.at), InputEvent::LongPressed(finger.at)]);
            }
        }
    }
}

fn distance(a: Point, b: Point) -> f32 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// The event for two fingers that have moved from the points `before` to the points `after`.
fn pinch(before: (Point, Point), after: (Point, Point)) -> InputEvent {
    let middle = |(a, b): (Point, Point)| Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
    let (at, to) = (middle(before), middle(after));
    // Fingers at one point would enlarge without limit.
    let apart = |(a, b)| distance(a, b).max(SLOP);
    InputEvent::Pinched { at, by: (to.x - at.x, to.y - at.y), factor: apart(after) / apart(before) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn p(x: f32) -> Point {
        Point::new(x, 5.0)
    }

    /// The input of a finger that is put down at 0, moves to each of `points` after `time`, and is lifted there.
    fn input_of(points: &[f32], time: Duration) -> Vec<InputEvent> {
        let (mut touch, mut input) = (Touch::default(), Vec::new());
        touch.handle(TouchPhase::Started, 7, p(0.0), &mut input);
        let mut last = 0.0;
        for &x in points {
            (0..time.as_millis() / 50).for_each(|_| touch.tick(50 * MS, &mut input));
            touch.handle(TouchPhase::Moved, 7, p(x), &mut input);
            last = x;
        }
        touch.handle(TouchPhase::Ended, 7, p(last), &mut input);
        input
    }

    const LEFT: MouseButton = MouseButton::Left;

    /// A finger that moves by three pixels gives a press and a release where it is lifted. The pointer leaves.
    #[test]
    fn a_tap_is_a_click() {
        let expected = [
            InputEvent::Moved(p(2.0)),
            InputEvent::Pressed(LEFT, p(2.0)),
            InputEvent::Released(LEFT, p(2.0)),
            InputEvent::PointerLeft,
        ];
        assert_eq!(input_of(&[3.0, 2.0], 30 * MS), expected);
    }

    /// A finger that moves by 30 pixels drags from the place where it was put down, even if it rests on the way.
    #[test]
    fn a_finger_that_moves_drags() {
        let expected = [
            InputEvent::Moved(p(0.0)),
            InputEvent::Dragged(p(0.0)),
            InputEvent::Moved(p(30.0)),
            InputEvent::Moved(p(31.0)),
            InputEvent::Moved(p(31.0)),
            InputEvent::Released(LEFT, p(31.0)),
            InputEvent::PointerLeft,
        ];
        assert_eq!(input_of(&[30.0, 31.0], 440 * MS), expected);
    }

    /// A finger that moves and is lifted after a long press neither drags nor clicks.
    #[test]
    fn a_finger_that_rests_explains() {
        let expected = [InputEvent::Moved(p(0.0)), InputEvent::LongPressed(p(0.0))];
        assert_eq!(input_of(&[1.0, 40.0], 460 * MS), expected);
    }

    /// Two fingers 50 pixels apart, of which the second moves 50 pixels away: what is below them is twice as large. Neither
    /// is a tap.
    #[test]
    fn two_fingers_enlarge() {
        let (mut touch, mut input) = (Touch::default(), Vec::new());
        touch.handle(TouchPhase::Started, 1, p(0.0), &mut input);
        touch.handle(TouchPhase::Started, 2, p(50.0), &mut input);
        touch.handle(TouchPhase::Moved, 2, p(100.0), &mut input);
        touch.handle(TouchPhase::Ended, 2, p(100.0), &mut input);
        touch.handle(TouchPhase::Ended, 1, p(0.0), &mut input);
        assert_eq!(input, [InputEvent::Pinched { at: p(25.0), by: (25.0, 0.0), factor: 2.0 }]);
    }

    /// Three taps follow one another within 300 ms. Only the second one is a double tap.
    #[test]
    fn two_quick_taps_are_a_double_tap() {
        let (mut touch, mut input) = (Touch::default(), Vec::new());
        let mut taps = |wait: Duration| {
            touch.tick(wait, &mut input);
            touch.handle(TouchPhase::Started, 1, p(5.0), &mut input);
            touch.handle(TouchPhase::Ended, 1, p(5.0), &mut input);
            let is_double = |event: &&InputEvent| matches!(event, InputEvent::DoubleTapped(_));
            std::mem::take(&mut input).iter().filter(is_double).count()
        };
        assert_eq!([MS, 200 * MS, 200 * MS, 400 * MS].map(&mut taps), [0, 1, 0, 0]);
    }

    /// A second finger that only rests gives no input. A touch that the system cancels is no click.
    #[test]
    fn other_fingers_do_nothing() {
        let (mut touch, mut input) = (Touch::default(), Vec::new());
        touch.handle(TouchPhase::Started, 1, p(0.0), &mut input);
        touch.handle(TouchPhase::Started, 2, p(50.0), &mut input);
        touch.handle(TouchPhase::Ended, 2, p(50.0), &mut input);
        assert_eq!(input, []);
        touch.handle(TouchPhase::Cancelled, 1, p(0.0), &mut input);
        assert_eq!(input, [InputEvent::PointerLeft]);
    }
}
