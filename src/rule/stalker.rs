//! Export to the schema of the paper: one `Data` element a field, start and end as regular
//! expressions (WTM, spec section 6).

use quick_xml::escape::escape;

use super::{FieldRule, Wrapper};
use crate::entry::Field;
use crate::error::{Error, Kind};

/// The wrapper's first list layout (else its first entry layout) as `StalkerRules`. The paper knows
/// four fields and one layout.
///
/// # Errors
/// Kind `Rules` where no layout has a field with regular expressions.
pub fn write(w: &Wrapper) -> Result<String, Error> {
    let known = [
        (Field::Title, "Title"),
        (Field::Date, "Date"),
        (Field::Link, "Link"),
        (Field::Body, "Body"),
        (Field::Excerpt, "Body"),
    ];
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<StalkerRules>\n");
    let mut done: Vec<&str> = Vec::new();
    for layout in &w.layouts {
        for (field, name) in known {
            let Some((start, end)) = first(&layout.fields, field) else { continue };
            if !done.contains(&name) {
                done.push(name);
                out += &format!(
                    "  <Data DType=\"{name}\"><start>{}</start><end>{}</end></Data>\n",
                    escape(start),
                    escape(end)
                );
            }
        }
        if !done.is_empty() {
            break;
        }
    }
    if done.is_empty() {
        return Err(Error::new(
            Kind::Rules,
            "expected a layout with regular expressions, found none; learn the rules anew",
        ));
    }
    out += "</StalkerRules>\n";
    Ok(out)
}

/// The fields of each layout that have rules but no expression, as `list: date, author`.
pub fn lacking(w: &Wrapper) -> Vec<String> {
    let mut out = Vec::new();
    for layout in &w.layouts {
        let has = |f: &Field| layout.fields.iter().any(|r| r.field == *f);
        let fields =
            Field::ALL.into_iter().filter(|f| has(f) && first(&layout.fields, *f).is_none());
        let names: Vec<&str> = fields.map(Field::name).collect();
        if !names.is_empty() {
            out.push(format!("{}: {}", layout.name, names.join(", ")));
        }
    }
    out
}

fn first(fields: &[FieldRule], field: Field) -> Option<(&str, &str)> {
    fields
        .iter()
        .filter(|f| f.field == field)
        .find_map(|f| f.regex.as_ref())
        .map(|(s, e)| (s.as_str(), e.as_str()))
}
