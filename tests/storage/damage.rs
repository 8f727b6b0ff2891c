//! Damaged saves: a changed file never gives other moves without a report, and one bad file hides no other game.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::common::{Dice, variant};
use crate::games::{self, HUMANS, find, folder, game, open, record, save_and_close, saved};
use xxlchess::files::{read, remove_leftovers, replace};
use xxlchess::game::game_record::GameRecord;
use xxlchess::game::game_record::pgn::StartTime;
use xxlchess::game::{Game, GameSetup, PlayerKind};
use xxlchess::notation::fen;
use xxlchess::notation::pgn::Tags;
use xxlchess::rules::Color;
use xxlchess::storage::games_folder::{GamesFolder, LockedFile};
use xxlchess::storage::saved_game::read_game;

/// A game of 20 plies that does not begin with the start position, so that a lost FEN is noticed by its moves.
fn played() -> Game {
    let text = "rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/14/P13/1PPPPPPPPPPPPP/RNBHCGAKGCEBNR b - - 0 7";
    let position = fen::parse(&variant("xxl"), text).expect("a FEN");
    let mut game = Game::new(GameSetup { position, ..record(&game(HUMANS, 0)).setup });
    games::play_random_moves(&mut game, 20);
    game
}

fn text_of(game: &Game) -> String {
    let started = StartTime { date: "2025.01.31".to_owned(), time: "14:22:33".to_owned() };
    record(game).to_pgn(Some(&started), &Tags::default())
}

/// The content of a record, without the names of players and event.
fn content(record: &GameRecord) -> String {
    format!("{record:?}")
}

/// Writes `text` as a saved game and reads it. Returns what is wrong with it, if anything.
fn damage_of(file: &Path, text: impl AsRef<[u8]>, whole: &str) -> Option<String> {
    fs::write(file, text).expect("written");
    match read_game(file, &find) {
        Err(unreadable) => Some(unreadable.to_string()),
        Ok(game) if game.damage.is_some() => game.damage,
        Ok(game) => {
            assert_eq!(content(&game.record), whole, "a changed game was read without a word");
            None
        }
    }
}

/// A saved game changed to another valid PGN, with fewer moves, others or another start, is reported. Bytes that are not UTF-8
/// are reported, and all moves are read.
#[test]
fn changes_that_leave_a_valid_pgn_are_reported() {
    let path = folder("changed");
    fs::create_dir_all(&path).expect("made");
    let file = path.join("game.pgn");
    let text = text_of(&played());
    let whole = content(&GameRecord::from_pgn(&text, find).expect("readable").record);
    assert_eq!(damage_of(&file, &text, &whole), None);
    assert_eq!(damage_of(&file, text.replace('\n', "\r\n"), &whole), None, "other line ends");
    let half = text.len() - text.split("\n\n").nth(1).expect("moves").len() / 2;
    let insert = |words: &str| {
        let place = half + text[half..].find(" {").expect("a clock");
        format!("{} {words}{}", &text[..place], &text[place..])
    };
    let without = |start: &str| {
        let lines = text.lines().filter(|line| !line.starts_with(start));
        lines.collect::<Vec<_>>().join("\n")
    };
    let cut = text.rsplit_once("15. ").expect("a fifteenth move").0.to_owned() + "*\n";
    for (changed, words) in [
        (text.replacen("{[%clk", "[%clk", 1), "Only the first move of this game can be read: line "),
        (insert("* "), "the game goes on after its result *"),
        (insert("[Event \"x\"] "), "a bracket among the moves"),
        (insert("[ "), "a bracket among the moves"),
        (text.replacen("12. ", "13. ", 1), "move 13 where move 12 is expected"),
        (cut, "changed"),
        (without("[FEN "), ""),
        (without("[FEN ").replace("[SetUp \"1\"]\n", ""), ""),
        (without("[Checksum "), "changed"),
        (text.replace("0:09:5", "0:09:4"), "changed"),
        (text.replacen("[WhiteClock \"0:0", "[WhiteClock \"0:1", 1), "changed"),
        (text.replacen("\"human\"", "\"program\"", 1), "changed"),
        (text.clone() + &text, "the game goes on after its result *"),
    ] {
        let damage = damage_of(&file, &changed, &whole);
        assert!(
            damage.as_ref().is_some_and(|damage| damage.contains(words)),
            "{words:?}: {damage:?}\n{changed}"
        );
    }
    let place = half + text[half..].find(" {").expect("a clock");
    let moves = |record: &GameRecord| format!("{:?}", record.moves);
    let whole_moves = moves(&GameRecord::from_pgn(&text, find).expect("readable").record);
    for (place, words) in [(place, "changed"), (text.len(), "the game goes on after its result *")] {
        let changed = [&text.as_bytes()[..place], b" \xFF\xFE ", &text.as_bytes()[place..]].concat();
        let damage = damage_of(&file, changed, &whole).unwrap_or_default();
        assert!(damage.contains(words), "{damage}");
        assert_eq!(moves(&read_game(&file, &find).expect("readable").record), whole_moves);
    }
    games::remove(&path);
}

/// A byte, a word, a line or a part of `text` is removed, repeated, swapped or replaced.
pub fn mutate(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut text = text.to_vec();
    let start = dice.below(text.len());
    let longest = [1, 1, 8, 80, 800][dice.below(5)];
    let end = (start + 1 + dice.below(longest)).min(text.len());
    let part = text[start..end].to_vec();
    let other = dice.below(text.len());
    match dice.below(9) {
        0 => drop(text.drain(start..end)),
        1 => drop(text.splice(start..start, part)),
        2 => drop(text.splice(other..other, part)),
        3 => text.swap(start, other),
        4 => text[start] = dice.below(256) as u8,
        5 => text[start] = text[other],
        6 => text.insert(start, b"*{}[]()\"\\;%. \n0123456789"[dice.below(24)]),
        7 => text.truncate(start),
        _ => {
            let mut lines: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').collect();
            lines.remove(dice.below(lines.len()));
            text = lines.concat();
        }
    }
    text
}

/// A thousand files with one to three changes each give the moves as they were, or report damage. `SAVES` sets
/// another number of files.
#[test]
fn no_changed_save_gives_other_moves_silently() {
    let path = folder("mutated");
    fs::create_dir_all(&path).expect("made");
    let file = path.join("game.pgn");
    let saves = std::env::var("SAVES").map_or(1000, |number| number.parse().expect("a number"));
    let texts = [text_of(&played()), text_of(&game(HUMANS, 33))];
    let mut dice = Dice::new(15);
    let (mut reported, mut unchanged) = (0, 0);
    for number in 0..saves {
        let text = &texts[number % texts.len()];
        let whole = content(&GameRecord::from_pgn(text, find).expect("readable").record);
        let mut changed = text.clone().into_bytes();
        (0..=dice.below(3)).for_each(|_| changed = mutate(&changed, &mut dice));
        match damage_of(&file, &changed, &whole) {
            Some(_) => reported += 1,
            None => unchanged += 1,
        }
        assert_eq!(fs::read(&file).expect("kept"), changed, "reading changes no file");
    }
    assert!(reported > saves * 9 / 10, "{reported} of {saves} reported, {unchanged} the same game");
    games::remove(&path);
}

/// A changed save stays as it is, and the resumed game continues in another file.
#[test]
fn a_changed_save_is_never_overwritten() {
    let path = folder("kept");
    save_and_close(&path, &game(HUMANS, 12));
    let file = saved(&path).remove(0);
    let text = fs::read_to_string(&file).expect("readable").replace("0:09:5", "0:09:4");
    fs::write(&file, &text).expect("written");
    let mut opened = open(&path);
    let left = opened.unfinished.take().expect("it is offered");
    let mut game = Game::from_record(&left.record).expect("legal moves");
    let mut other = games::resume(&mut opened.autosave, &left);
    games::play_random_moves(&mut game, 1);
    opened.autosave.save(&mut other, record(&game));
    drop(opened);
    assert_eq!(fs::read_to_string(&file).expect("kept"), text);
    assert_eq!(saved(&path).len(), 2);
    games::remove(&path);
}

/// A game of two computers is not saved, because no human has made a move, but a resumed one is not deleted. Neither is
/// a resumed game whose moves are all taken back.
#[test]
fn a_resumed_game_is_not_deleted() {
    for (players, plies) in [([PlayerKind::Computer; 2], 7), (HUMANS, 0)] {
        let path = folder("programs");
        save_and_close(&path, &game(HUMANS, 6));
        let file = saved(&path).remove(0);
        let saved_game =
            Game::from_record(&read_game(&file, &find).expect("readable").record).expect("legal");
        let mut left = saved_game.record(Color::White);
        left.setup.players.white = players[0];
        left.setup.players.black = players[1];
        fs::write(&file, left.to_pgn(None, &Tags::default())).expect("written");
        let mut opened = open(&path);
        let offered = opened.unfinished.take().expect("it is offered");
        assert_eq!(offered.damage, None);
        let mut resumed = games::resume(&mut opened.autosave, &offered);
        opened.autosave.save(&mut resumed, record(&game(players, plies)));
        drop(opened);
        assert_eq!(open(&path).unfinished.expect("still there").record.moves.len(), 6);
        games::remove(&path);
    }
}

/// A pipe or folder in place of a game or of its lock hides no other game, and nothing waits for the pipe.
#[cfg(unix)]
#[test]
fn pipes_and_folders_hide_no_game() {
    let path = folder("pipes");
    let whole = game(HUMANS, 6);
    save_and_close(&path, &whole);
    let games = path.join("games");
    let file = saved(&path).remove(0);
    let pipe = |name: &str| {
        assert!(Command::new("mkfifo").arg(games.join(name)).status().expect("mkfifo runs").success());
    };
    pipe("a.pgn");
    pipe("b.lock");
    fs::copy(&file, games.join("b.pgn")).expect("copied");
    fs::create_dir(games.join("c.pgn")).expect("made");
    fs::create_dir(file.with_extension("lock")).expect("made");
    let old = fs::File::options().write(true).open(games.join("b.pgn")).expect("copied");
    old.set_modified(SystemTime::now() - Duration::from_secs(9)).expect("set");
    let mut opened = open(&path);
    assert_eq!(opened.problems.len(), 1, "{:?}", opened.problems);
    let left = opened.unfinished.take().expect("a game that cannot be locked is offered");
    games::assert_same_game(&left, &whole);
    let listed = games::list(&path);
    assert_eq!(listed.iter().filter(|game| game.is_ok()).count(), 2, "{listed:?}");
    // The lock of this game is a folder. The game is read, and continues in another file.
    assert!(LockedFile::lock(&file).is_err() && LockedFile::lock(&games.join("b.pgn")).is_err());
    let mut other = opened.autosave.resume(&left, None, Tags::default());
    let mut more = Game::from_record(&left.record).expect("legal moves");
    games::play_random_moves(&mut more, 1);
    opened.autosave.save(&mut other, record(&more));
    drop(opened);
    games::assert_same_game(&read_game(&file, &find).expect("as it was"), &whole);
    games::assert_same_game(&open(&path).unfinished.expect("the copy"), &more);
    games::remove(&path);
}

/// A folder in place of the lock makes the game take the next file name.
#[test]
fn a_folder_in_place_of_a_lock_stops_no_saving() {
    let path = folder("lock");
    let started = StartTime { date: "2025.01.31".to_owned(), time: "14:22:33".to_owned() };
    fs::create_dir_all(path.join("2025-01-31_14-22-33.lock")).expect("made");
    let created = GamesFolder::new(path.clone()).create(&started).expect("another name");
    assert_eq!(created.path, path.join("2025-01-31_14-22-33-2.pgn"));
    drop(created);
    games::remove(&path);
}

/// If one game of an earlier version cannot be moved, the other games are moved nevertheless.
#[test]
fn games_of_earlier_versions_are_moved_one_by_one() {
    let path = folder("one-by-one");
    let whole = game(HUMANS, 6);
    save_and_close(&path, &whole);
    fs::rename(saved(&path).remove(0), path.join("unfinished-2.pgn")).expect("moved");
    fs::write(path.join("games/unfinished-1"), "").expect("written");
    let cannot_move = path.join("unfinished-1.pgn");
    fs::create_dir_all(cannot_move.join("folder")).expect("made");
    games::assert_same_game(&open(&path).unfinished.expect("the other one"), &whole);
    games::remove(&path);
}

/// Old files `NAME.PID.new` are removed from all folders of the program. Recent ones, which may still be written, and
/// other files stay.
#[test]
fn new_files_of_killed_programs_are_removed() {
    let path = folder("leftovers");
    fs::create_dir_all(path.join("levels/xxl")).expect("made");
    let old = ["a.0123456789abcdef.new", "levels/xxl/b.00000000000000ff.new"];
    let kept = ["c.0123456789abcdef.new", "a.0123456789abcdef.pgn", "notes.new", "d.me.new", "e.2026.new"];
    for name in old.into_iter().chain(kept) {
        fs::write(path.join(name), "x").expect("written");
        if name != "c.0123456789abcdef.new" {
            let file = fs::File::options().write(true).open(path.join(name)).expect("written");
            file.set_modified(SystemTime::now() - Duration::from_secs(7200)).expect("set");
        }
    }
    drop(open(&path));
    assert!(old.iter().all(|name| !path.join(name).exists()));
    assert!(kept.iter().all(|name| read(&path.join(name), 9).is_ok()));
    remove_leftovers(&path.join("no such folder"));
    games::remove(&path);
}

/// A private file stays private when it is replaced, and so does one that others may write. A link stays a link.
#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let path = folder("permissions");
    fs::create_dir_all(&path).expect("made");
    let [file, link] = ["file.txt", "link.txt"].map(|name| path.join(name));
    symlink(&file, &link).expect("made");
    for mode in [0o600, 0o640, 0o666] {
        for path in [&file, &link] {
            fs::write(&file, "old").expect("written");
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("set");
            replace(path, b"new").expect("replaced");
            let metadata = fs::metadata(&file).expect("there");
            assert_eq!((metadata.permissions().mode() & 0o777, metadata.len()), (mode, 3));
            assert!(link.is_symlink());
        }
    }
    games::remove(&path);
}

/// A pipe is not replaced by a file, and others find it as it was.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_replaced() {
    use std::os::unix::fs::FileTypeExt;

    let path = folder("pipe");
    fs::create_dir_all(&path).expect("made");
    let pipe = path.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
    let error = replace(&pipe, b"text").expect_err("refused");
    assert_eq!(error.to_string(), "is a device or a pipe; expected a file");
    assert!(fs::metadata(&pipe).expect("there").file_type().is_fifo());
    games::remove(&path);
}

/// Links to another file have names that a new file could have. Replacing a file leaves the other file as it was.
#[cfg(unix)]
#[test]
fn replacing_a_file_follows_no_planted_link() {
    let path = folder("planted");
    fs::create_dir_all(&path).expect("made");
    let other = path.join("other.txt");
    fs::write(&other, "as it was").expect("written");
    for name in ["new", "tmp", "0000000000000000.new", &format!("{}.new", std::process::id())] {
        std::os::unix::fs::symlink(&other, path.join("file").with_extension(name)).expect("made");
    }
    for _ in 0..2 {
        replace(&path.join("file.txt"), b"text").expect("replaced");
    }
    assert_eq!(read(&other, 99).expect("there"), b"as it was");
    assert_eq!(fs::read_dir(&path).expect("there").count(), 6, "no new file is left");
    games::remove(&path);
}
