//! The screen on which a game is played.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use super::animation::{Slides, Speed};
use super::board::BoardView;
use super::hand::Hand;
use super::handover;
use super::help::HelpScreen;
use super::input::{Button, Happening, Key};
use super::keys::{self, Action};
use super::layout::Layout;
use super::promotion::PromotionPicker;
use super::scene::{Item, Rgba};
use super::screen::{Answer, Screen, Size, Transition};
use super::sidebar::Sidebar;
use super::sound::{Cue, Hearing};
use super::theme::Theme;
use crate::game::options::{OptionKey, Options};
use crate::game::session::Session;
use crate::game::{Command, Event, Player};
use crate::rules::{Color, Square};

/// Makes the menu that opens above a game; it is told the game's options, and shares the knowledge whether the game
/// has begun and not ended.
pub type MenuDoor = Box<dyn Fn(&Options, Rc<Cell<bool>>) -> Box<dyn Screen>>;

/// The screen on which a game is played.
pub struct PlayScreen {
    session: Session,
    speed: Speed,
    options: Options,
    slides: Slides,
    hearing: Hearing,
    hand: Hand,
    /// The side below when two persons play and the board does not turn.
    seat: Color,
    menu: Option<MenuDoor>,
    /// Whether moves have been made and the game has not ended.
    busy: Rc<Cell<bool>>,
}

impl PlayScreen {
    /// A screen for `session`, with pieces sliding at `speed`.
    #[must_use]
    pub fn new(session: Session, speed: Speed) -> Self {
        Self {
            session,
            speed,
            options: Options::default(),
            slides: Slides::default(),
            hearing: Hearing::default(),
            hand: Hand::default(),
            seat: Color::White,
            menu: None,
            busy: Rc::default(),
        }
    }

    /// The same screen, shown and handled by `options`.
    #[must_use]
    pub fn with_options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// The same screen, with `seat` below where two persons play and the board does not turn.
    #[must_use]
    pub fn with_seat(self, seat: Color) -> Self {
        Self { seat, ..self }
    }

    /// The same screen with a menu.
    #[must_use]
    pub fn with_menu(self, door: MenuDoor) -> Self {
        Self { menu: Some(door), ..self }
    }

    /// The game and the computer in it.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    fn layout(&self, size: Size) -> Layout {
        let game = self.session.game();
        let rules = game.position().variant().rules();
        Layout::new(size, (rules.files, rules.ranks), self.bottom())
    }

    /// The side shown below: the person's; of two persons the one in the seat, or where the board turns the one to
    /// move, once the piece that has just moved has arrived.
    fn bottom(&self) -> Color {
        let game = self.session.game();
        let two_persons = Color::ALL.into_iter().all(|color| game.player(color) == Player::Human);
        if !two_persons {
            return game.bottom();
        }
        let turn = game.position().turn();
        match (self.options.is_on(OptionKey::TurnBoard), self.slides.iter().next().is_some()) {
            (false, _) => self.seat,
            (true, false) => turn,
            (true, true) => !turn,
        }
    }

    fn sidebar(&self, layout: &Layout) -> Sidebar<'_> {
        Sidebar::new(self.session.game(), &self.options, layout)
    }

    fn theme(&self) -> Theme {
        Theme::of(&self.options)
    }

    /// Does what a key or a button of the sidebar asks for.
    fn act(&mut self, action: Action) -> Transition {
        match action {
            Action::Resign => return self.apply(Command::Resign),
            Action::Restart => return self.apply(Command::Restart),
            Action::Mute => self.options.toggle(OptionKey::Sound),
            // The pile of screens hears it before any of them.
            Action::FullScreen => {}
            Action::Help => return Transition::Open(Box::new(HelpScreen::new(self.theme()))),
            Action::Menu => {
                if let Some(door) = &self.menu {
                    return Transition::Open(door(&self.options, Rc::clone(&self.busy)));
                }
            }
        }
        Transition::Stay
    }

    /// What the mouse did: over the board it is the hand's affair, beside it a button may have been pressed.
    fn mouse(&mut self, happening: Happening, layout: &Layout) -> Transition {
        if let Happening::Pressed(Button::Left, point) = happening
            && layout.square_at(point).is_none()
        {
            let action = self.sidebar(layout).action_at(point);
            return action.map_or(Transition::Stay, |action| self.act(action));
        }
        let drag = self.options.is_on(OptionKey::Drag);
        let command = self.hand.happen(happening, self.session.game(), layout, drag);
        command.map_or(Transition::Stay, |command| self.apply(command))
    }

    /// Hands `command` to the game and shows what happened.
    fn apply(&mut self, command: Command) -> Transition {
        let carried = matches!(command, Command::Drop { .. });
        let mut transition = Transition::Stay;
        let events = self.session.apply(command);
        self.hearing.hear(&events, self.session.game());
        for &event in &events {
            match event {
                Event::Moved(made) | Event::MovedInFog(Some(made)) => {
                    log::debug!("moved {}{}", made.mv.from, made.mv.to);
                    self.slides.start(&made, &self.speed, carried);
                }
                Event::ChoosePromotion { from, to } => transition = self.ask_promotion(from, to),
                Event::Restarted => self.slides.clear(),
                Event::Ended(_) => self.hand.let_go(),
                _ => {}
            }
        }
        let game = self.session.game();
        self.busy.set(game.running().is_some() && !game.moves().is_empty());
        if !events.is_empty() && game.is_fogged() {
            self.veil();
        }
        transition
    }

    /// In the fog: lets nothing linger on the board that the person who looks at it now should not see.
    fn veil(&mut self) {
        let game = self.session.game();
        let sight = game.sight();
        self.slides.keep(|square| sight.has_piece(square));
        if game.handing_over().is_some() {
            self.hand.clear();
        }
    }

    /// Takes in what happened while the board is passed on, and says whether that was meant for this screen.
    fn happen_between_turns(&mut self, happening: Happening, layout: &Layout) -> bool {
        let ready = match happening {
            // Beside the board are the buttons of the sidebar.
            Happening::Pressed(_, point) => layout.square_at(point).is_some(),
            // Escape closes what is open before it resigns.
            Happening::Key { key, .. } => matches!(key, Key::Enter | Key::Space | Key::Escape),
            _ => false,
        };
        if ready && self.session.game().handing_over().is_some() {
            self.apply(Command::Ready);
            return true;
        }
        false
    }

    fn ask_promotion(&self, from: Square, to: Square) -> Transition {
        let position = self.session.game().position();
        let mut moves = position.legal_moves_from(from);
        moves.retain(|mv| mv.to == to && mv.promotion().is_some());
        let (variant, color) = (position.variant(), position.turn());
        Transition::Open(Box::new(PromotionPicker::new(variant, color, self.bottom(), self.theme(), moves)))
    }
}

impl Screen for PlayScreen {
    fn tick(&mut self, elapsed: Duration) -> Transition {
        self.slides.tick(elapsed);
        self.apply(Command::Tick(elapsed))
    }

    fn happen(&mut self, happening: Happening, size: Size) -> Transition {
        let layout = self.layout(size);
        if self.happen_between_turns(happening, &layout) {
            return Transition::Stay;
        }
        let action = match happening {
            Happening::Key { key, control: false } => keys::action(key),
            Happening::Typed(sign) => keys::typed(sign),
            mouse => return self.mouse(mouse, &layout),
        };
        action.map_or(Transition::Stay, |action| self.act(action))
    }

    fn hear(&mut self, answer: Answer) -> Transition {
        match answer {
            Answer::Promotion(mv) => return self.apply(Command::Play(mv)),
            Answer::Options(options) => self.options.take_live(&options),
        }
        Transition::Stay
    }

    fn sound(&mut self) -> Option<Cue> {
        self.hearing.take(&self.options)
    }

    fn draw(&self, size: Size, items: &mut Vec<Item>) {
        let layout = self.layout(size);
        let game = self.session.game();
        let theme = self.theme();
        let sight = game.sight();
        let held = self.hand.dragged();
        let dragged = held.and_then(|(square, at)| Some((square, game.own_piece_at(square)?, at)));
        let board =
            BoardView { sight: &sight, slides: &self.slides, dragged, layout: &layout, theme: &theme };
        items.extend(board.items());
        self.hand.marks().draw(&layout, items);
        if let Some(color) = game.handing_over() {
            items.extend(handover::items(game, color, &theme, &layout));
        }
        items.extend(self.sidebar(&layout).items());
        items.extend(board.held());
    }

    fn ground(&self) -> Rgba {
        self.theme().ground
    }
}
