//! Audio output to PulseAudio, or to PipeWire in its place.
//!
//! A client of the native protocol. It sends the three requests that playback needs: authenticate, name the client,
//! create a stream. Reads and writes block, with timeouts.
//!
//! A message is a header of five 32-bit numbers and a payload. On the control channel the payload is a "tagstruct": a
//! list of values, each after a byte for its type. All numbers are big-endian, apart from the samples.

use std::env;
use std::io::{self, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::sound::RATE;

/// Time after which a server that does not answer, or does not accept samples, is given up.
const TIMEOUT: Duration = Duration::from_secs(2);
/// Size of the server's buffer in bytes. It holds 60 ms, so that a sound comes at the time of its move.
const BUFFER: u32 = RATE / 1000 * 60 * 2;
/// Maximum length of a message in bytes. Messages of real servers have some hundred.
const MAX_MESSAGE: u32 = 1 << 20;
/// Length of the authentication cookie in bytes. A server closes the connection if the length differs, even if it needs
/// no cookie.
const COOKIE_LENGTH: usize = 256;
/// Version of the protocol. A server with a later version uses this one, too.
const VERSION: u32 = 13;

// Numbers of the commands, with the names that the protocol gives them.
const ERROR: u32 = 0;
const REPLY: u32 = 2;
const CREATE_PLAYBACK_STREAM: u32 = 3;
const AUTH: u32 = 8;
const SET_CLIENT_NAME: u32 = 9;
const REQUEST: u32 = 61;
const PLAYBACK_STREAM_KILLED: u32 = 64;

/// Channel of commands and replies. Other channels carry samples.
const CONTROL: u32 = u32::MAX;
/// Value of a parameter that leaves the choice to the server.
const SERVER_CHOICE: u32 = u32::MAX;

/// A playback stream with one channel of 16-bit samples.
pub struct Stream {
    connection: Connection,
    channel: u32,
    /// Bytes that the server has requested and that have not been sent.
    requested: u64,
}

impl Stream {
    /// Opens a stream to the first server that listens at one of the usual sockets.
    pub fn open() -> io::Result<Self> {
        let socket = socket_paths().iter().find_map(|path| UnixStream::connect(path).ok());
        let socket = socket.ok_or_else(|| io::Error::other("there is no sound server"))?;
        let cookie = cookie_paths().iter().find_map(|path| std::fs::read(path).ok());
        Self::new(socket, cookie.unwrap_or_default())
    }

    /// Opens a stream to the server at the other end of `socket`. `cookie` may be empty if the server needs none.
    pub fn new(socket: UnixStream, mut cookie: Vec<u8>) -> io::Result<Self> {
        cookie.resize(COOKIE_LENGTH, 0);
        socket.set_read_timeout(Some(TIMEOUT))?;
        socket.set_write_timeout(Some(TIMEOUT))?;
        let mut connection = Connection { socket: BufReader::new(socket), last_request: 0 };
        connection.request(AUTH, TagStruct::default().u32(VERSION).bytes(&cookie))?;
        // Desktops show this name in their sound settings.
        let client_name = TagStruct::default().properties(&[("application.name", "XXL chess")]);
        connection.request(SET_CLIENT_NAME, client_name)?;
        let mut reply = connection.request(CREATE_PLAYBACK_STREAM, stream_parameters())?;
        let (channel, _sink_input, requested) = (reply.u32()?, reply.u32()?, reply.u32()?);
        Ok(Self { connection, channel, requested: requested.into() })
    }

    /// Blocks until the server needs samples. Returns their number, which is at least 1.
    pub fn samples_wanted(&mut self) -> io::Result<usize> {
        while self.requested < 2 {
            let mut message = self.connection.receive()?;
            match message.command {
                REQUEST => {
                    let (channel, bytes) = (message.u32()?, message.u32()?);
                    self.requested += if channel == self.channel { u64::from(bytes) } else { 0 };
                }
                PLAYBACK_STREAM_KILLED => {
                    return Err(io::Error::other("the sound server has closed the stream"));
                }
                _ => {}
            }
        }
        // A sample has two bytes, so an odd byte is kept for later. A very large request is answered second by second.
        let samples = (self.requested / 2).min(u64::from(RATE));
        self.requested -= samples * 2;
        Ok(samples as usize)
    }

    pub fn write(&mut self, samples: &[i16]) -> io::Result<()> {
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        self.connection.send(self.channel, &bytes)
    }
}

/// One channel of 16-bit samples to the default device.
fn stream_parameters() -> TagStruct {
    const S16LE: u8 = 3;
    const MONO: u8 = 0;
    let full_volume = 0x1_0000_u32.to_be_bytes();
    TagStruct::default()
        .raw(&[b'a', S16LE, 1])
        .raw(&RATE.to_be_bytes())
        .raw(&[b'm', 1, MONO])
        .u32(SERVER_CHOICE) // index of the device
        .string("@DEFAULT_SINK@")
        .u32(SERVER_CHOICE) // longest buffer
        .flag(false) // paused
        .u32(BUFFER)
        .u32(SERVER_CHOICE) // bytes before playback starts
        .u32(SERVER_CHOICE) // smallest request
        .u32(0) // synchronized with stream
        .raw(&[b'v', 1])
        .raw(&full_volume)
        // Seven flags, all off: no remapping, no remixing, use the device's format, use its rate, use its channels, not
        // movable, variable rate.
        .raw(&[b'0'; 7])
        .flag(false) // muted
        .flag(true) // the device's latency counts as part of the buffer
        .properties(&[("media.name", "Game sounds"), ("media.role", "game")])
}

/// Paths of the sockets at which a server may listen, most likely first.
fn socket_paths() -> Vec<PathBuf> {
    let server = env::var("PULSE_SERVER").ok();
    let named = server.and_then(|server| server.strip_prefix("unix:").map(PathBuf::from));
    let folder =
        |variable: &str, path: &str| env::var_os(variable).map(|folder| Path::new(&folder).join(path));
    let folders = [folder("PULSE_RUNTIME_PATH", "native"), folder("XDG_RUNTIME_DIR", "pulse/native")];
    named.into_iter().chain(folders.into_iter().flatten()).collect()
}

/// Paths of the files that may hold the authentication cookie.
fn cookie_paths() -> Vec<PathBuf> {
    let home = |path: &str| env::home_dir().map(|home| home.join(path));
    let named = env::var_os("PULSE_COOKIE").map(PathBuf::from);
    [named, home(".config/pulse/cookie"), home(".pulse-cookie")].into_iter().flatten().collect()
}

/// The connection to the server.
struct Connection {
    socket: BufReader<UnixStream>,
    /// Sequence number of the last request.
    last_request: u32,
}

impl Connection {
    /// Sends a request and waits for its reply.
    fn request(&mut self, command: u32, parameters: TagStruct) -> io::Result<Message> {
        self.last_request += 1;
        let TagStruct(request) = TagStruct::default().u32(command).u32(self.last_request).raw(&parameters.0);
        self.send(CONTROL, &request)?;
        loop {
            let mut message = self.receive()?;
            match message.command {
                _ if message.sequence != self.last_request => {}
                REPLY => return Ok(message),
                ERROR => {
                    let code = message.u32()?;
                    return Err(io::Error::other(format!("the sound server reports error {code}")));
                }
                _ => {}
            }
        }
    }

    fn send(&mut self, channel: u32, payload: &[u8]) -> io::Result<()> {
        // After the length and the channel: the offset, as two numbers, and the flags.
        let header = [payload.len() as u32, channel, 0, 0, 0].map(u32::to_be_bytes);
        self.socket.get_mut().write_all(&[header.as_flattened(), payload].concat())
    }

    /// Waits for a message on the control channel.
    fn receive(&mut self) -> io::Result<Message> {
        let mut header = [0; 20];
        self.socket.read_exact(&mut header)?;
        let length = u32::from_be_bytes([header[0], header[1], header[2], header[3]]);
        if length > MAX_MESSAGE {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut payload = vec![0; length as usize];
        self.socket.read_exact(&mut payload)?;
        let mut message = Message { command: 0, sequence: 0, payload: io::Cursor::new(payload) };
        message.command = message.u32()?;
        message.sequence = message.u32()?;
        Ok(message)
    }
}

/// A message from the server.
struct Message {
    command: u32,
    /// Sequence number of the request that this message answers.
    sequence: u32,
    /// The tagstruct. The fields above have been read from it.
    payload: io::Cursor<Vec<u8>>,
}

impl Message {
    /// Reads the next value, which must be a 32-bit number.
    fn u32(&mut self) -> io::Result<u32> {
        let mut value = [0; 5];
        self.payload.read_exact(&mut value)?;
        let [b'L', number @ ..] = value else { return Err(io::ErrorKind::InvalidData.into()) };
        Ok(u32::from_be_bytes(number))
    }
}

/// A tagstruct that is being written.
#[derive(Default)]
struct TagStruct(Vec<u8>);

impl TagStruct {
    fn raw(mut self, bytes: &[u8]) -> Self {
        self.0.extend(bytes);
        self
    }

    fn u32(self, number: u32) -> Self {
        self.raw(b"L").raw(&number.to_be_bytes())
    }

    fn flag(self, flag: bool) -> Self {
        self.raw(if flag { b"1" } else { b"0" })
    }

    fn string(self, text: &str) -> Self {
        self.raw(b"t").raw(text.as_bytes()).raw(&[0])
    }

    fn bytes(self, bytes: &[u8]) -> Self {
        self.raw(b"x").raw(&(bytes.len() as u32).to_be_bytes()).raw(bytes)
    }

    /// Appends a list of keys and values. Each value ends with a zero byte.
    fn properties(self, pairs: &[(&str, &str)]) -> Self {
        let pairs = pairs.iter().fold(self.raw(b"P"), |list, (key, value)| {
            let value = [value.as_bytes(), &[0]].concat();
            list.string(key).u32(value.len() as u32).bytes(&value)
        });
        pairs.raw(b"N")
    }
}
