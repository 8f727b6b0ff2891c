//! Paints scenes with macroquad. Meshes and textures are only rebuilt when the scene has changed.

use macroquad::prelude::{
    FilterMode, Image, Material, MaterialParams, Mesh, ShaderSource, Texture2D, draw_mesh,
    gl_use_default_material, gl_use_material, load_material, screen_dpi_scale, screen_height, screen_width,
};

use super::atlas::{AtlasFull, TextureAtlas};
use super::glyphs::{self, GlyphKey};
use super::mesh_builder::{MeshBuilder, ShapeKind};
use super::occlusion::Occluder;
use super::sprites::Sprites;
use crate::game::options::PieceSet;
use crate::rules::Color;
use crate::view::scene::{Item, Point, Rect, Rgba, Scene, Sprite, Text};
use crate::view::text;

/// A bitmap in the atlas.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum AtlasKey {
    /// Set and name of the drawing, letter, side, and size in pixels.
    Piece(PieceSet, String, char, Color, u32),
    Glyph(GlyphKey),
}

/// The atlas on the graphics card. There are two textures with the same pixels, because a texture has one filter mode.
struct Textures {
    nearest: Texture2D,
    linear: Texture2D,
}

pub struct Painter {
    sprites: Sprites,
    atlas: TextureAtlas<AtlasKey>,
    textures: Option<Textures>,
    /// Material of opaque shapes. If it cannot be made, the default material is used, which is slower.
    opaque_material: Option<Material>,
    /// The meshes of the picture, in painting order.
    meshes: Vec<(ShapeKind, Mesh)>,
    /// Sources of the meshes: scene, size of a pixel in macroquad's units, and area of the window.
    shown: Option<(Scene, f32, Rect)>,
}

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

const OPAQUE_FRAGMENT: &str = "#version 100
varying lowp vec4 color;
void main() {
    gl_FragColor = color;
}";

impl Painter {
    /// Creates a painter. The window must be open.
    pub fn new(sprites: Sprites) -> Self {
        let shader = ShaderSource::Glsl { vertex: OPAQUE_VERTEX, fragment: OPAQUE_FRAGMENT };
        Self {
            sprites,
            atlas: TextureAtlas::default(),
            textures: None,
            opaque_material: load_material(shader, MaterialParams::default()).ok(),
            meshes: Vec::new(),
            shown: None,
        }
    }

    /// Replaces the picture by the picture of `scene`. Returns whether the two differ.
    pub fn update(&mut self, scene: Scene) -> bool {
        let pixel = 1.0 / screen_dpi_scale();
        let window = Rect::new(0.0, 0.0, screen_width() / pixel, screen_height() / pixel);
        let shown = Some((scene, pixel, window));
        let changed = self.shown != shown;
        if let Some((scene, ..)) = shown.as_ref().filter(|_| changed) {
            let resized = self.shown.as_ref().is_some_and(|(_, _, last)| *last != window);
            if resized && self.atlas.has_grown() {
                // The bitmaps of a large window take up to 192 MiB. A window of another size needs other bitmaps.
                self.atlas = TextureAtlas::default();
            }
            self.build_meshes(scene, pixel, window);
            self.upload();
            self.shown = shown;
        }
        changed
    }

    pub fn paint(&mut self) {
        let Some(Textures { nearest, linear }) = &self.textures else { return };
        for (kind, mesh) in &mut self.meshes {
            match &self.opaque_material {
                Some(opaque) if *kind == ShapeKind::Opaque => gl_use_material(opaque),
                _ => gl_use_default_material(),
            }
            let texture = if *kind == ShapeKind::Linear { linear } else { nearest };
            mesh.texture = Some(texture.clone());
            draw_mesh(mesh);
        }
        gl_use_default_material();
    }

    /// Builds the meshes of a scene. If the atlas is full, it is cleared. If it is full again, it is enlarged. Bitmaps
    /// that do not fit into the largest atlas are left out.
    fn build_meshes(&mut self, scene: &Scene, pixel: f32, window: Rect) {
        let mut cleared = self.atlas.is_empty();
        while self.try_build_meshes(scene, pixel, window).is_err() {
            if !cleared {
                self.atlas.clear();
                cleared = true;
            } else if !self.atlas.grow() {
                return;
            }
        }
    }

    /// Builds the meshes, without the parts that a panel covers. If the atlas is full, returns an error, and the meshes
    /// have the bitmaps for which there was room.
    fn try_build_meshes(&mut self, scene: &Scene, pixel: f32, window: Rect) -> Result<(), AtlasFull> {
        let mut builder = MeshBuilder::new(pixel, self.atlas.side(), TextureAtlas::<AtlasKey>::white());
        let occluder = Occluder::largest(&scene.items);
        // The background is a rectangle, because macroquad's function also clears the unused depth buffer.
        builder.set_occluder(occluder.map(|occluder| occluder.rect));
        builder.rect(window, scene.background);
        let mut result = Ok(());
        for (index, item) in scene.items.iter().enumerate() {
            builder.set_occluder(occluder.and_then(|occluder| occluder.hidden_area(index)));
            result = result.and(self.add_item(item, scene.pieces, &mut builder));
        }
        self.meshes = builder.into_meshes();
        result
    }

    fn add_item(&mut self, item: &Item, set: PieceSet, meshes: &mut MeshBuilder) -> Result<(), AtlasFull> {
        match item {
            Item::Tile(tile) => meshes.rect(tile.rect, tile.color),
            Item::Sprite(sprite) => return self.add_sprite(sprite, set, meshes),
            Item::Text(text) => return self.add_text(text, meshes),
            Item::Panel { rect, radius, color } => meshes.rounded_rect(*rect, *radius, *color),
            Item::Frame { rect, width, color } => meshes.frame(*rect, *width, *color),
            Item::Disc { center, radius, color } => meshes.disc(*center, *radius, *color),
            Item::Ring { center, radius, width, color } => meshes.ring(*center, *radius, *width, *color),
            Item::Line { from, to, width, color } => meshes.line(*from, *to, *width, *color),
            Item::Triangle { corners, color } => meshes.polygon(corners, *color),
        }
        Ok(())
    }

    /// Adds a piece, rasterized at its exact size. Its position is not rounded, so that it slides smoothly.
    fn add_sprite(
        &mut self,
        sprite: &Sprite,
        set: PieceSet,
        meshes: &mut MeshBuilder,
    ) -> Result<(), AtlasFull> {
        let size = sprite.rect.w.min(sprite.rect.h).round().max(1.0) as u32;
        let key = AtlasKey::Piece(set, sprite.name.clone(), sprite.letter, sprite.color, size);
        let make = || self.sprites.bitmap(set, &sprite.name, sprite.letter, sprite.color, size).trimmed();
        let region = self.atlas.get_or_insert(key, make)?;
        let at = Point::new(sprite.rect.x + region.offset.0, sprite.rect.y + region.offset.1);
        meshes.image(at, region, Rgba(255, 255, 255, sprite.alpha));
        Ok(())
    }

    fn add_text(&mut self, text: &Text, meshes: &mut MeshBuilder) -> Result<(), AtlasFull> {
        let (left, baseline) = text::origin(text);
        for placed in text::place(&text.text, text.font, text.size).0 {
            let (x, subpixel) = glyphs::split_subpixel(left + placed.x);
            let key = GlyphKey { font: text.font, size: text.size, glyph: placed.glyph, subpixel };
            let region = self.atlas.get_or_insert(AtlasKey::Glyph(key), || glyphs::glyph_bitmap(key))?;
            let at = Point::new(x + region.offset.0, baseline + region.offset.1);
            meshes.image(at, region, text.color);
        }
        Ok(())
    }

    /// Uploads the changed rows of the atlas to the graphics card.
    fn upload(&mut self) {
        let side = self.atlas.side();
        let Some((rows, pixels)) = self.atlas.take_dirty() else { return };
        let image =
            Image { bytes: pixels.to_vec(), width: side as u16, height: (rows.end - rows.start) as u16 };
        match &self.textures {
            Some(Textures { nearest, linear }) if nearest.width() == side as f32 => {
                for texture in [nearest, linear] {
                    texture.update_part(&image, 0, rows.start as i32, side as i32, image.height.into());
                }
            }
            // In an atlas of a new size all rows have changed.
            _ => {
                let texture = |filter| {
                    let texture = Texture2D::from_image(&image);
                    texture.set_filter(filter);
                    texture
                };
                let (nearest, linear) = (texture(FilterMode::Nearest), texture(FilterMode::Linear));
                self.textures = Some(Textures { nearest, linear });
            }
        }
    }
}
