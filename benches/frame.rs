//! Time to update the screens and build the scene of a frame, without a window, for the start position and three screens
//! above it.
//!
//! `cargo bench --no-default-features --bench frame`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::app_setup;
use xxlchess::app::App;
use xxlchess::config::Config;
use xxlchess::view::input::{Input, InputEvent, Key};
use xxlchess::view::scene::Point;

const FRAMES: usize = 600;
const SIZES: [(f32, f32); 2] = [(792.0, 672.0), (1280.0, 800.0)];
const INTERVAL: Duration = Duration::from_micros(16_667);

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
}

/// Opens a screen by keys and prints how long its frames take while the pointer moves.
fn measure(name: &str, keys: &[Key], size: (f32, f32)) {
    let mut app = App::new(app_setup(Config::built_in().new_game("xxl"))).expect("a game starts");
    let mut input = |events: Vec<InputEvent>, x: f32| {
        let input = Input {
            elapsed: INTERVAL,
            hidden: Duration::ZERO,
            no_audio: false,
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
    let frames: Vec<_> = (0..FRAMES).map(|frame| input(Vec::new(), frame as f32)).collect();
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
