//! Scenarios: folders with a level, a script of what the player does and must see, and a config where it differs from
//! `tests/data/scenario.json`.
//!
//! A script has one step a line; `#` starts a comment. Squares are `a1` to `n14`, times are seconds.
//!
//! | step | meaning |
//! |---|---|
//! | `click b2` | press the main button on a tile |
//! | `point 700 300` | press the main button at a pixel of the window |
//! | `key escape`, `key r`, `key left`, `key right`, `key home` | press a key |
//! | `hold b2 b4` | press the main button on a tile and move the pointer to another |
//! | `wheel d4 1` | turn the wheel over a tile, by this many notches upwards |
//! | `wait 1.5` | let time pass, in frames of 1/60 s |
//! | `size 396 336` | give the window another size; it starts with 792 by 672 |
//! | `computer b13b12 …` | the moves the computer answers with, in order; without one it thinks |
//! | `sees b2 danger\|mating\|selected\|capture\|target\|last\|nothing` | the tint of a tile |
//! | `targets b3 b4`, `captures …`, `targets` | exactly these tiles are blue, or light red |
//! | `only mating b3 c4` | exactly these tiles have this tint |
//! | `says Check!`, `says` | the message, or none |
//! | `piece b4 white pawn`, `piece b2 none` | what stands on a tile |
//! | `pieces 4` | how many pieces are drawn |
//! | `drawn h1 336 624` | the upper left corner of the drawing of the piece that stands on a tile |
//! | `clock white 2:58` | what a clock shows |
//! | `turn black`, `turn over` | whose clock runs |
//! | `top n14` | the square shown in the upper left corner |

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use crate::common::window::Driver;
use crate::common::{GameScreen, at, deterministic};
use xxlchess::config::Config;
use xxlchess::engine::SearchRequest;
use xxlchess::game::GameController;
use xxlchess::game::options::Options;
use xxlchess::game::worker::Worker;
use xxlchess::game::{Game, GameSetup};
use xxlchess::notation::coords::parse_move;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Move, Square};
use xxlchess::view::input::{InputEvent, Key};
use xxlchess::view::scene::{Point, Scene, Sprite, TextRole, Tint};
use xxlchess::view::widgets::board::animation::Speed;

/// The config of a scenario that has none of its own.
const DEFAULT_CONFIG: &str = include_str!("../data/scenario.json");
/// Time of a frame at 60 frames a second.
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// Moves that the computer will make.
type Script = Rc<RefCell<VecDeque<String>>>;

/// A computer that plays the moves of a script, and thinks while there are none.
struct ScriptedOpponent {
    script: Script,
    task: Option<SearchRequest>,
}

impl Worker<SearchRequest, Move> for ScriptedOpponent {
    fn start(&mut self, task: SearchRequest) {
        self.task = Some(task);
    }

    fn poll(&mut self) -> Option<Move> {
        let task = self.task.as_ref()?;
        let text = self.script.borrow_mut().pop_front()?;
        let mv = parse_move(&task.position, &text);
        assert!(
            mv.is_some(),
            "the computer is to play {text}, which is not legal in {}",
            xxlchess::notation::fen::format(&task.position)
        );
        self.task = None;
        mv
    }

    fn cancel(&mut self) {
        self.task = None;
    }
}

/// A scenario that is being played.
struct Run {
    screen: GameScreen,
    script: Script,
}

impl Run {
    fn start(folder: &Path) -> Self {
        let file = folder.join("config.json");
        let config = if file.exists() { Config::load(&file) } else { Config::parse(&file, DEFAULT_CONFIG) };
        let config = config.expect("the scenario's config");
        let name = config.variant.as_deref().unwrap_or("xxl");
        let variant = Variants::built_in().get(name).expect("a built-in variant");
        let (position, _) = config.load_level(&config.layout, &variant).expect("the scenario's level");
        let choices = config.new_game("");
        let game = Game::new(GameSetup {
            position,
            players: choices.players(config.player_color),
            controls: choices.time_controls(config.player_color),
            options: config.options,
        });
        let script = Script::default();
        let opponent = ScriptedOpponent { script: Rc::clone(&script), task: None };
        let controller = GameController::new(game, Box::new(opponent), deterministic(0));
        let speed = Speed { pixels_a_frame: config.piece_movement_speed, longest: config.max_movement_time };
        let mut run = Self { screen: GameScreen::of(controller, Options::default(), speed), script };
        run.screen.tick(Duration::ZERO);
        run
    }

    fn scene(&self) -> Scene {
        self.screen.scene()
    }

    fn game(&self) -> &Game {
        self.screen.game()
    }

    /// Does one step. The error is what differs from the script.
    fn step(&mut self, words: &[&str]) -> Result<(), String> {
        if self.act(words) { Ok(()) } else { self.see(words) }
    }

    /// Does a step in which the person or the computer does something or time passes, if it is one.
    fn act(&mut self, words: &[&str]) -> bool {
        match words {
            ["click", square] => self.screen.click_square(square),
            ["point", x, y] => self.screen.click(Point::new(number(x), number(y))),
            ["size", width, height] => self.screen.ctx.size = (number(width), number(height)),
            ["key", key] => {
                let key = match *key {
                    "escape" => Key::Escape,
                    "left" => Key::Left,
                    "right" => Key::Right,
                    "home" => Key::Home,
                    key => Key::Char(key.chars().next().expect("a key")),
                };
                self.screen.key(key);
            }
            ["hold", from, to] => {
                self.screen.press_square(from);
                self.screen.move_to(self.screen.tile(to));
            }
            ["wheel", square, notches] => {
                self.screen.input_at(self.screen.tile(square), vec![InputEvent::Wheel(number(notches))]);
            }
            ["wait", seconds] => self.wait(Duration::from_secs_f64(seconds.parse().expect("seconds"))),
            ["computer", moves @ ..] => {
                self.script.borrow_mut().extend(moves.iter().map(|&mv| mv.to_owned()));
            }
            _ => return false,
        }
        true
    }

    /// Checks a step that describes the screen.
    fn see(&self, words: &[&str]) -> Result<(), String> {
        match words {
            ["sees", square, tint] => same(self.scene().tint(at(square)), tint_called(tint)),
            ["targets", squares @ ..] => self.tinted(Tint::Target, squares),
            ["captures", squares @ ..] => self.tinted(Tint::Capture, squares),
            ["only", tint, squares @ ..] => self.tinted(tint_called(tint).expect("a tint"), squares),
            ["says", message @ ..] => same(self.scene().text_of(TextRole::Message), message.join(" ")),
            ["piece", square, what @ ..] => same(self.piece(at(square)), what.join(" ")),
            ["pieces", count] => same(
                self.scene().sprites().filter(|s| s.square.is_some()).count().to_string().as_str(),
                *count,
            ),
            ["drawn", square, x, y] => {
                let drawn = self.sprite(at(square)).map(|s| (s.rect.x, s.rect.y));
                same(drawn, Some((number(x), number(y))))
            }
            ["clock", color, time] => {
                same(self.scene().text_of(TextRole::Clock(color_called(color))).as_str(), *time)
            }
            ["turn", "over"] => same(self.game().side_to_move(), None),
            ["turn", color] => same(self.game().side_to_move(), Some(color_called(color))),
            ["top", square] => {
                let scene = self.scene();
                let corner = scene.tiles().find(|t| t.rect.x == 0.0 && t.rect.y == 0.0).map(|t| t.square);
                same(corner, Some(at(square)))
            }
            _ => Err("this step is not known".to_owned()),
        }
    }

    /// The drawing of the piece that stands on `square`, wherever it is on its way.
    fn sprite(&self, square: Square) -> Option<Sprite> {
        self.scene().sprites().filter(|s| s.square == Some(square)).last().cloned()
    }

    fn wait(&mut self, mut time: Duration) {
        while !time.is_zero() {
            let elapsed = time.min(FRAME);
            self.screen.tick(elapsed);
            time -= elapsed;
        }
    }

    fn tinted(&self, tint: Tint, squares: &[&str]) -> Result<(), String> {
        let scene = self.scene();
        let tiles = scene.tiles().filter(|t| t.tint == Some(tint));
        let mut seen: Vec<_> = tiles.map(|t| t.square.to_string()).collect();
        let mut expected: Vec<_> = squares.iter().map(|&s| s.to_owned()).collect();
        seen.sort_unstable();
        expected.sort_unstable();
        same(seen, expected)
    }

    fn piece(&self, square: Square) -> String {
        let position = self.game().position();
        position.board().piece_at(square).map_or_else(
            || "none".to_owned(),
            |piece| format!("{} {}", piece.color, position.variant().piece(piece.kind).name),
        )
    }
}

fn same<T: PartialEq + std::fmt::Debug>(seen: T, expected: T) -> Result<(), String> {
    if seen == expected { Ok(()) } else { Err(format!("seen {seen:?}, expected {expected:?}")) }
}

fn number(text: &str) -> f32 {
    text.parse().expect("a number")
}

fn color_called(name: &str) -> Color {
    if name == "white" { Color::White } else { Color::Black }
}

fn tint_called(name: &str) -> Option<Tint> {
    match name {
        "danger" => Some(Tint::Danger),
        "mating" => Some(Tint::Mating),
        "selected" => Some(Tint::Selected),
        "capture" => Some(Tint::Capture),
        "target" => Some(Tint::Target),
        "last" => Some(Tint::LastMove),
        "nothing" => None,
        _ => panic!("{name} is no tint"),
    }
}

fn folders() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let entries = fs::read_dir(all).expect("the scenarios' folder");
    let mut folders: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    folders
}

/// Every folder of `tests/scenarios` is played step by step, and the tiles are those of its script.
#[test]
fn every_scenario_follows_its_script() {
    let folders = folders();
    let mut faults = Vec::new();
    for folder in &folders {
        // The name of the folder is printed only if the test fails.
        println!("{}", folder.display());
        let script = fs::read_to_string(folder.join("script.txt")).expect("the scenario's script");
        let mut run = Run::start(folder);
        for (number, line) in script.lines().enumerate() {
            let words: Vec<_> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
            if words.is_empty() {
                continue;
            }
            if let Err(fault) = run.step(&words) {
                let name = folder.file_name().unwrap_or_default().to_string_lossy();
                faults.push(format!("{name}:{}: {line}: {fault}", number + 1));
            }
        }
    }
    assert!(folders.len() > 1 && faults.is_empty(), "{}", faults.join("\n"));
}
