//! A page's list held against the tree that html5ever builds with its own tokenizer: both printed
//! in the format of the html5lib tree-construction cases.
#![allow(clippy::unwrap_used)]

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::Write;

use feedstone::Page;
use feedstone::internals::page::Kind;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::{TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, LocalName, Namespace, ParseOpts, QualName, parse_document};

/// A tree as text.
#[derive(Default)]
pub struct Tree {
    pub text: String,
    level: usize,
}

impl Tree {
    pub fn line(&mut self, level: usize, what: &str) {
        self.level = level;
        let _ = writeln!(self.text, "| {:1$}{what}", "", level * 2);
    }

    /// Of the element of the last line.
    pub fn attributes(&mut self, mut list: Vec<(String, String)>) {
        list.sort();
        for (name, value) in list {
            let _ = writeln!(self.text, "| {:1$}{name}=\"{value}\"", "", self.level * 2 + 2);
        }
    }
}

// ---- our list ----

pub fn ours(page: &Page) -> String {
    let mut out = Tree::default();
    for (i, t) in page.tokens().iter().enumerate() {
        let level = usize::from(t.level);
        match t.kind {
            Kind::Start => {
                out.line(level, &format!("<{}>", page.tag(i)));
                out.attributes(page.attrs(i).map(|(n, v)| (n.to_owned(), v.to_owned())).collect());
            }
            Kind::End => {}
            Kind::Text => out.line(level, &format!("\"{}\"", page.data(i))),
            Kind::Comment => out.line(level, &format!("<!-- {} -->", page.data(i))),
            Kind::Doctype => out.line(level, &format!("<!DOCTYPE {}>", page.data(i))),
        }
    }
    out.text
}

/// What is wrong with the spans of a page's tags, if anything.
pub fn bad_span(page: &Page) -> Option<String> {
    page.tokens().iter().enumerate().find_map(|(i, t)| {
        let (from, to) = (t.span.0 as usize, t.span.1 as usize);
        let Some(source) = page.text().get(from..to) else {
            return Some(format!("token {i}: span {from}..{to} is no slice of the text"));
        };
        let opening = match t.kind {
            Kind::Start => "<",
            Kind::End => "</",
            _ => return None,
        };
        let source = source.replace('\0', "\u{fffd}").to_ascii_lowercase();
        let named =
            |name: &str| source.starts_with(&format!("{opening}{}", name.to_ascii_lowercase()));
        let named = named(page.tag(i)) || (page.tag(i) == "img" && named("image"));
        let closed = source.ends_with('>') || to == page.text().len();
        (!(t.implied() || (named && closed)))
            .then(|| format!("token {i} is <{}>, its source is {source:?}", page.tag(i)))
    })
}

/// Where two lists of one text differ, if anywhere: kinds, names, regions, spans, values.
pub fn difference(a: &Page, b: &Page) -> Option<String> {
    let shown = |p: &Page, i: usize| -> String {
        let Some(t) = p.tokens().get(i) else { return "nothing".to_owned() };
        let attrs: Vec<_> = p.attrs(i).collect();
        let place = (t.kind, t.blank, t.level, t.begin, t.end, t.parent as i32, t.span);
        format!("<{}> {place:?} {:?} {attrs:?}", p.tag(i), p.data(i))
    };
    let count = a.len().max(b.len());
    let at = (0..count).find(|&i| shown(a, i) != shown(b, i))?;
    Some(format!("token {at}:\n  {}\n  {}", shown(a, at), shown(b, at)))
}

// ---- html5ever's tree ----

#[derive(Default)]
struct Node {
    what: What,
    parent: Option<usize>,
    children: Vec<usize>,
    /// The fragment of a template.
    content: Option<usize>,
    integration_point: bool,
}

#[derive(Default)]
enum What {
    #[default]
    Root,
    Element(QualName, Vec<Attribute>),
    Text(String),
    Comment(String),
    Doctype(String),
}

/// The plainest sink: an arena of nodes, number 0 the document.
struct Reference(RefCell<Vec<Node>>);

#[derive(Debug)]
struct Name(QualName);

impl html5ever::interface::ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl Reference {
    fn make(&self, what: What) -> usize {
        let mut nodes = self.0.borrow_mut();
        nodes.push(Node { what, ..Node::default() });
        nodes.len() - 1
    }

    fn insert(&self, parent: usize, at: usize, child: NodeOrText<usize>) {
        let child = match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) => {
                let mut nodes = self.0.borrow_mut();
                let before = at.checked_sub(1).map(|i| nodes[parent].children[i]);
                if let Some(What::Text(t)) = before.map(|b| &mut nodes[b].what) {
                    t.push_str(&text);
                    return;
                }
                drop(nodes);
                self.make(What::Text(text.to_string()))
            }
        };
        let mut nodes = self.0.borrow_mut();
        nodes[parent].children.insert(at, child);
        nodes[child].parent = Some(parent);
    }

    fn place(&self, node: usize) -> Option<(usize, usize)> {
        let nodes = self.0.borrow();
        let parent = nodes[node].parent?;
        Some((parent, nodes[parent].children.iter().position(|&c| c == node)?))
    }

    fn print(&self) -> String {
        let nodes = self.0.borrow();
        let mut out = Tree::default();
        let inside = |n: usize| {
            nodes[n]
                .content
                .iter()
                .flat_map(|&c| &nodes[c].children)
                .chain(&nodes[n].children)
                .copied()
                .rev()
        };
        let mut todo: Vec<(usize, usize)> = inside(0).map(|c| (0, c)).collect();
        while let Some((level, n)) = todo.pop() {
            match &nodes[n].what {
                What::Root => unreachable!(),
                What::Element(name, attrs) => {
                    out.line(level, &format!("<{}>", name.local));
                    out.attributes(
                        attrs
                            .iter()
                            .map(|a| (a.name.local.to_string(), a.value.to_string()))
                            .collect(),
                    );
                }
                What::Text(text) => out.line(level, &format!("\"{text}\"")),
                What::Comment(text) => out.line(level, &format!("<!-- {text} -->")),
                What::Doctype(text) => out.line(level, &format!("<!DOCTYPE {text}>")),
            }
            todo.extend(inside(n).map(|c| (level + 1, c)));
        }
        out.text
    }
}

impl TreeSink for Reference {
    type Handle = usize;
    type Output = Self;
    type ElemName<'a> = Name;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name {
        match &self.0.borrow()[*target].what {
            What::Element(name, _) => Name(name.clone()),
            _ => unreachable!("only elements are asked for their name"),
        }
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> usize {
        let element = self.make(What::Element(name, attrs));
        let content = flags.template.then(|| self.make(What::Root));
        let node = &mut self.0.borrow_mut()[element];
        (node.content, node.integration_point) =
            (content, flags.mathml_annotation_xml_integration_point);
        element
    }

    fn create_comment(&self, text: StrTendril) -> usize {
        self.make(What::Comment(text.to_string()))
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        unreachable!("HTML has no processing instructions")
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let at = self.0.borrow()[*parent].children.len();
        self.insert(*parent, at, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &usize,
        prev_element: &usize,
        child: NodeOrText<usize>,
    ) {
        match self.place(*element) {
            Some(_) => self.append_before_sibling(element, child),
            None => self.append(prev_element, child),
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let ids = if public.is_empty() && system.is_empty() {
            String::new()
        } else {
            format!(" \"{public}\" \"{system}\"")
        };
        let doctype = self.make(What::Doctype(format!("{name}{ids}")));
        self.append(&0, NodeOrText::AppendNode(doctype));
    }

    fn get_template_contents(&self, target: &usize) -> usize {
        self.0.borrow()[*target].content.unwrap()
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.remove_from_parent(node);
        }
        let (parent, at) = self.place(*sibling).unwrap();
        self.insert(parent, at, child);
    }

    fn add_attrs_if_missing(&self, target: &usize, attrs: Vec<Attribute>) {
        if let What::Element(_, have) = &mut self.0.borrow_mut()[*target].what {
            let missing: Vec<Attribute> =
                attrs.into_iter().filter(|a| have.iter().all(|h| h.name != a.name)).collect();
            have.extend(missing);
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        if let Some((parent, at)) = self.place(*target) {
            let mut nodes = self.0.borrow_mut();
            nodes[parent].children.remove(at);
            nodes[*target].parent = None;
        }
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let children = std::mem::take(&mut self.0.borrow_mut()[*node].children);
        for child in children {
            self.append(new_parent, NodeOrText::AppendNode(child));
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, node: &usize) -> bool {
        self.0.borrow()[*node].integration_point
    }
}

pub fn theirs(text: &str, scripting: bool) -> String {
    let opts = ParseOpts {
        // A byte order mark is the decoder's business.
        tokenizer: TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() },
        tree_builder: TreeBuilderOpts {
            scripting_enabled: scripting,
            ..TreeBuilderOpts::default()
        },
    };
    let sink = Reference(RefCell::new(vec![Node::default()]));
    parse_document(sink, opts).one(text).print()
}
