//! The window and its frame loop. Up to sixty times a second, the loop passes the input to the program and paints the
//! program's picture if it has changed.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use macroquad::Window;
use macroquad::conf::Conf;
use macroquad::miniquad::CursorIcon;
use macroquad::miniquad::conf::{Conf as WindowConf, Icon, Platform};
use macroquad::miniquad::window::set_mouse_cursor;
use macroquad::prelude::{
    DroppedFile, get_dropped_files, next_frame, request_new_screen_size, screen_dpi_scale, screen_height,
    screen_width, set_fullscreen,
};

use super::display;
use super::drawing::OwnDrawings;
use super::frame_stats::FrameStats;
use super::input::{self, WindowInput};
use super::mesh_builder::DRAW_CALL_CAPACITY;
use super::pacing::{Activity, FRAME_TIME, FrameRate, Pacer};
use super::painter::Painter;
use super::sprites::Sprites;
use crate::game::options::PieceSet;
use crate::notation::text;
use crate::platform;
use crate::platform::access::Access;
use crate::platform::announcer::Announcer;
use crate::platform::audio::AudioPlayer;
use crate::platform::clipboard::Clipboard;
use crate::platform::clock::{self, Instant};
use crate::platform::display::WindowError;
use crate::platform::file_system::{self, ReadError};
use crate::platform::input_watch::InputWatch;
use crate::platform::process;
use crate::rules::Color;
use crate::view::frame::{Frame, PointerShape};
use crate::view::input::{Input, InputEvent, Key};

/// Options of the window.
pub struct WindowOptions {
    /// Text in the title bar.
    pub title: String,
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// Called when the window is closed, with its size. If the window fills the screen, it is the size before that.
    pub on_close: Box<dyn FnOnce((u16, u16))>,
    /// Close the window after this time.
    pub exit_after: Option<Duration>,
    /// Print a line of frame statistics to standard output at the end.
    pub frame_stats: bool,
    /// Print announcements for screen readers to standard output, and read commands from standard input.
    pub announce: bool,
    /// Piece drawings that are not built in.
    pub drawings: OwnDrawings,
}

/// Largest file that can be dropped on the window, in bytes. It has room for some hundred thousand games.
const MAX_DROPPED: u64 = 1 << 27;

/// Class of the window, by which desktops and [`InputWatch`] find it.
const WINDOW_CLASS: &str = "xxlchess";

/// Maximum time between two pictures, at which the window is also asked for input. It is needed because [`InputWatch`]
/// does not report a request to close the window: the display sends it only to the connection that opened the window.
const STILL_PICTURE: Duration = Duration::from_secs(2);
/// Time after a report of [`InputWatch`] for which the window is asked for input in every frame. A click on the close
/// button is reported, but the desktop sends the request to close the window a little later.
const AFTER_REPORT: Duration = Duration::from_millis(250);

const PASTE: InputEvent = InputEvent::Key { key: Key::Paste, control: false };

/// Opens the window and runs the program until it quits or the time is over. `make_app` is called when the window is
/// open. It returns the program, which is a function from the input of a frame to the [`Frame`] that is shown.
///
/// # Errors
/// If no window can be opened.
pub fn run<F: FnMut(&Input) -> Frame + 'static>(
    options: WindowOptions,
    make_app: impl FnOnce() -> F + 'static,
) -> Result<(), WindowError> {
    platform::display::check()?;
    let opened = Arc::new(AtomicBool::new(false));
    let conf = conf(&options);
    let future = {
        let opened = Arc::clone(&opened);
        async move {
            opened.store(true, Ordering::Relaxed);
            frame_loop(make_app(), options).await;
        }
    };
    display::catch_startup_panic(&opened, || Window::from_config(conf, future))
}

async fn frame_loop(mut app: impl FnMut(&Input) -> Frame, options: WindowOptions) {
    let start = Instant::now();
    let mut window_input = WindowInput::new();
    let mut painter = Painter::new(Sprites::new(options.drawings));
    let (mut pacer, mut frame_rate) = (Pacer::new(Duration::ZERO), FrameRate::default());
    let (mut audio, mut clipboard) = (AudioPlayer::default(), Clipboard::default());
    let announcer = options.announce.then(Announcer::start).flatten();
    let mut access = Access::start();
    let mut stats = options.frame_stats.then(FrameStats::default);
    let (mut pointer, mut cursor) = (None, PointerShape::default());
    let mut last = Duration::ZERO;
    let (mut size, mut fullscreen) = (options.size, false);
    let mut input_watch = InputWatch::start(WINDOW_CLASS);
    // When the last picture was shown, and whether the updates after it have changed nothing.
    let (mut shown, mut still) = (Duration::ZERO, false);
    let mut ask_until = Duration::ZERO;
    // Whether the last frame has waited for the computer.
    let mut waiting = false;
    // Keys for the next frame that type the text from a dialog of the browser.
    let mut typed = Vec::new();
    let mut first_frame = true;
    if !platform::display::OPENS_SCALED && screen_dpi_scale() != 1.0 {
        request_new_screen_size(size.0.into(), size.1.into());
    }
    let end_requested = process::end_requested();
    loop {
        let now = start.elapsed();
        let hidden = input_watch.hidden_time(now - last, waiting);
        let mut input = window_input.poll(now - last, hidden, audio.has_failed());
        last = now;
        if window_input.control_pressed() {
            clipboard.remember();
        }
        clipboard.restore(window_input.clipboard_is_lost());
        if input.events.contains(&PASTE) {
            clipboard.request_text();
        }
        input.events.append(&mut typed);
        input.wants_access = access.is_wanted();
        let commands = access.commands().into_iter().chain(announcer.iter().flat_map(Announcer::commands));
        input.events.extend(commands.map(InputEvent::Command));
        if let Some(text) = clipboard.poll_text() {
            input.events.push(InputEvent::Paste(text));
        }
        input.events.extend(get_dropped_files().iter().map(|file| InputEvent::Dropped(dropped_text(file))));
        let frame = app(&input);
        waiting = frame.waiting;
        if !fullscreen {
            size = (screen_width() as u16, screen_height() as u16);
        }
        if let Some(wanted) = frame.fullscreen {
            fullscreen = wanted;
            set_fullscreen(fullscreen);
            if !fullscreen && !platform::display::RESTORES_SIZE {
                request_new_screen_size(size.0.into(), size.1.into());
            }
        }
        if let Some(cue) = frame.sound {
            audio.play(cue);
        }
        if frame.vibrates {
            platform::touch::vibrate();
        }
        if frame.cursor != cursor {
            cursor = frame.cursor;
            set_mouse_cursor(match cursor {
                PointerShape::Arrow => CursorIcon::Default,
                PointerShape::Hand => CursorIcon::Pointer,
                PointerShape::Text => CursorIcon::Text,
            });
        }
        if let Some(text) = frame.clipboard {
            clipboard.set_text(text);
        }
        if let Some(text) = &frame.clicked_text
            && let Some(entered) = platform::prompt::ask_text(text)
        {
            typed = input::typing(text, &entered);
        }
        access.update(frame.access, &frame.announcements, window_input.is_focused());
        if let Some(announcer) = &announcer {
            announcer.print(frame.announcements);
        }
        if frame.pastes {
            clipboard.ask_text();
        }
        if frame.picks_file {
            platform::prompt::pick_file();
        }
        let scale = platform::display::scale();
        let changed = painter.update(if scale == 1.0 { frame.scene } else { frame.scene.scaled(scale) });
        let has_input = pointer.replace(input.pointer) != Some(input.pointer) || !input.events.is_empty();
        let activity = Activity {
            focused: window_input.is_focused(),
            input: has_input,
            changed,
            waiting,
            reports_input: input_watch.reports_input(),
        };
        if frame.quit || end_requested() || options.exit_after.is_some_and(|limit| now >= limit) {
            break;
        }
        // Vertical synchronization is off (see `conf`), because on some systems its rate is not sixty a second, or it
        // is missing. The pause comes before the picture is shown, so that pictures appear at even intervals.
        let done = start.elapsed();
        let interval = frame_rate.next_interval(input.elapsed, activity);
        let pause = pacer.pause(done, interval);
        let visibly_changed = changed && !input_watch.is_hidden();
        let is_asked = now >= shown + STILL_PICTURE || now < ask_until;
        if visibly_changed || has_input || window_input.holds_button() || is_asked {
            clock::sleep(pause);
        } else if input_watch.wait(pause) {
            ask_until = start.elapsed() + AFTER_REPORT;
        } else {
            // The window already shows the present picture.
            still = true;
            continue;
        }
        input_watch.clear();
        if changed || first_frame || !platform::display::KEEPS_PICTURE {
            painter.paint();
        }
        let awake = start.elapsed();
        next_frame().await;
        let end = start.elapsed();
        if let Some(stats) = &mut stats {
            // The first frame is not counted, because it rasterizes all pieces and letters.
            if !first_frame {
                let idle = still || interval > FRAME_TIME;
                stats.record((done - now) + (end - awake), end - shown, idle);
            }
            stats.record_memory(end);
        }
        (shown, still) = (end, false);
        first_frame = false;
    }
    (options.on_close)(size);
    announcer.into_iter().for_each(Announcer::finish);
    if let Some(stats) = stats {
        // The program that reads the output may have exited.
        let _ = writeln!(std::io::stdout().lock(), "{}", stats.line());
    }
}

/// The settings of macroquad.
fn conf(options: &WindowOptions) -> Conf {
    let (draw_call_vertex_capacity, draw_call_index_capacity) = DRAW_CALL_CAPACITY;
    Conf {
        miniquad_conf: WindowConf {
            window_title: options.title.clone(),
            window_width: options.size.0.into(),
            window_height: options.size.1.into(),
            high_dpi: true,
            window_resizable: true,
            icon: Some(Icon { small: icon(16), medium: icon(32), big: icon(64) }),
            platform: Platform {
                swap_interval: Some(0),
                linux_wm_class: WINDOW_CLASS,
                ..Platform::default()
            },
            ..WindowConf::default()
        },
        draw_call_vertex_capacity,
        draw_call_index_capacity,
        ..Conf::default()
    }
}

/// The icon of the window: a white king.
fn icon<const BYTES: usize>(side: u32) -> [u8; BYTES] {
    let bitmap = Sprites::default().bitmap(PieceSet::default(), "king", 'k', Color::White, side);
    bitmap.rgba.try_into().expect("BYTES is 4 * side * side")
}

/// The text of a file that was dropped on the window.
fn dropped_text(file: &DroppedFile) -> Result<String, String> {
    let bytes = match (&file.bytes, &file.path) {
        (Some(bytes), _) => Ok(bytes.clone()),
        (None, Some(path)) => file_system::read(path, MAX_DROPPED),
        (None, None) => Err(ReadError::Missing),
    };
    let text = bytes.map(|bytes| text::decode_or_latin1(&bytes).into_owned());
    text.map_err(|error| format!("The file {error}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest and the largest icon have bright pixels, which are those of the king.
    #[test]
    fn the_icon_is_drawn_in_every_size() {
        assert!(icon::<1024>(16).iter().any(|&byte| byte > 200));
        assert!(icon::<16384>(64).iter().any(|&byte| byte > 200));
    }
}
