//! Every check, with a file that fails it and the message that it gives.

use super::*;

/// What is reported when `from` is replaced by `to` where it first stands in `file`.
fn reported(file: &str, from: &str, to: &str) -> Vec<String> {
    let changed = |name: &str| {
        let text = source(name)?;
        if name != file {
            return Some(text);
        }
        assert!(text.contains(from), "`{from}` is not in {name}");
        Some(text.replacen(from, to, 1))
    };
    match Assets::build(changed, &[]) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(Problem::to_string).collect(),
    }
}

/// `cases` hold a text, what it is replaced by, and the first problem that is reported then,
/// with `@` for the line where the text begins and `@+n` for a line below it.
fn refuses(file: &str, cases: &[(&str, &str, &str)]) {
    let text = source(file).unwrap();
    for (from, to, message) in cases {
        let line = 1 + text[..text.find(from).unwrap()].matches('\n').count();
        let mut message = message.to_string();
        for below in (0..10).rev() {
            let mark = if below == 0 { "@".to_string() } else { format!("@+{below}") };
            message = message.replace(&mark, &(line + below).to_string());
        }
        assert_eq!(reported(file, from, to).first(), Some(&message), "{from:?} as {to:?}");
    }
}

#[test]
fn a_wrong_font_file_is_refused() {
    refuses(
        "fonts/os.txt",
        &[
            (
                "..####..",
                "..##x#..",
                "fonts/os.txt:@:5: `x` in a row; only `.` (ground) and `#` (drawn) may stand here",
            ),
            ("..####..", "..####.", "fonts/os.txt:@:8: a row of 7 pixels; a row has eight"),
            ("..####..", "..####...", "fonts/os.txt:@:9: a row of 9 pixels; a row has eight"),
            (
                "glyph 1 !",
                "glyph 2 !",
                "fonts/os.txt:@:7: `2` is not the next code; `glyph 1 NAME` should stand here",
            ),
            (
                "glyph 1 !",
                "letter 1 !",
                "fonts/os.txt:@:1: `letter 1 !` does not begin a character; `glyph 1 NAME` should stand here",
            ),
            (
                "glyph 0 space\n",
                "",
                "fonts/os.txt:@:1: a row that belongs to no character; a line `glyph 0 NAME` should stand above it",
            ),
            (
                "........\n",
                "",
                "fonts/os.txt:@+8:1: the character above has 7 rows; every character has eight rows of `.` and `#`",
            ),
            (
                "glyph 127 tab right\n.#......\n",
                "glyph 127 tab right\n",
                "fonts/os.txt:@+7:1: the character above has 7 rows; every character has eight rows of `.` and `#`",
            ),
            (
                "glyph 126 ",
                "; ",
                "fonts/os.txt:@+1:1: a row that belongs to no character; a line `glyph 126 NAME` should stand above it",
            ),
        ],
    );
}

#[test]
fn a_tile_that_is_misnamed_or_does_not_join_is_refused() {
    refuses(
        "fonts/north.txt",
        &[
            (
                "tile 0 clear",
                "tile 0 meadow",
                "fonts/north.txt:@:8: `meadow` is not the name of a tile; a tile is clear, forest, mountain, city, swamp, river, coast, estuary, strait, infantry, armor or solid",
            ),
            (
                "tile 15 river N-E",
                "tile 15 river north",
                "fonts/north.txt:@:9: `river north` is not the name of a tile; a river is named by its edges, as in `river N-E`",
            ),
            (
                "tile 41 coast S>N",
                "tile 41 coast S-N",
                "fonts/north.txt:@:9: `coast S-N` is not the name of a tile; write it as in `coast S>N` or `estuary W>E river S`",
            ),
            (
                "tile 14 swamp",
                "tile 14 forest",
                "fonts/north.txt:@:9: tile 14 of the northern set cannot be `forest`; the rules tell the terrain by the tile's number: move it to the numbers of its kind",
            ),
            (
                "tile 15 river N-E\n...##...",
                "tile 15 river N-E\n..##....",
                "fonts/north.txt:@+1:3: `river N-E` does not join at its edge N: ..##....; the edge should read ...##...",
            ),
            (
                "tile 19 river N-S",
                "tile 19 river E-S",
                "fonts/north.txt:@+1:4: `river E-S` does not join at its edge N: ...##...; the edge should read ........",
            ),
        ],
    );
}

#[test]
fn a_wrong_terrain_file_is_refused() {
    refuses(
        "maps/terrain.txt",
        &[
            ("  38 | ", "  38 ", "maps/terrain.txt:@:1: a row without its bar; write `38 | ` and 48 letters"),
            ("  38 | ", "  37 | ", "maps/terrain.txt:@:1: `37` is not the next row; the next row is y = 38"),
            (
                "  38 | #~~~c",
                "  38 | #~~~cc",
                "maps/terrain.txt:@:8: the row y = 38 has 49 letters; there should be 48, border included",
            ),
            (
                "  38 | #~~~c",
                "  38 | #~~~x",
                "maps/terrain.txt:@:12: `x` is not a kind of square; one of . F M C w r k c e ~ # should stand here",
            ),
            (
                "  38 | #~~~c",
                "  38 | ~~~~c",
                "maps/terrain.txt:@:8: the border has a gap; the first and last rows and columns are `#`",
            ),
            (
                "  38 | #~~~c",
                "  38 | #~~~#",
                "maps/terrain.txt:@:12: border inside the map; `#` stands only at the rim",
            ),
            (
                "  -1 | ################################################\n",
                "",
                "maps/terrain.txt:66:1: the map has 40 rows; there should be 41, from y = 39 to y = -1",
            ),
            (
                "   0 | #......",
                "   0 | #F.....",
                "maps/terrain.txt:@:9: forest in the southern half; south of y = 14 write M",
            ),
            (
                "   0 | #......",
                "   0 | #w.....",
                "maps/terrain.txt:@:9: swamp in the southern half; swamps freeze only from y = 14 on",
            ),
            (
                "  38 | #~~~c.",
                "  38 | #~~~cM",
                "maps/terrain.txt:@:13: a mountain in the northern half; from y = 14 on write F",
            ),
            (
                "count F 44",
                "count F 45",
                "maps/terrain.txt:@:1: the map has 44 squares `F`, not 45; put the square back, or change the count",
            ),
            (
                "count F 44",
                "count F many",
                "maps/terrain.txt:@:1: `count F many` counts nothing; write it as in `count F 44`",
            ),
            (
                "   0 | #......",
                "   0 | #.......",
                "maps/terrain.txt:@:8: the row y = 0 has 49 letters; there should be 48, border included",
            ),
            (
                "  20 | #",
                "  21 | #",
                "maps/terrain.txt:@:1: `21` is not the next row; the next row is y = 20",
            ),
            (
                "  10 | #",
                "      #",
                "maps/terrain.txt:@:1: a row without its bar; write `10 | ` and 48 letters",
            ),
        ],
    );
}

#[test]
fn a_wrong_river_is_refused() {
    refuses(
        "maps/rivers.txt",
        &[
            (
                "go W N W4",
                "go W N W6",
                "maps/rivers.txt:@:10: the river Niemen reaches 42,24, which is `e` (estuary); the walk should stay on squares `r`",
            ),
            (
                "go W N W4",
                "go W N W3",
                "maps/rivers.txt:@:10: the river stops in the square 41,24; go on, or leave the square by `end`",
            ),
            (
                "go W N W4",
                "go W NW W4",
                "maps/rivers.txt:@:8: a river cannot leave through NW; go N, E, S or W",
            ),
            (
                "go W N W4",
                "go W up W4",
                "maps/rivers.txt:@:8: `up` is not a direction; write N, NE, E, SE, S, SW, W or NW, and how often, as in W3",
            ),
            (
                "go W N W4",
                "go W N W99",
                "maps/rivers.txt:@:10: `W99` is not a direction; write N, NE, E, SE, S, SW, W or NW, and how often, as in W3",
            ),
            (
                "go W N W4",
                "go W N W4 end",
                "maps/terrain.txt:30:12: no river runs through the square 42,24; lead a walk of maps/rivers.txt through it",
            ),
            (
                "go W N W4",
                "goes W N W4",
                "maps/rivers.txt:@:3: `goes` cannot begin a line of this file; a line begins with river, from, source or go",
            ),
            (
                "source 37,23 E",
                "source 37,23",
                "maps/rivers.txt:@:15: a source without its edge; name the edge N, E, S or W",
            ),
            (
                "source 37,23 E",
                "source 37;23",
                "maps/rivers.txt:@:10: `37` is not a square of the map; write x,y with x from 0 (east) to 45 and y from 0 (south) to 38",
            ),
            (
                "source 37,23 E",
                "source 99,23 E",
                "maps/rivers.txt:@:10: `99,23` is not a square of the map; write x,y with x from 0 (east) to 45 and y from 0 (south) to 38",
            ),
            (
                "river Niemen\n  source 37,23 E",
                "river Niemen\n  source 37,23 NE",
                "maps/rivers.txt:@:7: the river Niemen has no source; write `source x,y EDGE` with N, E, S or W, or `from x,y` for a lake",
            ),
            (
                "go W N W4",
                "go W S",
                "maps/rivers.txt:@:8: the river at 38,23 runs through its edge S, and nothing joins it there; go on, or write `source` or `end` if it should end there",
            ),
            (
                "  go S E3",
                "river Lower\n  source 14,33 N\n  go S E3",
                "maps/rivers.txt:@:7: the river at 14,33 runs through its edge N, and another river joins it there; leave out `source` or `end`",
            ),
            (
                "source 37,23 E",
                "from 37,23 E",
                "maps/rivers.txt:45:7: the river Niemen has no source; write `source x,y EDGE` with N, E, S or W, or `from x,y` for a lake",
            ),
            (
                "river Niemen\n",
                "",
                "maps/rivers.txt:@:3: `source` belongs to no river; a line `river NAME` should stand above it",
            ),
            (
                "  source 37,23 E\n",
                "",
                "maps/rivers.txt:@:3: `go` comes before the first square; a line `from x,y EDGE` should stand above it",
            ),
            ("river Niemen", "river", "maps/rivers.txt:@:6: the line ends too early; a name should follow"),
        ],
    );
}

#[test]
fn a_wrong_coast_is_refused() {
    refuses(
        "maps/coasts.txt",
        &[
            (
                "from 33,38 N",
                "from 33,38 NW",
                "maps/coasts.txt:@+1:6: the square 33,38 needs a tile `coast NW>SE`, and fonts/north.txt has none; lead the walks another way, or draw such a tile in fonts/north.txt",
            ),
            (
                "go E N E N E N2 W N4 ",
                "go E N E N E N2 W N5",
                "maps/coasts.txt:@+1:6: the coast Baltic reaches 43,31, which is `~` (sea); the walk should stay on squares `c` and `e`",
            ),
            (
                "go E N E N E N2 W N4 ",
                "go W",
                "maps/coasts.txt:@:6: the coast turns back through W; leave by another edge",
            ),
            (
                "from 45,22 W",
                "from 45,22",
                "maps/coasts.txt:10:7: a coast without an entry; write `from x,y EDGE`",
            ),
            (
                "coast Kuban\n  from 6,0 S\n  go W3 N W2 N W4 N W\n",
                "",
                "maps/terrain.txt:51:39: no shore runs through the square 15,3; lead a walk of maps/coasts.txt through it",
            ),
            (
                "from 45,22 W\n  go E",
                "from 45,22 W\n  go S",
                "maps/coasts.txt:@+1:8: the coast Baltic reaches 45,21, which is `.` (clear); the walk should stay on squares `c` and `e`",
            ),
            (
                "go S SE N2 W",
                "go S SE N2 E",
                "maps/terrain.txt:19:19: the drawings of 35,35 and 35,34 do not join: ........ meets ########; water should meet water: change a course in maps/rivers.txt or maps/coasts.txt",
            ),
            (
                "go S SE N2 W",
                "go S SE N2 N",
                "maps/terrain.txt:19:19: the drawings of 35,35 and 35,34 do not join: ........ meets ####....; water should meet water: change a course in maps/rivers.txt or maps/coasts.txt",
            ),
        ],
    );
}

#[test]
fn a_wrong_place_is_refused() {
    refuses(
        "maps/places.txt",
        &[
            (
                "blocked 40,35 40,36",
                "blocked 40,35 39,35 38,35",
                "maps/places.txt:@:21: `38,35` is one word too many; the line should end before it",
            ),
            (
                "city 12,4",
                "town 12,4",
                "maps/places.txt:@:1: `town` cannot begin a line of this file; begin a line with city, port or blocked",
            ),
            (
                "city 12,4 Krasnodar drawn houses\n",
                "",
                "maps/terrain.txt:50:42: the city on 12,4 has no name; add a line `city 12,4 NAME` to maps/places.txt",
            ),
            (
                "city 12,4",
                "city 12,5",
                "maps/places.txt:@:6: 12,5 is `.` on the map; a city lies on a square `C`, a port on any other",
            ),
            (
                "city 12,4",
                "city 20,28",
                "maps/places.txt:@:6: 20,28 is Moscow already; a square has one name",
            ),
            (
                "city 12,4 Krasnodar",
                "city 12,4 Krasnodar-2",
                "maps/places.txt:@:11: `Krasnodar-2` has letters other than A to Z; the game's character sets have no others",
            ),
            (
                "Krasnodar drawn houses",
                "Krasnodar drawn tents",
                "maps/places.txt:@:27: no city tile of fonts/south.txt has `tents` in its name; name a word of a city tile's name",
            ),
            (
                "Krasnodar drawn houses",
                "Krasnodar famous",
                "maps/places.txt:@:21: `famous` does not apply to a city; write worth POINTS or drawn WORD",
            ),
            (
                "worth 20",
                "worth 200",
                "maps/places.txt:@:25: `200` is not a number of points; a number from 1 to 99 should stand here",
            ),
            (
                "blocked 40,35 40,36",
                "blocked 40,35 41,36",
                "maps/places.txt:@:15: 41,36 is not a neighbour of 40,35; name two squares that share an edge",
            ),
            (
                "blocked 40,35 40,36",
                "blocked 41,34 41,35",
                "maps/places.txt:@:9: 41,34 is `~` on the map; only coastline squares `c` are blocked",
            ),
            (
                "blocked 40,35 40,36",
                "blocked 40,35",
                "maps/places.txt:@:14: the line ends too early; a square x,y should follow",
            ),
            (
                "blocked 40,35 40,36",
                "blocked 40,35 40,36\nblocked 40,36 40,35",
                "maps/places.txt:@+1:9: 40,36 and 40,35 are blocked already; leave the line out",
            ),
            (
                "blocked 40,35 40,36",
                "blocked 40,35 40,36\nblocked 40,34 40,35",
                "maps/places.txt:@+1:9: a step this way is blocked in the column of 40,34 or 40,35 already; the game \
                 has room for one; leave the line out",
            ),
        ],
    );
}

/// What the game finds by one byte has room for 256.
#[test]
fn names_without_room_are_refused() {
    let long = "K".repeat(106);
    let problem = reported("maps/places.txt", "Krasnodar", &long).first().cloned().unwrap_or_default();
    assert!(problem.contains("the names have 257 letters and ends; they may have 256 together"), "{problem}");
    assert!(reported("maps/places.txt", "Krasnodar", &long[1..]).is_empty());
}

#[test]
fn a_wrong_map_of_1982_is_refused() {
    refuses(
        "maps/1982.txt",
        &[
            (
                "city 12,4  5 spire         ; Krasnodar\n",
                "city 12,4  5 spire\ncity 12,4 5 spire\n",
                "maps/1982.txt:@+1:6: Krasnodar has its place already; leave the line out",
            ),
            (
                "city 12,4  5 spire         ; Krasnodar\n",
                "city 12,5  5 spire\n",
                "maps/1982.txt:@:6: 12,5 is `.` on the map; name a city square `C`",
            ),
        ],
    );
}

#[test]
fn a_wrong_unit_is_refused() {
    refuses(
        "maps/units.txt",
        &[
            ("  1  24", "  0  24", "maps/units.txt:@:3: `0` is not the next unit number; the next unit is 1"),
            (
                "40,20   203",
                "40,20   x",
                "maps/units.txt:@:43: `x` is not a strength; a number from 1 to 255 should stand here",
            ),
            ("  2  39", "  3  39", "maps/units.txt:@:3: `3` is not the next unit number; the next unit is 2"),
            (
                "24 PANZER",
                "300 PANZER",
                "maps/units.txt:@:6: `300` is not a number of a corps or army; a number from 0 to 255 should stand here",
            ),
            (
                "24 PANZER",
                "24 MAMMOTH",
                "maps/units.txt:@:9: `MAMMOTH` is not a word of a unit's name; one of SS FINNISH RUMANIAN ITALIAN HUNGARAN MOUNTAIN GUARDS INFANTRY TANK CAVALRY PANZER MILITIA SHOCK PARATRP PZRGRNDR should stand here",
            ),
            (
                "24 PANZER",
                "24 FINNISH MAMMOTH",
                "maps/units.txt:@:17: `MAMMOTH` is not a type word; one of INFANTRY TANK CAVALRY PANZER MILITIA SHOCK PARATRP PZRGRNDR should stand here",
            ),
            (
                "24 PANZER CORPS",
                "24 PANZER ARMY",
                "maps/units.txt:@:16: `ARMY` is not its size word; unit 1 is called CORPS",
            ),
            (
                "40,20   203  start",
                "40,20   0  start",
                "maps/units.txt:@:43: `0` is not a strength; a number from 1 to 255 should stand here",
            ),
            (
                "40,20   203  start",
                "40,20   203  soon",
                "maps/units.txt:@:48: `soon` is not a time of arrival; write start, turn N or never",
            ),
            (
                "40,20   203  start",
                "40,20   203  turn 41",
                "maps/units.txt:@:53: `41` is not a turn; a number from 1 to 40 should stand here",
            ),
            (
                "40,20   203  start",
                "40,20   203  start navy",
                "maps/units.txt:@:54: `navy` is not a class; write infantry, armor or nothing",
            ),
            (
                "40,20   203  start",
                "45,38   203  start",
                "maps/units.txt:@:35: unit 1 starts in the sea, on 45,38; put it on land",
            ),
            (
                "40,18   192  start",
                "40,20   192  start",
                "maps/units.txt:@:35: units 1 and 3 come to 40,20 on the same turn; one of them should have another square or turn",
            ),
            (
                "158  6 MILITIA",
                "; 158  6 MILITIA",
                "maps/units.txt:164:1: the file has 157 units; there should be 158",
            ),
        ],
    );
}

#[test]
fn a_missing_file_is_named() {
    let problems = Assets::build(|name| source(name).filter(|_| name != "maps/units.txt"), &[]).unwrap_err();
    assert_eq!(
        problems.iter().map(Problem::to_string).collect::<Vec<_>>(),
        ["maps/units.txt:1:1: the file is missing; it should stand with the others"]
    );
}

#[test]
fn every_problem_of_a_run_is_reported_in_order() {
    let changed = |name: &str| {
        let text = source(name)?;
        Some(match name {
            "fonts/south.txt" => text.replacen("coast N>SW", "coast N>S", 1),
            "maps/places.txt" => text.replacen("\nblocked", "\nclosed", 1).replacen("\nport", "\nharbour", 1),
            _ => text,
        })
    };
    let problems = Assets::build(changed, &[]).unwrap_err();
    let places: Vec<_> = problems.iter().map(|problem| (problem.file.as_str(), problem.column)).collect();
    assert!(problems.is_sorted());
    assert!(places.contains(&("maps/places.txt", 1)) && places.len() >= 3, "{problems:#?}");
    assert_eq!(places[0].0, "fonts/south.txt");
}

/// Lines left out, doubled, cut and replaced: nothing but problems may come of it.
#[test]
fn no_damage_to_a_file_makes_the_parsers_panic() {
    for file in SOURCES {
        let text = source(file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for index in (0..lines.len()).step_by(lines.len().div_ceil(20)) {
            let half = lines[index].len() / 2;
            let rest = &lines[index + 1..];
            for middle in [
                "",
                lines[index],
                &lines[index][..half],
                "x",
                "go NW9 end",
                "99999 | 1,-1 \u{e9}",
                "source 0,0 N",
            ] {
                let damaged = [&lines[..index], &[middle, middle][..], rest].concat().join("\n");
                let _ = Assets::build(
                    |name| if name == file { Some(damaged.clone()) } else { source(name) },
                    &[],
                );
            }
        }
    }
}
