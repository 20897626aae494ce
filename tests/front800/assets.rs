//! Character sets, map and order of battle: what is built, what is refused, how it looks.

use front800::assets::*;
use std::path::Path;

mod refused;
mod sheets;

/// A file of the repository, as `Assets::build` asks for it.
fn source(name: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).ok()
}

fn assets() -> Assets {
    Assets::build(source, &[]).unwrap_or_else(|problems| {
        panic!("{}", problems.iter().map(|problem| format!("{problem}\n")).collect::<String>())
    })
}

fn squares() -> impl Iterator<Item = Square> {
    Square::all().filter(|square| square.is_inside())
}

#[test]
fn every_generated_file_has_its_size() {
    let assets = assets();
    for name in GENERATED {
        let bytes = assets.file(name).unwrap_or_else(|| panic!("{name}"));
        let size = match name {
            "generated/os.chr" => 1024,
            "generated/north.chr" | "generated/south.chr" => 512,
            "generated/map.bin" => 48 * 41,
            "generated/words.bin" => 16 * 8,
            "generated/map.inc" => bytes.len(),
            name if name.contains("unit_") => 159,
            name if name.contains("blocked_") => 22,
            name if name.contains("goal_") => 4,
            // A byte for each city, and their names.
            "generated/city_names.bin" => bytes.len(),
            name if name.contains("city_") => assets.places.cities.len(),
            name => panic!("{name}: no size is known"),
        };
        assert_eq!(bytes.len(), size, "{name}");
    }
    for name in GENERATED_1982 {
        let bytes = assets.file(name).unwrap_or_else(|| panic!("{name}"));
        let size = match name {
            "generated/1982/north.chr" | "generated/1982/south.chr" => 512,
            "generated/1982/city_points.bin" => 18,
            name if name.contains("unit_") => 167,
            // Packed; as long as the names; text.
            name if name.contains("map") || name.contains("names") => bytes.len(),
            name if name.contains("city_") => 19,
            name => panic!("{name}: no size is known"),
        };
        assert_eq!(bytes.len(), size, "{name}");
    }
    assert_eq!(assets.file("generated/nothing.bin"), None);
    assert_eq!(assets.file("generated/1982/nothing.bin"), None);
    assert_eq!(assets.file("os.chr"), None);
}

#[test]
fn a_font_goes_from_text_to_bytes_and_back() {
    let assets = assets();
    for font in [&assets.os, &assets.tiles.north.font, &assets.tiles.south.font] {
        let mut back = Font::from_bytes(font.keyword, &font.bytes());
        for (glyph, original) in back.glyphs.iter_mut().zip(&font.glyphs) {
            glyph.name.clone_from(&original.name);
        }
        assert_eq!(back.to_text(), font.to_text());
    }
}

#[test]
fn a_font_written_as_text_is_read_as_the_same_font() {
    let written = |name: &str| {
        let assets = assets();
        Some(match name {
            "fonts/os.txt" => assets.os.to_text(),
            "fonts/north.txt" => assets.tiles.north.font.to_text(),
            "fonts/south.txt" => assets.tiles.south.font.to_text(),
            _ => source(name)?,
        })
    };
    let (first, second) = (assets(), Assets::build(written, &[]).unwrap());
    for name in GENERATED {
        assert_eq!(first.file(name), second.file(name), "{name}");
    }
}

#[test]
fn the_os_set_is_in_internal_code_order() {
    let assets = assets();
    let name = |code: usize| assets.os.glyphs[code].name.as_str();
    assert_eq!((name(0), name(16), name(33), name(58)), ("space", "0", "A", "Z"));
    assert_eq!((name(63), name(64), name(83), name(91)), ("_", "heart", "line cross", "escape"));
    assert_eq!((name(96), name(97), name(122), name(127)), ("diamond", "a", "z", "tab right"));
}

/// Frames and charts of programs join because the line graphics run through the middle of
/// each edge.
#[test]
fn line_graphics_reach_the_edges_they_are_named_for() {
    use Direction::*;
    let assets = assets();
    let lines = [
        (65, vec![N, E, S]),
        (67, vec![N, W]),
        (68, vec![N, S, W]),
        (69, vec![S, W]),
        (81, vec![E, S]),
        (82, vec![E, W]),
        (83, vec![N, E, S, W]),
        (87, vec![E, S, W]),
        (88, vec![N, E, W]),
        (90, vec![N, E]),
        (124, vec![N, S]),
    ];
    for (code, edges) in lines {
        let glyph = &assets.os.glyphs[code];
        for edge in Direction::EDGES {
            let wanted = if edges.contains(&edge) { 0b0001_1000 } else { 0 };
            assert_eq!(strip(&glyph.rows, edge), wanted, "{} {edge:?}", glyph.name);
        }
    }
}

#[test]
fn every_square_is_classified_as_its_letter_says() {
    let assets = assets();
    for square in Square::all() {
        let class = match assets.terrain.at(square) {
            Terrain::Clear => Class::Clear,
            Terrain::Forest | Terrain::Mountain => Class::Rough,
            Terrain::City => Class::City,
            Terrain::Swamp => Class::Swamp,
            Terrain::River | Terrain::Strait => Class::River,
            Terrain::Coast => Class::Coast,
            Terrain::Estuary => Class::Estuary,
            Terrain::Sea | Terrain::Border => Class::Impassable,
        };
        let code = assets.code(square);
        assert_eq!(classify(code, square.y >= NORTHERN_HALF), class, "{square} code {code}");
    }
    assert_eq!(assets.code(Square { x: 46, y: 39 }), 127);
    assert_eq!(assets.code(Square { x: 45, y: 38 }), 191);
    assert_eq!(assets.code(Square { x: 16, y: 3 }), 163);
    assert_eq!(assets.code(Square { x: 36, y: 34 }), 186);
}

#[test]
fn ice_changes_only_the_colour_bits() {
    let assets = assets();
    for square in squares() {
        let northern = square.y >= NORTHERN_HALF;
        let frozen = assets.code(square) ^ 0xC0;
        match assets.terrain.at(square) {
            Terrain::Swamp => assert_eq!(classify(frozen, northern), Class::FrozenSwamp, "{square}"),
            Terrain::River => assert_eq!(classify(frozen, northern), Class::FrozenRiver, "{square}"),
            _ => {}
        }
    }
}

#[test]
fn the_map_has_so_many_squares_of_each_kind() {
    let assets = assets();
    let counts = [
        (Terrain::Clear, 1133),
        (Terrain::River, 267),
        (Terrain::Coast, 104),
        (Terrain::Sea, 103),
        (Terrain::Mountain, 73),
        (Terrain::Forest, 44),
        (Terrain::Swamp, 39),
        (Terrain::City, 19),
        (Terrain::Estuary, 11),
        (Terrain::Strait, 1),
    ];
    for (terrain, count) in counts {
        assert_eq!(assets.terrain.count(terrain), count, "{terrain:?}");
    }
    assert_eq!(counts.iter().map(|entry| entry.1).sum::<usize>(), 46 * 39);
}

#[test]
fn rivers_end_only_at_sources_and_at_the_map_edge() {
    use Direction::*;
    let mut ends = [
        ((22, 33), S),
        ((34, 32), S),
        ((32, 30), S),
        ((28, 28), N),
        ((25, 26), N),
        ((21, 24), S),
        ((18, 24), N),
        ((37, 23), E),
        ((45, 19), W),
        ((20, 18), N),
        ((45, 14), N),
        ((45, 14), W),
        ((44, 14), S),
        ((0, 13), E),
        ((37, 11), W),
        ((32, 11), W),
        ((33, 6), W),
        ((7, 3), S),
        ((33, 18), W),
    ]
    .map(|((x, y), edge)| (Square { x, y }, edge));
    ends.sort();
    assert_eq!(assets().waters.loose_ends.into_iter().collect::<Vec<_>>(), ends);
}

#[test]
fn tiles_stand_at_the_numbers_the_rules_know_them_by() {
    let assets = assets();
    let numbers = |set: &TileSet, name: &str| -> Vec<u8> {
        (0..)
            .zip(&set.font.glyphs)
            .filter(|(_, glyph)| glyph.name == name)
            .map(|(number, _)| number)
            .collect()
    };
    for (name, range) in [
        ("river N-E", 15..=18),
        ("river N-S", 19..=24),
        ("river N-W", 25..=27),
        ("river E-S", 28..=30),
        ("river E-W", 31..=35),
        ("river S-W", 36..=39),
        ("river N-S-W", 40..=40),
        ("coast S>N", 41..=43),
        ("coast S>E", 49..=49),
        ("estuary W>E river S", 59..=59),
        ("estuary W>N river E", 60..=60),
    ] {
        assert_eq!(numbers(&assets.tiles.north, name), range.collect::<Vec<u8>>(), "{name}");
    }
    for (name, range) in [
        ("river N-E", 15..=18),
        ("river N-S", 19..=21),
        ("river N-W", 22..=23),
        ("river E-S", 24..=25),
        ("river E-W", 26..=29),
        ("river S-W", 30..=33),
        ("river N-E-W", 34..=34),
        ("coast E>W", 37..=39),
        ("coast E>N", 40..=41),
        ("coast S>W", 52..=53),
        ("estuary E>S river W", 58..=58),
        ("estuary E>W river N", 59..=59),
        ("estuary S>W river N", 60..=60),
    ] {
        assert_eq!(numbers(&assets.tiles.south, name), range.collect::<Vec<u8>>(), "{name}");
    }
}

#[test]
fn every_variant_of_forest_mountain_and_swamp_is_seen_on_the_map() {
    let assets = assets();
    let seen = |number: u8, terrain: Terrain| {
        squares().any(|square| assets.terrain.at(square) == terrain && assets.code(square) & 0x3F == number)
    };
    for number in 1..=6 {
        assert!(seen(number, Terrain::Forest) && seen(number, Terrain::Mountain), "tile {number}");
    }
    for number in 11..=14 {
        assert!(seen(number, Terrain::Swamp), "tile {number}");
    }
}

#[test]
fn musters_add_up_for_both_sides() {
    let units = assets().units;
    let sum = |russian: bool, start: bool| -> (usize, u32) {
        let chosen = units.iter().filter(|u| u.is_russian() == russian && (!start || u.arrival == 0));
        chosen.fold((0, 0), |(count, sum), unit| (count + 1, sum + u32::from(unit.muster)))
    };
    assert_eq!(sum(false, false), (54, 6701));
    assert_eq!(sum(false, true), (32, 4500));
    assert_eq!(sum(true, false), (104, 10622));
    assert_eq!(sum(true, true), (36, 3533));
}

#[test]
fn unit_tables_have_a_placeholder_and_then_the_units() {
    let assets = assets();
    let entry =
        |name: &str, number: usize| assets.file(&format!("generated/unit_{name}.bin")).unwrap()[number];
    let names = ["x", "y", "muster", "arrival", "type", "corps", "symbol"];
    assert_eq!(names.map(|name| entry(name, 0)), [0, 0, 0, 255, 0, 0, 0]);
    assert_eq!(names.map(|name| entry(name, 1)), [40, 20, 203, 0, 3, 24, 0x7E]);
    assert_eq!(names.map(|name| entry(name, 2)), [40, 19, 205, 255, 3, 39, 0x7E]);
    assert_eq!(names.map(|name| entry(name, 47)), [38, 8, 98, 2, 83, 1, 0x7E]);
    assert_eq!(names.map(|name| entry(name, 148)), [0, 15, 99, 30, 0, 36, 0xFE]);
    assert_eq!(names.map(|name| entry(name, 158)), [19, 2, 98, 4, 4, 6, 0xFD]);
    assert_eq!(assets.units[46].name(), "1 HUNGARAN PANZER CORPS");
    assert_eq!(assets.units[146].name(), "38 INFANTRY ARMY");
}

#[test]
fn words_are_internal_codes_filled_up_with_blanks() {
    let words = assets().file("generated/words.bin").unwrap();
    let word = |index: usize| -> String {
        words[index * 8..][..8].iter().map(|code| char::from(code + b' ')).collect()
    };
    assert_eq!((word(0), word(5), word(15)), ("        ".into(), "HUNGARAN".into(), "PZRGRNDR".into()));
    assert_eq!(word(1), "SS      ");
}

#[test]
fn blocked_pairs_are_given_in_both_directions() {
    let assets = assets();
    let column = |name: &str| assets.file(&format!("generated/blocked_{name}.bin")).unwrap();
    let steps: Vec<_> =
        column("key").iter().zip(&column("y")).map(|(&key, &y)| (key >> 2, y, key & 3)).collect();
    for step in [(40, 35, 0), (40, 36, 2), (36, 33, 1), (35, 33, 3), (15, 7, 2), (15, 6, 0), (14, 7, 3)] {
        assert!(steps.contains(&step), "{step:?}");
    }
}

#[test]
fn the_four_goals_come_in_the_order_of_their_flags() {
    let assets = assets();
    let goals: Vec<_> = assets.places.goals().map(|city| (city.name.as_str(), city.worth)).collect();
    assert_eq!(goals, [("Moscow", 20), ("Leningrad", 10), ("Sevastopol", 10), ("Stalingrad", 10)]);
    assert_eq!(assets.file("generated/goal_x.bin").unwrap(), [20, 33, 20, 6]);
    assert_eq!(assets.file("generated/goal_y.bin").unwrap(), [28, 36, 0, 15]);
}

#[test]
fn equates_are_lines_an_assembler_takes() {
    let text = String::from_utf8(assets().file("generated/map.inc").unwrap()).unwrap();
    assert!(text.contains("\nUNIT_COUNT      = 159   ; with the unused unit 0\n"), "{text}");
    assert!(text.contains("\nARRIVES_NEVER   = 255\n"), "{text}");
    for line in text.lines().filter(|line| !line.starts_with(';')) {
        let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
        assert!(name.trim().bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'), "{line}");
        assert!(value.trim().parse::<u16>().is_ok(), "{line}");
    }
}

/// Writes the drawings as PNG files beside the build, for looking at.
#[test]
fn drawings_have_the_size_of_what_they_show() {
    let assets = assets();
    let map = assets.draw_map(MapColours::JUNE, |unit| unit.arrival == 0);
    assert_eq!((map.width, map.height, map.pixels.len()), (48 * 8, 41 * 8, 48 * 8 * 41 * 8));
    let pixel = |x: usize, y: usize| map.pixels[y * map.width + x];
    assert_eq!(pixel(0, 0), MapColours::JUNE.white, "border");
    assert_eq!(pixel(8, 8), MapColours::JUNE.water, "the Baltic");
    // Unit 77 stands on the square 23,31 alone.
    assert_eq!(pixel((46 - 23) * 8, (39 - 31) * 8), MapColours::JUNE.red);
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

#[test]
fn a_further_set_takes_what_it_does_not_draw_from_the_operating_systems() {
    const FONT: &str = "; drawn anew\nglyph 2 block\n########\n########\n########\n########\n\
                        ########\n########\n########\n########\n";
    let set = |text: &str| {
        Assets::build(
            |name| if name == "fonts/new.txt" { Some(text.into()) } else { source(name) },
            &["fonts/new.txt"],
        )
    };
    let assets = set(FONT).unwrap();
    let (os, new) = (assets.file("generated/os.chr").unwrap(), assets.file("generated/new.chr").unwrap());
    assert_eq!(new[16..24], [255; 8]);
    assert_eq!((&new[..16], &new[24..]), (&os[..16], &os[24..]));
    assert!(assets.generated().any(|name| name == "generated/new.chr"));
    assert_eq!(set("; nothing\n").unwrap().file("generated/new.chr"), Some(os));
    for (text, words) in [
        (
            FONT.replace("glyph 2", "glyph 128"),
            "`128` is not the next code; `glyph N NAME` should stand here, N from 0 to 127",
        ),
        (format!("{FONT}{FONT}"), "N from 3 to 127"),
        (FONT.replacen("########\n", "", 1), "the character above has 7 rows"),
    ] {
        let problems = set(&text).unwrap_err();
        assert!(problems.iter().any(|problem| problem.to_string().contains(words)), "{problems:?}");
    }
}
