//! Gives the program for Windows its icon and version, if the resource compiler of the GNU tools is installed.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

const RESOURCE: &str = "packaging/windows/xxlchess.rc";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={RESOURCE}");
    let of_target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if of_target("OS") != "windows" || of_target("ENV") != "gnu" {
        return;
    }
    if let Err(error) = compile(&of_target("ARCH")) {
        println!("cargo::warning=the program gets no icon: {error}");
    }
}

/// Compiles the resource, and links it to the program.
fn compile(arch: &str) -> Result<(), String> {
    let out = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let version = env!("CARGO_PKG_VERSION");
    let numbers: Vec<_> = version.split(['.', '-', '+']).take(3).collect();
    let text = fs::read_to_string(RESOURCE).map_err(|error| format!("{RESOURCE}: {error}"))?;
    let text = text.replace("VERSION_NUMBERS", &format!("{},0", numbers.join(",")));
    let text = text.replace("VERSION_TEXT", &format!("\"{version}\""));
    let (source, object) = (Path::new(&out).join("xxlchess.rc"), Path::new(&out).join("resource.o"));
    fs::write(&source, text).map_err(|error| error.to_string())?;
    for windres in [format!("{arch}-w64-mingw32-windres"), "windres".to_owned()] {
        let mut command = Command::new(&windres);
        command.arg("--input").arg(&source).arg("--output").arg(&object);
        match command.status() {
            Ok(status) if status.success() => {
                println!("cargo::rustc-link-arg-bins={}", object.display());
                return Ok(());
            }
            Ok(status) => return Err(format!("{windres} ends with {status}")),
            Err(_) => {}
        }
    }
    Err("windres is not installed".to_owned())
}
