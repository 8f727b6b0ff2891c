//! Perft.
use xxlchess::notation::variants_ini::Variants;

/// Shows that all loads.
#[test]
fn loads() {
    for f in xxlchess::notation::variants_ini::check("assets/variants.ini", include_str!("../assets/variants.ini")) {
        println!("{f}");
    }
    let v = Variants::built_in();
    println!("{:?}", v.names().collect::<Vec<_>>());
    let v = v.extended_by("variants.ini", include_str!("data/variants.ini")).unwrap();
    println!("{:?}", v.names().collect::<Vec<_>>());
    for n in v.names() {
        let t = std::time::Instant::now();
        let x = v.get(n).unwrap();
        let t = t.elapsed();
        let mut p = xxlchess::rules::Position::start(&x).unwrap();
        println!(
            "{n} {t:?} {:?}",
            (1..5).map(|d| xxlchess::rules::perft::perft(&mut p, d)).collect::<Vec<_>>()
        );
    }
}
