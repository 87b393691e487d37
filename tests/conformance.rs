//! The conformance kit of rule files (`rules/conformance/`): what each page reads as, to the byte.
//! `tools/interpret.py --conformance` asks the same of a program that shares no code with this one.
//! `FEEDSTONE_BLESS=1` writes the expectations anew: read the difference.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fs;
use std::path::Path;

use feedstone::Page;
use feedstone::internals::rule::xml;

#[test]
fn pages_read_as_the_kit_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kit = root.join("rules/conformance");
    let cases = fs::read_to_string(kit.join("cases.tsv")).unwrap();
    let mut wrong = Vec::new();
    for case in cases.lines().filter(|l| !l.starts_with('#')) {
        let [name, rules, page, url] = case.split('\t').collect::<Vec<_>>()[..] else {
            panic!("cases.tsv: expected name, rules, page and address, found {case:?}");
        };
        let wrapper = xml::read(&fs::read_to_string(root.join(rules)).unwrap()).unwrap();
        let page = Page::from_bytes(&fs::read(root.join(page)).unwrap(), None, url);
        let read = wrapper.extract_page(&page, url);
        let lines: String = read.json_lines(url, None).map(|line| line + "\n").collect();
        let expected = kit.join(format!("{name}.jsonl"));
        if std::env::var_os("FEEDSTONE_BLESS").is_some() {
            fs::write(&expected, &lines).unwrap();
        }
        if fs::read_to_string(&expected).unwrap_or_default() != lines {
            wrong.push(name.to_owned());
        }
    }
    assert!(wrong.is_empty(), "read otherwise than expected: {}", wrong.join(", "));
}
