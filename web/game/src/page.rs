//! The program of the page: what `xxlchess play` is on other systems, with a link instead of arguments.

use std::panic;
use std::path::Path;

use xxlchess::app::{App, AppSetup, COMPUTER_PAUSE, FirstScreen};
use xxlchess::config::{self, Config};
use xxlchess::engine::difficulty::Difficulty;
use xxlchess::game::new_game::{BySeat, NewGame};
use xxlchess::game::options::{Animation, Marks, ThemeName};
use xxlchess::gui::{self, OwnDrawings, WindowOptions};
use xxlchess::platform::folders;
use xxlchess::platform::page::{self, Page};
use xxlchess::rules::Position;
use xxlchess::storage::Storage;
use xxlchess::storage::game_reader::GameReader;
use xxlchess::storage::link::Link;
use xxlchess::view::screens::dialogs::Question;
use xxlchess::view::widgets::board::animation::Speed;
use xxlchess_browser::call;

use crate::workers;

/// The variant of a link that names none.
const VARIANT: &str = "xxlm";
/// The parameter with the lock of the game that goes on after the page has reloaded itself. The game has the same name
/// with another extension.
const RESUME: &str = "resume";

/// Plays games on the canvas of the page.
pub fn run() {
    page::connect(Page { call, clock: xxlchess_browser::clock, add_sound: xxlchess_browser::add_sound });
    let drawings = OwnDrawings::default();
    let options = WindowOptions {
        title: "XXL chess".to_owned(),
        size: (0, 0),
        on_close: Box::new(|_| drop(call("restart_game", ""))),
        exit_after: None,
        frame_stats: false,
        announce: true,
        drawings: drawings.clone(),
    };
    let opened = gui::run(options, || {
        // Replaces the hook of the window library, which only writes to the console.
        panic::set_hook(Box::new(|info| drop(call("fail", &info.to_string()))));
        let mut app = app(drawings);
        if let Some(problem) = call("storage_problem", "") {
            app.show_notice(problem);
        }
        if let Some(file) = parameter(RESUME)
            && let Err(problem) = app.resume_file(&Path::new(&file).with_extension("pgn"))
        {
            app.show_notice(problem);
        }
        call("ready", "");
        move |input| {
            if let Some(problem) = workers::problem() {
                call("announce", &problem);
                app.show_notice(problem);
            }
            let frame = app.frame(input);
            call("depth", &app.open_screens().saturating_sub(1).to_string());
            frame
        }
    });
    if let Err(error) = opened {
        call("fail", &error.to_string());
    }
}

/// A parameter of the link: `fen` in `#fen=...&variant=...`.
fn parameter(name: &str) -> Option<String> {
    call("parameter", name)
}

fn app(drawings: OwnDrawings) -> App {
    let storage = Storage { data_dir: folders::data(), config_dir: folders::config() };
    let mut config = Config::built_in();
    // A page has no config file, and newcomers do not expect promotion in the middle of the board.
    config.options.promotion_line = true;
    // The player's settings in the menu count more than those of the system.
    if call("reduces_motion", "").is_some() {
        config.options.animation = Animation::Off;
    }
    if call("wants_contrast", "").is_some() {
        (config.options.theme, config.options.marks) = (ThemeName::Contrast, Marks::Shapes);
    }
    let settings = storage.load_settings(&config.new_game(""));
    let config = config.with_live_options(&settings.options);
    let named = parameter("variant");
    let (setup, problem) = match setup(
        &config,
        storage.clone(),
        named.as_deref(),
        parameter("analyse").or(parameter("fen")),
        &drawings,
    ) {
        Ok(setup) => (setup, None),
        Err(problem) => (
            setup(&config, storage, None, None, &drawings).expect("the built-in position is legal"),
            Some(problem),
        ),
    };
    let question =
        |problem| Question::choice(format!("The link cannot be used: {problem}."), Vec::new(), "Close");
    match problem {
        Some(problem) => App::with_screen(setup, Box::new(question(problem))),
        None => App::new(setup).expect("a position that was read can be played"),
    }
}

/// The choices for the game of a link. Level, clocks and the question before resigning are those of the player if the link names
/// a variant or a position and no seed that makes the game repeatable.
fn choices(config: &Config, storage: &Storage, names_position: bool) -> NewGame {
    let mut choices = config.new_game("");
    if names_position && parameter("seed").is_none() {
        choices.clocks = BySeat::both(None);
        choices.options.confirm_resign = true;
        let of_player = storage.load_settings(&choices);
        choices.clocks = of_player.clocks;
        choices.options.confirm_resign = of_player.options.confirm_resign;
        choices.options.difficulty = of_player.options.difficulty;
    }
    if let Some(level) = parameter("level").and_then(|level| level.parse().ok()) {
        choices.options.difficulty = Difficulty::new(level).number();
    }
    choices
}

/// The set-up of the app that a link asks for: its variant and its position or game.
fn setup(
    config: &Config,
    storage: Storage,
    variant: Option<&str>,
    fen: Option<String>,
    drawings: &OwnDrawings,
) -> Result<AppSetup, String> {
    let named = variant.is_some();
    let link = storage.save_link(Link { variant: variant.map(str::to_owned), text: fen })?;
    let (variants, _) = storage.variants();
    let name = link.variant.as_deref().unwrap_or(VARIANT);
    let variant = variants.find(name).map_err(|unknown| unknown.to_string())?;
    let reader = GameReader::new(&variant).with_variants(variants);
    let choices = choices(config, &storage, named || link.text.is_some());
    let read = |text: String| reader.read(&text, &choices.options, &variant.rules().name);
    let text = link.text.clone().map(read).transpose().map_err(|error| error.to_string())?;
    let position = match &text {
        Some((game, _)) => reader.without_options(game.start()),
        None if named => Position::start(&variant).map_err(|faults| faults.to_string())?,
        None => {
            let level = config::built_in_level().as_bytes();
            let position = config::parse_level(&config.layout, level, &variant, config.bottom);
            position.map_err(|error| error.to_string())?
        }
    };
    let (has_text, drawings) = (text.is_some(), drawings.clone());
    let seed = parameter("seed").and_then(|seed| seed.parse().ok());
    let names_game =
        named || seed.is_some() || ["level", RESUME].iter().any(|name| parameter(name).is_some());
    let first_screen = match text {
        Some((game, options)) => match link.text.filter(|_| parameter("analyse").is_some()) {
            Some(text) => FirstScreen::Analysis(text),
            None => FirstScreen::Text(Box::new(game), options),
        },
        None if parameter("puzzles").is_some() => FirstScreen::BuiltInPuzzles,
        None if parameter("learn").is_some() => FirstScreen::Learn,
        None if parameter("menu").is_some() => FirstScreen::Menu,
        None if names_game => FirstScreen::Game { search: false },
        None => FirstScreen::Home,
    };
    Ok(AppSetup {
        level: (position, "XXL chess".to_owned()),
        remark: None,
        choices,
        set_by_config: Vec::new(),
        level_on_command_line: has_text || named,
        speed: Speed { pixels_a_frame: config.piece_movement_speed, longest: config.max_movement_time },
        seed,
        pause: COMPUTER_PAUSE,
        reader,
        storage,
        computers: workers::computers(),
        engines: Default::default(),
        first_screen,
        page: call("address", ""),
        program: None,
        export: gui::export(drawings.clone()),
        add_drawing: Box::new(move |name, svg| drawings.add(name, svg).map_err(|error| error.to_string())),
    })
}
