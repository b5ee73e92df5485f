//! SHA-256 digests, and bytes as hexadecimal text.

use sha2::{Digest, Sha256};
#[cfg(feature = "recipe")]
use std::io::{self, Read};

/// Formats bytes in lower case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Computes the SHA-256 of bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Computes the SHA-256 of everything a reader yields, a part at a time.
#[cfg(feature = "recipe")]
pub(crate) fn sha256_of(mut source: impl Read) -> io::Result<String> {
    let mut digest = Sha256::new();
    let mut part = [0; 1 << 14];
    loop {
        match source.read(&mut part) {
            Ok(0) => return Ok(hex(&digest.finalize())),
            Ok(count) => digest.update(&part[..count]),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => (),
            Err(e) => return Err(e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_digest() {
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
