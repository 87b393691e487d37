//! Lists: those of a layout never seen, read by the shape of the blog's permalinks, and what any
//! list shows besides its fields.
//!
//! | file | what |
//! |---|---|
//! | `records.rs` | where the records of a list never seen stand |
//! | `fields.rs` | their fields, and fields that a learned list lacks |
//! | `days.rs` | their days, beside the titles or above them |
//! | `names.rs` | authors and tags where no rule reads them, by links: `/author/ann`, `/tag/rye` |
//! | `texts.rs` | what records show besides all other fields: their texts |
//! | `extent.rs` | whether a list's bodies are whole |

mod days;
mod extent;
mod fields;
mod names;
mod records;
mod texts;

pub use extent::{ExtentRule, Sign};
pub(crate) use extent::{REST, is_cut, own_links};
pub(in crate::rule) use fields::{drop_arrows, end_ahead_of, is_arrow};
pub(in crate::rule) use records::Records;
pub(crate) use texts::bodies as rest_of_records;
