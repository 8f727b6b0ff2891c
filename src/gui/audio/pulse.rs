//! Audio output to PulseAudio, or to PipeWire in its place: blocking reads and writes with timeouts on the server's socket.

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

use super::AudioOutput;
use crate::sound::RATE;

/// A server that does not answer or accept samples for this long is given up.
const TIMEOUT: Duration = Duration::from_secs(2);
/// Size of the server's buffer in bytes: 60 ms, so that a sound is in time with its move.
const BUFFER: u32 = RATE / 1000 * 60 * 2;
/// Longest accepted message in bytes; real ones have some hundred.
const MAX_MESSAGE: u32 = 1 << 20;
/// Length of the authentication cookie in bytes. Servers hang up on any other, even those that need no cookie.
const COOKIE_LENGTH: usize = 256;

/// A playback stream of one channel with 16-bit samples.
pub struct Stream {
    connection: Connection,
    channel: u32,
    /// Bytes that the server has requested and not received yet.
    requested: u64,
}

impl Stream {
    /// Opens a stream to the server that the environment names.
    pub fn open() -> io::Result<Self> {
        let path = pulseaudio::socket_path_from_env().ok_or_else(|| io::Error::other("no sound server"))?;
        let cookie = pulseaudio::cookie_path_from_env().and_then(|path| std::fs::read(path).ok());
        Self::new(UnixStream::connect(path)?, cookie.unwrap_or_default())
    }

    /// Opens a stream to the server at the other end of `socket`; an empty `cookie` suits servers that need none.
    pub fn new(socket: UnixStream, mut cookie: Vec<u8>) -> io::Result<Self> {
        cookie.resize(COOKIE_LENGTH, 0);
        socket.set_read_timeout(Some(TIMEOUT))?;
        socket.set_write_timeout(Some(TIMEOUT))?;
        let socket = BufReader::new(socket);
        let mut connection = Connection { socket, version: protocol::MAX_VERSION, last_request: 0 };
        let (version, supports_shm, supports_memfd) = (protocol::MAX_VERSION, false, false);
        let auth = Command::Auth(AuthParams { version, supports_shm, supports_memfd, cookie });
        let auth: AuthReply = connection.request(&auth)?;
        connection.version = protocol::MAX_VERSION.min(auth.version);
        let _: SetClientNameReply = connection.request(&Command::SetClientName(client_props()))?;
        let stream = Command::CreatePlaybackStream(stream_params());
        let stream: CreatePlaybackStreamReply = connection.request(&stream)?;
        Ok(Self { connection, channel: stream.channel, requested: stream.requested_bytes.into() })
    }
}

impl AudioOutput for Stream {
    fn samples_wanted(&mut self) -> io::Result<usize> {
        while self.requested < 2 {
            match self.connection.receive()? {
                (_, Command::Request(request), _) if request.channel == self.channel => {
                    self.requested += u64::from(request.length);
                }
                (_, Command::PlaybackStreamKilled(_), _) => {
                    return Err(io::Error::other("the sound server closed the stream"));
                }
                _ => {}
            }
        }
        // Half a sample stays requested. Of a very large request one second is served at a time.
        let samples = (self.requested / 2).min(u64::from(RATE));
        self.requested -= samples * 2;
        Ok(samples as usize)
    }

    fn write(&mut self, samples: &[i16]) -> io::Result<()> {
        let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
        protocol::write_memblock(self.connection.socket.get_mut(), self.channel, &bytes, 0).map_err(io_error)
    }
}

/// The connection to the server: requests and their replies, matched by sequence number.
struct Connection {
    socket: BufReader<UnixStream>,
    /// Protocol version that both sides speak.
    version: u16,
    /// Sequence number of the last request.
    last_request: u32,
}

impl Connection {
    /// Sends a command and waits for its reply.
    fn request<R: CommandReply>(&mut self, command: &Command) -> io::Result<R> {
        self.last_request += 1;
        let mut message = Cursor::new(Vec::new());
        protocol::write_command_message(&mut message, self.last_request, command, self.version)
            .map_err(io_error)?;
        self.socket.get_mut().write_all(message.get_ref())?;
        loop {
            let (sequence, reply, mut payload) = self.receive()?;
            if sequence != self.last_request {
                continue;
            }
            match reply {
                Command::Reply => {
                    return TagStructReader::new(&mut payload, self.version).read().map_err(io_error);
                }
                Command::Error(error) => return Err(io::Error::other(error.to_string())),
                _ => {}
            }
        }
    }

    /// Waits for a message: its sequence number, its command, and the rest of its bytes.
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
                Ok((sequence, command)) => return Ok((sequence, command, body)),
                // Notifications that the crate does not parse, for example that a stream moved to another device.
                Err(ProtocolError::Unimplemented(..)) => {}
                Err(error) => return Err(io_error(error)),
            }
        }
    }
}

fn io_error(error: ProtocolError) -> io::Error {
    match error {
        ProtocolError::Io(error) => error,
        error => io::Error::other(error.to_string()),
    }
}

/// How the program is shown in the desktop's sound settings.
fn client_props() -> Props {
    let mut props = Props::new();
    props.set(Prop::ApplicationName, c"XXL chess");
    props.set(Prop::ApplicationProcessId, CString::new(std::process::id().to_string()).unwrap_or_default());
    props
}

/// One channel of 16-bit samples to the default device.
fn stream_params() -> PlaybackStreamParams {
    let mut props = Props::new();
    props.set(Prop::MediaName, c"Game sounds");
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
