//! Tables of numbers that depend on the size of the board.

use crate::rules::Variant;

/// Class of boards by size. The boards of a class have the same search parameters and weights of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardClass {
    /// Up to 64 squares, as 8x8.
    Small,
    /// 65 to 110 squares, as 10x8 and 10x10.
    Medium,
    /// More than 110 squares, as 12x10 and 14x14.
    Large,
}

impl BoardClass {
    pub fn of(variant: &Variant) -> Self {
        match variant.geometry().board().count() {
            ..=64 => Self::Small,
            65..=110 => Self::Medium,
            _ => Self::Large,
        }
    }

    /// The number of a row for this class of boards. A row of one number has the same for all classes.
    pub const fn number_of(self, row: &[i32]) -> i32 {
        if row.len() == 1 { row[0] } else { row[self as usize] }
    }
}

/// Declares a struct of numbers. A row has one number for all boards, or three: for small, medium and large boards.
macro_rules! by_board_class {
    (
        $(#[$about:meta])*
        pub struct $table:ident {
            $($(#[$doc:meta])* $name:ident = $($number:expr),+;)*
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
                let class = $crate::engine::board_class::BoardClass::of(variant);
                Self { $($name: class.number_of(const { &[$($number),+] }),)* }
            }

            /// All numbers with their names.
            pub fn rows(&mut self) -> Vec<(&'static str, &mut i32)> {
                vec![$((stringify!($name), &mut self.$name),)*]
            }
        }

        // Every row has a number for each class or one for all.
        $(const _: () = assert!(matches!([$($number),+].len(), 1 | 3), stringify!($name));)*
    };
}
pub(super) use by_board_class;

#[cfg(test)]
mod tests {
    use crate::notation::variants_ini::Variants;

    by_board_class! {
        /// Two numbers.
        pub struct Numbers {
            /// Differs by class.
            by_class = 10, 20, -30;
            /// The same on all boards.
            common = 7;
        }
    }

    /// Boards of 8x8 and less, of 10x8 to 10x10, and of 12x10 and more each have the number of their own column.
    #[test]
    fn a_board_has_the_numbers_of_its_class() {
        let numbers = |name: &str| {
            let mut numbers = Numbers::new(&Variants::built_in().find(name).expect("built in"));
            let rows: Vec<_> = numbers.rows().into_iter().map(|(name, number)| (name, *number)).collect();
            assert_eq!(rows, [("by_class", numbers.by_class), ("common", 7)]);
            numbers.by_class
        };
        let classes = ["losalamos", "chess", "capablanca", "grand", "xxl12", "xxl"].map(numbers);
        assert_eq!(classes, [10, 10, 20, 20, -30, -30]);
    }
}
