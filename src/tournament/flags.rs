//! The flags of the command line for a tournament, with their help. They are those of fastchess where it has them. An unknown
//! flag is an error with a hint.

use crate::notation::text::{did_you_mean, similar};

/// A flag: its name, its values, and what it does.
type Flag = (&'static str, &'static str, &'static str);

/// All flags, in the order of the help.
pub(super) const FLAGS: [Flag; 24] = [
    (
        "-engine",
        "KEY=VALUE…",
        "An engine of the match; at least two are needed. The keys are those of -each, and name=NAME.",
    ),
    (
        "-each",
        "KEY=VALUE…",
        "Values for every engine that does not have its own. Keys: cmd=PATH (or cmd=self, the default: this program), \
         args=\"ARGUMENTS\", dir=FOLDER, option.NAME=VALUE, tc=[MOVES/][MINUTES:]SECONDS[+INCREMENT], st=SECONDS (time \
         for a move), nodes=N, depth=N, timemargin=MS, restart=on|off (for each game).",
    ),
    ("-variant", "NAME", "The variant [chess]. fischerandom is chess from shuffled starts."),
    ("-variants", "FILE", "File with variants of your own; engines get it by their option VariantPath."),
    (
        "-rounds",
        "N",
        "Number of rounds [100]. In a round each pairing plays two games from one opening, with both colours.",
    ),
    ("-games", "2", "Games of a round, which are always two."),
    ("-repeat", "[2]", "Play each opening twice, which is always done."),
    (
        "-tournament",
        "roundrobin|gauntlet",
        "Who meets whom [roundrobin]. In a gauntlet the first engine plays all others.",
    ),
    ("-concurrency", "N", "Number of games that are played at the same time [1]."),
    (
        "-sprt",
        "elo0=E elo1=E [alpha=P] [beta=P] [model=normalized|logistic]",
        "Ends a match of two engines as soon as one of two Elo differences is accepted [alpha=0.05 beta=0.05 \
         model=normalized].",
    ),
    (
        "-openings",
        "[file=FILE] [format=epd|pgn] [order=random|sequential] [plies=N] [start=N]",
        "Openings from a file: a FEN or EPD a line, or games in PGN, of which the first N plies are played. Without a \
         file, N random plies [8] to a position that this program's engine finds even.",
    ),
    ("-srand", "SEED", "Seed of random openings and of a random order [1]."),
    (
        "-resign",
        "movecount=N score=CP [twosided=true]",
        "A game is lost for an engine that reports CP hundredths of a pawn or more against itself in N moves in a row; \
         with twosided, only if its opponent agrees.",
    ),
    (
        "-draw",
        "[movenumber=N] movecount=N score=CP",
        "A game is a draw, from a number of moves on, if both engines report at most CP hundredths of a pawn for either \
         side in N moves in a row without a capture or a move of a pawn.",
    ),
    ("-maxmoves", "N", "A game is a draw after N moves of each side [1000]."),
    (
        "-pgnout",
        "[file=]FILE [append=true|false] [nodes=true] [pv=true] [min=true]",
        "File of all games, with score, depth and time of each move, with nodes and the principal variation too, or \
         without comments.",
    ),
    ("-event", "NAME", "Tag Event of the games."),
    ("-site", "NAME", "Tag Site of the games."),
    (
        "-config",
        "file=FILE",
        "File of the state. If it exists, the match that it belongs to goes on; -config file=FILE alone is enough for that.",
    ),
    (
        "-recover",
        "",
        "Start an engine again that has stopped or does not answer. Without it such a game ends the match.",
    ),
    (
        "-ratinginterval",
        "N",
        "Print the score after every N pairs [after each pair, but at most once a second].",
    ),
    ("-report", "penta=true|false", "Whether the result has the number of pairs by points [true]."),
    ("-ping-ms", "MS", "Milliseconds in which an engine must answer when it is not thinking [60000]."),
    ("-log", "file=FILE", "File of all lines from and to the engines."),
];
/// Flags of fastchess that have no meaning here, with the reason.
const OTHERS: [(&str, &str); 15] = [
    ("-tb", "there are no tablebases"),
    ("-tbpieces", "there are no tablebases"),
    ("-noswap", "a round is always a pair of games with both colours"),
    ("-reverse", "a round is always a pair of games with both colours"),
    ("-quick", "name the engines with -engine"),
    ("-output", "there is one format of the output"),
    ("-epdout", "use -pgnout"),
    ("-autosaveinterval", "the state is saved after each pair"),
    ("-force-concurrency", "-concurrency may exceed the number of cores"),
    ("-use-affinity", "taskset or numactl before the command chooses the cores"),
    ("-seeds", "in a gauntlet the first engine plays all others"),
    ("-wait", "there is no pause between games"),
    ("-startup-ms", "an engine has ten seconds to list its options"),
    ("-ucinewgame-ms", "-ping-ms is the time for that, too"),
    ("-scoreinterval", "use -ratinginterval"),
];

/// The text of `--help`.
pub fn help() -> String {
    let mut text = "Play a match between UCI engines on any variant, and print the score with its error.\n\n\
        Usage: xxlchess match -engine … -engine … [flags]\n\n\
        Flags, which are those of fastchess where it has them; default values are in brackets:\n"
        .to_owned();
    for (name, values, what) in FLAGS {
        let space = if values.is_empty() { "" } else { " " };
        text += &format!("\n  {name}{space}{values}\n");
        let mut column = 0;
        for word in what.split_whitespace() {
            let length = word.chars().count();
            if column == 0 || column + 1 + length > 100 {
                text += if column == 0 { "      " } else { "\n      " };
                column = 6;
            } else {
                text.push(' ');
                column += 1;
            }
            text += word;
            column += length;
        }
        text.push('\n');
    }
    text + "\nExample:\n  xxlchess match -engine name=new option.EvalFile=my.network -engine name=old -variant xxl -each nodes=5000\n    \
        -rounds 200 -concurrency 2 -sprt elo0=0 elo1=10 -pgnout file=games.pgn -config file=match.state\n"
}

/// The sentence about a word that is no flag.
pub(super) fn unknown_flag(word: &str) -> String {
    if let Some((_, reason)) = OTHERS.iter().find(|(name, _)| *name == word) {
        return format!("{word} is a flag of fastchess that has no use here: {reason}");
    }
    let word = word.split('=').next().unwrap_or_default();
    let known = FLAGS.iter().map(|(name, ..)| *name);
    let hint = similar(word, known).map_or_else(|| ".".to_owned(), |flag| did_you_mean(Some(flag)));
    format!("unknown flag {word}{hint} xxlchess match --help lists all flags")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No line of the help is wider than a terminal of 110 columns.
    #[test]
    fn the_help_fits_a_terminal() {
        let help = help();
        assert!(help.lines().all(|line| line.chars().count() <= 110), "{help}");
    }
}
