//! Networks: sums updated by moves, integer against floating-point corrections, files, built-in networks.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::{Just, ProptestConfig, any, prop, prop_assert, prop_oneof, proptest};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use xxlchess::engine::eval::network::{BUCKETS, HIDDEN, Inputs, Network, NetworkError};
use xxlchess::engine::{Engine, Evaluator, Limits, NetworkChoice, Options};
use xxlchess::notation::fen;
use xxlchess::notation::variants_ini::Variants;
use xxlchess::rules::{Color, Position, Square, Variant};

const SCALE: i32 = 400;

fn variant(name: &str) -> Arc<Variant> {
    Variants::built_in().get(name).expect("built in")
}

/// Random weights of about the size that training gives.
fn random_weights(variant: &Variant, random: &mut StdRng) -> Vec<f32> {
    let count = Inputs::new(variant).weight_count();
    (0..count).map(|_| 0.3 * (2.0 * random.random::<f32>() - 1.0)).collect()
}

fn random_network(variant: &Variant, random: &mut StdRng) -> Arc<Network> {
    let weights = random_weights(variant, random);
    Arc::new(Network::from_weights(Inputs::new(variant), &weights, SCALE))
}

/// Calls `visit` with each position of a random game.
fn random_game(variant: &Arc<Variant>, random: &mut StdRng, mut visit: impl FnMut(&mut Position)) {
    let mut position = Position::start(variant).expect("a legal start");
    for _ in 0..200 {
        visit(&mut position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.make(moves[random.random_range(0..moves.len())]);
    }
}

/// After every legal move of random games, with castling or promotions, the updated sums of a network are those computed
/// from the position.
#[test]
fn sums_updated_by_a_move_are_those_from_scratch() {
    for name in ["chess", "xxl", "capablanca"] {
        let variant = variant(name);
        let mut random = StdRng::seed_from_u64(1);
        let network = random_network(&variant, &mut random);
        let mut special = 0;
        for _ in 0..6 {
            random_game(&variant, &mut random, |position| {
                let before = network.sums(position);
                for mv in position.legal_moves() {
                    let undo = position.make(mv);
                    special += usize::from(undo.castling_rook.is_some() || mv.promotion().is_some());
                    assert_eq!(
                        network.sums_after(&before, mv, &undo),
                        network.sums(position),
                        "{name} {mv:?}"
                    );
                    position.unmake(mv, &undo);
                }
            });
        }
        assert!(special > 0, "{name}");
    }
}

/// The correction of the network by its definition, with floating-point numbers.
fn correct_exactly(weights: &[f32], position: &Position) -> f32 {
    let inputs = Inputs::new(position.variant());
    let pieces: Vec<_> = position.board().pieces().collect();
    let bias = inputs.count() * HIDDEN;
    let output = bias + HIDDEN;
    let bucket = inputs.bucket(pieces.len());
    let mut value = weights[output + 2 * BUCKETS * HIDDEN + bucket];
    for (side, view) in [position.turn(), !position.turn()].into_iter().enumerate() {
        for index in 0..HIDDEN {
            let row =
                |&(square, piece): &(Square, _)| weights[inputs.index(view, piece, square) * HIDDEN + index];
            let sum: f32 = weights[bias + index] + pieces.iter().map(row).sum::<f32>();
            value += sum.clamp(0.0, 1.0) * weights[output + (2 * bucket + side) * HIDDEN + index];
        }
    }
    value * SCALE as f32
}

/// In random games on 8x8 and 14x14 boards the rounding of the weights changes the correction by less than a quarter of a
/// pawn.
#[test]
fn integer_corrections_are_near_the_exact_ones() {
    for name in ["chess", "xxl"] {
        let variant = variant(name);
        let mut random = StdRng::seed_from_u64(2);
        let weights = random_weights(&variant, &mut random);
        let network = Network::from_weights(Inputs::new(&variant), &weights, SCALE);
        let mut largest = 0.0_f32;
        for _ in 0..3 {
            random_game(&variant, &mut random, |position| {
                let value = network.correction(position, &network.sums(position)) as f32;
                largest = largest.max((value - correct_exactly(&weights, position)).abs());
            });
        }
        assert!(largest > 0.0 && largest < 25.0, "{name}: {largest}");
    }
}

/// A network made of the weights of a network is equal to it. Made for another scale, it corrects the start position by the
/// same value but for rounding.
#[test]
fn the_weights_of_a_network_make_the_same_network() {
    let variant = variant("chess");
    let network = random_network(&variant, &mut StdRng::seed_from_u64(4));
    let inputs = Inputs::new(&variant);
    let copy = Network::from_weights(inputs.clone(), &network.weights(SCALE as f32), SCALE);
    assert_eq!(copy, *network);
    let rescaled = Network::from_weights(inputs, &network.weights(200.0), 200);
    let start = Position::start(&variant).expect("a legal start");
    let value = |network: &Network| network.correction(&start, &network.sums(&start));
    assert!(value(&network) != 0);
    assert!((value(&rescaled) - value(&network)).abs() <= 2);
}

/// In the start position, which is the same for both sides, the correction is the same for White and for Black to move. The
/// inputs of Black's view are those of the other view, and mirroring twice changes nothing.
#[test]
fn both_sides_see_the_same() {
    let variant = variant("xxl");
    let network = random_network(&variant, &mut StdRng::seed_from_u64(3));
    let inputs = Inputs::new(&variant);
    let other_view = inputs.other_view();
    let position = Position::start(&variant).expect("a legal start");
    for (square, piece) in position.board().pieces() {
        let white = inputs.index(Color::White, piece, square);
        assert_eq!(usize::from(other_view[white]), inputs.index(Color::Black, piece, square));
        assert_eq!(inputs.mirrored(inputs.mirrored(white)), white);
    }
    let mut passed = position.clone();
    passed.make_null();
    let value = |position: &Position| network.correction(position, &network.sums(position));
    assert_eq!(value(&position), value(&passed));
}

/// A network read from its own bytes is equal to the network that was written. A file with a wrong first line, a wrong
/// number in the second or a cut end is refused with the reason.
#[test]
fn a_network_file_is_read_as_written() {
    let variant = variant("capablanca");
    let network = random_network(&variant, &mut StdRng::seed_from_u64(4));
    let bytes = network.to_bytes();
    assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&*network));
    assert!(network.fits(&variant) && !network.fits(&self::variant("chess")));
    let head =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(index, _)| index + 1).nth(1);
    let expected = bytes.len() - head.expect("two lines");
    let invalid = |field, text: &str| NetworkError::InvalidNumber { field, text: text.to_owned() };
    let sizes = NetworkError::LayerSizes { hidden: 129, buckets: 8 };
    let cut = NetworkError::WeightBytes { found: expected - 1, expected };
    let faulty: [(&[u8], NetworkError, &str); 6] = [
        (b"PNG", NetworkError::UnknownFormat, "not a network file"),
        (b"xxlchess network 2\n8 8 pnbrqk\n", NetworkError::FieldCount(3), "has 3 fields"),
        (b"xxlchess network 2\n8 8 pnbrqk 32 129 8 400\n", sizes, "129 hidden sums"),
        (
            b"xxlchess network 2\n8 0 pnbrqk 32 64 8 400\n",
            invalid("the number of ranks", "0"),
            "ranks is `0`",
        ),
        (b"xxlchess network 2\n8 8 pnbrqk 32 x 8 400\n", invalid("the number of hidden sums", "x"), "is `x`"),
        (&bytes[..bytes.len() - 1], cut, "bytes of weights"),
    ];
    for (bytes, error, message) in faulty {
        assert_eq!(Network::from_bytes(bytes).as_ref(), Err(&error));
        assert!(error.to_string().contains(message), "{error}");
    }
}

/// A file of `network` in this version of the format, with the weights of the first `sums` sums.
fn file_of(network: &Network, variant: &Variant, sums: usize, format: u8) -> Vec<u8> {
    let inputs = Inputs::new(variant);
    let weights = network.weights(SCALE as f32);
    let letters: String = variant.rules().pieces.iter().map(|piece| piece.letter).collect();
    let pieces = variant.start().pieces.len();
    let line = format!("8 8 {letters} {pieces} {sums} {BUCKETS} {SCALE}");
    let mut bytes = format!("xxlchess network {format}\n{line}\n").into_bytes();
    let (layers, output_bias) = weights.split_at(inputs.output_bias());
    for (index, row) in layers.chunks(HIDDEN).enumerate() {
        let is_first = index <= inputs.count();
        for weight in &row[..sums] {
            let weight = (weight * if is_first { 255.0 } else { 1024.0 }).round() as i16;
            let length = if is_first && format == 2 { 1 } else { 2 };
            bytes.extend(&weight.to_le_bytes()[..length]);
        }
    }
    bytes.extend(output_bias.iter().flat_map(|bias| ((bias * 255.0 * 1024.0).round() as i32).to_le_bytes()));
    bytes
}

/// A file of the earlier format with 16 bits for each weight is read as the same network. A file with half
/// of the sums is read as a network whose other weights are 0.
#[test]
fn files_of_16_bits_and_of_fewer_sums_are_read() {
    let variant = variant("chess");
    let mut weights = random_weights(&variant, &mut StdRng::seed_from_u64(7));
    let inputs = Inputs::new(&variant);
    let output_bias = inputs.output_bias();
    weights[..output_bias].chunks_mut(HIDDEN).for_each(|row| row[HIDDEN / 2..].fill(0.0));
    let network = Network::from_weights(inputs, &weights, SCALE);
    assert_eq!(file_of(&network, &variant, HIDDEN, 2), network.to_bytes());
    for (sums, format) in [(HIDDEN / 2, 2), (HIDDEN, 1), (HIDDEN / 2, 1)] {
        assert_eq!(Network::from_bytes(&file_of(&network, &variant, sums, format)).as_ref(), Ok(&network));
    }
}

/// A network with the largest weights that a file can have is read, and the moves of a game on a board full of pieces cause no
/// overflow. A weight of -128 is refused, and so is a larger one in a file with 16 bits for each weight.
#[test]
fn weights_whose_sums_could_overflow_are_refused() {
    let variant = variant("chess");
    let inputs = Inputs::new(&variant);
    let weights = vec![1.0; inputs.weight_count()];
    let bytes = Network::from_weights(inputs, &weights, SCALE).to_bytes();
    let network = Arc::new(Network::from_bytes(&bytes).expect("the sums fit"));
    for (mut bytes, weight) in
        [(bytes, vec![0x80]), (file_of(&network, &variant, HIDDEN, 1), 128_i16.to_le_bytes().to_vec())]
    {
        let lines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let start = lines.map(|(index, _)| index + 1).nth(1).expect("two lines");
        bytes[start..start + weight.len()].copy_from_slice(&weight);
        assert_eq!(Network::from_bytes(&bytes), Err(NetworkError::WeightsTooLarge));
    }
    let options = Options { hash_mib: 1, network: NetworkChoice::Network(network), ..Options::default() };
    let full = "knnnnnnn/nnnnnnnn/nnnnnnnn/nnnnnnnn/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNK w - - 0 1";
    let position = fen::parse(&variant, full).expect("a legal position");
    let report = Engine::new(options).go(&position, &[], &Limits::nodes(3000), &Default::default(), |_| {});
    assert!(report.best_move().is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A network file with any changed bytes is refused with a reason, or evaluates the positions of a search without
    /// overflow. The extreme bytes make large weights.
    #[test]
    fn any_network_file_is_refused_or_evaluates(
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![Just(127), Just(128), any::<u8>()]), 1..400),
        last in any::<bool>(),
        cut in prop::option::weighted(0.1, any::<prop::sample::Index>()),
    ) {
        let chess = variant("chess");
        let mut bytes = random_network(&chess, &mut StdRng::seed_from_u64(6)).to_bytes();
        // The weights of the second layers and the biases are at the end of the file.
        let start = if last { bytes.len() - HIDDEN * (4 * BUCKETS + 1) - 4 * BUCKETS } else { 0 };
        for (index, byte) in changes {
            let length = bytes.len() - start;
            bytes[start + index.index(length)] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        match Network::from_bytes(&bytes) {
            Err(error) => prop_assert!(!error.to_string().is_empty()),
            Ok(network) => {
                let options = Options { hash_mib: 1, network: NetworkChoice::Network(Arc::new(network)), ..Options::default() };
                let start = Position::start(&chess).expect("a legal start");
                let report = Engine::new(options).go(&start, &[], &Limits::nodes(300), &Default::default(), |_| {});
                prop_assert!(report.best_move().is_some());
            }
        }
    }
}

/// A network for chess changes the evaluation of an engine in chess. The engine ignores it in Capablanca chess, and in
/// chess with the choice `Written`.
#[test]
fn a_network_is_used_only_for_its_variant() {
    let (chess, capablanca) = (variant("chess"), variant("capablanca"));
    let network = random_network(&chess, &mut StdRng::seed_from_u64(5));
    let choice = NetworkChoice::Network(Arc::clone(&network));
    let score = |variant, choice| {
        let mut engine = Engine::new(Options { hash_mib: 1, network: choice, ..Options::default() });
        let start = Position::start(variant).expect("a legal start");
        engine.go(&start, &[], &Limits::depth(1), &Default::default(), |_| {});
        engine.evaluator(variant).evaluate(&start)
    };
    let written =
        |variant| Evaluator::new(variant).evaluate(&Position::start(variant).expect("a legal start"));
    assert_ne!(score(&chess, choice.clone()), written(&chess));
    assert_eq!(score(&chess, NetworkChoice::Written), written(&chess));
    assert_eq!(score(&capablanca, choice), written(&capablanca));
}

/// These variants have a built-in network that can be read and fits, and no others have one.
#[test]
fn built_in_networks_can_be_read_and_fit() {
    let alike = "capablanca embassy gothic chess torpedo antichess giveaway xxl xxlm xxl12 xxl12m";
    let other_aims = "3check breakthrough extinction kingofthehill racingkings";
    let small =
        "almost amazon berolina gardner hoppelpoppel knightmate losalamos makruk newzealand nightrider";
    let medium = "centaur chancellor courier grand janus modern omega opulent shako tencubed wildebeest";
    let large = "gigachess2 metamachy terachess2";
    let expected: BTreeSet<_> =
        [alike, other_aims, small, medium, large].into_iter().flat_map(|names| names.split(' ')).collect();
    let all = Variants::built_in();
    let found: BTreeSet<_> = all.names().filter(|name| Network::built_in(&variant(name)).is_some()).collect();
    assert_eq!(found, expected);
}
