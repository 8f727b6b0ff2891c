//! Touch screens. A tap is a click, a finger that moves drags or scrolls, and a finger that rests opens an explanation.

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

/// State of the touch screen. Only the first finger on the screen counts.
#[derive(Clone, Debug, Default)]
pub struct Touch {
    finger: Option<Finger>,
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
}

impl Touch {
    /// Translates an event of the finger `id` and adds the resulting events to `input`. Points are pixels of the scene.
    pub fn handle(&mut self, phase: TouchPhase, id: u64, at: Point, input: &mut Vec<InputEvent>) {
        match (&mut self.finger, phase) {
            (none @ None, TouchPhase::Started) => {
                *none = Some(Finger { id, start: at, at, since: Duration::ZERO, kind: Kind::Down });
            }
            (Some(finger), TouchPhase::Moved) if finger.id == id => {
                finger.at = at;
                let distance = (at.x - finger.start.x).hypot(at.y - finger.start.y);
                if finger.kind == Kind::Down && distance > SLOP {
                    finger.kind = Kind::Drag;
                    input.extend([InputEvent::Moved(finger.start), InputEvent::Dragged(finger.start)]);
                }
                if finger.kind == Kind::Drag {
                    input.push(InputEvent::Moved(at));
                }
            }
            (Some(finger), TouchPhase::Ended) if finger.id == id => {
                match finger.kind {
                    Kind::Down => input.extend([
                        InputEvent::Moved(at),
                        InputEvent::Pressed(MouseButton::Left, at),
                        InputEvent::Released(MouseButton::Left, at),
                        InputEvent::PointerLeft,
                    ]),
                    Kind::Drag => input.extend([
                        InputEvent::Moved(at),
                        InputEvent::Released(MouseButton::Left, at),
                        InputEvent::PointerLeft,
                    ]),
                    // The explanation stays until the next touch.
                    Kind::LongPress => {}
                }
                self.finger = None;
            }
            (Some(finger), TouchPhase::Cancelled) if finger.id == id => {
                input.push(InputEvent::PointerLeft);
                self.finger = None;
            }
            _ => {}
        }
    }

    /// Advances the time by `elapsed`. Adds a long press to `input` if the finger has rested long enough.
    pub fn tick(&mut self, elapsed: Duration, input: &mut Vec<InputEvent>) {
        if let Some(finger) = self.finger.as_mut().filter(|finger| finger.kind == Kind::Down) {
            finger.since += elapsed.min(SLOW_FRAME);
            if finger.since >= LONG_PRESS {
                finger.kind = Kind::LongPress;
                input.extend([InputEvent::Moved(finger.at), InputEvent::LongPressed(finger.at)]);
            }
        }
    }
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

    /// A second finger gives no input. A touch that the system cancels is no click.
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
