//! The weights of the evaluation: one readable table, the same for every variant.

/// Declares the table: each row is a field, its default, and what it means; all rows can be listed by name.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        /// What each feature of a position is worth, in hundredths of a pawn unless told otherwise.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Weights {
            fn default() -> Self {
                Self { $($name: $value,)* }
            }
        }

        impl Weights {
            /// All weights with their names, in the order of the table.
            pub fn rows(&mut self) -> Vec<(&'static str, &mut i32)> {
                vec![$((stringify!($name), &mut self.$name),)*]
            }
        }
    };
}

weights! {
    /// Piece values by mobility, which correct those of the table: a square reached by a leap.
    leap = 55;
    /// The same: a square reached by a slide along ranks and files.
    orthogonal = 59;
    /// The same: a square reached by a slide along diagonals.
    diagonal = 56;
    /// The same: percent more for a piece of two or more ways of moving.
    compound = 23;
    /// How much a value of the variant's table counts beside that by mobility, percent.
    table_trust = 125;
    /// Material in the endgame, percent of the table's values.
    material_end = 108;
    /// The pawn's own value in the endgame, percent of the table's.
    pawn_end = 24;

    /// A safe square within reach, counted in roots: `weight * sqrt(squares)`, middle game.
    mobility_middle = 37;
    /// The same in the endgame.
    mobility_end = 54;

    /// Piece placement: the board's centre against its edge, middle game.
    centre_middle = 23;
    /// The same in the endgame.
    centre_end = 22;
    /// Piece placement: the last rank against the first.
    advance_middle = 8;
    /// The same in the endgame.
    advance_end = 24;
    /// King placement: each rank away from its own back rank, at most four, middle game (a fault).
    king_forward = 0;
    /// King placement: the board's centre against its edge, middle game (a fault).
    king_centre_middle = 30;
    /// The same in the endgame (a merit).
    king_centre_end = 41;

    /// A pawn: for its way made, the whole way to promotion counting this, by the square of the way, middle game.
    pawn_way_middle = 374;
    /// The same in the endgame.
    pawn_way_end = 409;
    /// A pawn defended by a pawn.
    pawn_defended = 5;
    /// A pawn beside a pawn.
    pawn_phalanx = 12;
    /// A pawn without own pawns on the files beside (a fault).
    pawn_isolated = 29;
    /// Each pawn beyond the first on a file (a fault).
    pawn_doubled = 10;
    /// A pawn that cannot step because of a piece before it (a fault).
    pawn_blocked = 0;
    /// A passed pawn close to promotion, by the part of the way made, middle game.
    passed_middle = 120;
    /// The same in the endgame.
    passed_end = 138;
    /// The same with an empty way before it.
    passed_free = 80;
    /// The same with a way that the enemy does not attack.
    passed_safe = 182;
    /// A pawn one step from promotion whose step is free and not attacked; part of the new piece's value, percent.
    promoting = 8;

    /// King safety: a square of the king's zone attacked, times the root of the attacker's value.
    zone_attack = 17;
    /// King safety: a square from which a piece could give check safely.
    safe_check = 55;
    /// King safety: an own pawn beside or before the king.
    shelter = 34;
    /// King safety: danger counts by its square over this.
    danger_divisor = 138;
    /// King safety in the endgame, percent of the middle game.
    danger_end = 79;

    /// A piece attacked by a piece of less value: this and a part of the difference.
    threat_by_lesser = 27;
    /// The part of the difference in value that an attack by a lesser piece counts, percent.
    threat_difference = 4;
    /// A piece attacked and not defended.
    hanging = 16;
    /// The side to move.
    tempo = 30;
}
