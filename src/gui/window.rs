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

use super::announcements::Announcements;
use super::audio::Speaker;
use super::clipboard::Clipboard;
use super::display::{self, WindowError};
use super::drawing::Drawing;
use super::input::Ears;
use super::painter::Painter;
use super::sprites::Sprites;
use super::triangles::Triangles;
use crate::rules::Color;
use crate::view::app::App;
use crate::view::input::{InputEvent, Key};
use crate::view::pacing::{Attention, FrameStats, Pacer, Signs};

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
const STARTED: Duration = Duration::from_secs(1);

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
    let report = Rc::new(RefCell::new(Report::default()));
    let conf = conf(&options);
    let future = {
        let (opened, report) = (Arc::clone(&opened), Rc::clone(&report));
        let (exit_after, announce) = (options.exit_after, options.announce);
        let sprites = Sprites::new(options.drawings);
        async move {
            opened.store(true, Ordering::Relaxed);
            frames(make_app(), sprites, exit_after, announce, &report).await;
        }
    };
    display::guard(&opened, || Window::from_config(conf, future))?;
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
struct Report {
    stats: FrameStats,
    rss_start_kib: u64,
    rss_end_kib: u64,
}

/// The loop itself.
async fn frames(
    mut app: Box<dyn App>,
    sprites: Sprites,
    exit_after: Option<Duration>,
    announce: bool,
    report: &RefCell<Report>,
) {
    let start = Instant::now();
    let (mut ears, mut painter, mut pacer) = (Ears::new(), Painter::new(sprites), Pacer::new(Duration::ZERO));
    let (mut speaker, mut attention) = (Speaker::default(), Attention::default());
    let (mut clipboard, mut pointer) = (Clipboard::default(), None);
    let announcements = announce.then(|| Announcements::to(std::io::stdout())).flatten();
    let mut last = Duration::ZERO;
    let mut first = true;
    loop {
        let now = start.elapsed();
        let input = ears.listen(now - last);
        last = now;
        if ears.library_copies() {
            clipboard.take_back();
        }
        if input.events.contains(&PASTE) {
            clipboard.ask();
        }
        if let Some(text) = clipboard.answer() {
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
            announcements.announce(frame.said);
        }
        let signs = Signs {
            focused: ears.is_focused(),
            input: pointer.replace(input.pointer) != Some(input.pointer) || !input.events.is_empty(),
            changed: painter.paint(frame.scene),
            waiting: frame.waiting,
        };
        if frame.quit || exit_after.is_some_and(|limit| now >= limit) {
            // While the window is still open: closing it gives back most of what it took.
            report.borrow_mut().rss_end_kib = rss_kib();
            announcements.into_iter().for_each(Announcements::end);
            return;
        }
        // The display's own beat is not waited for (see `conf`): it may be slower, faster or missing. The pause
        // comes before the picture is shown, so that pictures appear at an even pace however long each took to make.
        let done = start.elapsed();
        let step = attention.step(input.elapsed, signs);
        std::thread::sleep(pacer.pause(done, step));
        let awake = start.elapsed();
        next_frame().await;
        let end = start.elapsed();
        // The first frame draws every piece and letter there is, which no other one does: it is not counted.
        if !std::mem::take(&mut first) {
            report.borrow_mut().stats.record((done - now) + (end - awake), end - now, step);
        }
        if report.borrow().rss_start_kib == 0 && end >= STARTED {
            report.borrow_mut().rss_start_kib = rss_kib();
        }
    }
}

/// The window library's settings.
fn conf(options: &WindowOptions) -> Conf {
    let (draw_call_vertex_capacity, draw_call_index_capacity) = Triangles::CAPACITY;
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
    let picture = Sprites::default().picture("king", 'k', Color::White, side);
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
