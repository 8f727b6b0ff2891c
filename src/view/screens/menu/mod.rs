//! Menu: variant, opponent, clocks and options of the next game, and the preferences.

mod layout;
pub mod preview;
mod rows;
pub mod time;

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::game::board_setup::{MAX_LEVEL_NAME, is_level_name_char};
use crate::game::new_game::{ColorChoice, NewGame};
use crate::game::options::{OpponentKind, OptionRow, OptionValue, Options};
use crate::sound::Sound;
use crate::view::host::Host;
use crate::view::screen::{Action, Effects, Env, LayerKind, LevelEntry, MenuTab, Reply, Screen};
use crate::view::screens::dialogs::Question;
use crate::view::screens::rules::RulesScreen;
use crate::view::sound::cue;
use crate::view::text::counted;
use crate::view::widgets::{Field, Node};
use rows::{ANALYST, Fault, OPPONENT, clocks_index, number_field, time_fields};

/// The variant that a new game of the workshop begins with.
const NEW_GAME: &str = "chess";

// Names of nodes that get the focus.
const PLAY: &str = "play";
const BACK: &str = "back";
const TABS: &str = "tabs";
const NAME: &str = "name";
const FIND: &str = "find";
/// Greatest number of characters of the words by which a variant is found.
const MAX_FIND: usize = 40;

#[derive(Clone, Debug)]
pub enum Message {
    Close,
    /// Leaves a field, or closes the menu.
    Escape,
    Tab(MenuTab),
    /// Goes from the tabs to the first row.
    EnterTab,
    Level(usize),
    /// Edits the words by which a variant is found.
    Find(Field),
    /// Focuses the field of these words.
    FocusFind,
    Home,
    Learn,
    Puzzles,
    Games,
    Edit,
    Analyze,
    Rules,
    Color(ColorChoice),
    /// Chooses the clocks: 0 for none, then the presets, and last the times in the fields.
    Clocks(usize),
    /// Gives one side less time: an index of the choice of time odds.
    TimeOdds(usize),
    /// Edits the minutes (`place` 0) or the seconds of the player (`seat` 0) or the opponent.
    Time {
        seat: usize,
        place: usize,
        field: Field,
    },
    /// Edits the number of the shuffled start.
    Number(Field),
    Option(&'static OptionRow, OptionValue),
    /// Asks whether to delete the level at this place.
    Delete(usize),
    /// Opens the jobs for the variant of the player's own in this place.
    Train(usize),
    /// Opens the workshop with a new game, or with the player's own variant at this place.
    Workshop(Option<usize>),
    /// Opens a field for the name of the level at this place.
    Rename(usize),
    /// Edits the new name.
    Name(Field),
    /// Renames the level.
    Renamed,
    /// Chooses the opponent: 0 for the computer, 1 for a second person, then the engines.
    Opponent(usize),
    /// Chooses who analyses: 0 for the engine of this program, then the engines.
    Analyst(usize),
    Engines,
    Match,
    Play,
}

pub struct Menu {
    levels: Rc<Vec<LevelEntry>>,
    /// The choices with which the menu was opened.
    before: NewGame,
    /// The present choices. Times that cannot be read leave the clocks as they were.
    now: NewGame,
    tab: MenuTab,
    /// Index of the choice of clocks.
    clocks: usize,
    /// Minutes and seconds of the player and of the opponent.
    times: [[Field; 2]; 2],
    /// Number of the shuffled start; empty for a random one.
    number: Field,
    /// Words that the listed variants have.
    find: Field,
    /// The id of the level that gets a new name, and the name.
    renamed: Option<(String, Field)>,
    /// Whether the player was asked whether to leave the game in progress.
    asked: bool,
    /// Why the last action was not possible.
    refusal: Option<String>,
}

impl Menu {
    /// Opens on the page `tab`.
    pub fn new(choices: NewGame, levels: &Rc<Vec<LevelEntry>>, tab: MenuTab) -> Host<Self> {
        let mut menu = Self {
            levels: Rc::clone(levels),
            tab,
            clocks: clocks_index(choices.clocks),
            times: [choices.clocks.person, choices.clocks.opponent].map(time_fields),
            number: number_field(),
            now: choices.clone(),
            before: choices,
            find: Field::new("", MAX_FIND, |letter| !letter.is_control()),
            renamed: None,
            asked: false,
            refusal: None,
        };
        menu.choose_level(menu.level_index());
        Host::new(menu)
    }

    /// Index of the level, or of the first if there is none of its name.
    fn level_index(&self) -> usize {
        self.levels.iter().position(|level| level.id == self.now.level).unwrap_or(0)
    }

    fn level(&self) -> Option<&LevelEntry> {
        self.levels.get(self.level_index())
    }

    fn choose_level(&mut self, index: usize) {
        if let Some(level) = self.levels.get(index) {
            self.now.level.clone_from(&level.id);
        }
    }

    /// Indices of the levels that have all words of the field, by group. The words are looked for in title, sentence, heading of
    /// the group, size of the board and names of the pieces. Groups with a title that has the words come first, and so do these
    /// titles in their groups.
    fn found(&self) -> Vec<Vec<usize>> {
        let normal = |text: &str| text.to_lowercase().replace(" × ", "x").replace('×', "x");
        let words = normal(&self.find.text());
        let has_words = |text: &str| {
            let text = normal(text);
            words.split_whitespace().all(|word| text.contains(word))
        };
        let titles: Vec<_> = self.levels.iter().map(|level| has_words(&level.title)).collect();
        let matches = |&index: &usize| {
            let level = &self.levels[index];
            let note = || preview::note(&level.position);
            titles[index] || has_words(&[&level.title, level.description, level.group, &note()].join(" "))
        };
        let found: Vec<_> = (0..self.levels.len()).filter(matches).collect();
        let groups = found.chunk_by(|&one, &other| self.levels[one].group == self.levels[other].group);
        let mut groups: Vec<_> = groups.map(<[usize]>::to_vec).collect();
        groups.iter_mut().for_each(|group| group.sort_by_key(|&index| !titles[index]));
        groups.sort_by_key(|group| !titles[group[0]]);
        groups
    }

    /// The fault that prevents the game from starting.
    fn fault(&self, env: &Env) -> Option<Fault> {
        // The config may name a level that is legal in the fog only.
        let needs_fog = self.level().is_some_and(|level| level.position.variant().rules().fog);
        let fog = OptionRow::by_key("fog_of_war").filter(|_| needs_fog && !self.now.options.fog_of_war);
        let words = "A king can be captured here, so this board needs fog of war";
        let fog = fog.map(|row| ((row.label, 0), words.to_owned()));
        let times = self.read_clocks().err().or_else(|| self.read_number().err());
        times.or_else(|| self.engine_fault(env)).or(fog)
    }

    /// Whether the menu asks whether to leave the game in progress. It asks until the focus moves on.
    fn is_asking(&self, env: &Env) -> bool {
        self.asked && (env.has_focus(PLAY) || env.has_focus(BACK))
    }

    /// Starts the game. If another game is in progress, asks first.
    fn play(&mut self, is_confirmed: bool, env: &Env, effects: &mut Effects) {
        if let Some((control, _)) = self.fault(env) {
            self.tab = MenuTab::Game;
            effects.focus(control);
        } else if env.game_in_progress && !is_confirmed {
            self.asked = true;
            effects.focus(PLAY);
        } else {
            let start_number = self.read_number().unwrap_or_default();
            effects.request(Action::Play { choices: self.now.clone(), position: None, start_number });
        }
    }
}

impl Screen for Menu {
    type Message = Message;
    const LAYER: LayerKind = LayerKind::PANEL;

    fn view(&self, env: &Env) -> Node<Message> {
        self.panel(env)
    }

    fn update(&mut self, message: Message, env: &Env, effects: &mut Effects) {
        let is_confirmed = self.is_asking(env);
        (self.asked, self.refusal) = (false, None);
        match message {
            // Escape leaves the field of a name first.
            Message::Escape if self.renamed.take().is_some() => {}
            Message::Escape if env.has_focus(FIND) && !self.find.text().is_empty() => {
                self.find = self.find.with_text("");
            }
            Message::Escape | Message::Close | Message::Home => {
                // Options of the preferences have taken effect and are kept.
                let mut settings = self.before.clone();
                settings.options.copy_live(&self.now.options);
                let settings = (settings != self.before).then_some(settings);
                let to_home = matches!(message, Message::Home);
                effects.request(Action::CloseMenu { settings, choices: self.now.clone(), to_home });
            }
            Message::Tab(tab) => self.tab = tab,
            Message::EnterTab if self.tab == MenuTab::Variant => effects.focus(&self.now.level),
            Message::EnterTab => {
                if let Some((label, _)) = self.rows(env).first() {
                    effects.focus((*label, 0_usize));
                }
            }
            Message::Find(field) => {
                self.find = field;
                let found = counted(self.found().iter().map(Vec::len).sum(), "variant");
                effects.announce(format!("{found}."));
            }
            Message::FocusFind => effects.focus(FIND),
            Message::Level(index) => {
                let before = self.now.level.clone();
                self.choose_level(index);
                if let Some(level) = self.level().filter(|level| level.id != before) {
                    effects.announce(format!("Variant: {}.", level.title));
                }
            }
            Message::Learn => {
                let options = self.now.options;
                effects.request(match self.level() {
                    Some(level) => {
                        Action::OpenLessons { variant: Arc::clone(level.position.variant()), options }
                    }
                    None => Action::OpenLearn(options),
                });
            }
            Message::Puzzles => {
                let variant = self.level().map(|level| level.position.variant().rules().name.clone());
                let (variant, options) = (variant.unwrap_or_default(), self.now.options);
                effects.request(Action::OpenPuzzles { variant, options });
            }
            Message::Games => effects.request(Action::OpenGames),
            Message::Edit => effects.request(Action::EditLevel(self.now.clone())),
            Message::Analyze => effects.request(Action::AnalyzeLevel(self.now.clone())),
            Message::Rules => {
                let Some(level) = self.level() else { return };
                let rules = RulesScreen::new(level.position.variant());
                effects.open(rules);
            }
            Message::Color(color) => self.now.color = color,
            Message::Clocks(index) => {
                self.clocks = index;
                self.now.clocks = self.read_clocks().unwrap_or(self.before.clocks);
            }
            Message::TimeOdds(index) => self.set_time_odds(index),
            Message::Time { seat, place, field } => {
                self.set_time(seat, place, field);
                self.now.clocks = self.read_clocks().unwrap_or(self.before.clocks);
            }
            Message::Number(mut field) => {
                std::mem::swap(&mut self.number, &mut field);
                let is_valid = self.read_number().is_ok();
                self.number.set_valid(is_valid);
            }
            Message::Option(option, value) => {
                option.set(&mut self.now.options, value);
                let mut options = env.options;
                if option.live && option.set(&mut options, value) {
                    effects.options = Some(options);
                    // A new volume or set of sounds is played as a sample.
                    let of_sound = |options: &Options| (options.sound, options.volume, options.sounds);
                    if of_sound(&options) != of_sound(&env.options) {
                        effects.sound = cue(Sound::Move, &options);
                    }
                }
                // Fewer rows of larger texts fit. The list scrolls to the focus, so the changed row stays visible.
                effects.focus((option.label, 0_usize));
            }
            Message::Workshop(place) => {
                let level = place.and_then(|place| self.levels.get(place)).or(self.level());
                let Some(level) = level.filter(|level| place.is_some() || !level.is_own_variant()) else {
                    return effects.request(Action::OpenWorkshop(NEW_GAME.to_owned()));
                };
                effects.request(Action::OpenWorkshop(level.position.variant().rules().name.clone()));
            }
            Message::Train(place) => {
                effects.action = self.levels.get(place).map(|level| Action::OpenJobs(level.id.clone()));
            }
            Message::Delete(place) => {
                if let Some(level) = self.levels.get(place) {
                    let id = level.id.clone();
                    let (question, delete) = if level.is_own() {
                        (format!("Delete the level {:?}?", level.title), Action::DeleteLevel(id))
                    } else {
                        let words = "Its saved games can no longer be opened.";
                        (format!("Delete the game {:?}? {words}", level.title), Action::DeleteVariant(id))
                    };
                    effects.open(Question::warning(question, "Delete", delete));
                }
            }
            Message::Rename(place) => {
                if let Some(level) = self.levels.get(place) {
                    let field = Field::new(&level.title, MAX_LEVEL_NAME, is_level_name_char);
                    self.renamed = Some((level.id.clone(), field));
                    effects.focus(NAME);
                }
            }
            Message::Name(field) => {
                if let Some((_, name)) = &mut self.renamed {
                    *name = field;
                }
            }
            Message::Renamed => {
                let Some((id, name)) = &self.renamed else { return };
                let to = name.text();
                if self.levels.iter().any(|level| level.id == *id && level.title == to.trim()) {
                    self.renamed = None;
                } else {
                    effects.request(Action::RenameLevel { id: id.clone(), to });
                }
            }
            Message::Opponent(index) => {
                let kinds = [OpponentKind::Computer, OpponentKind::Human];
                self.now.options.opponent = kinds.get(index).copied().unwrap_or(OpponentKind::Engine);
                self.choose_engine(env, index.checked_sub(kinds.len()), effects, |list| &mut list.opponent);
                effects.focus((OPPONENT, 0_usize));
            }
            Message::Analyst(index) => {
                let engine = index.checked_sub(1);
                self.choose_engine(env, engine, effects, |list| &mut list.analyst);
                effects.focus((ANALYST, 0_usize));
            }
            Message::Engines => effects.request(Action::OpenEngines),
            Message::Match => effects.request(Action::OpenMatch(self.now.clone())),
            Message::Play => self.play(is_confirmed, env, effects),
        }
    }

    fn tick(&mut self, _elapsed: Duration, env: &Env, _effects: &mut Effects) -> bool {
        // An engine that was removed cannot play.
        let is_missing = env.engines.as_ref().is_none_or(|list| list.find(&list.opponent).is_none());
        let changes = is_missing && self.now.options.opponent == OpponentKind::Engine;
        if changes {
            self.now.options.opponent = OpponentKind::Computer;
        }
        changes
    }

    fn reply(&mut self, reply: Reply, env: &Env, effects: &mut Effects) {
        match reply {
            Reply::Failed(reason) => self.refusal = Some(reason),
            Reply::LevelSaved { id, name, .. } => {
                self.levels = Rc::clone(&env.levels);
                self.renamed = None;
                self.now.level = id;
                self.choose_level(self.level_index());
                effects.announce(format!("Variant: {name}."));
            }
            Reply::Deleted => {
                self.levels = Rc::clone(&env.levels);
                self.choose_level(self.level_index());
                effects.announce("It is deleted.".to_owned());
            }
            _ => {}
        }
    }
}
