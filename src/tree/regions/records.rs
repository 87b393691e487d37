//! The records of a region (FindRecords-1 and FindRecords-n), and its weight.

use std::ops::Range;

use super::{Found, Record, Region, Search};

/// Text that records of a split row have in the mean, at least.
const RECORD_TEXT: usize = 30;

impl Search<'_> {
    /// The records of a region.
    pub(super) fn region(&mut self, found: Found) -> Option<Region> {
        let records = self.records(&found);
        let token = |list: Vec<usize>| Record {
            roots: list.into_iter().map(|c| self.outline.token(c)).collect(),
        };
        let records: Vec<Record> = records.into_iter().map(token).collect();
        let spans = || records.iter().flat_map(|r| r.tokens(self.page));
        let text: usize = spans().map(|r| self.sums.text(r)).sum();
        // One record with all the text is the page, not a record: none counts for more than some of
        // the usual ones.
        let weight = |r: &Record| {
            let sum = |of: &dyn Fn(Range<usize>) -> usize| {
                r.tokens(self.page).map(of).sum::<usize>() as f64
            };
            sum(&|t| self.sums.text(t)) - self.options.link_weight * sum(&|t| self.sums.links(t))
        };
        let mut weights: Vec<f64> = records.iter().map(weight).collect();
        weights.sort_by(f64::total_cmp);
        let most = weights.get(weights.len() / 2).map_or(0.0, |m| m * self.options.most);
        let weight = weights.iter().map(|w| w.min(most)).sum();
        let parent = self.outline.token(found.parent);
        // What a browser does not show is no data, whatever it holds.
        let seen = |r: &Record| {
            r.roots
                .iter()
                .any(|t| self.boxes.is_none_or(|b| b.get(t).is_some_and(|r| r.w * r.h > 0.0)))
        };
        let shown = records.iter().filter(|r| seen(r)).count() * 2 > records.len();
        (shown && text >= self.options.least_text).then_some(Region {
            parent,
            length: found.length,
            records,
            weight,
        })
    }

    /// FindRecords-1 and FindRecords-n.
    fn records(&mut self, found: &Found) -> Vec<Vec<usize>> {
        let o = self.outline;
        let inside = |c: usize| -> Vec<usize> { o.children(c).collect() };
        if found.groups.iter().all(|g| g.len() == 1) {
            // A grid: the rows' cells are the records. The last row may be ragged.
            let rows: Vec<Vec<usize>> = found.groups.iter().map(|g| inside(g[0])).collect();
            let all = rows.len() - usize::from(rows.len() > 1);
            let cells: usize = rows.iter().map(Vec::len).sum();
            let deep = |c: &usize| o.children(*c).any(|g| o.size(g) > 1);
            let table = self.page.tag(o.token(found.groups[0][0])) == "tr";
            let text: usize =
                rows.iter().flatten().map(|&c| self.sums.text(self.page.region(o.token(c)))).sum();
            let splits = (!table || rows.iter().flatten().all(deep))
                && cells > 0
                && text >= RECORD_TEXT * cells;
            if splits
                && rows[..all].iter().all(|r| r.len() > 1)
                && rows.iter().all(|r| r.windows(2).all(|w| self.similar(&w[..1], &w[1..])))
            {
                return rows.into_iter().flatten().map(|c| vec![c]).collect();
            }
            return found.groups.clone();
        }
        let mut out = Vec::new();
        for group in &found.groups {
            let parts: Vec<Vec<usize>> = group.iter().map(|&c| inside(c)).collect();
            let even = parts.len() > 1
                && parts[0].len() > 1
                && parts.iter().all(|p| p.len() == parts[0].len());
            if !even || !parts.iter().all(|p| p.windows(2).all(|w| self.similar(&w[..1], &w[1..])))
            {
                return found.groups.clone();
            }
            out.extend((0..parts[0].len()).map(|j| parts.iter().map(|p| p[j]).collect()));
        }
        out
    }
}
