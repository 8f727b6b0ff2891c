//! The screen on which a game is played.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use super::analysis::{AnalysisDoor, AnalysisScreen, Manner};
use super::animation::{Slides, Speed};
use super::announce::Announcer;
use super::board::BoardView;
use super::cursor::{Cursor, Heard};
use super::exchange::{Copied, Exchange, TextDoor};
use super::hand::Hand;
use super::handover;
use super::help::HelpScreen;
use super::input::{Button, Happening, Key};
use super::keeping::Keeping;
use super::keys::{self, Action};
use super::layout::Layout;
use super::marks::point_out;
use super::notice::Notice;
use super::offer::Offer;
use super::pointing::Pointing;
use super::promotion::PromotionPicker;
use super::question::Question;
use super::review::Review;
use super::scene::{Item, Point, Rgba};
use super::screen::{Answer, Screen, Size, Transition};
use super::sidebar::Sidebar;
use super::sound::{Cue, Hearing};
use super::theme::Theme;
use crate::game::analysis::Analysis;
use crate::game::keeper::Keeper;
use crate::game::options::{OptionKey, Options};
use crate::game::session::Session;
use crate::game::{Command, Event, Sight};
use crate::rules::{Color, Piece, Square};

/// Makes the menu that opens above a game; it is told the game's options, and shares the knowledge whether the game
/// has begun and not ended.
pub type MenuDoor = Box<dyn Fn(&Options, Rc<Cell<bool>>) -> Box<dyn Screen>>;

/// What is shown of a game when the editor is opened above it.
pub struct Shown {
    /// The pieces that are seen.
    pub pieces: Vec<(Square, Piece)>,
    /// The side to move.
    pub turn: Color,
    /// The side below.
    pub bottom: Color,
    /// Whether the game has begun and not ended.
    pub busy: Rc<Cell<bool>>,
}

/// Makes the editor that opens above a game; it is told the game's options and what is shown of it.
pub type EditorDoor = Box<dyn Fn(&Options, Shown) -> Box<dyn Screen>>;

/// Makes the screen of another game like this one; it is told the game's options.
pub type NewGameDoor = Box<dyn Fn(&Options) -> Option<Box<dyn Screen>>>;

/// The screen on which a game is played.
pub struct PlayScreen {
    session: Session,
    speed: Speed,
    options: Options,
    slides: Slides,
    hearing: Hearing,
    hand: Hand,
    /// The moves so far, and which moment is looked at.
    review: Review,
    cursor: Cursor,
    announcer: Announcer,
    /// Where the pointer is, while it is in the window.
    pointer: Option<Point>,
    /// On which tile, and for how long.
    pointing: Pointing,
    /// The side below when two persons play and the board does not turn.
    seat: Color,
    /// Whether the person has turned the board by hand.
    turned: bool,
    menu: Option<MenuDoor>,
    keeping: Keeping,
    exchange: Exchange,
    /// The offer to go on with another game, until the person has answered or begun this one.
    offer: Option<Offer>,
    notice: Option<Notice>,
    editor: Option<EditorDoor>,
    new_game: Option<NewGameDoor>,
    analysis_door: Option<AnalysisDoor>,
    /// How far the analysis of the game had come when it was closed.
    analysis: Option<Analysis>,
    /// Whether moves have been made and the game has not ended.
    busy: Rc<Cell<bool>>,
}

impl PlayScreen {
    /// A screen for `session`, with pieces sliding at `speed`.
    #[must_use]
    pub fn new(session: Session, speed: Speed) -> Self {
        Self {
            review: Review::of(session.game()),
            session,
            speed,
            options: Options::default(),
            slides: Slides::default(),
            hearing: Hearing::default(),
            hand: Hand::default(),
            cursor: Cursor::default(),
            announcer: Announcer::default(),
            pointer: None,
            pointing: Pointing::default(),
            seat: Color::White,
            turned: false,
            menu: None,
            keeping: Keeping::default(),
            exchange: Exchange::default(),
            offer: None,
            notice: None,
            editor: None,
            new_game: None,
            analysis_door: None,
            analysis: None,
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

    /// The same screen, telling `keeper` of its game.
    #[must_use]
    pub fn with_keeper(self, keeper: Box<dyn Keeper>) -> Self {
        Self { keeping: Keeping::by(keeper), ..self }
    }

    /// The same screen, taking in texts by `door`.
    #[must_use]
    pub fn with_texts(self, door: TextDoor) -> Self {
        Self { exchange: Exchange::with(door), ..self }
    }

    /// The same screen, with the offer to go on with another game instead.
    #[must_use]
    pub fn with_offer(mut self, offer: Offer) -> Self {
        self.announcer.add(offer.words());
        Self { offer: Some(offer), ..self }
    }

    /// The same screen, telling the person `words` for a while.
    #[must_use]
    pub fn with_remark(mut self, words: Option<String>) -> Self {
        words.into_iter().for_each(|words| self.tell(Notice::remark(words)));
        self
    }

    fn tell(&mut self, notice: Notice) {
        self.announcer.add(notice.text().to_owned());
        self.notice = Some(notice);
    }

    /// The same screen with an editor.
    #[must_use]
    pub fn with_editor(self, door: EditorDoor) -> Self {
        Self { editor: Some(door), ..self }
    }

    /// What is shown of the game now.
    fn shown(&self) -> Shown {
        let position = self.session.game().position_at(self.review.shown());
        let (turn, bottom) = (position.turn(), self.bottom());
        Shown { pieces: self.sight().pieces, turn, bottom, busy: Rc::clone(&self.busy) }
    }

    /// The same screen with a way to a new game.
    #[must_use]
    pub fn with_new_game(self, door: NewGameDoor) -> Self {
        Self { new_game: Some(door), ..self }
    }

    /// The same screen, with games that can be analysed when they have ended.
    #[must_use]
    pub fn with_analysis(self, door: AnalysisDoor) -> Self {
        Self { analysis_door: Some(door), ..self }
    }

    /// The game and the computer in it.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    fn layout(&self, size: Size) -> Layout {
        let game = self.session.game();
        let rules = game.position().variant().rules();
        Layout::scaled(size, (rules.files, rules.ranks), self.bottom(), self.theme().scale())
    }

    /// The side shown below, turned by hand or not.
    fn bottom(&self) -> Color {
        let side = self.side_below();
        if self.turned { !side } else { side }
    }

    /// The side that belongs below: the person's; of two persons the one in the seat, or where the board turns the one to
    /// move, once the piece that has just moved has arrived.
    fn side_below(&self) -> Color {
        let game = self.session.game();
        if !game.are_both_persons() {
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
        Sidebar::new(self.session.game(), &self.review, &self.options, layout).with_pointer(self.pointer)
    }

    /// What is seen of the board: as it is, or as it was at the moment looked at.
    fn sight(&self) -> Sight {
        self.review.sight().cloned().unwrap_or_else(|| self.session.game().sight())
    }

    /// The piece on which the pointer has rested, of those in `sight`.
    fn explained(&self, sight: &Sight) -> Option<Piece> {
        let square = self.pointing.rested().filter(|_| self.hand.dragged().is_none())?;
        sight.piece_at(square)
    }

    /// Looks at the position after the first `ply` moves; from the last one on that is the present.
    fn look(&mut self, ply: usize) {
        self.review.look(self.session.game(), ply);
        // What is on its way or in the hand belongs to the present.
        self.slides.clear();
        self.hand.let_go();
    }

    fn theme(&self) -> Theme {
        Theme::of(&self.options)
    }

    /// Does what a key or a button of the sidebar asks for.
    fn act(&mut self, action: Action) -> Transition {
        match action {
            // The key means this, too, and the button says so.
            Action::Resign if self.session.game().handing_over().is_some() => {
                return self.apply(Command::Ready);
            }
            Action::Resign => return self.apply(Command::Resign),
            Action::Restart => return self.apply(Command::Restart),
            Action::Rematch => return self.apply(Command::Rematch),
            Action::TakeBack => return self.apply(Command::TakeBack),
            Action::OfferDraw => return self.apply(Command::OfferDraw),
            Action::NewGame => return self.ask_new_game(),
            Action::Analyse => return self.analyse(),
            Action::Hint => {
                self.look(usize::MAX);
                self.session.ask_hint();
            }
            Action::StepBack => self.look(self.review.shown().saturating_sub(1)),
            Action::StepForth => self.look(self.review.shown() + 1),
            Action::ToStart => self.look(0),
            Action::ToPresent => self.look(usize::MAX),
            Action::TurnBoard => {
                self.turned = !self.turned;
                // What is held was aimed at the board as it was.
                self.hand.let_go();
            }
            Action::Mute => self.options.toggle(OptionKey::Sound),
            // The pile of screens hears it before any of them.
            Action::FullScreen => {}
            // The window brings the text.
            Action::Paste => {}
            Action::CopyPosition => self.copy(Copied::Position),
            Action::CopyGame => self.copy(Copied::Game),
            // The cursor hears its keys before the table is asked.
            Action::Cursor => {}
            Action::Help => return Transition::Open(Box::new(HelpScreen::new(self.theme()))),
            Action::Edit => {
                if let Some(door) = &self.editor {
                    return Transition::Open(door(&self.options, self.shown()));
                }
            }
            Action::Menu => {
                if let Some(door) = &self.menu {
                    return Transition::Open(door(&self.options, Rc::clone(&self.busy)));
                }
            }
        }
        Transition::Stay
    }

    fn copy(&mut self, what: Copied) {
        let game = self.session.game();
        let answer = self.exchange.copy(what, game, &game.position_at(self.review.shown()), self.seat);
        self.tell(Notice::answer(answer));
    }

    /// Opens the analysis of the game, if it has ended and there is something to analyse.
    fn analyse(&mut self) -> Transition {
        let game = self.session.game();
        let Some(door) = self.analysis_door.as_ref().filter(|_| game.ending().is_some()) else {
            return Transition::Stay;
        };
        if game.moves().is_empty() {
            return Transition::Stay;
        }
        let manner = Manner { speed: self.speed, options: self.options, bottom: self.bottom() };
        Transition::Open(Box::new(AnalysisScreen::new(game, self.analysis.take(), door(), manner)))
    }

    /// Starts a new game, asking first if this one has begun and not ended.
    fn ask_new_game(&self) -> Transition {
        if self.busy.get() && self.new_game.is_some() {
            let (words, yes) = ("Give up this game?", "Yes, new game");
            return Transition::Open(Box::new(Question::new(self.theme(), words, yes, Answer::NewGame)));
        }
        self.start_new_game()
    }

    fn start_new_game(&self) -> Transition {
        let screen = self.new_game.as_ref().and_then(|door| door(&self.options));
        screen.map_or(Transition::Stay, Transition::Reset)
    }

    /// What the mouse did: over the board it is the hand's affair, beside it a button may have been pressed.
    fn mouse(&mut self, happening: Happening, layout: &Layout) -> Transition {
        match happening {
            Happening::Moved(point) => {
                self.pointer = Some(point);
                self.pointing.point(layout.square_at(point));
            }
            Happening::Left => {
                self.pointer = None;
                self.pointing.point(None);
            }
            Happening::Pressed(Button::Left, point) if layout.square_at(point).is_none() => {
                return self.press_beside(point, layout);
            }
            Happening::Pressed(..) => self.pointing.act(),
            Happening::Wheel(notches) => self.wheel(notches, layout),
            _ => {}
        }
        if self.review.is_past() {
            // No move is made in the past: a click on the board returns to the present.
            if matches!(happening, Happening::Pressed(Button::Left, _)) {
                self.look(usize::MAX);
            }
            return Transition::Stay;
        }
        let drag = self.options.is_on(OptionKey::Drag);
        let command = self.hand.happen(happening, self.session.game(), layout, drag);
        command.map_or(Transition::Stay, |command| self.apply(command))
    }

    /// The main button went down beside the board: on a button, or on a move of the list.
    fn press_beside(&mut self, point: Point, layout: &Layout) -> Transition {
        let sidebar = self.sidebar(layout);
        let (action, ply) = (sidebar.action_at(point), sidebar.ply_at(point));
        if let Some(ply) = ply {
            self.look(ply);
        }
        action.map_or(Transition::Stay, |action| self.act(action))
    }

    /// The wheel moves the list of moves, a row for each notch.
    fn wheel(&mut self, notches: f32, layout: &Layout) {
        // Some mice tell hundredths of a notch, some tell several at once.
        let rows = -(notches.signum() * notches.abs().ceil()) as isize;
        let scroll = self.pointer.and_then(|point| self.sidebar(layout).scrolled(point, rows));
        self.review.scroll = scroll.or(self.review.scroll);
    }

    /// Lets the cursor have a key, and says what came of it if the key was for it.
    fn move_cursor(&mut self, key: Key, layout: &Layout) -> Option<Transition> {
        match self.cursor.key(key, self.session.game(), layout) {
            Heard::Nothing => None,
            Heard::Taken => {
                self.pointing.point(self.cursor.square());
                self.announcer.look(&self.cursor, &self.sight());
                Some(Transition::Stay)
            }
            // As a click on the board does: no move is made in the past.
            Heard::Told(_) if self.review.is_past() => {
                self.look(usize::MAX);
                Some(Transition::Stay)
            }
            Heard::Told(command) => {
                // As a press on the board does.
                self.offer = None;
                self.pointing.act();
                let before = self.session.game().selected();
                let transition = self.apply(command);
                self.announcer.select(before, self.session.game());
                Some(transition)
            }
        }
    }

    /// Hands `command` to the game and shows what happened.
    fn apply(&mut self, command: Command) -> Transition {
        let carried = matches!(command, Command::Drop { .. });
        let mut transition = Transition::Stay;
        let events = self.session.apply(command);
        self.hearing.hear(&events, self.session.game());
        self.review.follow(self.session.game());
        self.announcer.hear(&events, self.session.game());
        if events.iter().any(|event| matches!(event, Event::TakenBack(_) | Event::Resumed)) {
            self.look(usize::MAX);
        }
        for &event in &events {
            match event {
                Event::Moved(made) | Event::MovedInFog(Some(made)) => {
                    log::debug!("moved {}{}", made.mv.from, made.mv.to);
                    if !self.review.is_past() {
                        self.slides.start(&made, &self.speed, carried);
                    }
                    if self.pointing.square() == Some(made.mv.to) {
                        self.pointing.act();
                    }
                }
                Event::ChoosePromotion { from, to } => transition = self.ask_promotion(from, to),
                Event::TakenBack(Some(made)) => self.slides.start_back(&made, &self.speed),
                Event::Restarted => self.restarted(command),
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

    /// The board is set up again, by `command`.
    fn restarted(&mut self, command: Command) {
        self.look(usize::MAX);
        self.hand.clear();
        self.turned = false;
        if command == Command::Rematch {
            self.seat = !self.seat;
        }
    }

    /// In the fog: lets nothing linger on the board that the person who looks at it now should not see.
    fn veil(&mut self) {
        let game = self.session.game();
        let sight = game.sight();
        self.slides.keep(|square| sight.piece_at(square));
        if game.handing_over().is_some() {
            self.hand.clear();
            self.cursor = Cursor::default();
            self.pointing.point(None);
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

    /// Takes in what is meant for the offer, if there is one, and says what becomes of the screen then; a press on the
    /// board begins the new game, and so turns the offer down.
    fn happen_to_offer(&mut self, happening: Happening, layout: &Layout) -> Option<Transition> {
        let area = self.sidebar(layout).middle();
        if matches!(happening, Happening::Key { key: Key::Enter | Key::Escape, .. })
            && self.cursor.square().is_some()
        {
            // One is a click on the board, the other hides the cursor.
            return None;
        }
        let choice = self.offer.as_mut()?.happen(happening, area);
        if let Some(choice) = choice {
            return Some(match self.offer.as_ref()?.open(choice) {
                Ok(screen) => Transition::Reset(screen),
                Err(fault) => {
                    self.offer = None;
                    self.tell(Notice::answer(fault));
                    Transition::Stay
                }
            });
        }
        if let Happening::Pressed(_, point) = happening
            && layout.square_at(point).is_some()
        {
            self.offer = None;
        }
        None
    }

    /// Draws the sidebar; between the clocks the offer, or the notice over the moves.
    fn draw_sidebar(&self, layout: &Layout, sight: &Sight, items: &mut Vec<Item>) {
        let sidebar = self.sidebar(layout).with_card(self.explained(sight));
        let busy = self.session.game().message().is_some();
        if let Some(offer) = &self.offer {
            let sidebar = sidebar.without_middle();
            items.extend(sidebar.items());
            offer.draw(&self.theme(), sidebar.middle(), items);
            return;
        }
        items.extend(sidebar.items());
        if let Some(notice) = self.notice.as_ref().filter(|notice| notice.is_shown(busy)) {
            notice.draw(&self.theme(), sidebar.unit(), sidebar.room_for(notice.text()), items);
        }
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
        let below = self.bottom();
        self.slides.tick(elapsed);
        self.pointing.tick(elapsed);
        // The game below an offer begins when the offer is turned down.
        let begun = if self.offer.is_some() { Duration::ZERO } else { elapsed };
        let transition = self.apply(Command::Tick(begun));
        if self.bottom() != below {
            // What is held was aimed at the board as it was.
            self.hand.let_go();
        }
        let trouble = self.keeping.look(self.session.game(), self.seat);
        let busy = self.session.game().message().is_some();
        self.notice = self.notice.take().and_then(|notice| notice.after(elapsed, busy));
        trouble.into_iter().for_each(|trouble| self.tell(Notice::remark(trouble)));
        transition
    }

    fn happen(&mut self, happening: Happening, size: Size) -> Transition {
        let layout = self.layout(size);
        if let Some(transition) = self.happen_to_offer(happening, &layout) {
            return transition;
        }
        if self.happen_between_turns(happening, &layout) {
            return Transition::Stay;
        }
        // The cursor takes the arrows while it is shown; without it they look back.
        if let Happening::Key { key, control: false } = happening
            && let Some(transition) = self.move_cursor(key, &layout)
        {
            return transition;
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
            Answer::Pasted => return self.exchange.open(),
            Answer::Leave | Answer::Saved { .. } => {}
            Answer::NewGame => return self.start_new_game(),
            Answer::Analysis(analysis) => self.analysis = Some(*analysis),
        }
        Transition::Stay
    }

    fn sound(&mut self) -> Option<Cue> {
        self.hearing.take(&self.options)
    }

    fn copied(&mut self) -> Option<String> {
        self.exchange.take()
    }

    fn paste(&mut self, text: &str) -> Transition {
        if let Err(fault) = self.exchange.paste(text, &self.options) {
            self.tell(Notice::answer(fault));
            return Transition::Stay;
        }
        if self.busy.get() {
            let (words, yes) = ("Give up this game?", "Yes, new game");
            return Transition::Open(Box::new(Question::new(self.theme(), words, yes, Answer::Pasted)));
        }
        self.exchange.open()
    }

    fn covered(&mut self) {
        self.hand.let_go();
    }

    fn leave(&mut self) {
        self.keeping.leave(self.session.game(), self.seat);
    }

    fn say(&mut self) -> Vec<String> {
        self.announcer.take(self.session.game())
    }

    fn waits(&self) -> bool {
        self.session.is_thinking()
    }

    fn draw(&self, size: Size, items: &mut Vec<Item>) {
        let layout = self.layout(size);
        let game = self.session.game();
        let theme = self.theme();
        let sight = self.sight();
        let held = self.hand.dragged();
        let dragged = held.and_then(|(square, at)| Some((square, game.own_piece_at(square)?, at)));
        let board =
            BoardView { sight: &sight, slides: &self.slides, dragged, layout: &layout, theme: &theme };
        items.extend(board.items());
        self.hand.marks().draw(&layout, items);
        self.cursor.draw(&layout, items);
        if let Some(hint) = self.session.hint().filter(|_| !self.review.is_past()) {
            point_out(hint.from, hint.to, &layout, items);
        }
        if let Some(color) = game.handing_over() {
            items.extend(handover::items(game, color, &theme, &layout));
        }
        if self.review.is_past() {
            let width = (layout.tile / 12.0).round().max(2.0);
            items.push(Item::Frame { rect: layout.board, width, color: theme.accent });
        }
        self.draw_sidebar(&layout, &sight, items);
        items.extend(board.held());
    }

    fn ground(&self) -> Rgba {
        self.theme().ground
    }
}
