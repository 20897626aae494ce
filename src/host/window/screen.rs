//! The window's picture: from red, green, blue rows to the screen.

use sdl2::VideoSubsystem;
use sdl2::pixels::{Color, PixelFormatEnum};
use sdl2::rect::Rect;
use sdl2::render::{ScaleMode, Texture, TextureAccess, TextureCreator, WindowCanvas};
use sdl2::video::{FullscreenType, WindowContext};

use super::error::{INSTALL_SDL, WindowError};
use super::layout::Shape;

/// What SDL calls drivers that show nothing to anybody.
const BLIND_DRIVERS: [&str; 2] = ["dummy", "offscreen"];
/// Set in what a renderer says of itself if it waits for the screen.
const WAITS_FOR_SCREEN: u32 = 4;

/// Refuses SDL's drivers that show nothing.
pub(super) fn check_driver(video: &VideoSubsystem) -> Result<(), WindowError> {
    let driver = video.current_video_driver();
    if !BLIND_DRIVERS.contains(&driver) {
        return Ok(());
    }
    let asked = std::env::var("SDL_VIDEODRIVER").is_ok_and(|name| name == driver);
    let advice =
        if asked { "unset SDL_VIDEODRIVER" } else { "set DISPLAY or WAYLAND_DISPLAY, as a desktop does" };
    Err(WindowError(format!(
        "no window: SDL's \"{driver}\" video driver shows nothing. Either {advice}, or install an SDL2 that \
         knows X11 or Wayland: {INSTALL_SDL}. Or play without a window: front800 run"
    )))
}

/// The window and what is drawn in it.
pub(super) struct Screen<'a> {
    canvas: WindowCanvas,
    creator: &'a TextureCreator<WindowContext>,
    shape: Shape,
    picture: Texture<'a>,
    /// What goes into it next, in the order of bytes that graphics hardware likes.
    pixels: Vec<u8>,
    /// The picture in whole multiples, to be shrunk a little to its place; with its size.
    enlarged: Option<(Texture<'a>, (u32, u32))>,
}

/// Opens a window.
pub(super) fn open(
    video: &VideoSubsystem,
    title: &str,
    size: (u32, u32),
    full: bool,
) -> Result<WindowCanvas, WindowError> {
    let mut builder = video.window(title, size.0, size.1);
    builder.position_centered().resizable().allow_highdpi();
    if full {
        builder.fullscreen_desktop();
    }
    let window = builder.build().map_err(|error| WindowError(format!("no window: {error}")))?;
    window.into_canvas().present_vsync().build().map_err(|error| WindowError(format!("no window: {error}")))
}

impl<'a> Screen<'a> {
    /// Where in the picture the mouse is, whose place in the window SDL says; see [`Place::parts`].
    ///
    /// [`Place::parts`]: super::layout::Place::parts
    pub(super) fn locate(&self, (x, y): (i32, i32)) -> (f64, f64) {
        let (width, height) = self.canvas.window().size();
        // Not the pixels of the screen where those are very small.
        let pixels = self.canvas.output_size().unwrap_or((width, height));
        let middle = |place: i32, pixels: u32, size: u32| {
            (f64::from(place) + 0.5) * f64::from(pixels) / f64::from(size.max(1))
        };
        let point = (middle(x, pixels.0, width), middle(y, pixels.1, height));
        self.shape.place(pixels.0, pixels.1).parts(point)
    }

    /// A picture of `rows` rows in the window.
    pub(super) fn new(
        canvas: WindowCanvas,
        creator: &'a TextureCreator<WindowContext>,
        shape: Shape,
        rows: u32,
    ) -> Result<Self, WindowError> {
        let picture = texture(creator, TextureAccess::Streaming, (shape.width, rows))?;
        Ok(Screen { canvas, creator, shape, picture, pixels: Vec::new(), enlarged: None })
    }

    /// Refreshes a second of the screen, if drawing waits for them.
    pub(super) fn refresh_rate(&self) -> Option<f64> {
        let waits = self.canvas.info().flags & WAITS_FOR_SCREEN != 0;
        let window = self.canvas.window();
        let mode = window.subsystem().current_display_mode(window.display_index().ok()?).ok()?;
        (waits && mode.refresh_rate > 0).then(|| f64::from(mode.refresh_rate))
    }

    /// What SDL draws with.
    pub(super) fn renderer(&self) -> &'static str {
        self.canvas.info().name
    }

    /// Changes the title.
    pub(super) fn set_title(&mut self, title: &str) {
        // Only a title with a NUL in it is refused: then the old one is as good.
        let _ = self.canvas.window_mut().set_title(title);
    }

    /// Whether it is the whole screen now.
    pub(super) fn is_full(&self) -> bool {
        self.canvas.window().fullscreen_state() != FullscreenType::Off
    }

    /// Between window and whole screen.
    pub(super) fn toggle_full(&mut self) -> Result<(), WindowError> {
        let other = if self.is_full() { FullscreenType::Off } else { FullscreenType::Desktop };
        self.canvas.window_mut().set_fullscreen(other).map_err(WindowError)
    }

    /// Draws a picture, red, green, blue, and waits until the screen takes it, if it can.
    pub(super) fn show(&mut self, rgb: &[u8]) -> Result<(), WindowError> {
        self.pixels.resize(rgb.len() / 3 * 4, 0xFF);
        let pixels = self.pixels.as_chunks_mut::<4>().0.iter_mut();
        for (pixel, &[r, g, b]) in pixels.zip(rgb.as_chunks::<3>().0) {
            *pixel = [b, g, r, 0xFF];
        }
        self.picture
            .update(None, &self.pixels, 4 * self.shape.width as usize)
            .map_err(|error| WindowError(format!("the picture cannot be drawn: {error}")))?;
        let (width, height) = self.canvas.output_size().map_err(WindowError)?;
        let place = self.shape.place(width, height);
        self.canvas.set_draw_color(Color::BLACK);
        self.canvas.clear();
        let target = Rect::new(place.x, place.y, place.width, place.height);
        self.draw(target).map_err(WindowError)?;
        self.canvas.present();
        Ok(())
    }

    fn draw(&mut self, target: Rect) -> Result<(), String> {
        let picture = self.picture.query();
        let multiples = |size: u32, of: u32| size.div_ceil(of) * of;
        let enlarged = (multiples(target.width(), picture.width), multiples(target.height(), picture.height));
        if enlarged == target.size() {
            return self.canvas.copy(&self.picture, None, target);
        }
        // In one step, pixels would be unequal in size or blurred; whole multiples and then a
        // smooth step down keep them equal and sharp.
        self.enlarge(enlarged);
        let source = self.enlarged.as_ref().map_or(&self.picture, |(texture, _)| texture);
        self.canvas.copy(source, None, target)
    }

    /// Draws the picture into the enlarged one, if this renderer can.
    fn enlarge(&mut self, size: (u32, u32)) {
        let fits = |(texture, old): (Texture<'a>, (u32, u32))| (old == size).then_some(texture);
        let Some(mut enlarged) = self.enlarged.take().and_then(fits).or_else(|| self.smooth_texture(size))
        else {
            return;
        };
        let picture = &self.picture;
        let mut drawn = Ok(());
        let targeted =
            self.canvas.with_texture_canvas(&mut enlarged, |canvas| drawn = canvas.copy(picture, None, None));
        if targeted.is_ok() && drawn.is_ok() {
            self.enlarged = Some((enlarged, size));
        }
    }

    fn smooth_texture(&self, size: (u32, u32)) -> Option<Texture<'a>> {
        let mut texture = texture(self.creator, TextureAccess::Target, size).ok()?;
        texture.set_scale_mode(ScaleMode::Linear);
        Some(texture)
    }
}

fn texture(
    creator: &TextureCreator<WindowContext>,
    access: TextureAccess,
    (width, height): (u32, u32),
) -> Result<Texture<'_>, WindowError> {
    // Only a picture that comes from memory has a format that matters.
    let format = (access == TextureAccess::Streaming).then_some(PixelFormatEnum::BGRA32);
    let mut texture = creator
        .create_texture(format, access, width, height)
        .map_err(|error| WindowError(format!("the picture cannot be drawn: {error}")))?;
    texture.set_scale_mode(ScaleMode::Nearest);
    Ok(texture)
}
