//! The map files against tables of the same facts that were made another way.

use super::*;

/// Rows of a table of comma-separated values, without its header.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = String::from_utf8(crate::data::archive("reference").remove(name).expect(name)).expect("text");
    text.lines().skip(1).map(|line| line.split(',').map(str::to_string).collect()).collect()
}

#[test]
fn the_order_of_battle_agrees_with_the_sheet() {
    let rows = rows("units.csv");
    let units = assets().units;
    assert_eq!(rows.len(), units.len() + 1);
    for (row, unit) in rows[1..].iter().zip(&units) {
        let number = |column: usize| row[column].parse::<u8>().unwrap();
        assert_eq!(number(0), unit.number);
        assert_eq!((i16::from(number(1)), i16::from(number(2))), (unit.square.x, unit.square.y), "{row:?}");
        assert_eq!((number(3), number(5)), (unit.muster, unit.arrival), "{row:?}");
        assert_eq!((number(6), number(7)), (unit.type_code, unit.corps), "{row:?}");
        assert_eq!(row[4], format!("{:?}", unit.arm).to_lowercase(), "{row:?}");
        assert_eq!(row[12], unit.name());
    }
}

#[test]
fn rivers_and_shores_agree_with_the_sheet() {
    let rows = rows("rivers.csv");
    let assets = assets();
    // Where squares of the sheet disagree about an edge, the drawing was decided otherwise.
    let decided = [(42, 30), (41, 29), (32, 37), (35, 32), (34, 36), (18, 5), (30, 0), (19, 4), (15, 4)];
    for row in rows {
        let square = Square { x: row[0].parse().unwrap(), y: row[1].parse().unwrap() };
        let letter = match row[2].as_str() {
            "river" => 'r',
            "kerch_strait" => 'k',
            "coastline" => 'c',
            "estuary" => 'e',
            _ => 'w',
        };
        assert_eq!(assets.terrain.at(square).letter(), letter, "{square}");
        let edges: String = Direction::EDGES
            .into_iter()
            .filter(|&edge| assets.waters.rivers.get(&square).is_some_and(|edges| edges.contains(edge)))
            .map(|edge| format!("{edge:?}"))
            .collect();
        // The river out of the lake is drawn on the lake's square.
        if letter != 'c' {
            assert_eq!(edges, row[3], "{square}");
        }
        if letter == 'c' && !row[4].is_empty() && !decided.contains(&(square.x, square.y)) {
            let shores: Vec<String> = assets.waters.shores[&square]
                .iter()
                .map(|shore| format!("{:?}{:?}", shore.from, shore.to))
                .collect();
            assert_eq!(shores, [row[4].as_str()], "{square}");
        }
    }
}
