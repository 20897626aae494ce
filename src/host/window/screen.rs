//! Displays the picture in the window.

use std::fs::DirEntry;
use std::path::Path;

use sdl2::VideoSubsystem;
use sdl2::pixels::{Color, PixelFormatEnum};
use sdl2::rect::Rect;
use sdl2::render::{BlendMode, ScaleMode, Texture, TextureCreator, WindowCanvas};
use sdl2::video::{FullscreenType, WindowContext};

use super::error::{INSTALL_SDL, WindowError};
use super::layout::{Place, Shape};
use super::scaler::Scaler;

/// SDL's drivers that display nothing.
const BLIND_DRIVERS: [&str; 2] = ["dummy", "offscreen"];
/// A renderer's flag: it works in software.
const CALCULATES: u32 = 1;
/// A renderer's flag: it waits for the screen.
const WAITS_FOR_SCREEN: u32 = 4;
/// Devices of graphics hardware on Linux that are not in `/dev/dri`: NVIDIA's own driver, Windows below WSL, Mali,
/// Adreno, Raspberry Pi.
const OTHER_GRAPHICS: [&str; 5] = ["/dev/nvidiactl", "/dev/dxg", "/dev/mali0", "/dev/kgsl-3d0", "/dev/vchiq"];

/// Refuses SDL's drivers that display nothing.
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

/// The window, and how it is drawn.
pub(super) struct Screen<'a> {
    canvas: WindowCanvas,
    creator: &'a TextureCreator<WindowContext>,
    shape: Shape,
    /// Rows of the picture.
    rows: u32,
    picture: Option<Picture<'a>>,
}

/// A texture for one place in the window.
struct Picture<'a> {
    place: Place,
    scaler: Scaler,
    texture: Texture<'a>,
}

/// The usable size of the first display; unlimited if it is not known.
pub(super) fn room(video: &VideoSubsystem) -> (u32, u32) {
    video.display_usable_bounds(0).map_or((u32::MAX, u32::MAX), |bounds| bounds.size())
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
    let has_graphics = has_graphics();
    if !has_graphics {
        // Otherwise SDL would present software rendering through OpenGL.
        sdl2::hint::set("SDL_FRAMEBUFFER_ACCELERATION", "0");
    }
    let window = builder.build().map_err(|error| WindowError(format!("no window: {error}")))?;
    let canvas = window.into_canvas();
    let canvas = if has_graphics { canvas.present_vsync() } else { canvas.software() };
    canvas.build().map_err(|error| WindowError(format!("no window: {error}")))
}

/// Whether there may be graphics hardware. Without it, OpenGL is emulated, and a window of the usual size takes most
/// of a processor; copying the picture takes a tenth of one. [measured] SDL prefers `SDL_RENDER_DRIVER` if it is set.
fn has_graphics() -> bool {
    let is_asked = std::env::var_os("SDL_RENDER_DRIVER").is_some();
    let renders = |device: DirEntry| device.file_name().to_string_lossy().starts_with("renderD");
    let mut devices = std::fs::read_dir("/dev/dri").into_iter().flatten().flatten();
    is_asked
        || !cfg!(target_os = "linux")
        || devices.any(renders)
        || OTHER_GRAPHICS.iter().any(|device| Path::new(device).exists())
}

impl<'a> Screen<'a> {
    /// Converts a position of the mouse, as SDL reports it, to a point of the picture; see [`Place::parts`].
    ///
    /// [`Place::parts`]: super::layout::Place::parts
    pub(super) fn locate(&self, (x, y): (i32, i32)) -> (f64, f64) {
        let (width, height) = self.canvas.window().size();
        // With very small screen pixels (high DPI), SDL's coordinates are not pixels.
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
    ) -> Self {
        Screen { canvas, creator, shape, rows, picture: None }
    }

    /// Refreshes per second of the screen, if drawing waits for them.
    pub(super) fn refresh_rate(&self) -> Option<f64> {
        let waits = self.canvas.info().flags & WAITS_FOR_SCREEN != 0;
        let window = self.canvas.window();
        let mode = window.subsystem().current_display_mode(window.display_index().ok()?).ok()?;
        (waits && mode.refresh_rate > 0).then(|| f64::from(mode.refresh_rate))
    }

    /// The name of SDL's renderer.
    pub(super) fn renderer(&self) -> &'static str {
        self.canvas.info().name
    }

    /// Changes the title.
    pub(super) fn set_title(&mut self, title: &str) {
        // Only a title with a NUL in it is refused; the old one then stays.
        let _ = self.canvas.window_mut().set_title(title);
    }

    /// Whether it is in full screen.
    pub(super) fn is_full(&self) -> bool {
        self.canvas.window().fullscreen_state() != FullscreenType::Off
    }

    /// Switches between window and full screen.
    pub(super) fn toggle_full(&mut self) -> Result<(), WindowError> {
        let other = if self.is_full() { FullscreenType::Off } else { FullscreenType::Desktop };
        self.canvas.window_mut().set_fullscreen(other).map_err(WindowError)
    }

    /// Draws a picture (red, green, blue), and waits for the screen if the renderer does.
    pub(super) fn show(&mut self, rgb: &[u8]) -> Result<(), WindowError> {
        let (width, height) = self.canvas.output_size().map_err(WindowError)?;
        let place = self.shape.place(width, height);
        let repeats = self.canvas.info().flags & CALCULATES == 0;
        let picture = match &mut self.picture {
            Some(picture) if picture.place == place => picture,
            old => old.insert(Picture::new(self.creator, (self.shape.width, self.rows), place, repeats)?),
        };
        picture.take(rgb).map_err(undrawn)?;
        if (place.width, place.height) != (width, height) {
            self.canvas.set_draw_color(Color::BLACK);
            self.canvas.clear();
        }
        let target = Rect::new(place.x, place.y, place.width, place.height);
        self.canvas.copy(&picture.texture, None, target).map_err(undrawn)?;
        self.canvas.present();
        Ok(())
    }
}

impl<'a> Picture<'a> {
    /// A texture of `size` that fills `place`.
    fn new(
        creator: &'a TextureCreator<WindowContext>,
        size: (u32, u32),
        place: Place,
        repeats: bool,
    ) -> Result<Self, WindowError> {
        let scaler = Scaler::new(size, place, repeats);
        let (width, height) = scaler.size();
        let mut texture = creator
            .create_texture_streaming(PixelFormatEnum::RGB888, width, height)
            .map_err(|error| undrawn(error.to_string()))?;
        texture.set_scale_mode(ScaleMode::Nearest);
        texture.set_blend_mode(BlendMode::None);
        Ok(Picture { place, scaler, texture })
    }

    /// Loads a picture (red, green, blue).
    fn take(&mut self, rgb: &[u8]) -> Result<(), String> {
        self.texture.with_lock(None, |scaled, pitch| self.scaler.scale(rgb, scaled, pitch))
    }
}

fn undrawn(error: String) -> WindowError {
    WindowError(format!("the picture cannot be drawn: {error}"))
}
