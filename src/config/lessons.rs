//! The built-in lessons.

use std::sync::Arc;

use crate::game::lesson::Step;
use crate::game::lesson::file::parse;
use crate::notation::variants_ini::Variants;
use crate::rules::{PieceKind, Variant};

const BUILT_IN: &str = include_str!("../../assets/lessons/xxl.txt");
/// The variant of the lessons.
const VARIANT: &str = "xxl";

/// The variant of the lessons, and its pieces that chess does not have.
pub fn new_pieces() -> (Arc<Variant>, Vec<PieceKind>) {
    let variants = Variants::built_in();
    let [own, chess] = [VARIANT, "chess"].map(|name| variants.get(name).expect("the variant is built in"));
    let is_in_chess = |name: &str| chess.kinds().any(|kind| chess.piece(kind).name == name);
    let kinds = own.kinds().filter(|&kind| !is_in_chess(&own.piece(kind).name)).collect();
    (own, kinds)
}

/// The steps of the built-in lessons, in their order.
pub fn packaged() -> Vec<Step> {
    let variant = Variants::built_in().get(VARIANT).expect("the variant is built in");
    parse(&variant, BUILT_IN).expect("the built-in lessons are valid")
}
