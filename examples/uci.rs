//! The engine by itself: speaks UCI on standard input and output.

fn main() {
    xxlchess::uci::run(std::io::BufReader::new(std::io::stdin()), std::io::stdout());
}
