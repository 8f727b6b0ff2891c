//! A stream to the sound server of the desktop: PulseAudio, or PipeWire in its place. Plain reads and writes on the
//! server's socket, each with a limit in time.

use std::ffi::CString;
use std::io::{self, BufReader, Cursor, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{
    self, AuthParams, AuthReply, ChannelMap, Command, CommandReply, CreatePlaybackStreamReply,
    PlaybackStreamParams, Prop, Props, ProtocolError, SampleFormat, SampleSpec, SetClientNameReply,
    TagStructReader,
};

use super::bytes;
use crate::sound::RATE;

/// A server that does not answer or take samples for so long is given up.
const TIMEOUT: Duration = Duration::from_secs(2);
/// Bytes that the server should hold: 60 ms, so that a sound comes with its move.
const BUFFER: u32 = RATE / 1000 * 60 * 2;
/// Longest message that is read, in bytes; the server's are some hundred.
const MAX_MESSAGE: u32 = 1 << 20;

/// Bytes that a cookie must have: servers hang up on any other number, even those that ask for none.
const COOKIE_LENGTH: usize = 256;

/// A stream that the server plays.
pub struct Stream {
    connection: Connection,
    channel: u32,
    /// Bytes that the server has asked for.
    wanted: u64,
}

/// Opens a stream to the server that the environment names.
pub fn open() -> io::Result<Stream> {
    let path = pulseaudio::socket_path_from_env().ok_or(io::ErrorKind::NotFound)?;
    let cookie = pulseaudio::cookie_path_from_env().and_then(|path| std::fs::read(path).ok());
    Stream::new(UnixStream::connect(path)?, cookie.unwrap_or_default())
}

impl Stream {
    /// Opens a stream to the server at the other end of `socket`, which may ask for a `cookie`.
    pub fn new(socket: UnixStream, mut cookie: Vec<u8>) -> io::Result<Self> {
        cookie.resize(COOKIE_LENGTH, 0);
        socket.set_read_timeout(Some(TIMEOUT))?;
        socket.set_write_timeout(Some(TIMEOUT))?;
        let socket = BufReader::new(socket);
        let mut link = Connection { socket, version: protocol::MAX_VERSION, sent: 0 };
        let (version, supports_shm, supports_memfd) = (protocol::MAX_VERSION, false, false);
        let auth: AuthReply =
            link.request(&Command::Auth(AuthParams { version, supports_shm, supports_memfd, cookie }))?;
        link.version = protocol::MAX_VERSION.min(auth.version);
        let _: SetClientNameReply = link.request(&Command::SetClientName(client_props()))?;
        let made: CreatePlaybackStreamReply =
            link.request(&Command::CreatePlaybackStream(stream_params()))?;
        Ok(Self { connection: link, channel: made.channel, wanted: made.requested_bytes.into() })
    }
}

impl super::AudioOutput for Stream {
    fn samples_wanted(&mut self) -> io::Result<usize> {
        while self.wanted < 2 {
            match self.connection.receive()? {
                (_, Command::Request(request), _) if request.channel == self.channel => {
                    self.wanted += u64::from(request.length);
                }
                (_, Command::PlaybackStreamKilled(_), _) => {
                    return Err(io::Error::other("the server ended the stream"));
                }
                _ => {}
            }
        }
        // A server may want more than it gets at once, an odd byte or a hundred megabytes.
        let samples = (self.wanted / 2).min(u64::from(RATE));
        self.wanted -= samples * 2;
        Ok(samples as usize)
    }

    fn write(&mut self, samples: &[i16]) -> io::Result<()> {
        protocol::write_memblock(self.connection.socket.get_mut(), self.channel, &bytes(samples), 0)
            .map_err(io_error)
    }
}

/// The socket and where the talk over it stands.
struct Connection {
    socket: BufReader<UnixStream>,
    version: u16,
    /// Number of commands sent; each carries its number, and its answer the same.
    sent: u32,
}

impl Connection {
    /// Sends a command and waits for its answer.
    fn request<R: CommandReply>(&mut self, command: &Command) -> io::Result<R> {
        self.sent += 1;
        let mut message = Cursor::new(Vec::new());
        protocol::write_command_message(&mut message, self.sent, command, self.version).map_err(io_error)?;
        self.socket.get_mut().write_all(message.get_ref())?;
        loop {
            let (number, answer, mut rest) = self.receive()?;
            match answer {
                Command::Reply if number == self.sent => {
                    return TagStructReader::new(&mut rest, self.version).read().map_err(io_error);
                }
                Command::Error(fault) if number == self.sent => {
                    return Err(io::Error::other(fault.to_string()));
                }
                _ => {}
            }
        }
    }

    /// Waits for a message: the number it answers, what it says, and what was not read of it.
    fn receive(&mut self) -> io::Result<(u32, Command, Cursor<Vec<u8>>)> {
        loop {
            let head = protocol::read_descriptor(&mut self.socket).map_err(io_error)?;
            if head.length > MAX_MESSAGE {
                return Err(io::ErrorKind::InvalidData.into());
            }
            let mut body = vec![0; head.length as usize];
            self.socket.read_exact(&mut body)?;
            let mut body = Cursor::new(body);
            match Command::read_tag_prefixed(&mut body, self.version) {
                Ok((number, command)) => return Ok((number, command, body)),
                // Servers tell of more than this side knows words for, such as a stream moved to another device.
                Err(ProtocolError::Unimplemented(..)) => {}
                Err(fault) => return Err(io_error(fault)),
            }
        }
    }
}

fn io_error(fault: ProtocolError) -> io::Error {
    match fault {
        ProtocolError::Io(fault) => fault,
        fault => io::Error::other(fault.to_string()),
    }
}

/// How the program is called in the desktop's sound settings.
fn client_props() -> Props {
    let mut props = Props::new();
    props.set(Prop::ApplicationName, c"XXL chess");
    props.set(Prop::ApplicationProcessId, CString::new(std::process::id().to_string()).unwrap_or_default());
    props
}

/// One channel of sixteen-bit samples to the device that the person has chosen.
fn stream_params() -> PlaybackStreamParams {
    let mut props = Props::new();
    props.set(Prop::MediaName, c"Sounds of the game");
    props.set(Prop::MediaRole, c"game");
    PlaybackStreamParams {
        sample_spec: SampleSpec { format: SampleFormat::S16Le, channels: 1, sample_rate: RATE },
        channel_map: ChannelMap::mono(),
        sink_name: Some(protocol::DEFAULT_SINK.to_owned()),
        buffer_attr: BufferAttr { target_length: BUFFER, ..BufferAttr::default() },
        flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
        props,
        ..PlaybackStreamParams::default()
    }
}
