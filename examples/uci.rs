//! The engine by itself: speaks UCI on standard input and output.
//!
//! Arguments `name=number` change weights of the evaluation, so that sets of weights can play against each other.

use xxlchess::engine::Weights;

fn main() {
    let mut weights = Weights::default();
    for argument in std::env::args().skip(1) {
        let given = argument.split_once('=').and_then(|(name, value)| Some((name, value.parse().ok()?)));
        let mut rows = weights.rows();
        let row =
            given.and_then(|(name, value): (_, i32)| Some((rows.iter_mut().find(|r| r.0 == name)?, value)));
        let Some((row, value)) = row else {
            eprintln!("{argument}: not a weight and its value");
            std::process::exit(2);
        };
        *row.1 = value;
    }
    xxlchess::uci::run_with_weights(std::io::BufReader::new(std::io::stdin()), std::io::stdout(), &weights);
}
