//! Rasterizes the drawing of a piece: SVG with a style sheet for each side.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::atlas::Bitmap;
use crate::rules::Color;

/// The style sheets of a side, one for each layer, the lowest first. A black piece gets a thin light rim below it, so
/// that it can be seen on dark tiles.
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
/// The reason why `svg` is not valid, on one line.
pub fn rasterize(svg: &str, color: Color, size: u32) -> Result<Bitmap, String> {
    let size = size.max(1);
    let mut pixmap = Pixmap::new(size, size).expect("the size is above zero");
    for style_sheet in style_sheets(color) {
        let tree = Tree::from_str(svg, &options(style_sheet)).map_err(|error| first_line(&error))?;
        let (width, height) = (tree.size().width(), tree.size().height());
        let scale = size as f32 / width.max(height);
        let margin = |length: f32| (size as f32 - length * scale) / 2.0;
        let transform = Transform::from_row(scale, 0.0, 0.0, scale, margin(width), margin(height));
        resvg::render(&tree, transform, &mut pixmap.as_mut());
    }
    // The graphics card blends colours that are not premultiplied.
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

fn first_line(error: &resvg::usvg::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares of 8 and of 4096 units, and a drawing that is twice as wide as high.
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
