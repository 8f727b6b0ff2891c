//! Chess on a 14x14 board with fairy pieces, built on a rules engine in which a variant is a table.
//!
//! The program is a thin layer over this library, which can be used without a window: without the feature `gui` it has
//! no dependency on graphics or sound. [`rules`], [`notation`], [`engine`], [`protocol`] and [`files`] are the package
//! `xxlchess-core`.
//!
//! `docs/architecture.md` has the table of modules, from the top layer to the lowest.
//!
//! # Load a variant and play a move
//!
//! ```
//! use xxlchess::notation::{coords, fen, variants_ini::Variants};
//! use xxlchess::rules::Position;
//!
//! let variant = Variants::built_in().get("xxl").unwrap();
//! let mut position = Position::start(&variant).unwrap();
//! assert_eq!(position.legal_moves().len(), 46);
//!
//! let mv = coords::parse_move(&position, "g2g4").unwrap();
//! position.play(mv).unwrap();
//! assert!(fen::format(&position).contains("/6P7/"));
//! ```
//!
//! # Ask the engine for a move
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use xxlchess::engine::{Engine, Limits, Options, Score};
//! use xxlchess::notation::{coords, fen, variants_ini::Variants};
//!
//! let variant = Variants::built_in().get("chess").unwrap();
//! let position = fen::parse(&variant, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
//!
//! let mut engine = Engine::new(Options { hash_mib: 1, ..Options::default() });
//! let limits = Limits::depth(3);
//! let result = engine.go(&position, &[], &limits, &AtomicBool::new(false), |_| {});
//! assert_eq!(coords::format_move(&variant, result.best_move().unwrap()), "a1a8");
//! assert_eq!(result.score, Score::Mate(1));
//! ```

pub use xxlchess_core::{engine, files, notation, protocol, reason, rules};

pub mod access;
#[allow(missing_docs)]
pub mod app;
pub mod config;
pub mod game;
#[cfg(feature = "gui")]
pub mod gui;
pub mod platform;
pub mod puzzle_finder;
pub mod sound;
pub mod storage;
pub mod tournament;
pub mod training;
pub mod uci_engine;
#[allow(missing_docs)]
pub mod view;
