//! How many of them: the three words that conditions about counts are written in.
//!
//! Items, records and pages are few (a feed has ten), so that finer shares would say nothing.

/// More than half.
pub(crate) fn most(n: usize, of: usize) -> bool {
    n * 2 > of
}

/// At least four fifths: one of five may be odd.
pub(crate) fn nearly_all(n: usize, of: usize) -> bool {
    n * 5 >= of * 4
}

/// The same of a share.
pub(crate) fn is_nearly_all(share: f64) -> bool {
    share * 5.0 >= 4.0
}

/// At least a fifth: not by chance.
pub(crate) fn some(n: usize, of: usize) -> bool {
    n * 5 >= of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_is_not_most() {
        assert!(!most(2, 4) && most(3, 4) && most(1, 1));
    }

    #[test]
    fn one_of_five_may_be_odd_and_one_of_four_may_not() {
        assert!(nearly_all(4, 5) && !nearly_all(3, 4) && nearly_all(8, 10));
        assert!(is_nearly_all(0.8 - 0.5 + 0.5) && !is_nearly_all(0.75));
    }

    #[test]
    fn one_of_five_is_some() {
        assert!(some(1, 5) && !some(1, 6) && some(2, 10));
    }
}
