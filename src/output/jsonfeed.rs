//! Posts as a JSON Feed 1.1 (jsonfeed.org/version/1.1).

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::{About, Posts, moment, unsteered};
use crate::harvest::Post;

/// Writes a JSON Feed.
pub(crate) struct JsonFeed<W> {
    out: W,
    first: bool,
}

impl<W: Write> JsonFeed<W> {
    /// Into `out`, beginning with what the feed says of the blog.
    ///
    /// # Errors
    /// What the file system says.
    pub fn new(mut out: W, blog: &About) -> io::Result<JsonFeed<W>> {
        let mut head = json!({
            "version": "https://jsonfeed.org/version/1.1",
            "title": blog.title,
            "home_page_url": blog.home,
        });
        if let Some(lang) = &blog.lang {
            head["language"] = Value::from(lang.clone());
        }
        let head = head.to_string();
        write!(out, "{},\"items\":[", unsteered(head.trim_end_matches('}')))?;
        Ok(JsonFeed { out, first: true })
    }
}

impl<W: Write> Posts for JsonFeed<W> {
    fn post(&mut self, post: &Post) -> io::Result<()> {
        let mut item = Map::new();
        item.insert("id".to_owned(), post.link.clone().into());
        item.insert("url".to_owned(), post.link.clone().into());
        let mut put = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                item.insert(name.to_owned(), value);
            }
        };
        put("title", post.title.clone().map(Value::from));
        put("date_published", post.date.map(|d| moment(Some(d)).into()));
        put("authors", post.author.as_ref().map(|name| json!([{ "name": name }])));
        put("tags", post.tags.clone().map(Value::from));
        put("content_html", post.body_html.clone().map(Value::from));
        // An item has one of the two at least.
        let text = post.body_text.clone().or(post.body_html.is_none().then(String::new));
        put("content_text", text.map(Value::from));
        let comma = if std::mem::take(&mut self.first) { "" } else { "," };
        write!(self.out, "{comma}\n{}", unsteered(&Value::Object(item).to_string()))
    }

    fn finish(&mut self) -> io::Result<()> {
        writeln!(self.out, "\n]}}")?;
        self.out.flush()
    }
}
