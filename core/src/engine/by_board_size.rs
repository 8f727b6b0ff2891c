//! Tables of numbers that depend on the size of the board.

use crate::rules::Variant;

/// Number of squares up to which a board has the numbers of the first column. The numbers of a board between [`SMALL`] and
/// [`LARGE`] are interpolated between the columns.
const SMALL: i32 = 64;
/// Number of squares from which a board has the numbers of the second column.
const LARGE: i32 = 120;

/// The number for the board of `variant`.
pub(super) fn interpolate(variant: &Variant, small: i32, large: i32) -> i32 {
    let squares = i32::from(variant.rules().files) * i32::from(variant.rules().ranks);
    let part = squares.clamp(SMALL, LARGE) - SMALL;
    small + (large - small) * part / (LARGE - SMALL)
}

/// Declares a struct of numbers, each with its value for small and for large boards.
macro_rules! by_board_size {
    (
        $(#[$about:meta])*
        pub struct $table:ident {
            $($(#[$doc:meta])* $name:ident = $small:expr, $large:expr;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $table {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl $table {
            /// The numbers for the board of `variant`.
            pub fn new(variant: &$crate::rules::Variant) -> Self {
                Self { $($name: $crate::engine::by_board_size::interpolate(variant, $small, $large),)* }
            }

            /// All numbers with their names.
            #[allow(dead_code, reason = "the search parameters are not fitted")]
            pub fn rows(&mut self) -> Vec<(&'static str, &mut i32)> {
                vec![$((stringify!($name), &mut self.$name),)*]
            }
        }
    };
}
pub(super) use by_board_size;

#[cfg(test)]
mod tests {
    use crate::notation::variants_ini::Variants;

    by_board_size! {
        /// Two numbers.
        pub struct Numbers {
            /// Grows with the board.
            growing = 10, 66;
            /// A switch.
            small_only = 1, 0;
        }
    }

    /// A board of 64 squares has the numbers of the first column, and a board of 196 squares those of the second. A board of
    /// 80 squares has numbers between them.
    #[test]
    fn numbers_are_interpolated_by_the_number_of_squares() {
        let numbers = |name: &str| {
            let variant = Variants::built_in().find(name).expect("built in");
            let mut numbers = Numbers::new(&variant);
            numbers.rows().into_iter().map(|(name, number)| (name, *number)).collect::<Vec<_>>()
        };
        assert_eq!(numbers("chess"), [("growing", 10), ("small_only", 1)]);
        assert_eq!(numbers("capablanca"), [("growing", 26), ("small_only", 1)]);
        assert_eq!(numbers("xxl"), [("growing", 66), ("small_only", 0)]);
    }
}
