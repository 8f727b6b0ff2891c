//! Writes the sounds of the game as WAV files: `cargo run -p xxlchess-tools --bin sounds -- FOLDER`.

use std::error::Error;
use std::path::PathBuf;

use xxlchess::game::options::SoundSet;
use xxlchess::sound::{Sound, samples, wav};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("usage: sounds FOLDER")?);
    std::fs::create_dir_all(&folder)?;
    for (set, name) in SoundSet::WORDS.iter().enumerate() {
        for sound in Sound::ALL {
            let path = folder.join(format!("{name}-{sound:?}.wav").to_lowercase());
            std::fs::write(&path, wav::file(&samples(set, sound)))?;
            println!("{}", path.display());
        }
    }
    Ok(())
}
