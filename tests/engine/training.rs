//! Training of networks: the games of the match, and the same games with any number of threads and after an interruption.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use xxlchess::engine::Network;
use xxlchess::notation::pgn::PgnGame;
use xxlchess::notation::text;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Position, Variant};
use xxlchess::training::games::{Game, Games, GamesFile};
use xxlchess::training::{Part, Training, TrainingProgress};

use crate::common::TempFolder;

/// Chess on 5x5 squares, a variant with short games and without a network.
const MINI: &str = "[mini:chess]\nmaxRank = 5\nmaxFile = 5\ncastling = false\ndoubleStep = false\npromotionRegionWhite = *5\n\
                promotionRegionBlack = *1\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n";

fn mini() -> Arc<Variant> {
    own_variant(MINI, "mini")
}

/// The hash of the rules of the variant `mini` in a file with this text.
fn rules_hash(text: &str) -> u32 {
    Variants::built_in().with_file("own.ini", text).expect("a valid file").rules_hash("mini")
}

fn training(folder: &Path, threads: usize) -> Training {
    Training {
        variant: mini(),
        rules_hash: rules_hash(MINI),
        folder: folder.to_owned(),
        data: Vec::new(),
        positions: 500,
        games: None,
        rounds: 1,
        nodes: 60,
        match_nodes: 60,
        threads,
        seed: 5,
        result_share: 0.0,
    }
}

/// Runs a training; returns whether it played a match, and whether its network was kept.
fn run(training: &Training) -> (bool, Option<bool>) {
    let (mut played, mut kept) = (false, None);
    let report = |progress| match progress {
        TrainingProgress::Match(_) => played = true,
        TrainingProgress::Round { kept: won, .. } => kept = Some(won),
        _ => {}
    };
    training.run(report).expect("the folder can be written");
    (played, kept)
}

/// The match has nodes of its own: others change its games, and not those for the training.
#[test]
fn the_nodes_of_the_match_change_only_the_match() {
    let files = [60, 150].map(|match_nodes| {
        let folder = TempFolder::new();
        run(&Training { match_nodes, ..training(&folder.0, 2) });
        ["round-1.games", "round-1.pgn"].map(|name| fs::read(folder.0.join(name)).expect("written"))
    });
    assert!(files[0][0] == files[1][0], "the games for the training are the same");
    assert!(files[0][1] != files[1][1], "the games of the match differ");
}

/// The games of the match are written as PGN in pairs: both from one opening, the new network with White in the first game
/// and with Black in the second.
#[test]
fn the_games_of_the_match_are_kept() {
    let folder = TempFolder::new();
    run(&training(&folder.0, 2));
    let text = fs::read_to_string(folder.0.join("round-1.pgn")).expect("written");
    let variant = mini();
    let games: Vec<_> = text
        .split("[Event ")
        .skip(1)
        .map(|game| PgnGame::parse(&format!("[Event {game}"), |_| Ok(Arc::clone(&variant))).expect("a game"))
        .collect();
    assert!(games.len() >= 2 && games.len().is_multiple_of(2), "{} games", games.len());
    for pair in games.chunks(2) {
        assert_eq!(pair[0].start().key(), pair[1].start().key());
        assert_eq!(pair[0].tags.get("White"), Some("new"));
        assert_eq!(pair[1].tags.get("White"), Some("old"));
        assert!(pair.iter().all(|game| game.result != "*" && !game.tree.is_empty()));
    }
}

/// A training with two threads finds a file of games that ends in the middle of a game, as if the program had been
/// killed. In the end it has the same games as a training with one thread. A round that has ended gets no further
/// games.
#[test]
fn a_training_has_the_same_games_on_any_threads_and_after_an_end() {
    let (one, two) = (TempFolder::new(), TempFolder::new());
    let games = |folder: &TempFolder| folder.0.join("round-1.games");
    // A network of so few positions loses.
    assert_eq!(run(&training(&one.0, 1)), (true, Some(false)));
    let whole = fs::read(games(&one)).expect("written");
    fs::write(games(&two), &whole[..whole.len() / 2]).expect("the folder can be written");
    assert_eq!(run(&training(&two.0, 2)), (true, Some(false)));
    assert!(fs::read(games(&two)).expect("written") == whole, "other games");
    // The round has ended, so it plays no match and no games although more positions are wanted.
    let larger = Training { positions: 20_000, ..training(&one.0, 2) };
    assert_eq!(run(&larger), (false, Some(false)));
    assert!(fs::read(games(&one)).expect("written") == whole, "games were added");
}

/// A training that takes a second: 64 games with one node a move.
fn short_training(folder: &Path) -> Training {
    Training { positions: 1, nodes: 1, match_nodes: 1, ..training(folder, 2) }
}

/// The variant `name` of the text of a variant file.
fn own_variant(text: &str, name: &str) -> Arc<Variant> {
    Variants::built_in().with_file("own.ini", text).expect("a valid file").get(name).expect("in the file")
}

/// The error of a training as text.
fn error_of(training: &Training) -> String {
    training.run(|_| {}).expect_err("the training is refused").to_string()
}

/// A training of no positions, of no rounds or with no nodes a move is an error.
#[test]
fn a_training_of_nothing_is_refused() {
    let folder = TempFolder::new();
    let training = short_training(&folder);
    let least = "positions, games, rounds and nodes must be at least 1";
    assert_eq!(error_of(&Training { positions: 0, ..training.clone() }), least);
    assert_eq!(error_of(&Training { games: Some(0), ..training.clone() }), least);
    assert_eq!(error_of(&Training { match_nodes: 0, ..training.clone() }), least);
    assert_eq!(error_of(&Training { rounds: 0, ..training.clone() }), least);
    assert_eq!(error_of(&Training { nodes: 0, ..training }), least);
}

/// A training with more threads than any system can start, and with the largest seed, comes to its end.
#[test]
fn any_number_of_threads_and_any_seed_are_allowed() {
    let folder = TempFolder::new();
    let (played, kept) = run(&Training { threads: usize::MAX, seed: u64::MAX, ..short_training(&folder) });
    assert!(played && kept.is_some());
}

/// Variants in which a training would play for ever are errors: White wins in the opening or is far ahead after it, the start
/// is a mate, or the game is drawn before the first move that is not random.
#[test]
fn a_variant_without_useful_games_is_an_error() {
    let text = "
        [reach:chess]
        flagPiece = *
        flagRegion = a3 b3 c3 d3 e3 f3 g3 h3 a6 b6 c6 d6 e6 f6 g6 h6 a4 b4 c4 d4 e4 f4 g4 h4 a5 b5 c5 d5 e5 f5 g5 h5
        [odds2:chess]
        startFen = 1nb1kbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
        [pawns:chess]
        startFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
        [mated:chess]
        startFen = 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1
        castling = false
        [bare:chess]
        startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1
        castling = false
        nMoveRule = 1
        [locked:chess]
        startFen = k7/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - - 0 1
        castling = false
        nMoveRule = 1
    ";
    let text: String = text.lines().map(|line| line.trim().to_owned() + "\n").collect();
    for name in ["reach", "odds2", "pawns", "mated", "bare", "locked"] {
        let folder = TempFolder::new();
        let error = error_of(&Training { variant: own_variant(&text, name), ..short_training(&folder) });
        assert!(error.contains("balanced"), "{name}: {error}");
    }
}

/// In a variant in which pawns become pieces that cannot move wherever they go, every move is a promotion, so no position is
/// quiet. The training ends after the first 64 games.
#[test]
fn games_without_a_quiet_position_are_an_error() {
    let text = "
        [stones]
        pawn = p
        immobile = i
        promotionPieceTypes = i
        promotionRegionWhite = *1 *2 *3 *4 *5 *6 *7 *8
        promotionRegionBlack = *1 *2 *3 *4 *5 *6 *7 *8
        castling = false
        doubleStep = false
        startFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1
    ";
    let text: String = text.lines().map(|line| line.trim().to_owned() + "\n").collect();
    let folder = TempFolder::new();
    let error = error_of(&Training { variant: own_variant(&text, "stones"), ..short_training(&folder) });
    assert!(error.starts_with("64 games of stones in succession have no quiet position"), "{error}");
}

/// While a training runs, a second one cannot write into its folder. After it has ended, another one can.
#[test]
fn two_trainings_do_not_write_into_one_folder() {
    let folder = TempFolder::new();
    let training = short_training(&folder);
    let mut errors = Vec::new();
    training.run(|_| errors.push(error_of(&training))).expect("a training");
    assert!(
        !errors.is_empty() && errors.iter().all(|error| error.contains("another training")),
        "{errors:?}"
    );
    assert!(!run(&training).0);
}

/// Writes `bytes` as the file of games of round 1 and reads it. Returns the games and the sentence about damage.
fn read_games(training: &Training, bytes: &[u8]) -> (Games, Option<String>) {
    let file = training.games_file(1, None);
    fs::write(&file.path, bytes).expect("the folder can be written");
    let mut damage = None;
    let games = file.read(2, |sentence| damage = Some(sentence)).expect("the file can be read");
    (games, damage)
}

/// The bytes of a file with three games, and the games.
fn three_games(training: &Training) -> (Vec<u8>, Games) {
    let file = training.games_file(1, None);
    let position = Position::start(&training.variant).expect("a legal start");
    let moves = position.legal_moves();
    // Each game has one move. Its number is that of the move.
    let game = |number: u32| Game {
        moves: vec![(moves[number as usize], Some(number as i16))],
        winner: Some(Color::White),
    };
    let games = (0..3).map(|number| (number, game(number))).collect();
    file.create().expect("the folder can be written");
    file.append(&games).expect("the folder can be written");
    (fs::read(&file.path).expect("written"), games)
}

/// In a file with one changed, removed or inserted byte, every other game is read, and no game is changed. The damaged part
/// is moved to a file of its own, and the next reading finds no damage.
#[test]
fn a_damaged_byte_costs_one_game() {
    let folder = TempFolder::new();
    let training = short_training(&folder);
    let (whole, games) = three_games(&training);
    let first = whole.iter().position(|&byte| byte == b'\n').expect("a first line") + 1;
    for index in (first..whole.len()).step_by(11).chain([whole.len() - 1]) {
        let [mut changed, mut removed, mut inserted] = [whole.clone(), whole.clone(), whole.clone()];
        changed[index] ^= 1 << (index % 8);
        removed.remove(index);
        inserted.insert(index, b'g');
        for bytes in [changed, removed, inserted] {
            let (found, damage) = read_games(&training, &bytes);
            assert!(found.len() >= 2 && found.iter().all(|(number, game)| games[number] == *game), "{index}");
            assert!(damage.expect("a sentence").contains("round-1.damaged-1"), "{index}");
            let aside = fs::read(folder.join("round-1.damaged-1")).expect("kept");
            assert!(
                !aside.is_empty()
                    && aside.len() < bytes.len()
                    && bytes.windows(aside.len()).any(|b| b == aside)
            );
            fs::remove_file(folder.join("round-1.damaged-1")).expect("kept");
            let mended = fs::read(&training.games_file(1, None).path).expect("kept");
            assert_eq!(read_games(&training, &mended), (found, None));
        }
    }
    assert_eq!(read_games(&training, &whole), (games, None));
}

/// A game whose hash is right but which no training writes is damaged: a move of a piece that cannot make it, a promotion to
/// a kind that the variant does not have, a winner that is no side, a move cut off, a number of a game beyond any file.
#[test]
fn impossible_games_are_damaged() {
    let folder = TempFolder::new();
    let training = short_training(&folder);
    let (whole, mut games) = three_games(&training);
    let first = whole.iter().position(|&byte| byte == b'\n').expect("a first line") + 1;
    games.retain(|&number, _| number > 0);
    // The record has the mark, the length, the hash and the number, 4 bytes each, then the winner (1), and for each move its
    // squares (2), its special kind (1) and its score (2).
    for (offset, value) in [(18, 255), (19, 255), (16, 3), (4, 9), (15, 255)] {
        let mut bytes = whole.clone();
        bytes[first + offset] = value;
        let length = u32::from_le_bytes(bytes[first + 4..first + 8].try_into().expect("four bytes")) as usize;
        let hash = text::hash(&bytes[first + 12..first + 12 + length]);
        bytes[first + 8..first + 12].copy_from_slice(&hash.to_le_bytes());
        let (found, damage) = read_games(&training, &bytes);
        assert!(found == games && damage.is_some(), "{offset}");
    }
}

/// A training that finds damaged games plays them again, and has the same games in the end.
#[test]
fn damaged_games_are_played_again() {
    let folder = TempFolder::new();
    let training = short_training(&folder);
    run(&training);
    let file = training.games_file(1, None);
    let games = file.read(2, |_| {}).expect("games");
    let mut bytes = fs::read(&file.path).expect("written");
    for share in 1..4 {
        let index = bytes.len() * share / 4;
        bytes[index] ^= 1;
    }
    fs::write(&file.path, bytes).expect("the folder can be written");
    fs::remove_file(folder.join("round-1.rejected")).expect("the network was rejected");
    let mut damage = 0;
    training
        .run(|progress| damage += i32::from(matches!(progress, TrainingProgress::Damage(_))))
        .expect("a training");
    assert_eq!((damage, file.read(2, |_| panic!("mended")).expect("games")), (1, games));
}

/// All games of a file.
fn games_of(path: &Path) -> Games {
    let file = GamesFile::open(path, &mini(), rules_hash(MINI)).expect("a file of games");
    file.read_only(1, |damage| panic!("{damage}")).expect("games")
}

/// The games and doubles of each file that was read according to `progress`.
fn files_of(progress: &[TrainingProgress]) -> Vec<(usize, usize)> {
    let file = |progress: &_| match progress {
        TrainingProgress::File { games, doubles, .. } => Some((*games, *doubles)),
        _ => None,
    };
    progress.iter().filter_map(file).collect()
}

/// Three parts of a round of 40 games, the last of which is ended and continued, have together the games of a training
/// without parts. A training that gets two parts from other folders, one of them twice, and the third in its own folder
/// plays none of the games, and trains the same network.
#[test]
fn parts_are_together_the_games_of_one_machine() {
    let folders: [TempFolder; 4] = std::array::from_fn(|_| TempFolder::new());
    let of = |folder: &TempFolder| Training { games: Some(40), nodes: 1, ..training(&folder.0, 1) };
    let whole = of(&folders[3]);
    run(&whole);
    let part = |text: &str| Some(text.parse::<Part>().expect("a part"));
    let mut parts = Games::new();
    for (folder, name, count) in [(0, "1/3", 14), (1, "2/3", 13), (2, "3/3", 13)] {
        let path = of(&folders[folder]).play(part(name), |_| {}).expect("games");
        if folder == 2 {
            let bytes = fs::read(&path).expect("written");
            fs::write(&path, &bytes[..bytes.len() / 2]).expect("the folder can be written");
            of(&folders[2]).play(part(name), |_| {}).expect("games");
        }
        let games = games_of(&path);
        assert_eq!(games.len(), count, "{name}");
        parts.extend(games);
    }
    assert!(parts == games_of(&whole.games_file(1, None).path), "other games");

    let data = [0, 1, 0].map(|folder: usize| folders[folder].0.clone()).to_vec();
    let merging = Training { data, ..of(&folders[2]) };
    let mut progress = Vec::new();
    merging.run(|report| progress.push(report)).expect("a training");
    assert_eq!(files_of(&progress), [(13, 0), (14, 0), (13, 0), (0, 14)]);
    let positions = parts.values().map(Game::positions).sum();
    assert!(progress.contains(&TrainingProgress::Total { games: 40, positions }));
    assert!(!progress.iter().any(|report| matches!(report, TrainingProgress::Games { .. })));
    let network = |folder: &TempFolder| {
        let paths = ["network", "rejected"].map(|end| folder.0.join(format!("round-1.{end}")));
        paths.iter().find_map(|path| fs::read(path).ok()).expect("a network")
    };
    assert!(network(&folders[2]) == network(&folders[3]), "another network");
}

/// A part of a number of positions and texts that are no part are refused.
#[test]
fn parts_need_a_number_of_games() {
    let folder = TempFolder::new();
    for text in ["0/3", "4/3", "1/0", "1", "/", "-1/3", "1/x"] {
        assert!(text.parse::<Part>().is_err(), "{text}");
    }
    let part = "1/3".parse().expect("a part");
    let error = short_training(&folder).play(Some(part), |_| {}).expect_err("refused");
    assert!(error.to_string().contains("a number of games"), "{error}");
}

/// Games of other folders with another seed and other nodes are used beside those of the training. Those of another
/// variant, of other rules under the same name and of another format are refused, and so is a folder without games.
#[test]
fn games_of_other_folders_must_have_the_same_rules() {
    let (other, folder) = (TempFolder::new(), TempFolder::new());
    let (whole, _) = three_games(&Training { seed: 6, nodes: 7, ..short_training(&other) });
    let merging = Training { data: vec![other.0.clone()], ..short_training(&folder) };
    let mut progress = Vec::new();
    merging.run(|report| progress.push(report)).expect("a training");
    // The three positions are enough, so no game is played.
    assert_eq!(files_of(&progress), [(3, 0)]);
    assert!(progress.contains(&TrainingProgress::Total { games: 3, positions: 3 }));

    let refused = |prepare: &dyn Fn(), expected: &str| {
        let folder = TempFolder::new();
        prepare();
        let error = error_of(&Training { data: vec![other.0.clone()], ..short_training(&folder) });
        assert!(error.contains(expected) && error.contains(&*other.0.to_string_lossy()), "{error}");
        assert!(!folder.join("round-1.games").exists(), "a refused training leaves no file");
    };
    let line = |name: &str| {
        let text = String::from_utf8_lossy(&whole).into_owned();
        let (line, _) = text.split_once('\n').expect("a first line");
        fs::write(other.0.join("round-1.games"), line.replace("mini, rules", name) + "\n").expect("written");
    };
    refused(&|| line("xxl, rules"), "it has games of xxl, rules ");
    refused(&|| line("mini, rules 0"), "expected mini, rules ");
    refused(
        &|| fs::write(other.0.join("round-1.games"), "xxlchess games 1: mini").expect("written"),
        "another version",
    );
    refused(&|| fs::remove_file(other.0.join("round-1.games")).expect("removed"), "no games were found");
}

/// In antichess, positions with forced captures are used as well as others, because the search evaluates both.
#[test]
fn positions_with_and_without_forced_captures_are_used() {
    let variant = Variants::built_in().get("antichess").expect("built in");
    let folder = TempFolder::new();
    let training = Training { variant: Arc::clone(&variant), games: Some(10), ..short_training(&folder) };
    let path = training.play(None, |_| {}).expect("games");
    let file = GamesFile::open(&path, &variant, training.rules_hash).expect("a file of games");
    let games = file.read_only(1, |damage| panic!("{damage}")).expect("games");
    let (mut forced, mut free) = (0, 0);
    for game in games.values() {
        let count = |position: &Position, _| match position.must_capture() {
            true => forced += 1,
            false => free += 1,
        };
        game.replay(&variant, count).expect("legal moves");
    }
    assert!(forced > 0 && free > 0, "{forced} forced, {free} free");
}

/// The games of a training with another variant, other rules under the same name, another number of nodes, another seed or
/// from another round are refused, and so is a file of an earlier version, a short one and a first line with a changed byte.
#[test]
fn games_of_another_training_are_refused() {
    let folder = TempFolder::new();
    let training = short_training(&folder);
    let (whole, _) = three_games(&training);
    let other = "it is of another training (mini, rules ";
    let refused = |training: &Training, expected: &str| {
        let error = error_of(training);
        assert!(error.contains(expected) && error.contains("--folder"), "{error}");
    };
    refused(
        &Training { variant: Variants::built_in().get("xxl").expect("built in"), ..training.clone() },
        other,
    );
    let text = MINI.to_owned() + "mustCapture = true\n";
    let rules =
        Training { variant: own_variant(&text, "mini"), rules_hash: rules_hash(&text), ..training.clone() };
    refused(&rules, other);
    refused(&Training { nodes: 2, ..training.clone() }, other);
    refused(&Training { seed: 6, ..training.clone() }, other);
    let second = training.games_file(2, None).path;
    fs::rename(&training.games_file(1, None).path, second).expect("a file");
    fs::write(folder.join("round-1.rejected"), "").expect("the folder can be written");
    three_games(&training);
    refused(&Training { rounds: 2, ..training.clone() }, other);
    let unknown = "it is of another version of the program";
    let mut changed = whole.clone();
    changed[3] ^= 1;
    for bytes in [&whole[whole.len() - 100..], b"", b"xxlchess", &changed] {
        fs::write(&training.games_file(1, None).path, bytes).expect("the folder can be written");
        refused(&training, unknown);
    }
}

/// A file of games that is a folder, a pipe, a device or longer than any training writes is an error at once, and so is a
/// network that is a pipe.
#[cfg(unix)]
#[test]
fn special_files_and_long_files_are_refused() {
    let pipe = |path: &Path| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
    };
    let refused = |prepare: &dyn Fn(&Path), expected: &str| {
        let folder = TempFolder::new();
        let training = short_training(&folder);
        prepare(&training.games_file(1, None).path);
        let error = error_of(&training);
        assert!(error.contains(expected), "{error}");
    };
    refused(&|path| fs::create_dir(path).expect("a folder"), "round-1.games: is a folder");
    refused(&|path| pipe(path), "round-1.games: is a device or a pipe");
    refused(
        &|path| std::os::unix::fs::symlink("/dev/zero", path).expect("a link"),
        "round-1.games: is a device",
    );
    refused(
        &|path| fs::File::create(path).expect("a file").set_len(1 << 40).expect("a size"),
        "round-1.games: is too long",
    );
    let folder = TempFolder::new();
    three_games(&short_training(&folder));
    pipe(&folder.join("round-1.network"));
    let error = error_of(&short_training(&folder));
    assert!(error.contains("round-1.network: is a device or a pipe"), "{error}");
}

/// The network of a round that has ended is refused if it was cut, has a changed byte in its head, or is one for another
/// variant. The error asks for the removal of the file.
#[test]
fn networks_of_another_variant_and_damaged_networks_are_refused() {
    let folder = TempFolder::new();
    let chess = Variants::built_in().get("chess").expect("built in");
    let training = Training { variant: chess, ..short_training(&folder) };
    three_games(&training);
    let network =
        |name: &str| Network::built_in(&Variants::built_in().get(name).expect("built in")).expect("built in");
    let own = network("chess").to_bytes();
    let mut changed = own.clone();
    changed[20] ^= 1;
    let path = folder.join("round-1.network");
    for bytes in
        [&network("xxl").to_bytes(), &network("capablanca").to_bytes(), &own[..own.len() / 2], b"", &changed]
    {
        fs::write(&path, bytes).expect("the folder can be written");
        let error = error_of(&training);
        assert!(error.starts_with("round-1.network: ") && error.contains("Remove this file"), "{error}");
    }
    fs::write(&path, own).expect("the folder can be written");
    assert_eq!(training.run(|_| {}).expect("a training"), Some(path));
}

/// A program that the system ends while it writes a network, because files may not exceed 100 KB, leaves no part of the
/// network, so that the round can be finished later.
#[cfg(target_os = "linux")]
#[test]
fn a_network_that_was_not_written_completely_does_not_end_the_round() {
    let folder = TempFolder::new();
    let variants =
        "[few:xxl]\nstartFen = 7k6/7p6/14/14/14/14/14/14/14/14/14/14/7P6/7K6 w - - 0 1\nnMoveRule = 6\n";
    fs::write(folder.join("few.ini"), variants).expect("the folder can be written");
    let mut program = std::process::Command::new("sh");
    program.args(["-c", "ulimit -f 200; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_xxlchess"), "train"]);
    program.args([
        "--variants",
        "few.ini",
        "--variant",
        "few",
        "--positions",
        "1",
        "--rounds",
        "1",
        "--nodes",
        "1",
        "--match-nodes",
        "1",
    ]);
    let output = program.current_dir(&folder.0).output().expect("it runs");
    assert!(!output.status.success());
    let files: Vec<_> = fs::read_dir(folder.join("training-few")).expect("a folder").collect();
    let names: Vec<_> = files.into_iter().map(|file| file.expect("a file").file_name()).collect();
    // The match before the network was written to the end.
    assert!(names.iter().any(|name| name == "round-1.pgn"), "{names:?}");
    assert!(!names.iter().any(|name| name == "round-1.network" || name == "round-1.rejected"), "{names:?}");
}
