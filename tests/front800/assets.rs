//! Character sets, map and order of battle: what is built, what is refused, how it looks.

use front800::assets::*;
use std::path::Path;

/// A file of the repository, as `Assets::build` asks for it.
fn source(name: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).ok()
}

fn assets() -> Assets {
    Assets::build(source).unwrap_or_else(|problems| {
        panic!("{}", problems.iter().map(|problem| format!("{problem}\n")).collect::<String>())
    })
}

#[test]
fn the_files_of_the_repository_have_no_problems() {
    let assets = assets();
    for name in GENERATED {
        assert!(assets.file(name).is_some(), "{name}");
    }
}

/// Writes the drawings as PNG files beside the build, for looking at.
#[test]
fn drawings_have_the_size_of_what_they_show() {
    let assets = assets();
    let map = assets.draw_map(MapColours::JUNE, |unit| unit.arrival == 0);
    assert_eq!((map.width, map.height), (48 * 8, 41 * 8));
    save(&map, "map-units", 3);
    save(&assets.draw_map(MapColours::JUNE, |_| false), "map", 4);
    for (font, name, height) in [
        (&assets.os, "os", 73),
        (&assets.tiles.north.font, "north", 37),
        (&assets.tiles.south.font, "south", 37),
    ] {
        let sheet = draw_font_sheet(font);
        assert_eq!((sheet.width, sheet.height), (145, height));
        save(&sheet, name, 6);
    }
}

/// A PNG of a picture, every pixel a square of `scale`, in rough colours.
fn save(picture: &Picture, name: &str, scale: usize) {
    let colour = |value: u8| match value {
        0x10 => [0x30, 0x22, 0x10],
        0xD6 => [0x5C, 0x9A, 0x3C],
        0x28 => [0xC8, 0x7A, 0x2C],
        0x94 => [0x2C, 0x50, 0xB8],
        0x46 => [0xC0, 0x40, 0x3C],
        grey => [grey * 17; 3],
    };
    let (width, height) = (picture.width * scale, picture.height * scale);
    let image = image::RgbImage::from_fn(width as u32, height as u32, |x, y| {
        let index = y as usize / scale * picture.width + x as usize / scale;
        image::Rgb(colour(picture.pixels[index]))
    });
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drawings");
    std::fs::create_dir_all(&folder).unwrap();
    image.save(folder.join(format!("{name}.png"))).unwrap();
}
