//! Time to update the screens and build the scene of a frame, without a window, for the start position and three screens
//! above it.
//!
//! `cargo bench --no-default-features --bench frame`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::{AT_ONCE, FakeAnalyst, app_setup, app_with, variant};
use xxlchess::app::App;
use xxlchess::config::Config;
use xxlchess::game::analysis::analyzer::AnalysisLimits;
use xxlchess::game::analysis::{Analysis, AnalysisSetup};
use xxlchess::game::options::Options;
use xxlchess::game::worker::{Analyst, Explainer, ThreadedWorker};
use xxlchess::notation::game_tree::{GameTree, NodeId};
use xxlchess::platform::threads;
use xxlchess::rules::{Color, Position};
use xxlchess::view::input::{Input, InputEvent, Key};
use xxlchess::view::scene::Point;
use xxlchess::view::screens::analysis::AnalysisScreen;

const FRAMES: usize = 600;
const SIZES: [(f32, f32); 2] = [(792.0, 672.0), (1280.0, 800.0)];
const INTERVAL: Duration = Duration::from_micros(16_667);

/// Number of moves of the main line of the analysis.
const GAME: usize = 400;
/// Number of these moves that have a variation of four moves.
const VARIATIONS: usize = 300;

fn main() {
    println!("{:<16} {:>10} {:>10} {:>10} {:>7}", "screen", "size", "median µs", "99 % µs", "items");
    let screens: [(&str, &[Key]); 4] = [
        ("start position", &[]),
        ("menu", &[Key::Char('m')]),
        ("help", &[Key::F1]),
        ("rules", &[Key::F1, Key::Tab, Key::Enter]),
    ];
    for (name, keys) in screens {
        for size in SIZES {
            measure(name, keys, size);
        }
    }
    for size in SIZES {
        measure_app("analysis", analysis(None), &[], size);
        // The search has all cores, the window none of its own.
        measure_app("analysis, search", analysis(Some(threads::available())), &[], size);
    }
}

/// The analysis board with a long game and many variations, and an endless search on this number of threads.
fn analysis(search: Option<usize>) -> App {
    let mut tree = GameTree::new(Position::start(&variant("xxl")).expect("a start"));
    let mut last = NodeId::ROOT;
    for ply in 0..GAME {
        let legal = tree.position(last).legal_moves();
        let main = tree.add_move(last, legal[ply % legal.len()]).expect("a legal move");
        if ply < VARIATIONS {
            let mut id = last;
            for step in 1..=4 {
                let legal = tree.position(id).legal_moves();
                id = tree.add_move(id, legal[(ply + step) % legal.len()]).expect("a legal move");
            }
        }
        last = main;
    }
    let setup =
        AnalysisSetup { evaluates: false, ..AnalysisSetup::new(Analysis::new(tree), None, Color::White) };
    let analyst: Box<Analyst> = match search {
        Some(threads) => Box::new(ThreadedWorker::analyst(threads, 16)),
        None => Box::new(FakeAnalyst::default()),
    };
    let workers: (Box<Analyst>, Box<Explainer>) = (analyst, Box::new(ThreadedWorker::explainer()));
    let screen = AnalysisScreen::new(setup, workers, AnalysisLimits::default(), Options::default());
    app_with(screen, Options::default(), AT_ONCE)
}

/// Opens a screen by keys and prints how long its frames take while the pointer moves.
fn measure(name: &str, keys: &[Key], size: (f32, f32)) {
    let app = App::new(app_setup(Config::built_in().new_game("xxl"))).expect("a game starts");
    measure_app(name, app, keys, size);
}

/// Opens a screen of `app` by keys and prints how long its frames take while the pointer moves and the list below it
/// scrolls by a row in each frame.
fn measure_app(name: &str, mut app: App, keys: &[Key], size: (f32, f32)) {
    let mut input = |events: Vec<InputEvent>, x: f32| {
        let input = Input {
            elapsed: INTERVAL,
            hidden: Duration::ZERO,
            no_audio: false,
            wants_access: false,
            touch: false,
            size,
            pointer: Point::new(x, 300.0),
            events,
        };
        let start = Instant::now();
        let frame = app.frame(&input);
        (start.elapsed(), frame.scene.items.len())
    };
    input(Vec::new(), 0.0);
    for &key in keys {
        input(vec![InputEvent::Key { key, control: false }], 0.0);
    }
    let scrolls = name.starts_with("analysis");
    let mut frame = |frame: usize| {
        // The list is at the right of the window.
        let x = if scrolls { size.0 - 60.0 - (frame % 2) as f32 } else { frame as f32 };
        let up = if frame < FRAMES / 2 { 1.0 } else { -1.0 };
        input(if scrolls { vec![InputEvent::Wheel(up)] } else { Vec::new() }, x)
    };
    let frames: Vec<_> = (0..FRAMES).map(&mut frame).collect();
    let mut times: Vec<_> = frames.iter().map(|(time, _)| time.as_secs_f64() * 1e6).collect();
    times.sort_by(f64::total_cmp);
    let items = frames.last().map_or(0, |(_, items)| *items);
    let size = format!("{}x{}", size.0, size.1);
    println!(
        "{name:<16} {size:>10} {:>10.1} {:>10.1} {items:>7}",
        times[FRAMES / 2],
        times[FRAMES * 99 / 100]
    );
}
