//! The fields of an entry.

/// What can be read of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The title as a reader sees it.
    Title,
    /// The permalink.
    Link,
    /// The day of publication.
    Date,
    /// The author's name.
    Author,
    /// Tags and categories.
    Tags,
    /// The whole body.
    Body,
    /// The part of the body that a list page shows.
    Excerpt,
}

named!(Field, "the name of a field");

impl Field {
    /// All fields, in the order of rule files.
    pub const ALL: [Field; 7] = [
        Field::Title,
        Field::Link,
        Field::Date,
        Field::Author,
        Field::Tags,
        Field::Body,
        Field::Excerpt,
    ];

    /// The name in rule files and output.
    pub fn name(self) -> &'static str {
        match self {
            Field::Title => "title",
            Field::Link => "link",
            Field::Date => "date",
            Field::Author => "author",
            Field::Tags => "tags",
            Field::Body => "body",
            Field::Excerpt => "excerpt",
        }
    }

    /// True where a rule for `rule` gives this field: an excerpt is a body as far as a list shows
    /// it.
    #[doc(hidden)]
    pub fn is_given_by(self, rule: Field) -> bool {
        rule == self || self == Field::Body && rule == Field::Excerpt
    }

    /// The field of a name.
    #[doc(hidden)]
    pub fn from_name(name: &str) -> Option<Field> {
        Field::ALL.into_iter().find(|f| f.name() == name)
    }
}
