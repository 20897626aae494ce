use super::*;

fn saves() -> (tempfile::TempDir, Saves) {
    let folder = tempfile::tempdir().unwrap();
    let saves = Saves::within(folder.path(), "rasputitsa:1981");
    (folder, saves)
}

fn numbers(saves: &Saves) -> Vec<u64> {
    saves.journal().iter().map(|entry| entry.number).collect()
}

#[test]
fn every_save_has_a_file_of_its_own() {
    let (folder, saves) = saves();
    assert_eq!(saves.quick(), folder.path().join("rasputitsa-1981.state"));
    let mut paths: Vec<PathBuf> = (1..=SLOTS).map(|n| saves.slot(n)).chain([saves.quick()]).collect();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), SLOTS + 1);
    let slot = saves.slot(3);
    write(&slot, b"first").unwrap();
    write(&slot, b"second").unwrap();
    assert_eq!(read(&slot).unwrap(), b"second");
    assert_eq!(fs::read_dir(slot.parent().unwrap()).unwrap().count(), 1, "nothing temporary is left");
}

#[test]
fn the_journal_tells_the_newest_first_and_takes_no_notice_of_other_files() {
    let (_folder, saves) = saves();
    assert_eq!(saves.journal(), []);
    for (reason, state) in [(Reason::Week, "one"), (Reason::Quit, "two"), (Reason::Week, "three")] {
        saves.note(reason, state.as_bytes()).unwrap();
    }
    for name in ["notes.txt", "x-week.state", "000009-month.state", "000009.state"] {
        fs::write(saves.journal_folder().join(name), "").unwrap();
    }
    let journal = saves.journal();
    let found: Vec<(u64, Reason)> = journal.iter().map(|entry| (entry.number, entry.reason)).collect();
    assert_eq!(found, [(3, Reason::Week), (2, Reason::Quit), (1, Reason::Week)]);
    assert_eq!(read(&journal[0].path).unwrap(), b"three");
}

#[test]
fn the_journal_is_bounded_and_a_week_is_never_lost_to_something_else() {
    let (_folder, saves) = saves();
    for n in 0..MOST_WEEKS + 3 {
        saves.note(Reason::Week, n.to_string().as_bytes()).unwrap();
    }
    for reason in [Reason::Reset, Reason::PowerOff, Reason::Exchange, Reason::Quit].repeat(MOST_OTHERS) {
        saves.note(reason, b"").unwrap();
    }
    let journal = saves.journal();
    let weeks: Vec<&Entry> = journal.iter().filter(|entry| entry.reason.is_week()).collect();
    assert_eq!(weeks.len(), MOST_WEEKS);
    assert_eq!(read(&weeks.last().unwrap().path).unwrap(), b"3", "the oldest went first");
    assert_eq!(journal.len(), MOST_WEEKS + MOST_OTHERS);
    let highest = numbers(&saves)[0];
    assert_eq!(highest as usize, MOST_WEEKS + 3 + 4 * MOST_OTHERS, "numbers are not used again");
}

#[test]
fn an_old_entry_that_cannot_be_removed_keeps_nothing_from_being_saved() {
    let (_folder, saves) = saves();
    // A folder cannot be removed like a file.
    fs::create_dir_all(saves.journal_folder().join(Entry::name(1, Reason::Quit))).unwrap();
    for n in 0..MOST_OTHERS + 2 {
        saves.note(Reason::Quit, n.to_string().as_bytes()).unwrap();
    }
    let newest = &saves.journal()[0];
    assert_eq!(read(&newest.path).unwrap(), (MOST_OTHERS + 1).to_string().as_bytes());
    assert_eq!(saves.journal().len(), MOST_OTHERS + 1, "the others go as ever");
}

#[test]
fn every_reason_is_found_again_by_its_name() {
    let (_folder, saves) = saves();
    for (n, &(reason, _)) in Reason::WORDS.iter().enumerate() {
        saves.note(reason, b"").unwrap();
        assert_eq!(saves.journal()[0].reason, reason);
        assert_eq!(saves.journal().len(), n + 1);
    }
}

#[test]
fn a_journal_that_cannot_be_written_is_an_error() {
    let (_folder, saves) = saves();
    fs::write(&saves.folder, "a file where the folder should be").unwrap();
    assert!(saves.note(Reason::Week, b"").is_err());
    assert!(write(&saves.slot(1), b"").is_err());
    assert!(read(&saves.slot(1)).is_err());
}
