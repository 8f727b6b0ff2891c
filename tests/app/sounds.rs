//! Sounds: which event has which sound, and what the samples are like.

use std::f32::consts::TAU;
use std::time::Duration;

use crate::common::window::{Driver, Window};
use crate::common::{AT_ONCE, HUMAN_BLACK, Silent, TWO_HUMANS, app_with, control, deterministic, xxl};
use xxlchess::game::GameController;
use xxlchess::game::options::{Options, SoundSet};
use xxlchess::game::{Command, Event, Game, GameSetup, PlayerKind};
use xxlchess::notation::coords::parse_move;
use xxlchess::rules::{ByColor, Color};
use xxlchess::sound::mixer::{Mixer, gain, to_i16};
use xxlchess::sound::specs::{SETS, spec};
use xxlchess::sound::{RATE, Sound, SoundCue, samples};
use xxlchess::view::input::Key;
use xxlchess::view::screens::play::PlayScreen;
use xxlchess::view::sound::{SoundCues, sound_of_event};

/// Position in which White can move quietly, capture, castle, promote, check and mate.
const ALL_AT_ONCE: &str = "6k7/R13/14/14/14/14/13p/3P10/n13/14/14/14/1R12/R6K5R w KQ - 0 1";
/// Unit of the clock times.
const SECOND: Duration = Duration::from_secs(1);

fn game(fen: &str, players: ByColor<PlayerKind>, (seconds, increment): (u64, u64), options: Options) -> Game {
    let control = control(seconds, increment);
    let position = if options.fog_of_war { xxl(fen).in_fog() } else { xxl(fen) };
    Game::new(GameSetup { position, players, controls: ByColor { white: control, black: control }, options })
}

fn sound_after(moves: &[&str], options: Options) -> Option<Sound> {
    let mut game = game(ALL_AT_ONCE, TWO_HUMANS, (180, 0), options);
    let mut cues = SoundCues::default();
    for mv in moves {
        let mv = parse_move(game.position(), mv).unwrap_or_else(|| panic!("{mv} is legal"));
        let events = game.apply(Command::Play(mv));
        cues.update(&events, &game, false);
    }
    cues.take(&options, true).map(|cue| cue.sound)
}

/// All kinds of moves have their sounds, and a quiet move after a capture in the same frame leaves that of the
/// capture.
#[test]
fn every_kind_of_move_has_its_sound() {
    for (moves, sound) in [
        (&["b2b3"][..], Sound::Move),
        (&["n1n8"], Sound::Capture),
        (&["h1j1"], Sound::Castling),
        (&["d7d8q"], Sound::Promotion),
        (&["a13g13"], Sound::Check),
        (&["b2b14"], Sound::End),
        (&["n1n8", "g14f14"], Sound::Capture),
    ] {
        assert_eq!(sound_after(moves, Options::default()), Some(sound), "{moves:?}");
    }
}

/// A premove and a move that is refused because of the king have sounds of their own, which are less important than that
/// of a move.
#[test]
fn premoves_and_refused_moves_have_sounds() {
    let sounds =
        [Event::Premoved, Event::MustDefendKing(Color::White)].map(|event| sound_of_event(&event, false));
    assert_eq!(sounds, [Some(Sound::Premove), Some(Sound::Illegal)]);
    assert!(sounds.iter().all(|sound| *sound < Some(Sound::Move)));
}

/// In the fog castling, promotion and check sound like a quiet move.
#[test]
fn sounds_reveal_nothing_under_fog_of_war() {
    let fog = Options { fog_of_war: true, ..Options::default() };
    for (mv, sound) in
        [("h1j1", Sound::Move), ("d7d8q", Sound::Move), ("a13g13", Sound::Move), ("n1n8", Sound::Capture)]
    {
        assert_eq!(sound_after(&[mv], fog), Some(sound), "{mv}");
    }
    assert_eq!(sound_of_event(&Event::MovedInFog(None), true), Some(Sound::Move));
}

/// Sounds that are off and a volume of 0 play nothing. A volume of 3 and a set of sounds are passed on.
#[test]
fn options_mute_sounds_and_set_the_volume() {
    assert_eq!(sound_after(&["b2b3"], Options { sound: false, ..Options::default() }), None);
    assert_eq!(sound_after(&["b2b3"], Options { volume: 0, ..Options::default() }), None);
    let mut window = window(Options { volume: 3, sounds: SoundSet::Soft, ..Options::default() });
    assert_eq!(window.frame.sound, None);
    window.key(Key::Escape);
    assert_eq!(window.frame.sound, Some(SoundCue { sound: Sound::End, set: 1, volume: 3 }));
}

fn window(options: Options) -> Window {
    let game = game(ALL_AT_ONCE, TWO_HUMANS, (180, 0), options);
    let controller = GameController::new(game, Box::new(Silent), deterministic(0));
    Window::new(app_with(PlayScreen::new(controller, Color::White, None), options, AT_ONCE))
}

/// The key S and the button mute the sound, before and after a restart. A muted sound is not played later.
#[test]
fn s_mutes_and_unmutes() {
    let mut window = window(Options::default());
    let is_muted = |window: &Window| {
        assert_ne!(window.shows("Sound"), window.shows("Muted"));
        window.shows("Muted")
    };
    assert!(!is_muted(&window));
    window.keys(&[Key::Char('s'), Key::Escape]);
    assert!(is_muted(&window));
    window.key(Key::Char('r'));
    assert!(is_muted(&window));
    window.click_word("Muted");
    assert!(!is_muted(&window));
    assert_eq!(window.sounds, []);
    window.key(Key::Escape);
    assert_eq!(std::mem::take(&mut window.sounds), [Sound::End]);
    window.input(vec![]);
    assert_eq!(window.sounds, []);
}

/// The number of alarms while time passes, second by second.
fn alarms(game: &mut Game, cues: &mut SoundCues, seconds: u64) -> usize {
    let mut count = 0;
    for _ in 0..seconds {
        let events = game.apply(Command::Tick(SECOND));
        cues.update(&events, game, false);
        count +=
            usize::from(cues.take(&Options::default(), true).is_some_and(|cue| cue.sound == Sound::LowTime));
    }
    count
}

/// The alarm sounds once a game, and again in the next game, but not again after an increment. There is none for the
/// computer's clock or for one that starts below ten seconds.
#[test]
fn the_low_time_alarm_sounds_once_a_game() {
    let options = Options::default();
    let mut running = game(ALL_AT_ONCE, TWO_HUMANS, (12, 5), options);
    let mut cues = SoundCues::default();
    cues.update(&[], &running, false);
    assert_eq!(alarms(&mut running, &mut cues, 2), 0);
    assert_eq!(alarms(&mut running, &mut cues, 1), 1);
    for mv in ["b2b3", "g14f14"] {
        let mv = parse_move(running.position(), mv).expect("legal");
        running.apply(Command::Play(mv));
    }
    // The clock has 14 seconds again, and 8 seconds after six more.
    assert_eq!(alarms(&mut running, &mut cues, 6), 0);
    let mut events = running.apply(Command::Resign);
    events.extend(running.apply(Command::Restart));
    cues.update(&events, &running, false);
    cues.take(&options, true);
    assert_eq!(alarms(&mut running, &mut cues, 4), 1);

    for (players, seconds) in [(HUMAN_BLACK, 12), (TWO_HUMANS, 9)] {
        let mut other = game(ALL_AT_ONCE, players, (seconds, 0), options);
        let mut cues = SoundCues::default();
        cues.update(&[], &other, false);
        assert_eq!(alarms(&mut other, &mut cues, 8), 0, "{players:?}");
    }
}

/// A clock that runs out within one tick has the sound of the end only.
#[test]
fn there_is_no_alarm_after_the_end() {
    let options = Options::default();
    let mut game = game(ALL_AT_ONCE, TWO_HUMANS, (12, 0), options);
    let mut cues = SoundCues::default();
    cues.update(&[], &game, false);
    let events = game.apply(Command::Tick(60 * SECOND));
    cues.update(&events, &game, false);
    assert_eq!(cues.take(&Options::default(), true).map(|cue| cue.sound), Some(Sound::End));
    cues.update(&[], &game, false);
    assert_eq!(cues.take(&options, true), None);
}

/// The specs of each set are in the order of the sounds, and their notes lie within the sound. There is a set for each
/// value of the option.
#[test]
fn every_sound_has_a_spec() {
    assert_eq!(SETS.len(), SoundSet::ALL.len());
    for specs in SETS {
        assert_eq!(specs.map(|spec| spec.sound), Sound::ALL);
        for spec in specs {
            assert!(spec.peak > 0.0 && spec.peak <= 0.7, "{:?}", spec.sound);
            for note in spec.notes {
                assert!(note.at + 0.1 <= spec.length && note.timbre.attack > 0.0, "{:?}", spec.sound);
            }
        }
    }
}

/// Every sound of the soft set is quieter than that of the other set, and sounds different.
#[test]
fn soft_sounds_are_quieter() {
    for sound in Sound::ALL {
        let [wood, soft] = [SoundSet::Wood, SoundSet::Soft].map(|set| spec(set as usize, sound));
        assert!(soft.peak < wood.peak && soft.notes != wood.notes, "{sound:?}");
    }
}

/// Length and peak are as in the table, both ends are silent, and no two samples are far apart.
#[test]
fn sounds_are_short_and_do_not_click() {
    let sets = (0..SETS.len()).flat_map(|set| Sound::ALL.map(|sound| (set, sound)));
    for (set, sound) in sets {
        let (samples, spec) = (samples(set, sound), spec(set, sound));
        let length = samples.len() as f32 / RATE as f32;
        assert!((length - spec.length).abs() < 0.001 && length < 2.0, "{sound:?}: {length} s");
        let peak = samples.iter().fold(0.0f32, |peak, sample| peak.max(sample.abs()));
        assert!((peak - spec.peak).abs() < 0.001, "{sound:?}: {peak}");
        assert!(samples[0].abs() < 0.001 && samples[samples.len() - 1].abs() < 0.001, "{sound:?}");
        let quiet = samples.iter().rev().take(20).all(|sample| sample.abs() < 0.001);
        assert!(quiet, "{sound:?} does not end softly");
        let jump = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        assert!(jump < 0.3, "{sound:?}: a jump of {jump}");
        let mean = samples.iter().sum::<f32>() / samples.len() as f32;
        assert!(mean.abs() < 0.005, "{sound:?}: a mean of {mean}");
    }
}

/// The normalized spectrum of a sound at 60 frequencies from 110 hertz, nine per octave.
fn spectrum(samples: &[f32]) -> Vec<f32> {
    let pitches = (0..60).map(|step| 110.0 * (step as f32 / 9.0).exp2());
    let power = pitches.map(|pitch| {
        let frames = samples.chunks(2048).map(|frame| {
            let turn = |i: usize| TAU * (pitch * i as f32 / RATE as f32).fract();
            let re: f32 = frame.iter().enumerate().map(|(i, sample)| sample * turn(i).cos()).sum();
            let im: f32 = frame.iter().enumerate().map(|(i, sample)| sample * turn(i).sin()).sum();
            re * re + im * im
        });
        frames.sum::<f32>().sqrt()
    });
    let power: Vec<f32> = power.collect();
    let length = power.iter().map(|p| p * p).sum::<f32>().sqrt();
    power.into_iter().map(|p| p / length).collect()
}

/// The cosine similarity of the spectra of any two sounds of a set is below 0.9.
#[test]
fn no_two_sounds_are_alike() {
    for set in 0..SETS.len() {
        let spectra = Sound::ALL.map(|sound| spectrum(&samples(set, sound)));
        for (i, a) in spectra.iter().enumerate() {
            for (j, b) in spectra.iter().enumerate().skip(i + 1) {
                let alike: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
                assert!(alike < 0.9, "{set}: {:?} and {:?}: {alike}", Sound::ALL[i], Sound::ALL[j]);
            }
        }
    }
}

/// The mixer adds two overlapping sounds, clips twenty, and is silent before and after them.
#[test]
fn the_mixer_adds_overlapping_sounds() {
    let mut mixer = Mixer::default();
    let mut out = [1; 100];
    mixer.fill(&mut out);
    assert!(mixer.is_silent() && out == [0; 100]);

    let (first, second) = (samples(0, Sound::Move), samples(1, Sound::Check));
    mixer.start(SoundCue { sound: Sound::Move, set: 0, volume: 10 });
    let mut played = vec![0; 1000];
    mixer.fill(&mut played);
    mixer.start(SoundCue { sound: Sound::Check, set: 1, volume: 5 });
    let mut rest = vec![0; second.len() + 500];
    mixer.fill(&mut rest);
    played.extend(rest);
    for (i, &sample) in played.iter().enumerate() {
        let of_second = i.checked_sub(1000).and_then(|i| second.get(i)).map_or(0.0, |s| s * gain(5));
        assert_eq!(sample, to_i16(first.get(i).unwrap_or(&0.0) + of_second), "{i}");
    }
    assert!(mixer.is_silent());

    for _ in 0..20 {
        mixer.start(SoundCue { sound: Sound::End, set: 0, volume: 10 });
    }
    let mut loud = vec![0; 30_000];
    mixer.fill(&mut loud);
    assert_eq!((loud.iter().min(), loud.iter().max()), (Some(&-i16::MAX), Some(&i16::MAX)));
    mixer.clear();
    assert!(mixer.is_silent());
}

/// The gain rises with the volume, from silence at 0 to full at 10.
#[test]
fn a_higher_volume_is_louder() {
    assert_eq!((gain(0), gain(10), gain(255)), (0.0, 1.0, 1.0));
    assert!((0..10).all(|volume| gain(volume) < gain(volume + 1)));
}
