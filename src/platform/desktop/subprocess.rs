//! Another program that reads and writes lines, such as an engine.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use super::clock::{Instant, sleep};

/// Whether this system can start other programs.
pub const CAN_START: bool = true;
/// Greatest length of a line in bytes. The rest of a longer line counts as a line of its own.
const MAX_LINE: u64 = 1 << 20;
/// Number of lines that are kept until they are read. Then the program has to wait.
const QUEUE_LINES: usize = 1_000;
/// Time in which the program must end after the end of its input.
const END_TIME: Duration = Duration::from_millis(200);

/// Whether standard input is a pipe or a socket, by which another program sends lines. It is neither if the program was
/// started from a terminal or by a desktop.
#[cfg(unix)]
pub fn stdin_is_pipe() -> bool {
    use std::fs::File;
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;

    let copy = io::stdin().as_fd().try_clone_to_owned();
    let kind = copy.and_then(|copy| Ok(File::from(copy).metadata()?.file_type()));
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
}

/// Returns false, because the standard library does not distinguish pipes from other handles here.
#[cfg(not(unix))]
pub fn stdin_is_pipe() -> bool {
    false
}

/// A running program. Dropping it closes its input and waits until it ends, or kills it after a fifth of a second.
#[derive(Debug)]
pub struct Subprocess {
    child: Child,
    /// `None` while the program is being ended.
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

impl Subprocess {
    /// Starts a program. `command` is its path, or its path and arguments with spaces between them. A path without a
    /// folder is searched where the system looks for programs. The program runs in `folder`, or in the current folder.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(command: &str, folder: Option<&Path>) -> io::Result<Self> {
        let (path, arguments) = split(command.trim());
        let mut command = match folder {
            // A path from here need not lead to the program from the other folder.
            Some(_) if Path::new(path).is_file() => Command::new(std::path::absolute(path)?),
            _ => Command::new(path),
        };
        if let Some(folder) = folder {
            // The system would report the program as missing.
            if !folder.is_dir() {
                return Err(io::Error::other(format!("there is no folder {}", folder.display())));
            }
            command.current_dir(folder);
        }
        command.args(arguments.split_whitespace());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        on_its_own(&mut command);
        let mut child = command.spawn()?;
        let (sender, lines) = sync_channel(QUEUE_LINES);
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let program = Self { child, input, lines };
        if let Some(output) = output {
            let read = move || read_lines(output, &sender);
            std::thread::Builder::new().name("subprocess".to_owned()).spawn(read)?;
        }
        Ok(program)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the program does not read any more.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(format!("{line}\n").as_bytes())?;
        input.flush()
    }

    /// The next line of the program, and the moment when it arrived.
    ///
    /// # Errors
    /// If there is none within `time`, or none any more.
    pub fn receive(&self, time: Duration) -> Result<(Instant, String), RecvTimeoutError> {
        self.lines.recv_timeout(time)
    }

    /// Number of the process, for tests.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Subprocess {
    fn drop(&mut self) {
        self.input = None;
        let start = Instant::now();
        while start.elapsed() < END_TIME {
            match self.child.try_wait() {
                Ok(None) => sleep(Duration::from_millis(2)),
                _ => return,
            }
        }
        // If the program has ended in the meantime, there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program that goes on when this one ends.
#[derive(Debug)]
pub struct Background(Child);

impl Background {
    /// Starts `program`, without input and output, and with a low priority where that is possible.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(program: &Path, arguments: &[OsString]) -> io::Result<Self> {
        let start = |command: &mut Command| {
            command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            on_its_own(command);
            command.spawn().map(Self)
        };
        let polite = polite_command(program).as_mut().map(start);
        polite.and_then(Result::ok).map_or_else(|| start(&mut Command::new(program)), Ok)
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }
}

/// A command that runs `program` after other programs have had their time.
#[cfg(unix)]
fn polite_command(program: &Path) -> Option<Command> {
    let mut command = Command::new("nice");
    command.args(["-n", "15"]).arg(program);
    Some(command)
}

/// There is no such command on other systems.
#[cfg(not(unix))]
fn polite_command(_: &Path) -> Option<Command> {
    None
}

/// Path and arguments: the longest part of `command` up to a space that is a file, or the first word.
fn split(command: &str) -> (&str, &str) {
    let ends = std::iter::once(command.len()).chain(command.rmatch_indices(' ').map(|(at, _)| at));
    let mut parts = ends.map(|end| command.split_at(end));
    let file = parts.find(|(path, _)| Path::new(path).is_file());
    file.or_else(|| command.split_once(' ')).unwrap_or((command, ""))
}

/// Passes on the lines of a program until it ends, or until nobody receives them.
fn read_lines(output: ChildStdout, sender: &SyncSender<(Instant, String)>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if sender.send((Instant::now(), line)).is_err() {
            return;
        }
    }
}

/// Opens no console for the program.
#[cfg(windows)]
fn on_its_own(command: &mut Command) {
    use std::os::windows::process::CommandExt;

    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(CREATE_NO_WINDOW);
}

/// Puts the program into a process group of its own, so that the terminal sends it no signal: Ctrl+C is for this program,
/// which ends the other one.
#[cfg(unix)]
fn on_its_own(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    command.process_group(0);
}

/// Does nothing on other systems.
#[cfg(not(any(windows, unix)))]
fn on_its_own(_: &mut Command) {}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path with spaces, with and without arguments, and a program without a folder.
    #[test]
    fn path_and_arguments_are_told_apart() {
        let folder = std::env::temp_dir().join(format!("xxlchess-{} sub process", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("my engine");
        std::fs::write(&file, "").expect("a file");
        let path = file.to_str().expect("UTF-8");
        assert_eq!(split(path), (path, ""));
        assert_eq!(split(&format!("{path} uci -x")), (path, " uci -x"));
        assert_eq!(split("stockfish uci"), ("stockfish", "uci"));
        assert_eq!(split("stockfish"), ("stockfish", ""));
        std::fs::remove_dir_all(folder).expect("removed");
    }
}
