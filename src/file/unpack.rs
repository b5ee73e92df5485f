//! Decompresses gzip and zstd files, within limits.
//!
//! Every file that is read passes through here, so every reader accepts compressed
//! text. A few bytes can expand to more than any memory, and an archive can have
//! millions of empty parts. Both are refused.

use crate::error::{Error, Result};
use crate::limits::UNPACKED_BYTES;
use ruzstd::decoding::errors::{FrameDecoderError, FrameHeaderError, ReadFrameHeaderError};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A compression format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Gzip,
    Zstd,
}

/// The first bytes of a gzip file with its only compression method.
const GZIP: &[u8] = &[0x1f, 0x8b, 8];

/// The first bytes of a zstd file.
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

impl Packing {
    fn of(bytes: &[u8]) -> Option<Packing> {
        match bytes {
            bytes if bytes.starts_with(GZIP) => Some(Packing::Gzip),
            bytes if bytes.starts_with(ZSTD) => Some(Packing::Zstd),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Packing::Gzip => "gzip",
            Packing::Zstd => "zstd",
        }
    }

    /// Decompresses up to one byte more than `most`.
    fn read(self, packed: &[u8], most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self {
            Packing::Gzip => {
                let decoder = flate2::read::MultiGzDecoder::new(packed);
                decoder.take(most + 1).read_to_end(&mut bytes)?;
            }
            Packing::Zstd => read_frames(packed, most, &mut bytes)?,
        }
        Ok(bytes)
    }
}

/// Whether a file is compressed. A file that can't be opened is not; its reader reports
/// the error.
pub(crate) fn is_packed(path: &Path) -> bool {
    let mut head = Vec::new();
    let file = File::open(path);
    let read = file.and_then(|file| file.take(ZSTD.len() as u64).read_to_end(&mut head));
    read.is_ok() && Packing::of(&head).is_some()
}

/// Decompresses bytes if they are compressed.
pub(crate) fn unpacked(path: &Path, bytes: Vec<u8>) -> Result<Vec<u8>> {
    match Packing::of(&bytes) {
        Some(packing) => unpack(path, packing, &bytes, UNPACKED_BYTES),
        None => Ok(bytes),
    }
}

/// Decompresses to at most `most` bytes.
fn unpack(path: &Path, packing: Packing, packed: &[u8], most: u64) -> Result<Vec<u8>> {
    let name = packing.name();
    // A file longer than its decompressed limit is not worth decompressing: it can have
    // millions of empty parts.
    if packed.len() as u64 > most {
        let expected = format!("at most {most} bytes in {name}");
        return Err(Error::mismatch(path, expected, packed.len()));
    }
    match packing.read(packed, most) {
        Ok(bytes) if bytes.len() as u64 <= most => Ok(bytes),
        Ok(_) => {
            let expected = format!("at most {most} bytes when it is unpacked");
            Err(Error::mismatch(path, expected, "more"))
        }
        Err(fault) => {
            let found = match is_cut(&fault) {
                true => "one cut short".to_string(),
                false => format!("one that can't be unpacked ({fault})"),
            };
            Err(Error::mismatch(path, format!("a whole {name} file"), found).caused_by(fault))
        }
    }
}

/// Whether an error, or one of its causes, is that bytes are missing.
fn is_cut(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    causes.any(|cause| {
        let cause = cause.downcast_ref::<io::Error>();
        cause.is_some_and(|e| e.kind() == io::ErrorKind::UnexpectedEof)
    })
}

/// Creates an error for a faulty frame, unless the frame is truncated. The decoder's
/// own messages are for programmers.
fn faulty(what: &str, error: &(dyn std::error::Error + 'static)) -> io::Error {
    match is_cut(error) {
        true => io::ErrorKind::UnexpectedEof.into(),
        false => io::Error::other(what),
    }
}

/// Decompresses all frames of a zstd file, until there are more than `most` bytes.
fn read_frames(packed: &[u8], most: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    use FrameDecoderError::ReadFrameHeaderError as InHeader;
    let mut rest = packed;
    let mut decoder = FrameDecoder::new();
    while !rest.is_empty() && bytes.len() as u64 <= most {
        let frame = match StreamingDecoder::new_with_decoder(&mut rest, &mut decoder) {
            Ok(frame) => frame,
            Err(InHeader(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                let after = rest.get(length as usize..);
                rest = after.ok_or(io::ErrorKind::UnexpectedEof)?;
                continue;
            }
            Err(
                FrameDecoderError::WindowSizeTooBig { .. }
                | FrameDecoderError::FrameHeaderError(FrameHeaderError::WindowTooBig { .. }),
            ) => return Err(io::Error::other("it needs a window of more than 100 MB")),
            Err(FrameDecoderError::DictNotProvided { .. }) => {
                return Err(io::Error::other("it needs a dictionary"));
            }
            Err(error) => return Err(faulty("the header of a frame is wrong", &error)),
        };
        let left = most + 1 - bytes.len() as u64;
        let read = frame.take(left).read_to_end(bytes);
        // The decoder's error is the cause of the read error.
        read.map_err(|error| match error.get_ref() {
            Some(cause) => faulty("a block is wrong", cause),
            None => error,
        })?;
        let is_whole = bytes.len() as u64 <= most;
        let said = decoder.get_checksum_from_data();
        let sums = (said, decoder.get_calculated_checksum());
        if is_whole && sums.0.is_some() && sums.0 != sums.1 {
            return Err(io::Error::other("its checksum is wrong"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn gzip(text: &[u8]) -> Vec<u8> {
        use std::io::Write;
        let level = flate2::Compression::default();
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        use ruzstd::encoding::{CompressionLevel, compress_to_vec};
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    #[test]
    fn packed_files_are_unpacked_up_to_a_limit() {
        for (pack, name) in [(gzip as fn(&[u8]) -> Vec<u8>, "gzip"), (zstd, "zstd")] {
            let path = Path::new("x");
            let text = b"CAR\nCARE\n".repeat(100);
            let whole = pack(&text);
            assert_eq!(unpacked(path, whole.clone()).unwrap(), text);
            let two = [whole.clone(), whole.clone()].concat();
            assert_eq!(unpacked(path, two).unwrap(), text.repeat(2));
            assert_eq!(unpacked(path, text.clone()).unwrap(), text);
            let error = |bytes: &[u8], most| {
                let packing = Packing::of(bytes).unwrap();
                unpack(path, packing, bytes, most).unwrap_err().to_string()
            };
            assert_eq!(
                error(&pack(&vec![b'A'; 100_000]), 99_999),
                "x: expected at most 99999 bytes when it is unpacked, found more"
            );
            assert_eq!(
                error(&whole[..whole.len() - 9], 10_000),
                format!("x: expected a whole {name} file, found one cut short")
            );
            let parts = pack(b"").repeat(10_000);
            assert_eq!(
                error(&parts, 10_000),
                format!(
                    "x: expected at most 10000 bytes in {name}, found {}",
                    parts.len()
                )
            );
            let mut damaged = whole.clone();
            let at = damaged.len() - if name == "gzip" { 8 } else { 1 };
            damaged[at] ^= 1;
            let expected = format!("x: expected a whole {name} file, found one that can't be");
            assert!(error(&damaged, 10_000).starts_with(&expected));
        }
    }

    /// A frame that requests a large window, one that needs a dictionary, and skippable
    /// frames.
    #[test]
    fn frames_of_zstd_are_not_trusted() {
        let path = Path::new("x");
        let unpack = |bytes: Vec<u8>| unpacked(path, bytes).map_err(|e| e.to_string());
        let mut skipped = zstd(b"CAR\n");
        skipped.extend([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
        skipped.extend(zstd(b"CARE\n"));
        assert_eq!(unpack(skipped.clone()).unwrap(), b"CAR\nCARE\n");
        skipped.truncate(skipped.len() - zstd(b"CARE\n").len() - 1);
        assert_eq!(
            unpack(skipped).unwrap_err(),
            "x: expected a whole zstd file, found one cut short"
        );
        let large = [ZSTD, &[0, 0xff, 1, 0, 0]].concat();
        assert_eq!(
            unpack(large).unwrap_err(),
            "x: expected a whole zstd file, found one that can't be unpacked \
             (it needs a window of more than 100 MB)"
        );
        let foreign = [ZSTD, &[1, 0, 7, 1, 0, 0]].concat();
        let error = unpack(foreign).unwrap_err();
        assert!(
            error.starts_with("x: expected a whole zstd file"),
            "{error}"
        );
    }

    /// A valid file with random changes gives an error or some text, but never a panic.
    #[test]
    fn damaged_files_are_refused_or_read() {
        let mut random = Random::new(3);
        let text: Vec<u8> = (0..5000)
            .map(|_| b"ABCD\n"[random.below(5) as usize])
            .collect();
        for whole in [gzip(&text), zstd(&text)] {
            for _ in 0..3000 {
                let mut bytes = whole.clone();
                for _ in 0..1 + random.below(3) {
                    let at = random.below(bytes.len() as u64) as usize;
                    bytes[at] = random.below(256) as u8;
                }
                bytes.truncate(random.below(2 * bytes.len() as u64) as usize);
                if let Some(packing) = Packing::of(&bytes) {
                    drop(unpack(Path::new("x"), packing, &bytes, 1 << 20));
                }
            }
        }
    }
}
