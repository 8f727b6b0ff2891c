//! The example configs in `assets/configs`.

use std::fs;
use std::path::Path;

use xxlchess::config::Config;
use xxlchess::notation::variants_ini::Variants;

/// Every config in the folders of `assets/configs` is read with its pieces, and its level has a legal move.
#[test]
fn every_example_config_can_be_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/configs");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder of configs") {
        let path = entry.expect("an entry").path().join("config.json");
        let config = Config::load(&path).unwrap_or_else(|error| panic!("{error}"));
        let variant =
            Variants::built_in().get(config.variant.as_deref().unwrap_or("xxl")).expect("a variant");
        let variant = config.with_own_pieces(&variant).unwrap_or_else(|error| panic!("{error}"));
        let (position, _) =
            config.load_level(&config.layout, &variant).unwrap_or_else(|error| panic!("{error}"));
        assert!(!position.legal_moves().is_empty(), "{}", path.display());
        count += 1;
    }
    assert!(count > 0);
}
