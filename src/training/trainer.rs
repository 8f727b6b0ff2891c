//! Training of the weights of a network by gradient descent (Adam).

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::in_threads;
use super::samples::Sample;
use crate::engine::Evaluator;
use crate::engine::eval::network::{HIDDEN, Inputs, MAX_HIDDEN_WEIGHT, Network};
use crate::rules::{Color, Variant};

/// Number of samples in each step.
const BATCH: usize = 2_048;
/// Learning rate of the first step if the weights are random. It falls to [`LAST_RATE`] along half a cosine.
const FIRST_RATE: f32 = 2e-3;
/// Learning rate of the first step if the weights are those of a network. It is lower than [`FIRST_RATE`], because
/// these weights have been trained.
const FIRST_RATE_OF_NETWORK: f32 = 5e-4;
/// Learning rate of the last step.
const LAST_RATE: f32 = 2e-5;
/// Factor by which each step decays the mean of the gradients (Adam: β1).
const MEAN_DECAY: f32 = 0.9;
/// Factor by which each step decays the mean of the squared gradients (Adam: β2).
const SQUARE_DECAY: f32 = 0.999;
/// Share of the next position's target in the target of a position. The rest comes from the score of the position.
const NEXT_SHARE: f32 = 0.8;
/// Weight decay times the number of samples. Each step moves a weight towards its value before the training, or towards
/// 0 if that value was random, by learning rate * weight decay * difference. The decay is larger with few samples,
/// because a network overfits them.
const WEIGHT_DECAY: f32 = 1_000_000.0;
/// Maximum of the weight decay. Without it a step could be larger than the weight if there are few samples.
const MAX_WEIGHT_DECAY: f32 = 2.0;

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

/// Samples of a variant, divided into training samples and samples held out.
#[derive(Debug)]
pub struct TrainingSet<'a> {
    /// The inputs of the variant.
    pub inputs: Inputs,
    /// Whether every piece moves to the left as it does to the right, so that samples can be mirrored.
    pub is_symmetric: bool,
    /// Samples to train on.
    pub training: Vec<Evaluated<'a>>,
    /// Samples held out. They are from other games than the training samples.
    pub validation: Vec<Evaluated<'a>>,
    /// Centipawns that an output of 1 means. An evaluation of this number means winning chances of 73 %.
    pub scale: f32,
    /// For each input from White's view, the input from Black's view.
    other_view: Vec<u16>,
}

/// A sample with its classical evaluation and its target, from the view of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Evaluated<'a> {
    /// The sample that was evaluated.
    pub sample: &'a Sample,
    /// The classical evaluation, which the network corrects, in centipawns.
    pub classical: f32,
    /// The winning chances to which the network is trained, from 0 to 1.
    pub target: f32,
}

/// Sums of the hidden layer for one sample, from the view of the side to move and from the view of the other side.
type Sums = [[f32; HIDDEN]; 2];

impl<'a> TrainingSet<'a> {
    /// Creates a set from games of `variant`. Every twentieth game is held out.
    pub fn new(variant: &Arc<Variant>, games: &'a [Vec<Sample>]) -> Self {
        let inputs = Inputs::new(variant);
        let evaluator = Evaluator::new(variant);
        let scale = fit_scale(games.iter().flatten());
        let evaluate = |(sample, target): (&'a Sample, f32)| {
            let position = sample.position(variant, &inputs)?;
            Some(Evaluated { sample, classical: evaluator.evaluate(&position) as f32, target })
        };
        let split = |held_out: bool| {
            let games = games.iter().enumerate().filter(move |(index, _)| (index % 20 == 19) == held_out);
            let samples = games.flat_map(|(_, game)| game.iter().zip(targets(game, scale)));
            samples.filter_map(evaluate).collect::<Vec<_>>()
        };
        let (training, validation) = (split(false), split(true));
        let other_view = inputs.other_view();
        Self { is_symmetric: is_symmetric(variant), inputs, training, validation, scale, other_view }
    }

    /// Trains the weights of `start`, or random weights, for `epochs` passes over all samples on `threads` threads.
    /// Calls `on_epoch` with the losses before the first pass and after each pass. Returns the weights.
    pub fn train(
        &self,
        start: Option<&Network>,
        epochs: usize,
        threads: usize,
        seed: u64,
        mut on_epoch: impl FnMut(Epoch),
    ) -> Vec<f32> {
        let mut random = StdRng::seed_from_u64(seed);
        let (first_rate, mut weights) = match start {
            Some(network) => (FIRST_RATE_OF_NETWORK, network.weights(self.scale)),
            None => (FIRST_RATE, self.random_weights(&mut random)),
        };
        let decay_to = if start.is_some() { weights.clone() } else { vec![0.0; weights.len()] };
        let mut means = vec![0.0; weights.len()];
        let mut squares = vec![0.0; weights.len()];
        let mut gradients = vec![vec![0.0; weights.len()]; threads.max(1)];
        let mut order: Vec<usize> = (0..self.training.len()).collect();
        let steps = (epochs * order.len().div_ceil(BATCH)).max(1);
        let mut step = 0;
        let weight_decay = (WEIGHT_DECAY / order.len().max(1) as f32).min(MAX_WEIGHT_DECAY);
        let loss = |set: &[Evaluated<'_>]| {
            let loss = |&entry: &Evaluated<'_>| {
                let value = if start.is_some() { self.evaluate(&weights, entry) } else { entry.classical };
                self.loss(value, &entry)
            };
            set.iter().map(loss).sum::<f32>()
        };
        on_epoch(Epoch {
            number: 0,
            training_loss: loss(&self.training) / self.training.len().max(1) as f32,
            validation_loss: loss(&self.validation) / self.validation.len().max(1) as f32,
        });
        for number in 1..=epochs {
            order.shuffle(&mut random);
            let mut loss = 0.0;
            for batch in order.chunks(BATCH) {
                let mirror: u64 = if self.is_symmetric { random.random() } else { 0 };
                loss += self.gradients(&weights, batch, mirror, &mut gradients);
                step += 1;
                let progress = step as f32 / steps as f32;
                let rate = LAST_RATE
                    + (first_rate - LAST_RATE) * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos());
                let correction = (1.0 - SQUARE_DECAY.powi(step)).sqrt() / (1.0 - MEAN_DECAY.powi(step));
                let scale = 1.0 / batch.len() as f32;
                let (first, others) = gradients.split_at_mut(1);
                for (index, weight) in weights.iter_mut().enumerate() {
                    let sum = first[0][index] + others.iter().map(|list| list[index]).sum::<f32>();
                    let gradient = sum * scale;
                    let mean = MEAN_DECAY * means[index] + (1.0 - MEAN_DECAY) * gradient;
                    let square = SQUARE_DECAY * squares[index] + (1.0 - SQUARE_DECAY) * gradient * gradient;
                    (means[index], squares[index]) = (mean, square);
                    let step = correction * mean / (square.sqrt() + 1e-8);
                    *weight -= rate * (step + weight_decay * (*weight - decay_to[index]));
                }
                let hidden = self.inputs.output(0);
                for weight in &mut weights[..hidden] {
                    *weight = weight.clamp(-MAX_HIDDEN_WEIGHT, MAX_HIDDEN_WEIGHT);
                }
            }
            let training_loss = loss / self.training.len().max(1) as f32;
            let validation_loss = self.validation_loss(&weights);
            on_epoch(Epoch { number, training_loss, validation_loss });
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
    fn gradients(&self, weights: &[f32], batch: &[usize], mirror: u64, gradients: &mut [Vec<f32>]) -> f32 {
        let share = batch.len().div_ceil(gradients.len()).max(1);
        let losses = in_threads(gradients, |thread, gradient| {
            let start = (thread * share).min(batch.len());
            let part = &batch[start..(start + share).min(batch.len())];
            gradient.fill(0.0);
            let mut inputs = [Vec::new(), Vec::new()];
            let add = |loss: f32, (offset, &sample): (usize, &usize)| {
                let mirrored = mirror >> ((start + offset) % 64) & 1 == 1;
                loss + self.add_gradient(weights, self.training[sample], mirrored, &mut inputs, gradient)
            };
            part.iter().enumerate().fold(0.0, add)
        });
        losses.into_iter().sum()
    }

    /// Writes the inputs of a sample to `inputs`, first from the view of the side to move, then of the other side.
    fn inputs_of(&self, sample: &Sample, mirrored: bool, inputs: &mut [Vec<usize>; 2]) {
        inputs.iter_mut().for_each(Vec::clear);
        let own = usize::from(sample.turn == Color::Black);
        for &input in &sample.inputs {
            let mut input = usize::from(input);
            if mirrored {
                input = self.inputs.mirrored(input);
            }
            inputs[own].push(input);
            inputs[1 - own].push(usize::from(self.other_view[input]));
        }
    }

    fn sums(&self, weights: &[f32], inputs: &[Vec<usize>; 2]) -> Sums {
        let bias = self.inputs.hidden_bias();
        let mut sums = [[0.0; HIDDEN]; 2];
        for (sums, inputs) in sums.iter_mut().zip(inputs) {
            sums.copy_from_slice(&weights[bias..bias + HIDDEN]);
            for input in inputs {
                for (sum, weight) in sums.iter_mut().zip(&weights[input * HIDDEN..(input + 1) * HIDDEN]) {
                    *sum += weight;
                }
            }
        }
        sums
    }

    fn output(&self, weights: &[f32], sums: &Sums, bucket: usize) -> f32 {
        let mut output = weights[self.inputs.output_bias() + bucket];
        for (sums, weights) in sums.iter().zip(weights[self.inputs.output(bucket)..].chunks_exact(HIDDEN)) {
            for (sum, weight) in sums.iter().zip(weights) {
                output += sum.clamp(0.0, 1.0) * weight;
            }
        }
        output
    }

    /// Adds the gradient of the loss of a sample to `gradient` and returns the loss.
    fn add_gradient(
        &self,
        weights: &[f32],
        Evaluated { sample, classical, target }: Evaluated<'_>,
        mirrored: bool,
        inputs: &mut [Vec<usize>; 2],
        gradient: &mut [f32],
    ) -> f32 {
        self.inputs_of(sample, mirrored, inputs);
        let bucket = self.inputs.bucket(sample.inputs.len());
        let sums = self.sums(weights, inputs);
        let chances = sigmoid(classical / self.scale + self.output(weights, &sums, bucket));
        let error = chances - target;
        let slope = 2.0 * error * chances * (1.0 - chances);
        gradient[self.inputs.output_bias() + bucket] += slope;
        for (side, (sums, inputs)) in sums.iter().zip(inputs).enumerate() {
            let start = self.inputs.output(bucket) + side * HIDDEN;
            let mut hidden = [0.0; HIDDEN];
            for (index, &sum) in sums.iter().enumerate() {
                gradient[start + index] += slope * sum.clamp(0.0, 1.0);
                if sum > 0.0 && sum < 1.0 {
                    hidden[index] = slope * weights[start + index];
                }
            }
            let bias = &mut gradient[self.inputs.hidden_bias()..self.inputs.output(0)];
            bias.iter_mut().zip(&hidden).for_each(|(sum, part)| *sum += part);
            for input in inputs {
                let row = &mut gradient[*input * HIDDEN..(*input + 1) * HIDDEN];
                row.iter_mut().zip(&hidden).for_each(|(sum, part)| *sum += part);
            }
        }
        error * error
    }

    /// Classical evaluation of a sample plus the correction of the network with `weights`, in centipawns from the view
    /// of the side to move.
    pub fn evaluate(&self, weights: &[f32], Evaluated { sample, classical, .. }: Evaluated<'_>) -> f32 {
        let mut inputs = [Vec::new(), Vec::new()];
        self.inputs_of(sample, false, &mut inputs);
        let bucket = self.inputs.bucket(sample.inputs.len());
        classical + self.output(weights, &self.sums(weights, &inputs), bucket) * self.scale
    }

    fn validation_loss(&self, weights: &[f32]) -> f32 {
        let loss = |entry: &Evaluated<'_>| self.loss(self.evaluate(weights, *entry), entry);
        self.validation.iter().map(loss).sum::<f32>() / self.validation.len().max(1) as f32
    }

    /// The loss of a sample if its evaluation is `value` centipawns.
    fn loss(&self, value: f32, entry: &Evaluated<'_>) -> f32 {
        (sigmoid(value / self.scale) - entry.target).powi(2)
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Targets of the samples of a game: winning chances from the view of the side to move. A target is a weighted mean of
/// the score of the position, the scores of all later positions and the result, as in temporal-difference learning
/// (TD(λ)).
fn targets(game: &[Sample], scale: f32) -> Vec<f32> {
    let for_white = |sample: &Sample, chances: f32| match sample.turn {
        Color::White => chances,
        Color::Black => 1.0 - chances,
    };
    let mut next = game.last().map_or(0.5, |last| for_white(last, f32::from(last.half_points) / 2.0));
    let mut targets = vec![0.0; game.len()];
    for (target, sample) in targets.iter_mut().zip(game).rev() {
        let chances = for_white(sample, sigmoid(f32::from(sample.score) / scale));
        next = NEXT_SHARE * next + (1.0 - NEXT_SHARE) * chances;
        *target = for_white(sample, next);
    }
    targets
}

/// The scale with which the winning chances `sigmoid(score / scale)` differ least from the results of the games.
fn fit_scale<'a>(samples: impl Iterator<Item = &'a Sample> + Clone) -> f32 {
    let loss = |scale: f32| {
        let loss = |sample: &Sample| {
            let error = sigmoid(f32::from(sample.score) / scale) - f32::from(sample.half_points) / 2.0;
            f64::from(error * error)
        };
        samples.clone().map(loss).sum::<f64>()
    };
    let scales = (0..40).map(|step| 100.0 * 1.07_f32.powi(step));
    scales.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).unwrap_or(400.0)
}

/// Whether every piece moves to the left as it does to the right.
fn is_symmetric(variant: &Variant) -> bool {
    variant.rules().pieces.iter().flat_map(|piece| &piece.moves).all(|component| {
        component.steps.iter().all(|&(files, ranks)| component.steps.contains(&(-files, ranks)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;
    use crate::rules::Position;

    /// A game of 20 samples with made-up scores. They are the positions after each legal first move of chess.
    fn games() -> (std::sync::Arc<Variant>, Vec<Vec<Sample>>) {
        let variant = Variants::built_in().get("chess").expect("built in");
        let inputs = Inputs::new(&variant);
        let start = Position::start(&variant).expect("a legal start");
        let sample = |(index, mv)| {
            let mut position = start.clone();
            position.make(mv);
            let score = 60 * index as i16 - 600;
            Sample {
                half_points: u8::from(score > -100) + u8::from(score > 100),
                ..Sample::new(&inputs, &position, score)
            }
        };
        let samples: Vec<_> = start.legal_moves().into_iter().enumerate().map(sample).collect();
        (variant, vec![samples])
    }

    /// For weights of every layer the gradient is (loss above - loss below) / (weight above - weight below). The
    /// weight above is a little larger, the weight below a little smaller.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let (variant, games) = games();
        let set = TrainingSet::new(&variant, &games);
        let mut weights = set.random_weights(&mut StdRng::seed_from_u64(3));
        let batch: Vec<_> = (0..set.training.len()).collect();
        let mut gradient = vec![vec![0.0; weights.len()]];
        let mut loss = |weights: &[f32]| set.gradients(weights, &batch, 0, &mut gradient);
        let bucket = set.inputs.bucket(32);
        let input = usize::from(set.training[0].sample.inputs[0]);
        let some_of = |start: usize| (start..start + 8).collect::<Vec<_>>();
        let tried = [
            input * HIDDEN,
            set.inputs.hidden_bias(),
            set.inputs.output(bucket),
            set.inputs.output(bucket) + HIDDEN,
        ];
        const STEP: f32 = 2e-3;
        let mut slopes = Vec::new();
        for index in tried.into_iter().flat_map(some_of).chain([set.inputs.output_bias() + bucket]) {
            let weight = weights[index];
            let [above, below] = [STEP, -STEP].map(|step| {
                weights[index] = weight + step;
                loss(&weights)
            });
            weights[index] = weight;
            slopes.push((index, (above - below) / (2.0 * STEP)));
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
        let (_, games) = games();
        let game: Vec<_> = [(Color::White, 0), (Color::Black, 300), (Color::White, -900)]
            .into_iter()
            .map(|(turn, score)| Sample {
                turn,
                score,
                half_points: 2 * u8::from(turn == Color::Black),
                ..games[0][0].clone()
            })
            .collect();
        let [first, second, third] = targets(&game, 300.0)[..] else { panic!("one target for each") };
        // White's chances: 0.5, 0.269, 0.047, then the result, 0.
        let expected_third = 0.2 * sigmoid(-3.0);
        let expected_second = 0.2 * sigmoid(-1.0) + 0.8 * expected_third;
        assert!((third - expected_third).abs() < 1e-6, "{third}");
        assert!((second - (1.0 - expected_second)).abs() < 1e-6, "{second}");
        assert!((first - (0.2 * 0.5 + 0.8 * expected_second)).abs() < 1e-6, "{first}");
    }

    /// After 200 passes over 20 positions the loss is less than a quarter of the loss before the training.
    #[test]
    fn training_lowers_the_loss() {
        let (variant, games) = games();
        let set = TrainingSet::new(&variant, &games);
        let mut losses = Vec::new();
        set.train(None, 200, 2, 1, |epoch| losses.push(epoch.training_loss));
        let (first, last) = (losses[0], losses[losses.len() - 1]);
        assert!(last < first / 4.0, "{first} to {last}");
    }

    /// A training of no passes returns the weights of the network. After 20 passes the loss is lower than before, and
    /// the weights are still much nearer to the weights of the network than to 0.
    #[test]
    fn a_training_starts_from_the_weights_of_a_network() {
        let (variant, games) = games();
        let set = TrainingSet::new(&variant, &games);
        let network = Network::built_in(&variant).expect("built in");
        let start = network.weights(set.scale);
        assert_eq!(set.train(Some(&network), 0, 1, 1, |_| {}), start);
        let mut losses = Vec::new();
        let weights = set.train(Some(&network), 20, 1, 1, |epoch| losses.push(epoch.training_loss));
        assert!(losses[20] < losses[0], "{losses:?}");
        let distance = |other: &[f32]| weights.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f32>();
        assert!(weights != start && distance(&start) < distance(&vec![0.0; start.len()]) / 10.0);
    }

    /// XXL chess is symmetric. A variant with a piece that moves only to the right is not.
    #[test]
    fn a_variant_is_symmetric_if_each_piece_moves_alike_to_both_sides() {
        let variants = Variants::built_in();
        assert!(is_symmetric(&variants.get("xxl").expect("built in")));
        let text = "[lame:chess]\ncustomPiece1 = a:hrN\n";
        let variants = variants.with_file("own", text).expect("a valid file");
        assert!(!is_symmetric(&variants.get("lame").expect("in the file")));
    }
}
