//! Tests of the audio player with a sound server that works and with several that fail.

use std::io::{BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pulseaudio::protocol::{
    self, AuthReply, Command, CreatePlaybackStreamReply, Request, SetClientNameReply,
};

use super::server::play_cues_on;
use super::{AudioPlayer, State, pulse};
use crate::sound::mixer::{gain, to_i16};
use crate::sound::{Sound, SoundCue, samples};

const CUE: SoundCue = SoundCue { sound: Sound::Capture, set: 0, volume: 10 };
/// The version of the protocol that the client speaks.
const VERSION: u16 = 13;
/// The channel of the good server's stream.
const CHANNEL: u32 = 7;

/// Whether `done` returns true within ten seconds.
fn soon(mut done: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(10) {
        if done() {
            return true;
        }
        thread::sleep(Duration::from_millis(5));
    }
    false
}

/// A server that opens the stream, requests samples without end and collects them in `received`.
fn good_server(socket: UnixStream, received: &Mutex<Vec<u8>>) -> Result<(), protocol::ProtocolError> {
    let mut socket = BufReader::new(socket);
    loop {
        let (number, command) = protocol::read_command_message(&mut socket, VERSION)?;
        let out = socket.get_mut();
        match command {
            Command::Auth(auth) => {
                assert_eq!(auth.cookie.len(), 256);
                let reply = AuthReply { version: protocol::MAX_VERSION, ..AuthReply::default() };
                protocol::write_reply_message(out, number, &reply, VERSION)?;
            }
            Command::SetClientName(_) => {
                let reply = SetClientNameReply { client_id: 1 };
                protocol::write_reply_message(out, number, &reply, VERSION)?;
            }
            Command::CreatePlaybackStream(params) => {
                // A notification before the reply must be skipped.
                protocol::write_command_message(out, u32::MAX, &Command::Started(CHANNEL), VERSION)?;
                let reply = CreatePlaybackStreamReply {
                    channel: CHANNEL,
                    requested_bytes: 1001,
                    sample_spec: params.sample_spec,
                    channel_map: params.channel_map,
                    ..CreatePlaybackStreamReply::default()
                };
                protocol::write_reply_message(out, number, &reply, VERSION)?;
                break;
            }
            _ => {}
        }
    }
    let asked = Command::Request(Request { channel: CHANNEL, length: 3000 });
    loop {
        let head = protocol::read_descriptor(&mut socket)?;
        assert_eq!(head.channel, CHANNEL);
        let mut block = vec![0; head.length as usize];
        socket.read_exact(&mut block)?;
        received.lock().unwrap().extend(block);
        protocol::write_command_message(socket.get_mut(), u32::MAX, &asked, VERSION)?;
    }
}

/// A player that connects each stream to a new server, which runs `serve` on its own thread.
fn player(serve: impl Fn(UnixStream) + Clone + Send + 'static) -> AudioPlayer {
    let open = move || {
        let (ours, theirs) = UnixStream::pair()?;
        let serve = serve.clone();
        thread::spawn(move || serve(theirs));
        pulse::Stream::new(ours, Vec::new())
    };
    AudioPlayer::start(|cues, failed| play_cues_on(cues, failed, open))
}

/// Three sounds of two sets are played one after the other. Every sample arrives at the volume of its cue, and the stream is closed
/// after each sound.
#[test]
fn every_sample_reaches_the_server() {
    let received = Arc::new(Mutex::new(Vec::new()));
    let ended = Arc::new(AtomicUsize::new(0));
    let (theirs, counted) = (Arc::clone(&received), Arc::clone(&ended));
    let mut player = player(move |socket| {
        let _ = good_server(socket, &theirs);
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let cues = [(Sound::Move, 0, 10), (Sound::Check, 0, 5), (Sound::Check, 1, 5)];
    for (runs, (sound, set, volume)) in (1..).zip(cues) {
        let cue = SoundCue { sound, set, volume };
        player.play(cue);
        assert!(soon(|| ended.load(Ordering::Relaxed) == runs), "{cue:?}: the stream stays open");
        assert!(!player.has_failed());
        let received: Vec<u8> = std::mem::take(&mut *received.lock().unwrap());
        let received: Vec<i16> =
            received.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        let made = samples(set, sound).into_iter().map(|sample| to_i16(sample * gain(volume)));
        let made: Vec<i16> = made.collect();
        assert!(received.starts_with(&made), "{cue:?}");
        assert!(received[made.len()..].iter().all(|&sample| sample == 0), "{cue:?}");
    }
}

/// With servers that do not answer, close the connection at once, send garbage or exit during a sound, `play` never
/// blocks, and the next cue opens a new connection.
#[test]
fn a_bad_server_never_delays_the_game() {
    let servers: [fn(UnixStream); 4] = [
        |socket| thread::sleep(Duration::from_secs(if socket.take_error().is_ok() { 20 } else { 0 })),
        drop,
        |mut socket| drop(socket.write_all(&[0xFF; 4096])),
        |socket| {
            let dying = socket.try_clone().unwrap();
            let received = Mutex::new(Vec::new());
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(50));
                dying.shutdown(std::net::Shutdown::Both)
            });
            drop(good_server(socket, &received));
        },
    ];
    for (number, serve) in servers.into_iter().enumerate() {
        let called = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&called);
        let mut player = player(move |socket| {
            counted.fetch_add(1, Ordering::Relaxed);
            serve(socket);
        });
        let start = Instant::now();
        for _ in 0..1000 {
            player.play(CUE);
        }
        assert!(start.elapsed() < Duration::from_secs(1), "server {number}: {:?}", start.elapsed());
        let again = soon(|| {
            player.play(CUE);
            called.load(Ordering::Relaxed) >= 2
        });
        assert!(again, "server {number}: the thread has ended");
    }
}

/// Without a server the player reports its failure, but only after a cue. The thread keeps running, and the report ends
/// when a server is started.
#[test]
fn without_a_server_there_is_silence() {
    let is_started = Arc::new(AtomicBool::new(false));
    let started = Arc::clone(&is_started);
    let open = move || {
        if !started.load(Ordering::Relaxed) {
            return Err(std::io::ErrorKind::NotFound.into());
        }
        let (ours, theirs) = UnixStream::pair()?;
        thread::spawn(move || good_server(theirs, &Mutex::new(Vec::new())));
        pulse::Stream::new(ours, Vec::new())
    };
    let mut player = AudioPlayer::start(|cues, failed| play_cues_on(cues, failed, open));
    assert!(!player.has_failed());
    for _ in 0..100 {
        player.play(CUE);
        thread::sleep(Duration::from_millis(1));
    }
    assert!(matches!(player.0, State::Running(..)), "the thread has ended");
    assert!(soon(|| player.has_failed()));
    is_started.store(true, Ordering::Relaxed);
    let recovered = soon(|| {
        player.play(CUE);
        !player.has_failed()
    });
    assert!(recovered);
}

/// Requests of 1001 and then 3000 bytes are counted in whole samples.
#[test]
fn requested_bytes_become_whole_samples() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    thread::spawn(move || good_server(theirs, &Mutex::new(Vec::new())));
    let mut stream = pulse::Stream::new(ours, Vec::new()).unwrap();
    assert_eq!(stream.samples_wanted().unwrap(), 500);
    stream.write(&[0; 500]).unwrap();
    assert_eq!(stream.samples_wanted().unwrap(), 1500);
}
