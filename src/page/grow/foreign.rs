//! Pictures and formulas (HTML, 13.2.6.5), where no HTML stands in them.

use super::kinds::{BREAKS_OUT, is};
use super::*;

impl Grower<'_> {
    pub(super) fn insert_foreign(&mut self, name: Label, space: Space, closed: bool) -> Step {
        let attrs = self.keep_attrs(space);
        self.insert_at(name, space, self.span(), attrs)?;
        if closed {
            self.pop();
        }
        Ok(())
    }

    pub(super) fn start_foreign(&mut self, tag: Tag, open: Open) -> Step {
        // HTML in pictures and formulas, and what breaks out of them.
        if Self::bounds_scope(&open) || open.name == tag::annotation_xml || is(tag.name, BREAKS_OUT)
        {
            return Err(Odd);
        }
        let name = match open.space {
            Space::Svg => self.foreign_name(tag.name, &SVG_TAGS),
            _ => tag.name,
        };
        self.insert_foreign(name, open.space, tag.closed)
    }

    /// False where the tag is left to HTML's rules.
    pub(super) fn end_foreign(&mut self, name: Label) -> Step<bool> {
        if matches!(name, tag::br | tag::p) {
            return Err(Odd);
        }
        let wanted = self.names.name(name);
        let mut found = None;
        for (n, (k, open)) in self.seen().enumerate() {
            if n > 0 && open.space == Space::Html {
                return Ok(false);
            }
            if self.names.name(open.name).eq_ignore_ascii_case(wanted) {
                found = Some(k);
                break;
            }
        }
        if let Some(k) = found {
            self.close_from(k);
        }
        Ok(true)
    }

    pub(super) fn foreign_name(&mut self, name: Label, spelled: &[&'static str]) -> Label {
        let plain = self.names.name(name);
        let Some(spelled) = spelled.iter().find(|s| s.eq_ignore_ascii_case(plain)) else {
            return name;
        };
        self.names.label(spelled)
    }

    pub(super) fn foreign_attribute(&mut self, name: Label, space: Space) -> Label {
        let plain = self.names.name(name);
        let local = match plain {
            "xlink:actuate" | "xlink:arcrole" | "xlink:href" | "xlink:role" | "xlink:show"
            | "xlink:title" | "xlink:type" | "xml:lang" | "xml:space" | "xmlns:xlink" => {
                plain.rsplit(':').next().map(str::to_owned)
            }
            _ => None,
        };
        match local {
            Some(local) => self.names.label(&local),
            None if space == Space::Svg => self.foreign_name(name, &SVG_ATTRIBUTES),
            None => self.foreign_name(name, &["definitionURL"]),
        }
    }
}

/// Tags of SVG that have capitals (HTML, 13.2.6.5).
#[rustfmt::skip]
const SVG_TAGS: [&str; 37] = [
    "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform",
    "clipPath", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite",
    "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow",
    "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge",
    "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight",
    "feTile", "feTurbulence", "foreignObject", "glyphRef", "linearGradient", "radialGradient",
    "textPath",
];

/// Attributes of SVG that have capitals (HTML, 13.2.6.5).
#[rustfmt::skip]
const SVG_ATTRIBUTES: [&str; 58] = [
    "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits",
    "diffuseConstant", "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits",
    "kernelMatrix", "kernelUnitLength", "keyPoints", "keySplines", "keyTimes", "lengthAdjust",
    "limitingConeAngle", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits",
    "maskUnits", "numOctaves", "pathLength", "patternContentUnits", "patternTransform",
    "patternUnits", "pointsAtX", "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio",
    "primitiveUnits", "refX", "refY", "repeatCount", "repeatDur", "requiredExtensions",
    "requiredFeatures", "specularConstant", "specularExponent", "spreadMethod", "startOffset",
    "stdDeviation", "stitchTiles", "surfaceScale", "systemLanguage", "tableValues", "targetX",
    "targetY", "textLength", "viewBox", "viewTarget", "xChannelSelector", "yChannelSelector",
    "zoomAndPan",
];
