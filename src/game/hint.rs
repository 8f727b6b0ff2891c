//! Reason for a hint, where the rules alone prove it.

use crate::rules::{Move, Outcome, Position};

/// Why `mv` is good in `position`, in a few words such as `takes the undefended rook`. `None` if no simple reason is
/// certain.
pub fn reason(position: &Position, mv: Move) -> Option<String> {
    let (us, them) = (position.turn(), !position.turn());
    // Where no king can be mated, to lose pieces may be the aim.
    position.royal_king(them)?;
    let mut after = position.clone();
    after.make(mv);
    if matches!(after.outcome(1), Some(Outcome::Checkmate { .. })) {
        return Some("gives mate".to_owned());
    }
    if after.legal_moves().iter().any(|reply| reply.to == mv.to) {
        return None;
    }
    let variant = position.variant();
    let victim = position.board().piece_at(mv.to).filter(|piece| piece.color == them);
    if let Some(victim) = victim {
        let check = if after.is_check() { "gives check and " } else { "" };
        return Some(format!("{check}takes the undefended {}", variant.piece(victim.kind).name));
    }
    let mover = position.board().piece_at(mv.from)?;
    let value = |kind| variant.piece(kind).value;
    let attackers = position.attackers_to(mv.from, them);
    let is_less =
        |square| position.board().piece_at(square).is_some_and(|piece| value(piece.kind) < value(mover.kind));
    let is_lost = !position.is_attacked(mv.from, us) || attackers.into_iter().any(is_less);
    // A king out of check has no choice but to move, and castling is about more than the king.
    let is_king = position.royal_king(us) == Some(mv.from);
    (attackers.any() && is_lost && !is_king)
        .then(|| format!("saves the attacked {}", variant.piece(mover.kind).name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::variants_ini::Variants;
    use crate::notation::{coords, fen};

    /// The reason for `mv` in the position of `text`, in the variant `name`.
    fn of(name: &str, text: &str, mv: &str) -> Option<String> {
        let variant = Variants::built_in().get(name).expect("built in");
        let position = fen::parse(&variant, text).expect("a position");
        reason(&position, coords::parse_move(&position, mv).expect("legal"))
    }

    /// Mate, an undefended piece and a piece saved from a pawn are reasons. The capture of a defended piece, a quiet move,
    /// the move of a defended piece that a dearer piece attacks, and captures of antichess are none.
    #[test]
    fn only_certain_reasons_are_given() {
        for (text, mv, expected) in [
            ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", Some("gives mate")),
            ("6k1/8/8/r7/8/8/8/R5K1 w - - 0 1", "a1a5", Some("takes the undefended rook")),
            ("r5k1/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", Some("gives check and takes the undefended rook")),
            ("6k1/8/1p6/r7/8/8/8/R5K1 w - - 0 1", "a1a5", None),
            ("6k1/8/8/8/1p6/R7/P7/6K1 w - - 0 1", "a3a8", Some("saves the attacked rook")),
            ("6k1/8/8/8/q7/8/P7/R5K1 w - - 0 1", "a2a3", None),
            ("6k1/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a7", None),
        ] {
            assert_eq!(of("chess", text, mv).as_deref(), expected, "{mv} in {text}");
        }
        assert_eq!(of("antichess", "6k1/8/8/r7/8/8/8/R5K1 w - - 0 1", "a1a5"), None);
    }
}
