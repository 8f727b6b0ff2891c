//! Training of the weights of a network by gradient descent (AdamW).

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::games::Game;
use super::in_threads;
use crate::engine::Evaluator;
use crate::engine::eval::network::{HIDDEN, Inputs, MAX_HIDDEN_WEIGHT, Network};
use crate::rules::betza::Component;
use crate::rules::{Color, Position, Variant};

/// Number of samples in each step.
const BATCH: usize = 2_048;
/// Learning rate of the first step. It falls to [`LAST_RATE`] along half a cosine.
const FIRST_RATE: f32 = 2e-3;
/// Learning rate of the last step.
const LAST_RATE: f32 = 2e-5;
/// Factor by which each step decays the mean of the gradients (Adam: β1).
const MEAN_DECAY: f32 = 0.9;
/// Factor by which each step decays the mean of the squared gradients (Adam: β2).
const SQUARE_DECAY: f32 = 0.999;
/// Share of the next position's target in the target of a position. The rest comes from the score of the position.
const NEXT_SHARE: f32 = 0.8;
/// Weight decay times the number of samples, divided by the number of weights. Each step moves a weight towards its value
/// before the training, or towards 0 if that value was random, by learning rate * weight decay * difference. The decay is
/// larger with few samples, because a network overfits them.
const WEIGHT_DECAY: f32 = 30.0;
/// Maximum of the weight decay, for trainings with few samples. With 10, the loss of games held out of a training on 300,000
/// positions of XXL chess is 4 % higher, and with more than 1 / [`FIRST_RATE`] a step would be larger than the weight.
const MAX_WEIGHT_DECAY: f32 = 4.0;

/// Losses of a pass over all samples. A loss is the mean squared error of the winning chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Number of the pass, from 1. 0 stands for the losses before the training.
    pub number: usize,
    /// Mean loss of the training samples. It is summed during the pass, while the weights change.
    pub training_loss: f32,
    /// Mean loss of the samples held out, measured after the pass.
    pub validation_loss: f32,
}

/// Positions of games of a variant, divided into those to train on and those held out.
#[derive(Debug)]
pub struct TrainingSet {
    inputs: Inputs,
    /// Whether every piece moves to the left as it does to the right, so that positions can be mirrored.
    is_symmetric: bool,
    training: Samples,
    /// Samples held out. They are from other games than the training samples.
    validation: Samples,
    /// Centipawns that an output of 1 means. An evaluation of this number means winning chances of 73 %.
    pub scale: f32,
    /// For each input from White's view, the input from Black's view.
    other_view: Vec<u16>,
}

/// Positions for training in little memory: 16 bytes each, and 2 for each piece.
#[derive(Debug, Default)]
struct Samples {
    /// The inputs of the pieces of all samples from White's view, see [`Inputs::index`].
    inputs: Vec<u16>,
    samples: Vec<Sample>,
}

/// A position. Its values are from the view of the side to move.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Index of the first of its inputs.
    start: usize,
    pieces: u16,
    /// The classical evaluation, which the network corrects, in centipawns.
    classical: i16,
    /// The target, from 0 to [`u16::MAX`].
    target: u16,
    /// Result of the game in half-points.
    half_points: u8,
    turn: Color,
}

/// A sample as the training uses it.
#[derive(Clone, Copy, Debug)]
struct Entry<'a> {
    inputs: &'a [u16],
    turn: Color,
    classical: f32,
    /// The winning chances to which the network is trained, from 0 to 1.
    target: f32,
    /// The result of the game, from 0 to 1.
    result: f32,
}

impl Samples {
    /// Adds the position of a game with this target.
    fn push(
        &mut self,
        inputs: &Inputs,
        evaluator: &Evaluator,
        game: &Game,
        position: &Position,
        target: f32,
    ) {
        let start = self.inputs.len();
        // There are at most 2 * 32 kinds on 256 squares, so an input fits into 16 bits.
        let input = |(square, piece)| inputs.index(Color::White, piece, square) as u16;
        self.inputs.extend(position.board().pieces().map(input));
        self.samples.push(Sample {
            start,
            pieces: (self.inputs.len() - start) as u16,
            classical: evaluator.evaluate(position).clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16,
            target: (target * f32::from(u16::MAX)).round() as u16,
            half_points: game.half_points(position.turn()),
            turn: position.turn(),
        });
    }

    fn append(&mut self, mut other: Self) {
        let start = self.inputs.len();
        other.samples.iter_mut().for_each(|sample| sample.start += start);
        self.inputs.reserve_exact(other.inputs.len());
        self.inputs.append(&mut other.inputs);
        self.samples.reserve_exact(other.samples.len());
        self.samples.append(&mut other.samples);
    }

    fn len(&self) -> usize {
        self.samples.len()
    }

    fn get(&self, index: usize) -> Entry<'_> {
        let sample = self.samples[index];
        Entry {
            inputs: &self.inputs[sample.start..sample.start + usize::from(sample.pieces)],
            turn: sample.turn,
            classical: sample.classical.into(),
            target: f32::from(sample.target) / f32::from(u16::MAX),
            result: f32::from(sample.half_points) / 2.0,
        }
    }
}

/// Means of the gradients of a weight and of their squares (Adam).
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    mean: f32,
    square: f32,
}

impl Moments {
    /// Adds a gradient to the means. Returns the step along the gradient for a learning rate of 1, without the correction of
    /// the first steps.
    fn update(&mut self, gradient: f32) -> f32 {
        self.mean = MEAN_DECAY * self.mean + (1.0 - MEAN_DECAY) * gradient;
        self.square = SQUARE_DECAY * self.square + (1.0 - SQUARE_DECAY) * gradient * gradient;
        self.mean / (self.square.sqrt() + 1e-8)
    }
}

/// Sums of the hidden layer for one sample, from the view of the side to move and from the view of the other side.
type Sums = [[f32; HIDDEN]; 2];

/// Whether the game with this index is held out of the training. Every twentieth one is.
pub fn is_held_out(index: usize) -> bool {
    index % 20 == 19
}

impl TrainingSet {
    /// Creates a set from games of `variant`, on `threads` threads.
    pub fn new(variant: &Arc<Variant>, games: &[Game], threads: usize) -> Self {
        let inputs = Inputs::new(variant);
        let evaluator = Evaluator::new(variant);
        let scale = fit_scale(variant, games);
        let share = games.len().div_ceil(threads.max(1)).max(1);
        let mut shares: Vec<_> = games.chunks(share).collect();
        let found = in_threads(&mut shares, |thread, games| {
            let mut sets = [Samples::default(), Samples::default()];
            for (index, game) in games.iter().enumerate() {
                let set = &mut sets[usize::from(is_held_out(thread * share + index))];
                let mut targets = targets(variant, game, scale).into_iter();
                let add = |position: &Position, _| {
                    if let Some(target) = targets.next() {
                        set.push(&inputs, &evaluator, game, position, target);
                    }
                };
                // The positions after an illegal move are left out. Games from files have none.
                let _ = game.replay(variant, add);
            }
            sets
        });
        let [mut training, mut validation] = [Samples::default(), Samples::default()];
        for [more_training, more_validation] in found {
            training.append(more_training);
            validation.append(more_validation);
        }
        let other_view = inputs.other_view();
        Self { is_symmetric: is_symmetric(variant), inputs, training, validation, scale, other_view }
    }

    /// Trains the weights of `start`, or random weights, for `epochs` passes over all samples on `threads` threads.
    /// Calls `on_epoch` with the losses before the first pass and after each pass. Returns the weights.
    ///
    /// The weight of a piece on a square is the sum of two parts that are trained apart: one of the piece, which is the same
    /// on all squares, and one of the piece on this square. So what a piece is worth is learned for the whole board at once.
    /// Only the second part decays.
    ///
    /// The share of the result in the targets rises evenly from 0 to `result_share`, in addition to its part in the
    /// targets of the last positions of a game.
    pub fn train(
        &self,
        start: Option<&Network>,
        epochs: usize,
        threads: usize,
        seed: u64,
        result_share: f32,
        mut on_epoch: impl FnMut(Epoch),
    ) -> Vec<f32> {
        let threads = threads.max(1);
        let mut random = StdRng::seed_from_u64(seed);
        let mut weights = match start {
            Some(network) => self.weights_of(network, &mut random),
            None => self.random_weights(&mut random),
        };
        let mut decay_to = if start.is_some() { weights.clone() } else { vec![0.0; weights.len()] };
        let mut moments = vec![Moments::default(); weights.len()];
        let mut piece_moments = vec![[Moments::default(); HIDDEN]; self.pieces()];
        let mut gradients = vec![vec![0.0; weights.len()]; threads];
        let mut order: Vec<usize> = (0..self.training.len()).collect();
        let steps = (epochs * order.len().div_ceil(BATCH)).max(1);
        let mut step = 0;
        let weight_decay =
            (WEIGHT_DECAY * weights.len() as f32 / order.len().max(1) as f32).min(MAX_WEIGHT_DECAY);
        let before = start.map(|_| &weights[..]);
        on_epoch(Epoch {
            number: 0,
            training_loss: self.loss(&self.training, before, threads),
            validation_loss: self.loss(&self.validation, before, threads),
        });
        for number in 1..=epochs {
            order.shuffle(&mut random);
            let mut loss = 0.0;
            for batch in order.chunks(BATCH) {
                let mirror: u64 = if self.is_symmetric { random.random() } else { 0 };
                let progress = step as f32 / steps as f32;
                loss += self.gradients(&weights, batch, mirror, result_share * progress, &mut gradients);
                step += 1;
                let progress = step as f32 / steps as f32;
                let rate = LAST_RATE
                    + (FIRST_RATE - LAST_RATE) * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos());
                let rate_of_moments =
                    rate * (1.0 - SQUARE_DECAY.powi(step)).sqrt() / (1.0 - MEAN_DECAY.powi(step));
                let scale = 1.0 / batch.len() as f32;
                let mut piece_steps = self.piece_gradients(&gradients);
                for (row, moments) in piece_steps.iter_mut().zip(&mut piece_moments) {
                    for (sum, moments) in row.iter_mut().zip(moments) {
                        *sum = rate_of_moments * moments.update(*sum * scale);
                    }
                }
                // Each thread changes a part of the weights, in rows that are short enough for vector instructions.
                let share = weights.len().div_ceil(threads).next_multiple_of(HIDDEN);
                let mut parts: Vec<_> = weights
                    .chunks_mut(share)
                    .zip(decay_to.chunks_mut(share))
                    .zip(moments.chunks_mut(share))
                    .collect();
                in_threads(&mut parts, |thread, ((weights, decay_to), moments)| {
                    let rows = weights.chunks_mut(HIDDEN).zip(decay_to.chunks_mut(HIDDEN));
                    for (index, ((weights, decay_to), moments)) in
                        rows.zip(moments.chunks_mut(HIDDEN)).enumerate()
                    {
                        let start = thread * share + index * HIDDEN;
                        let mut gradient = [0.0; HIDDEN];
                        for list in &gradients {
                            gradient.iter_mut().zip(&list[start..]).for_each(|(sum, part)| *sum += part);
                        }
                        let piece_step = piece_steps.get(start / HIDDEN / self.inputs.squares());
                        let piece_step = piece_step.unwrap_or(&[0.0; HIDDEN]);
                        let most =
                            if start < self.inputs.output(0) { MAX_HIDDEN_WEIGHT } else { f32::INFINITY };
                        let row = weights.iter_mut().zip(decay_to).zip(moments);
                        for (((weight, decay_to), moments), (sum, piece_step)) in
                            row.zip(gradient.iter().zip(piece_step))
                        {
                            let step = rate_of_moments * moments.update(sum * scale);
                            let decay = rate * weight_decay * (*weight - *decay_to);
                            *decay_to -= piece_step;
                            *weight = (*weight - piece_step - step - decay).clamp(-most, most);
                        }
                    }
                });
            }
            let training_loss = (loss / self.training.len().max(1) as f64) as f32;
            let validation_loss = self.loss(&self.validation, Some(&weights), threads);
            on_epoch(Epoch { number, training_loss, validation_loss });
        }
        weights
    }

    /// Number of kinds of pieces, those of the own and of the other side counted apart.
    fn pieces(&self) -> usize {
        self.inputs.count() / self.inputs.squares()
    }

    /// The gradients of the weights of the pieces, each of which is a part of the weights of the piece on all squares.
    fn piece_gradients(&self, gradients: &[Vec<f32>]) -> Vec<[f32; HIDDEN]> {
        let inputs = self.inputs.hidden_bias();
        let mut sums = vec![[0.0; HIDDEN]; self.pieces()];
        for list in gradients {
            for (sums, piece) in sums.iter_mut().zip(list[..inputs].chunks(HIDDEN * self.inputs.squares())) {
                for row in piece.chunks(HIDDEN) {
                    sums.iter_mut().zip(row).for_each(|(sum, part)| *sum += part);
                }
            }
        }
        sums
    }

    /// The weights of `network`. The inputs of a sum that the network does not use get random weights, because weights of 0
    /// would never change. They have no effect before the training.
    fn weights_of(&self, network: &Network, random: &mut StdRng) -> Vec<f32> {
        let mut weights = network.weights(self.scale);
        let random_weights = self.random_weights(random);
        let [inputs, end] = [self.inputs.output(0), self.inputs.output_bias()];
        for sum in 0..HIDDEN {
            if weights[sum..end].iter().step_by(HIDDEN).all(|&weight| weight == 0.0) {
                for index in (sum..inputs).step_by(HIDDEN) {
                    weights[index] = random_weights[index];
                }
            }
        }
        weights
    }

    fn random_weights(&self, random: &mut StdRng) -> Vec<f32> {
        let inputs = &self.inputs;
        let [hidden_bias, output, output_bias] =
            [inputs.hidden_bias(), inputs.output(0), inputs.output_bias()];
        let range = |index: usize| match index {
            _ if index < hidden_bias => 0.1,
            _ if index < output => 0.2,
            _ if index < output_bias => 0.1,
            _ => 0.0,
        };
        (0..inputs.weight_count()).map(|index| range(index) * (2.0 * random.random::<f32>() - 1.0)).collect()
    }

    /// Computes the gradients of the samples in `batch`, which are divided among the threads, and returns the sum of
    /// their losses. Sample `i` of the batch is mirrored if bit `i % 64` of `mirror` is set.
    fn gradients(
        &self,
        weights: &[f32],
        batch: &[usize],
        mirror: u64,
        result_share: f32,
        gradients: &mut [Vec<f32>],
    ) -> f64 {
        let share = batch.len().div_ceil(gradients.len()).max(1);
        let losses = in_threads(gradients, |thread, gradient| {
            let start = (thread * share).min(batch.len());
            let part = &batch[start..(start + share).min(batch.len())];
            gradient.fill(0.0);
            let mut inputs = [Vec::new(), Vec::new()];
            let mut loss = 0.0;
            for (offset, &sample) in part.iter().enumerate() {
                let mirrored = mirror >> ((start + offset) % 64) & 1 == 1;
                let mut entry = self.training.get(sample);
                entry.target += result_share * (entry.result - entry.target);
                loss += f64::from(self.add_gradient(weights, entry, mirrored, &mut inputs, gradient));
            }
            loss
        });
        losses.into_iter().sum()
    }

    /// Writes the inputs of a sample to `inputs`, first from the view of the side to move, then of the other side.
    fn inputs_of(&self, entry: Entry<'_>, mirrored: bool, inputs: &mut [Vec<usize>; 2]) {
        inputs.iter_mut().for_each(Vec::clear);
        let own = usize::from(entry.turn == Color::Black);
        for &input in entry.inputs {
            let mut input = usize::from(input);
            if mirrored {
                input = self.inputs.mirrored(input);
            }
            inputs[own].push(input);
            inputs[1 - own].push(usize::from(self.other_view[input]));
        }
    }

    fn sums(&self, weights: &[f32], inputs: &[Vec<usize>; 2]) -> Sums {
        let mut sums = [*row(weights, self.inputs.hidden_bias()); 2];
        for (sums, inputs) in sums.iter_mut().zip(inputs) {
            for input in inputs {
                sums.iter_mut().zip(row(weights, input * HIDDEN)).for_each(|(sum, weight)| *sum += weight);
            }
        }
        sums
    }

    fn output(&self, weights: &[f32], sums: &Sums, bucket: usize) -> f32 {
        // Several partial sums, because the compiler may not change the order of additions to use vector instructions.
        const LANES: usize = 16;
        let mut lanes = [0.0; LANES];
        for (side, sums) in sums.iter().enumerate() {
            let weights = row(weights, self.inputs.output(bucket) + side * HIDDEN);
            for (sums, weights) in sums.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
                for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(weights) {
                    *lane += sum.clamp(0.0, 1.0) * weight;
                }
            }
        }
        weights[self.inputs.output_bias() + bucket] + lanes.iter().sum::<f32>()
    }

    /// Adds the gradient of the loss of a sample to `gradient` and returns the loss.
    fn add_gradient(
        &self,
        weights: &[f32],
        entry: Entry<'_>,
        mirrored: bool,
        inputs: &mut [Vec<usize>; 2],
        gradient: &mut [f32],
    ) -> f32 {
        self.inputs_of(entry, mirrored, inputs);
        let bucket = self.inputs.bucket(entry.inputs.len());
        let sums = self.sums(weights, inputs);
        let chances = sigmoid(entry.classical / self.scale + self.output(weights, &sums, bucket));
        let error = chances - entry.target;
        let slope = 2.0 * error * chances * (1.0 - chances);
        gradient[self.inputs.output_bias() + bucket] += slope;
        for (side, (sums, inputs)) in sums.iter().zip(inputs).enumerate() {
            let start = self.inputs.output(bucket) + side * HIDDEN;
            let mut hidden = [0.0; HIDDEN];
            let rows = row_mut(gradient, start).iter_mut().zip(row(weights, start));
            for ((hidden, &sum), (gradient, weight)) in hidden.iter_mut().zip(sums).zip(rows) {
                *gradient += slope * sum.clamp(0.0, 1.0);
                *hidden = if sum > 0.0 && sum < 1.0 { slope * weight } else { 0.0 };
            }
            for start in inputs.iter().map(|input| input * HIDDEN).chain([self.inputs.hidden_bias()]) {
                let row = row_mut(gradient, start);
                row.iter_mut().zip(&hidden).for_each(|(sum, part)| *sum += part);
            }
        }
        error * error
    }

    /// Classical evaluation of a sample plus the correction of the network with `weights`, in units of the scale from the
    /// view of the side to move.
    fn evaluate(&self, weights: &[f32], entry: Entry<'_>, inputs: &mut [Vec<usize>; 2]) -> f32 {
        self.inputs_of(entry, false, inputs);
        let bucket = self.inputs.bucket(entry.inputs.len());
        entry.classical / self.scale + self.output(weights, &self.sums(weights, inputs), bucket)
    }

    /// Mean loss of the samples, with the classical evaluation alone if there are no weights.
    fn loss(&self, samples: &Samples, weights: Option<&[f32]>, threads: usize) -> f32 {
        let share = samples.len().div_ceil(threads).max(1);
        let starts = (0..samples.len()).step_by(share);
        let mut shares: Vec<_> = starts.map(|start| start..(start + share).min(samples.len())).collect();
        let losses = in_threads(&mut shares, |_, share| {
            let mut inputs = [Vec::new(), Vec::new()];
            let mut loss = |index| {
                let entry = samples.get(index);
                let value = weights.map_or(entry.classical / self.scale, |weights| {
                    self.evaluate(weights, entry, &mut inputs)
                });
                f64::from((sigmoid(value) - entry.target).powi(2))
            };
            share.clone().map(&mut loss).sum::<f64>()
        });
        (losses.into_iter().sum::<f64>() / samples.len().max(1) as f64) as f32
    }
}

/// The row of the weights of a layer that begins at `start`.
fn row(weights: &[f32], start: usize) -> &[f32; HIDDEN] {
    // The only shorter row is that of the biases of the second layers, whose start is never passed.
    weights[start..].first_chunk().expect("a whole row")
}

fn row_mut(weights: &mut [f32], start: usize) -> &mut [f32; HIDDEN] {
    // See `row`.
    weights[start..].first_chunk_mut().expect("a whole row")
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Targets of the positions of a game: winning chances from the view of the side to move. A target is a weighted mean of
/// the score of the position, the scores of all later positions and the result, as in temporal-difference learning
/// (TD(λ)).
pub fn targets(variant: &Variant, game: &Game, scale: f32) -> Vec<f32> {
    let for_white = |turn: Color, chances: f32| if turn == Color::White { chances } else { 1.0 - chances };
    let mut next = f32::from(game.half_points(Color::White)) / 2.0;
    let target = |(turn, score)| {
        let chances = for_white(turn, sigmoid(f32::from(score) / scale));
        next = NEXT_SHARE * next + (1.0 - NEXT_SHARE) * chances;
        for_white(turn, next)
    };
    let mut targets: Vec<_> = game.scores(variant).rev().map(target).collect();
    targets.reverse();
    targets
}

/// The scale with which the winning chances `sigmoid(score / scale)` differ least from the results of the games.
pub fn fit_scale(variant: &Variant, games: &[Game]) -> f32 {
    // The number of positions with each score and result.
    let mut counts: BTreeMap<(i16, u8), f64> = BTreeMap::new();
    for game in games {
        for (turn, score) in game.scores(variant) {
            *counts.entry((score, game.half_points(turn))).or_default() += 1.0;
        }
    }
    let loss = |scale: f32| -> f64 {
        let loss = |(&(score, half_points), count): (&(i16, u8), &f64)| {
            let error = sigmoid(f32::from(score) / scale) - f32::from(half_points) / 2.0;
            count * f64::from(error * error)
        };
        counts.iter().map(loss).sum()
    };
    let scales = (0..40).map(|step| 100.0 * 1.07_f32.powi(step));
    scales.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(400.0)
}

/// Whether every piece moves to the left as it does to the right.
fn is_symmetric(variant: &Variant) -> bool {
    let mirror = |(files, ranks): (i8, i8)| (-files, ranks);
    variant.rules().pieces.iter().all(|piece| {
        piece.moves.iter().all(|component| {
            let mut steps: Vec<_> = component.steps.iter().copied().map(mirror).collect();
            steps.sort_unstable();
            let first_leg = component.first_leg.map(mirror);
            piece.moves.contains(&Component { steps, first_leg, ..component.clone() })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;
    use crate::rules::{Piece, Square};

    /// 20 games with made-up scores. Each has a legal first move of chess, after which its only position is used.
    fn games() -> (Arc<Variant>, Vec<Game>) {
        let variant = Variants::built_in().get("chess").expect("built in");
        let start = Position::start(&variant).expect("a legal start");
        let game = |(index, mv)| {
            let mut position = start.clone();
            position.make(mv);
            let score = 60 * index as i16 - 600;
            // A quarter of the games is drawn.
            let winner = (!(-100..=100).contains(&score)).then_some(if score > 0 {
                Color::Black
            } else {
                Color::White
            });
            Game { moves: vec![(mv, None), (position.legal_moves()[0], Some(score))], winner }
        };
        let games = start.legal_moves().into_iter().enumerate().map(game).collect();
        (variant, games)
    }

    /// For weights of every layer the gradient is (loss above - loss below) / (weight above - weight below). The
    /// weight above is a little larger, the weight below a little smaller.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let (variant, games) = games();
        let set = TrainingSet::new(&variant, &games, 2);
        let mut weights = set.random_weights(&mut StdRng::seed_from_u64(3));
        let batch: Vec<_> = (0..set.training.len()).collect();
        let mut gradient = vec![vec![0.0; weights.len()]];
        let mut loss = |weights: &[f32]| set.gradients(weights, &batch, 0, 0.0, &mut gradient);
        let bucket = set.inputs.bucket(32);
        let input = usize::from(set.training.get(0).inputs[0]);
        let some_of = |start: usize| (start..start + 8).collect::<Vec<_>>();
        let tried = [
            input * HIDDEN,
            set.inputs.hidden_bias(),
            set.inputs.output(bucket),
            set.inputs.output(bucket) + HIDDEN,
        ];
        // So small that hardly any sum passes 0 or 1, where the slope changes.
        const STEP: f32 = 5e-4;
        let mut slopes = Vec::new();
        for index in tried.into_iter().flat_map(some_of).chain([set.inputs.output_bias() + bucket]) {
            let weight = weights[index];
            let [above, below] = [STEP, -STEP].map(|step| {
                weights[index] = weight + step;
                loss(&weights)
            });
            weights[index] = weight;
            slopes.push((index, (above - below) as f32 / (2.0 * STEP)));
        }
        loss(&weights);
        for (index, slope) in slopes {
            let exact = gradient[0][index];
            assert!((exact - slope).abs() < 4e-3 + 0.05 * exact.abs(), "{index}: {exact} and {slope}");
        }
    }

    /// A target is 0.2 * winning chances by the score + 0.8 * next target. For the last position the result takes the
    /// place of the next target. The first position has an even score but a target below 0.5, because White loses the
    /// game.
    #[test]
    fn targets_mix_the_scores_with_later_ones_and_the_result() {
        let (variant, games) = games();
        let mv = games[0].moves[0].0;
        let moves = [0, 300, -900].map(|score| (mv, Some(score))).to_vec();
        let game = Game { moves, winner: Some(Color::Black) };
        let [first, second, third] = targets(&variant, &game, 300.0)[..] else {
            panic!("one target for each")
        };
        // White's chances: 0.5, 0.269, 0.047, then the result, 0.
        let expected_third = 0.2 * sigmoid(-3.0);
        let expected_second = 0.2 * sigmoid(-1.0) + 0.8 * expected_third;
        assert!((third - expected_third).abs() < 1e-6, "{third}");
        assert!((second - (1.0 - expected_second)).abs() < 1e-6, "{second}");
        assert!((first - (0.2 * 0.5 + 0.8 * expected_second)).abs() < 1e-6, "{first}");
    }

    /// After 200 passes over 20 positions the loss is less than two thirds of the loss before the training.
    #[test]
    fn training_lowers_the_loss() {
        let (variant, games) = games();
        let set = TrainingSet::new(&variant, &games, 2);
        let mut losses = Vec::new();
        set.train(None, 200, 2, 1, 0.0, |epoch| losses.push(epoch.training_loss));
        let (first, last) = (losses[0], losses[losses.len() - 1]);
        assert!(last < first * 2.0 / 3.0, "{first} to {last}");
    }

    /// A training of no passes returns the weights of the network. After 20 passes the loss is lower than before, and
    /// the weights are still much nearer to the weights of the network than to 0.
    #[test]
    fn a_training_starts_from_the_weights_of_a_network() {
        let (variant, games) = games();
        let set = TrainingSet::new(&variant, &games, 2);
        let network = Network::built_in(&variant).expect("built in");
        let start = network.weights(set.scale);
        assert_eq!(set.train(Some(&network), 0, 1, 1, 0.0, |_| {}), start);
        let mut losses = Vec::new();
        let weights = set.train(Some(&network), 20, 1, 1, 0.0, |epoch| losses.push(epoch.training_loss));
        assert!(losses[20] < losses[0], "{losses:?}");
        let distance = |other: &[f32]| weights.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f32>();
        assert!(weights != start && distance(&start) < distance(&vec![0.0; start.len()]) / 10.0);
    }

    /// A network of which half of the sums have no weights evaluates as before the training. The training gives some of these
    /// sums weights of the second layer.
    #[test]
    fn sums_without_weights_are_trained() {
        let (variant, games) = games();
        let set = TrainingSet::new(&variant, &games, 1);
        let mut weights = set.random_weights(&mut StdRng::seed_from_u64(4));
        let [output, end] = [set.inputs.output(0), set.inputs.output_bias()];
        weights[..end].chunks_mut(HIDDEN).for_each(|row| row[HIDDEN / 2..].fill(0.0));
        let network = Network::from_weights(set.inputs.clone(), &weights, set.scale as i32);
        let mut losses = Vec::new();
        let trained = set.train(Some(&network), 2, 1, 1, 0.0, |epoch| losses.push(epoch.training_loss));
        assert_eq!(losses[0], set.loss(&set.training, Some(&network.weights(set.scale)), 1));
        let mut rows = trained[output..end].chunks(HIDDEN);
        assert!(rows.any(|row| row[HIDDEN / 2..].iter().any(|&weight| weight != 0.0)));
    }

    /// No pawn stands on the last rank but one in any of the games. Its weights change with those of the other squares.
    #[test]
    fn a_piece_learns_for_all_squares() {
        let (variant, games) = games();
        let set = TrainingSet::new(&variant, &games, 2);
        let network = Network::built_in(&variant).expect("built in");
        let weights = set.train(Some(&network), 2, 2, 1, 0.0, |_| {});
        let pawn = Piece::new(Color::White, variant.rules().pawns[0]);
        let square = Square::new(3, 6);
        let start = set.inputs.index(Color::White, pawn, square) * HIDDEN;
        let rows = [&weights, &network.weights(set.scale)].map(|weights| *row(weights, start));
        assert_ne!(rows[0], rows[1]);
    }

    /// XXL chess and a griffin are symmetric. Pieces that move or bend only to the right are not.
    #[test]
    fn a_variant_is_symmetric_if_each_piece_moves_alike_to_both_sides() {
        let variants = Variants::built_in();
        assert!(is_symmetric(&variants.get("xxl").expect("built in")));
        for (moves, expected) in [("hrN", false), ("FyafsF", true), ("yafrF", false)] {
            let text = format!("[own:chess]\ncustomPiece1 = a:{moves}\n");
            let variants = Variants::built_in().with_file("own", &text).expect("a valid file");
            assert_eq!(is_symmetric(&variants.get("own").expect("in the file")), expected, "{moves}");
        }
    }
}
