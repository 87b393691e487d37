//! A door to the private rooms, for the command and for this repository's tests, benchmarks and
//! fuzz targets: they look at what the API does not show. Without any promise; it changes with any
//! commit.
//!
//! What the public rooms show to the same readers alone is marked `#[doc(hidden)]` where it stands.

pub mod address {
    pub use crate::address::*;
}
#[cfg(feature = "cli")]
pub mod cli {
    pub use crate::cli::main;
}
pub mod date {
    pub use crate::date::*;
}
pub mod entry {
    pub use crate::entry::*;
}
pub mod error {
    pub use crate::error::*;
}
pub mod feed {
    pub use crate::feed::*;
}
pub mod label {
    pub use crate::label::*;
}
pub mod page {
    pub use crate::page::*;
}
pub mod rule {
    pub use crate::rule::*;
}
pub mod source {
    #[cfg(feature = "dir")]
    pub mod dir {
        pub use crate::source::dir::*;
    }
    #[cfg(feature = "fetch")]
    pub mod http {
        pub use crate::source::http::*;
    }
    #[cfg(feature = "warc")]
    pub mod warc {
        pub use crate::source::warc::*;
    }
}
pub mod tree {
    pub use crate::tree::*;

    pub mod align {
        pub use crate::tree::align::*;
    }
    pub mod areas {
        pub use crate::tree::areas::*;
    }
    pub mod cluster {
        pub use crate::tree::cluster::*;
    }
    pub mod entries {
        pub use crate::tree::entries::*;
    }
    pub mod instances {
        pub use crate::tree::instances::*;
    }
    pub mod menus {
        pub use crate::tree::menus::*;
    }
    pub mod news {
        pub use crate::tree::news::*;
    }
    pub mod partition {
        pub use crate::tree::partition::*;
    }
    pub mod pattern {
        pub use crate::tree::pattern::*;
    }
    pub mod regions {
        pub use crate::tree::regions::*;
    }
    pub mod rtdm {
        pub use crate::tree::rtdm::*;
    }
    pub mod sections {
        pub use crate::tree::sections::*;
    }
    pub mod stm {
        pub use crate::tree::stm::*;
    }
    pub mod taxonomy {
        pub use crate::tree::taxonomy::*;
    }
    pub mod tsrec {
        pub use crate::tree::tsrec::*;
    }
}
