//! Who speaks when what was read is checked. Rule files name those that are not to be believed of a
//! blog.

/// Who speaks for or against a value; `check` asks them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Witness {
    /// How the page is built (RTDM).
    Layout,
    /// What the page is: by its address the page of an entry, hence no list; or something that
    /// stands where an entry should, such as a login.
    Kind,
    /// What is said to be another field's value.
    Crossed,
    /// Where a text begins and ends.
    Bounds,
    /// What its letters say: bytes that were read as another encoding, markup escaped twice.
    Letters,
    /// What the page says of itself.
    Page,
    /// The permalink.
    Address,
    /// Lengths, names and shapes of permalinks known from learning.
    Profile,
    /// The elements around it, against those known from learning.
    Place,
    /// Where it stands, against the other pages.
    Others,
    /// What tags and authors are called on the other pages.
    Names,
    /// What of it was not read.
    Unread,
    /// Records and columns (DEPTA).
    Records,
    /// The part of the page that others of its template lack (TSReC).
    Content,
    /// The other entries: of the page, or under other permalinks with the same text.
    Order,
    /// The same entry on other pages.
    Elsewhere,
    /// The same entry in the feed.
    Feed,
}

named!(Witness, "the name of a witness");

impl Witness {
    /// All witnesses.
    pub const ALL: [Witness; 17] = [
        Witness::Layout,
        Witness::Kind,
        Witness::Crossed,
        Witness::Bounds,
        Witness::Letters,
        Witness::Page,
        Witness::Address,
        Witness::Profile,
        Witness::Place,
        Witness::Others,
        Witness::Names,
        Witness::Unread,
        Witness::Records,
        Witness::Content,
        Witness::Order,
        Witness::Elsewhere,
        Witness::Feed,
    ];

    /// True for drift signals: witnesses that compare with what the same rules read, at learning
    /// time or on other pages. They notice change; they are not independent of the rules.
    ///
    /// ```
    /// use feedstone::check::Witness;
    /// assert!(Witness::Place.is_drift() && !Witness::Records.is_drift());
    /// ```
    pub fn is_drift(self) -> bool {
        use Witness::{Elsewhere, Layout, Names, Others, Place, Profile, Unread};
        matches!(self, Layout | Profile | Place | Others | Names | Unread | Elsewhere)
    }

    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            Witness::Layout => "layout",
            Witness::Kind => "kind",
            Witness::Crossed => "crossed",
            Witness::Bounds => "bounds",
            Witness::Letters => "letters",
            Witness::Page => "page",
            Witness::Address => "address",
            Witness::Profile => "profile",
            Witness::Place => "place",
            Witness::Others => "others",
            Witness::Names => "names",
            Witness::Unread => "unread",
            Witness::Records => "records",
            Witness::Content => "content",
            Witness::Order => "order",
            Witness::Elsewhere => "elsewhere",
            Witness::Feed => "feed",
        }
    }

    /// The witness of a name.
    #[doc(hidden)]
    pub fn from_name(name: &str) -> Option<Witness> {
        Witness::ALL.into_iter().find(|w| w.name() == name)
    }
}
