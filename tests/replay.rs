//! Replaying rules on lists that they were not learned from, one fact a case: rules as XML, a page,
//! and what is read of it.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use feedstone::internals::entry::{Entry, Extent, Field};
use feedstone::internals::rule::{ExtentRule, Term, xml};
use feedstone::{Page, Wrapper};

/// A list of `div.post` with a linked heading, entry pages with a heading, a date and `div.text`;
/// addresses `/2013/05/…`.
const RULES: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8"?>
<wrapper xmlns="urn:feedstone:rules" version="1" learner="by hand">
  <blog home="https://b.example/" feed="https://b.example/feed.xml"/>
  <layout name="list" kind="list" pages="1">
    <fingerprint><open tag="body"><attr name="class" has="home"/></open>"#,
    r#"<open tag="div"><attr name="id" is="list"/></open></fingerprint>
    <record ends="element">"#,
    r#"<start><open tag="div"><attr name="class" has="post"/></open></start></record>
    <field name="title" value="text"><start><open tag="h2"/></start></field>
    <field name="link" value="attr" attr="href"><start><open tag="a"/></start></field>
    <field name="date" value="text" optional="true">"#,
    r#"<date pattern="d MMM y" lang="en"/><start><open tag="i"/></start></field>
    <field name="tags" value="text" many="true" optional="true">"#,
    r#"<start><open tag="a"><attr name="rel" has="tag"/></open></start></field>
    <field name="body" value="html" optional="true">"#,
    r#"<start><open tag="div"><attr name="class" has="text"/></open></start></field>
  </layout>
  <layout name="entry" kind="entry" pages="9">
    <fingerprint><open tag="body"><attr name="class" has="single"/></open></fingerprint>
    <field name="title" value="text"><start><open tag="h3"/></start></field>
    <field name="author" value="text" optional="true">"#,
    r#"<start><open tag="a"><attr name="rel" has="author"/></open></start></field>
    <field name="tags" value="text" many="true" optional="true">"#,
    r#"<start><open tag="a"><attr name="rel" has="tag"/></open></start></field>
    <field name="tags" value="text" many="true" optional="true">"#,
    r#"<start><open tag="a"><attr name="class" has="chip"/></open></start></field>
    <field name="body" value="html">"#,
    r#"<start><open tag="div"><attr name="class" has="text"/></open></start></field>
  </layout>
  <index DATED><link shape="b.example/{dddd}/{dd}/*"/><date pattern="d MMM y" lang="en"/></index>
</wrapper>"#
);

struct Case {
    name: &'static str,
    page: &'static str,
    /// A line for each entry: layout, title, link's path, date, author, tags, text; what is absent
    /// is `-`.
    want: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        name: "a list in a template of its own: \
               titles from the headings ahead of links that name the hour",
        page: "<h3>Fog</h3><p>Grey till noon.</p><p>at <a href=/2013/05/fog>08:08 PM</a></p>
               <h3>Ice</h3><p>None left.</p><p>at <a href=/2013/05/ice>07:10 AM</a></p>
               <h3>Rain</h3><p>Much of it.</p><p>at <a href=/2013/04/rain>11:59 PM</a></p>",
        want: &[
            "index Fog /2013/05/fog - - - -",
            "index Ice /2013/05/ice - - - -",
            "index Rain /2013/04/rain - - - -",
        ],
    },
    Case {
        name: "a link in a heading is the title, the wordier one on the picture is not",
        page: "<div><a href=/2013/05/fog><img> Fog as seen from the bridge</a>\
                 <h4><a href=/2013/05/fog>Fog</a></h4></div>
               <div><a href=/2013/05/ice><img> Ice as seen from the bridge</a>\
                 <h4><a href=/2013/05/ice>Ice</a></h4></div>",
        want: &["index Fog /2013/05/fog - - - -", "index Ice /2013/05/ice - - - -"],
    },
    Case {
        name: "three entries under headings are the list, five links of a side bar are not",
        page: "<div><h4><a href=/2013/05/a>A1</a></h4></div>\
                 <div><h4><a href=/2013/05/b>B1</a></h4></div>
               <ul><li><a href=/2013/04/c>C</a><li><a href=/2013/04/d>D</a>\
                 <li><a href=/2013/04/e>E</a><li><a href=/2013/04/f>F</a>
               <li><a href=/2013/04/g>G</a></ul>",
        want: &["index A1 /2013/05/a - - - -", "index B1 /2013/05/b - - - -"],
    },
    Case {
        name: "a post shown twice, featured and in the list, is one record: the fuller one",
        page: "<body class=home><div id=list>\
                 <div class=post><h2><a href=/2013/05/a>A</a></h2><div class=text>Grey.</div></div>
               <div class=post><h2><a href=/2013/05/a>A</a></h2>\
                 <div class=text>Grey till noon.</div></div>
               <div class=post><h2><a href=/2013/05/b>B</a></h2>\
                 <div class=text>Dry.</div></div></div>",
        want: &["list A /2013/05/a - - - Grey till noon.", "list B /2013/05/b - - - Dry."],
    },
    Case {
        name: "in headings one permalink of a known shape is enough for the others",
        page: "<h2><a href=/2013/05/a>A</a></h2><p>x</p><h2><a href=/old-b>B</a></h2><p>x</p>\
               <h2><a href=/old-c>C</a></h2><p>x</p>",
        want: &["index A /2013/05/a - - - -", "index B /old-b - - - -", "index C /old-c - - - -"],
    },
    Case {
        name: "links of no known shape in headings are entries where each has its day",
        page: "<div><h2><a href=/old-b>B</a></h2><p>3 May 2013</p></div>\
               <div><h2><a href=/old-c>C</a></h2><p>2 May 2013</p></div>",
        want: &["index B /old-b 2013-05-03 - - -", "index C /old-c 2013-05-02 - - -"],
    },
    Case {
        name: "links of no known shape in headings are no entries where one has no day",
        page: "<div><h2><a href=/old-b>B</a></h2><p>3 May 2013</p></div>\
               <div><h2><a href=/shop>Shop</a></h2><p>Open</p></div>",
        want: &[],
    },
    Case {
        name: "links of no known shape outside headings are no entries, though they have days",
        page: "<ul><li><a href=/old-b>B</a> 3 May 2013</li>\
               <li><a href=/old-c>C</a> 2 May 2013</li></ul>",
        want: &[],
    },
    Case {
        name: "tags in a row beside the row of the learned ones are tags, \
               the next row of a menu is none",
        page: "<body class=single><h3>Fog</h3><div class=text>Grey.</div>\
                 <p>In <a rel=tag href=/category/sea>Sea</a></p>
               <p>Words <a href=/tag/wet>Wet</a> <a href=/tag/cold>Cold</a></p>\
                 <p><a href=/shop/>Shop</a></p>",
        want: &["entry Fog - - - Sea,Wet,Cold Grey."],
    },
    Case {
        name: "a permalink of another shape among known ones",
        page: "<ul><li><a href=/2013/05/a>A</a><li><a href=/2013/05/b>B</a>\
               <li><a href=/old/c>C</a><li><a href=/2013/05/d>D</a></ul>",
        want: &[
            "index A /2013/05/a - - - -",
            "index B /2013/05/b - - - -",
            "index C /old/c - - - -",
            "index D /2013/05/d - - - -",
        ],
    },
    Case {
        name: "a forgotten end tag does not part the list in two",
        page: "<ul><li><a href=/2013/05/a>A</a> <em>new<li><a href=/2013/05/b>B</a>\
               <li><a href=/2013/05/c>C</a></ul>",
        want: &[
            "index A /2013/05/a - - - -",
            "index B /2013/05/b - - - -",
            "index C /2013/05/c - - - -",
        ],
    },
    Case {
        name: "a sign behind a title leads to its post",
        page: "<h2>Fog <small><a href=/2013/05/fog>&para;</a></small></h2><p>3 May 2013</p>
               <h2>Ice <small><a href=/2013/05/ice>&para;</a></small></h2><p>2 May 2013</p>",
        want: &[
            "index Fog /2013/05/fog 2013-05-03 - - -",
            "index Ice /2013/05/ice 2013-05-02 - - -",
        ],
    },
    Case {
        name: "a sign alone in a heading is no reason to name nothing",
        page: "<div><h2><a href=/2013/05/fog>&para;</a></h2></div>
               <div><h2><a href=/2013/05/ice>&para; Ice</a></h2></div>
               <div><h2><a href=/2013/05/rain>Rain</a></h2></div>",
        want: &[
            "index ¶ /2013/05/fog - - - -",
            "index ¶ Ice /2013/05/ice - - - -",
            "index Rain /2013/05/rain - - - -",
        ],
    },
    Case {
        name: "one link with its day is a list of one",
        page: "<p>In May</p><p><a href=/2013/05/fog>Fog</a> 3 May 2013</p>",
        want: &["index Fog /2013/05/fog 2013-05-03 - - -"],
    },
    Case {
        name: "one link without a day is none",
        page: "<p>See <a href=/2013/05/fog>Fog</a></p>",
        want: &[],
    },
    Case {
        name: "months by name are read in any order, months by sign without a year",
        page: "<p><a href=/2013/05/a>A</a> May 3, 2013</p>\
               <p><a href=/2013/05/b>B</a> May 4, 2013</p>",
        want: &["index A /2013/05/a 2013-05-03 - - -", "index B /2013/05/b 2013-05-04 - - -"],
    },
    Case {
        name: "the second entry under a day has the day's heading, too",
        page: "<h4>May 3, 2013</h4><p><a href=/2013/05/a>A</a></p><p><a href=/2013/05/b>B</a></p>
               <h4>May 5, 2013</h4><p><a href=/2013/05/c>C</a></p>\
                 <h4>May 7, 2013</h4><p><a href=/2013/05/d>D</a></p>",
        want: &[
            "index A /2013/05/a 2013-05-03 - - -",
            "index B /2013/05/b 2013-05-03 - - -",
            "index C /2013/05/c 2013-05-05 - - -",
            "index D /2013/05/d 2013-05-07 - - -",
        ],
    },
    Case {
        name: "authors and tags by the rules of the entry pages",
        page: "<p><a href=/2013/05/a>A</a> by <a rel=author>Ann</a> in <a rel=tag>fog</a> \
                 <a rel=tag>ice</a></p>
               <p><a href=/2013/05/b>B</a> by <a rel=author>Bo</a> in <a rel=tag>rain</a></p>",
        want: &["index A /2013/05/a - Ann fog,ice -", "index B /2013/05/b - Bo rain -"],
    },
    Case {
        name: "a date is no author, nor is a sentence",
        page: "<p><a href=/2013/05/a>A</a> <a rel=author>3 May 2013</a></p>\
               <p><a href=/2013/05/b>B</a> <a rel=author>4 May 2013</a></p>",
        want: &["index A /2013/05/a 2013-05-03 - - -", "index B /2013/05/b 2013-05-04 - - -"],
    },
    Case {
        name: "texts are what the records show besides, without what most of them show",
        page: "<div><a href=/2013/05/a>A</a> 3 May 2013\
                 <p>One two three four five six seven eight nine.</p><p>Share this page</p></div>
               <div><a href=/2013/05/b>B</a> 4 May 2013\
                 <p>Nine eight seven six five four three two one.</p><p>Share this page</p></div>
               <div><a href=/2013/05/c>C</a> 5 May 2013\
                 <p>Ten twenty thirty forty fifty sixty seventy eighty.</p>\
                 <p>Share this page</p></div>",
        want: &[
            "index A /2013/05/a 2013-05-03 - - One two three four five six seven eight nine.",
            "index B /2013/05/b 2013-05-04 - - Nine eight seven six five four three two one.",
            "index C /2013/05/c 2013-05-05 - - Ten twenty thirty forty fifty sixty seventy eighty.",
        ],
    },
    Case {
        name: "lines of names and numbers are no texts",
        page: "<div><a href=/2013/05/a>A</a><p>3 comments by Ann</p></div>\
                 <div><a href=/2013/05/b>B</a><p>2 comments by Bo</p></div>
               <div><a href=/2013/05/c>C</a><p>no comments, Cy</p></div>",
        want: &[
            "index A /2013/05/a - - - -",
            "index B /2013/05/b - - - -",
            "index C /2013/05/c - - - -",
        ],
    },
    Case {
        name: "a body ends ahead of the link to the entry itself",
        page: "<body class=home><div id=list><div class=post><h2><a href=/2013/05/a>A</a></h2>\
                 <div class=text><p>Grey. <a href=/2013/05/a#more>Go on</a></p></div></div>
               <div class=post><h2><a href=/2013/05/b>B</a></h2>\
                 <div class=text><p>Dry, says <a href=/2013/05/a>Ann</a></p></div></div></div>",
        want: &["list A /2013/05/a - - - Grey.", "list B /2013/05/b - - - Dry, says Ann"],
    },
    Case {
        name: "dates of the learned list that are written otherwise elsewhere",
        page: "<div class=post><h2><a href=/2013/05/a>A</a></h2><p>May 3, 2013</p></div>\
               <div class=post><h2><a href=/2013/05/b>B</a></h2><p>May 4, 2013</p></div>",
        want: &["list A /2013/05/a 2013-05-03 - - -", "list B /2013/05/b 2013-05-04 - - -"],
    },
    Case {
        name: "a post without title is kept, a box with a title and nothing else is not",
        page: "<body class=home><div id=list>\
                 <div class=post><h2><a href=/2013/05/a>A</a></h2><div class=text>Grey.</div></div>
               <div class=post><a href=/2013/05/b>#</a><div class=text>Aside.</div></div>
               <div class=post><h2><a href=/shop>Buy</a></h2></div></div>",
        want: &["list A /2013/05/a - - - Grey.", "list - /2013/05/b - - - Aside."],
    },
    Case {
        name: "whole entries one after the other in the entry's template are a list",
        page: "<body class=single><h3>Fog</h3><div class=text>Grey.</div>\
                 <p><a href=/2013/05/fog>08:08</a></p>
               <h3>Ice</h3><div class=text>None.</div><p><a href=/2013/05/ice>07:10</a></p>
               <h3>Rain</h3><div class=text>Much.</div><p><a href=/2013/05/rain>09:10</a></p>",
        want: &[
            "index Fog /2013/05/fog - - - Grey.",
            "index Ice /2013/05/ice - - - None.",
            "index Rain /2013/05/rain - - - Much.",
        ],
    },
    Case {
        name: "an entry with links to others in its text stays one",
        page: "<body class=single><h3>Fog</h3><div class=text>As in <a href=/2013/05/ice>Ice</a> \
               and in <a href=/2013/05/rain>Rain</a>, long ago.</div>",
        want: &["entry Fog - - - - As in Ice and in Rain, long ago."],
    },
    Case {
        name: "tags at the end of a text count beside categories ahead of it, \
               which another rule reads",
        page: "<body class=single><h3>Fog</h3><a rel=tag href=/c/sky>sky</a>\
               <div class=text>Grey. <a class=chip href=/t/sea>sea</a></div>",
        want: &["entry Fog - - - sky,sea Grey. sea"],
    },
    Case {
        name: "what is like a tag in a text is none where another of its rule stands outside",
        page: "<body class=single><h3>Fog</h3><a rel=tag href=/c/sky>sky</a>\
               <div class=text>Grey. <a rel=tag href=/c/sea>sea</a></div>",
        want: &["entry Fog - - - sky Grey. sea"],
    },
    Case {
        name: "days that no reader sees: the time element of a list never seen",
        page: "<p><a href=/2013/05/fog>Fog</a><time datetime=2013-05-03T08:00></time></p>\
                 <p><a href=/2013/05/ice>Ice</a>
               <time datetime=2013-05-04T09:00></time></p>",
        want: &[
            "index Fog /2013/05/fog 2013-05-03 - - -",
            "index Ice /2013/05/ice 2013-05-04 - - -",
        ],
    },
    Case {
        name: "one time element is no reason against the days that all records show",
        page: "<p>3 May <a href=/2013/05/fog>Fog</a><time datetime=2011-01-01></time></p>
               <p>4 May <a href=/2013/05/ice>Ice</a></p>",
        want: &[
            "index Fog /2013/05/fog 2013-05-03 - - -",
            "index Ice /2013/05/ice 2013-05-04 - - -",
        ],
    },
    Case {
        name: "where days that no reader sees stand ahead of titles, \
               the next record's is no record's own",
        page: "<dl><dt><time datetime=2013-05-03></time><dd><a href=/2013/05/fog>Fog</a>\
                 <dt><time datetime=2013-05-04></time>
               <dd><a href=/2013/05/ice>Ice</a></dl>",
        want: &[
            "index Fog /2013/05/fog 2013-05-03 - - -",
            "index Ice /2013/05/ice 2013-05-04 - - -",
        ],
    },
    Case {
        name: "of days ahead of a title the nearest is its own: the first is in the text before",
        page: "<h4>3 May 2013</h4><h5><a href=/2013/05/fog>Fog</a></h5><p>Not as on 1 May 2013.</p>
               <h4>9 May 2013</h4><h5><a href=/2013/05/ice>Ice</a></h5>\
                 <p>As much as on 2 May 2013.</p>
               <h4>11 May 2013</h4><h5><a href=/2013/05/rain>Rain</a></h5><p>Some.</p>",
        want: &[
            "index Fog /2013/05/fog 2013-05-03 - - -",
            "index Ice /2013/05/ice 2013-05-09 - - -",
            "index Rain /2013/05/rain 2013-05-11 - - -",
        ],
    },
    Case {
        name: "links into the blog alone are no text",
        page: "<body class=home><div id=list>\
                 <div class=post><h2>Fog</h2><a href=/2013/05/fog>Fog</a>
               <div class=text><a href=/tag/sky>sky</a>, <a href=/tag/sea>sea</a></div></div>
               <div class=post><h2>Ice</h2><a href=/2013/05/ice>Ice</a>\
                 <div class=text>None left.</div></div></div>",
        want: &["list Fog /2013/05/fog - - - -", "list Ice /2013/05/ice - - - None left."],
    },
    Case {
        name: "a record around a whole list is a frame",
        page: "<div class=post><h2>May</h2><a href=/2013/05/>x</a>\
               <ul><li><a href=/2013/05/a>A</a><li><a href=/2013/05/b>B</a></ul></div>",
        want: &["index A /2013/05/a - - - -", "index B /2013/05/b - - - -"],
    },
    Case {
        name: "a line where others name their author is no name",
        page: "<p><a href=/2013/05/a>A</a> <a rel=author>Those who came home at dusk</a></p>
               <p><a href=/2013/05/b>B</a> <a rel=author>Those who came home at dawn</a></p>",
        want: &["index A /2013/05/a - - - -", "index B /2013/05/b - - - -"],
    },
    Case {
        name: "an author beside one record alone is chance",
        page: "<p><a href=/2013/05/a>A</a> by <a rel=author>Ann</a></p>\
                 <p><a href=/2013/05/b>B</a></p>
               <p><a href=/2013/05/c>C</a></p>",
        want: &[
            "index A /2013/05/a - - - -",
            "index B /2013/05/b - - - -",
            "index C /2013/05/c - - - -",
        ],
    },
    Case {
        name: "where most records have their day, a day somewhere in another is none of its own",
        page: "<body class=home><div id=list>\
                 <div class=post><h2><a href=/2013/05/a>A</a></h2><i>3 May 2013</i></div>
               <div class=post><h2><a href=/2013/05/b>B</a></h2><i>4 May 2013</i></div>
               <div class=post><h2><a href=/2013/05/c>C</a></h2>\
                 <p>As on 5 May 1999.</p></div></div>",
        want: &[
            "list A /2013/05/a 2013-05-03 - - -",
            "list B /2013/05/b 2013-05-04 - - -",
            "list C /2013/05/c - - - -",
        ],
    },
    Case {
        name: "the month above and the day beside each title",
        page:
            "<h4>May 2013</h4><p>24 <a href=/2013/05/a>A</a></p><p>17 <a href=/2013/05/b>B</a></p>
               <p>9 <a href=/2013/05/c>C</a></p><p>3 <a href=/2013/05/d>D</a></p>",
        want: &[
            "index A /2013/05/a 2013-05-24 - - -",
            "index B /2013/05/b 2013-05-17 - - -",
            "index C /2013/05/c 2013-05-09 - - -",
            "index D /2013/05/d 2013-05-03 - - -",
        ],
    },
    Case {
        name: "numbers under a month that go up and down are no days",
        page: "<h4>May 2013</h4><p>9 <a href=/2013/05/a>A</a></p><p>17 <a href=/2013/05/b>B</a></p>
               <p>3 <a href=/2013/05/c>C</a></p><p>24 <a href=/2013/05/d>D</a></p>",
        want: &[
            "index A /2013/05/a - - - -",
            "index B /2013/05/b - - - -",
            "index C /2013/05/c - - - -",
            "index D /2013/05/d - - - -",
        ],
    },
    Case {
        name: "numbers under a month that count down by one are no days",
        page: "<h4>May 2013</h4><p>9 <a href=/2013/05/a>A</a></p><p>8 <a href=/2013/05/b>B</a></p>
               <p>7 <a href=/2013/05/c>C</a></p><p>6 <a href=/2013/05/d>D</a></p>",
        want: &[
            "index A /2013/05/a - - - -",
            "index B /2013/05/b - - - -",
            "index C /2013/05/c - - - -",
            "index D /2013/05/d - - - -",
        ],
    },
    Case {
        name: "a text on a list never seen is all its paragraphs, not the longest alone",
        page: "<div><a href=/2013/05/a>A</a><p>Grey till noon.</p>\
                 <p>One two three four five six seven eight nine.</p><p>Then sun.</p></div>
               <div><a href=/2013/05/b>B</a><p>None left.</p>\
                 <p>Nine eight seven six five four three two one.</p><p>Then rain.</p></div>",
        want: &[
            "index A /2013/05/a - - - Grey till noon.\n\
             One two three four five six seven eight nine.\nThen sun.",
            "index B /2013/05/b - - - None left.\n\
             Nine eight seven six five four three two one.\nThen rain.",
        ],
    },
    Case {
        name: "a day in a text's own paragraph is no part of the text",
        page: "<div><a href=/2013/05/a>A</a><p><i>3 May 2013</i>\
                 <span>One two three four five six \
                 seven eight nine ten eleven twelve thirteen.</span></p></div>
               <div><a href=/2013/05/b>B</a><p><i>4 May 2013</i>\
                 <span>Thirteen twelve eleven ten \
                 nine eight seven six five four three two one.</span></p></div>",
        want: &[
            "index A /2013/05/a 2013-05-03 - - One two three four five six seven eight nine ten \
             eleven twelve thirteen.",
            "index B /2013/05/b 2013-05-04 - - Thirteen twelve eleven ten nine eight seven six \
             five four three two one.",
        ],
    },
    Case {
        name: "what is written to a picture that links to the entry is no text",
        page: "<div><a href=/2013/05/a><img>Fog as seen from the old bridge at noon today</a>\
                 <h4><a href=/2013/05/a>A</a></h4></div>
               <div><a href=/2013/05/b><img>Ice as seen from the tower of the mill at dawn</a>\
                 <h4><a href=/2013/05/b>B</a></h4></div>",
        want: &["index A /2013/05/a - - - -", "index B /2013/05/b - - - -"],
    },
    Case {
        name: "a card that is one link holds the entry's text",
        page: "<a href=/2013/05/a><h4>A</h4>\
                 <p>Fog as seen from the old bridge at noon today.</p></a>
               <a href=/2013/05/b><h4>B</h4>\
                 <p>Ice as seen from the tower of the mill at dawn.</p></a>",
        want: &[
            "index A /2013/05/a - - - Fog as seen from the old bridge at noon today.",
            "index B /2013/05/b - - - Ice as seen from the tower of the mill at dawn.",
        ],
    },
    Case {
        name: "a record that leads to a month is no entry",
        page: "<body class=home><div id=list>\
                 <div class=post><h2><a href=/2013/05/a>A</a></h2><div class=text>Grey.</div></div>
               <div class=post><h2><a href=/2013/05/>May</a></h2>\
                 <div class=text>All of May.</div></div></div>",
        want: &["list A /2013/05/a - - - Grey."],
    },
    Case {
        name: "a permalink with its day and neither title nor text is no entry where all \
               others have titles",
        page: "<body class=home><div id=list>\
                 <div class=post><h2><a href=/2013/05/a>A</a></h2><div class=text>Grey.</div></div>
               <div class=post><a href=/2013/05/b>#</a><i>3 May 2013</i></div>
               <div class=post><h2><a href=/2013/05/c>C</a></h2>\
                 <div class=text>Dry.</div></div></div>",
        want: &["list A /2013/05/a - - - Grey.", "list C /2013/05/c - - - Dry."],
    },
    Case {
        name: "a title that ends with a link of words has these",
        page: "<body class=single><h3>Fog at <a href=/sea>sea</a></h3><div class=text>Grey.</div>",
        want: &["entry Fog at sea - - - - Grey."],
    },
    Case {
        name: "comments in the build of entries do not make an entry a list",
        page: "<body class=single><h3>Fog</h3>\
                 <div class=text>Grey till noon, and none of the boats went out.</div>
               <h3>Comments</h3><div class=text>So it was.</div>\
                 <p>See <a href=/2013/05/ice>Ice</a> or <a href=/2013/05/rain>Rain</a></p>",
        want: &["entry Fog - - - - Grey till noon, and none of the boats went out."],
    },
    Case {
        name: "an archive where entries have their text is a list",
        page: "<body class=single><h3>All posts</h3><div class=text>\
                 <p><a href=/2013/05/a>A</a></p><p><a href=/2013/05/b>B</a></p>
               <p><a href=/2013/05/c>C</a></p><p><a href=/2013/05/d>D</a></p>\
                 <p><a href=/2013/05/e>E</a></p><p><a href=/2013/05/f>F</a></p></div>",
        want: &[
            "index A /2013/05/a - - - -",
            "index B /2013/05/b - - - -",
            "index C /2013/05/c - - - -",
            "index D /2013/05/d - - - -",
            "index E /2013/05/e - - - -",
            "index F /2013/05/f - - - -",
        ],
    },
    Case {
        name: "a day without a year has that of the number above it",
        page: "<h4>2012</h4><h2><a href=/old-a>A</a></h2><p>3 May</p>\
                 <h2><a href=/old-b>B</a></h2><p>2 May</p>
               <h2><a href=/2013/04/c>C</a></h2><p>1 May</p>",
        want: &[
            "index A /old-a 2012-05-03 - - -",
            "index B /old-b 2012-05-02 - - -",
            "index C /2013/04/c 2013-05-01 - - -",
        ],
    },
    Case {
        name: "a post with tags at an address of another shape is no cloud",
        page: "<body class=home><div id=list>\
                 <div class=post><h2><a href=/2013/05/a>A</a></h2><div class=text>Grey.</div></div>
               <div class=post><h2><a href=/old-b>B</a></h2><a rel=tag href=/tag/sea>sea</a>\
                 <div class=text>Dry.</div></div></div>",
        want: &["list A /2013/05/a - - - Grey.", "list B /old-b - - sea Dry."],
    },
    Case {
        name: "days in numbers alone keep the order of those with a month's name",
        page: "<p>16/04/04 <a href=/2013/05/a>A</a></p><p>03/04/04 <a href=/2013/05/b>B</a></p>",
        want: &["index A /2013/05/a 2004-04-16 - - -", "index B /2013/05/b 2004-04-03 - - -"],
    },
    Case {
        name: "a heading's day is that of all records under it, in a learned layout, too",
        page: "<body class=home><div id=list><h4>3 May 2013</h4>
               <div class=post><h2><a href=/2013/05/a>A</a></h2></div>
               <div class=post><h2><a href=/2013/05/b>B</a></h2></div><h4>2 May 2013</h4>
               <div class=post><h2><a href=/2013/05/c>C</a></h2></div><h4>1 May 2013</h4>
               <div class=post><h2><a href=/2013/05/d>D</a></h2></div></div>",
        want: &[
            "list A /2013/05/a 2013-05-03 - - -",
            "list B /2013/05/b 2013-05-03 - - -",
            "list C /2013/05/c 2013-05-02 - - -",
            "list D /2013/05/d 2013-05-01 - - -",
        ],
    },
    Case {
        name: "a day in a text is no heading of the records below",
        page: "<body class=home><div id=list><h4>3 May 2013</h4>
               <div class=post><h2><a href=/2013/05/a>A</a></h2>
               <div class=text>Begun <u>1 May 2013</u>.</div></div>
               <div class=post><h2><a href=/2013/05/b>B</a></h2></div><h4>2 May 2013</h4>
               <div class=post><h2><a href=/2013/05/c>C</a></h2></div></div>",
        want: &[
            "list A /2013/05/a 2013-05-03 - - Begun 1 May 2013.",
            "list B /2013/05/b 2013-05-03 - - -",
            "list C /2013/05/c 2013-05-02 - - -",
        ],
    },
    Case {
        name: "a link to the post itself among its tags is none",
        page: "<body class=home><div id=list>
               <div class=post><h2><a href=/2013/05/a>A</a></h2><div class=text>Grey.</div>
               <a rel=tag href=/tag/sea>sea</a> |
               <a rel=tag href=/2013/05/a#c>Permalink</a></div></div>",
        want: &["list A /2013/05/a - - sea Grey."],
    },
    Case {
        name: "an archive with words of its own where entries have their text, \
               and no title, is a list",
        page: "<body class=single>\
                 <div class=text>All of May, as it was said by those who were there, in short.</div>
               <ul><li><a href=/2013/05/a>A</a><li><a href=/2013/05/b>B</a></ul>",
        want: &["index A /2013/05/a - - - -", "index B /2013/05/b - - - -"],
    },
];

/// The rules, with the evidence that files must have.
fn rules(index_flag: &str) -> Wrapper {
    completed(&RULES.replace("DATED", index_flag))
}

fn completed(rules: &str) -> Wrapper {
    let evidence = r#"<evidence seen="9" trained="5" tested="4" exact="9"/>"#;
    let mut text = String::new();
    for (k, part) in rules.split("<field ").enumerate() {
        if k == 0 {
            text += &part.replace(
                r#"<record ends="element">"#,
                &format!(r#"<record ends="element">{evidence}"#),
            );
            continue;
        }
        let (head, rest) = part.split_once('>').unwrap();
        text += &format!(r#"<field {head}>{evidence}<profile shortest="3" longest="8"/>{rest}"#);
    }
    xml::read(&text).unwrap()
}

fn line(layout: &str, e: &Entry) -> String {
    let or = |v: Option<String>| v.unwrap_or_else(|| "-".to_owned());
    let path = e.link.as_ref().map(|l| l.trim_start_matches("https://b.example").to_owned());
    let tags = e.tags.as_ref().filter(|t| !t.is_empty()).map(|t| t.join(","));
    let date = e.date.map(|d| d.to_string());
    [
        layout.to_owned(),
        or(e.title.clone()),
        or(path),
        or(date),
        or(e.author.clone()),
        or(tags),
        or(e.body_text.clone()),
    ]
    .join(" ")
}

fn read(wrapper: &Wrapper, page: &str, url: &str) -> Vec<String> {
    let got = wrapper.extract(page, url);
    let layout = got.layout.clone().unwrap_or_default();
    got.entries.iter().map(|e| line(&layout, e)).collect()
}

#[test]
fn pages_of_other_layouts_are_read() {
    let wrapper = rules("");
    let mut wrong = String::new();
    for case in CASES {
        let got = read(&wrapper, case.page, "https://b.example/x/");
        if got != case.want {
            wrong += &format!("\n{}\n  want {:#?}\n  got  {got:#?}\n", case.name, case.want);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_list_never_seen_ends_a_text_ahead_of_an_empty_paragraph() {
    let record = |name: &str, text: &str| {
        format!("<div><a href=/2013/05/{name}>{name}</a><p>{text}</p><p></p></div>")
    };
    let page = record("a", "One two three four five six seven eight nine.")
        + &record("b", "Nine eight seven six five four three two one.");
    let read = rules("").extract(&page, "https://b.example/x/").entries;
    let html: Vec<Option<&str>> = read.iter().map(|e| e.body_html.as_deref()).collect();
    assert_eq!(
        html,
        [
            Some("<p>One two three four five six seven eight nine.</p>"),
            Some("<p>Nine eight seven six five four three two one.</p>")
        ]
    );
}

#[test]
fn dots_at_the_end_of_a_text_say_that_it_was_cut() {
    let record = |name: &str, text: &str| {
        format!(
            "<div class=post><h2><a href=/2013/05/{name}>{name}</a></h2>\
             <div class=text>{text}</div></div>"
        )
    };
    let page =
        format!("<body class=home><div id=list>{}{}", record("a", "Grey …"), record("b", "Dry."));
    let read = rules("").extract(&page, "https://b.example/x/").entries;
    let extents: Vec<Option<Extent>> = read.iter().map(|e| e.extent).collect();
    assert_eq!(extents, [Some(Extent::Excerpt), Some(Extent::Full)]);
}

/// On a blog none of whose posts was known to end so.
#[test]
fn dots_at_the_ends_of_all_texts_of_a_list_say_that_they_were_cut() {
    let record = |(name, text): (&str, &str)| {
        format!(
            "<div class=post><h2><a href=/2013/05/{name}>{name}</a></h2>\
             <div class=text>{text}</div></div>"
        )
    };
    let mut wrapper = rules("");
    for layout in &mut wrapper.layouts {
        layout.extent = Some(ExtentRule { ellipsis: None, ..ExtentRule::default() });
    }
    let (full, part) = (Some(Extent::Full), Some(Extent::Excerpt));
    let cases = [
        (&[("a", "Grey …"), ("b", "Dry.")][..], full),
        (&[("a", "Grey …")], full),
        (&[("a", "Grey …"), ("b", "Dry …")], part),
    ];
    for (records, extent) in cases {
        let page: String = records.iter().copied().map(record).collect();
        let page = format!("<body class=home><div id=list>{page}");
        let read = wrapper.extract(&page, "https://b.example/x/").entries;
        assert_eq!(read[0].extent, extent, "{records:?}");
    }
}

#[test]
fn a_long_line_that_says_the_day_is_no_text() {
    let record = |(name, day): (&str, &str)| {
        format!(
            "<div class=post><h2><a href=/2013/05/{name}>{name}</a></h2>\
             <i>{day} May 2013 at ten in the morning by Margaret Saltworthy of the old shed by \
             the sea wall</i></div>"
        )
    };
    let page: String = [("fog", "3"), ("rye", "2"), ("owl", "1")].map(record).concat();
    let page = format!("<body class=home><div id=list>{page}");
    let read = rules("").extract(&page, "https://b.example/x/").entries;
    assert!(read.iter().all(|e| e.date.is_some() && e.body_text.is_none()), "{read:?}");
}

#[test]
fn texts_of_several_paragraphs_on_a_list_never_seen_are_whole() {
    let texts = [
        ["One two three four five six seven eight.", "Then nine, ten and eleven of them."],
        ["Red blue green grey white black brown pink.", "Then yellow, and some of the gold."],
        ["Rye oat wheat bran malt hops yeast water.", "Then salt, and a day of waiting."],
    ];
    let record = |name: &str, text: &[&str]| {
        let text: String = text.iter().map(|p| format!("<p>{p}</p>")).collect();
        format!("<div><a href=/2013/05/{name}>{name}</a>{text}<p></p></div>")
    };
    for (paragraphs, extent) in [(1, Extent::Excerpt), (2, Extent::Full)] {
        let records = ["a", "b", "c"].iter().zip(&texts);
        let page: String = records.map(|(name, text)| record(name, &text[..paragraphs])).collect();
        let read = rules("").extract(&page, "https://b.example/x/").entries;
        let extents: Vec<Option<Extent>> = read.iter().map(|e| e.extent).collect();
        assert_eq!(extents, [Some(extent); 3], "{paragraphs}");
    }
}

#[test]
fn a_value_may_end_with_the_end_tag_of_its_own_element() {
    let start = r#"<start><open tag="h3"/></start>"#;
    let ended = format!(r#"{start}<end level="0"><close tag="h3"/></end>"#);
    let wrapper = completed(&RULES.replace("DATED", "").replace(start, &ended));
    let page = "<body class=single><h3>Fog</h3><div class=text>Grey.</div>";
    assert_eq!(read(&wrapper, page, "https://b.example/x/"), ["entry Fog - - - - Grey."]);
}

#[test]
fn an_excerpt_on_an_entrys_page_keeps_its_markup() {
    let rules = RULES.replace("DATED", "");
    let (list, entry) = rules.split_once(r#"name="entry""#).unwrap();
    let entry = entry.replace(r#"<field name="body""#, r#"<field name="excerpt""#);
    let wrapper = completed(&format!(r#"{list}name="entry"{entry}"#));
    let page = "<body class=single><h3>Fog</h3><div class=text>So <b>grey</b>.</div>";
    let read = wrapper.extract(page, "https://b.example/x/").entries;
    assert_eq!(read[0].body_html.as_deref(), Some("So <b>grey</b>."));
}

#[test]
fn a_title_that_is_a_day_is_no_heading_of_its_own_entry() {
    let day = r#"<field name="date" value="text" optional="true">"#;
    let sticky = r#"<field name="date" value="text" scope="sticky" optional="true">"#;
    let rules = RULES.replace("DATED", "").replace(day, sticky).replace("tag=\"i\"", "tag=\"h2\"");
    let page = "<body class=home><div id=list><h2>3 May 2013</h2>\
                <div class=post><h2>9 May 1999</h2>\
                <a href=/2013/05/a>Go on</a><div class=text>Grey.</div></div>";
    let read = read(&completed(&rules), page, "https://b.example/x/");
    assert_eq!(read, ["list 9 May 1999 /2013/05/a 2013-05-03 - - Grey."]);
}

#[test]
fn the_reference_has_the_weights_of_the_program() {
    let reference = std::fs::read_to_string("rules/README.md").unwrap();
    for term in Term::ALL {
        let row = format!("| `{}` | {:.1} |", term.name(), term.weight());
        assert!(reference.contains(&row), "rules/README.md lacks {row}");
    }
}

#[test]
fn no_term_counts_against_what_it_is_said_for() {
    // What is found, marks, and an address that fits speak for a reading; what is missing against.
    let against = ["No", "Lacks", "Home", "OfRecords", "One", "Elsewhere", "Untitled", "Frames"];
    for term in Term::ALL {
        let name = term.name();
        let negative = against.iter().any(|a| name.contains(a))
            || matches!(name, "ListAddress" | "IndexAddress" | "IndexSaid");
        let free = matches!(name, "Entry" | "List" | "Index");
        assert!(free || (term.weight() <= 0.0) == negative || term.weight() == 0.0, "{name}");
    }
}

#[test]
fn days_in_permalinks_count_where_the_rules_say_so() {
    let page = "<ul><li><a href=/2013/05/3-fog>Fog</a><li><a href=/2013/05/4-ice>Ice</a></ul>";
    let days = |flag: &str| -> Vec<String> {
        let wrapper = rules(flag);
        wrapper
            .extract(page, "https://b.example/x/")
            .entries
            .iter()
            .map(|e| e.date.map_or("-".to_owned(), |d| d.to_string()))
            .collect()
    };
    assert_eq!(days(""), ["-", "-"]);
    assert_eq!(days(r#"dated="true""#), ["2013-05-03", "2013-05-04"]);
}

#[test]
fn an_archive_of_one_day_is_no_permalink() {
    let wrapper = rules(r#"dated="true""#);
    let days = |url: &str| {
        wrapper.extract("<body class=single><h3>Fog</h3><div class=text>Grey.</div>", url).entries
            [0]
        .date
    };
    assert_eq!(
        days("https://b.example/2013/05/3-fog").map(|d| d.to_string()),
        Some("2013-05-03".to_owned())
    );
    assert_eq!(days("https://b.example/2013/05/03/"), None);
}

/// A record whose start reads backwards past the record before it.
/// Archives stand at such addresses where permalinks are `/*`.
#[test]
fn a_list_of_titles_in_an_entrys_template_at_a_permalinks_address_is_no_entry() {
    let titles = ["Fog", "Ice", "Rain", "Dew", "Hail"]
        .map(|t| format!("<p>3 May 2013 <a href=/2013/05/{t}>{t}</a></p>"));
    let page = format!(
        "<title>All</title><body class=single><h3>All</h3><div class=text>\
         <p>All that was written of the sky and of the sea.</p>{}</div>",
        titles.concat()
    );
    let read = rules("").extract(&page, "https://b.example/2013/05/all");
    assert_eq!(read.layout.as_deref(), Some("index"));
}

/// A layout of titles and links: its days are those beside the titles.
#[test]
fn of_titles_and_links_what_has_neither_day_nor_permalink_is_a_menus() {
    let mut wrapper = rules("");
    wrapper.layouts[0].fields.retain(|f| matches!(f.field, Field::Title | Field::Link));
    let page = |day: &str| {
        format!(
            "<body class=home><div class=post><h2><a href=/all>All</a></h2></div><div id=list>\
             <div class=post><h2><a href=/2013/05/a>A</a></h2>{day}</div>\
             <div class=post><h2><a href=/2013/05/b>B</a></h2>{day}</div>\
             <div class=post><h2><a href=/old-c>C</a></h2>{day}</div></div>"
        )
    };
    let posts = |day| {
        ["A /2013/05/a", "B /2013/05/b", "C /old-c"].map(|post| format!("list {post} {day} - - -"))
    };
    assert_eq!(read(&wrapper, &page("3 May 2013"), "https://b.example/x/"), posts("2013-05-03"));
    let menu = ["list All /all - - - -".to_owned()];
    let want: Vec<String> = menu.into_iter().chain(posts("-")).collect();
    assert_eq!(read(&wrapper, &page(""), "https://b.example/x/"), want);
}

#[test]
fn records_that_overlap_do_no_harm() {
    let wrapper = rules("");
    let text = xml::write(&wrapper)
        .replace(
            r#"<open tag="div"><attr name="class" has="post"/></open>"#,
            r#"<close tag="p"/><open tag="div" around="true"/><open tag="h2"/>"#,
        )
        .replace(r#"ends="element""#, r#"ends="next""#);
    let wrapper = xml::read(&text).unwrap();
    let page = "<a href=/2013/05/a>t</a><h1>T</h1><p>x</p>\
                <div><p>y</p><div><h2>1</h2></div><h2>2</h2></div>";
    wrapper.extract(page, "https://b.example/");
}

#[test]
fn a_page_of_ten_thousand_links_is_read_in_bounded_time() {
    let wrapper = rules("");
    let page: String = (0..10_000)
        .map(|i| format!("<p><a href=/2013/05/p{i}>Post {i}</a> 3 May 2013 <b>word {i}</b></p>"))
        .collect();
    let started = std::time::Instant::now();
    assert_eq!(wrapper.extract(&page, "https://b.example/x/").entries.len(), 10_000);
    // Not a benchmark: what is quadratic here takes minutes.
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

/// The day that stands where other entries name their author is no author.
#[test]
fn a_day_is_no_author() {
    let rules = xml::read(&std::fs::read_to_string("rules/garden-notes.xml").unwrap()).unwrap();
    let path = "2020/10/03/blue-sheet-and-a-brick";
    let html = std::fs::read_to_string(format!("samples/garden-notes/{path}/index.html")).unwrap();
    let author = |html: &str| {
        rules
            .extract_page(&Page::parse(html), &format!("https://garden-notes.example/{path}/"))
            .entries
            .remove(0)
    };
    assert_eq!(author(&html).author.as_deref(), Some("Tom Reyes"));
    let e = author(&html.replace(">Tom Reyes<", ">October 3, 2020<"));
    assert_eq!(e.author, None);
    assert!(
        e.missing
            .iter()
            .any(|m| m.0 == Field::Author && m.1.to_string().contains("October 3, 2020")),
        "{:?}",
        e.missing
    );
}

#[test]
fn a_list_at_a_permalink_has_a_record_that_leads_there() {
    let record = |name: &str| {
        format!(
            "<div class=post><h2><a href=/2013/05/{name}>{name}</a></h2>\
             <div class=text>Grey {name}.</div></div>"
        )
    };
    let page = format!("<body class=single>{}{}", record("a"), record("b"));
    let at = |name: &str| {
        rules("").extract(&page, &format!("https://b.example/2013/05/{name}")).layout.unwrap()
    };
    assert_eq!((at("a"), at("fog")), ("list".to_owned(), "entry".to_owned()));
}
