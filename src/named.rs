//! What has a name in rule files and output: it is shown, parsed and serialized by that.

/// Gives a kind with `name()` and `ALL` the traits that names have. The sentence says what a text
/// was expected to be, where it is none of the names.
macro_rules! named {
    ($kind:ty, $what:literal) => {
        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $kind {
            type Err = $crate::error::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let found = <$kind>::ALL.iter().copied().find(|k| k.name() == text);
                found.ok_or_else(|| {
                    let names: Vec<&str> = <$kind>::ALL.iter().map(|k| k.name()).collect();
                    let names = names.join(", ");
                    let what = format!("expected {}, one of {names}, found `{text}`", $what);
                    $crate::error::Error::new($crate::error::Kind::Name, what)
                })
            }
        }

        impl serde::Serialize for $kind {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $kind {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
