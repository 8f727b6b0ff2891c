//! Paints a scene: one sheet of pictures, a few meshes, and nothing anew that the last frame showed already.

use macroquad::prelude::{
    FilterMode, Image, Material, MaterialParams, ShaderSource, Texture2D, draw_mesh, gl_use_default_material,
    gl_use_material, load_material, screen_dpi_scale, screen_height, screen_width,
};

use super::atlas::{AtlasFull, TextureAtlas};
use super::glyphs::{self, GlyphKey};
use super::mesh_builder::{BatchKind, MeshBuilder};
use super::occlusion::Occluder;
use super::sprites::Sprites;
use crate::rules::Color;
use crate::view::scene::{Item, Point, Rect, Rgba, Scene, Sprite, Text};
use crate::view::text;

/// A small picture that the painter keeps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum AtlasKey {
    /// A piece: its drawing's name, its letter, its side, its width in pixels.
    Piece(String, char, Color, u32),
    /// A glyph.
    Glyph(GlyphKey),
}

/// The sheet at the graphics card, twice: how a texture is read between its pixels belongs to the texture.
struct Textures {
    /// For pictures on whole pixels: shown as they are.
    sharp: Texture2D,
    /// For pictures that slide: blended between pixels.
    smooth: Texture2D,
}

/// Turns scenes into pixels; keeps what the next frame will need again.
pub struct Painter {
    sprites: Sprites,
    atlas: TextureAtlas<AtlasKey>,
    textures: Option<Textures>,
    /// Draws areas of one colour, which cover what is below. The usual way does it too, but slower.
    opaque_material: Option<Material>,
    meshes: MeshBuilder,
    /// What the triangles show, at which length of a pixel, and all of the window.
    shown: Option<(Scene, f32, Rect)>,
}

/// So many rows of the sheet are brought to the graphics card at once: the copy that the window library asks for stays
/// so small that the allocator need not grow for it.
const BAND: usize = 16;

/// Where a corner is and which colour it has.
const OPAQUE_VERTEX: &str = "#version 100
attribute vec3 position;
attribute vec4 color0;
varying lowp vec4 color;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1);
    color = color0 / 255.0;
}";

/// The colour and nothing else.
const OPAQUE_FRAGMENT: &str = "#version 100
varying lowp vec4 color;
void main() {
    gl_FragColor = color;
}";

impl Painter {
    /// A painter for the open window.
    #[must_use]
    pub fn new(sprites: Sprites) -> Self {
        let shader = ShaderSource::Glsl { vertex: OPAQUE_VERTEX, fragment: OPAQUE_FRAGMENT };
        Self {
            sprites,
            atlas: TextureAtlas::default(),
            textures: None,
            opaque_material: load_material(shader, MaterialParams::default()).ok(),
            meshes: MeshBuilder::default(),
            shown: None,
        }
    }

    /// Paints `scene` on the frame that is being made, and says whether it is another one than before.
    pub fn paint(&mut self, scene: Scene) -> bool {
        let unit = 1.0 / screen_dpi_scale();
        let window = Rect::new(0.0, 0.0, screen_width() / unit, screen_height() / unit);
        let shown = self.shown.as_ref();
        let changed =
            shown.is_none_or(|(old, at, in_window)| (old, *at, *in_window) != (&scene, unit, window));
        if changed {
            self.build_meshes(&scene, unit, window);
            self.upload();
            self.shown = Some((scene, unit, window));
        }
        let Some(Textures { sharp, smooth }) = &self.textures else { return changed };
        for part in self.meshes.batches() {
            match &self.opaque_material {
                Some(opaque) if part.kind == BatchKind::Opaque => gl_use_material(opaque),
                _ => gl_use_default_material(),
            }
            part.mesh.texture = Some(if part.kind == BatchKind::Linear { smooth } else { sharp }.clone());
            draw_mesh(&part.mesh);
        }
        gl_use_default_material();
        changed
    }

    /// Cuts the whole scene into triangles. A full sheet is wiped once, then grows; what does not fit on the largest
    /// one is left out.
    fn build_meshes(&mut self, scene: &Scene, unit: f32, window: Rect) {
        let mut wiped = self.atlas.is_empty();
        while !self.try_build_meshes(scene, unit, window, false) {
            if !wiped {
                self.atlas.clear();
                wiped = true;
            } else if !self.atlas.grow() {
                self.try_build_meshes(scene, unit, window, true);
                return;
            }
        }
    }

    /// Cuts the ground and all things into triangles, without what a panel hides; `false` if the sheet has no room for all, unless those
    /// are to be left out.
    fn try_build_meshes(&mut self, scene: &Scene, unit: f32, window: Rect, leave_out: bool) -> bool {
        self.meshes.begin(unit, self.atlas.side(), TextureAtlas::<AtlasKey>::white());
        let cover = Occluder::largest(&scene.items);
        // A mesh more: macroquad's own way to clear the window clears its depth as well, which nobody looks at.
        self.meshes.set_occluder(cover.map(|cover| cover.rect));
        self.meshes.rect(window, scene.ground);
        for (index, item) in scene.items.iter().enumerate() {
            self.meshes.set_occluder(cover.and_then(|cover| cover.hidden_area(index)));
            if self.item(item).is_err() && !leave_out {
                return false;
            }
        }
        true
    }

    /// Cuts one thing into triangles.
    fn item(&mut self, item: &Item) -> Result<(), AtlasFull> {
        let triangles = &mut self.meshes;
        match item {
            Item::Tile(tile) => triangles.rect(tile.rect, tile.color),
            Item::Sprite(sprite) => return self.sprite(sprite),
            Item::Text(text) => return self.text(text),
            Item::Panel { rect, radius, color } => triangles.rounded_rect(*rect, *radius, *color),
            Item::Frame { rect, width, color } => triangles.frame(*rect, *width, *color),
            Item::Disc { center, radius, color } => triangles.disc(*center, *radius, *color),
            Item::Ring { center, radius, width, color } => triangles.ring(*center, *radius, *width, *color),
            Item::Line { from, to, width, color } => triangles.line(*from, *to, *width, *color),
            Item::Triangle { corners, color } => triangles.polygon(corners, *color),
        }
        Ok(())
    }

    /// A piece, at exactly its size, where its rectangle says: between pixels too, so that it slides smoothly.
    fn sprite(&mut self, sprite: &Sprite) -> Result<(), AtlasFull> {
        let size = sprite.rect.w.min(sprite.rect.h).round().max(1.0) as u32;
        let key = AtlasKey::Piece(sprite.name.clone(), sprite.letter, sprite.color, size);
        let make = || self.sprites.bitmap(&sprite.name, sprite.letter, sprite.color, size).trimmed();
        let spot = self.atlas.get_or_insert(key, make)?;
        let at = Point::new(sprite.rect.x + spot.offset.0, sprite.rect.y + spot.offset.1);
        self.meshes.image(at, spot, Rgba(255, 255, 255, sprite.alpha));
        Ok(())
    }

    /// A line of text.
    fn text(&mut self, text: &Text) -> Result<(), AtlasFull> {
        let (left, baseline) = text::origin(text);
        for placed in text::place(&text.text, text.font, text.size).0 {
            let (x, phase) = glyphs::split_subpixel(left + placed.x);
            let key = GlyphKey { font: text.font, size: text.size, glyph: placed.glyph, subpixel: phase };
            let spot = self.atlas.get_or_insert(AtlasKey::Glyph(key), || glyphs::glyph_bitmap(key))?;
            self.meshes.image(Point::new(x + spot.offset.0, baseline + spot.offset.1), spot, text.color);
        }
        Ok(())
    }

    /// Brings what is new on the sheet to the graphics card.
    fn upload(&mut self) {
        let side = self.atlas.side();
        let Some((rows, bytes)) = self.atlas.take_dirty() else { return };
        let size = side as u16;
        match &self.textures {
            Some(Textures { sharp, smooth }) if sharp.width() == side as f32 => {
                let stride = side as usize * 4;
                for (row, band) in (rows.start..).step_by(BAND).zip(bytes.chunks(BAND * stride)) {
                    let height = band.len() / stride;
                    let image = Image { bytes: band.to_vec(), width: size, height: height as u16 };
                    for texture in [sharp, smooth] {
                        texture.update_part(&image, 0, row as i32, side as i32, height as i32);
                    }
                }
            }
            // A sheet of a new size is new from the first row to the last.
            _ => {
                let new = |filter| {
                    let texture = Texture2D::from_rgba8(size, size, bytes);
                    texture.set_filter(filter);
                    texture
                };
                let textures = Textures { sharp: new(FilterMode::Nearest), smooth: new(FilterMode::Linear) };
                self.textures = Some(textures);
            }
        }
    }
}
