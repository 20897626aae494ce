//! Every check, with a file that fails it and the message that it gives.

use super::*;

/// What is reported when `from` is replaced by `to` where it stands first in `file`.
fn reported(changes: &[(&str, &str, &str)]) -> Vec<String> {
    let changed = |name: &str| {
        changes.iter().filter(|change| change.0 == name).fold(source(name), |text, (_, from, to)| {
            let text = text?;
            assert!(text.contains(from), "`{from}` is not in {name}");
            Some(text.replacen(from, to, 1))
        })
    };
    match Assets::build(changed) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(Problem::to_string).collect(),
    }
}

fn refuses(file: &str, from: &str, to: &str, message: &str) {
    let reported = reported(&[(file, from, to)]);
    assert!(reported.iter().any(|report| report == message), "wanted {message}\nfound {reported:#?}");
}

#[test]
fn probe() {
    let north = "fonts/north.txt";
    let os = "fonts/os.txt";
    let t = "maps/terrain.txt";
    let r = "maps/rivers.txt";
    let c = "maps/coasts.txt";
    let p = "maps/places.txt";
    let u = "maps/units.txt";
    for (file, from, to) in [
        (os, "..####..", "..##x#.."),
        (os, "..####..", "..####."),
        (os, "..####..", "..####..."),
        (os, "glyph 1 !", "glyph 2 !"),
        (os, "glyph 1 !", "letter 1 !"),
        (os, "glyph 0 space\n", ""),
        (os, "........\n", ""),
        (north, "tile 0 clear", "tile 0 meadow"),
        (north, "tile 15 river N-E", "tile 15 river north"),
        (north, "tile 41 coast S>N", "tile 41 coast S-N"),
        (north, "tile 14 swamp", "tile 14 forest"),
        (north, "tile 15 river N-E\n...##...", "tile 15 river N-E\n..##...."),
        (north, "tile 19 river N-S", "tile 19 river E-S"),
        (t, "  38 | ", "  38 "),
        (t, "  38 | ", "  37 | "),
        (t, "  38 | #~~~c", "  38 | #~~~cc"),
        (t, "  38 | #~~~c", "  38 | #~~~x"),
        (t, "  38 | #~~~c", "  38 | ~~~~c"),
        (t, "  38 | #~~~c", "  38 | #~~~#"),
        (t, "  -1 | ################################################\n", ""),
        (t, "   0 | #......", "   0 | #F....."),
        (t, "   0 | #......", "   0 | #w....."),
        (t, "  38 | #~~~c.", "  38 | #~~~cM"),
        (t, "count F 44", "count F 45"),
        (t, "count F 44", "count F many"),
        (r, "go W N W4", "go W N W6"),
        (r, "go W N W4", "go W N W3"),
        (r, "go W N W4", "go W NW W4"),
        (r, "go W N W4", "go W up W4"),
        (r, "go W N W4", "go W N W99"),
        (r, "go W N W4", "go W N W4 end"),
        (r, "go W N W4", "goes W N W4"),
        (r, "source 37,23 E", "source 37,23"),
        (r, "source 37,23 E", "source 37;23"),
        (r, "source 37,23 E", "source 99,23 E"),
        (r, "source 37,23 E", "from 37,23 E"),
        (r, "river Niemen\n", ""),
        (r, "  source 37,23 E\n", ""),
        (r, "river Niemen", "river"),
        (c, "go E N E N E N2 W N4 ", "go E N E N E N2 W N5"),
        (c, "go E N E N E N2 W N4 ", "go W"),
        (c, "from 45,22 W", "from 45,22"),
        (c, "coast Kuban\n  from 6,0 S\n  go W3 N W2 N W4 N W\n", ""),
        (c, "from 45,22 W\n  go E", "from 45,22 W\n  go S"),
        (c, "go S SE N2 W", "go S SE N N W"),
        (p, "city 12,4", "town 12,4"),
        (p, "city 12,4 Krasnodar drawn houses\n", ""),
        (p, "city 12,4", "city 12,5"),
        (p, "city 12,4", "city 20,28"),
        (p, "Krasnodar drawn houses", "Krasnodar drawn tents"),
        (p, "Krasnodar drawn houses", "Krasnodar famous"),
        (p, "worth 20", "worth 200"),
        (p, "blocked 40,35 40,36", "blocked 40,35 41,36"),
        (p, "blocked 40,35 40,36", "blocked 41,34 41,35"),
        (p, "blocked 40,35 40,36", "blocked 40,35"),
        (p, "blocked 40,35 40,36", "blocked 40,35 40,36\nblocked 40,36 40,35"),
        (u, "  2  39", "  3  39"),
        (u, "24 PANZER", "300 PANZER"),
        (u, "24 PANZER", "24 MAMMOTH"),
        (u, "24 PANZER", "24 FINNISH MAMMOTH"),
        (u, "24 PANZER CORPS", "24 PANZER ARMY"),
        (u, "40,20   203  start", "40,20   0  start"),
        (u, "40,20   203  start", "40,20   203  soon"),
        (u, "40,20   203  start", "40,20   203  turn 41"),
        (u, "40,20   203  start", "40,20   203  start navy"),
        (u, "40,20   203  start", "45,38   203  start"),
        (u, "40,18   192  start", "40,20   192  start"),
        (u, "158  6 MILITIA ARMY               19,2    98  turn 4\n", ""),
    ] {
        println!("refuses({file:?}, {from:?}, {to:?},");
        for line in reported(&[(file, from, to)]).iter().take(3) {
            println!("    {line:?}");
        }
    }
    refuses(os, "..####..", "..##x#..", "");
}
