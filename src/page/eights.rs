//! Eight bytes of a text looked at in one step: most texts of a page are too short for longer ones.
//!
//! A block has the first byte lowest. A mask has the top bit of each byte that is meant.

const EACH: u64 = 0x0101_0101_0101_0101;
const TOP: u64 = 0x80 * EACH;

/// The first eight bytes; where there are fewer, zeros stand behind them.
pub(super) fn block(bytes: &[u8]) -> u64 {
    if let Some(eight) = bytes.first_chunk() {
        return u64::from_le_bytes(*eight);
    }
    // Of four to seven the first four and the last four: where both have a byte, it is the same.
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(|four| u64::from(u32::from_le_bytes(*four)));
        return first | last << (8 * (bytes.len() - 4));
    }
    bytes.iter().rev().fold(0, |block, b| block << 8 | u64::from(*b))
}

pub(super) fn is_ascii(block: u64) -> bool {
    block & TOP == 0
}

/// The bytes from `low` to `high` of a block in ASCII.
fn within(block: u64, low: u8, high: u8) -> u64 {
    let (from, behind) = (u64::from(0x80 - low), u64::from(0x7f - high));
    (block + from * EACH) & !(block + behind * EACH) & TOP
}

/// Letters and digits of a block in ASCII.
pub(super) fn letters(block: u64) -> u64 {
    within(block, b'0', b'9') | within(block | (0x20 * EACH), b'a', b'z')
}

/// How many bytes a mask means.
pub(super) fn count(mask: u64) -> usize {
    ((mask >> 7).wrapping_mul(EACH) >> 56) as usize
}

/// The mask of the bytes behind those of another; `first`: whether the first byte is meant.
pub(super) fn behind(mask: u64, first: bool) -> u64 {
    mask << 8 | u64::from(first) << 7
}

/// Whether the last byte of a block is meant.
pub(super) fn last(mask: u64) -> bool {
    mask >> 63 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_what_it_is_alone() {
        for b in 0..=127u8 {
            for place in 0..8 {
                let mut bytes = *b"a. {@[Z9";
                bytes[place] = b;
                let is_letter = letters(block(&bytes)) >> (8 * place + 7) & 1 == 1;
                assert_eq!(is_letter, b.is_ascii_alphanumeric(), "{b:x}");
            }
        }
        assert_eq!((count(TOP), count(0), last(TOP), last(TOP >> 8)), (8, 0, true, false));
        for n in 0..=9 {
            let bytes = &b"123456789"[..n];
            let one_by_one = bytes.iter().take(8).rev().fold(0, |all, b| all << 8 | u64::from(*b));
            assert_eq!(block(bytes), one_by_one, "{n}");
        }
        assert_eq!((block(b"ab"), is_ascii(block("é".as_bytes()))), (0x6261, false));
    }
}
