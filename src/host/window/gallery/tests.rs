use super::*;
use crate::host::palette::Palette;
use crate::host::picture::Area;
use crate::host::saves::{Reason, Saves};
use crate::host::window::overlay::{Font, Overlay};
use crate::inspect::game::Game;
use crate::machine::{Config, DiskGeometry, DiskImage, FRAME_HEIGHT, Machine, Video};

fn cells(filled: &[bool]) -> Vec<Cell> {
    let cell = |(n, &is_filled): (usize, &bool)| Cell {
        path: PathBuf::from(n.to_string()),
        label: format!("{n} label"),
        about: [format!("about {n}"), "saved then".to_string()],
        picture: is_filled.then(|| vec![n as u8; 3 * cells::WIDTH * cells::HEIGHT]),
        is_empty: !is_filled,
        refused: None,
    };
    filled.iter().enumerate().map(cell).collect()
}

fn slots() -> Gallery {
    let mut filled = [false; 11];
    filled[1] = true;
    Gallery::new(Page::Slots, cells(&filled))
}

fn wishes(gallery: &mut Gallery, wishes: &[Request]) -> Option<Action> {
    wishes.iter().map(|&wish| gallery.wish(wish)).last().flatten()
}

#[test]
fn what_is_there_is_taken_up_and_what_is_empty_is_saved_to() {
    let mut gallery = slots();
    assert_eq!(gallery.wish(Request::Take), Some(Action::Keep("0".into())));
    assert_eq!(wishes(&mut gallery, &[Request::Right, Request::Take]), Some(Action::TakeUp("1".into())));
    assert_eq!(
        wishes(&mut gallery, &[Request::Down, Request::Right, Request::Take]),
        Some(Action::Keep("6".into()))
    );
}

#[test]
fn a_save_is_written_over_only_when_asked_for_twice() {
    let mut gallery = slots();
    assert!(matches!(wishes(&mut gallery, &[Request::Right, Request::Keep]), Some(Action::Say(_))));
    assert_eq!(gallery.wish(Request::Keep), Some(Action::Keep("1".into())));
    // Going elsewhere takes the question back.
    assert!(matches!(gallery.wish(Request::Keep), Some(Action::Say(_))));
    assert!(matches!(
        wishes(&mut gallery, &[Request::Left, Request::Right, Request::Keep]),
        Some(Action::Say(_))
    ));
}

#[test]
fn nobody_saves_to_the_journal() {
    let mut gallery = Gallery::new(Page::Journal, cells(&[true; 3]));
    assert!(matches!(wishes(&mut gallery, &[Request::Keep, Request::Keep]), Some(Action::Say(_))));
    assert_eq!(gallery.wish(Request::Take), Some(Action::TakeUp("0".into())));
}

#[test]
fn the_bar_is_above_the_cells_and_does_what_it_says() {
    let mut gallery = slots();
    assert_eq!(wishes(&mut gallery, &[Request::Up, Request::Take]), Some(Action::Show(Page::Slots)));
    assert_eq!(wishes(&mut gallery, &[Request::Right, Request::Take]), Some(Action::Show(Page::Journal)));
    let start = Console { start: true, ..Console::default() };
    assert_eq!(wishes(&mut gallery, &[Request::Right, Request::Take]), Some(Action::Press(start)));
    assert_eq!(
        wishes(&mut gallery, &[[Request::Right; 9].as_slice(), &[Request::Take]].concat()),
        Some(Action::Close)
    );
    assert_eq!(gallery.wish(Request::Turn), Some(Action::Show(Page::Journal)));
    assert_eq!(gallery.wish(Request::Close), Some(Action::Close));
}

#[test]
fn an_offer_is_to_go_on_with_the_newest_save_or_not() {
    let mut gallery = Gallery::offer(cells(&[true; 5]));
    assert_eq!(gallery.wish(Request::Take), Some(Action::TakeUp("0".into())));
    assert_eq!(wishes(&mut gallery, &[Request::Right, Request::Take]), Some(Action::Close));
    assert_eq!(gallery.wish(Request::Turn), None);
    assert_eq!(
        wishes(&mut gallery, &[Request::Down, Request::Down, Request::Take]),
        Some(Action::TakeUp("4".into()))
    );
}

#[test]
fn a_long_journal_scrolls_and_never_past_its_ends() {
    let mut gallery = Gallery::new(Page::Journal, cells(&[true; 30]));
    wishes(&mut gallery, &[Request::Down; 20]);
    assert_eq!((gallery.focus, gallery.first_row), (Focus::Cell(29), 5));
    gallery.wish(Request::PageUp);
    assert_eq!((gallery.focus, gallery.first_row), (Focus::Cell(17), 4));
    for _ in 0..9 {
        gallery.scroll(true);
    }
    assert_eq!((gallery.focus, gallery.first_row), (Focus::Cell(9), 0));
    for _ in 0..9 {
        gallery.scroll(false);
    }
    assert_eq!(gallery.first_row, 5);
    wishes(&mut gallery, &[Request::PageUp, Request::PageUp, Request::Up, Request::Up]);
    assert_eq!(gallery.focus, Focus::Bar(0));
    assert_eq!(Gallery::new(Page::Journal, Vec::new()).wish(Request::Down), None);
}

/// The middle of a pixel, in parts of the picture.
fn pixel(x: usize, y: usize) -> (f64, f64) {
    ((x as f64 + 0.5) / Area::Visible.width() as f64, (y as f64 + 0.5) / FRAME_HEIGHT as f64)
}

#[test]
fn the_mouse_chooses_what_is_drawn_under_it() {
    let mut gallery = slots();
    assert!(gallery.point(pixel(8 + 80 + 30, 16 + 20)));
    assert_eq!(gallery.focus, Focus::Cell(1));
    assert!(gallery.point(pixel(8 + 160 + 30, 16 + 124 + 20)));
    assert_eq!(gallery.focus, Focus::Cell(10));
    assert!(!gallery.point(pixel(8 + 240 + 30, 16 + 124 + 20)), "there is no twelfth cell");
    assert_eq!(gallery.focus, Focus::Cell(10));
    assert!(gallery.point(pixel(8 + 6 * 8 + 4, 8)), "the second word of the bar");
    assert_eq!(gallery.wish(Request::Take), Some(Action::Show(Page::Journal)));
    assert!(!gallery.point((-1.0, 2.0)));
}

#[test]
fn pictures_stand_in_their_frames_and_all_text_is_inside() {
    let gallery = slots();
    let config = Config::new([0xFF; 0x2800].into());
    let mut indices = vec![0x94; Area::Visible.width() * FRAME_HEIGHT];
    gallery.draw(&mut Overlay { picture: &mut indices, font: &Font::of(&config) });
    let mut rgb = vec![9; 3 * Area::Visible.width() * FRAME_HEIGHT];
    gallery.paste(&mut rgb);
    let at = |x: usize, y: usize| rgb[3 * (y * Area::Visible.width() + x)];
    assert_eq!([at(87, 16), at(88, 16), at(88 + 66, 16 + 47), at(88 + 67, 16)], [9, 1, 1, 9]);
    for items in [BAR.as_slice(), &OFFER] {
        let letters: usize = items.iter().map(|item| item.0.len() + 1).sum();
        assert!(letters <= 41, "{letters} letters in the bar");
    }
    assert_eq!(indices[0], 0x01, "darkened");
    assert_eq!(indices[16 * Area::Visible.width() + 7], 0x1C, "a yellow frame around the first cell");
}

#[test]
fn the_hint_says_what_enter_does_where_the_focus_is() {
    let enter = |gallery: &mut Gallery, to: &[Request]| {
        wishes(gallery, to);
        gallery.hint().split("  ").next().unwrap_or_default().to_string()
    };
    let mut offer = Gallery::offer(cells(&[true; 2]));
    assert_eq!(enter(&mut offer, &[]), "Enter: play on from there");
    assert_eq!(enter(&mut offer, &[Request::Right]), "Enter: begin anew");
    assert_eq!(enter(&mut offer, &[Request::Down]), "Enter: play on from there");
    let mut slots = slots();
    assert_eq!(enter(&mut slots, &[]), "Enter: save");
    assert_eq!(enter(&mut slots, &[Request::Right]), "Enter: load");
    assert_eq!(enter(&mut slots, &[Request::Up]), "Enter: show");
    assert_eq!(enter(&mut slots, &[Request::Right, Request::Right]), "Enter: press");
    assert_eq!(enter(&mut slots, &[Request::Right; 9]), "Enter: close");
}

#[test]
fn a_message_leaves_the_hint_and_one_line_what_is_told_of_a_save() {
    let config = Config::new([0xFF; 0x2800].into());
    let font = Font::of(&config);
    let drawn = |message: &str| {
        let mut indices = vec![0x94; Area::Visible.width() * FRAME_HEIGHT];
        let mut overlay = Overlay { picture: &mut indices, font: &font };
        slots().draw(&mut overlay);
        if !message.is_empty() {
            overlay.message(message, 0x0E, MESSAGE_BOTTOM);
        }
        indices.chunks(Area::Visible.width()).map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let changed = |message: &str| {
        let (with, without) = (drawn(message), drawn(""));
        let lines = (0..FRAME_HEIGHT).filter(|&y| with[y] != without[y]);
        (lines.clone().min().unwrap(), lines.max().unwrap())
    };
    let (first, last) = changed("saved");
    assert!(first >= 218 && last < 230, "lines {first} to {last}: told down to 217, the hint from 230 on");
    let (_, last) = changed(&"not saved: no room ".repeat(9));
    assert!(last < 230, "line {last}");
}

#[test]
fn why_a_machine_cannot_go_on_from_a_save_is_told_and_fits() {
    let folder = tempfile::tempdir().unwrap();
    let saves = Saves::within(folder.path(), "game");
    let ours = Config::new([0; 0x2800].into());
    let machine = Machine::new(&ours);
    let mut with_disk = machine.clone();
    let disk = with_disk.add_disk(DiskImage::blank(DiskGeometry::SINGLE), false);
    with_disk.insert_disk(0, Some(disk));
    let pal = Machine::new(&Config { video: Video::Pal, ..ours });
    for (reason, saved) in
        [(Reason::Exchange, &machine), (Reason::PowerOff, &with_disk), (Reason::Quit, &pal)]
    {
        saves.note(reason, &saved.save()).unwrap();
    }
    saves.note(Reason::Reset, b"nothing of ours").unwrap();
    let palette = Palette::of(Video::Ntsc);
    let shelf = Shelf { saves: &saves, game: &Game::default(), machine: &machine, palette: &palette };
    let cells = shelf.cells(Page::Journal);
    for (cell, part) in cells.iter().zip(["damaged", "PAL", "disk"]) {
        assert!(cell.refused.is_some_and(|why| why.contains(part) && cell.about[1] == why), "{cell:?}");
    }
    assert!(cells[3].refused.is_none() && cells[3].picture.is_some());
    assert!(cells.iter().flat_map(|cell| &cell.about).all(|line| line.len() <= 41), "{cells:?}");
}
