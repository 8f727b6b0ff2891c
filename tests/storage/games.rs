//! Saved games: the running game is found after a restart, finished games are stored, and no game is lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::common::{Dice, variant};
use xxlchess::config::Config;
use xxlchess::game::clock::TimeControl;
use xxlchess::game::game_record::GameRecord;
use xxlchess::game::options::{Options, PromotionRule};
use xxlchess::game::{Command, Game, GameSetup, PlayerKind};
use xxlchess::notation::coords::parse_move;
use xxlchess::notation::fen;
use xxlchess::notation::pgn::{PgnGame, Tags};
use xxlchess::rules::{ByColor, Color, Position, Variant};
use xxlchess::storage::game_reader::{GameReader, VariantUnavailable};
use xxlchess::storage::games_folder::{GamesFolder, LockedFile};
use xxlchess::storage::saved_game::{UnreadableGame, read_game};
use xxlchess::storage::{Autosave, AutosavedGame, FindVariant, OpenedGames, SavedGame, Storage};

/// A data folder that does not exist yet, inside an empty folder of this test's own.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("xxlchess-{}-games-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a temporary folder");
    folder.join("data/xxlchess")
}

pub fn remove(archive: &Path) {
    let folder = archive.ancestors().nth(2).expect("made by `folder`");
    fs::remove_dir_all(folder).expect("removed");
}

pub fn find(tags: &Tags) -> Result<Arc<Variant>, VariantUnavailable> {
    let name = tags.get("Variant").ok_or(VariantUnavailable::Unnamed)?;
    crate::invariants::variants().find_by_tag(name).map_err(VariantUnavailable::Unknown)
}

/// All saved games, the last written one first.
pub fn list(path: &Path) -> Vec<Result<SavedGame, UnreadableGame>> {
    let files = GamesFolder::new(path.join("games")).files();
    files.iter().map(|file| read_game(file, &find)).collect()
}

fn parse(text: &str) -> PgnGame {
    PgnGame::parse(text, |tags| find(tags).map_err(|error| error.to_string())).expect("a PGN")
}

fn open_with(path: &Path, search: bool, find_variant: FindVariant<'_>) -> OpenedGames {
    Storage { data_dir: Some(path.to_owned()), config_dir: None }.open_games(search, find_variant)
}

fn new_game(autosave: &mut Autosave) -> AutosavedGame {
    autosave.new_game(Vec::new(), Tags::default())
}

pub fn open(path: &Path) -> OpenedGames {
    open_with(path, true, &find)
}

/// A game after `plies` random moves.
pub fn game(players: [PlayerKind; 2], plies: usize) -> Game {
    let control = TimeControl { initial: Duration::from_secs(600), increment: Duration::from_secs(2) };
    let mut game = Game::new(GameSetup {
        position: Position::start(&variant("xxl")).expect("a legal start"),
        players: ByColor { white: players[0], black: players[1] },
        controls: ByColor { white: Some(control), black: Some(control) },
        options: Options::default(),
    });
    play_random_moves(&mut game, plies);
    game
}

/// Plays `plies` random moves, each after some seconds.
pub fn play_random_moves(game: &mut Game, plies: usize) {
    let mut dice = Dice::new(game.moves().len() as u64 + 5);
    for _ in 0..plies {
        let legal = game.position().legal_moves();
        game.apply(Command::Tick(Duration::from_millis(dice.below(5000) as u64)));
        game.apply(Command::Play(legal[dice.below(legal.len())]));
    }
}

pub const HUMANS: [PlayerKind; 2] = [PlayerKind::Human; 2];

pub fn record(game: &Game) -> GameRecord {
    game.record(Color::White)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().map(|f| f.path()).collect();
    // A file that is being written ends in `new`. It gets its name when it is whole.
    let is_whole = |path: &PathBuf| path.extension().is_some_and(|end| end != "lock" && end != "new");
    files.retain(|path| is_whole(path) && path.is_file());
    files.sort();
    files
}

/// The saved game has the moves and clocks of `game`.
pub fn assert_same_game(left: &SavedGame, game: &Game) {
    let back = Game::from_record(&left.record).expect("legal moves");
    assert_eq!(back.moves(), game.moves());
    for color in Color::ALL {
        let millis = |game: &Game| game.clocks().remaining(color).expect("a clock").as_millis();
        assert_eq!(millis(&back), millis(game));
    }
}

pub fn resume(autosave: &mut Autosave, left: &SavedGame) -> AutosavedGame {
    let locked = LockedFile::lock(&left.file).expect("a lock").expect("no other lock");
    autosave.resume(left, Some(locked), Tags::default())
}

/// The files of the saved games, sorted by name.
pub fn saved(path: &Path) -> Vec<PathBuf> {
    files(&path.join("games"))
}

/// Saves `game` in the data folder `path`, as a program that is then closed.
pub fn save_and_close(path: &Path, game: &Game) {
    let mut autosave = open_with(path, false, &find).autosave;
    let mut file = autosave.new_game(Vec::new(), Tags::default());
    autosave.save(&mut file, record(game));
}

/// A game is saved to one file after each move and each takeback, and is found at the next start.
#[test]
fn an_interrupted_game_is_found_at_the_next_start() {
    let path = folder("resume");
    assert!(open(&path).unfinished.is_none() && !path.exists(), "searching must not create the folder");
    let mut game = game(HUMANS, 1);
    let mut autosave = open(&path).autosave;
    let mut file = new_game(&mut autosave);
    for _ in 0..20 {
        autosave.save(&mut file, record(&game));
        play_random_moves(&mut game, 1);
    }
    autosave.save(&mut file, record(&game));
    drop(autosave);
    for plies in [3, 4] {
        let OpenedGames { mut autosave, unfinished: left, problems } = open(&path);
        let left = left.expect("a game was left");
        assert_same_game(&left, &game);
        assert!(problems.is_empty() && left.damage.is_none());
        assert!(left.saved.elapsed().is_ok_and(|age| age < Duration::from_secs(600)));
        let mut file = resume(&mut autosave, &left);
        game = Game::from_record(&left.record).expect("legal moves");
        play_random_moves(&mut game, plies);
        autosave.save(&mut file, record(&game));
    }
    assert_eq!(saved(&path).len(), 1);
    remove(&path);
}

/// A game that is played in one window is not offered in another.
#[test]
fn two_programs_do_not_touch_each_others_games() {
    let path = folder("apart");
    let (one, other) = (game(HUMANS, 3), game(HUMANS, 4));
    let mut first = open(&path);
    let mut file = new_game(&mut first.autosave);
    first.autosave.save(&mut file, record(&one));
    assert!(becomes_true(|| saved(&path).len() == 1));
    save_and_close(&path, &other);
    let mut second = open(&path);
    let left = second.unfinished.expect("the other game");
    assert_same_game(&left, &other);
    resume(&mut second.autosave, &left);
    assert!(open(&path).unfinished.is_none(), "both games are in use");
    drop(first);
    assert_same_game(&open(&path).unfinished.expect("the first game"), &one);
    remove(&path);
}

/// Each finished game has one file with result and termination, and is not offered again.
#[test]
fn finished_games_are_stored_as_pgn() {
    let path = folder("finished");
    let mut autosave = open(&path).autosave;
    let mut file = new_game(&mut autosave);
    for plies in [2, 5, 6] {
        // The screen saves a game that starts again before its first move.
        autosave.save(&mut file, record(&game(HUMANS, 0)));
        let mut game = game(HUMANS, plies);
        autosave.save(&mut file, record(&game));
        game.apply(Command::Resign);
        autosave.save(&mut file, record(&game));
    }
    drop(autosave);
    let games = files(&path.join("games"));
    assert_eq!((games.len(), files(&path)), (3, vec![]));
    let mut lengths = Vec::new();
    for file in &games {
        let text = fs::read_to_string(file).expect("readable");
        let read = parse(&text);
        assert_eq!(read.tags.get("Termination"), Some("resignation"));
        assert!(["1-0", "0-1"].contains(&read.result.as_str()));
        lengths.push(read.moves().len());
    }
    lengths.sort_unstable();
    assert_eq!(lengths, [2, 5, 6]);
    assert!(open(&path).unfinished.is_none());
    remove(&path);
}

/// Games of an earlier version, in the folder above, are found and offered.
#[test]
fn unfinished_games_of_earlier_versions_are_found() {
    let path = folder("earlier");
    let game = game(HUMANS, 6);
    save_and_close(&path, &game);
    let earlier = path.join("unfinished-2.pgn");
    fs::rename(&saved(&path)[0], &earlier).expect("moved");
    let opened = open(&path);
    assert!(opened.problems.is_empty() && !earlier.exists());
    assert_same_game(&opened.unfinished.expect("the game"), &game);
    assert_eq!(saved(&path).len(), 1);
    remove(&path);
}

/// An unfinished game is offered again when another one has ended. Games without a move of a human are not saved.
#[test]
fn an_unfinished_game_stays_when_another_is_played() {
    let path = folder("behind");
    save_and_close(&path, &game(HUMANS, 6));
    let earlier = fs::File::options().write(true).open(&saved(&path)[0]).expect("kept");
    earlier.set_modified(SystemTime::now() - Duration::from_secs(9)).expect("set");
    let mut opened = open(&path);
    let mut file = new_game(&mut opened.autosave);
    opened.autosave.save(&mut file, record(&game(HUMANS, 0)));
    opened.autosave.save(&mut file, record(&game([PlayerKind::Computer, PlayerKind::Human], 1)));
    drop(opened);
    let moves = || open(&path).unfinished.map(|left| left.record.moves.len());
    assert_eq!((saved(&path).len(), moves()), (1, Some(6)));
    let mut other = game(HUMANS, 1);
    let mut opened = open(&path);
    let mut file = new_game(&mut opened.autosave);
    opened.autosave.save(&mut file, record(&other));
    assert!(becomes_true(|| saved(&path).len() == 2));
    other.apply(Command::Resign);
    opened.autosave.save(&mut file, record(&other));
    drop(opened);
    assert_eq!((saved(&path).len(), moves()), (2, Some(6)));
    remove(&path);
}

/// A game of which all moves were taken back has no file and is not offered.
#[test]
fn a_game_without_moves_is_not_offered() {
    let path = folder("back");
    let mut autosave = open(&path).autosave;
    let mut file = new_game(&mut autosave);
    autosave.save(&mut file, record(&game(HUMANS, 1)));
    autosave.save(&mut file, record(&game(HUMANS, 0)));
    drop(autosave);
    assert_eq!(saved(&path), Vec::<PathBuf>::new());
    remove(&path);
}

/// A reason why a game cannot be saved is reported once, and another reason once more.
#[test]
fn a_failed_save_is_reported_once() {
    let path = folder("blocked");
    fs::create_dir_all(path.parent().expect("a parent")).expect("made");
    fs::write(&path, "a file in the way").expect("written");
    let mut opened = open(&path);
    let mut file = new_game(&mut opened.autosave);
    let mut message = Vec::new();
    for plies in 1..4 {
        opened.autosave.save(&mut file, record(&game(HUMANS, plies)));
        std::thread::sleep(Duration::from_millis(100));
        message.extend(opened.autosave.problem());
    }
    assert!(message.len() == 1 && message[0].starts_with("The game cannot be saved: "), "{message:?}");
    assert_eq!(fs::read_to_string(&path).expect("readable"), "a file in the way");
    drop(opened);
    remove(&path);
}

/// A save that fails leaves the earlier save as it was. The game is saved as soon as that is possible.
#[test]
fn a_failed_write_keeps_the_earlier_save() {
    let path = folder("failed");
    let before = game(HUMANS, 6);
    save_and_close(&path, &before);
    let mut opened = open(&path);
    let left = opened.unfinished.take().expect("the game");
    let mut file = resume(&mut opened.autosave, &left);
    // A file in place of the folder is as good as a full disk.
    let [games, moved] = ["games", "moved"].map(|name| path.join(name));
    fs::rename(&games, &moved).expect("moved");
    fs::write(&games, "").expect("written");
    opened.autosave.save(&mut file, record(&game(HUMANS, 7)));
    let mut message = None;
    for _ in 0..100 {
        message = message.or_else(|| opened.autosave.problem());
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(message.is_some_and(|message| message.starts_with("The game cannot be saved: ")));
    fs::remove_file(&games).expect("removed");
    fs::rename(&moved, &games).expect("moved");
    assert_same_game(&read_game(&left.file, &find).expect("the game as it was"), &before);
    drop(opened.autosave);
    assert_same_game(&open(&path).unfinished.expect("saved when there was room"), &game(HUMANS, 7));
    remove(&path);
}

/// With the times of its moves, a game of 30,000 plies is longer than what is read. It is saved without them. One of
/// 200,000 plies is too long in any case, and the save before stays.
#[test]
fn a_save_is_never_longer_than_what_is_read() {
    let path = folder("long");
    let start = game(HUMANS, 0);
    let mut position = start.position().clone();
    let there_and_back = ["b1c3", "b14c12", "c3b1", "c12b14"].map(|text| {
        let mv = parse_move(&position, text).expect("a legal move");
        position.make(mv);
        (mv, Some(Duration::from_nanos(599_123_456_789)))
    });
    let long = |plies: usize| {
        let moves = there_and_back.iter().copied().cycle().take(plies).collect();
        GameRecord { moves, ..record(&start) }
    };
    let mut opened = open(&path);
    let mut file = new_game(&mut opened.autosave);
    opened.autosave.save(&mut file, long(30_000));
    assert!(becomes_true(|| saved(&path).len() == 1));
    opened.autosave.save(&mut file, long(200_000));
    let mut problem = None;
    for _ in 0..1000 {
        problem = problem.or_else(|| opened.autosave.problem());
        std::thread::sleep(Duration::from_millis(if problem.is_none() { 20 } else { 0 }));
    }
    assert_eq!(problem.as_deref(), Some("The game cannot be saved: it is too long."));
    drop(opened);
    let left = open(&path).unfinished.expect("the shorter game");
    assert_eq!((left.record.moves.len(), left.damage), (30_000, None));
    assert_eq!(left.record.remaining, long(0).remaining);
    remove(&path);
}

/// Waits up to twenty seconds for `done`: games are saved on a thread of its own, and a busy disk is slow.
pub fn becomes_true(done: impl Fn() -> bool) -> bool {
    (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        done()
    })
}

/// A finished game that could not be written is written later. The next game is written meanwhile, if there is room for
/// it.
#[test]
fn a_finished_game_without_room_is_stored_later() {
    for written_before in [true, false] {
        let path = folder("late");
        let mut opened = open(&path);
        let (mut file, mut next_file) = (new_game(&mut opened.autosave), new_game(&mut opened.autosave));
        let games = path.join("games");
        let mut first = game(HUMANS, 6);
        let mut blocked = games.clone();
        if written_before {
            opened.autosave.save(&mut file, record(&first));
            assert!(becomes_true(|| saved(&path).len() == 1));
            // A folder in place of a file is as good as a full disk.
            blocked = saved(&path).remove(0);
            fs::remove_file(&blocked).expect("removed");
            fs::create_dir(&blocked).expect("made");
        } else {
            fs::create_dir_all(&path).expect("made");
            fs::write(&games, "").expect("written");
        }
        first.apply(Command::Resign);
        opened.autosave.save(&mut file, record(&first));
        assert!(becomes_true(|| opened.autosave.problem().is_some()));
        let mut next = game(HUMANS, 2);
        opened.autosave.save(&mut next_file, record(&next));
        // Folders do not count.
        assert!(!written_before || becomes_true(|| saved(&path).len() == 1));
        if written_before { fs::remove_dir(&blocked) } else { fs::remove_file(&blocked) }.expect("removed");
        play_random_moves(&mut next, 2);
        next.apply(Command::Resign);
        opened.autosave.save(&mut next_file, record(&next));
        drop(opened.autosave);
        let moves = |file: &PathBuf| {
            let text = fs::read_to_string(file).expect("readable");
            let read = parse(&text);
            assert_eq!(read.tags.get("Termination"), Some("resignation"));
            read.moves().len()
        };
        let mut kept: Vec<_> = saved(&path).iter().map(moves).collect();
        kept.sort_unstable();
        assert_eq!(kept, [4, 6], "written before: {written_before}");
        remove(&path);
    }
}

/// A level that is restarted on the same screen is saved to another file.
#[test]
fn a_level_that_is_played_again_is_another_game() {
    let path = folder("again");
    let mut autosave = open(&path).autosave;
    let mut file = new_game(&mut autosave);
    let mut game = game(HUMANS, 6);
    autosave.save(&mut file, record(&game));
    game.apply(Command::Resign);
    autosave.save(&mut file, record(&game));
    game.apply(Command::Restart);
    autosave.save(&mut file, record(&game));
    play_random_moves(&mut game, 1);
    autosave.save(&mut file, record(&game));
    drop(autosave);
    assert_eq!(saved(&path).len(), 2);
    assert_same_game(&open(&path).unfinished.expect("the new game"), &game);
    remove(&path);
}

/// An imported game is saved from the first own move on, and not while it is only viewed.
#[test]
fn an_imported_game_is_saved_from_the_first_own_move() {
    let path = folder("looked-at");
    let given = |game: &Game| game.moves().iter().map(|made| made.mv).collect();
    let mut game = game(HUMANS, 6);
    let mut autosave = open(&path).autosave;
    let mut file = autosave.new_game(given(&game), Tags::default());
    autosave.save(&mut file, record(&game));
    game.apply(Command::TakeBack);
    autosave.save(&mut file, record(&game));
    drop(autosave);
    assert_eq!(saved(&path), Vec::<PathBuf>::new());
    let mut autosave = open(&path).autosave;
    let mut file = autosave.new_game(given(&game), Tags::default());
    game.apply(Command::TakeBack);
    let other =
        game.position().legal_moves().into_iter().rfind(|mv| Some(*mv) != game.moves().last().map(|m| m.mv));
    game.apply(Command::Play(other.expect("a move")));
    autosave.save(&mut file, record(&game));
    drop(autosave);
    assert_same_game(&open(&path).unfinished.expect("a game with a move made here"), &game);
    remove(&path);
}

/// A save cut off after every byte is resumed or reported. The damaged file stays as it is, and the game continues in
/// another one.
#[test]
fn a_truncated_save_is_resumed_or_reported() {
    let path = folder("cut");
    let whole = game(HUMANS, 12);
    save_and_close(&path, &whole);
    let file = saved(&path).remove(0);
    let text = fs::read(&file).expect("readable");
    let (mut resumed, mut refused) = (0, 0);
    for end in 0..text.trim_ascii_end().len() {
        fs::write(&file, &text[..end]).expect("written");
        let opened = open(&path);
        match opened.unfinished {
            Some(left) => {
                let back = Game::from_record(&left.record).expect("legal moves");
                assert!(
                    whole.moves().starts_with(back.moves()) && left.damage.is_some(),
                    "after {end} bytes"
                );
                resumed += 1;
            }
            None => {
                let problems = &opened.problems;
                let is_reported =
                    problems.len() == 1 && problems[0].starts_with("A saved game cannot be read: ");
                assert!(is_reported, "after {end} bytes: {problems:?}");
                refused += 1;
            }
        }
    }
    assert!(resumed > 100 && refused > 100, "{resumed} resumed, {refused} refused");
    fs::write(&file, &text[..text.len() - 60]).expect("written");
    let mut opened = open(&path);
    let left = opened.unfinished.take().expect("a part of the game");
    let mut game = Game::from_record(&left.record).expect("legal moves");
    let mut other = resume(&mut opened.autosave, &left);
    play_random_moves(&mut game, 1);
    opened.autosave.save(&mut other, record(&game));
    drop(opened);
    assert_eq!(fs::read(&file).expect("readable"), &text[..text.len() - 60]);
    assert_eq!(saved(&path).len(), 2);
    remove(&path);
}

/// A save without meaning is reported and kept, and other saves are found.
#[test]
fn a_meaningless_save_is_reported_and_kept() {
    let path = folder("garbage");
    let good = game(HUMANS, 3);
    for garbage in [b"\xff\xfe\0".to_vec(), b"[[[[".to_vec(), Vec::new(), b"{".repeat(4000)] {
        save_and_close(&path, &good);
        let first = fs::File::options().write(true).open(&saved(&path)[0]).expect("kept");
        first.set_modified(SystemTime::now() - Duration::from_secs(9)).expect("set");
        let bad = path.join("games/garbage.pgn");
        fs::write(&bad, &garbage).expect("written");
        let opened = open(&path);
        assert_eq!(opened.problems.len(), 1, "{:?}", opened.problems);
        assert_same_game(&opened.unfinished.expect("the good one"), &good);
        assert_eq!(fs::read(&bad).expect("readable"), garbage);
        let listed = list(&path);
        assert!(matches!(&listed[..], [Err(unreadable), Ok(_)] if unreadable.file == bad), "{listed:?}");
        remove(&path);
    }
}

/// A game with pieces of another config is not offered, and its file does not change.
#[test]
fn a_game_with_unknown_pieces_is_left_alone() {
    let path = folder("unknown");
    save_and_close(&path, &game(HUMANS, 3));
    let slot = saved(&path).remove(0);
    let before = fs::read(&slot).expect("readable");
    let find = |_: &Tags| Err(VariantUnavailable::OtherPieces("zebra".to_owned()));
    let mut opened = open_with(&path, true, &find);
    assert!(opened.unfinished.is_none() && opened.problems[0].contains("zebra"), "{:?}", opened.problems);
    let mut file = opened.autosave.new_game(Vec::new(), Tags::default());
    opened.autosave.save(&mut file, record(&game(HUMANS, 1)));
    drop(opened);
    assert_eq!(fs::read(&slot).expect("readable"), before);
    assert_eq!(saved(&path).len(), 2);
    remove(&path);
}

/// A game with pieces of a config is offered only with that config; a game without them is offered with any.
#[test]
fn a_game_with_own_pieces_needs_their_config() {
    let path = folder("own");
    let config = |pieces: &str| {
        let text = fs::read_to_string("config.json").expect("the sample");
        let text =
            text.trim_end().trim_end_matches('}').trim_end().to_owned() + ",\n\"pieces\": [" + pieces + "]}";
        let config = Config::parse(Path::new("config.json"), &text).expect("a config");
        GameReader::new(&config.with_own_pieces(&variant("xxl")).expect("pieces"))
    };
    let zebra = r#"{"symbol": "z", "name": "zebra", "moves": "Z", "value": 2.5}"#;
    let own = config(zebra);
    let with_zebra = own.read("z6k6/14/14/14/14/14/14/14/14/14/14/14/P13/7K6 w", &Options::default(), "xxl");
    let position = with_zebra.expect("a FEN with the piece").0.start().clone();
    let mut game = Game::new(GameSetup { position, ..game(HUMANS, 0).record(Color::White).setup });
    play_random_moves(&mut game, 2);
    let mut autosave = open_with(&path, true, &|tags| own.find_variant(tags)).autosave;
    let mut file = autosave.new_game(Vec::new(), own.tags_of(game.position().variant()));
    autosave.save(&mut file, record(&game));
    drop(autosave);
    for other in [config(""), config(&zebra.replace("\"Z\"", "\"N\"")), config(&zebra.replace("2.5", "3"))] {
        let opened = open_with(&path, true, &|tags| other.find_variant(tags));
        assert!(
            opened.unfinished.is_none() && opened.problems[0].contains("z=zebra"),
            "{:?}",
            opened.problems
        );
    }
    assert_same_game(
        &open_with(&path, true, &|tags| own.find_variant(tags)).unfinished.expect("the game"),
        &game,
    );
    remove(&path);
    save_and_close(&path, &self::game(HUMANS, 3));
    assert!(open_with(&path, true, &|tags| own.find_variant(tags)).unfinished.is_some());
    remove(&path);
}

/// The hash of a piece's moves and value is that of the games saved by earlier versions.
#[test]
fn piece_tag_is_compatible_with_earlier_versions() {
    let zebra = r#""pieces": [{"symbol": "z", "name": "zebra", "moves": "Z", "value": 2.5}]"#;
    let text = include_str!("../../config.json").replacen('{', &format!("{{{zebra},"), 1);
    let config = Config::parse(Path::new("config.json"), &text).expect("a config");
    let variant = config.with_own_pieces(&variant("xxl")).expect("pieces");
    let tags = GameReader::new(&variant).tags_of(&variant);
    assert_eq!(tags.get("Pieces"), Some("z=zebra:3ad22283"));
}

/// A position that was read with fog and choice of promotion can be converted to the plain variant.
#[test]
fn an_imported_position_can_drop_its_options() {
    let reader = GameReader::new(&variant("xxl"));
    let options = Options { fog_of_war: true, promotion: PromotionRule::Choose, ..Options::default() };
    let text = "7k6/14/14/14/14/14/14/P13/14/14/14/14/14/7K6 w - - 0 1";
    let read = reader.read(text, &options, "xxl").expect("a FEN").0.start().clone();
    assert_ne!(read.variant().rules(), variant("xxl").rules());
    let plain = reader.without_options(&read);
    assert_eq!(plain.variant().rules(), variant("xxl").rules());
    assert_eq!(fen::format(&plain), text);
}

/// A game with an illegal move is read with the rules of its variant, as without that move. One with the castling of a shuffled
/// start before its fault is read to the fault.
#[test]
fn a_game_with_a_fault_has_the_rules_of_its_variant() {
    let reader = GameReader::new(&variant("xxl"));
    let read = |text: &str| reader.read_at_line(text, 1, &Options::default(), "xxl").expect("a game");
    let (game, options) = read("[Variant \"chess\"]\n\n1. e4 e5 2. Ke3 Nf6 *");
    assert_eq!((game.moves().len(), game.errors.len()), (2, 1));
    assert_eq!(game.start().variant().rules(), variant("chess").rules());
    assert_eq!(options, Options::default());
    let start = "bnrkrnqb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRNQB w KQkq - 0 1";
    let (game, _) =
        read(&format!("[Variant \"chess\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n\n1. e3 e6 2. O-O-O Kd3 *"));
    assert_eq!((game.moves().len(), game.errors.len()), (3, 1));
}

/// Files with a FEN or a PGN are read, and faults are reported with file, line and move, also if the text needs other
/// options up to the fault.
#[test]
fn files_with_fen_or_pgn_are_read() {
    let path = folder("files");
    fs::create_dir_all(&path).expect("made");
    let reader = GameReader::new(&variant("xxl"));
    let read = |text: &[u8]| {
        let file = path.join("game");
        fs::write(&file, text).expect("written");
        let read = reader.read_fen_or_file(&file.to_string_lossy(), &Options::default());
        read.map_err(|fault| fault.to_string().replace(&*path.to_string_lossy(), ""))
    };
    assert_eq!(read(b"1. a4 a11 *").expect("a game").0.moves().len(), 2);
    assert_eq!(
        read(b"[Variant \"From Position\"]\n\n1. e4").expect("a game").0.start().variant().rules().name,
        "chess"
    );
    let latin1 = b"[White \"J\xF6rg\"]\n[Variant \"Standard\"]\n\n1. e4 e5 \xB1 \xBD-\xBD";
    let game = read(latin1).expect("a game").0;
    assert_eq!(
        (game.tags.get("White"), game.moves().len(), game.result.as_str()),
        (Some("Jörg"), 2, "1/2-1/2")
    );
    let collection = b"[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n".repeat(100_000);
    assert_eq!(read(&collection).expect("the first game").0.moves().len(), 3);
    // The text promotes a pawn to a knight, which is possible only with the option to choose.
    let promoted = b"[FEN \"7k6/14/14/14/14/14/14/P13/14/14/14/14/14/7K6 w - - 0 1\"]\n\n1. a8=N *";
    let (read_freely, options) = read(promoted).expect("a game");
    assert_eq!((read_freely.moves().len(), options.promotion), (1, PromotionRule::Choose));
    for (text, fault) in [
        (&b"1. a4 a11\n2. a4"[..], "/game:2: move 2 of White: \"a4\" is not a legal move here"),
        // The promotion is legal with another option, and the move after it is not.
        (
            &[&promoted[..promoted.len() - 1], b"Kh13 2. a4 *"].concat(),
            "/game:3: move 2 of White: \"a4\" is not a legal move here",
        ),
        (b"\n\xff", "/game: the text is neither a FEN nor a PGN"),
        (b"", "/game: the text is empty"),
        (b"7k6/14/14/14 w", "/game: FEN, pieces: 4 ranks; 14 are needed"),
    ] {
        match read(text) {
            Err(message) => assert!(message == fault, "{message}"),
            Ok(_) => panic!("{fault}"),
        }
    }
    let missing = reader.read_fen_or_file("no-such-file", &Options::default()).expect_err("no file");
    assert_eq!(missing.to_string(), "no-such-file: there is no such file, and it is not a FEN");
    remove(&path);
}

/// A game that goes on after a resignation is saved to its own file. The next game on the same screen gets another one.
#[test]
fn a_game_whose_resignation_is_undone_keeps_its_file() {
    let path = folder("undone");
    let mut autosave = open(&path).autosave;
    let mut file = new_game(&mut autosave);
    let mut played = game(HUMANS, 4);
    for command in [Command::Resign, Command::UndoResignation] {
        played.apply(command);
        autosave.save(&mut file, record(&played));
    }
    play_random_moves(&mut played, 1);
    autosave.save(&mut file, record(&played));
    drop(autosave);
    assert_eq!(saved(&path).len(), 1);
    let mut opened = open(&path);
    let left = opened.unfinished.expect("the game goes on");
    assert_same_game(&left, &played);

    let mut file = resume(&mut opened.autosave, &left);
    for command in [Command::Resign, Command::Restart] {
        played.apply(command);
        opened.autosave.save(&mut file, record(&played));
    }
    play_random_moves(&mut played, 3);
    opened.autosave.save(&mut file, record(&played));
    drop(opened.autosave);
    assert_eq!(saved(&path).len(), 2);
    remove(&path);
}
