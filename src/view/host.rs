//! What all screens have in common: focus, pointer, keys, scrolling, tips, announcements.

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

use super::input::{InputEvent, Key};
use super::scene::{Rect, Scene};
use super::screen::{Action, Context, Effects, Env, HelpGroup, OpenScreen, Screen, Stake};
use super::widgets::keymap::cap;
use super::widgets::lower::{Entry, Lowered, Slot, lower};
use super::widgets::{Page, Scroll, Ui, UiEvent};

/// A screen with the state of its widgets.
pub struct Host<S: Screen> {
    pub screen: S,
    ui: Ui,
    built: RefCell<Option<Rc<Built<S::Message>>>>,
    /// Whether the screen may have changed since the widgets were built.
    is_stale: Cell<bool>,
    /// Announced texts of the current widgets. A text is announced again only after it has disappeared.
    spoken: Vec<String>,
    /// Whether the widget that has the focus first has got it.
    has_first_focus: bool,
}

/// Widgets, with the values from which they were built.
struct Built<M> {
    env: Env,
    scrolls: Vec<(Slot, Scroll)>,
    root: Lowered,
    page: Rc<Page>,
    entries: Vec<Entry<M>>,
}

impl<M: Clone> Built<M> {
    fn entry(&self, slot: Slot) -> Option<&Entry<M>> {
        self.entries.iter().find(|entry| entry.slot == slot)
    }

    /// The message for a key. If several nodes have the key, the innermost node gets it. If several handlers of a node
    /// have the key, the first handler gets it.
    fn key_message(&self, key: Key) -> Option<M> {
        let mut keys = self.entries.iter().rev().filter(|entry| entry.is_enabled);
        let message = keys.find_map(|entry| {
            let handler = entry.handlers.keys.iter().find(|handler| handler.keys.contains(&key));
            handler.map(|handler| handler.message.clone())
        });
        message.or_else(|| {
            // Without a handler, the arrow keys select the row above or below the selected row.
            let selected = self.entries.iter().find_map(|entry| entry.handlers.selected.as_ref())?;
            match key {
                Key::Up => Some((selected.select)(selected.row.saturating_sub(1))),
                Key::Down => Some((selected.select)(selected.row + 1)),
                _ => None,
            }
        })
    }

    /// Lines of the help page, in groups.
    fn help_groups(&self) -> Vec<HelpGroup> {
        let mut groups: Vec<HelpGroup> = Vec::new();
        let mut add = |title, cap, help| match groups.iter_mut().find(|group| group.0 == title) {
            Some(group) => group.1.push((cap, help)),
            None => groups.push((title, vec![(cap, help)])),
        };
        for entry in &self.entries {
            for &(title, gesture, help) in &entry.handlers.gestures {
                add(title, gesture.to_owned(), help);
            }
            for handler in &entry.handlers.keys {
                if let Some((title, help)) = handler.help {
                    add(title, cap(&handler.keys), help);
                }
            }
        }
        groups
    }
}

impl<S: Screen> Host<S> {
    pub fn new(screen: S) -> Self {
        Self {
            screen,
            ui: Ui::default(),
            built: RefCell::default(),
            is_stale: Cell::new(false),
            spoken: Vec::new(),
            has_first_focus: false,
        }
    }

    /// The environment for the screen. The line of help is that of the widget under the pointer, or else of the focus.
    fn env(&self, env: &Env) -> Env {
        let built = self.built.borrow();
        let entry = |slot: Option<Slot>| built.as_ref()?.entry(slot?);
        let help = entry(self.ui.hovered()).and_then(|entry| entry.help.clone());
        let help = help.or_else(|| entry(self.ui.focus())?.help.clone());
        let focus = entry(self.ui.focus()).and_then(|entry| entry.handlers.name);
        Env { unit: S::LAYER.unit(env.size, &env.theme()), help, focus, ..env.clone() }
    }

    /// The widgets for the current state. They are built only if the state, the environment or a scroll position has
    /// changed.
    fn widgets(&self, env: &Env) -> Rc<Built<S::Message>> {
        // The screens are updated and drawn with different values of these two.
        let env = Env { is_top: true, is_hidden: false, ..self.env(env) };
        let before = self.built.borrow().clone();
        let is_current =
            |built: &&Rc<Built<S::Message>>| built.env == env && built.scrolls == self.ui.scrolls();
        if let Some(built) = before.as_ref().filter(|_| !self.is_stale.get()).filter(is_current) {
            return Rc::clone(built);
        }
        let mut entries = Vec::new();
        let visible_rows = |slot, count: usize, height: f32, anchor: Option<usize>| {
            // Maximum number of rows for which the window has room.
            let room = (env.design_size().1 / height.max(1.0)).ceil() as usize + 1;
            let first = self.ui.scroll(slot).map_or(anchor.unwrap_or(0), |scroll| scroll.first(count, 1));
            first.saturating_sub(room)..first + room
        };
        let root = lower(self.screen.view(&env), &visible_rows, &mut entries);
        // The layout stays as long as no place and no text changes.
        let is_same = |before: &&Rc<Built<S::Message>>| {
            (before.env.size, before.env.unit) == (env.size, env.unit)
                && before.scrolls == self.ui.scrolls()
                && before.root == root
        };
        let page = before.as_ref().filter(is_same).map(|before| Rc::clone(&before.page));
        let (w, h) = env.size;
        let lay_out = || Rc::new(self.ui.page(&root, Rect::new(0.0, 0.0, w, h), env.unit));
        let page = page.unwrap_or_else(lay_out);
        let built = Rc::new(Built { env, scrolls: self.ui.scrolls().to_vec(), root, page, entries });
        *self.built.borrow_mut() = Some(Rc::clone(&built));
        self.is_stale.set(false);
        built
    }

    /// The messages for an event. There may be two: a movement of the pointer can concern a widget and the board.
    fn messages(&mut self, event: &InputEvent, env: &Env) -> Vec<S::Message> {
        let built = self.widgets(env);
        let page = &*built.page;
        let input = |entry: &Entry<S::Message>| {
            let handler = entry.handlers.input.as_ref()?;
            handler(event, page.rect(entry.slot).unwrap_or_default())
        };
        if let Some(entry) = built.entries.iter().find(|entry| entry.handlers.takes_all_input) {
            return input(entry).into_iter().collect();
        }
        let message = match *event {
            InputEvent::Key { control: false, .. } => {
                built.entries.iter().find_map(input).or_else(|| self.widget_message(event, &built, page))
            }
            InputEvent::Moved(_)
            | InputEvent::Released(..)
            | InputEvent::PointerLeft
            | InputEvent::Modifier(..) => {
                let message = self.widget_message(event, &built, page);
                return message.into_iter().chain(built.entries.iter().filter_map(input)).collect();
            }
            InputEvent::Wheel(notches) => {
                self.wheel_message(notches, &built, page).or_else(|| self.widget_message(event, &built, page))
            }
            InputEvent::Paste(ref text) => {
                let paste = built.entries.iter().find_map(|entry| entry.handlers.paste.as_ref());
                paste.map(|paste| paste(text.clone()))
            }
            _ => match self.ui.update(page, event) {
                UiEvent::Ignored => built.entries.iter().find_map(input),
                ui_event => self.message_of(ui_event, &built),
            }
            .or_else(|| self.typed_message(event, &built)),
        };
        message.into_iter().collect()
    }

    fn typed_message(&self, event: &InputEvent, built: &Built<S::Message>) -> Option<S::Message> {
        match *event {
            InputEvent::Typed(sign) => built.key_message(Key::Sign(sign)),
            _ => None,
        }
    }

    /// The message for the wheel, from the innermost node under the pointer that handles it. A list under the pointer
    /// scrolls by itself, so there is no message.
    fn wheel_message(&self, notches: f32, built: &Built<S::Message>, page: &Page) -> Option<S::Message> {
        let pointer = self.ui.pointer();
        if pointer.is_some_and(|at| page.has_list_at(at)) {
            return None;
        }
        // After a key has been pressed there is no pointer, and any node may handle the wheel.
        let is_under_pointer = |entry: &&Entry<_>| {
            pointer.is_none_or(|at| page.rect(entry.slot).is_some_and(|rect| rect.contains(at)))
        };
        let mut wheels = built.entries.iter().rev().filter(|entry| entry.handlers.wheel.is_some());
        wheels.find(is_under_pointer)?.handlers.wheel.as_ref().map(|wheel| wheel(notches))
    }

    /// Passes an event to the widgets. A key that no widget uses is looked up in the handlers of keys.
    fn widget_message(
        &mut self,
        event: &InputEvent,
        built: &Built<S::Message>,
        page: &Page,
    ) -> Option<S::Message> {
        match (self.ui.update(page, event), event) {
            (UiEvent::Ignored, &InputEvent::Key { key, .. }) => {
                let message = built.key_message(key);
                if let (None, Key::Up | Key::Down, Some(list)) = (&message, key, page.only_list()) {
                    self.ui.scroll_by(page, list, if key == Key::Down { 1 } else { -1 });
                }
                message
            }
            (ui_event, _) => self.message_of(ui_event, built),
        }
    }

    /// The message of a widget for `event`, if its node has one.
    fn message_of(&self, event: UiEvent, built: &Built<S::Message>) -> Option<S::Message> {
        match event {
            UiEvent::Pressed(slot) => {
                built.entry(slot).filter(|entry| entry.is_enabled)?.handlers.press.clone()
            }
            UiEvent::Chosen(slot, value) => Some(built.entry(slot)?.handlers.chosen.as_ref()?(value)),
            UiEvent::Edited(slot, field) => Some(built.entry(slot)?.handlers.edited.as_ref()?(field)),
            UiEvent::Ignored | UiEvent::Handled => None,
        }
    }

    /// Calls `act` with the screen. Afterwards sets the focus that the screen requested, and scrolls its list to the
    /// selected row if that has changed.
    fn act(&mut self, ctx: &mut Context, act: impl FnOnce(&mut S, &Env, &mut Effects)) -> Option<Action> {
        let selected = |built: &Built<S::Message>| {
            built.entries.iter().find_map(|entry| Some((entry.slot, entry.handlers.selected.as_ref()?.row)))
        };
        let before = self.built.borrow().as_ref().and_then(|built| selected(built));
        let env = self.env(&ctx.env);
        act(&mut self.screen, &env, &mut ctx.effects);
        if let Some(options) = ctx.effects.options.take() {
            ctx.env.options = options;
        }
        self.is_stale.set(true);
        let built = self.widgets(&ctx.env);
        let page = &*built.page;
        if let Some(name) = ctx.effects.focus.take() {
            let named = built.entries.iter().find(|entry| entry.handlers.name == Some(name));
            match named {
                Some(entry) => self.ui.show(page, entry.slot),
                None => self.ui.set_focus(None),
            }
        }
        if let Some((slot, row)) = selected(&built).filter(|now| Some(*now) != before) {
            self.ui.reveal_row(page, slot, row);
        }
        self.ui.keep_scrolls(|slot| built.entry(slot).is_some());
        match ctx.effects.action.take() {
            Some(Action::OpenKeys { rules, .. }) => {
                Some(Action::OpenKeys { groups: built.help_groups(), rules })
            }
            action => action,
        }
    }

    /// Passes the elapsed time, a reply and a notice to the screen.
    fn tick(&mut self, ctx: &mut Context) -> Option<Action> {
        if let Some(reply) = ctx.reply.take_if(|_| ctx.env.is_top) {
            let action = self.act(ctx, |screen, env, effects| screen.reply(reply, env, effects));
            if action.is_some() {
                return action;
            }
        }
        if ctx.is_hidden {
            // The pointer is on the screen above.
            self.ui.leave();
        } else if !ctx.is_top {
            self.ui.release();
        }
        if !ctx.is_hidden
            && let Some(notice) = ctx.notice.take()
        {
            ctx.notice = self.screen.notice(notice);
            self.is_stale.set(true);
        }
        self.ui.tick(ctx.elapsed);
        let (env, elapsed) = (self.env(&ctx.env), ctx.elapsed);
        if self.screen.tick(elapsed, &env, &mut ctx.effects) {
            self.is_stale.set(true);
        }
        if let Some(options) = ctx.effects.options.take() {
            ctx.env.options = options;
        }
        ctx.effects.action.take()
    }

    /// Adds the shape of the pointer, the clicked text and announcements to the effects.
    fn push_effects(&mut self, ctx: &mut Context) {
        let built = self.widgets(&ctx.env);
        let page = &*built.page;
        let hovered = self.ui.hovered().and_then(|slot| built.entry(slot));
        let shape = hovered.and_then(|entry| entry.handlers.pointer);
        ctx.effects.cursor = shape.unwrap_or(self.ui.cursor());
        ctx.effects.clicked_text = self.ui.take_clicked_text().or(ctx.effects.clicked_text.take());
        let mut spoken: Vec<String> = Vec::new();
        for words in built.entries.iter().filter_map(|entry| entry.handlers.spoken.as_ref()) {
            // A page built in several forms, for wide and narrow windows, contains a text several times.
            if !words.is_empty() && !spoken.contains(words) {
                spoken.push(words.clone());
            }
        }
        let new_texts = spoken.iter().filter(|words| !self.spoken.contains(words));
        ctx.effects.announcements.extend(new_texts.cloned());
        self.spoken = spoken;
        ctx.effects.announcements.extend(self.ui.announcements(page, ""));
    }
}

impl<S: Screen> Deref for Host<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.screen
    }
}

impl<S: Screen> OpenScreen for Host<S> {
    fn update(&mut self, input: &[InputEvent], ctx: &mut Context) -> Option<Action> {
        // The first screen is opened before the size of the window is known, and its widgets may depend on that size.
        if !self.has_first_focus && ctx.size.0 > 0.0 {
            self.has_first_focus = true;
            let built = self.widgets(&ctx.env);
            let focused = built.entries.iter().find(|entry| entry.handlers.is_focused);
            self.ui.set_focus(focused.map(|entry| entry.slot));
        }
        let mut action = if input.is_empty() { self.tick(ctx) } else { None };
        for event in input {
            for message in self.messages(event, &ctx.env) {
                if action.is_none() {
                    action = self.act(ctx, |screen, env, effects| screen.update(message, env, effects));
                }
            }
        }
        if action.is_none() {
            self.push_effects(ctx);
        }
        action
    }

    fn hides_below(&self) -> bool {
        S::LAYER.hides_below
    }

    fn draw(&self, env: &Env, scene: &mut Scene) {
        if S::LAYER.fills {
            scene.clear();
        }
        let built = self.widgets(env);
        let (page, theme) = (&*built.page, env.theme());
        self.ui.draw(page, &theme, &mut scene.items, &|slot, pen, rect, look| {
            if let Some(paint) = built.entry(slot).and_then(|entry| entry.handlers.paint.as_ref()) {
                paint(pen, rect, look);
            }
        });
        for entry in &built.entries {
            if let (Some(paint), Some(rect)) = (&entry.handlers.paint_above, page.rect(entry.slot)) {
                self.ui.paint(page, entry.slot, &theme, &mut scene.items, &mut |pen, look| {
                    paint(pen, rect, look);
                });
            }
        }
    }

    fn notice(&mut self, notice: String) -> Option<String> {
        self.screen.notice(notice)
    }

    fn at_stake(&self) -> Stake {
        self.screen.at_stake()
    }

    fn leave(&mut self, ctx: &mut Context) {
        self.screen.leave(&mut ctx.effects);
        ctx.reply = ctx.effects.reply.take().or(ctx.reply.take());
    }
}

#[cfg(test)]
pub mod test {
    //! A screen without an app around it.

    use std::time::Duration;

    use super::*;
    use crate::game::options::Options;
    use crate::view::input::MouseButton;
    use crate::view::scene::Point;
    use crate::view::screen::Size;
    use crate::view::text::bounds;
    use crate::view::widgets::board::animation::Speed;

    /// A context in a window of `size`, with the default options.
    pub fn context(size: Size) -> Context {
        let speed = Speed { pixels_a_frame: 1.0, longest: Duration::ZERO };
        let mut ctx = Context::new(Options::default(), speed, Rc::default());
        ctx.size = size;
        ctx
    }

    /// Presses a key, after a frame without input.
    pub fn key(screen: &mut dyn OpenScreen, key: Key, ctx: &mut Context) -> Option<Action> {
        screen.update(&[], ctx);
        screen.update(&[InputEvent::Key { key, control: false }], ctx)
    }

    /// Presses the main button of the mouse.
    pub fn press(screen: &mut dyn OpenScreen, at: Point, ctx: &mut Context) -> Option<Action> {
        screen.update(&[InputEvent::Pressed(MouseButton::Left, at)], ctx)
    }

    /// The picture that the screen draws.
    pub fn scene(screen: &dyn OpenScreen, ctx: &Context) -> Scene {
        let mut scene = Scene::new(ctx.theme().background);
        screen.draw(&ctx.env, &mut scene);
        scene
    }

    /// The middle of the text `words` in the picture; `None` if it is not drawn.
    pub fn text_at(screen: &dyn OpenScreen, words: &str, ctx: &Context) -> Option<Point> {
        let scene = scene(screen, ctx);
        scene.texts().find(|text| text.text == words).map(|text| bounds(text).center())
    }
}

#[cfg(test)]
mod tests {
    use super::test::{context, press, text_at};
    use super::*;
    use crate::view::widgets::Node;
    use crate::view::widgets::build::button;
    use crate::view::widgets::node::column;

    /// A button whose label is the number of its presses, and one that counts on without a press.
    struct Counter(usize);

    impl Screen for Counter {
        type Message = usize;

        fn view(&self, _env: &Env) -> Node<usize> {
            column([button(&"I".repeat(self.0), self.0 + 1), button("next", 10)]).align_start()
        }

        fn update(&mut self, count: usize, _env: &Env, _effects: &mut Effects) {
            self.0 = count;
        }
    }

    /// A longer label after a press, and another window: the button is where a new screen in the same state has it.
    #[test]
    fn widgets_are_laid_out_anew_when_something_changes() {
        let mut ctx = context((792.0, 672.0));
        let mut counter = Host::new(Counter(1));
        for (count, size) in [(2, (792.0, 672.0)), (3, (792.0, 672.0)), (4, (1584.0, 1344.0))] {
            ctx.size = size;
            let at = text_at(&counter, &"I".repeat(count - 1), &ctx).expect("the button");
            press(&mut counter, at, &mut ctx);
            let words = "I".repeat(count);
            let fresh = text_at(&Host::new(Counter(count)), &words, &ctx);
            assert_eq!(text_at(&counter, &words, &ctx), fresh, "{count} in {size:?}");
            assert!(fresh.is_some());
        }
    }
}
