//! Pictures of a board for other programs, made without a window: SVG, PNG and animated GIF.
//!
//! A picture is the [`Scene`] of the board. It is written as SVG, and the other formats are rasterized from that.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Indent, Options as SvgOptions, Tree, WriteOptions};

use super::drawing::{Drawing, OwnDrawings};
use super::sprites::Sprites;
use super::svg;
use crate::game::options::Options;
use crate::platform;
use crate::rules::Color;
use crate::view::layout::BoardLayout;
use crate::view::picture::{Board, Export, ExportFile, ExportStep, PictureFormat};
use crate::view::scene::{Item, Rect, Rgba, Scene, Sprite, Text};
use crate::view::text;
use crate::view::theme::Theme;
use crate::view::widgets::board::BoardView;
use crate::view::widgets::board::animation::Slides;
use crate::view::widgets::board::marks::Marks;

/// Side of the drawings of pieces in the definitions of an SVG.
const PIECE: f32 = 64.0;
/// Maximum width and height of a picture, in pixels.
pub const MAX_SIZE: u16 = 4000;
/// Time for which a GIF shows each position, in hundredths of a second.
const DELAY: u16 = 80;
/// Time for which a GIF shows the last position, in hundredths of a second.
const LAST_DELAY: u16 = 400;
/// Largest width and height of the pictures that the window saves, in pixels.
const SAVED_SIZE: u16 = 720;
/// Number of colours of a GIF.
const COLORS: usize = 256;
/// Number of positions of a GIF from which its colours are taken.
const SAMPLES: usize = 6;

/// Saves files in the user's folders, pictures with the drawings of the player.
pub fn export(drawings: OwnDrawings) -> Box<Export> {
    Box::new(move |file, options| {
        let save = |ending, bytes: &[u8]| {
            platform::export::save(ending, bytes).map(ExportStep::Saved).map_err(|error| error.to_string())
        };
        match file {
            ExportFile::Pgn(text) => Box::new(move || save("pgn", text.as_bytes())),
            ExportFile::Picture { format, boards, bottom } => {
                let own = drawings.all().clone();
                let pictures = Pictures::new(own, *options, bottom, SAVED_SIZE);
                if format != PictureFormat::Gif {
                    return Box::new(move || save(format.ending(), &pictures.still(format, &boards)?));
                }
                let mut animation = Animation::default();
                Box::new(move || match animation.step(&pictures, &boards)? {
                    None => Ok(ExportStep::Percent(animation.percent(&boards))),
                    Some(bytes) => save(format.ending(), &bytes),
                })
            }
        }
    })
}

/// How boards are shown.
pub struct Pictures {
    sprites: Sprites,
    options: Options,
    bottom: Color,
    size: u16,
}

impl Pictures {
    /// Pictures with the theme, the piece set and the shapes of `options`, and with `bottom` below. Width and height are
    /// at most `size` pixels, so that tiles have a whole number of pixels. `drawings` are those of the player.
    pub fn new(drawings: Vec<Drawing>, options: Options, bottom: Color, size: u16) -> Self {
        Self { sprites: Sprites::new(OwnDrawings::new(drawings)), options, bottom, size: size.min(MAX_SIZE) }
    }

    /// The last of `boards` as a picture, or all of them as an animation.
    ///
    /// # Errors
    /// If there is no board, or it cannot be rasterized.
    pub fn file(&self, format: PictureFormat, boards: &[Board]) -> Result<Vec<u8>, String> {
        if format != PictureFormat::Gif {
            return self.still(format, boards);
        }
        let mut animation = Animation::default();
        loop {
            if let Some(bytes) = animation.step(self, boards)? {
                return Ok(bytes);
            }
        }
    }

    fn still(&self, format: PictureFormat, boards: &[Board]) -> Result<Vec<u8>, String> {
        let last = boards.last().ok_or("there is no position")?;
        if format == PictureFormat::Svg { Ok(self.svg(last).into_bytes()) } else { self.png(last) }
    }

    fn svg(&self, board: &Board) -> String {
        let (scene, area) = self.scene(board);
        self.write(&scene, area)
    }

    fn png(&self, board: &Board) -> Result<Vec<u8>, String> {
        let (scene, area) = self.scene(board);
        self.rasterize(&scene, area)?.encode_png().map_err(|error| error.to_string())
    }

    /// The scene of a board, and its rectangle.
    fn scene(&self, board: &Board) -> (Scene, Rect) {
        let rules = board.view.variant.rules();
        let theme = Theme::of(&self.options);
        let tile = f32::from((self.size / u16::from(rules.files.max(rules.ranks))).max(1));
        let layout = BoardLayout::board_only(tile, (rules.files, rules.ranks), self.bottom);
        let (slides, promotion_line) = (Slides::default(), self.options.promotion_line);
        let view = BoardView {
            player_view: &board.view,
            slides: &slides,
            dragged: None,
            pending: None,
            layout: &layout,
            theme: &theme,
            promotion_line,
        };
        let mut scene = Scene::new(theme.background, self.options.piece_set);
        scene.items = view.items();
        let mut marks = Marks::default();
        marks.keep(board.shapes.clone());
        marks.draw(&layout, &mut scene.items);
        (scene, layout.board)
    }

    fn write(&self, scene: &Scene, area: Rect) -> String {
        let mut writer =
            SvgWriter { sprites: &self.sprites, scene, ids: HashMap::new(), defs: String::new() };
        let mut body = String::new();
        let fill = |rect: &Rect, radius: f32, color| {
            format!(
                r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{radius}" {}/>"#,
                rect.x,
                rect.y,
                rect.w,
                rect.h,
                paint("fill", color)
            )
        };
        body += &fill(&area, 0.0, scene.background);
        for item in scene.items.iter().filter(|item| overlap(bounds(item), area)) {
            let shape = match item {
                Item::Tile(tile) => fill(&tile.rect, 0.0, tile.color),
                Item::Panel { rect, radius, color } => fill(rect, *radius, *color),
                Item::Frame { rect, width, color } => {
                    let Rect { x, y, w, h } = rect.inset(width / 2.0);
                    let stroke = stroke(*width, *color);
                    format!(r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" {stroke}/>"#)
                }
                Item::Disc { center, radius, color } => {
                    let fill = paint("fill", *color);
                    format!(r#"<circle cx="{}" cy="{}" r="{radius}" {fill}/>"#, center.x, center.y)
                }
                Item::Ring { center, radius, width, color } => {
                    let (radius, stroke) = (radius - width / 2.0, stroke(*width, *color));
                    format!(r#"<circle cx="{}" cy="{}" r="{radius}" {stroke}/>"#, center.x, center.y)
                }
                Item::Line { from, to, width, color } => {
                    format!(
                        r#"<line x1="{}" y1="{}" x2="{}" y2="{}" {}/>"#,
                        from.x,
                        from.y,
                        to.x,
                        to.y,
                        stroke(*width, *color)
                    )
                }
                Item::Triangle { corners: [a, b, c], color } => {
                    let fill = paint("fill", *color);
                    format!(r#"<path d="M{} {}L{} {}L{} {}Z" {fill}/>"#, a.x, a.y, b.x, b.y, c.x, c.y)
                }
                Item::Sprite(sprite) => writer.sprite(sprite),
                Item::Text(text) => writer.text(text),
            };
            body += &shape;
            body.push('\n');
        }
        let Rect { x, y, w, h } = area;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"{x} {y} {w} {h}\">\n\
             <defs>\n{}</defs>\n{body}</svg>\n",
            writer.defs
        )
    }

    fn rasterize(&self, scene: &Scene, area: Rect) -> Result<Pixmap, String> {
        let svg = self.write(scene, area);
        let draw = || {
            let tree = Tree::from_str(&svg, &SvgOptions::default()).ok()?;
            let mut pixmap = Pixmap::new(area.w as u32, area.h as u32)?;
            resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
            Some(pixmap)
        };
        // A drawing of the config may make the library panic.
        let drawn = catch_unwind(AssertUnwindSafe(draw)).ok().flatten();
        drawn.ok_or_else(|| "the picture cannot be drawn".to_owned())
    }
}

/// An animated GIF of boards of the same size, which is made in steps, so that the window does not wait for it.
#[derive(Default)]
struct Animation {
    /// Number of steps that are made: first the samples of the colours, then the boards.
    steps: usize,
    /// How often each colour occurs.
    counts: HashMap<[u8; 3], u32>,
    /// The encoder after the samples, with the scene that it has encoded last.
    encoder: Option<(gif::Encoder<Vec<u8>>, Palette, Scene)>,
}

impl Animation {
    fn percent(&self, boards: &[Board]) -> u8 {
        // At most 100.
        (100 * self.steps / (SAMPLES + boards.len())) as u8
    }

    /// Makes the next step. Returns the file after the last one.
    fn step(&mut self, pictures: &Pictures, boards: &[Board]) -> Result<Option<Vec<u8>>, String> {
        let (step, last) = (self.steps, boards.len().checked_sub(1).ok_or("there is no position")?);
        self.steps += 1;
        let Some(index) = step.checked_sub(SAMPLES) else {
            let (scene, area) = pictures.scene(&boards[step * last / (SAMPLES - 1)]);
            let picture = pictures.rasterize(&scene, area)?;
            picture.pixels().iter().for_each(|pixel| *self.counts.entry(rgb(pixel)).or_default() += 1);
            return Ok(None);
        };
        let (scene, whole) = pictures.scene(&boards[index]);
        // A frame has only the part that differs from the frame before.
        let area = self.encoder.as_ref().map_or(whole, |(.., shown)| changed_area(shown, &scene, whole));
        let pixels = pictures.rasterize(&scene, area)?;
        if self.encoder.is_none() {
            let palette = Palette::of(std::mem::take(&mut self.counts));
            let mut encoder = gif::Encoder::new(Vec::new(), whole.w as u16, whole.h as u16, &palette.bytes())
                .map_err(|error| error.to_string())?;
            encoder.set_repeat(gif::Repeat::Infinite).map_err(|error| error.to_string())?;
            self.encoder = Some((encoder, palette, scene.clone()));
        }
        let Some((encoder, palette, shown)) = &mut self.encoder else { return Ok(None) };
        // Sides of a picture are at most MAX_SIZE.
        let frame = gif::Frame {
            delay: if index == last { LAST_DELAY } else { DELAY },
            left: area.x as u16,
            top: area.y as u16,
            width: area.w as u16,
            height: area.h as u16,
            buffer: pixels.pixels().iter().map(|pixel| palette.index(rgb(pixel))).collect(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(|error| error.to_string())?;
        *shown = scene;
        if index < last {
            return Ok(None);
        }
        let encoder = self.encoder.take().map(|(encoder, ..)| encoder.into_inner());
        encoder.transpose().map_err(|error| error.to_string())
    }
}

/// Writes the parts of an SVG that are used several times, each of them once.
struct SvgWriter<'a> {
    sprites: &'a Sprites,
    scene: &'a Scene,
    /// The numbers of the definitions by what they draw.
    ids: HashMap<String, usize>,
    defs: String,
}

impl SvgWriter<'_> {
    /// The number of the definition of `key`. The first call for a key writes the definition that `make` returns.
    fn define(&mut self, key: String, make: impl FnOnce(usize) -> String) -> usize {
        let next = self.ids.len();
        let id = *self.ids.entry(key).or_insert(next);
        if id == next {
            let _ = writeln!(self.defs, r#"<g id="d{id}">{}</g>"#, make(id));
        }
        id
    }

    fn sprite(&mut self, sprite: &Sprite) -> String {
        let Sprite { name, letter, color, rect, alpha, .. } = sprite;
        let trees = self.sprites.trees(self.scene.pieces, name, *letter, *color);
        let id = self.define(format!("{color} {letter} {name}"), |id| {
            trees.iter().enumerate().map(|(part, tree)| piece(tree, &format!("d{id}-{part}-"))).collect()
        });
        let (scale, opacity) = (rect.w.min(rect.h) / PIECE, f32::from(*alpha) / 255.0);
        let opacity = if *alpha == u8::MAX { String::new() } else { format!(r#" opacity="{opacity}""#) };
        format!(
            r##"<use href="#d{id}" transform="translate({} {}) scale({scale})"{opacity}/>"##,
            rect.x, rect.y
        )
    }

    /// The letters of a text as paths, because other programs may not have the font.
    fn text(&mut self, line: &Text) -> String {
        let (left, baseline) = text::origin(line);
        let Some(capital) = text::raw_outline(line.font, 'H') else { return String::new() };
        let height = (capital.bounds.max.y - capital.bounds.min.y).abs();
        let scale = text::cap_height(line.font, line.size) / height.max(1.0);
        let placed = text::place(&line.text, line.font, line.size).0;
        let mut letters = String::new();
        for (letter, placed) in line.text.chars().zip(placed) {
            let Some(outline) = text::raw_outline(line.font, letter) else { continue };
            let id = self.define(format!("{:?} {letter}", line.font), |_| {
                format!(r#"<path d="{}"/>"#, svg::path_data(&outline).trim_end())
            });
            let (x, fill) = (left + placed.x, paint("fill", line.color));
            let _ = write!(
                letters,
                r##"<use href="#d{id}" transform="translate({x} {baseline}) scale({scale} -{scale})" {fill}/>"##
            );
        }
        letters
    }
}

/// A drawing of a piece, scaled to fit a square of [`PIECE`] and centred.
fn piece(tree: &Tree, id_prefix: &str) -> String {
    let options = WriteOptions {
        id_prefix: Some(id_prefix.to_owned()),
        indent: Indent::None,
        attributes_indent: Indent::None,
        ..WriteOptions::default()
    };
    let svg = tree.to_string(&options);
    // The elements of the picture stand between the tags of the root.
    let content = svg.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>"));
    let content = content.map_or("", |(content, _)| content.trim());
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = PIECE / width.max(height);
    let margin = |length: f32| (PIECE - length * scale) / 2.0;
    let (x, y) = (margin(width), margin(height));
    if (x, y, scale) == (0.0, 0.0, 1.0) {
        return content.to_owned();
    }
    format!(r#"<g transform="translate({x} {y}) scale({scale})">{content}</g>"#)
}

/// The attributes of a colour: `fill="#204060" fill-opacity="0.5"`.
fn paint(attribute: &str, Rgba(red, green, blue, alpha): Rgba) -> String {
    let opacity = match alpha {
        u8::MAX => String::new(),
        _ => format!(r#" {attribute}-opacity="{:.3}""#, f32::from(alpha) / 255.0),
    };
    format!(r##"{attribute}="#{red:02x}{green:02x}{blue:02x}"{opacity}"##)
}

fn stroke(width: f32, color: Rgba) -> String {
    format!(r#"fill="none" stroke-width="{width}" {}"#, paint("stroke", color))
}

/// A rectangle around all that an item draws.
fn bounds(item: &Item) -> Rect {
    let around = |points: &[(f32, f32)], by: f32| {
        let (mut left, mut top, mut right, mut bottom) = (f32::MAX, f32::MAX, f32::MIN, f32::MIN);
        for &(x, y) in points {
            (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
        }
        Rect::new(left, top, right - left, bottom - top).inset(-by)
    };
    match item {
        Item::Tile(tile) => tile.rect,
        Item::Sprite(sprite) => sprite.rect,
        Item::Panel { rect, .. } | Item::Frame { rect, .. } => *rect,
        Item::Text(text) => text::bounds(text).inset(-1.0),
        Item::Disc { center, radius, .. } | Item::Ring { center, radius, .. } => {
            around(&[(center.x, center.y)], *radius)
        }
        Item::Line { from, to, width, .. } => around(&[(from.x, from.y), (to.x, to.y)], width / 2.0),
        Item::Triangle { corners, .. } => around(&corners.map(|corner| (corner.x, corner.y)), 0.0),
    }
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/// The part of the picture in which two scenes differ, in whole pixels and at least one.
fn changed_area(before: &Scene, after: &Scene, whole: Rect) -> Rect {
    let removed = before.items.iter().filter(|item| !after.items.contains(item));
    let added = after.items.iter().filter(|item| !before.items.contains(item));
    let (mut left, mut top, mut right, mut bottom) = (whole.w, whole.h, 0.0_f32, 0.0_f32);
    for Rect { x, y, w, h } in removed.chain(added).map(bounds) {
        (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x + w), bottom.max(y + h));
    }
    let (left, top) = (left.floor().clamp(0.0, whole.w - 1.0), top.floor().clamp(0.0, whole.h - 1.0));
    let (right, bottom) = (right.ceil().clamp(left + 1.0, whole.w), bottom.ceil().clamp(top + 1.0, whole.h));
    Rect::new(left, top, right - left, bottom - top)
}

fn rgb(pixel: &resvg::tiny_skia::PremultipliedColorU8) -> [u8; 3] {
    // A picture has no transparent pixels.
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// The colours of a GIF: the most frequent ones of some pictures.
struct Palette {
    colors: Vec<[u8; 3]>,
    /// The indices of colours that have been asked for.
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    fn of(counts: HashMap<[u8; 3], u32>) -> Self {
        let mut colors: Vec<_> = counts.into_iter().collect();
        colors.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let colors = colors.into_iter().take(COLORS).map(|(color, _)| color).collect();
        Self { colors, nearest: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// The index of the colour that is nearest to `wanted`.
    fn index(&mut self, wanted: [u8; 3]) -> u8 {
        let Self { colors, nearest } = self;
        *nearest.entry(wanted).or_insert_with(|| {
            let distance = |color: &[u8; 3]| -> u32 {
                color.iter().zip(wanted).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
            };
            // There are at most 256 colours.
            (0..colors.len()).min_by_key(|&index| distance(&colors[index])).unwrap_or(0) as u8
        })
    }
}
