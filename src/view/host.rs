//! Common parts of all screens: focus, pointer, keys, scrolling, tips, announcements.

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::rc::Rc;
use std::time::Duration;

use super::built::Built;
use super::command_line::{self, CommandLine, HINT, LineResponse, Meaning, SLASH};
use super::form::touch;
use super::input::{InputEvent, Key};
use super::scene::{Rect, Scene};
use super::screen::{Action, Context, Effects, Env, LayerKind, OpenScreen, Reply, Screen, Size, Stake};
use super::text::read_aloud;
use super::widgets::lower::{Entry, Slot, lower};
use super::widgets::targets::enlarge;
use super::widgets::{Page, Pen, Ui, UiEvent};
use crate::access::AccessNode;

/// A screen with the state of its widgets.
pub struct Host<S: Screen> {
    pub screen: S,
    ui: Ui,
    built: RefCell<Option<Rc<Built<S::Message>>>>,
    /// Whether the screen may have changed since the widgets were built.
    is_stale: Cell<bool>,
    /// Announced texts of the current widgets. A text is announced again only after it has disappeared.
    spoken: Vec<String>,
    /// Open while a command is typed.
    command_line: Option<CommandLine>,
    /// Whether the screen was on top in the last frame.
    was_top: bool,
    /// Size of the window for which the focus was set. The first screen is opened before the size is known.
    size: Size,
}

impl<S: Screen> Host<S> {
    pub fn new(screen: S) -> Self {
        Self {
            screen,
            ui: Ui::default(),
            built: RefCell::default(),
            is_stale: Cell::new(false),
            spoken: Vec::new(),
            command_line: None,
            was_top: true,
            size: (0.0, 0.0),
        }
    }

    /// The environment for the screen. The line of help is that of the widget under the pointer, or else of the focus.
    fn env(&self, env: &Env) -> Env {
        let built = self.built.borrow();
        let entry = |slot: Option<Slot>| built.as_ref()?.entry(slot?);
        let help = |slot: Option<Slot>| built.as_ref().and_then(|built| built.help(built.page.index(slot?)?));
        let focus = entry(self.ui.focus).and_then(|entry| entry.handlers.name);
        let help = help(self.ui.hovered).or_else(|| help(self.ui.focus));
        let (w, h) = env.size;
        let bar = self.command_line.as_ref().map_or(0.0, |_| CommandLine::room(Self::unit(env, env.size)));
        let size = (w, (h - bar).max(1.0));
        Env { unit: Self::unit(env, size), size, help, focus, ..env.clone() }
    }

    /// Pixels of a window of this size for each pixel of the design.
    fn unit(env: &Env, size: Size) -> f32 {
        let unit = S::LAYER.unit(size, &env.theme());
        if env.touch { unit.max(touch::UNIT) } else { unit }
    }

    /// The widgets for the current state. They are built only if the state, the environment or a scroll position has
    /// changed.
    fn widgets(&self, env: &Env) -> Rc<Built<S::Message>> {
        // These fields differ between updating and drawing a screen, and must not make the widgets be built again.
        let window_hidden = Duration::ZERO;
        let env = Env { is_top: true, is_hidden: false, is_paused: false, window_hidden, ..self.env(env) };
        let before = self.built.borrow().clone();
        let is_current =
            |built: &&Rc<Built<S::Message>>| built.env == env && built.scrolls == self.ui.scrolls;
        if let Some(built) = before.as_ref().filter(|_| !self.is_stale.get()).filter(is_current) {
            return Rc::clone(built);
        }
        let visible_rows = |slot, count: usize, height: f32, anchor: Option<usize>| {
            // Maximum number of rows for which the window has room.
            let room = (env.design_size().1 / height.max(1.0)).ceil() as usize + 1;
            let first = self.ui.scroll(slot).map_or(anchor.unwrap_or(0), |scroll| scroll.first(count, 1));
            first.saturating_sub(room)..first + room
        };
        let (mut elements, entries) = lower(self.screen.view(&env), &visible_rows);
        if env.touch {
            enlarge(&mut elements, env.unit);
        }
        // The layout is reused if neither the sizes nor the scroll positions nor the elements have changed.
        let is_same = |before: &&Rc<Built<S::Message>>| {
            (before.env.size, before.env.unit) == (env.size, env.unit)
                && before.scrolls == self.ui.scrolls
                && before.page.elements == elements
        };
        let page = before.as_ref().filter(is_same).map(|before| Rc::clone(&before.page));
        let (w, h) = env.size;
        let page = page.unwrap_or_else(|| {
            let window = Rect::new(0.0, 0.0, w, h);
            Rc::new(Page::new(elements, window, env.unit, &|list| self.ui.scroll(list)))
        });
        let built = Rc::new(Built { env, scrolls: self.ui.scrolls.clone(), page, entries });
        *self.built.borrow_mut() = Some(Rc::clone(&built));
        self.is_stale.set(false);
        built
    }

    /// The messages for an event. There may be two: a movement of the pointer can concern a widget and the board.
    fn messages(&mut self, event: &InputEvent, env: &Env) -> Vec<S::Message> {
        let built = self.widgets(env);
        let page = &*built.page;
        let input = |entry: &Entry<S::Message>| built.input(entry, event);
        if let Some(entry) = built.entries.iter().find(|entry| entry.handlers.takes_all_input) {
            return input(entry).into_iter().collect();
        }
        let mut inputs = built.entries.iter().filter_map(input);
        let is_typing = self.ui.is_typing(page);
        let message = match *event {
            InputEvent::Key { key: Key::Char(letter), control: true } => {
                let message = if is_typing { None } else { inputs.next() };
                message.or_else(|| built.key_message(Key::Ctrl(letter)))
            }
            // Even a character that the text field does not accept is no shortcut.
            InputEvent::Key { key: Key::Char(_) | Key::Space, .. } | InputEvent::Typed(_) if is_typing => {
                built.message_of(self.ui.update(page, event))
            }
            InputEvent::Key { control: false, .. } if is_typing => self.widget_message(event, &built),
            InputEvent::Key { control: false, .. } => {
                inputs.next().or_else(|| self.widget_message(event, &built))
            }
            InputEvent::Moved(_)
            | InputEvent::Released(..)
            | InputEvent::PointerLeft
            | InputEvent::Modifier(..) => {
                return self.widget_message(event, &built).into_iter().chain(inputs).collect();
            }
            // A list under the pointer scrolls, or else the innermost node under the pointer gets the wheel. After a key
            // has been pressed there is no pointer, and any node may get it.
            InputEvent::Wheel(_) => {
                let pointer = self.ui.pointer;
                let scrolls = pointer.is_some_and(|at| page.list_at(at).is_some());
                let is_under = |entry: &&Entry<_>| {
                    pointer.is_none_or(|at| page.rect(entry.index).is_some_and(|rect| rect.contains(at)))
                };
                let message = built.entries.iter().rev().filter(is_under).find_map(input);
                message.filter(|_| !scrolls).or_else(|| self.widget_message(event, &built))
            }
            _ => match self.ui.update(page, event) {
                UiEvent::Ignored => inputs.next().or_else(|| match *event {
                    InputEvent::Typed(sign) => built.key_message(Key::Sign(sign)),
                    _ => None,
                }),
                ui_event => built.message_of(ui_event),
            },
        };
        message.into_iter().collect()
    }

    /// Passes an event to the widgets, and the messages that it sends to the screen.
    fn handle(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Action> {
        if let InputEvent::Command(text) = event {
            return self.command(text.trim(), ctx);
        }
        let messages = self.messages(event, &ctx.env);
        if let (true, InputEvent::Dropped(Ok(text))) = (messages.is_empty(), event) {
            return Some(Action::OpenText(text.clone()));
        }
        self.send(messages, ctx)
    }

    fn send(&mut self, messages: Vec<S::Message>, ctx: &mut Context) -> Option<Action> {
        let mut action = None;
        for message in messages {
            if action.is_none() {
                action = self.act(ctx, |screen, env, effects| screen.update(message, env, effects));
            }
        }
        action
    }

    /// Passes input to the open command line, which `/` opens. Returns whether the command line has used it.
    fn type_command(&mut self, event: &InputEvent, ctx: &mut Context) -> Option<Option<Action>> {
        let Some(line) = &mut self.command_line else {
            let opens = *event == InputEvent::Typed(SLASH) && {
                let built = self.widgets(&ctx.env);
                !self.ui.is_typing(&built.page)
                    && !built.entries.iter().any(|entry| entry.handlers.takes_all_input)
            };
            return opens.then(|| {
                self.command_line = Some(CommandLine::default());
                self.resize(&ctx.env);
                ctx.effects.announce(HINT);
                None
            });
        };
        Some(match line.handle(event)? {
            LineResponse::Typed => None,
            LineResponse::Submitted(text) => self.command(text.trim(), ctx),
            LineResponse::Closed => {
                self.command_line = None;
                self.resize(&ctx.env);
                ctx.effects.announce("Command line closed.");
                None
            }
        })
    }

    /// Carries out a typed command.
    fn command(&mut self, text: &str, ctx: &mut Context) -> Option<Action> {
        let built = self.widgets(&ctx.env);
        let is_typing = self.ui.is_typing(&built.page);
        match command_line::parse(text, &built, is_typing, &|message| self.screen.can(message)) {
            Meaning::Announce(sentences) => {
                ctx.effects.announcements.extend(sentences);
                None
            }
            Meaning::Send(messages, label) => {
                let before = ctx.effects.announcements.len();
                let action = self.send(messages, ctx);
                if let (None, Some(label)) = (&action, label)
                    && ctx.effects.announcements.len() == before
                {
                    ctx.effects.announce(format!("{label}."));
                }
                action
            }
            Meaning::Input(focus, events) => {
                if let Some(slot) = focus {
                    self.ui.show(&built.page, slot);
                    // The value is announced even if the control has the focus already.
                    self.ui.forget_announcement();
                }
                events.iter().find_map(|event| self.handle(event, ctx))
            }
            Meaning::Paste => {
                ctx.effects.pastes = true;
                None
            }
            Meaning::ToggleFullScreen => Some(Action::ToggleFullScreen),
        }
    }

    /// Passes an event to the widgets. A key that no widget uses is looked up in the handlers of keys.
    fn widget_message(&mut self, event: &InputEvent, built: &Built<S::Message>) -> Option<S::Message> {
        let page = &*built.page;
        match (self.ui.update(page, event), event) {
            (UiEvent::Ignored, &InputEvent::Key { key, .. }) => {
                let message = built.key_message(key);
                if let (None, Key::Up | Key::Down, Some(list)) = (&message, key, page.only_list()) {
                    self.ui.scroll_by(page, list, if key == Key::Down { 1 } else { -1 });
                }
                message
            }
            (ui_event, _) => built.message_of(ui_event),
        }
    }

    /// Sets the focus for a new size of the window. Where a new size changes the tree, the focus goes to the widget with
    /// the same name or label.
    fn resize(&mut self, env: &Env) {
        let before = self.built.borrow().clone();
        let is_first = std::mem::replace(&mut self.size, env.size).0 <= 0.0;
        let built = self.widgets(env);
        if is_first {
            let focused = built.entries.iter().find(|entry| entry.handlers.is_focused);
            self.ui.focus = focused.map(|entry| entry.slot);
        } else if let (Some(before), Some(focus)) = (before, self.ui.focus)
            && let Some(lost) = before.entry(focus).filter(|_| built.page.index(focus).is_none())
        {
            let (name, label) = (lost.handlers.name, before.page.elements[lost.index].label());
            let is_same = |entry: &&Entry<S::Message>| {
                let other = built.page.elements[entry.index].label();
                let is_named = name.is_some() && entry.handlers.name == name;
                built.page.place(entry.index).is_some() && (is_named || !label.is_empty() && other == label)
            };
            self.ui.focus = built.entries.iter().find(is_same).map(|entry| entry.slot).or(self.ui.focus);
        }
    }

    /// Calls `act` with the screen. Afterwards sets the focus that the screen requested, and scrolls its list to the
    /// selected row if that has changed.
    fn act(&mut self, ctx: &mut Context, act: impl FnOnce(&mut S, &Env, &mut Effects)) -> Option<Action> {
        let selected = |built: &Built<S::Message>| {
            built.entries.iter().find_map(|entry| Some((entry.slot, entry.handlers.selected?)))
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
                None => self.ui.focus = None,
            }
        }
        if let Some((slot, row)) = selected(&built).filter(|now| Some(*now) != before) {
            self.ui.scroll_list(page, slot, |scroll, count, room| scroll.reveal(row, count, room));
        }
        self.ui.scrolls.retain(|(list, _)| page.elements.iter().any(|element| element.slot == Some(*list)));
        match ctx.effects.action.take() {
            Some(Action::OpenKeys { rules, .. }) => {
                let help = built.entries.iter().find_map(|entry| entry.handlers.help_page.as_ref());
                Some(Action::OpenKeys { groups: help.map_or_else(Vec::new, |help| help()), rules })
            }
            action => action,
        }
    }

    /// Passes the elapsed time, a reply and a notice to the screen.
    fn tick(&mut self, ctx: &mut Context) -> Option<Action> {
        // The game gets the failure of its engine beneath other screens, too.
        let is_mine = |reply: &mut _| ctx.env.is_top || matches!(reply, Reply::EngineGivenUp);
        if let Some(reply) = ctx.reply.take_if(is_mine) {
            let action = self.act(ctx, |screen, env, effects| screen.reply(reply, env, effects));
            if action.is_some() {
                return action;
            }
        }
        if ctx.env.is_top && !self.was_top {
            // This screen is on top again, so its texts and the focused widget are announced again.
            self.spoken.clear();
            self.ui.forget_announcement();
            // The texts from before the screen above was opened may be out of date.
            self.built.take();
        }
        self.was_top = ctx.env.is_top;
        if ctx.is_hidden {
            // The pointer is on the screen above.
            self.ui.leave();
        } else if !ctx.is_top {
            self.ui.held = None;
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

    /// Adds the shape of the pointer, the clicked text and announcements to the effects. A change by the passing of
    /// time is announced one frame later, when the picture has been drawn and its widgets have been built.
    fn push_effects(&mut self, ctx: &mut Context) {
        let last = self.built.borrow().clone().filter(|_| self.is_stale.get());
        let built = last.unwrap_or_else(|| self.widgets(&ctx.env));
        let page = &*built.page;
        let hovered = self.ui.hovered.and_then(|slot| built.entry(slot));
        let shape = hovered.and_then(|entry| entry.handlers.pointer);
        ctx.effects.cursor = shape.unwrap_or(self.ui.cursor);
        ctx.effects.clicked_text = self.ui.clicked_text.take().or(ctx.effects.clicked_text.take());
        let mut spoken: Vec<String> = Vec::new();
        let words = built.entries.iter().filter_map(|entry| entry.handlers.spoken.as_ref());
        for words in words.map(|words| read_aloud(words)) {
            // A page built in several forms, for wide and narrow windows, contains a text several times.
            if !words.is_empty() && !spoken.contains(&words) {
                spoken.push(words);
            }
        }
        let new_texts = spoken.iter().filter(|words| !self.spoken.contains(words));
        ctx.effects.announcements.extend(new_texts.cloned());
        self.spoken = spoken;
        ctx.effects.announcements.extend(self.ui.announcement(page));
        if let Some(line) = &mut self.command_line {
            line.show(&ctx.effects.announcements);
        }
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
        if self.size != ctx.size {
            self.resize(&ctx.env);
        }
        let mut action = if input.is_empty() { self.tick(ctx) } else { None };
        for event in input {
            if action.is_none() {
                let typed = self.type_command(event, ctx);
                action = typed.unwrap_or_else(|| self.handle(event, ctx));
            }
        }
        if action.is_none() {
            self.push_effects(ctx);
        }
        action
    }

    fn layer(&self) -> LayerKind {
        S::LAYER
    }

    fn draw(&self, env: &Env, scene: &mut Scene) {
        if S::LAYER.fills {
            scene.clear();
        }
        let built = self.widgets(env);
        let (page, theme) = (&*built.page, env.theme());
        self.ui.draw(page, &theme, &mut scene.items, &|index, pen, rect, look| {
            if let Some(paint) = built.entry_at(index).and_then(|entry| entry.handlers.paint.as_ref()) {
                paint(pen, rect, look);
            }
        });
        for entry in &built.entries {
            if let (Some(paint), Some(place)) = (&entry.handlers.paint_above, page.place(entry.index)) {
                let mut pen = Pen { theme: &theme, unit: place.unit, items: &mut scene.items };
                paint(&mut pen, place.rect, self.ui.look(Some(entry.slot)));
            }
        }
        if let Some(line) = &self.command_line {
            line.draw(env.size, Self::unit(env, env.size), &theme, &mut scene.items);
        }
    }

    fn access(&self, env: &Env) -> Vec<AccessNode> {
        self.widgets(env).access(self.ui.focus)
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
        let mut scene = Scene::new(ctx.theme().background, ctx.options.piece_set);
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
    use super::test::{context, key, press, text_at};
    use super::*;
    use crate::view::screen::is_wide;
    use crate::view::widgets::Node;
    use crate::view::widgets::build::button;
    use crate::view::widgets::node::{column, row};

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

    /// After a press that makes the label longer, and in a window of another size, the button is where a new screen in
    /// the same state has it.
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

    /// Two buttons, which are in a row in a wide window.
    struct Pair;

    impl Screen for Pair {
        type Message = ();

        fn view(&self, env: &Env) -> Node<()> {
            let buttons = ["one", "two"].map(|label| button(label, ()));
            if is_wide(env.size) { column([row(buttons)]) } else { column(buttons) }
        }

        fn update(&mut self, (): (), _env: &Env, _effects: &mut Effects) {}
    }

    /// The second button has the focus and keeps it when a wide window becomes upright.
    #[test]
    fn focus_stays_when_a_new_size_changes_the_tree() {
        let mut ctx = context((800.0, 600.0));
        let mut pair = Host::new(Pair);
        key(&mut pair, Key::Tab, &mut ctx);
        key(&mut pair, Key::Tab, &mut ctx);
        ctx.size = (600.0, 800.0);
        pair.update(&[], &mut ctx);
        let page = Rc::clone(&pair.widgets(&ctx.env).page);
        assert_eq!(pair.ui.description(&page), "Button: two.");
    }
}
