//! The screen on which a game is played.

mod act;
pub mod announce;
mod doors;
mod draw;
pub mod exchange;
mod follow;
pub mod handover;
mod happen;
pub mod keeping;
pub mod keys;
pub mod notice;
pub mod offer;
pub mod promotion;
pub mod review;
pub mod sidebar;

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use super::analysis::AnalysisDoor;
use crate::game::analysis::Analysis;
use crate::game::keeper::Keeper;
use crate::game::options::{OptionKey, Options};
use crate::game::session::Session;
use crate::game::{Command, PlayerView};
use crate::rules::{Color, Piece};
use crate::sound::SoundCue;
use crate::view::input::InputEvent;
use crate::view::layout::Layout;
use crate::view::scene::{Item, Point, Rgba};
use crate::view::screen::{Answer, Screen, Size, Transition};
use crate::view::screens::dialogs::Question;
use crate::view::screens::play::announce::Announcer;
use crate::view::screens::play::exchange::{Exchange, TextDoor};
use crate::view::screens::play::keeping::Keeping;
use crate::view::screens::play::notice::Toast;
use crate::view::screens::play::offer::Offer;
use crate::view::screens::play::review::Review;
use crate::view::screens::play::sidebar::Sidebar;
use crate::view::sound::SoundCues;
use crate::view::theme::Theme;
use crate::view::widgets::board::animation::{Slides, Speed};
use crate::view::widgets::board::cursor::Cursor;
use crate::view::widgets::board::drag::Hand;
use crate::view::widgets::board::pointing::Pointing;

pub use doors::{EditorDoor, MenuDoor, NewGameDoor, Shown};

/// The screen on which a game is played.
pub struct PlayScreen {
    session: Session,
    speed: Speed,
    options: Options,
    slides: Slides,
    hearing: SoundCues,
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
    notice: Option<Toast>,
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
            hearing: SoundCues::default(),
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
        words.into_iter().for_each(|words| self.tell(Toast::remark(words)));
        self
    }

    fn tell(&mut self, notice: Toast) {
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
        if !game.both_human() {
            return game.orientation();
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
    fn sight(&self) -> PlayerView {
        self.review.sight().cloned().unwrap_or_else(|| self.session.game().player_view())
    }

    /// The piece on which the pointer has rested, of those in `sight`.
    fn explained(&self, sight: &PlayerView) -> Option<Piece> {
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
        trouble.into_iter().for_each(|trouble| self.tell(Toast::remark(trouble)));
        transition
    }

    fn happen(&mut self, happening: InputEvent, size: Size) -> Transition {
        let layout = self.layout(size);
        if let Some(transition) = self.happen_to_offer(happening, &layout) {
            return transition;
        }
        if self.happen_between_turns(happening, &layout) {
            return Transition::Stay;
        }
        // The cursor takes the arrows while it is shown; without it they look back.
        if let InputEvent::Key { key, control: false } = happening
            && let Some(transition) = self.move_cursor(key, &layout)
        {
            return transition;
        }
        let action = match happening {
            InputEvent::Key { key, control: false } => keys::action(key),
            InputEvent::Typed(sign) => keys::typed(sign),
            mouse => return self.mouse(mouse, &layout),
        };
        action.map_or(Transition::Stay, |action| self.act(action))
    }

    fn hear(&mut self, answer: Answer) -> Transition {
        match answer {
            Answer::Promotion(mv) => return self.apply(Command::Play(mv)),
            Answer::Options(options) => self.options.take_live(&options),
            Answer::Pasted => return self.exchange.open(),
            Answer::Leave | Answer::Quit | Answer::Saved { .. } => {}
            Answer::NewGame => return self.start_new_game(),
            Answer::Analysis(analysis) => self.analysis = Some(*analysis),
        }
        Transition::Stay
    }

    fn sound(&mut self) -> Option<SoundCue> {
        self.hearing.take(&self.options)
    }

    fn copied(&mut self) -> Option<String> {
        self.exchange.take()
    }

    fn paste(&mut self, text: &str) -> Transition {
        if let Err(fault) = self.exchange.paste(text, &self.options) {
            self.tell(Toast::answer(fault));
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
        self.paint(&self.layout(size), items);
    }

    fn ground(&self) -> Rgba {
        self.theme().ground
    }
}
