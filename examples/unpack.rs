//! How long unpacking a file takes by the library that archives are read with, and nothing else:
//! `cargo run --release --example unpack -- FILE.warc.gz`. What `extract --warc` is held against
//! (docs/speed.md).

use std::fs::File;
use std::io::{self, BufReader};
use std::time::Instant;

use flate2::bufread::MultiGzDecoder;

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).ok_or_else(|| io::Error::other("expected a file"))?;
    let start = Instant::now();
    let file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let bytes = io::copy(&mut MultiGzDecoder::new(file), &mut io::sink())?;
    println!("{bytes} bytes in {:.2} s", start.elapsed().as_secs_f64());
    Ok(())
}
