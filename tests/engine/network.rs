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
    let sizes = NetworkError::LayerSizes { hidden: 7, buckets: 8 };
    let cut = NetworkError::WeightBytes { found: expected - 1, expected };
    let faulty: [(&[u8], NetworkError, &str); 6] = [
        (b"PNG", NetworkError::UnknownFormat, "not a network file"),
        (b"xxlchess network 1\n8 8 pnbrqk\n", NetworkError::FieldCount(3), "has 3 fields"),
        (b"xxlchess network 1\n8 8 pnbrqk 32 7 8 400\n", sizes, "7 hidden sums"),
        (
            b"xxlchess network 1\n8 0 pnbrqk 32 64 8 400\n",
            invalid("the number of ranks", "0"),
            "ranks is `0`",
        ),
        (b"xxlchess network 1\n8 8 pnbrqk 32 x 8 400\n", invalid("the number of hidden sums", "x"), "is `x`"),
        (&bytes[..bytes.len() - 1], cut, "bytes of weights"),
    ];
    for (bytes, error, message) in faulty {
        assert_eq!(Network::from_bytes(bytes).as_ref(), Err(&error));
        assert!(error.to_string().contains(message), "{error}");
    }
}

/// A network with one sum of more than 16 bits on a full board is refused, one with the largest sum is read. The moves of a
/// game on a board full of pieces then cause no overflow.
#[test]
fn weights_whose_sums_could_overflow_are_refused() {
    let variant = variant("chess");
    let inputs = Inputs::new(&variant);
    // 64 squares and the bias.
    let network = |weight: f32, bias: f32| {
        let mut weights = vec![weight; inputs.weight_count()];
        weights[inputs.hidden_bias()] = bias;
        Network::from_bytes(&Network::from_weights(inputs.clone(), &weights, SCALE).to_bytes())
    };
    // 64 * 504 + 511 = 32,767.
    let [unit, most] = [504.0 / 255.0, 511.0 / 255.0];
    for sign in [1.0, -1.0] {
        assert!(network(sign * unit, sign * most).is_ok());
        assert_eq!(network(sign * unit, sign * (most + 2.0 / 255.0)), Err(NetworkError::WeightsTooLarge));
    }
    let network = Arc::new(network(unit, most).expect("the sums fit"));
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
        let start = if last { bytes.len() - 2 * HIDDEN * (2 * BUCKETS + 1) - 4 * BUCKETS } else { 0 };
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
    let small = "almost amazon gardner hoppelpoppel knightmate losalamos makruk newzealand";
    let medium = "centaur chancellor courier grand janus modern omega opulent shako tencubed wildebeest";
    let large = "gigachess2 metamachy terachess2";
    let expected: BTreeSet<_> =
        [alike, other_aims, small, medium, large].into_iter().flat_map(|names| names.split(' ')).collect();
    let all = Variants::built_in();
    let found: BTreeSet<_> = all.names().filter(|name| Network::built_in(&variant(name)).is_some()).collect();
    assert_eq!(found, expected);
}
