//! Whether there is a display at all, asked before the window library is: it knows no other answer than a panic.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Why no window could be opened, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowError(String);

impl std::fmt::Display for WindowError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WindowError {}

/// What a person may have to install, for the one sentence.
const LIBRARIES: &str = "libX11, libXi, libxkbcommon and libGL \
                         (on Debian and Ubuntu: apt-get install libx11-6 libxi6 libxkbcommon0 libgl1)";

/// Asks for a display, as far as that can be done without one.
pub fn check() -> Result<(), WindowError> {
    #[cfg(target_os = "linux")]
    {
        x11::check(std::env::var("DISPLAY").ok().as_deref())
    }
    #[cfg(not(target_os = "linux"))]
    Ok(())
}

/// Runs `open` to its end. A panic before `opened` is set is turned into an error, without a word on the terminal; one
/// after it is a fault of the program and goes its way.
pub fn guard(opened: &Arc<AtomicBool>, open: impl FnOnce()) -> Result<(), WindowError> {
    let said = Arc::new(Mutex::new(String::new()));
    let usual = Arc::new(panic::take_hook());
    let hook = (Arc::clone(&usual), Arc::clone(opened), Arc::clone(&said));
    panic::set_hook(Box::new(move |info| {
        if hook.1.load(Ordering::Relaxed) {
            (hook.0)(info);
        } else if let Ok(mut said) = hook.2.lock() {
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied();
            *said =
                text.or(payload.downcast_ref::<String>().map(String::as_str)).unwrap_or_default().to_owned();
        }
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(open));
    if !std::thread::panicking() {
        panic::set_hook(Box::new(move |info| usual(info)));
    }
    match result {
        Ok(()) => Ok(()),
        Err(fault) if opened.load(Ordering::Relaxed) => panic::resume_unwind(fault),
        Err(_) => Err(explain(said.lock().map_or_else(|_| String::new(), |said| said.clone()).as_str())),
    }
}

/// The sentence for what the window library said before it gave up.
fn explain(said: &str) -> WindowError {
    let missing = said.split("DlOpenError(\"").nth(1).and_then(|rest| rest.split('"').next());
    let said = said.lines().next().unwrap_or_default().trim_end_matches(['.', '!']);
    WindowError(match missing {
        Some(library) => format!("no window can be opened: {library} is missing; needed are {LIBRARIES}"),
        None if said.contains("XOpenDisplay") => {
            "no window can be opened: the display refuses the connection".into()
        }
        None => format!("no window can be opened ({said}); needed are OpenGL and {LIBRARIES}"),
    })
}

/// Displays of the X window system.
#[cfg(target_os = "linux")]
mod x11 {
    use std::net::{TcpStream, ToSocketAddrs};
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    use std::time::Duration;

    use super::WindowError;

    /// The port of display 0 on another machine.
    const FIRST_PORT: u16 = 6000;

    /// Where a display named like `:0`, `host:10.0` or `unix/host:0` is: the machine, unless it is this one, and its
    /// number. A name of another form is left to the window library.
    pub fn address(name: &str) -> Option<(Option<&str>, u16)> {
        let (host, number) = name.rsplit_once(':')?;
        let number = number.split('.').next()?.parse().ok()?;
        match host {
            "" | "unix" => Some((None, number)),
            _ if host.contains('/') || host.ends_with(':') => None,
            _ => Some((Some(host), number)),
        }
    }

    /// Whether somebody answers at the display called `name`.
    pub fn check(name: Option<&str>) -> Result<(), WindowError> {
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            return Err(WindowError(
                "no display: this game needs a graphical session (DISPLAY is not set)".into(),
            ));
        };
        let Some((host, number)) = address(name) else { return Ok(()) };
        let answers = match host {
            None => local(number),
            Some(host) => remote(host, number),
        };
        if answers {
            return Ok(());
        }
        Err(WindowError(format!("no display: nothing answers at DISPLAY={name}")))
    }

    fn local(number: u16) -> bool {
        let path = format!("/tmp/.X11-unix/X{number}");
        let hidden = SocketAddr::from_abstract_name(&path).and_then(|name| UnixStream::connect_addr(&name));
        hidden.is_ok() || UnixStream::connect(&path).is_ok()
    }

    fn remote(host: &str, number: u16) -> bool {
        let port = FIRST_PORT.saturating_add(number);
        let Ok(mut addresses) = (host, port).to_socket_addrs() else { return false };
        addresses.any(|address| TcpStream::connect_timeout(&address, Duration::from_secs(3)).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn display_names_are_understood() {
        assert_eq!(x11::address(":0"), Some((None, 0)));
        assert_eq!(x11::address("unix:3.1"), Some((None, 3)));
        assert_eq!(x11::address("localhost:10.0"), Some((Some("localhost"), 10)));
        assert_eq!(x11::address("/private/tmp/launchd/org.x:0"), None);
        assert_eq!(x11::address("decnet::0"), None);
        assert_eq!(x11::address("nonsense"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn no_display_is_said_in_one_sentence() {
        for name in [None, Some(""), Some(":59999"), Some("localhost:59000")] {
            let error = x11::check(name).unwrap_err().to_string();
            assert!(error.starts_with("no display: "), "{error}");
            assert_eq!(error.lines().count(), 1);
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = explain("X11 backend failed: LibraryNotFound(DlOpenError(\"libXi.so.6\"))").to_string();
        assert!(error.contains("libXi.so.6 is missing") && error.contains("apt-get install"), "{error}");
        assert!(explain("XOpenDisplay() failed!").to_string().contains("refuses"));
        assert_eq!(explain("").to_string().lines().count(), 1);
    }

    #[test]
    fn only_panics_before_the_window_is_open_become_errors() {
        let opened = Arc::new(AtomicBool::new(false));
        assert_eq!(guard(&opened, || ()), Ok(()));
        let error = guard(&opened, || panic!("surface creation failed")).unwrap_err();
        assert!(error.to_string().contains("surface creation failed"));
        opened.store(true, Ordering::Relaxed);
        let result = panic::catch_unwind(|| guard(&opened, || panic!("a fault of the program")));
        assert!(result.is_err());
    }
}
