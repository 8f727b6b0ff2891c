//! The built-in lessons.

use crate::game::lesson::Step;
use crate::game::lesson::file::parse;
use crate::notation::variants_ini::Variants;

const BUILT_IN: &str = include_str!("../../assets/lessons/xxl.txt");
/// The variant of the lessons.
const VARIANT: &str = "xxl";

/// The steps of the built-in lessons, in their order.
pub fn packaged() -> Vec<Step> {
    let variant = Variants::built_in().get(VARIANT).expect("the variant is built in");
    parse(&variant, BUILT_IN).expect("the built-in lessons are valid")
}
