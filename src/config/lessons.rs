//! The lessons of each variant: written ones for some, and made from the table of the variant for all others.

use std::sync::Arc;

use crate::game::lesson::Step;
use crate::game::lesson::file::parse;
use crate::game::lesson::generate::generate;
use crate::notation::variants_ini::Variants;
use crate::rules::variant::Rules;
use crate::rules::{PieceKind, Variant};

/// The variant of the lessons of a player who has not chosen another one.
const FIRST: &str = "xxl";
/// The variants with written lessons.
const WRITTEN: [(&str, &str); 3] = [
    (FIRST, include_str!("../../assets/lessons/xxl.txt")),
    ("chess", include_str!("../../assets/lessons/chess.txt")),
    ("capablanca", include_str!("../../assets/lessons/capablanca.txt")),
];
/// Variants that differ from another one in their draws alone, and use its lessons.
const SHARED: [(&str, &str); 1] = [("xxlm", FIRST)];
/// The lesson before which those of the player's own pieces are inserted.
const AFTER_PIECES: &str = "Check and mate";

/// The pieces of `variant` that chess does not have.
pub fn new_pieces(variant: &Variant) -> Vec<PieceKind> {
    let chess = Variants::built_in().get("chess").expect("the variant is built in");
    let is_in_chess = |name: &str| chess.kinds().any(|kind| chess.piece(kind).name == name);
    variant.kinds().filter(|&kind| !is_in_chess(&variant.piece(kind).name)).collect()
}

/// The variant whose lessons are those of `variant`, usually `variant` itself.
pub fn variant_of(variant: &Arc<Variant>) -> Arc<Variant> {
    let variants = Variants::built_in();
    let shared = SHARED.iter().find(|(name, _)| variants.rules(name) == Some(variant.rules()));
    shared.and_then(|(_, with)| variants.get(with)).unwrap_or_else(|| Arc::clone(variant))
}

/// The lessons of `variant`, in their order.
///
/// A variant that adds pieces of the player's own to one with written lessons has these and those of the added pieces.
pub fn of(variant: &Arc<Variant>) -> Vec<Step> {
    let (variants, variant) = (Variants::built_in(), variant_of(variant));
    let rules = variant.rules();
    let kinds = |written: &Rules| {
        let pieces = rules.pieces.iter().take(written.pieces.len()).cloned().collect();
        (Rules { pieces, ..rules.clone() } == *written).then_some(written.pieces.len())
    };
    let written = WRITTEN.iter().find_map(|(name, text)| Some((kinds(variants.rules(name)?)?, text)));
    let Some((kinds, text)) = written else { return generate(&variant) };
    let mut steps = parse(&variant, text).expect("the built-in lessons are valid");
    if kinds < rules.pieces.len() {
        let own = &rules.pieces[kinds..];
        let is_own = |step: &Step| own.iter().any(|piece| piece.name.eq_ignore_ascii_case(&step.lesson));
        let place = steps.iter().position(|step| step.lesson == AFTER_PIECES).unwrap_or(steps.len());
        steps.splice(place..place, generate(&variant).into_iter().filter(is_own));
    }
    steps
}

/// The lessons of XXL chess.
pub fn packaged() -> Vec<Step> {
    of(&Variants::built_in().get(FIRST).expect("the variant is built in"))
}
