//! The tag Variant of PGN. This program writes the names that lichess writes, and reads those of other programs, too.

use crate::rules::variant::Rules;

/// Names of variants in this program, and those of lichess that differ in more than case.
const LICHESS_NAMES: [(&str, &str); 3] =
    [("3check", "Three-check"), ("kingofthehill", "King of the Hill"), ("racingkings", "Racing Kings")];
/// What lichess calls chess with castling from any files.
const CHESS960: &str = "Chess960";
/// Names in the tags of other programs, in any case, and the names of this program. Chess960 is orthodox chess but for
/// the start, which is in the tag FEN.
const OTHER_NAMES: [(&str, &str); 10] = [
    ("standard", "chess"),
    ("normal", "chess"),
    ("from position", "chess"),
    ("chess960", "chess"),
    ("chess 960", "chess"),
    ("fischerandom", "chess"),
    ("fischerrandom", "chess"),
    ("three check", "3check"),
    ("3-check", "3check"),
    ("los alamos", "losalamos"),
];

/// The tag Variant of a game by these rules.
///
/// ```
/// # use xxlchess_core::notation::{variant_tag, variants_ini::Variants};
/// let variants = Variants::built_in();
/// assert_eq!(variant_tag::format(variants.rules("3check").unwrap()), "Three-check");
/// ```
pub fn format(rules: &Rules) -> &str {
    let name = rules.name.as_str();
    if name == "chess" && rules.is_chess960() {
        return CHESS960;
    }
    LICHESS_NAMES.iter().find(|(own, _)| *own == name).map_or(name, |(_, lichess)| lichess)
}

/// The name in this program of the variant that `tag` names, or `tag` if no other program has another name for it.
///
/// ```
/// # use xxlchess_core::notation::variant_tag::variant_name;
/// assert_eq!((variant_name("Three-check"), variant_name("Chess960"), variant_name("xxl")), ("3check", "chess", "xxl"));
/// ```
pub fn variant_name(tag: &str) -> &str {
    let mut names = LICHESS_NAMES.map(|(own, lichess)| (lichess, own)).into_iter().chain(OTHER_NAMES);
    names.find(|(name, _)| name.eq_ignore_ascii_case(tag)).map_or(tag, |(_, own)| own)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::notation::game_tree::GameTree;
    use crate::notation::pgn::{PgnGame, Tags};
    use crate::notation::variants_ini::Variants;
    use crate::rules::{Position, Variant};

    /// The PGN of a game without moves.
    fn pgn(variant: &Arc<Variant>) -> String {
        let start = Position::start(variant).expect("a legal start");
        PgnGame::new(Tags::default(), GameTree::new(start), "*").to_string()
    }

    /// The PGN of each variant is read in that variant, and variants of lichess have the names of lichess.
    #[test]
    fn names_of_lichess_are_written_and_every_name_is_read() {
        let variants = Variants::built_in();
        for name in variants.names() {
            let text = pgn(&variants.get(name).expect("built in"));
            let find = |tags: &Tags| {
                let found = variants.find_by_tag(tags.get("Variant").unwrap_or_default());
                found.map_err(|unknown| unknown.to_string())
            };
            let game = PgnGame::parse(&text, find).expect(name);
            assert_eq!(game.start().variant().rules().name, name);
        }
        let chess = variants.get("chess").expect("built in");
        let chess960 = Arc::new(chess.with_rules(chess.rules().clone().in_chess960()));
        for (variant, tag) in [
            (chess, "chess"),
            (chess960, "Chess960"),
            (variants.get("antichess").expect("built in"), "antichess"),
            (variants.get("racingkings").expect("built in"), "Racing Kings"),
        ] {
            let text = pgn(&variant);
            assert!(text.contains(&format!("[Variant \"{tag}\"]")), "{text}");
        }
    }

    /// A variant of the player is found by its name, even if other programs call chess so.
    #[test]
    fn own_variant_comes_before_the_name_of_another_program() {
        let variants = Variants::built_in().with_file("own.ini", "[normal:xxl]\n").expect("no fault");
        let found = |tag: &str| variants.find_by_tag(tag).expect("found").rules().name.clone();
        assert_eq!((found("normal"), found("Standard")), ("normal".to_owned(), "chess".to_owned()));
    }
}
