//! Tables of numbers that depend on the size of the board.

use crate::rules::Variant;

/// Boards of at most `SMALL` squares have the numbers of the first column, boards of at least `LARGE` those of the
/// second one. Between them, numbers are interpolated.
const SMALL: i32 = 64;
const LARGE: i32 = 120;

/// The number for the board of `variant`.
pub(super) fn interpolate(variant: &Variant, small: i32, large: i32) -> i32 {
    let squares = i32::from(variant.rules().files) * i32::from(variant.rules().ranks);
    let part = squares.clamp(SMALL, LARGE) - SMALL;
    small + (large - small) * part / (LARGE - SMALL)
}

/// Declares a table of numbers with two columns, small and large boards, and a list of them by name.
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
            pub fn rows(&mut self) -> Vec<(&'static str, &mut i32)> {
                vec![$((stringify!($name), &mut self.$name),)*]
            }
        }
    };
}
pub(super) use by_board_size;
