//! Sounds as WAV files.

use super::RATE;
use super::mixer::to_i16;

/// Bytes per sample.
const WIDTH: u32 = 2;
/// Length of the header in bytes.
const HEADER: u32 = 44;

/// A WAV file of `samples`: one channel, 16 bits a sample, [`RATE`] samples a second.
///
/// # Panics
/// If the file would be longer than 4 GiB, the limit of the format.
pub fn file(samples: &[f32]) -> Vec<u8> {
    let length = u32::try_from(samples.len()).ok().and_then(|count| count.checked_mul(WIDTH));
    let length = length.filter(|length| *length <= u32::MAX - HEADER).expect("less than 4 GiB");
    let mut file = Vec::new();
    file.extend(b"RIFF");
    file.extend((length + HEADER - 8).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    // Format 1 (PCM), one channel.
    file.extend(1u16.to_le_bytes());
    file.extend(1u16.to_le_bytes());
    file.extend(RATE.to_le_bytes());
    file.extend((RATE * WIDTH).to_le_bytes());
    file.extend((WIDTH as u16).to_le_bytes());
    file.extend(16u16.to_le_bytes());
    file.extend(b"data");
    file.extend(length.to_le_bytes());
    file.extend(samples.iter().flat_map(|&sample| to_i16(sample).to_le_bytes()));
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The file of two samples, silence and the lowest value, is compared byte by byte.
    #[test]
    fn a_wav_file_has_a_header_and_the_samples() {
        let file = file(&[0.0, -1.0]);
        let expected = b"RIFF\x28\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xAC\0\0\x88\x58\x01\0\x02\0\x10\0data\x04\0\0\0\0\0\x01\x80";
        assert_eq!(file, expected);
    }
}
