//! An entry as Python sees it.

use feedstone::Extraction;
use feedstone::harvest::Post;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};

/// A field's value, where it is there.
type Value<'py> = PyResult<Option<Bound<'py, PyAny>>>;

/// One post as it was read: from a page by rules, from a list's records, or by a harvest.
///
/// Its fields are attributes, which are None where a field is absent, and items, which are not
/// there then. It is a read-only mapping; `dict(entry)` and `pandas.DataFrame(entries)` work.
///
/// An entry that was read from a page has page, kind and layout; one of a harvest has parts,
/// aliases, and entry["from"] ("page", "list" or "feed"), for which Python's grammar allows no
/// attribute.
///
/// >>> import feedstone
/// >>> entry = feedstone.Entry({"title": "Salt", "link": "https://blog.example/salt"})
/// >>> entry.title, entry["title"], entry.author, entry.get("author", "nobody")
/// ('Salt', 'Salt', None, 'nobody')
/// >>> list(entry), "author" in entry
/// (['title', 'link'], False)
#[pyclass(frozen, mapping, module = "feedstone")]
pub struct Entry {
    fields: Py<PyDict>,
    missing: Py<PyDict>,
}

impl Entry {
    /// An entry that was read from the page at `page`.
    pub fn read(
        py: Python<'_>,
        page: &str,
        got: &Extraction,
        entry: &feedstone::Entry,
    ) -> PyResult<Entry> {
        let fields = Fields(PyDict::new(py));
        fields.put("page", Some(page))?;
        fields.put("kind", got.kind.map(|k| k.name()))?;
        fields.put("layout", got.layout.as_deref())?;
        fields.put("link", entry.link.as_deref())?;
        fields.put("title", entry.title.as_deref())?;
        fields.put("date", entry.date)?;
        fields.put("author", entry.author.as_deref())?;
        fields.put("tags", entry.tags.as_deref())?;
        fields.put("body_text", entry.body_text.as_deref())?;
        fields.put("body_html", entry.body_html.as_deref())?;
        fields.put("extent", entry.extent.map(|e| e.name()))?;
        fields.put("linked_day", entry.linked_day.then_some(true))?;
        fields.put("withheld", entry.withheld.then_some(true))?;
        let missing = PyDict::new(py);
        for (field, why) in &entry.missing {
            missing.set_item(field.name(), why.to_string())?;
        }
        Ok(Entry { fields: fields.0.unbind(), missing: missing.unbind() })
    }

    /// A post of a harvest.
    pub fn harvested(py: Python<'_>, post: &Post) -> PyResult<Entry> {
        let fields = Fields(PyDict::new(py));
        fields.put("link", Some(&post.link))?;
        fields.put("title", post.title.as_deref())?;
        fields.put("date", post.date)?;
        fields.put("author", post.author.as_deref())?;
        fields.put("tags", post.tags.as_deref())?;
        fields.put("body_text", post.body_text.as_deref())?;
        fields.put("body_html", post.body_html.as_deref())?;
        fields.put("extent", post.extent.map(|e| e.name()))?;
        fields.put("withheld", post.withheld.then_some(true))?;
        fields.put("from", Some(post.from.name()))?;
        let parts: Vec<_> = post.parts.iter().map(|(f, from)| (f.name(), from.name())).collect();
        fields.put("parts", (!parts.is_empty()).then_some(parts))?;
        let aliases = Some(post.aliases.as_slice()).filter(|a| !a.is_empty());
        fields.put("aliases", aliases)?;
        Ok(Entry { fields: fields.0.unbind(), missing: PyDict::new(py).unbind() })
    }

    fn value<'py>(&self, py: Python<'py>, name: &str) -> Value<'py> {
        self.fields.bind(py).get_item(name)
    }
}

/// Values by names; what is absent is left out.
struct Fields<'py>(Bound<'py, PyDict>);

impl<'py> Fields<'py> {
    fn put(&self, name: &str, value: Option<impl IntoPyObject<'py>>) -> PyResult<()> {
        value.map_or(Ok(()), |v| self.0.set_item(name, v))
    }
}

#[pymethods]
impl Entry {
    #[new]
    #[pyo3(signature = (fields, missing=None))]
    fn new(fields: &Bound<'_, PyDict>, missing: Option<&Bound<'_, PyDict>>) -> PyResult<Entry> {
        let py = fields.py();
        let missing = missing.map_or_else(|| Ok(PyDict::new(py)), |m| m.copy())?;
        Ok(Entry { fields: fields.copy()?.unbind(), missing: missing.unbind() })
    }

    /// The address of the page that it was read from.
    #[getter]
    fn page<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "page")
    }

    /// The kind of that page: "list" or "entry".
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "kind")
    }

    /// The layout that read it.
    #[getter]
    fn layout<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "layout")
    }

    /// The permalink, absolute.
    #[getter]
    fn link<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "link")
    }

    /// The title, white space folded.
    #[getter]
    fn title<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "title")
    }

    /// The day, as a datetime.date.
    #[getter]
    fn date<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "date")
    }

    /// The author's name.
    #[getter]
    fn author<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "author")
    }

    /// The tags, as a list; None where no rule for tags was learned.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "tags")
    }

    /// The text, one line for each block.
    #[getter]
    fn body_text<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "body_text")
    }

    /// The text as HTML, as the page has it: untrusted.
    #[getter]
    fn body_html<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "body_html")
    }

    /// How much of the text this is: "full" or "excerpt".
    #[getter]
    fn extent<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "extent")
    }

    /// True where the page shows no day, and it is the permalink's.
    #[getter]
    fn linked_day<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "linked_day")
    }

    /// True where the blog asks for a password in the text's place.
    #[getter]
    fn withheld<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "withheld")
    }

    /// Fields that were read elsewhere than the entry, each with the place.
    #[getter]
    fn parts<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "parts")
    }

    /// Further addresses of the same post.
    #[getter]
    fn aliases<'py>(&self, py: Python<'py>) -> Value<'py> {
        self.value(py, "aliases")
    }

    /// Why fields are absent: a dict of reasons by field.
    #[getter]
    fn missing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.missing.bind(py).copy()
    }

    /// The fields that are there, as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.fields.bind(py).copy()
    }

    /// The names of the fields that are there.
    fn keys<'py>(&self, py: Python<'py>) -> Bound<'py, PyList> {
        self.fields.bind(py).keys()
    }

    /// The values of the fields that are there.
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyList> {
        self.fields.bind(py).values()
    }

    /// Names and values of the fields that are there.
    fn items<'py>(&self, py: Python<'py>) -> Bound<'py, PyList> {
        self.fields.bind(py).items()
    }

    /// A field's value, or `default` where it is absent.
    #[pyo3(signature = (key, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        key: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> Value<'py> {
        Ok(self.value(py, key)?.or(default))
    }

    fn __getitem__<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.fields.bind(name.py()).as_any().get_item(name)
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.fields.bind(name.py()).contains(name)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.fields.bind(py).try_iter()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.fields.bind(py).len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mine = self.fields.bind(other.py());
        match other.cast::<Entry>() {
            Ok(entry) => mine.eq(&entry.get().fields),
            Err(_) => mine.eq(other),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let fields = self.fields.bind(py);
        let show = |name: &str| -> PyResult<String> {
            let value = fields.get_item(name)?;
            value.map_or(Ok(format!("no {name}")), |v| Ok(v.repr()?.to_string()))
        };
        let date = fields.get_item("date")?.map_or("no date".to_owned(), |d| d.to_string());
        Ok(format!("<Entry {date} {} {}>", show("title")?, show("link")?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Entry>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let parts = (&slf.get().fields, &slf.get().missing).into_pyobject(py)?;
        (slf.get_type(), parts).into_pyobject(py)
    }
}
