//! Wakes the window when there is input for it.
//!
//! macroquad fetches input only between two pictures, so a loop that asks for input sixty times a second also paints
//! sixty pictures a second. On X11 a second connection to the display reports that there is input, and a window in
//! which nothing happens is not painted. On other systems, or if the connection fails, the window is asked for input in
//! every frame.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Reports that there is input for the window.
pub struct InputWatch {
    /// Receives a message after each event; `None` if events are not reported.
    events: Option<Receiver<()>>,
    /// Whether the window is covered or minimised.
    hidden: Arc<AtomicBool>,
}

impl InputWatch {
    /// Watches the open window of this class.
    pub fn start(class: &str) -> Self {
        let hidden = Arc::default();
        Self { events: display::watch(class, &hidden), hidden }
    }

    /// Whether the display has reported that no part of the window can be seen.
    pub fn is_hidden(&self) -> bool {
        self.events.is_some() && self.hidden.load(Ordering::Relaxed)
    }

    /// Returns `elapsed` if the window is hidden and the program is not `waiting` for the computer, and zero if not.
    pub fn hidden_time(&self, elapsed: Duration, waiting: bool) -> Duration {
        if self.is_hidden() && !waiting { elapsed } else { Duration::ZERO }
    }

    /// Whether input is reported. If it is not, the window must be asked for input in every frame.
    pub const fn reports_input(&self) -> bool {
        self.events.is_some()
    }

    /// Waits until there is input, but at most `timeout`. Returns whether the window must be asked for input.
    pub fn wait(&mut self, timeout: Duration) -> bool {
        let Some(events) = &self.events else {
            std::thread::sleep(timeout);
            return true;
        };
        let result = events.recv_timeout(timeout);
        if result == Err(RecvTimeoutError::Disconnected) {
            self.events = None;
        }
        result != Err(RecvTimeoutError::Timeout)
    }

    /// Discards the reports so far. This is called when the window is asked for input anyway.
    pub fn clear(&mut self) {
        self.events.iter().for_each(|events| events.try_iter().for_each(drop));
    }
}

#[cfg(not(target_os = "linux"))]
mod display {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::Receiver;

    pub fn watch(_class: &str, _hidden: &Arc<AtomicBool>) -> Option<Receiver<()>> {
        None
    }
}

#[cfg(target_os = "linux")]
mod display {
    use std::error::Error;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::{Receiver, sync_channel};
    use std::thread;

    use x11rb::connection::Connection as _;
    use x11rb::protocol::Event;
    use x11rb::protocol::res::{ClientIdMask, ClientIdSpec, ConnectionExt as _};
    use x11rb::protocol::xinput::{self, ConnectionExt as _, Device, XIEventMask};
    use x11rb::protocol::xproto::{
        AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Visibility, Window,
    };
    use x11rb::rust_connection::RustConnection;

    /// Events of the window that are reported. Presses of mouse buttons are not among them, because only one connection
    /// to the display may select them, which is macroquad's.
    fn window_events() -> EventMask {
        EventMask::KEY_PRESS
            | EventMask::KEY_RELEASE
            | EventMask::POINTER_MOTION
            | EventMask::ENTER_WINDOW
            | EventMask::LEAVE_WINDOW
            | EventMask::FOCUS_CHANGE
            | EventMask::EXPOSURE
            | EventMask::VISIBILITY_CHANGE
            | EventMask::STRUCTURE_NOTIFY
    }

    /// Events of all windows that are reported: mouse buttons and touches. They are rare.
    fn button_events() -> XIEventMask {
        XIEventMask::RAW_BUTTON_PRESS
            | XIEventMask::RAW_BUTTON_RELEASE
            | XIEventMask::RAW_TOUCH_BEGIN
            | XIEventMask::RAW_TOUCH_END
    }

    pub fn watch(class: &str, hidden: &Arc<AtomicBool>) -> Option<Receiver<()>> {
        let (sender, receiver) = sync_channel(1);
        let (connection, windows) =
            connect(class).map_err(|error| log::info!("input is not watched: {error}")).ok()?;
        let hidden = Arc::clone(hidden);
        let watch = move || {
            while let Ok(event) = connection.wait_for_event() {
                match event {
                    // With several windows it is unknown which of them is this game's.
                    _ if windows > 1 => {}
                    Event::UnmapNotify(_) => hidden.store(true, Ordering::Relaxed),
                    Event::MapNotify(_) => hidden.store(false, Ordering::Relaxed),
                    Event::VisibilityNotify(event) => {
                        hidden.store(event.state == Visibility::FULLY_OBSCURED, Ordering::Relaxed);
                    }
                    _ => {}
                }
                // Sending fails if the last message has not been received. One message is enough.
                let _ = sender.try_send(());
            }
        };
        thread::Builder::new().name("input watch".to_owned()).spawn(watch).ok()?;
        Some(receiver)
    }

    /// A connection that reports the events of the windows of `class`, and the number of these windows.
    fn connect(class: &str) -> Result<(RustConnection, usize), Box<dyn Error>> {
        let (connection, screen) = x11rb::connect(None)?;
        let root = connection.setup().roots[screen].root;
        // From version 2.1 on, events are also reported while a button is held.
        connection.xinput_xi_query_version(2, 2)?.reply()?;
        let buttons = xinput::EventMask { deviceid: Device::ALL_MASTER.into(), mask: vec![button_events()] };
        connection.xinput_xi_select_events(root, &[buttons])?.check()?;
        let mut windows = windows_of(&connection, root, class)?;
        // If several games run, only one of the windows belongs to this process.
        if windows.iter().any(|&window| is_own(&connection, window)) {
            windows.retain(|&window| is_own(&connection, window));
        }
        if windows.is_empty() {
            return Err("the window is not found".into());
        }
        let events = ChangeWindowAttributesAux::new().event_mask(window_events());
        for &window in &windows {
            connection.change_window_attributes(window, &events)?;
        }
        connection.flush()?;
        Ok((connection, windows.len()))
    }

    /// Whether this process has opened the window. It is false if the display cannot report the process.
    fn is_own(connection: &RustConnection, window: Window) -> bool {
        let spec = ClientIdSpec { client: window, mask: ClientIdMask::LOCAL_CLIENT_PID };
        let ids = connection.res_query_client_ids(&[spec]).ok().and_then(|request| request.reply().ok());
        ids.is_some_and(|ids| ids.ids.iter().any(|id| id.value == [std::process::id()]))
    }

    fn windows_of(
        connection: &RustConnection,
        root: Window,
        class: &str,
    ) -> Result<Vec<Window>, Box<dyn Error>> {
        let (mut found, mut open) = (Vec::new(), vec![root]);
        while let Some(window) = open.pop() {
            let request =
                connection.get_property(false, window, AtomEnum::WM_CLASS, AtomEnum::STRING, 0, 64)?;
            // A window that has been closed meanwhile is skipped.
            let Ok(name) = request.reply() else { continue };
            if name.value.split(|&byte| byte == 0).any(|part| part == class.as_bytes()) {
                found.push(window);
            } else if let Ok(tree) = connection.query_tree(window)?.reply() {
                open.extend(tree.children);
            }
        }
        Ok(found)
    }
}
