//! Texts of positions and games, which are pasted or from a file or a link, and the analysis board.

use super::App;
use super::games::{GameStart, by_options, coin};
use crate::game::analysis::{Analysis, AnalysisSetup};
use crate::game::new_game::NewGame;
use crate::game::options::Options;
use crate::game::{Game, GameSetup, PlayerKind};
use crate::notation::fen;
use crate::notation::game_tree::GameTree;
use crate::notation::import;
use crate::notation::pgn::PgnGame;
use crate::notation::pgn::collection::Games;
use crate::notation::variant_tag::variant_name;
use crate::rules::{ByColor, Color, Position};
use crate::storage::link::Link;
use crate::view::screen::{Action, OpenScreen};
use crate::view::screens::analysis::AnalysisScreen;
use crate::view::screens::dialogs::{Question, START_NEW};
use crate::view::screens::games::GamesScreen;
use crate::view::text::first_of;

impl App {
    /// Starts a game from a pasted FEN or PGN. If another game is in progress, a question is opened first.
    pub(super) fn paste(&mut self, text: String, confirmed: bool) -> Result<(), String> {
        let (text, variant) = self.text_of_link(text)?;
        if has_games(&text) {
            let screen = self.screen_of_text(text)?;
            self.open(screen);
            return Ok(());
        }
        let start = self.game_start.as_ref();
        let mut choices = start.map_or(&self.setup.choices, |start| &start.choices).clone();
        choices.options.copy_live(&self.ctx.options);
        let read = self.setup.reader.read(&text, &choices.options, &variant);
        let (pgn, options) = read.map_err(|fault| format!("This cannot be pasted: {fault}"))?;
        let (game, start, side) = self.text_game(&pgn, options, &choices)?;
        if ending_of(&pgn, &game).is_some() {
            self.analyze(Self::analysis_of(&pgn, options)?);
            return Ok(());
        }
        if !confirmed && self.ctx.game_in_progress {
            let play = Action::Paste { text, confirmed: true };
            self.open(Box::new(Question::new(START_NEW, "New game", play)));
            return Ok(());
        }
        self.open_text_game(game, start, side);
        Ok(())
    }

    /// Starts a game from the last position of `text`, which was read with `options`. If that game is over, its analysis is
    /// opened above it.
    pub(super) fn start_text(
        &mut self,
        text: &PgnGame,
        options: Options,
        choices: &NewGame,
    ) -> Result<(), String> {
        let (game, start, side) = self.text_game(text, options, choices)?;
        let is_over = ending_of(text, &game).is_some();
        self.open_text_game(game, start, side);
        if is_over {
            self.analyze(Self::analysis_of(text, options)?);
        }
        Ok(())
    }

    /// Opens the analysis board with the start of these choices.
    pub(super) fn analyze_level(&mut self, choices: &NewGame) -> Result<(), String> {
        let position = by_options(&self.levels.find(&choices.level)?.position, &choices.options)?;
        let setup = AnalysisSetup::new(Analysis::new(GameTree::new(position)), None, Color::White);
        self.analyze(AnalysisSetup { kept: Some(String::new()), ..setup });
        Ok(())
    }

    /// Goes on with the last analysis of the variant of these choices or of the game on the board, which may have been played
    /// from it. If there is none, opens the board with the start of the choices.
    pub(super) fn continue_analysis(&mut self, choices: &NewGame) -> Result<(), String> {
        let variant = self.levels.find(&choices.level)?.position.variant().rules().name.clone();
        let variants = [variant, self.text_variant()];
        let variant_of =
            |text: &str| Some(variant_name(Games::new(text).next()?.tags.get("Variant")?).to_owned());
        let mut kept = self.setup.storage.load_analyses().into_iter();
        let last = kept.find(|text| variant_of(text).is_some_and(|name| variants.contains(&name)));
        match last.map(|text| Ok((self.setup_of_text(&text, &self.text_variant())?, text))) {
            None => self.analyze_level(choices)?,
            Some(Ok((setup, text))) => {
                let notice = setup.notice.or(Some("Your last analysis. Press N for a new one.".to_owned()));
                self.analyze(AnalysisSetup { notice, kept: Some(text), ..setup });
            }
            Some(Err(reason)) => {
                self.ctx.notice = Some(reason);
                self.analyze_level(choices)?;
            }
        }
        Ok(())
    }

    /// Opens the analysis board.
    pub(super) fn analyze(&mut self, setup: AnalysisSetup) {
        let screen = self.analysis_screen(setup);
        self.open(screen);
    }

    fn analysis_screen(&self, setup: AnalysisSetup) -> Box<dyn OpenScreen> {
        let analyst = self.analyst(setup.analysis.tree().start().variant());
        let limits = self.setup.computers.analysis_limits;
        let workers = (analyst, (self.setup.computers.explainer)());
        Box::new(AnalysisScreen::new(setup, workers, limits, self.ctx.options))
    }

    /// The analysis board with a FEN or a PGN, or the list of the games of a PGN if it has several.
    pub(super) fn screen_of_text(&mut self, text: String) -> Result<Box<dyn OpenScreen>, String> {
        let (text, variant) = self.text_of_link(text)?;
        if has_games(&text) {
            return Ok(self.list_of_text("Games of a PGN", text));
        }
        Ok(self.analysis_screen(self.setup_of_text(&text, &variant)?))
    }

    /// Name of the variant that is tried first if a text names none: that of the game on the board.
    pub(super) fn text_variant(&self) -> String {
        let start = self.game_start.as_ref().map_or(&self.setup.level.0, |start| &start.position);
        start.variant().rules().name.clone()
    }

    /// The FEN or PGN of a link and its variant, which is saved if it is new; of another text, the text and the variant of the
    /// game on the board.
    fn text_of_link(&mut self, text: String) -> Result<(String, String), String> {
        let Some(link) = Link::parse(&text) else { return Ok((text, self.text_variant())) };
        let refusal = |fault| format!("This link cannot be opened: {fault}");
        let link = self.setup.storage.save_link(link).map_err(refusal)?;
        self.reload_variants();
        let variant = link.variant.unwrap_or_else(|| self.text_variant());
        let found = self.setup.reader.variants().find(&variant);
        let found = found.map_err(|unknown| refusal(format!("there is no variant {:?}", unknown.name)))?;
        let start = || match Position::start(&found) {
            Ok(start) => Ok(fen::format(&start)),
            Err(fault) => Err(fault.to_string()),
        };
        Ok((link.text.map_or_else(start, Ok)?, variant))
    }

    /// The list of the games of a PGN.
    pub(super) fn list_of_text(&self, title: &'static str, text: String) -> Box<dyn OpenScreen> {
        Box::new(GamesScreen::of_text(title, text.into(), self.game_source(Vec::new)))
    }

    fn setup_of_text(&self, text: &str, variant: &str) -> Result<AnalysisSetup, String> {
        let read = self.setup.reader.read_leniently(text, &self.ctx.options, variant);
        let (pgn, options) = read.map_err(|fault| format!("This cannot be read: {fault}"))?;
        Self::analysis_of(&pgn, options)
    }

    /// The analysis of a game of two people.
    fn analysis_of(text: &PgnGame, options: Options) -> Result<AnalysisSetup, String> {
        let game = two_person_game(text, options)?;
        let ending = ending_of(text, &game);
        let (tags, result, notice) = (text.tags.clone(), text.result.clone(), faults_of(text));
        let setup = AnalysisSetup::new(Analysis::new(text.tree.clone()), ending, Color::White);
        Ok(AnalysisSetup { tags, result, notice, kept: Some(String::new()), ..setup })
    }

    /// A game that goes on after the last move of `text`, how it was started, and the side of the human.
    fn text_game(
        &self,
        text: &PgnGame,
        options: Options,
        choices: &NewGame,
    ) -> Result<(Game, GameStart, Color), String> {
        let choices = NewGame { options, ..choices.clone() };
        let side = choices.color.resolve(coin());
        let setup = GameSetup {
            position: text.start().clone(),
            players: choices.players(side),
            controls: choices.time_controls(side),
            options: choices.options,
        };
        let game = Game::after_moves(setup, &text.moves()).map_err(|fault| fault.to_string())?;
        let engines = ByColor::from_fn(|color| self.chosen_engine(&options).filter(|_| color != side));
        let game = game.with_engines(engines).with_clocks_from_next_move();
        let position = self.setup.reader.without_options(&game.position_at(0));
        Ok((game, GameStart::of(position, &choices), side))
    }

    fn open_text_game(&mut self, game: Game, start: GameStart, side: Color) {
        let imported_moves = game.moves().iter().map(|made| made.mv).collect();
        self.open_game(game, side, start, None, |autosave, tags| autosave.new_game(imported_moves, tags));
    }
}

/// The game of two people after the moves of `text`.
pub(super) fn two_person_game(text: &PgnGame, options: Options) -> Result<Game, String> {
    let setup = GameSetup {
        position: text.start().clone(),
        players: ByColor::from_fn(|_| PlayerKind::Human),
        controls: ByColor::from_fn(|_| None),
        options,
    };
    Game::after_moves(setup, &text.moves()).map_err(|fault| fault.to_string())
}

/// The faults of a PGN in a sentence, if there are any.
pub(super) fn faults_of(text: &PgnGame) -> Option<String> {
    Some(format!("Left out: {}", first_of(&text.errors)?))
}

/// Whether a text is a PGN with several games.
fn has_games(text: &str) -> bool {
    let mut games = Games::new(text);
    let Some((first, second)) = games.next().zip(games.next()) else { return false };
    // A text that is no PGN may have words such as `*`.
    let has_tags = [first, second].iter().any(|game| game.tags.iter().next().is_some());
    has_tags && !import::is_fen(text)
}

/// How the game of a text has ended, if it has.
pub(super) fn ending_of(text: &PgnGame, game: &Game) -> Option<String> {
    let by_result = match text.result.as_str() {
        "1-0" => Some("White won"),
        "0-1" => Some("Black won"),
        "1/2-1/2" => Some("Draw"),
        _ => None,
    };
    game.message().filter(|_| game.termination().is_some()).or(by_result.map(str::to_owned))
}
