//! Glyphs: the signs that annotate moves and positions, with their numbers in PGN (`$1`).

/// Sign with which a move or a position is annotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Number in PGN (NAG).
    pub number: u8,
    /// The sign, in letters that the font of the window has: `!?`, `±`.
    pub sign: &'static str,
    /// Meaning in words.
    pub name: &'static str,
    /// Other spellings of the sign.
    pub spellings: &'static [&'static str],
}

/// The known glyphs by number. The first seven are about the move, and the others about the position.
#[rustfmt::skip]
pub const GLYPHS: [Glyph; 26] = [
    Glyph { number: 1, sign: "!", name: "good move", spellings: &[] },
    Glyph { number: 2, sign: "?", name: "mistake", spellings: &[] },
    Glyph { number: 3, sign: "!!", name: "brilliant move", spellings: &["‼"] },
    Glyph { number: 4, sign: "??", name: "blunder", spellings: &["⁇"] },
    Glyph { number: 5, sign: "!?", name: "interesting move", spellings: &["⁉"] },
    Glyph { number: 6, sign: "?!", name: "dubious move", spellings: &["⁈"] },
    Glyph { number: 7, sign: "□", name: "only move", spellings: &[] },
    Glyph { number: 10, sign: "=", name: "equal position", spellings: &[] },
    Glyph { number: 13, sign: "∞", name: "unclear position", spellings: &["~"] },
    Glyph { number: 14, sign: "+=", name: "White is slightly better", spellings: &["⩲", "+/="] },
    Glyph { number: 15, sign: "=+", name: "Black is slightly better", spellings: &["⩱", "=/+"] },
    Glyph { number: 16, sign: "±", name: "White is better", spellings: &["+/-"] },
    Glyph { number: 17, sign: "∓", name: "Black is better", spellings: &["-/+"] },
    Glyph { number: 18, sign: "+−", name: "White is winning", spellings: &["+-"] },
    Glyph { number: 19, sign: "−+", name: "Black is winning", spellings: &["-+"] },
    Glyph { number: 22, sign: "⨀", name: "zugzwang", spellings: &["⊙"] },
    Glyph { number: 32, sign: "⟳", name: "development", spellings: &["↑↑"] },
    Glyph { number: 36, sign: "↑", name: "initiative", spellings: &[] },
    Glyph { number: 40, sign: "→", name: "attack", spellings: &["->"] },
    Glyph { number: 44, sign: "=∞", name: "compensation", spellings: &["∞="] },
    Glyph { number: 132, sign: "⇆", name: "counterplay", spellings: &[] },
    Glyph { number: 138, sign: "⊕", name: "time trouble", spellings: &[] },
    Glyph { number: 140, sign: "∆", name: "with the idea", spellings: &["Δ"] },
    Glyph { number: 145, sign: "RR", name: "remark", spellings: &[] },
    Glyph { number: 146, sign: "N", name: "novelty", spellings: &[] },
    Glyph { number: 220, sign: "D", name: "diagram", spellings: &[] },
];

impl Glyph {
    /// The glyph with this number, if it is known.
    ///
    /// ```
    /// # use xxlchess_core::notation::glyph::Glyph;
    /// assert_eq!(Glyph::by_number(5).map(|glyph| glyph.sign), Some("!?"));
    /// ```
    pub fn by_number(number: u8) -> Option<&'static Self> {
        GLYPHS.iter().find(|glyph| glyph.number == number)
    }

    /// The glyph with this sign or spelling.
    ///
    /// ```
    /// # use xxlchess_core::notation::glyph::Glyph;
    /// assert_eq!(Glyph::by_sign("+/-").map(|glyph| glyph.name), Some("White is better"));
    /// ```
    pub fn by_sign(sign: &str) -> Option<&'static Self> {
        GLYPHS.iter().find(|glyph| glyph.signs().any(|known| known == sign))
    }

    /// The sign and its other spellings.
    pub fn signs(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.sign).chain(self.spellings.iter().copied())
    }

    /// Whether the glyph is about the move and not about the position.
    pub fn is_of_move(&self) -> bool {
        self.number <= 7
    }
}
