//! Files that the user asked for.

use std::io::Result;

use super::page::call;

/// Passes a file to the browser, which saves it as a download. Returns a sentence about it.
///
/// # Errors
/// None. The browser shows its own.
pub fn save(ending: &str, bytes: &[u8]) -> Result<String> {
    let name = format!("xxlchess.{ending}");
    // Texts are all that can be passed to the page. Each letter stands for a byte.
    let content: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    call("download", &format!("{name}\n{content}"));
    Ok(format!("Saved as {name}"))
}
