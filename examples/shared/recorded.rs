//! Reads the recorded answers in `conformance/`, which are JSON Lines compressed with Brotli.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The ending of a compressed file's name.
const COMPRESSED: &str = ".br";

/// The size in bytes of the buffers for decompression.
const BUFFER: usize = 1 << 16;

/// Returns the paths of all recordings in `conformance/`, sorted by name.
pub fn recorded() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.to_string_lossy().ends_with(".jsonl.br"))
        .collect();
    paths.sort();
    paths
}

/// Opens a recording for reading. Decompresses it if its name ends with `.br`.
pub fn open(path: &Path) -> std::io::Result<Box<dyn BufRead>> {
    let file = BufReader::with_capacity(BUFFER, File::open(path)?);
    if path.to_string_lossy().ends_with(COMPRESSED) {
        let plain = brotli_decompressor::Decompressor::new(file, BUFFER);
        return Ok(Box::new(BufReader::with_capacity(BUFFER, plain)));
    }
    Ok(Box::new(file))
}
