//! The letters of Betza notation in words, for a player who has not read about them.

/// Letters, what they mean, and an example: letters, meaning.
pub(super) const LETTERS: [(&str, &str); 24] = [
    ("W", "one square straight"),
    ("F", "one square diagonally"),
    ("D", "leaps two squares straight"),
    ("A", "leaps two squares diagonally"),
    ("N", "leaps as a knight: 2 and 1"),
    ("C", "leaps 3 and 1"),
    ("Z", "leaps 3 and 2"),
    ("H", "leaps three squares straight"),
    ("R", "slides straight, as a rook"),
    ("B", "slides diagonally, as a bishop"),
    ("Q", "slides both ways, as a queen"),
    ("K", "one square in any direction"),
    ("NN", "a letter twice: leaps on and on"),
    ("W3", "a number: up to so many squares"),
    ("fW", "f before it: forward only"),
    ("bF", "b: backward only"),
    ("sW", "s: to the sides only"),
    ("mN", "m: moves, does not capture"),
    ("cF", "c: captures only"),
    ("imfD", "i: only as its first move"),
    ("nN", "n: a piece in the way blocks it"),
    ("pR", "p: jumps over one piece, as a cannon"),
    ("gQ", "g: lands just behind a piece"),
    ("WyafsW", "slides on outwards after a step"),
];
