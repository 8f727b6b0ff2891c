//! Rasterizes the drawing of a piece. A drawing is SVG, and the style sheets of a side colour it.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, Error, ParsingOptions};
use resvg::usvg::{Group, ImageHrefResolver, Node, Options, Tree};

use super::atlas::Bitmap;
use crate::rules::Color;

/// The elements that a drawing may have: shapes, groups and gradients. With other elements, such as filters, patterns
/// and copies of copies, rasterizing a small file could take any amount of time and memory.
const ELEMENTS: [&str; 17] = [
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "linearGradient",
    "radialGradient",
    "stop",
    "defs",
    "style",
    "title",
    "desc",
    "metadata",
];
const NAMESPACE: &str = "http://www.w3.org/2000/svg";
/// Maximum number of elements, texts and comments in a drawing.
const MAX_NODES: u32 = 5000;

/// The style sheets of a side. The drawing is rendered once with each of them, the first at the bottom. The first one
/// of black pieces gives a thin light rim, so that the piece can be seen on dark tiles.
const fn style_sheets(color: Color) -> &'static [&'static str] {
    match color {
        Color::White => &[include_str!("../../assets/pieces/style-white.css")],
        Color::Black => &[
            include_str!("../../assets/pieces/style-black-rim.css"),
            include_str!("../../assets/pieces/style-black.css"),
        ],
    }
}

/// Rasterizes `svg` in the colours of a side, scaled to fit `size` by `size` pixels and centred.
///
/// # Errors
/// Returns the reason, on one line, if `svg` is not valid or not allowed.
pub fn rasterize(svg: &str, color: Color, size: u32) -> Result<Bitmap, String> {
    let size = size.max(1);
    let mut pixmap = Pixmap::new(size, size).expect("the size is above zero");
    let xml = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(svg, xml).map_err(|error| match error {
        Error::NodesLimitReached => format!("it has more than {MAX_NODES} parts"),
        error => first_line(&error),
    })?;
    if let Some(name) = foreign_element(&document) {
        return Err(format!("<{name}> is not allowed; use only shapes, groups and gradients"));
    }
    for style_sheet in style_sheets(color) {
        let tree =
            Tree::from_xmltree(&document, &options(style_sheet)).map_err(|error| first_line(&error))?;
        if let Some(effect) = costly_effect(tree.root()) {
            return Err(format!("{effect} are not allowed"));
        }
        let (width, height) = (tree.size().width(), tree.size().height());
        let scale = size as f32 / width.max(height);
        let margin = |length: f32| (size as f32 - length * scale) / 2.0;
        let transform = Transform::from_row(scale, 0.0, 0.0, scale, margin(width), margin(height));
        resvg::render(&tree, transform, &mut pixmap.as_mut());
    }
    // The graphics card expects colours that are not premultiplied by their opacity.
    let rgba = pixmap.pixels().iter().flat_map(|pixel| {
        let color = pixel.demultiply();
        [color.red(), color.green(), color.blue(), color.alpha()]
    });
    Ok(Bitmap { width: size, height: size, offset: (0.0, 0.0), rgba: rgba.collect() })
}

/// Options with a style sheet, and without access to files or to embedded images.
fn options(style_sheet: &str) -> Options<'static> {
    let no_images =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    Options {
        style_sheet: Some(style_sheet.to_owned()),
        image_href_resolver: no_images,
        ..Options::default()
    }
}

/// The first element of SVG that is not one of [`ELEMENTS`]. Elements of other XML languages are ignored.
fn foreign_element<'d>(document: &'d Document<'_>) -> Option<&'d str> {
    let names = document.descendants().filter(|node| node.is_element()).map(|node| node.tag_name());
    let mut names = names.filter(|name| name.namespace() == Some(NAMESPACE)).map(|name| name.name());
    names.find(|name| !ELEMENTS.contains(name))
}

/// The name of an effect in the drawing that can take any amount of time; `None` if there is no such effect.
fn costly_effect(group: &Group) -> Option<&'static str> {
    group.children().iter().find_map(|node| match node {
        Node::Group(group) if !group.filters().is_empty() => Some("filters"),
        Node::Group(group) => costly_effect(group),
        Node::Path(path) if path.stroke().is_some_and(|stroke| stroke.dasharray().is_some()) => {
            Some("dashed lines")
        }
        _ => None,
    })
}

fn first_line(error: &impl std::fmt::Display) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files that would take seconds or hundreds of MiB are refused with a reason, and so are images and texts, which
    /// would not be drawn. Elements of another XML language are allowed.
    #[test]
    fn drawings_that_take_long_are_refused_by_name() {
        let circle = "<circle id='c' r='9'/>";
        let filter = "<filter id='f'><feTurbulence numOctaves='100000'/></filter><rect filter='url(#f)'/>";
        let pattern = "<pattern id='p' width='20000' height='20000' patternUnits='userSpaceOnUse'/>";
        let uses = circle.to_owned() + &"<use href='#c'/>".repeat(100_000);
        let chain = "<g id='a'><use href='#b'/><use href='#b'/></g>";
        let dashed = "<path d='M0 0H9999' stroke='red' stroke-dasharray='.01'/>";
        for (inside, reason) in [
            (filter, "<filter> is not allowed; use only shapes, groups and gradients"),
            (pattern, "<pattern> is not allowed"),
            ("<image href='data:image/png;base64,AAAA'/>", "<image> is not allowed"),
            ("<text>K</text>", "<text> is not allowed"),
            ("<svg:mask xmlns:svg='http://www.w3.org/2000/svg'/>", "<mask> is not allowed"),
            (chain, "<use> is not allowed"),
            (&uses, "it has more than 5000 parts"),
            (dashed, "dashed lines are not allowed"),
            (
                "<style>.body { filter: blur(99px) }</style><rect class='body' width='9' height='9'/>",
                "filters are not allowed",
            ),
        ] {
            let svg = format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>{circle}{inside}</svg>"
            );
            let start = std::time::Instant::now();
            let error = rasterize(&svg, Color::White, 48).map(|_| ()).expect_err(reason);
            assert!(error.starts_with(reason), "{error}");
            assert!(start.elapsed().as_secs() < 2, "{reason} took {:?}", start.elapsed());
        }
        let other =
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:i='urn:i' width='9' height='9'><i:use/></svg>";
        assert!(rasterize(other, Color::White, 48).is_ok(), "elements of other languages are ignored");
    }

    /// Squares of 8 and of 4096 units fill the bitmap. A drawing that is twice as wide as high is centred.
    #[test]
    fn a_drawing_of_any_size_fills_the_bitmap() {
        let square = |side: u32| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{side}'><rect width='{side}' height='{side}'/></svg>"
            )
        };
        let [small, large] = [8, 4096].map(|side| rasterize(&square(side), Color::White, 16).unwrap());
        assert_eq!(small.rgba, large.rgba);
        assert!(small.rgba.chunks(4).all(|pixel| pixel[3] == 255));
        let flat = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20'/></svg>";
        let flat = rasterize(flat, Color::White, 16).unwrap();
        let painted = |row: usize| flat.rgba[row * 64 + 3] > 0;
        assert_eq!((0..16).filter(|&row| painted(row)).collect::<Vec<_>>(), (4..12).collect::<Vec<_>>());
    }
}
