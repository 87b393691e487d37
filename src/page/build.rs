//! Text to flat list: html5gum's tokens (exact byte spans) through html5ever's tree builder
//! (implied tags, foster parenting, adoption agency) into a link arena, flattened once. Only here
//! and in `flatten.rs` is html5ever known.
//!
//! Time: linear in the text, times what is open: each start tag deeper than [`MAX_DEPTH`] costs one
//! look at the open elements (at most about a thousand), each of a formatting element one at those
//! that are active (at most [`MAX_FORMATTING`]). Space: 40 bytes a token; the number of nodes is
//! bounded by the length of the text, as reconstructing formatting elements could otherwise make
//! far more nodes than the source has tags.
//!
//! * html5gum does not drop duplicate attributes and html5ever trusts that they are gone: dropped
//!   here.
//! * The sink learns the span of the tag in work through a shared cell. An element whose name is
//!   the tag's takes the span; where two do (formatting elements are reconstructed first) the last
//!   one wins; others are implied.
//! * html5ever's `pop` is not called on every path, so end tags are aligned with the list after
//!   flattening.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::convert::Infallible;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    Doctype, EndTag, StartTag, Tag, Token as TbToken, TokenSink, TokenSinkResult,
};
use html5ever::tree_builder::{
    ElemName, ElementFlags, NodeOrText, QuirksMode, Tracer, TreeBuilder, TreeBuilderOpts, TreeSink,
};
use html5ever::{Attribute, LocalName, Namespace, QualName, local_name, ns};
use html5gum::emitters::ForwardingEmitter;
use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{Emitter, Span, State, Tokenizer};

use super::flatten::flatten;
use super::{MAX_DEPTH, Page};

/// Most formatting elements that are open or wait to be opened again: a page that leaves more of
/// them unclosed, each with attributes of its own, is no page that a person wrote, and each costs a
/// look at all others. Further ones are dropped with their end tags.
const MAX_FORMATTING: usize = 64;

/// No node.
pub(super) const NONE: u32 = u32::MAX;
/// Nodes beyond one for each byte of text (plus this many) are not made.
const SPARE_NODES: usize = 1 << 12;

pub(super) fn build(text: &str, scripting: bool) -> Page {
    let opts = TreeBuilderOpts { scripting_enabled: scripting, ..TreeBuilderOpts::default() };
    let mut builder = TreeBuilder::new(Sink::default(), opts);
    let mut adapter = Adapter {
        builder: &mut builder,
        start: None,
        next_state: None,
        ends: Vec::new(),
        dropped: HashMap::new(),
        depth_is_known: false,
        opened: 0,
        formatted: 0,
        budget: text.len() + SPARE_NODES,
        full: false,
        pending: Vec::new(),
        behind: 0,
        length: text.len(),
    };
    {
        let emitter = Gum { inner: CallbackEmitter::new(&mut adapter) };
        let Ok(()) = Tokenizer::new_with_emitter(text, emitter).finish();
    }
    let ends = std::mem::take(&mut adapter.ends);
    flatten(text, &builder.sink.nodes.into_inner(), &ends)
}

/// html5gum's events, turned into html5ever's tokens.
struct Adapter<'b> {
    builder: &'b mut TreeBuilder<u32, Sink>,
    start: Option<(Tag, usize)>,
    next_state: Option<State>,
    /// End tags of the source: name and span, in order.
    ends: Vec<(LocalName, (u32, u32))>,
    /// How many start tags of a name were dropped for depth and wait for their end tag.
    dropped: HashMap<LocalName, usize>,
    depth_is_known: bool,
    /// At most so many elements are open, and at most so many formatting elements are or wait to be
    /// opened again; an open one counts twice.
    opened: usize,
    formatted: usize,
    budget: usize,
    full: bool,
    /// A text that waits for the next token to know where it ends, and where the last token ended:
    /// html5gum's own spans of texts are off behind references and raw text.
    pending: Vec<u8>,
    behind: usize,
    /// Of the whole text.
    length: usize,
}

fn tendril(bytes: &[u8]) -> StrTendril {
    StrTendril::from_slice(&String::from_utf8_lossy(bytes))
}

fn local(bytes: &[u8]) -> LocalName {
    LocalName::from(&*String::from_utf8_lossy(bytes))
}

impl Adapter<'_> {
    fn feed(&mut self, token: TbToken) {
        if self.full {
            return;
        }
        self.full = self.builder.sink.nodes.borrow().len() > self.budget;
        match self.builder.process_token(token, 1) {
            TokenSinkResult::Continue | TokenSinkResult::EncodingIndicator(_) => {}
            TokenSinkResult::Script(_) => self.next_state = Some(State::Data),
            TokenSinkResult::Plaintext => self.next_state = Some(State::PlainText),
            TokenSinkResult::RawData(RawKind::Rcdata) => self.next_state = Some(State::RcData),
            TokenSinkResult::RawData(RawKind::Rawtext) => self.next_state = Some(State::RawText),
            TokenSinkResult::RawData(_) => self.next_state = Some(State::ScriptData),
        }
    }

    /// The text ahead of the token that begins at `end`.
    fn text_until(&mut self, end: usize) {
        let text = std::mem::take(&mut self.pending);
        if text.is_empty() {
            return;
        }
        let span = (self.behind as u32, end as u32);
        self.builder.sink.current.span.set(span);
        self.builder.sink.current.text.set(span);
        for (i, part) in text.split(|&b| b == 0).enumerate() {
            if i > 0 {
                self.feed(TbToken::NullCharacterToken);
            }
            if !part.is_empty() {
                self.feed(TbToken::CharacterTokens(tendril(part)));
            }
        }
    }

    /// May no element be opened inside the innermost one?
    fn too_deep(&mut self) -> bool {
        let sink = &self.builder.sink;
        self.opened += 1;
        if sink.depth.get() < MAX_DEPTH - 1 && self.opened < MAX_DEPTH {
            return false;
        }
        // The last node was deep, but elements may have been closed since; or it seemed not to be,
        // but what is around it was moved. Ask for the open ones.
        if !self.depth_is_known || self.opened >= MAX_DEPTH {
            self.look();
        }
        self.builder.sink.depth.get() >= MAX_DEPTH - 1
    }

    /// May no formatting element be opened? Each start tag is held against all that are.
    fn too_formatted(&mut self, name: &LocalName) -> bool {
        if !is_formatting(name) {
            return false;
        }
        self.formatted += 1;
        if self.formatted >= MAX_FORMATTING {
            self.look();
        }
        self.formatted >= MAX_FORMATTING
    }

    /// How deep the open elements are, how many there are, and how many wait to be opened again.
    fn look(&mut self) {
        let seen = Looker::new(&self.builder.sink);
        self.builder.trace_handles(&seen);
        let mut handles = seen.handles.into_inner();
        handles.sort_unstable();
        handles.dedup();
        self.opened = handles.len();
        self.formatted = seen.formatting.get();
        self.builder.sink.depth.set(seen.depth.get().max(self.opened));
        self.depth_is_known = true;
    }

    fn start_tag(&mut self, mut tag: Tag, span: (u32, u32)) {
        if (self.too_deep() && !is_void(&tag.name)) || self.too_formatted(&tag.name) {
            *self.dropped.entry(tag.name).or_insert(0) += 1;
            return;
        }
        let mut seen: Vec<LocalName> = Vec::with_capacity(tag.attrs.len());
        tag.attrs.retain(|a| {
            let fresh = !seen.contains(&a.name.local);
            if fresh && seen.len() < 64 {
                seen.push(a.name.local.clone());
            }
            fresh
        });
        self.builder.sink.current.set_start(&tag.name, span);
        self.feed(TbToken::TagToken(tag));
        self.builder.sink.current.clear();
    }

    fn end_tag(&mut self, name: LocalName, span: (u32, u32)) {
        if let Some(n) = self.dropped.get_mut(&name) {
            *n -= 1;
            if *n == 0 {
                self.dropped.remove(&name);
            }
            return;
        }
        self.depth_is_known = false;
        self.ends.push((name.clone(), span));
        // `</p>` and `</br>` make an element of their own: it takes the end tag's place.
        self.builder.sink.current.set_start(&local_name!(""), (span.0, span.0));
        let tag = Tag {
            kind: EndTag,
            name,
            self_closing: false,
            attrs: Vec::new(),
            had_duplicate_attributes: false,
        };
        self.feed(TbToken::TagToken(tag));
        self.builder.sink.current.clear();
    }
}

/// Most attributes kept on one tag: more is no page a person wrote, and dropping duplicates
/// compares them pairwise.
const MAX_ATTRS: usize = 256;

impl Callback<Infallible, usize> for &mut Adapter<'_> {
    fn handle_event(&mut self, event: CallbackEvent<'_>, span: Span<usize>) -> Option<Infallible> {
        match event {
            CallbackEvent::String { .. } | CallbackEvent::Error(_) => {}
            CallbackEvent::OpenStartTag { .. } => self.text_until(span.start),
            CallbackEvent::AttributeName { .. } | CallbackEvent::AttributeValue { .. } => {}
            CallbackEvent::CloseStartTag { .. } => self.behind = span.end,
            _ => {
                self.text_until(span.start);
                self.behind = span.end;
            }
        }
        match event {
            CallbackEvent::OpenStartTag { name } => {
                let tag = Tag {
                    kind: StartTag,
                    name: local(name),
                    self_closing: false,
                    attrs: Vec::new(),
                    had_duplicate_attributes: false,
                };
                self.start = Some((tag, span.start));
            }
            CallbackEvent::AttributeName { name } => {
                if let Some((tag, _)) = &mut self.start
                    && tag.attrs.len() < MAX_ATTRS
                {
                    tag.attrs.push(Attribute {
                        name: QualName::new(None, ns!(), local(name)),
                        value: StrTendril::new(),
                    });
                }
            }
            CallbackEvent::AttributeValue { value } => {
                if let Some(attr) = self.start.as_mut().and_then(|(tag, _)| tag.attrs.last_mut()) {
                    attr.value = tendril(value);
                }
            }
            CallbackEvent::CloseStartTag { self_closing } => {
                if let Some((mut tag, from)) = self.start.take() {
                    tag.self_closing = self_closing;
                    self.start_tag(tag, (from as u32, span.end as u32));
                }
            }
            CallbackEvent::EndTag { name } => {
                self.end_tag(local(name), (span.start as u32, span.end as u32))
            }
            CallbackEvent::String { value } => self.pending.extend(value),
            CallbackEvent::Comment { value } => {
                self.builder.sink.current.span.set((span.start as u32, span.end as u32));
                self.feed(TbToken::CommentToken(tendril(value)));
            }
            CallbackEvent::Doctype { name, public_identifier, system_identifier, force_quirks } => {
                self.builder.sink.current.span.set((span.start as u32, span.end as u32));
                self.feed(TbToken::DoctypeToken(Doctype {
                    name: (!name.is_empty()).then(|| tendril(name)),
                    public_id: public_identifier.map(tendril),
                    system_id: system_identifier.map(tendril),
                    force_quirks,
                }));
            }
            CallbackEvent::Error(_) => {}
        }
        None
    }
}

struct Gum<'a, 'b> {
    inner: CallbackEmitter<&'a mut Adapter<'b>, Infallible, usize>,
}

impl ForwardingEmitter for Gum<'_, '_> {
    type Token = Infallible;

    fn inner(&mut self) -> &mut impl Emitter<Token = Infallible> {
        &mut self.inner
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn emit_eof(&mut self) {
        self.inner.emit_eof();
        let adapter = self.inner.callback_mut();
        adapter.text_until(adapter.length);
        adapter.full = false;
        adapter.feed(TbToken::EOFToken);
        adapter.builder.end();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        let _ = self.inner.emit_current_tag();
        self.inner.callback_mut().next_state.take()
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.inner.callback_mut().builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// The token in work, as the sink sees it.
struct Current {
    span: Cell<(u32, u32)>,
    /// Of the last text: in tables it goes in with the token behind it.
    text: Cell<(u32, u32)>,
    name: RefCell<LocalName>,
    taker: Cell<u32>,
}

impl Default for Current {
    fn default() -> Self {
        Current {
            span: Cell::new((0, 0)),
            text: Cell::new((0, 0)),
            name: RefCell::new(local_name!("")),
            taker: Cell::new(NONE),
        }
    }
}

impl Current {
    fn set_start(&self, name: &LocalName, span: (u32, u32)) {
        self.span.set(span);
        *self.name.borrow_mut() = name.clone();
        self.taker.set(NONE);
    }

    fn clear(&self) {
        *self.name.borrow_mut() = local_name!("");
    }

    fn names(&self, made: &LocalName) -> bool {
        let name = self.name.borrow();
        *name == *made
            || name.eq_ignore_ascii_case(made)
            || (*name == local_name!("image") && *made == local_name!("img"))
    }
}

pub(super) enum NodeKind {
    Document,
    Element,
    Text,
    Comment,
    Doctype,
}

pub(super) struct Node {
    pub(super) kind: NodeKind,
    pub(super) name: QualName,
    pub(super) attrs: Vec<Attribute>,
    pub(super) text: StrTendril,
    pub(super) span: (u32, u32),
    pub(super) depth: u32,
    pub(super) parent: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) prev: u32,
    pub(super) next: u32,
}

struct Sink {
    nodes: RefCell<Vec<Node>>,
    current: Current,
    /// Depth of the place where the last node went in.
    depth: Cell<usize>,
}

impl Default for Sink {
    fn default() -> Self {
        let sink = Sink {
            nodes: RefCell::new(Vec::new()),
            current: Current::default(),
            depth: Cell::new(0),
        };
        sink.make(
            NodeKind::Document,
            QualName::new(None, ns!(), local_name!("")),
            Vec::new(),
            StrTendril::new(),
            (0, 0),
        );
        sink
    }
}

/// Looks at the open elements and the active formatting elements.
struct Looker<'s> {
    sink: &'s Sink,
    depth: Cell<usize>,
    handles: RefCell<Vec<u32>>,
    formatting: Cell<usize>,
}

impl<'s> Looker<'s> {
    fn new(sink: &'s Sink) -> Looker<'s> {
        let none = Cell::new(0);
        Looker { sink, depth: none.clone(), handles: RefCell::default(), formatting: none }
    }
}

impl Tracer for Looker<'_> {
    type Handle = u32;

    fn trace_handle(&self, node: &u32) {
        let node_number = *node;
        let nodes = self.sink.nodes.borrow();
        let node = &nodes[node_number as usize];
        self.depth.set(self.depth.get().max(node.depth as usize));
        self.handles.borrow_mut().push(node_number);
        if is_formatting(&node.name.local) {
            self.formatting.set(self.formatting.get() + 1);
        }
    }
}

#[derive(Debug)]
struct Name(Namespace, LocalName);

impl ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.0
    }

    fn local_name(&self) -> &LocalName {
        &self.1
    }
}

impl Sink {
    fn make(
        &self,
        kind: NodeKind,
        name: QualName,
        attrs: Vec<Attribute>,
        text: StrTendril,
        span: (u32, u32),
    ) -> u32 {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node {
            kind,
            name,
            attrs,
            text,
            span,
            depth: 0,
            parent: NONE,
            first: NONE,
            last: NONE,
            prev: NONE,
            next: NONE,
        });
        nodes.len() as u32 - 1
    }

    fn leaf(&self, kind: NodeKind, text: StrTendril, span: (u32, u32)) -> u32 {
        self.make(kind, QualName::new(None, ns!(), local_name!("")), Vec::new(), text, span)
    }

    /// Put `child` under `parent`, before `before` (or last where it is `NONE`).
    fn insert(&self, parent: u32, before: u32, child: NodeOrText<u32>) {
        let child = match child {
            NodeOrText::AppendNode(n) => n,
            NodeOrText::AppendText(text) => {
                let mut nodes = self.nodes.borrow_mut();
                let prev = if before == NONE {
                    nodes[parent as usize].last
                } else {
                    nodes[before as usize].prev
                };
                if let Some(p) = nodes.get_mut(prev as usize)
                    && matches!(p.kind, NodeKind::Text)
                {
                    p.text.push_tendril(&text);
                    let (from, to) = self.current.text.get();
                    if from <= to && p.span.1 <= from {
                        p.span.1 = to;
                    }
                    return;
                }
                drop(nodes);
                self.leaf(NodeKind::Text, text, self.current.text.get())
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        unlink(&mut nodes, child);
        let prev =
            if before == NONE { nodes[parent as usize].last } else { nodes[before as usize].prev };
        let depth = nodes[parent as usize].depth + 1;
        let node = &mut nodes[child as usize];
        (node.parent, node.prev, node.next, node.depth) = (parent, prev, before, depth);
        match prev {
            NONE => nodes[parent as usize].first = child,
            p => nodes[p as usize].next = child,
        }
        match before {
            NONE => nodes[parent as usize].last = child,
            b => nodes[b as usize].prev = child,
        }
        self.depth.set(depth as usize);
    }
}

fn unlink(nodes: &mut [Node], child: u32) {
    let (parent, prev, next) = {
        let n = &nodes[child as usize];
        (n.parent, n.prev, n.next)
    };
    if parent == NONE {
        return;
    }
    match prev {
        NONE => nodes[parent as usize].first = next,
        p => nodes[p as usize].next = next,
    }
    match next {
        NONE => nodes[parent as usize].last = prev,
        n => nodes[n as usize].prev = prev,
    }
    let n = &mut nodes[child as usize];
    (n.parent, n.prev, n.next) = (NONE, NONE, NONE);
}

impl TreeSink for Sink {
    type Handle = u32;
    type Output = Self;
    type ElemName<'a> = Name;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> u32 {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a u32) -> Name {
        {
            let name = &self.nodes.borrow()[*target as usize].name;
            Name(name.ns.clone(), name.local.clone())
        }
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, _: ElementFlags) -> u32 {
        let (from, to) = self.current.span.get();
        let mut span = (from, from);
        if self.current.names(&name.local) {
            // A second element of this name in one token: the first was a reconstructed formatting
            // element.
            if let Some(first) = self.nodes.borrow_mut().get_mut(self.current.taker.get() as usize)
            {
                first.span.1 = first.span.0;
            }
            span = (from, to);
            self.current.taker.set(self.nodes.borrow().len() as u32);
        }
        self.make(NodeKind::Element, name, attrs, StrTendril::new(), span)
    }

    fn create_comment(&self, text: StrTendril) -> u32 {
        self.leaf(NodeKind::Comment, text, self.current.span.get())
    }

    fn create_pi(&self, _: StrTendril, data: StrTendril) -> u32 {
        self.leaf(NodeKind::Comment, data, self.current.span.get())
    }

    fn append(&self, parent: &u32, child: NodeOrText<u32>) {
        self.insert(*parent, NONE, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &u32,
        prev_element: &u32,
        child: NodeOrText<u32>,
    ) {
        let parent = self.nodes.borrow()[*element as usize].parent;
        match parent {
            NONE => self.insert(*prev_element, NONE, child),
            p => self.insert(p, *element, child),
        }
    }

    fn append_doctype_to_document(
        &self,
        name: StrTendril,
        public_id: StrTendril,
        system_id: StrTendril,
    ) {
        let mut text = name;
        if !public_id.is_empty() || !system_id.is_empty() {
            text.push_slice(&format!(" \"{public_id}\" \"{system_id}\""));
        }
        let node = self.leaf(NodeKind::Doctype, text, self.current.span.get());
        self.insert(0, NONE, NodeOrText::AppendNode(node));
    }

    fn get_template_contents(&self, target: &u32) -> u32 {
        *target
    }

    fn same_node(&self, x: &u32, y: &u32) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &u32, new_node: NodeOrText<u32>) {
        let parent = self.nodes.borrow()[*sibling as usize].parent;
        if parent != NONE {
            self.insert(parent, *sibling, new_node);
        }
    }

    fn add_attrs_if_missing(&self, target: &u32, attrs: Vec<Attribute>) {
        let mut nodes = self.nodes.borrow_mut();
        let node = &mut nodes[*target as usize];
        for a in attrs {
            if node.attrs.len() < MAX_ATTRS && !node.attrs.iter().any(|b| b.name == a.name) {
                node.attrs.push(a);
            }
        }
    }

    fn remove_from_parent(&self, target: &u32) {
        unlink(&mut self.nodes.borrow_mut(), *target);
    }

    fn reparent_children(&self, node: &u32, new_parent: &u32) {
        loop {
            let child = self.nodes.borrow()[*node as usize].first;
            if child == NONE {
                break;
            }
            self.insert(*new_parent, NONE, NodeOrText::AppendNode(child));
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, node: &u32) -> bool {
        self.nodes.borrow()[*node as usize].attrs.iter().any(|a| {
            &*a.name.local == "encoding"
                && (a.value.eq_ignore_ascii_case("text/html")
                    || a.value.eq_ignore_ascii_case("application/xhtml+xml"))
        })
    }
}

fn is_formatting(name: &LocalName) -> bool {
    matches!(
        &**name,
        "a" | "b"
            | "big"
            | "code"
            | "em"
            | "font"
            | "i"
            | "nobr"
            | "s"
            | "small"
            | "strike"
            | "strong"
            | "tt"
            | "u"
    )
}

pub(super) fn is_void(name: &LocalName) -> bool {
    matches!(
        &**name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}
