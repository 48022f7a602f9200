//! How names of HTML and SVG compare (13.2.6.1, "adjust SVG attributes", and 4.16.2, case-sensitivity of selectors).

/// The names of elements of SVG with capitals.
#[rustfmt::skip]
const SVG_ELEMENTS: &[&str] = &[
    "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform", "clipPath", "feBlend",
    "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap",
    "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage",
    "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile",
    "feTurbulence", "foreignObject", "glyphRef", "linearGradient", "radialGradient", "textPath",
];

/// The attributes of SVG with capitals.
#[rustfmt::skip]
const SVG_ATTRIBUTES: &[&str] = &[
    "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits", "diffuseConstant",
    "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits", "kernelMatrix", "kernelUnitLength",
    "keyPoints", "keySplines", "keyTimes", "lengthAdjust", "limitingConeAngle", "markerHeight", "markerUnits",
    "markerWidth", "maskContentUnits", "maskUnits", "numOctaves", "pathLength", "patternContentUnits", "patternTransform",
    "patternUnits", "pointsAtX", "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio", "primitiveUnits",
    "refX", "refY", "repeatCount", "repeatDur", "requiredExtensions", "requiredFeatures", "specularConstant",
    "specularExponent", "spreadMethod", "startOffset", "stdDeviation", "stitchTiles", "surfaceScale", "systemLanguage",
    "tableValues", "targetX", "targetY", "textLength", "viewBox", "viewTarget", "xChannelSelector", "yChannelSelector",
    "zoomAndPan",
];

/// The attributes of SVG and MathML in other namespaces.
#[rustfmt::skip]
const WITH_NAMESPACE: &[&str] = &[
    "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type", "xml:lang",
    "xml:space", "xmlns", "xmlns:xlink",
];

/// The attributes whose values compare in any ASCII case in HTML.
#[rustfmt::skip]
const IGNORING_CASE: &[&str] = &[
    "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype", "color",
    "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame", "hreflang", "http-equiv",
    "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize", "noshade", "nowrap", "readonly", "rel",
    "rev", "rules", "scope", "scrolling", "selected", "shape", "target", "text", "type", "valign", "valuetype", "vlink",
];

/// In which namespaces a name of a selector may be that of an element or attribute. In HTML it always may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Namespaces {
    pub(crate) svg: bool,
    pub(crate) math: bool,
}

impl Namespaces {
    pub(crate) fn of_element(name: &str) -> Self {
        Namespaces { svg: adjusted(SVG_ELEMENTS, name), math: is_lower(name) }
    }

    pub(crate) fn of_attribute(name: &str) -> Self {
        let is_plain = !WITH_NAMESPACE.contains(&name);
        let math = name == "definitionURL" || is_lower(name) && name != "definitionurl";
        Namespaces { svg: is_plain && adjusted(SVG_ATTRIBUTES, name), math: is_plain && math }
    }
}

/// Whether the tree builder makes this name of some tag.
fn adjusted(with_capitals: &[&str], name: &str) -> bool {
    match with_capitals.iter().find(|adjusted| adjusted.eq_ignore_ascii_case(name)) {
        Some(adjusted) => *adjusted == name,
        None => is_lower(name),
    }
}

fn is_lower(name: &str) -> bool {
    !name.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Whether the values of an attribute compare in any ASCII case on elements of HTML.
pub(crate) fn ignores_case(lower_name: &str) -> bool {
    IGNORING_CASE.contains(&lower_name)
}
