//! The speaker against servers of our own: a good one, and several that fail.

use std::io::{BufReader, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pulseaudio::protocol::{
    self, AuthReply, Command, CreatePlaybackStreamReply, MAX_VERSION, Request, SetClientNameReply,
};

use super::aplay::Aplay;
use super::{AudioOutput as _, AudioPlayer, State, pulse};
use crate::sound::mixer::{gain, to_i16};
use crate::sound::{Sound, SoundCue, samples};

const CUE: SoundCue = SoundCue { sound: Sound::Capture, volume: 10 };
/// The channel of the good server's stream.
const CHANNEL: u32 = 7;

/// No program.
fn no_program() -> Aplay {
    Aplay::new(&["no-such-program-as-this"])
}

/// Whether `done` becomes true within ten seconds.
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

/// Answers the opening of a stream and asks for samples without end; keeps what it gets.
fn good_server(socket: UnixStream, heard: &Mutex<Vec<u8>>) -> Result<(), protocol::ProtocolError> {
    let mut socket = BufReader::new(socket);
    loop {
        let (number, command) = protocol::read_command_message(&mut socket, MAX_VERSION)?;
        let out = socket.get_mut();
        match command {
            Command::Auth(auth) => {
                assert_eq!(auth.cookie.len(), 256);
                let reply = AuthReply { version: MAX_VERSION, ..AuthReply::default() };
                protocol::write_reply_message(out, number, &reply, MAX_VERSION)?;
            }
            Command::SetClientName(_) => {
                let reply = SetClientNameReply { client_id: 1 };
                protocol::write_reply_message(out, number, &reply, MAX_VERSION)?;
            }
            Command::CreatePlaybackStream(params) => {
                // A word in between that answers nothing must be passed over.
                protocol::write_command_message(out, u32::MAX, &Command::Started(CHANNEL), MAX_VERSION)?;
                let reply = CreatePlaybackStreamReply {
                    channel: CHANNEL,
                    requested_bytes: 1001,
                    sample_spec: params.sample_spec,
                    channel_map: params.channel_map,
                    ..CreatePlaybackStreamReply::default()
                };
                protocol::write_reply_message(out, number, &reply, MAX_VERSION)?;
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
        heard.lock().unwrap().extend(block);
        protocol::write_command_message(socket.get_mut(), u32::MAX, &asked, MAX_VERSION)?;
    }
}

/// A speaker whose streams lead to servers that `serve` runs, each on a thread.
fn speaker(serve: impl Fn(UnixStream) + Clone + Send + 'static) -> AudioPlayer {
    let open = move || {
        let (ours, theirs) = UnixStream::pair()?;
        let serve = serve.clone();
        thread::spawn(move || serve(theirs));
        pulse::Stream::new(ours, Vec::new())
    };
    AudioPlayer::start(open, no_program())
}

/// Shows that every sample of two sounds, one after the other, arrives at the server as computed, with the volume
/// asked for, and that the stream is let go of in the end.
#[test]
fn samples_arrive() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ended = Arc::new(AtomicUsize::new(0));
    let (theirs, counted) = (Arc::clone(&heard), Arc::clone(&ended));
    let mut speaker = speaker(move |socket| {
        let _ = good_server(socket, &theirs);
        counted.fetch_add(1, Ordering::Relaxed);
    });
    for (runs, cue) in
        [(1, SoundCue { sound: Sound::Move, volume: 10 }), (2, SoundCue { sound: Sound::Check, volume: 5 })]
    {
        speaker.play(cue);
        assert!(soon(|| ended.load(Ordering::Relaxed) == runs), "{cue:?}: the stream stays open");
        let heard: Vec<u8> = std::mem::take(&mut *heard.lock().unwrap());
        let heard: Vec<i16> =
            heard.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        let made = samples(cue.sound).into_iter().map(|sample| to_i16(sample * gain(cue.volume)));
        let made: Vec<i16> = made.collect();
        assert!(heard.starts_with(&made), "{cue:?}");
        assert!(heard[made.len()..].iter().all(|&sample| sample == 0), "{cue:?}");
    }
}

/// Shows that however many sounds are asked for, and whatever the server does (says nothing, hangs up at once, talks
/// nonsense, dies in the middle), asking takes no time and the thread outlives it and asks the next server.
#[test]
fn a_bad_server_never_delays() {
    let servers: [fn(UnixStream); 4] = [
        |socket| thread::sleep(Duration::from_secs(if socket.take_error().is_ok() { 20 } else { 0 })),
        drop,
        |mut socket| drop(socket.write_all(&[0xFF; 4096])),
        |socket| {
            let dying = socket.try_clone().unwrap();
            let heard = Mutex::new(Vec::new());
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(50));
                dying.shutdown(std::net::Shutdown::Both)
            });
            drop(good_server(socket, &heard));
        },
    ];
    for (number, serve) in servers.into_iter().enumerate() {
        let called = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&called);
        let mut speaker = speaker(move |socket| {
            counted.fetch_add(1, Ordering::Relaxed);
            serve(socket);
        });
        let start = Instant::now();
        for _ in 0..1000 {
            speaker.play(CUE);
        }
        assert!(start.elapsed() < Duration::from_secs(1), "server {number}: {:?}", start.elapsed());
        let again = soon(|| {
            speaker.play(CUE);
            called.load(Ordering::Relaxed) >= 2
        });
        assert!(again, "server {number}: the thread has ended");
    }
}

/// Shows that without server and program nothing is played, however often a sound is asked for, and that the thread
/// goes on: a server may come later.
#[test]
fn without_a_device_there_is_silence() {
    let nobody = || Err::<pulse::Stream, _>(std::io::ErrorKind::NotFound.into());
    let mut speaker = AudioPlayer::start(nobody, no_program());
    for _ in 0..100 {
        speaker.play(CUE);
        thread::sleep(Duration::from_millis(1));
    }
    assert!(matches!(speaker.0, State::Running(_)), "the thread has ended");
}

/// Shows that without a server the program is given every sample, and that at most three runs of it are begun while
/// none has ended.
#[test]
fn a_program_plays_where_there_is_no_server() {
    let file = std::env::temp_dir().join(format!("xxlchess-{}-heard", std::process::id()));
    let nobody = || Err::<pulse::Stream, _>(std::io::ErrorKind::NotFound.into());
    let write = Aplay::new(&["dd", &format!("of={}", file.display())]);
    AudioPlayer::start(nobody, write).play(CUE);
    let made: Vec<i16> = samples(CUE.sound).into_iter().map(to_i16).collect();
    let made = super::bytes(&made);
    let heard = || std::fs::read(&file).unwrap_or_default();
    assert!(soon(|| heard().len() >= made.len()));
    assert!(heard().starts_with(&made) && heard()[made.len()..].iter().all(|&byte| byte == 0));
    std::fs::remove_file(&file).unwrap();

    let mut mixer = crate::sound::mixer::Mixer::default();
    let mut busy = Aplay::new(&["sleep", "3"]);
    let begun = (0..5).filter(|_| {
        mixer.start(SoundCue { sound: Sound::Move, volume: 1 });
        let begun = busy.play(&mut mixer).is_ok();
        mixer.clear();
        begun
    });
    assert_eq!(begun.count(), 3);
}

/// Shows that a program which fails at once, again and again, is no fault and leaves no runs behind.
#[test]
fn a_program_that_fails_is_no_fault() {
    let mut mixer = crate::sound::mixer::Mixer::default();
    let mut fails = Aplay::new(&["false"]);
    for sound in Sound::ALL {
        let begun = || {
            mixer.start(SoundCue { sound, volume: 10 });
            // Whether it ends before or after the last sample was handed over is chance.
            let played = fails.play(&mut mixer).map_err(|fault| fault.kind());
            mixer.clear();
            matches!(played, Ok(()) | Err(ErrorKind::BrokenPipe))
        };
        assert!(soon(begun), "{sound:?}");
    }
}

/// Shows that what the server asks for is counted in whole samples: it asks for 1001 bytes, then for 3000.
#[test]
fn bytes_asked_for_are_counted() {
    let (ours, theirs) = UnixStream::pair().unwrap();
    thread::spawn(move || good_server(theirs, &Mutex::new(Vec::new())));
    let mut stream = pulse::Stream::new(ours, Vec::new()).unwrap();
    assert_eq!(stream.samples_wanted().unwrap(), 500);
    stream.write(&[0; 500]).unwrap();
    assert_eq!(stream.samples_wanted().unwrap(), 1500);
}
