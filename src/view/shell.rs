//! The pile of open screens: the topmost hears the person, all of them the clock.

use std::time::Duration;

use super::app::{App, Frame};
use super::input::{Input, InputEvent};
use super::scene::{Point, Scene};
use super::screen::{Answer, Screen, Size, Transition};
use crate::sound::SoundCue;
use crate::view::screens::dialogs::Question;
use crate::view::screens::play::keys::{self, Action};

/// All open screens, the lowest first; there is always at least one.
pub struct Shell {
    screens: Vec<Box<dyn Screen>>,
    /// Whether a frame has been shown: time starts with it.
    started: bool,
    /// Where the pointer was in the last frame.
    pointer: Option<Point>,
    /// Whether the window fills the screen, and whether that is news to it.
    fullscreen: (bool, bool),
    /// The place in the pile of the question whether to close the window, while it is open.
    asking: Option<usize>,
    quit: bool,
}

impl Shell {
    /// A pile of one screen.
    #[must_use]
    pub fn new(screen: Box<dyn Screen>) -> Self {
        Self {
            screens: vec![screen],
            started: false,
            pointer: None,
            fullscreen: (false, false),
            asking: None,
            quit: false,
        }
    }

    /// Takes in what happened since the last frame; the first frame has no time before it.
    pub fn update(&mut self, input: &Input) {
        let elapsed = if self.started { input.elapsed } else { Duration::ZERO };
        self.started = true;
        for index in (0..self.screens.len()).rev() {
            let transition = self.screens.get_mut(index).map(|screen| screen.tick(elapsed));
            self.follow(index, transition);
        }
        if self.pointer.replace(input.pointer) != Some(input.pointer) {
            self.happen(InputEvent::Moved(input.pointer), input.size);
        }
        for happening in &input.events {
            self.happen(*happening, input.size);
        }
    }

    fn happen(&mut self, happening: InputEvent, size: Size) {
        if happening == InputEvent::CloseRequested {
            self.ask_quit();
            return;
        }
        if let InputEvent::Key { key, .. } = happening
            && keys::action(key) == Some(Action::FullScreen)
        {
            self.fullscreen = (!self.fullscreen.0, true);
            return;
        }
        // Empty only after the last screen has closed.
        let Some(top) = self.screens.len().checked_sub(1) else { return };
        let transition = self.screens.last_mut().map(|screen| screen.happen(happening, size));
        self.follow(top, transition);
    }

    /// Closes the window, asking first if something would be lost; who asks for it again is not asked.
    fn ask_quit(&mut self) {
        let unsaved = self.screens.iter().rev().find_map(|screen| screen.unsaved());
        let Some(theme) = unsaved.filter(|_| self.asking.is_none()) else {
            self.quit = true;
            return;
        };
        let top = self.screens.len();
        let question = Question::new(theme, "Close without saving?", "Yes, close", Answer::Quit);
        self.follow(top, Some(Transition::Open(Box::new(question))));
        self.asking = Some(top);
    }

    /// Does what the screen at `index` asked for.
    fn follow(&mut self, index: usize, transition: Option<Transition>) {
        match transition {
            None | Some(Transition::Stay) => {}
            Some(Transition::Quit) => self.quit = true,
            Some(Transition::Open(screen)) => {
                if let Some(below) = self.screens.last_mut() {
                    below.covered();
                }
                self.screens.push(screen);
            }
            Some(Transition::Replace(screen)) => {
                self.leave(index);
                self.screens.push(screen);
            }
            Some(Transition::Reset(screen)) => {
                self.leave(0);
                self.screens.push(screen);
            }
            Some(Transition::Close(answer)) => self.close(index, answer),
        }
    }

    /// Closes the screen at `index` and hands its answer down; closing the last one ends the program.
    fn close(&mut self, index: usize, answer: Option<Answer>) {
        self.leave(index);
        if answer == Some(Answer::Quit) {
            self.quit = true;
            return;
        }
        let Some(below) = self.screens.last_mut() else {
            self.quit = true;
            return;
        };
        let transition = answer.map(|answer| below.hear(answer));
        self.follow(index.saturating_sub(1), transition);
    }

    /// Takes the screens from `index` on off the pile, the topmost first.
    fn leave(&mut self, index: usize) {
        self.screens.iter_mut().skip(index).rev().for_each(|screen| screen.leave());
        self.screens.truncate(index);
        self.asking = self.asking.filter(|&question| question < index);
    }

    /// The sound of what happened since the last call: the greatest of all open screens.
    pub fn sound(&mut self) -> Option<SoundCue> {
        self.screens.iter_mut().filter_map(|screen| screen.sound()).max_by_key(|cue| cue.sound)
    }

    /// The picture in a window of `size`.
    #[must_use]
    pub fn scene(&self, size: Size) -> Scene {
        let lowest = self.screens.iter().rposition(|screen| screen.covers()).unwrap_or(0);
        let mut scene = Scene::new(self.screens.get(lowest).map_or(super::theme::OAK.ground, |s| s.ground()));
        for screen in self.screens.iter().skip(lowest) {
            screen.draw(size, &mut scene.items);
        }
        scene
    }
}

impl App for Shell {
    fn frame(&mut self, input: &Input) -> Frame {
        self.update(input);
        let (fullscreen, news) = self.fullscreen;
        self.fullscreen.1 = false;
        Frame {
            quit: self.quit,
            fullscreen: news.then_some(fullscreen),
            sound: self.sound(),
            copied: self.screens.iter_mut().rev().find_map(|screen| screen.copied()),
            said: self.screens.iter_mut().flat_map(|screen| screen.say()).collect(),
            waiting: self.screens.iter().any(|screen| screen.waits()),
            ..Frame::show(self.scene(input.size))
        }
    }

    fn paste(&mut self, text: &str) {
        let Some(top) = self.screens.len().checked_sub(1) else { return };
        let transition = self.screens.last_mut().map(|screen| screen.paste(text));
        self.follow(top, transition);
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        self.leave(0);
    }
}
