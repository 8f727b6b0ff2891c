//! The game as a WebAssembly module: from the page's link to the program on its canvas. For other systems it is empty.

#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(target_arch = "wasm32")]
mod workers;

fn main() {
    #[cfg(target_arch = "wasm32")]
    page::run();
}
