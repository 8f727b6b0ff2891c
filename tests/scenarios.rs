//! Scenarios: folders with a config, a level and a script of what the person does and must see.
//!
//! A script has one step a line; `#` starts a comment. Squares are `a1` to `n14`, times are seconds.
//!
//! | step | meaning |
//! |---|---|
//! | `click b2` | press the main button on a tile |
//! | `key escape`, `key r` | press a key |
//! | `wait 1.5` | let time pass, in frames of 1/60 s |
//! | `computer b13b12 …` | the moves the computer answers with, in order, before it is asked |
//! | `sees b2 danger\|mating\|selected\|capture\|target\|last\|nothing` | the tint of a tile |
//! | `targets b3 b4`, `captures …`, `targets` | exactly these tiles are blue, or light red |
//! | `says Check!`, `says` | the message, or none |
//! | `piece b4 white pawn`, `piece b2 none` | what stands on a tile |
//! | `clock white 2:58` | what a clock shows |
//! | `turn black`, `turn over` | whose clock runs |
//! | `top n14`, | the square shown in the upper left corner |

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use xxlchess::config::Config;
use xxlchess::engine::{Task, Thinker};
use xxlchess::game::opponent::Inline;
use xxlchess::game::session::{Manner, Session};
use xxlchess::game::{Game, GameSetup, Player};
use xxlchess::notation::coords::{find_move, parse_square};
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{ByColor, Color, Move, Square};
use xxlchess::view::animation::Speed;
use xxlchess::view::input::{Button, Happening, Key};
use xxlchess::view::play::PlayScreen;
use xxlchess::view::scene::{Point, Scene, TextRole, Tint};
use xxlchess::view::screen::Screen;

const SIZE: (f32, f32) = (792.0, 672.0);
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// A computer that answers with moves told beforehand.
struct Script(Arc<std::sync::Mutex<VecDeque<String>>>);

impl Thinker for Script {
    fn choose(&mut self, task: &Task, _stop: &AtomicBool) -> Option<Move> {
        let told = self.0.lock().expect("one thread").pop_front()?;
        let mv = find_move(&task.position, &told);
        assert!(mv.is_some(), "the computer is told to play {told}, which is not legal");
        mv
    }
}

/// A scenario being played.
struct Run {
    screen: PlayScreen,
    answers: Arc<std::sync::Mutex<VecDeque<String>>>,
}

impl Run {
    fn start(folder: &Path) -> Self {
        let config = Config::load(&folder.join("config.json")).expect("the scenario's config");
        let name = config.variant.as_deref().unwrap_or("xxl");
        let variant = Variants::built_in().get(name).expect("a built-in variant");
        let position = config.load_level(&variant).expect("the scenario's level");
        let player = |color| if color == config.player_color { Player::Human } else { Player::Computer };
        let controls = config.controls();
        let game = Game::new(GameSetup {
            position,
            players: ByColor::from_fn(player),
            controls: ByColor::from_fn(|color| Some(controls[color])),
        });
        let answers = Arc::default();
        let opponent = Inline::new(Box::new(Script(Arc::clone(&answers))));
        let manner = Manner { seed: 0, repeatable: true, pause: Duration::ZERO };
        let session = Session::new(game, Box::new(opponent), manner);
        let speed = Speed { pixels_a_frame: config.piece_movement_speed, longest: config.max_movement_time };
        let mut run = Self { screen: PlayScreen::new(session, speed), answers };
        run.frame(Duration::ZERO, vec![]);
        run
    }

    fn frame(&mut self, elapsed: Duration, happenings: Vec<Happening>) {
        self.screen.tick(elapsed);
        for happening in happenings {
            self.screen.happen(happening, SIZE);
        }
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.screen.ground());
        self.screen.draw(SIZE, &mut scene.items);
        scene
    }

    fn game(&self) -> &Game {
        self.screen.session().game()
    }

    fn tile(&self, square: Square) -> Point {
        let scene = self.scene();
        let tile = scene.tiles().find(|tile| tile.square == square);
        tile.expect("a tile of the board").rect.center()
    }

    /// Does one step, or says what is not as it must be.
    fn step(&mut self, words: &[&str]) -> Result<(), String> {
        match words {
            ["click", square] => {
                let point = self.tile(at(square));
                let happenings =
                    vec![Happening::Pressed(Button::Left, point), Happening::Released(Button::Left, point)];
                self.frame(Duration::ZERO, happenings);
                Ok(())
            }
            ["key", key] => {
                let key = if *key == "escape" {
                    Key::Escape
                } else {
                    Key::Char(key.chars().next().expect("a key"))
                };
                self.frame(Duration::ZERO, vec![Happening::Key { key, control: false }]);
                Ok(())
            }
            ["wait", seconds] => {
                self.wait(Duration::from_secs_f64(seconds.parse().expect("seconds")));
                Ok(())
            }
            ["computer", moves @ ..] => {
                self.answers.lock().expect("one thread").extend(moves.iter().map(|&mv| mv.to_owned()));
                Ok(())
            }
            ["sees", square, tint] => same(self.scene().tint(at(square)), tint_called(tint)),
            ["targets", squares @ ..] => self.tinted(Tint::Target, squares),
            ["captures", squares @ ..] => self.tinted(Tint::Capture, squares),
            ["says", message @ ..] => same(self.scene().says(TextRole::Message), message.join(" ")),
            ["piece", square, what @ ..] => same(self.piece(at(square)), what.join(" ")),
            ["clock", color, time] => {
                same(self.scene().says(TextRole::Clock(color_called(color))).as_str(), *time)
            }
            ["turn", "over"] => same(self.game().running(), None),
            ["turn", color] => same(self.game().running(), Some(color_called(color))),
            ["top", square] => {
                let scene = self.scene();
                let corner = scene.tiles().find(|t| t.rect.x == 0.0 && t.rect.y == 0.0).map(|t| t.square);
                same(corner, Some(at(square)))
            }
            _ => Err("this step is not known".to_owned()),
        }
    }

    fn wait(&mut self, mut time: Duration) {
        while !time.is_zero() {
            let elapsed = time.min(FRAME);
            self.frame(elapsed, vec![]);
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

fn at(square: &str) -> Square {
    parse_square(square).expect("a square")
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

/// Shows that in every scenario the person sees what its script says, step by step.
#[test]
fn every_scenario_goes_as_its_script_says() {
    let folders = folders();
    let mut faults = Vec::new();
    for folder in &folders {
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
