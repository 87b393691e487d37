//! Which items are held out to test what is learned from the others.

use super::bounds::HELD_ALONE;

/// The items, of `n`, that are held out together: each item once, so that what is learned from the
/// others can be tested on it. None where there is no other.
///
/// The newer half, then the older: rules that hold for the newest posts alone do not pass.
pub(super) fn held_out(n: usize) -> Vec<Vec<usize>> {
    match n {
        0 | 1 => Vec::new(),
        2..=HELD_ALONE => (0..n).map(|k| vec![k]).collect(),
        _ => vec![(0..n / 2).collect(), (n / 2..n).collect()],
    }
}

#[cfg(test)]
mod tests {
    use super::held_out;

    #[test]
    fn each_item_is_held_out_once() {
        for (n, expected) in [
            (1, vec![]),
            (2, vec![vec![0], vec![1]]),
            (3, vec![vec![0], vec![1], vec![2]]),
            (6, vec![vec![0, 1, 2], vec![3, 4, 5]]),
            (7, vec![vec![0, 1, 2], vec![3, 4, 5, 6]]),
        ] {
            assert_eq!(held_out(n), expected, "{n}");
        }
    }
}
