//! Level files: a legal position that is read again from what is written, or an error with its place.

use xxlchess::notation::layout;
use xxlchess::rules::Color;

/// Reads the bytes as a layout; the first chooses the variant, the second the side below.
pub fn check(bytes: &[u8]) {
    let Some((variant, rest)) = super::choose(bytes) else { return };
    let Some((&second, text)) = rest.split_first() else { return };
    let bottom = [None, Some(Color::White), Some(Color::Black)][usize::from(second) % 3];
    match layout::parse(&variant, text, bottom) {
        Ok(position) => {
            assert_eq!(position.turn(), Color::White);
            super::fen::sound(&position);
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
