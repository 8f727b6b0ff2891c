//! Correction of the evaluation by a small neural network that is updated move by move (NNUE).
//!
//! The network learns only what the hand-written evaluation lacks, so some hundred thousand positions suffice to train it.
//!
//! The network has two linear layers:
//!
//! * The inputs of the first layer are bits, one for each kind of piece of the own and of the other side on each square.
//!   They are computed from the view of each side. The outputs are [`HIDDEN`] sums for each view, the [`HiddenSums`]. A
//!   move changes few bits, so the sums are updated by adding and subtracting a few rows of weights.
//! * The inputs of the second layer are the sums of both views, clipped to the range from 0 to 1. The output is the
//!   correction. There are several second layers, and the number of pieces on the board decides which one is used.
//!
//! Weights are integers. [`HIDDEN_ONE`] stands for 1 in the first layer, and [`OUTPUT_ONE`] in the second.

use std::fmt;
use std::sync::Arc;

use crate::rules::{Color, Move, Piece, PieceKind, Position, Square, Undo, Variant};

use super::super::score::{MAX_EVAL, Value};

/// Number of sums of the first layer for each view.
pub const HIDDEN: usize = 128;
/// Number of second layers. The number of pieces of a position decides which one is used.
pub const BUCKETS: usize = 8;
/// Integer that stands for 1 in the first layer.
pub const HIDDEN_ONE: i32 = 255;
/// Integer that stands for a weight of 1 in the second layer.
pub const OUTPUT_ONE: i32 = 1024;
/// Greatest absolute weight and bias of the first layer, in units of one over [`HIDDEN_ONE`]. With it the sum of pieces on all
/// squares of the largest board fits into 16 bits: 256 * 127 + 127 = 32,639.
const MAX_HIDDEN: i16 = 127;
/// Greatest absolute weight and bias of the first layer.
pub const MAX_HIDDEN_WEIGHT: f32 = MAX_HIDDEN as f32 / HIDDEN_ONE as f32;
/// Positions with at most this number of pieces are not corrected. They are rare in the games for training, and the
/// hand-written evaluation has rules for drawn endgames.
const FEW_PIECES: u32 = 4;
/// Greatest size of a network file, which is enough for 32 kinds of pieces on 16x16 squares.
pub const MAX_BYTES: u64 = 4 << 20;
/// First line of a network file.
const FORMAT: &str = "xxlchess network 2";
/// First line of a file whose first layer has 16 bits for each weight. Such files are read and no longer written.
const FORMAT_OF_16_BITS: &str = "xxlchess network 1";

#[cfg(feature = "networks")]
macro_rules! network_file {
    ($name:literal) => {
        include_bytes!(concat!("../../../networks/", $name, ".network"))
    };
}

/// Built-in networks by name of the variant. Some variants share one, because they have the same pieces and board.
#[cfg(feature = "networks")]
const BUILT_IN: &[(&str, &[u8])] = {
    const CAPABLANCA: &[u8] = network_file!("capablanca");
    const CHESS: &[u8] = network_file!("chess");
    const XXL: &[u8] = network_file!("xxl");
    &[
        ("3check", network_file!("3check")),
        ("breakthrough", network_file!("breakthrough")),
        ("capablanca", CAPABLANCA),
        ("chess", CHESS),
        ("embassy", CAPABLANCA),
        ("gothic", CAPABLANCA),
        ("kingofthehill", network_file!("kingofthehill")),
        ("racingkings", network_file!("racingkings")),
        ("torpedo", CHESS),
        ("xxl", XXL),
        ("xxlm", XXL),
    ]
};
#[cfg(not(feature = "networks"))]
const BUILT_IN: &[(&str, &[u8])] = &[];

/// Built-in networks that the page does without, because it would take longer to load.
#[cfg(feature = "all-networks")]
const NOT_IN_BROWSER: &[(&str, &[u8])] = {
    const ANTICHESS: &[u8] = network_file!("antichess");
    const XXL12: &[u8] = network_file!("xxl12");
    &[
        ("almost", network_file!("almost")),
        ("amazon", network_file!("amazon")),
        ("antichess", ANTICHESS),
        ("berolina", network_file!("berolina")),
        ("centaur", network_file!("centaur")),
        ("chancellor", network_file!("chancellor")),
        ("courier", network_file!("courier")),
        ("extinction", network_file!("extinction")),
        ("gardner", network_file!("gardner")),
        ("gigachess2", network_file!("gigachess2")),
        ("giveaway", ANTICHESS),
        ("grand", network_file!("grand")),
        ("hoppelpoppel", network_file!("hoppelpoppel")),
        ("janus", network_file!("janus")),
        ("knightmate", network_file!("knightmate")),
        ("losalamos", network_file!("losalamos")),
        ("makruk", network_file!("makruk")),
        ("metamachy", network_file!("metamachy")),
        ("modern", network_file!("modern")),
        ("newzealand", network_file!("newzealand")),
        ("nightrider", network_file!("nightrider")),
        ("omega", network_file!("omega")),
        ("opulent", network_file!("opulent")),
        ("shako", network_file!("shako")),
        ("tencubed", network_file!("tencubed")),
        ("terachess2", network_file!("terachess2")),
        ("wildebeest", network_file!("wildebeest")),
        ("xxl12", XXL12),
        ("xxl12m", XXL12),
    ]
};
#[cfg(not(feature = "all-networks"))]
const NOT_IN_BROWSER: &[(&str, &[u8])] = &[];

/// Why a file is not a [`Network`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The first line is not that of a network file of this version.
    UnknownFormat,
    /// The second line has this number of fields instead of seven.
    FieldCount(usize),
    /// A field of the second line is not a number from 1 to 65,535.
    InvalidNumber {
        /// The meaning of the number.
        field: &'static str,
        /// The text of the field.
        text: String,
    },
    /// There are more than [`HIDDEN`] sums, or not [`BUCKETS`] second layers.
    LayerSizes {
        /// Number of sums of the first layer for each view.
        hidden: u16,
        /// Number of second layers.
        buckets: u16,
    },
    /// The file has too few or too many bytes of weights.
    WeightBytes {
        /// Number of bytes of weights in the file.
        found: usize,
        /// Number of bytes of weights that a network with the sizes of the second line has.
        expected: usize,
    },
    /// A weight of the first layer is greater than [`MAX_HIDDEN_WEIGHT`].
    WeightsTooLarge,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownFormat => write!(f, "not a network file: its first line is not `{FORMAT}`"),
            Self::FieldCount(count) => write!(f, "the second line has {count} fields, not seven"),
            Self::InvalidNumber { field, text } => {
                write!(f, "{field} is `{text}`, not a number from 1 to 65535")
            }
            Self::LayerSizes { hidden, buckets } => {
                let possible = format!("at most {HIDDEN} and {BUCKETS} are possible");
                write!(f, "it has {hidden} hidden sums and {buckets} buckets; {possible}")
            }
            Self::WeightBytes { found, expected } => {
                write!(f, "it has {found} bytes of weights, not {expected}")
            }
            Self::WeightsTooLarge => write!(f, "a weight of the first layer is greater than {MAX_HIDDEN}"),
        }
    }
}

impl std::error::Error for NetworkError {}

/// Numbering of the inputs of a network. There is one for each kind of piece of the own and of the other side on each
/// square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    files: u8,
    ranks: u8,
    /// Letters of the kinds, in the order of the variant's table.
    letters: Vec<char>,
    /// Number of pieces of the start position, at least 1.
    pieces: usize,
}

impl Inputs {
    /// Creates the numbering for networks of `variant`.
    pub fn new(variant: &Variant) -> Self {
        let rules = variant.rules();
        Self {
            files: rules.files,
            ranks: rules.ranks,
            letters: rules.pieces.iter().map(|piece| piece.letter).collect(),
            pieces: variant.start().pieces.len().max(1),
        }
    }

    fn kinds(&self) -> usize {
        self.letters.len()
    }

    /// Number of squares of the board, those that are missing included.
    pub fn squares(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// Number of inputs of a view.
    pub fn count(&self) -> usize {
        2 * self.kinds() * self.squares()
    }

    /// Length of the list of all weights and biases of a network.
    ///
    /// The list has [`HIDDEN`] weights for each input and [`HIDDEN`] biases of the first layer. Then come the second layers:
    /// `2 * HIDDEN` weights for each bucket, those for the side to move first, and a bias for each bucket.
    pub fn weight_count(&self) -> usize {
        self.output_bias() + BUCKETS
    }

    /// Index of the first bias of the first layer in the list of all weights.
    pub fn hidden_bias(&self) -> usize {
        self.count() * HIDDEN
    }

    /// Index of the first weight of the second layer `bucket` in the list of all weights.
    pub fn output(&self, bucket: usize) -> usize {
        self.hidden_bias() + (1 + 2 * bucket) * HIDDEN
    }

    /// Index of the first bias of the second layers in the list of all weights.
    pub fn output_bias(&self) -> usize {
        self.output(BUCKETS)
    }

    /// Number of the input of `piece` on `square` from the view of the side `view`, which counts ranks from its own side. It
    /// is less than [`count`](Self::count).
    #[inline]
    pub fn index(&self, view: Color, piece: Piece, square: Square) -> usize {
        let rank = if view == Color::White { square.rank() } else { self.ranks - 1 - square.rank() };
        let square = usize::from(rank) * usize::from(self.files) + usize::from(square.file());
        let other = usize::from(piece.color != view);
        (other * self.kinds() + piece.kind.index()) * self.squares() + square
    }

    /// Square and piece of an input from White's view. This is the inverse of [`Inputs::index`].
    pub fn piece(&self, input: usize) -> (Square, Piece) {
        let (piece, square) = (input / self.squares(), input % self.squares());
        let color = if piece < self.kinds() { Color::White } else { Color::Black };
        let files = usize::from(self.files);
        // Boards have at most 16 files and ranks, and tables at most 32 kinds.
        let square = Square::new((square % files) as u8, (square / files) as u8);
        (square, Piece::new(color, PieceKind::from_index(piece % self.kinds())))
    }

    /// The input of the same piece on the square that is mirrored left to right.
    pub fn mirrored(&self, input: usize) -> usize {
        let files = usize::from(self.files);
        let file = input % self.squares() % files;
        input - file + (files - 1 - file)
    }

    /// A table that has the input from Black's view for each input from White's view.
    pub fn other_view(&self) -> Vec<u16> {
        let other = |input: usize| {
            let (square, piece) = self.piece(input);
            // Each side has at most 32 kinds of pieces on 256 squares, so an input fits into 16 bits.
            self.index(Color::Black, piece, square) as u16
        };
        (0..self.count()).map(other).collect()
    }

    /// Number of the second layer for a position with this number of pieces. It is less than [`BUCKETS`].
    #[inline]
    pub fn bucket(&self, pieces: usize) -> usize {
        (pieces.saturating_sub(1) * BUCKETS / self.pieces).min(BUCKETS - 1)
    }
}

/// Sums of the first layer for each view, in units of one over [`HIDDEN_ONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HiddenSums([[i16; HIDDEN]; 2]);

impl Default for HiddenSums {
    fn default() -> Self {
        Self([[0; HIDDEN]; 2])
    }
}

/// Network for the positions of one variant.
///
/// ```
/// # use xxlchess_core::engine::Network;
/// # use xxlchess_core::engine::eval::network::Inputs;
/// # use xxlchess_core::notation::variants_ini::Variants;
/// let chess = Variants::built_in().get("chess").unwrap();
/// let inputs = Inputs::new(&chess);
/// let network = Network::from_weights(inputs.clone(), &vec![0.0; inputs.weight_count()], 400);
/// assert!(network.fits(&chess));
/// assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
/// assert!(Network::from_bytes(b"no network").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    inputs: Inputs,
    /// Correction in centipawns that an output of 1 stands for.
    scale: i32,
    /// Weights of the first layer, by [`Inputs::index`].
    hidden_weights: Vec<[i16; HIDDEN]>,
    hidden_bias: [i16; HIDDEN],
    /// Weights of each second layer: those for the side to move, then those for the other side.
    output_weights: [[[i16; HIDDEN]; 2]; BUCKETS],
    /// Bias of each second layer, in units of one over `HIDDEN_ONE * OUTPUT_ONE`.
    output_bias: [i32; BUCKETS],
}

impl Network {
    /// Creates a network from `weights`, which are rounded. Those of the first layer and its biases are limited to
    /// [`MAX_HIDDEN_WEIGHT`]. Their order is that of [`Inputs::weight_count`]. An output of 1 stands for `scale` centipawns.
    ///
    /// # Panics
    /// If the length of `weights` is not [`Inputs::weight_count`].
    pub fn from_weights(inputs: Inputs, weights: &[f32], scale: i32) -> Self {
        assert_eq!(weights.len(), inputs.weight_count());
        let row = |start: usize, one: i32, max: i16| {
            let max = f32::from(max);
            std::array::from_fn(|index| (weights[start + index] * one as f32).round().clamp(-max, max) as i16)
        };
        let hidden_row = |start| row(start, HIDDEN_ONE, MAX_HIDDEN);
        Self {
            scale,
            hidden_weights: (0..inputs.count()).map(|input| hidden_row(input * HIDDEN)).collect(),
            hidden_bias: hidden_row(inputs.hidden_bias()),
            output_weights: std::array::from_fn(|bucket| {
                std::array::from_fn(|side| row(inputs.output(bucket) + side * HIDDEN, OUTPUT_ONE, i16::MAX))
            }),
            output_bias: std::array::from_fn(|bucket| {
                (weights[inputs.output_bias() + bucket] * (HIDDEN_ONE * OUTPUT_ONE) as f32).round() as i32
            }),
            inputs,
        }
    }

    /// Returns the rounded weights in the order of [`Inputs::weight_count`]. They are rescaled, so that an output of 1
    /// stands for `scale` centipawns.
    pub fn weights(&self, scale: f32) -> Vec<f32> {
        let hidden = self.hidden_weights.iter().chain([&self.hidden_bias]).flatten();
        let rescaled = self.scale as f32 / scale;
        let hidden = hidden.map(|&weight| f32::from(weight) / HIDDEN_ONE as f32);
        let output = self.output_weights.iter().flatten().flatten();
        let output = output.map(|&weight| f32::from(weight) / OUTPUT_ONE as f32 * rescaled);
        let bias = self.output_bias.map(|bias| bias as f32 / (HIDDEN_ONE * OUTPUT_ONE) as f32 * rescaled);
        hidden.chain(output).chain(bias).collect()
    }

    /// The network of `variant` itself if it has one that fits, and otherwise the built-in one.
    pub fn of(variant: &Variant) -> Option<Arc<Self>> {
        let own = variant.network().and_then(|file| Self::from_bytes(file).ok());
        own.filter(|network| network.fits(variant)).map(Arc::new).or_else(|| Self::built_in(variant))
    }

    /// The built-in network of `variant`; `None` if there is none or if it does not fit.
    pub fn built_in(variant: &Variant) -> Option<Arc<Self>> {
        let mut networks = BUILT_IN.iter().chain(NOT_IN_BROWSER);
        let (_, bytes) = networks.find(|(name, _)| *name == variant.rules().name)?;
        #[cfg(feature = "evalfile")]
        {
            let network = Self::from_bytes(include_bytes!(env!("EVALFILE")));
            // A broken file must not be replaced silently by the built-in network, so the program ends.
            let network = network.expect("EVALFILE of the build is a network");
            if network.fits(variant) {
                return Some(Arc::new(network));
            }
        }
        // The test `built_in_networks_can_be_read_and_fit` reads all built-in networks.
        let network = Self::from_bytes(bytes).ok()?;
        network.fits(variant).then(|| Arc::new(network))
    }

    /// Whether the network was made for the board and pieces of `variant`.
    pub fn fits(&self, variant: &Variant) -> bool {
        self.inputs == Inputs::new(variant)
    }

    /// The sums of `position`, computed from scratch.
    pub fn sums(&self, position: &Position) -> HiddenSums {
        let mut sums = HiddenSums([self.hidden_bias; 2]);
        for (square, piece) in position.board().pieces() {
            self.add(&mut sums, piece, square);
        }
        sums
    }

    /// The sums after the move `mv`, if `before` are those before the move.
    #[inline]
    pub fn sums_after(&self, before: &HiddenSums, mv: Move, undo: &Undo) -> HiddenSums {
        let mut sums = *before;
        let moved = undo.moved;
        // Pieces are removed before others are added, so that no square has two and the sums fit into 16 bits.
        self.subtract(&mut sums, moved, mv.from);
        if let Some((square, piece)) = undo.captured {
            self.subtract(&mut sums, piece, square);
        }
        if let Some((from, to, rook)) = undo.castling_rook {
            self.subtract(&mut sums, Piece::new(moved.color, rook), from);
            self.add(&mut sums, Piece::new(moved.color, rook), to);
        }
        self.add(&mut sums, Piece::new(moved.color, mv.promotion().unwrap_or(moved.kind)), mv.to);
        sums
    }

    #[inline]
    fn add(&self, sums: &mut HiddenSums, piece: Piece, square: Square) {
        for view in Color::ALL {
            let weights = &self.hidden_weights[self.inputs.index(view, piece, square)];
            for (sum, weight) in sums.0[view as usize].iter_mut().zip(weights) {
                *sum += weight;
            }
        }
    }

    #[inline]
    fn subtract(&self, sums: &mut HiddenSums, piece: Piece, square: Square) {
        for view in Color::ALL {
            let weights = &self.hidden_weights[self.inputs.index(view, piece, square)];
            for (sum, weight) in sums.0[view as usize].iter_mut().zip(weights) {
                *sum -= weight;
            }
        }
    }

    /// Adds the correction of the network to `value`, which is an evaluation of `position` in centipawns from the view of the
    /// side to move. `sums` are those of `position`.
    #[inline]
    pub fn correct(&self, value: Value, position: &Position, sums: &HiddenSums) -> Value {
        if position.board().occupied().count() <= FEW_PIECES {
            return value;
        }
        (value + self.correction(position, sums)).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// The correction of the evaluation of `position`, in centipawns from the view of the side to move.
    pub fn correction(&self, position: &Position, sums: &HiddenSums) -> Value {
        let bucket = self.inputs.bucket(position.board().occupied().count() as usize);
        let (us, [own_weights, other_weights]) = (position.turn(), &self.output_weights[bucket]);
        let total = i64::from(self.output_bias[bucket])
            + i64::from(clipped_product(&sums.0[us as usize], own_weights))
            + i64::from(clipped_product(&sums.0[!us as usize], other_weights));
        // The total is at most 2 * 128 products of 255 * 32,768 and a bias of 32 bits, and the scale has 16 bits.
        (total * i64::from(self.scale) / i64::from(HIDDEN_ONE * OUTPUT_ONE)) as Value
    }

    /// Formats the network as a file: two lines of text, and the weights as little-endian integers.
    ///
    /// The second line has the numbers of files and ranks, the letters of the pieces, the numbers of pieces, hidden sums and
    /// buckets, and the scale.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Inputs { files, ranks, letters, pieces } = &self.inputs;
        let letters: String = letters.iter().collect();
        let head =
            format!("{FORMAT}\n{files} {ranks} {letters} {pieces} {HIDDEN} {BUCKETS} {}\n", self.scale);
        let mut bytes = head.into_bytes();
        let hidden = self.hidden_weights.iter().chain([&self.hidden_bias]).flatten();
        // The weights are at most `MAX_HIDDEN`.
        bytes.extend(hidden.flat_map(|&weight| (weight as i8).to_le_bytes()));
        let output = self.output_weights.iter().flatten().flatten();
        bytes.extend(output.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }

    /// Parses a network file in the format of [`to_bytes`](Self::to_bytes) or in that of version 1, whose first layer has 16 bits
    /// for each weight. A file may have fewer sums than [`HIDDEN`]; the missing sums have weights of 0.
    ///
    /// # Errors
    /// If the file is not a network, is one for another version of the program, is incomplete, or has a weight of the first
    /// layer greater than [`MAX_HIDDEN_WEIGHT`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut lines = bytes.splitn(3, |&byte| byte == b'\n');
        let first_line = lines.next().unwrap_or_default();
        let bytes_of_weight = if first_line == FORMAT.as_bytes() {
            1
        } else if first_line == FORMAT_OF_16_BITS.as_bytes() {
            2
        } else {
            return Err(NetworkError::UnknownFormat);
        };
        let line = lines.next().and_then(|line| std::str::from_utf8(line).ok()).unwrap_or_default();
        let fields: Vec<_> = line.split(' ').collect();
        let [files, ranks, letters, pieces, hidden, buckets, scale] = fields[..] else {
            return Err(NetworkError::FieldCount(fields.len()));
        };
        let number = |text: &str, field| {
            let number = text.parse::<u16>().ok().filter(|&number| number > 0);
            number.ok_or_else(|| NetworkError::InvalidNumber { field, text: text.to_owned() })
        };
        let hidden = number(hidden, "the number of hidden sums")?;
        let buckets = number(buckets, "the number of buckets")?;
        let width = usize::from(hidden);
        if width > HIDDEN || usize::from(buckets) != BUCKETS {
            return Err(NetworkError::LayerSizes { hidden, buckets });
        }
        let side = |text: &str, field| Ok::<_, NetworkError>(number(text, field)?.min(16) as u8);
        let inputs = Inputs {
            files: side(files, "the number of files")?,
            ranks: side(ranks, "the number of ranks")?,
            letters: letters.chars().collect(),
            pieces: number(pieces, "the number of pieces")?.into(),
        };
        let mut rest = lines.next().unwrap_or_default();
        let expected = ((inputs.count() + 1) * bytes_of_weight + 4 * BUCKETS) * width + 4 * BUCKETS;
        if rest.len() != expected {
            return Err(NetworkError::WeightBytes { found: rest.len(), expected });
        }
        let mut row = |bytes_of_weight: usize| {
            let (row, after) = rest.split_at(bytes_of_weight * width);
            rest = after;
            let mut weights = [0; HIDDEN];
            for (weight, bytes) in weights.iter_mut().zip(row.chunks(bytes_of_weight)) {
                *weight = match *bytes {
                    [low, high] => i16::from_le_bytes([low, high]),
                    _ => i8::from_le_bytes([bytes[0]]).into(),
                };
            }
            weights
        };
        let hidden_weights: Vec<_> = (0..inputs.count()).map(|_| row(bytes_of_weight)).collect();
        let hidden_bias = row(bytes_of_weight);
        let is_too_large = |weight: &i16| weight.unsigned_abs() > MAX_HIDDEN.unsigned_abs();
        if hidden_weights.iter().chain([&hidden_bias]).flatten().any(is_too_large) {
            return Err(NetworkError::WeightsTooLarge);
        }
        let output_weights = std::array::from_fn(|_| [row(2), row(2)]);
        let bias = |index: usize| std::array::from_fn(|byte| rest[4 * index + byte]);
        Ok(Self {
            hidden_weights,
            hidden_bias,
            output_weights,
            output_bias: std::array::from_fn(|index| i32::from_le_bytes(bias(index))),
            inputs,
            scale: number(scale, "the scale")?.into(),
        })
    }
}

/// Product of the weights and the sums, which are clipped to the range from 0 to [`HIDDEN_ONE`].
#[inline]
fn clipped_product(sums: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let product =
        |(&sum, &weight): (&i16, &i16)| i32::from(sum.clamp(0, HIDDEN_ONE as i16)) * i32::from(weight);
    sums.iter().zip(weights).map(product).sum()
}
