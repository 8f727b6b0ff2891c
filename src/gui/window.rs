//! The window and its loop: sixty times a second input in, picture out.

use std::cell::RefCell;
use std::io::Write as _;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use macroquad::Window;
use macroquad::conf::Conf;
use macroquad::miniquad::conf::{Conf as WindowConf, Icon, Platform};
use macroquad::prelude::{next_frame, set_fullscreen};

use super::announcer::Announcer;
use super::audio::AudioPlayer;
use super::clipboard::Clipboard;
use super::display::{self, WindowError};
use super::drawing::Drawing;
use super::input::WindowInput;
use super::mesh_builder::MeshBuilder;
use super::pacing::{Activity, FrameRate, FrameStats, Pacer};
use super::painter::Painter;
use super::sprites::Sprites;
use crate::rules::Color;
use crate::view::app::App;
use crate::view::input::{InputEvent, Key};

/// How to open the window.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// What its title bar says.
    pub title: String,
    /// Its width in pixels.
    pub width: u16,
    /// Its height in pixels.
    pub height: u16,
    /// Close it by itself after so long.
    pub exit_after: Option<Duration>,
    /// Print one line of frame statistics on standard output when it closes.
    pub frame_stats: bool,
    /// Print what happens in sentences on standard output, for screen readers.
    pub announce: bool,
    /// Drawings of pieces beside the built-in ones.
    pub drawings: Vec<Drawing>,
}

/// When the memory taken at the start is read: everything that is shown from the first frame on is drawn by then.
const WARM_UP: Duration = Duration::from_secs(1);

/// What asks for the text in the clipboard.
const PASTE: InputEvent = InputEvent::Key { key: Key::Paste, control: false };

/// Opens the window and runs the app that `make_app` makes, until it quits or the time is over.
///
/// # Errors
/// If no window can be opened; the error says why in one sentence.
pub fn run(
    options: WindowOptions,
    make_app: impl FnOnce() -> Box<dyn App> + 'static,
) -> Result<(), WindowError> {
    display::check()?;
    let opened = Arc::new(AtomicBool::new(false));
    let report = Rc::new(RefCell::new(RunStats::default()));
    let conf = conf(&options);
    let future = {
        let (opened, report) = (Arc::clone(&opened), Rc::clone(&report));
        let (exit_after, announce) = (options.exit_after, options.announce);
        let sprites = Sprites::new(options.drawings);
        async move {
            opened.store(true, Ordering::Relaxed);
            frame_loop(make_app(), sprites, exit_after, announce, &report).await;
        }
    };
    display::catch_startup_panic(&opened, || Window::from_config(conf, future))?;
    if options.frame_stats {
        let report = report.borrow();
        let line = report.stats.line(report.rss_start_kib, report.rss_end_kib);
        // Who listens may be gone.
        let _ = writeln!(std::io::stdout().lock(), "{line}");
    }
    Ok(())
}

/// What is counted while the window is open.
#[derive(Default)]
struct RunStats {
    stats: FrameStats,
    rss_start_kib: u64,
    rss_end_kib: u64,
}

/// The loop itself.
async fn frame_loop(
    mut app: Box<dyn App>,
    sprites: Sprites,
    exit_after: Option<Duration>,
    announce: bool,
    report: &RefCell<RunStats>,
) {
    let start = Instant::now();
    let (mut ears, mut painter, mut pacer) =
        (WindowInput::new(), Painter::new(sprites), Pacer::new(Duration::ZERO));
    let (mut speaker, mut attention) = (AudioPlayer::default(), FrameRate::default());
    let (mut clipboard, mut pointer) = (Clipboard::default(), None);
    let announcements = announce.then(|| Announcer::start(std::io::stdout())).flatten();
    let mut last = Duration::ZERO;
    let mut first = true;
    loop {
        let now = start.elapsed();
        let input = ears.poll(now - last);
        last = now;
        if ears.clipboard_is_lost() {
            clipboard.reclaim();
        }
        if input.events.contains(&PASTE) {
            clipboard.request_text();
        }
        if let Some(text) = clipboard.poll_text() {
            app.paste(&text);
        }
        let frame = app.frame(&input);
        if let Some(fullscreen) = frame.fullscreen {
            set_fullscreen(fullscreen);
        }
        if let Some(cue) = frame.sound {
            speaker.play(cue);
        }
        if let Some(text) = frame.copied {
            clipboard.set_text(text);
        }
        if let Some(announcements) = &announcements {
            announcements.print(frame.said);
        }
        let signs = Activity {
            focused: ears.is_focused(),
            input: pointer.replace(input.pointer) != Some(input.pointer) || !input.events.is_empty(),
            changed: painter.paint(frame.scene),
            waiting: frame.waiting,
        };
        if frame.quit || exit_after.is_some_and(|limit| now >= limit) {
            // While the window is still open: closing it gives back most of what it took.
            report.borrow_mut().rss_end_kib = rss_kib();
            announcements.into_iter().for_each(Announcer::finish);
            return;
        }
        // The display's own beat is not waited for (see `conf`): it may be slower, faster or missing. The pause
        // comes before the picture is shown, so that pictures appear at an even pace however long each took to make.
        let done = start.elapsed();
        let step = attention.next_interval(input.elapsed, signs);
        std::thread::sleep(pacer.pause(done, step));
        let awake = start.elapsed();
        next_frame().await;
        let end = start.elapsed();
        // The first frame draws every piece and letter there is, which no other one does: it is not counted.
        if !std::mem::take(&mut first) {
            report.borrow_mut().stats.record((done - now) + (end - awake), end - now, step);
        }
        if report.borrow().rss_start_kib == 0 && end >= WARM_UP {
            report.borrow_mut().rss_start_kib = rss_kib();
        }
    }
}

/// The window library's settings.
fn conf(options: &WindowOptions) -> Conf {
    let (draw_call_vertex_capacity, draw_call_index_capacity) = MeshBuilder::CAPACITY;
    Conf {
        miniquad_conf: WindowConf {
            window_title: options.title.clone(),
            window_width: options.width.into(),
            window_height: options.height.into(),
            high_dpi: true,
            window_resizable: true,
            icon: Some(Icon { small: icon(16), medium: icon(32), big: icon(64) }),
            platform: Platform { swap_interval: Some(0), linux_wm_class: "xxlchess", ..Platform::default() },
            ..WindowConf::default()
        },
        draw_call_vertex_capacity,
        draw_call_index_capacity,
        ..Conf::default()
    }
}

/// The icon of the window: a white king.
fn icon<const BYTES: usize>(side: u32) -> [u8; BYTES] {
    let picture = Sprites::default().bitmap("king", 'k', Color::White, side);
    picture.rgba.try_into().expect("four bytes a pixel")
}

/// Memory of this process in KiB, 0 where the system does not say.
fn rss_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_has_a_picture_in_every_size() {
        assert!(icon::<1024>(16).iter().any(|&byte| byte > 200));
        assert!(icon::<16384>(64).iter().any(|&byte| byte > 200));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_of_the_process_is_known() {
        assert!(rss_kib() > 100);
    }
}
