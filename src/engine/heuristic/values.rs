//! What pieces are worth to the player of six rules, looked up once for a variant.

use crate::engine::piece_value;
use crate::rules::{PieceKind, Variant};

/// The values of all kinds of a variant, in thousandths of a pawn.
pub(super) struct Values(Vec<Option<i32>>);

impl Values {
    pub fn of_variant(variant: &Variant) -> Self {
        Self(variant.kinds().map(|kind| piece_value::value(variant, kind)).collect())
    }

    /// The value of `kind`, or `None` for the king, which is never won nor lost.
    pub fn of(&self, kind: PieceKind) -> Option<i32> {
        self.0[kind.index()]
    }
}
