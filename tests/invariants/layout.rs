//! Level files: a legal position whose own layout gives the same position, or an error with its location.

use xxlchess::notation::layout;
use xxlchess::rules::Color;

/// Parses the bytes as a layout. The first byte chooses the variant, the second one the side at the bottom.
pub fn check(bytes: &[u8]) {
    let Some((variant, rest)) = super::choose(bytes) else { return };
    let Some((&second, text)) = rest.split_first() else { return };
    let bottom = [None, Some(Color::White), Some(Color::Black)][usize::from(second) % 3];
    match layout::parse(&variant, text, bottom) {
        Ok(position) => {
            assert_eq!(position.turn(), Color::White);
            super::fen::assert_consistent(&position);
        }
        Err(error) => {
            let words = super::words(&error);
            if let Some(place) = error.location() {
                assert!(words.starts_with(&place.to_string()), "{words}");
                assert!(place.line <= text.iter().filter(|&&byte| byte == b'\n').count() + 1, "{words}");
            }
        }
    }
}
