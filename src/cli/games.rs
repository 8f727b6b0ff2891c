//! Games that were left, and games from texts: from the archive, the command line and the clipboard to a screen.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use directories::ProjectDirs;
use xxlchess::game::game_record::GameRecord;
use xxlchess::game::keeper::Keeper;
use xxlchess::game::new_game::{BySeat, ColorChoice, NewGame};
use xxlchess::game::options::Options;
use xxlchess::game::{Game, GameSetup, PlayerKind};
use xxlchess::notation::pgn::PgnGame;
use xxlchess::rules::{ByColor, Color, Move, Variant};
use xxlchess::storage::game_reader::GameReader;
use xxlchess::storage::keeper::FileKeeper;
use xxlchess::storage::{Autosave, OpenedGames, Storage, UnfinishedGame};
use xxlchess::view::screen::Screen;
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::screens::play::exchange::TextDoor;
use xxlchess::view::screens::play::offer::{Door, Offer};

use super::house::House;
use super::warn;

/// The games of one person: where they are kept, and what they may be read from.
pub struct Games {
    /// The variants that texts may name.
    pub library: GameReader,
    autosave: Rc<RefCell<Autosave>>,
    /// The game that was left the last time, until it is taken up.
    left: RefCell<Option<UnfinishedGame>>,
    /// What the first screen has to tell.
    remark: RefCell<Option<String>>,
}

impl Games {
    /// The games in the user's data folder; the system may have no place for them. If `look`, the one that was left is
    /// looked for.
    pub fn open(library: GameReader, look: bool) -> Self {
        let OpenedGames { autosave, unfinished, problems } =
            storage().open_games(look, &|tags| library.find_variant(tags));
        problems.iter().for_each(|problem| warn(format_args!("xxlchess: {problem}")));
        let remark = RefCell::new(problems.into_iter().next());
        Self { library, autosave: Rc::new(RefCell::new(autosave)), left: RefCell::new(unfinished), remark }
    }

    /// The game that was left the last time, once.
    pub fn take_left(&self) -> Option<UnfinishedGame> {
        self.left.take()
    }

    /// What the first screen has to tell, once.
    pub fn take_remark(&self) -> Option<String> {
        self.remark.take()
    }

    /// Who keeps a game of `variant`: one that goes on, if one was `left`, or else a new one.
    pub fn keeper(&self, variant: &Variant, left: Option<&UnfinishedGame>) -> Option<Box<dyn Keeper>> {
        let tags = self.library.tags_of(variant);
        let mut autosave = self.autosave.borrow_mut();
        let file = match left {
            Some(left) => autosave.resume(left, tags),
            None => autosave.new_game(Vec::new(), tags),
        };
        Some(Box::new(FileKeeper { autosave: Rc::clone(&self.autosave), file }))
    }

    /// Who keeps a game of `variant` that goes on from a text with the moves `given`.
    fn keeper_from(&self, variant: &Variant, given: Vec<Move>) -> Option<Box<dyn Keeper>> {
        let file = self.autosave.borrow_mut().new_game(given, self.library.tags_of(variant));
        Some(Box::new(FileKeeper { autosave: Rc::clone(&self.autosave), file }))
    }

    fn put_away(&self) {
        self.autosave.borrow().discard();
    }
}

/// Where the program saves.
pub fn storage() -> Storage {
    let folders = ProjectDirs::from("", "", "xxlchess");
    Storage {
        data_dir: folders.as_ref().map(|folders| folders.data_dir().to_owned()),
        config_dir: folders.as_ref().map(|folders| folders.config_dir().to_owned()),
    }
}

impl House {
    /// The screen on which the game that was `left` goes on.
    pub fn resume(self: &Rc<Self>, left: &UnfinishedGame) -> Result<PlayScreen, String> {
        let game = Game::from_record(&left.record).map_err(|fault| fault.to_string())?;
        let keeper = self.games.keeper(game.position().variant(), Some(left));
        let choices = self.choices_of(&left.record);
        Ok(self.going_on(game, left.record.orientation, &choices, keeper))
    }

    /// The screen of a new game as configured, with the offer to go on with the one that was `left` instead.
    pub fn offer(self: &Rc<Self>, left: UnfinishedGame) -> Result<PlayScreen, String> {
        let left = Rc::new(left);
        let (house, same) = (Rc::clone(self), Rc::clone(&left));
        let resume: Door = Box::new(move || Ok(Box::new(house.resume(&same)?)));
        let house = Rc::clone(self);
        let anew: Door = Box::new(move || {
            house.games.put_away();
            Rc::clone(&house).first_screen(false)
        });
        let offer = Offer::new(&left.record, left.age, left.damage.clone(), resume, anew);
        let (position, name) = self.level(&self.configured)?;
        Ok(self.game(&position, &name, &self.configured)?.with_offer(offer))
    }

    /// The screen of `game`, which has begun already, and from which new ones begin where it did.
    fn going_on(
        self: &Rc<Self>,
        game: Game,
        side: Color,
        choices: &NewGame,
        keeper: Option<Box<dyn Keeper>>,
    ) -> PlayScreen {
        let start = self.games.library.without_options(&game.position_at(0));
        let screen = self.screen(game, side, choices, keeper);
        screen.with_editor(self.editor(&start, "")).with_new_game(self.another(&start, "", choices))
    }

    /// The screen of a game by `choices` that goes on from the last position of `text`, read by `options`.
    pub fn open(
        self: &Rc<Self>,
        (text, options): (PgnGame, Options),
        choices: &NewGame,
    ) -> Result<PlayScreen, String> {
        let choices = &NewGame { options, ..choices.clone() };
        let side = self.side(choices);
        let setup = GameSetup {
            position: text.start,
            players: choices.players(side),
            controls: choices.time_controls(side),
            options: choices.options,
        };
        // Whatever time was used for these moves, it was not that of this game.
        let full = ByColor::from_fn(|color| setup.controls[color].map(|control| control.initial));
        let first = setup.position.turn();
        let mover = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        let moves = text.moves.iter().enumerate().map(|(ply, (mv, _))| (*mv, full[mover(ply)])).collect();
        let sheet = GameRecord { setup, orientation: side, moves, remaining: full, termination: None };
        let game = Game::from_record(&sheet).map_err(|fault| fault.to_string())?;
        let given = sheet.moves.iter().map(|(mv, _)| *mv).collect();
        let keeper = self.games.keeper_from(game.position().variant(), given);
        Ok(self.going_on(game, side, choices, keeper))
    }

    /// How texts become games that are otherwise played by `choices`; those that name no variant are of `variant`
    /// first.
    pub fn texts(self: &Rc<Self>, variant: &Arc<Variant>, choices: &NewGame) -> TextDoor {
        let (house, variant, choices) = (Rc::clone(self), variant.rules().name.clone(), choices.clone());
        Box::new(move |text, options| {
            let mut choices = choices.clone();
            choices.options.take_live(options);
            let read = house.games.library.read(text, &choices.options, &variant);
            let game = read.map_err(|fault| format!("Nothing to paste: {fault}"))?;
            Ok(Box::new(house.open(game, &choices)?) as Box<dyn Screen>)
        })
    }

    /// What has to be chosen for a game like the one that `sheet` tells of.
    fn choices_of(&self, sheet: &GameRecord) -> NewGame {
        let human = |color: &Color| sheet.setup.players[*color] == PlayerKind::Human;
        let mut persons = Color::ALL.into_iter().filter(human);
        let side = match (persons.next(), persons.next()) {
            (Some(person), None) => person,
            _ => sheet.orientation,
        };
        let mut options = sheet.setup.options;
        options.take_live(&self.configured.options);
        let clocks = BySeat { person: sheet.setup.controls[side], opponent: sheet.setup.controls[!side] };
        NewGame { level: self.configured.level.clone(), color: ColorChoice::from(side), clocks, options }
    }
}
