//! Parses and rasterizes the drawing of a piece. A drawing is SVG, and the style sheets of a side colour it.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ab_glyph::{Outline, OutlineCurve};
use resvg::tiny_skia::{Pixmap, Rect, Transform};
use resvg::usvg::roxmltree::{Document, Error, ParsingOptions};
use resvg::usvg::{Group, ImageHrefResolver, Node, Options, Tree};
use simplecss::StyleSheet;

use super::atlas::Bitmap;

/// The elements that a drawing may have: shapes, groups and gradients. Filters, patterns, masks and copies of copies
/// would each need a limit of their own.
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
/// Namespace of the elements of SVG.
const NAMESPACE: &str = "http://www.w3.org/2000/svg";
/// Maximum number of elements, texts and comments in a drawing.
const MAX_NODES: u32 = 5000;
/// Maximum number of gradients and their stops. Each pixel of a gradient looks at all of its stops.
const MAX_GRADIENT_PARTS: usize = 64;
/// Maximum length of all style sheets in bytes.
const MAX_STYLE_BYTES: usize = 8192;
/// Maximum number of style rules. Each rule is compared with each element.
const MAX_RULES: usize = 256;
/// Maximum magnitude of a number and of a coordinate before transformations. Beyond it the library loops or panics.
const MAX_NUMBER: f32 = 100_000.0;
/// Maximum number of line and curve segments.
const MAX_SEGMENTS: usize = 2000;
/// How far from the origin of the picture a shape may reach, in sides of the picture. It keeps the coordinates small in
/// every size in which the drawing is rasterized.
const MAX_REACH: f32 = 8.0;
/// Maximum area of all shapes and transparent groups together, in areas of the picture.
const MAX_AREA: f32 = 64.0;
/// A style sheet that leaves the geometry of a drawing, without strokes. Computing the bounds of a stroke can take any
/// amount of time before the bounds of the shape are checked.
const WITHOUT_STROKES: &str = "* { stroke: none !important; fill: black !important }";

/// Parses a drawing, for each of the style sheets of a side.
///
/// # Errors
/// Returns the reason, on one line, if `svg` is not valid.
pub fn parse(svg: &str, style_sheets: &[&str]) -> Result<Vec<Tree>, String> {
    let document = parse_xml(svg)?;
    style_sheets.iter().map(|style_sheet| tree(&document, style_sheet)).collect()
}

/// Parses a drawing that is not built in. Rasterizing the result takes little time and memory in every size.
///
/// # Errors
/// Returns the reason, on one line, if `svg` is not valid or exceeds a limit.
pub fn parse_limited(svg: &str, style_sheets: &[&str]) -> Result<Vec<Tree>, String> {
    let document = parse_xml(svg)?;
    // The limits exclude all panics of the library that are known.
    let parse = || {
        check_document(&document)?;
        check_tree(&tree(&document, WITHOUT_STROKES)?)?;
        let trees: Vec<_> =
            style_sheets.iter().map(|sheet| tree(&document, sheet)).collect::<Result<_, _>>()?;
        trees.iter().try_for_each(check_tree)?;
        Ok(trees)
    };
    catch_unwind(AssertUnwindSafe(parse)).unwrap_or_else(|_| Err("it cannot be drawn".to_owned()))
}

fn parse_xml(svg: &str) -> Result<Document<'_>, String> {
    // Entities would make the text longer than the file. A document type without them is common.
    if svg.contains("<!ENTITY") {
        return Err("it declares entities".to_owned());
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(svg, options).map_err(|error| match error {
        Error::NodesLimitReached => format!("it has more than {MAX_NODES} parts"),
        error => first_line(&error),
    })
}

fn tree(document: &Document<'_>, style_sheet: &str) -> Result<Tree, String> {
    Tree::from_xmltree(document, &options(style_sheet)).map_err(|error| first_line(&error))
}

/// Rasterizes a drawing, scaled to fit `size` by `size` pixels and centred; `None` if the library panics.
pub fn rasterize(trees: &[Tree], size: u32) -> Option<Bitmap> {
    let size = size.max(1);
    let mut pixmap = Pixmap::new(size, size)?;
    for tree in trees {
        let (width, height) = (tree.size().width(), tree.size().height());
        let scale = size as f32 / width.max(height);
        let margin = |length: f32| (size as f32 - length * scale) / 2.0;
        let transform = Transform::from_row(scale, 0.0, 0.0, scale, margin(width), margin(height));
        catch_unwind(AssertUnwindSafe(|| resvg::render(tree, transform, &mut pixmap.as_mut()))).ok()?;
    }
    // The graphics card expects colours that are not premultiplied by their opacity.
    let rgba = pixmap.pixels().iter().flat_map(|pixel| {
        let color = pixel.demultiply();
        [color.red(), color.green(), color.blue(), color.alpha()]
    });
    Some(Bitmap { width: size, height: size, offset: (0.0, 0.0), rgba: rgba.collect() })
}

/// The outline of a letter as the data of a path, in units of the font. In these y increases upwards.
pub fn path_data(outline: &Outline) -> String {
    let mut path = String::new();
    let mut end = None;
    for curve in &outline.curves {
        let (start, stop) = match *curve {
            OutlineCurve::Line(a, b) | OutlineCurve::Quad(a, _, b) | OutlineCurve::Cubic(a, _, _, b) => {
                (a, b)
            }
        };
        if end != Some((start.x, start.y)) {
            let _ = write!(path, "M {} {} ", start.x, start.y);
        }
        let _ = match *curve {
            OutlineCurve::Line(_, b) => write!(path, "L {} {} ", b.x, b.y),
            OutlineCurve::Quad(_, c, b) => write!(path, "Q {} {} {} {} ", c.x, c.y, b.x, b.y),
            OutlineCurve::Cubic(_, c, d, b) => {
                write!(path, "C {} {} {} {} {} {} ", c.x, c.y, d.x, d.y, b.x, b.y)
            }
        };
        end = Some((stop.x, stop.y));
    }
    path
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

/// Checks the limits that keep the time for [`tree`] small.
fn check_document(document: &Document<'_>) -> Result<(), String> {
    // Elements of other XML languages are ignored by the library, elements without a language are not.
    let is_svg = |namespace: Option<&str>| namespace.is_none_or(|namespace| namespace == NAMESPACE);
    let mut gradient_parts = 0;
    for node in document.descendants().filter(|node| node.is_element() && is_svg(node.tag_name().namespace()))
    {
        let name = node.tag_name().name();
        if !ELEMENTS.contains(&name) {
            return Err(format!("<{name}> is not allowed; use only shapes, groups and gradients"));
        }
        gradient_parts += usize::from(["linearGradient", "radialGradient", "stop"].contains(&name));
        for attribute in node.attributes() {
            if !["id", "class"].contains(&attribute.name()) && is_svg(attribute.namespace()) {
                check_values(attribute.value())?;
            }
        }
    }
    if gradient_parts > MAX_GRADIENT_PARTS {
        return Err(format!("it has more than {MAX_GRADIENT_PARTS} gradients and stops"));
    }
    let styles = document.descendants().filter(|node| node.has_tag_name("style"));
    let styles: Vec<_> = styles.filter_map(|node| node.text()).collect();
    if styles.iter().map(|text| text.len()).sum::<usize>() > MAX_STYLE_BYTES {
        return Err(format!("its styles are longer than {MAX_STYLE_BYTES} bytes"));
    }
    let mut sheet = StyleSheet::new();
    for text in styles {
        check_values(text)?;
        sheet.parse_more(text);
    }
    if sheet.rules.len() > MAX_RULES {
        return Err(format!("it has more than {MAX_RULES} style rules"));
    }
    // The time to find the ancestors that match grows exponentially with their number.
    match sheet.rules.iter().map(|rule| rule.selector.to_string()).find(|selector| selector.contains(' ')) {
        Some(_) => Err("a style rule depends on other elements than its own".to_owned()),
        None => Ok(()),
    }
}

/// Checks the numbers in the value of an attribute or in a style sheet, and that no rule of it overrides
/// [`WITHOUT_STROKES`].
fn check_values(text: &str) -> Result<(), String> {
    if text.to_ascii_lowercase().contains("important") {
        return Err("\"!important\" is not allowed".to_owned());
    }
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = 0;
    while at < bytes.len() {
        // Colours and the names of gradients are no numbers.
        if bytes[at] == b'#' {
            at += 1 + bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            continue;
        }
        let mut end = digits(at);
        if bytes.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        if end > at && bytes.get(end).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'e')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits(end + 1 + sign);
            if exponent > end + 1 + sign {
                end = exponent;
            } else if matches!(bytes.get(end + 1), Some(b'm' | b'M' | b'x' | b'X')) {
                return Err(format!("{}em is not allowed; use numbers without a unit", &text[at..end]));
            }
        }
        if text.get(at..end).and_then(|number| number.parse().ok()).is_some_and(|n: f32| n > MAX_NUMBER) {
            return Err(format!("a number is larger than {MAX_NUMBER}"));
        }
        at = end.max(at + 1);
    }
    Ok(())
}

/// Checks the limits that keep the time for [`rasterize`] small.
fn check_tree(tree: &Tree) -> Result<(), String> {
    let side = tree.size().width().max(tree.size().height());
    let (mut segments, mut area) = (0, 0.0);
    measure(tree.root(), side, &mut segments, &mut area)?;
    if segments > MAX_SEGMENTS {
        return Err(format!("it has more than {MAX_SEGMENTS} lines and curves"));
    }
    if area > MAX_AREA { Err(format!("its shapes cover it more than {MAX_AREA} times")) } else { Ok(()) }
}

/// Adds the number of segments of all shapes in `group`, and their area in areas of a square with this side.
fn measure(group: &Group, side: f32, segments: &mut usize, area: &mut f32) -> Result<(), String> {
    let share = |rect: Rect| (rect.width() / side) * (rect.height() / side);
    let within = |rect: Rect, limit: f32| {
        [rect.left(), rect.top(), rect.right(), rect.bottom()].iter().all(|length| length.abs() <= limit)
    };
    for node in group.children() {
        match node {
            Node::Group(group) => {
                if !group.filters().is_empty() {
                    return Err("filters are not allowed".to_owned());
                }
                if group.should_isolate() {
                    *area += share(group.abs_layer_bounding_box().to_rect());
                }
                measure(group, side, segments, area)?;
            }
            Node::Path(path) => {
                if path.stroke().is_some_and(|stroke| stroke.dasharray().is_some()) {
                    return Err("dashed lines are not allowed".to_owned());
                }
                let bounds = path.abs_stroke_bounding_box();
                if !within(path.bounding_box(), MAX_NUMBER) || !within(bounds, MAX_REACH * side) {
                    return Err(format!("a shape reaches beyond {MAX_REACH} times the size of the picture"));
                }
                *area += share(bounds);
                *segments += path.data().len();
            }
            Node::Image(_) | Node::Text(_) => {}
        }
    }
    Ok(())
}

fn first_line(error: &impl std::fmt::Display) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::options::PieceSet;
    use crate::gui::piece_sets;
    use crate::rules::Color;

    /// The style sheets of a side.
    fn sheets(color: Color) -> &'static [&'static str] {
        piece_sets::files(PieceSet::Classic).style_sheets[color]
    }

    /// Files that would take seconds or hundreds of MiB are refused with a reason, and so are images and texts, which
    /// would not be drawn. Elements of another XML language are allowed.
    #[test]
    fn drawings_that_take_long_are_refused_by_name() {
        let circle = "<circle id='c' r='9'/>";
        let filter = "<filter id='f'><feTurbulence numOctaves='100000'/></filter><rect filter='url(#f)'/>";
        let pattern = "<pattern id='p' width='20000' height='20000' patternUnits='userSpaceOnUse'/>";
        let uses = circle.to_owned() + &"<use href='#c'/>".repeat(100_000);
        let chain = "<g id='a'><use href='#b'/><use href='#b'/></g>";
        let dashed = "<path d='M0 0H499' stroke='red' stroke-dasharray='.01'/>";
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
            let error = parse_limited(&svg, sheets(Color::White)).map(|_| ()).expect_err(reason);
            assert!(error.starts_with(reason), "{error}");
            assert!(start.elapsed().as_secs() < 2, "{reason} took {:?}", start.elapsed());
        }
        let other =
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:i='urn:i' width='9' height='9'><i:use/></svg>";
        assert!(
            parse_limited(other, sheets(Color::White)).is_ok(),
            "elements of other languages are ignored"
        );
    }

    /// Drawings of a few KiB that would panic, never end, or take gigabytes are refused within a second, in text as in a
    /// style attribute, a rule or a transformation.
    #[test]
    fn drawings_without_end_are_refused_by_their_limit() {
        let curves = "c1e3 1e3 -1e3 1e3 5 5".repeat(1000);
        let stroked = format!("<path stroke='red' stroke-width='1' d='M0 0{curves}'/>");
        let nested =
            |transform: &str| format!("<g transform='{transform}'>").repeat(9) + &stroked + &"</g>".repeat(9);
        let chained = (0..200).map(|i| format!("<linearGradient id='g{i}' href='#g{}'/>", i + 1));
        let cover = "<rect width='500' height='500' fill='red' opacity='.5'/>".repeat(9);
        let layers = "<g opacity='.5'>".repeat(100) + "<rect width='64' height='64'/>" + &"</g>".repeat(100);
        for (inside, reason) in [
            ("<circle r='1e20'/>", "a number is larger"),
            ("<circle style='r:1e20' r='3'/><path d='M0 0V-1e9'/>", "a number is larger"),
            ("<path d='M0 0H9A9 99999999999 0 0 1 4 9'/>", "a number is larger"),
            ("<g transform='scale(1e6)'><rect width='9'/></g>", "a number is larger"),
            ("<style>.a { stroke-width: 123456px }</style>", "a number is larger"),
            ("<circle r='9000'/>", "a shape reaches beyond"),
            (&format!("<path d='M0 0{}'/>", "l99999 0".repeat(99)), "a shape reaches beyond"),
            (&nested("scale(100)"), "a shape reaches beyond"),
            (&nested("rotate(9) scale(99)"), "a shape reaches beyond"),
            ("<g font-size='99999em'><path stroke-width='9em' d='M0 0H9'/></g>", "99999em is not allowed"),
            ("<path style='stroke:red!IMPORTANT' d='M0 0H9'/>", "\"!important\" is not allowed"),
            ("<style>* { stroke: red ! important }</style>", "\"!important\" is not allowed"),
            (&format!("<path d='M0 0{}'/>", "h1v1h-1v-1".repeat(2000)), "it has more than 2000 lines"),
            (&format!("<style>{}</style>", ".a{x:y}".repeat(257)), "it has more than 256 style rules"),
            (&format!("<style>{}</style>", "*[a]".repeat(3000)), "its styles are longer than 8192 bytes"),
            (&format!("<style>{} {{ fill: red }}</style>", "* ".repeat(40)), "a style rule depends on other"),
            ("<style>g > path { fill: red }</style>", "a style rule depends on other"),
            (&chained.collect::<String>(), "it has more than 64 gradients"),
            (&cover, "its shapes cover it more than 64 times"),
            (&layers, "its shapes cover it more than 64 times"),
        ] {
            let svg =
                format!("<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>{inside}</svg>");
            let start = std::time::Instant::now();
            for color in [Color::White, Color::Black] {
                let error = parse_limited(&svg, sheets(color)).map(|_| ()).expect_err(reason);
                assert!(error.starts_with(reason), "{error} instead of {reason}");
            }
            assert!(start.elapsed().as_secs() < 2, "{reason} took {:?}", start.elapsed());
        }
        let prefixed = "<s:svg xmlns:s='http://www.w3.org/2000/svg'><use href='#a'/></s:svg>";
        assert!(
            parse_limited(prefixed, sheets(Color::White)).unwrap_err().starts_with("<use> is not allowed")
        );
        let entities = "<!DOCTYPE svg [<!ENTITY a 'L6 4'>]><svg xmlns='http://www.w3.org/2000/svg'/>";
        assert_eq!(parse_limited(entities, sheets(Color::White)).unwrap_err(), "it declares entities");
    }

    /// A drawing at its limits is accepted, and in every size up to 1025 pixels it is drawn within a minute, also on a
    /// busy machine.
    #[test]
    fn an_accepted_drawing_can_be_drawn_in_every_size() {
        let far = "<path stroke='red' stroke-width='9' stroke-linejoin='round' d='M-200 -200L200 199C200 -200 -200 200 200 -200Z'/>";
        let waves =
            format!("<path fill='url(#g)' stroke='red' d='M0 0{}'/>", "c99 99 -99 99 .01 .01".repeat(1900));
        let stops = "<stop offset='.5' stop-color='#1e9000'/>".repeat(63);
        let gradient = format!("<linearGradient id='g'>{stops}</linearGradient><g opacity='.5'>{waves}</g>");
        let deep = "<g opacity='.5'>".repeat(1000) + "<rect width='1' height='1'/>" + &"</g>".repeat(1000);
        for inside in [far, &waves, &gradient, &deep] {
            let svg = format!(
                "<!DOCTYPE svg><svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>{inside}</svg>"
            );
            for size in [0, 1, 7, 48, 333, 1025] {
                let start = std::time::Instant::now();
                let trees = parse_limited(&svg, sheets(Color::Black)).unwrap();
                assert!(rasterize(&trees, size).is_some(), "{size}");
                assert!(start.elapsed().as_secs() < 60, "{size} took {:?}", start.elapsed());
            }
        }
    }

    /// Squares of 8 and of 4096 units fill the bitmap. A drawing that is twice as wide as high is centred.
    #[test]
    fn a_drawing_of_any_size_fills_the_bitmap() {
        let square = |side: u32| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{side}'><rect width='{side}' height='{side}'/></svg>"
            )
        };
        let rasterized = |svg: &str| rasterize(&parse(svg, sheets(Color::White)).unwrap(), 16).unwrap();
        let [small, large] = [8, 4096].map(|side| rasterized(&square(side)));
        assert_eq!(small.rgba, large.rgba);
        assert!(small.rgba.chunks(4).all(|pixel| pixel[3] == 255));
        let flat = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20'/></svg>";
        let flat = rasterized(flat);
        let painted = |row: usize| flat.rgba[row * 64 + 3] > 0;
        assert_eq!((0..16).filter(|&row| painted(row)).collect::<Vec<_>>(), (4..12).collect::<Vec<_>>());
    }
}
