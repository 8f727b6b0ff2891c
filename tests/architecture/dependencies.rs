//! Minimum Rust version of the dependencies.

use std::process::Command;

use serde_json::Value;

/// The numbers of a Rust version, `1.88` or `1.88.0`.
fn version(text: &str) -> Vec<u32> {
    let mut numbers: Vec<u32> = text.split('.').map(|number| number.parse().expect("a number")).collect();
    numbers.resize(3, 0);
    numbers
}

/// No package of the lock file needs a newer Rust than this one. Clippy's `incompatible_msrv` checks our own use of the
/// standard library.
#[test]
fn no_dependency_needs_a_newer_compiler() {
    let own = version(env!("CARGO_PKG_RUST_VERSION"));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--locked", "--offline", "--all-features"]);
    // On other systems other packages are needed, which may not have been fetched.
    cargo.args(["--filter-platform", "x86_64-unknown-linux-gnu"]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list");
    assert!(packages.len() > 50);
    for package in packages {
        if let Some(needed) = package["rust_version"].as_str() {
            assert!(version(needed) <= own, "{} needs Rust {needed}", package["id"]);
        }
    }
}
