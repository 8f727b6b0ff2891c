//! Translates miniquad's window events to [`InputEvent`]s.
//!
//! Events keep their order, so a click within a single frame is a press and a release. Positions are pixels of a scene.

use std::time::Duration;

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::input::{
    is_key_down, is_key_pressed, is_mouse_button_down, is_quit_requested, prevent_quit,
    simulate_mouse_with_touch,
};
use macroquad::miniquad::{self, EventHandler, KeyCode, KeyMods, TouchPhase, window};

use super::touch::Touch;
use crate::platform::{display, touch};
use crate::view::input::{Input, InputEvent, Key, Modifier, MouseButton};
use crate::view::scene::Point;

/// An event of the window as miniquad reports it. [`Mouse::translate`] drops releases that did not happen.
#[derive(Clone, Debug, PartialEq)]
enum RawEvent {
    Moved(Point),
    /// The pointer entered the window with no button held.
    Entered(Point),
    Down(MouseButton, Point),
    Up(MouseButton, Point),
    Other(InputEvent),
}

/// Position of a pointer that is not in the window.
const OUTSIDE: Point = Point::new(-1.0, -1.0);

/// Number of frames in which the program takes the clipboard back after macroquad took it on Ctrl C or Ctrl X; see
/// [`crate::platform::clipboard`].
const RECLAIM_FRAMES: u8 = 4;

/// Collects the window's events between two frames.
pub struct WindowInput {
    subscriber: usize,
    mouse: Mouse,
    /// Whether the window has the keyboard focus. Before the first report it counts as focused.
    focused: bool,
    /// Number of further frames in which the clipboard is taken back.
    reclaim_frames: u8,
    touch: Touch,
    /// Movement of the wheel beyond the last notch, in the unit of [`display::WHEEL_NOTCH`].
    wheel: f32,
    /// Whether Ctrl was pressed in the last frame.
    control_pressed: bool,
    /// Whether the last press was a touch, or before the first one, whether the pointer of the system is a finger.
    is_touched: bool,
}

impl WindowInput {
    /// Subscribes to the window's events. Closing the window becomes an event and does not end the program by itself.
    pub fn new() -> Self {
        prevent_quit();
        // `Touch` translates touches.
        simulate_mouse_with_touch(false);
        Self {
            subscriber: register_input_subscriber(),
            mouse: Mouse::default(),
            focused: true,
            reclaim_frames: 0,
            touch: Touch::default(),
            wheel: 0.0,
            control_pressed: false,
            is_touched: touch::is_main_pointer(),
        }
    }

    /// Whether the window has the keyboard focus. A window without it may be hidden, which X11 does not report.
    pub const fn is_focused(&self) -> bool {
        self.focused
    }

    /// Whether a mouse button is held. While one is held, X11 reports the pointer to macroquad only.
    pub fn holds_button(&self) -> bool {
        self.mouse.held.contains(&true)
    }

    /// Whether Ctrl was pressed in the last frame.
    pub const fn control_pressed(&self) -> bool {
        self.control_pressed
    }

    /// Whether macroquad has taken the clipboard in one of the last frames. Must be called once a frame.
    pub fn clipboard_is_lost(&mut self) -> bool {
        let held = |keys: [KeyCode; 2]| keys.into_iter().any(|key| is_key_down(key) || is_key_pressed(key));
        let now = held([KeyCode::LeftControl, KeyCode::RightControl]) && held([KeyCode::C, KeyCode::X]);
        let recently = now || self.reclaim_frames > 0;
        self.reclaim_frames = if now { RECLAIM_FRAMES } else { self.reclaim_frames.saturating_sub(1) };
        recently
    }

    /// All input since the last call. `elapsed` is the time since that call, and `hidden` is a part of it. All arguments
    /// are fields of [`Input`].
    pub fn poll(&mut self, elapsed: Duration, hidden: Duration, no_audio: bool) -> Input {
        let mut collector = EventCollector { wheel: self.wheel, ..EventCollector::default() };
        repeat_all_miniquad_input(&mut collector, self.subscriber);
        (self.wheel, self.control_pressed) = (collector.wheel, collector.control_pressed);
        self.focused = collector.focused.unwrap_or(self.focused);
        let down = [
            is_mouse_button_down(miniquad::MouseButton::Left),
            is_mouse_button_down(miniquad::MouseButton::Right),
        ];
        let is_clicked = collector.events.iter().any(|event| matches!(event, RawEvent::Down(..)));
        self.is_touched = !collector.touches.is_empty() || self.is_touched && !is_clicked;
        // On screens with small pixels, a pixel of the scene is larger than a pixel of the window.
        let part = 1.0 / display::scale();
        let mouse = self.mouse.translate(&collector.events, down);
        let mut events: Vec<_> = mouse.into_iter().map(|event| event.scaled(part)).collect();
        for (phase, id, x, y) in collector.touches {
            self.touch.handle(phase, id, Point::new(x * part, y * part), &mut events);
        }
        self.touch.tick(elapsed, &mut events);
        if is_quit_requested() {
            events.push(InputEvent::CloseRequested);
        }
        let (width, height) = window::screen_size();
        let Point { x, y } = self.mouse.pointer;
        Input {
            elapsed,
            hidden,
            no_audio,
            wants_access: false,
            touch: self.is_touched,
            size: (width * part, height * part),
            pointer: Point::new(x * part, y * part),
            events,
        }
    }
}

/// The events that replace the text `old` of a focused field by `new`.
pub fn typing(old: &str, new: &str) -> Vec<InputEvent> {
    let end = InputEvent::Key { key: Key::End, control: false };
    let erased = old.chars().map(|_| InputEvent::KeyRepeat(Key::Backspace));
    std::iter::once(end).chain(erased).chain(new.chars().map(InputEvent::Typed)).collect()
}

/// State of the mouse between frames.
#[derive(Clone, Debug)]
struct Mouse {
    pointer: Point,
    /// Whether the left and the right button are held. A button that is held outside the window counts, too.
    held: [bool; 2],
    /// Whether the pointer is outside the window with a button held.
    outside: bool,
}

impl Default for Mouse {
    fn default() -> Self {
        Self { pointer: OUTSIDE, held: [false; 2], outside: false }
    }
}

impl Mouse {
    /// Translates events to input. `down` is whether miniquad considers the left and the right button held after the
    /// events.
    ///
    /// While the pointer is outside the window, miniquad reports no events and considers no button held. So a held
    /// button that miniquad does not consider held means that the pointer has left the window. When the pointer returns
    /// with the button held, miniquad reports a release and considers the button held again. That release is dropped.
    /// If the button is released outside the window, the release is reported when the pointer returns.
    fn translate(&mut self, events: &[RawEvent], down: [bool; 2]) -> Vec<InputEvent> {
        let mut input = Vec::with_capacity(events.len());
        for (i, event) in events.iter().enumerate() {
            match *event {
                RawEvent::Moved(at) => self.pointer = at,
                RawEvent::Entered(at) => {
                    self.pointer = at;
                    for button in [MouseButton::Left, MouseButton::Right] {
                        if std::mem::take(&mut self.held[button as usize]) {
                            input.push(InputEvent::Released(button, OUTSIDE));
                        }
                    }
                }
                RawEvent::Down(button, at) => {
                    self.pointer = at;
                    self.held[button as usize] = true;
                    input.push(InputEvent::Pressed(button, at));
                }
                RawEvent::Up(button, at) => {
                    self.pointer = at;
                    // If several releases have no press between them, only the last one can be real. It is not real if
                    // the button is held after all events.
                    let later = events[i + 1..].iter().find_map(|later| match *later {
                        RawEvent::Down(b, _) if b == button => Some(true),
                        RawEvent::Up(b, _) if b == button => Some(false),
                        _ => None,
                    });
                    let real = later.unwrap_or(!down[button as usize]);
                    if real && std::mem::take(&mut self.held[button as usize]) {
                        input.push(InputEvent::Released(button, at));
                    }
                }
                RawEvent::Other(ref event) => input.push(event.clone()),
            }
        }
        let outside = self.held.into_iter().zip(down).any(|(held, down)| held && !down);
        if outside && !self.outside {
            input.push(InputEvent::PointerLeft);
        }
        self.outside = outside;
        input
    }
}

/// Receives miniquad's callbacks.
#[derive(Default)]
struct EventCollector {
    events: Vec<RawEvent>,
    touches: Vec<(TouchPhase, u64, f32, f32)>,
    /// Whether the window has the focus, if that has changed.
    focused: Option<bool>,
    /// Movement of the wheel beyond the last notch.
    wheel: f32,
    control_pressed: bool,
    /// The character of the key whose press follows. X11 reports it before the press.
    typed: Option<char>,
    /// Whether the character of the last key follows its press. Browsers and Windows report it after the press.
    awaits_typed: bool,
}

impl EventHandler for EventCollector {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.events.push(RawEvent::Moved(Point::new(x, y)));
    }

    fn mouse_wheel_event(&mut self, _x: f32, y: f32) {
        if y * self.wheel < 0.0 {
            self.wheel = 0.0;
        }
        self.wheel += y;
        let notches = (self.wheel / display::WHEEL_NOTCH).trunc();
        self.wheel -= notches * display::WHEEL_NOTCH;
        if notches != 0.0 {
            self.events.push(RawEvent::Other(InputEvent::Wheel(notches)));
        }
    }

    fn mouse_button_down_event(&mut self, button: miniquad::MouseButton, x: f32, y: f32) {
        self.events.extend(mouse_button(button).map(|button| RawEvent::Down(button, Point::new(x, y))));
    }

    fn mouse_button_up_event(&mut self, button: miniquad::MouseButton, x: f32, y: f32) {
        let at = Point::new(x, y);
        self.events.push(match (button, mouse_button(button)) {
            (_, Some(button)) => RawEvent::Up(button, at),
            // miniquad reports a pointer that enters the window as the release of an unknown button.
            (miniquad::MouseButton::Unknown, None) => RawEvent::Entered(at),
            _ => RawEvent::Moved(at),
        });
    }

    fn char_event(&mut self, character: char, modifiers: KeyMods, _repeat: bool) {
        let follows_press = std::mem::take(&mut self.awaits_typed);
        self.typed = Some(character).filter(|_| !follows_press);
        if !character.is_control() && !modifiers.ctrl && !modifiers.logo {
            // The character goes before the press, so that a key that opens a text field does not write into it.
            let place = self.events.len() - usize::from(follows_press);
            self.events.insert(place, RawEvent::Other(InputEvent::Typed(character)));
        }
    }

    fn key_up_event(&mut self, code: KeyCode, _modifiers: KeyMods) {
        let modifier = modifier(code).map(|modifier| InputEvent::Modifier(modifier, false));
        self.events.extend(modifier.map(RawEvent::Other));
    }

    fn key_down_event(&mut self, code: KeyCode, modifiers: KeyMods, repeat: bool) {
        let modifier = modifier(code).filter(|_| !repeat);
        self.events.extend(modifier.map(|modifier| RawEvent::Other(InputEvent::Modifier(modifier, true))));
        self.control_pressed |= !repeat && matches!(code, KeyCode::LeftControl | KeyCode::RightControl);
        let typed = self.typed.take();
        self.awaits_typed = false;
        let unknown = typed.filter(|_| code == KeyCode::Unknown);
        let key = key(code).or_else(|| unknown.and_then(display::key_of).map(Key::Char));
        let control = modifiers.ctrl || modifiers.logo;
        let chord = if control { shortcut(code, key.as_ref(), modifiers.shift) } else { None };
        if let Some(key) = chord {
            if !repeat {
                self.events.push(RawEvent::Other(InputEvent::Key { key, control: false }));
            }
            return;
        }
        let Some(key) = key else { return };
        // Only arrow keys and, in text fields, Backspace and Delete repeat while they are held.
        match key {
            Key::Backspace | Key::Delete if repeat => {
                self.events.push(RawEvent::Other(InputEvent::KeyRepeat(key)));
            }
            Key::Left | Key::Right | Key::Up | Key::Down => {
                self.events.push(RawEvent::Other(InputEvent::Key { key, control }));
            }
            _ if repeat => {}
            _ => {
                self.awaits_typed = typed.is_none() && matches!(key, Key::Char(_) | Key::Space);
                self.events.push(RawEvent::Other(InputEvent::Key { key, control }));
            }
        }
    }

    fn window_restored_event(&mut self) {
        self.focused = Some(true);
    }

    // On X11 miniquad calls this whenever the window loses the focus, even if the window is not minimised.
    fn window_minimized_event(&mut self) {
        self.focused = Some(false);
        self.events.push(RawEvent::Other(InputEvent::PointerLeft));
    }

    fn touch_event(&mut self, phase: TouchPhase, id: u64, x: f32, y: f32) {
        self.touches.push((phase, id, x, y));
    }
}

/// The mouse button; `None` if the program does not use it.
const fn mouse_button(button: miniquad::MouseButton) -> Option<MouseButton> {
    match button {
        miniquad::MouseButton::Left => Some(MouseButton::Left),
        miniquad::MouseButton::Right => Some(MouseButton::Right),
        _ => None,
    }
}

fn modifier(code: KeyCode) -> Option<Modifier> {
    match code {
        KeyCode::LeftShift | KeyCode::RightShift | KeyCode::LeftControl | KeyCode::RightControl => {
            Some(Modifier::Shift)
        }
        KeyCode::LeftAlt | KeyCode::RightAlt => Some(Modifier::Alt),
        _ => None,
    }
}

/// The shortcut for the clipboard, for Redo or for the selection of a text that consists of this key and Ctrl, or Cmd on macOS.
fn shortcut(code: KeyCode, key: Option<&Key>, shift: bool) -> Option<Key> {
    match key {
        Some(Key::Char('c')) => Some(if shift { Key::CopyMore } else { Key::Copy }),
        None if code == KeyCode::Insert => Some(if shift { Key::CopyMore } else { Key::Copy }),
        Some(Key::Char('v')) if !shift => Some(Key::Paste),
        Some(Key::Char('y')) if !shift => Some(Key::Redo),
        Some(Key::Char('a')) if !shift => Some(Key::SelectAll),
        Some(Key::Char('z')) if shift => Some(Key::Redo),
        _ => None,
    }
}

/// The key; `None` if the program does not use it.
fn key(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Escape => Key::Escape,
        KeyCode::Enter | KeyCode::KpEnter => Key::Enter,
        KeyCode::Space => Key::Space,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::F1 => Key::F1,
        KeyCode::F11 => Key::F11,
        KeyCode::KpDecimal => Key::Char('.'),
        KeyCode::KpDivide => Key::Char('/'),
        KeyCode::KpMultiply => Key::Char('*'),
        KeyCode::KpSubtract => Key::Char('-'),
        KeyCode::KpAdd => Key::Char('+'),
        // Codes up to 0x7f are ASCII, and letters are in upper case. 0xffb0 to 0xffb9 are the digits of the key pad.
        _ => match code as u32 {
            number @ 0x21..0x7f => Key::Char(char::from(number as u8).to_ascii_lowercase()),
            number @ 0xffb0..=0xffb9 => Key::Char(char::from(b'0' + (number - 0xffb0) as u8)),
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: MouseButton = MouseButton::Left;

    fn p(x: f32) -> Point {
        Point::new(x, 5.0)
    }

    const NONE: [bool; 2] = [false; 2];
    const HELD: [bool; 2] = [true, false];

    /// In one frame the pointer moves and a button is pressed and released. The input has a press and a release.
    #[test]
    fn a_click_within_a_frame_is_a_press_and_a_release() {
        let mut mouse = Mouse::default();
        let events = [RawEvent::Moved(p(1.0)), RawEvent::Down(LEFT, p(2.0)), RawEvent::Up(LEFT, p(3.0))];
        let seen = mouse.translate(&events, NONE);
        assert_eq!(seen, [InputEvent::Pressed(LEFT, p(2.0)), InputEvent::Released(LEFT, p(3.0))]);
        assert_eq!(mouse.pointer, p(3.0));
    }

    /// To replace "Ann" by "Jo", three letters are erased from the end, and "J" and "o" are typed.
    #[test]
    fn typing_replaces_a_text() {
        let erase = InputEvent::KeyRepeat(Key::Backspace);
        let end = InputEvent::Key { key: Key::End, control: false };
        let typed = ['J', 'o'].map(InputEvent::Typed);
        assert_eq!(typing("Ann", "Jo"), [&[end, erase.clone(), erase.clone(), erase], &typed[..]].concat());
    }

    /// Before the first event the pointer is outside. When it enters the window it is at the place of the event.
    #[test]
    fn the_pointer_starts_outside_the_window() {
        let mut mouse = Mouse::default();
        assert_eq!(mouse.translate(&[], NONE), []);
        assert_eq!(mouse.pointer, OUTSIDE);
        mouse.translate(&[RawEvent::Entered(p(3.0))], NONE);
        assert_eq!(mouse.pointer, p(3.0));
    }

    /// Two presses and two releases in one frame are all reported.
    #[test]
    fn two_clicks_within_a_frame_are_two() {
        let click = [RawEvent::Down(LEFT, p(2.0)), RawEvent::Up(LEFT, p(2.0))];
        assert_eq!(Mouse::default().translate(&[click.clone(), click].concat(), NONE).len(), 4);
    }

    /// A mouse that has left the window with the left button held.
    fn away() -> Mouse {
        let mut mouse = Mouse::default();
        assert_eq!(
            mouse.translate(&[RawEvent::Down(LEFT, p(2.0))], HELD),
            [InputEvent::Pressed(LEFT, p(2.0))]
        );
        assert_eq!(mouse.translate(&[], NONE), [InputEvent::PointerLeft]);
        assert_eq!(mouse.translate(&[], NONE), []);
        mouse
    }

    /// The pointer returns with the button held. The release that miniquad reports is dropped, and the real one that
    /// follows is reported.
    #[test]
    fn coming_back_with_the_button_held_is_no_release() {
        let mut mouse = away();
        assert_eq!(mouse.translate(&[RawEvent::Up(LEFT, p(1.0)), RawEvent::Moved(p(2.0))], HELD), []);
        assert_eq!(
            mouse.translate(&[RawEvent::Up(LEFT, p(9.0))], NONE),
            [InputEvent::Released(LEFT, p(9.0))]
        );
    }

    /// The pointer returns and the button is released in the same frame. Of the two releases that miniquad reports, the
    /// input has one.
    #[test]
    fn coming_back_and_letting_go_in_one_frame_is_one_release() {
        let seen = away().translate(&[RawEvent::Up(LEFT, p(1.0)), RawEvent::Up(LEFT, p(7.0))], NONE);
        assert_eq!(seen, [InputEvent::Released(LEFT, p(7.0))]);
    }

    /// The button is released outside the window. The input has one release, when the pointer returns.
    #[test]
    fn a_button_let_go_of_outside_is_released_outside() {
        let mut mouse = away();
        assert_eq!(
            mouse.translate(&[RawEvent::Entered(p(1.0))], NONE),
            [InputEvent::Released(LEFT, OUTSIDE)]
        );
        assert_eq!(mouse.pointer, p(1.0));
        assert_eq!(mouse.translate(&[RawEvent::Entered(p(1.0))], NONE), []);
    }

    /// A release is dropped if the button was pressed outside the window.
    #[test]
    fn a_release_without_a_press_is_dropped() {
        assert_eq!(Mouse::default().translate(&[RawEvent::Up(LEFT, p(1.0))], NONE), []);
    }

    /// A press of the middle button is ignored, and its release moves the pointer. The release of an unknown button is
    /// a pointer that has entered the window. The right button is reported.
    #[test]
    fn other_buttons_only_move_the_pointer() {
        let mut collector = EventCollector::default();
        collector.mouse_button_down_event(miniquad::MouseButton::Middle, 1.0, 5.0);
        collector.mouse_button_up_event(miniquad::MouseButton::Middle, 2.0, 5.0);
        collector.mouse_button_up_event(miniquad::MouseButton::Unknown, 3.0, 5.0);
        collector.mouse_button_up_event(miniquad::MouseButton::Right, 4.0, 5.0);
        assert_eq!(
            collector.events,
            [RawEvent::Moved(p(2.0)), RawEvent::Entered(p(3.0)), RawEvent::Up(MouseButton::Right, p(4.0))]
        );
    }

    /// A letter, digits, a sign and a named key are translated; keys without a meaning give nothing.
    #[test]
    fn keys_are_translated_to_what_is_printed_on_them() {
        assert_eq!(key(KeyCode::R), Some(Key::Char('r')));
        assert_eq!(key(KeyCode::Key7), Some(Key::Char('7')));
        assert_eq!(key(KeyCode::Kp7), Some(Key::Char('7')));
        assert_eq!(key(KeyCode::Slash), Some(Key::Char('/')));
        assert_eq!(key(KeyCode::Escape), Some(Key::Escape));
        assert_eq!(key(KeyCode::F5), None);
        assert_eq!(key(KeyCode::World1), None);
    }

    /// A notch is reported at once or in many small turns. A turn in the other direction starts a new notch.
    #[test]
    fn the_wheel_is_reported_in_whole_notches() {
        let turns = |parts: &[f32]| {
            let mut collector = EventCollector::default();
            parts.iter().for_each(|part| collector.mouse_wheel_event(0.0, part * display::WHEEL_NOTCH));
            collector.events
        };
        let wheel = |notches| RawEvent::Other(InputEvent::Wheel(notches));
        assert_eq!(turns(&[1.0, -2.0]), [wheel(1.0), wheel(-2.0)]);
        assert_eq!(turns(&[0.0, 0.25, 0.25, 0.25]), []);
        assert_eq!(turns(&[0.25; 9]), [wheel(1.0), wheel(1.0)]);
        assert_eq!(turns(&[0.75, -0.5, 0.75, 0.25]), [wheel(1.0)]);
    }

    /// A character goes before the press of its key, as on X11, if it is reported after it, as in browsers and on Windows. So a
    /// key that opens a text field does not write into it.
    #[test]
    fn a_character_goes_before_its_key() {
        let none = KeyMods::default();
        let collected = |presses: &[(Option<KeyCode>, Option<char>)]| {
            let mut collector = EventCollector::default();
            for &(code, typed) in presses {
                code.into_iter().for_each(|code| collector.key_down_event(code, none, false));
                typed.into_iter().for_each(|typed| collector.char_event(typed, none, false));
            }
            collector.events
        };
        let key = |key| RawEvent::Other(InputEvent::Key { key, control: false });
        let typed = |letter| RawEvent::Other(InputEvent::Typed(letter));
        let wanted = [typed('f'), key(Key::Char('f')), typed('c'), key(Key::Char('c'))];
        let (f, c) = (Some(KeyCode::F), Some(KeyCode::C));
        assert_eq!(collected(&[(f, Some('f')), (c, Some('c'))]), wanted);
        assert_eq!(collected(&[(None, Some('f')), (f, None), (None, Some('c')), (c, None)]), wanted);
        // A character without a key, such as one of an input method, stays where it is.
        assert_eq!(
            collected(&[(Some(KeyCode::Left), None), (None, Some('é'))]),
            [key(Key::Left), typed('é')]
        );
    }

    /// The character before the press of an unknown key names it, with Ctrl as well. The character before the press of
    /// a known key does not name the unknown key that follows.
    #[test]
    fn an_unknown_key_is_named_by_its_character() {
        let mut collector = EventCollector::default();
        let control = KeyMods { ctrl: true, ..KeyMods::default() };
        collector.char_event('r', KeyMods::default(), false);
        collector.key_down_event(KeyCode::Unknown, KeyMods::default(), false);
        collector.char_event('c', control, false);
        collector.key_down_event(KeyCode::Unknown, control, false);
        collector.char_event('x', control, false);
        collector.key_down_event(KeyCode::LeftControl, control, false);
        collector.key_down_event(KeyCode::Unknown, control, false);
        // Only X11 reports unknown keys.
        let key = |typed, key| display::key_of(typed).map(|_| InputEvent::Key { key, control: false });
        let wanted = [
            Some(InputEvent::Typed('r')),
            key('r', Key::Char('r')),
            key('c', Key::Copy),
            Some(InputEvent::Modifier(Modifier::Shift, true)),
        ];
        assert_eq!(collector.events, wanted.into_iter().flatten().map(RawEvent::Other).collect::<Vec<_>>());
    }

    /// Arrow keys, Backspace and Delete repeat while they are held, and other keys do not. Ctrl is reported with a key,
    /// and its combinations for the clipboard and for Redo are keys of their own.
    #[test]
    fn only_some_keys_repeat_and_ctrl_is_reported() {
        let mut collector = EventCollector::default();
        let control = KeyMods { ctrl: true, ..KeyMods::default() };
        collector.key_down_event(KeyCode::Z, control, false);
        collector.key_down_event(KeyCode::Z, control, true);
        collector.key_down_event(KeyCode::Left, KeyMods::default(), true);
        collector.key_down_event(KeyCode::Backspace, KeyMods::default(), false);
        collector.key_down_event(KeyCode::Backspace, KeyMods::default(), true);
        collector.key_down_event(KeyCode::C, control, false);
        collector.key_down_event(KeyCode::C, control, true);
        collector.key_down_event(KeyCode::C, KeyMods { shift: true, ..control }, false);
        collector.key_down_event(KeyCode::V, control, false);
        collector.key_down_event(KeyCode::Y, control, false);
        collector.key_down_event(KeyCode::Z, KeyMods { shift: true, ..control }, false);
        collector.char_event('\u{1b}', KeyMods::default(), false);
        collector.char_event('z', control, false);
        collector.char_event('ä', KeyMods::default(), false);
        let wanted = [
            InputEvent::Key { key: Key::Char('z'), control: true },
            InputEvent::Key { key: Key::Left, control: false },
            InputEvent::Key { key: Key::Backspace, control: false },
            InputEvent::KeyRepeat(Key::Backspace),
            InputEvent::Key { key: Key::Copy, control: false },
            InputEvent::Key { key: Key::CopyMore, control: false },
            InputEvent::Key { key: Key::Paste, control: false },
            InputEvent::Key { key: Key::Redo, control: false },
            InputEvent::Key { key: Key::Redo, control: false },
            InputEvent::Typed('ä'),
        ];
        assert_eq!(collector.events, wanted.map(RawEvent::Other));
    }
}
