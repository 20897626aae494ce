//! Disks in full and read-only file systems: nothing is lost unless it is said. Where nobody may mount a file
//! system of his own, these tests are ignored.

use std::process::Command;

use libtest_mimic::{Completion, Trial};

use crate::bench::{Bench, FRAMES, SLOWLY, unwritten};

/// How to run a command in a file system tree of its own; none without the rights for it.
fn own_tree() -> Option<&'static str> {
    let works = |how: &&str| {
        let line = format!("unshare {how} mount -t tmpfs none /mnt");
        Command::new("sh").args(["-c", &line]).output().is_ok_and(|output| output.status.success())
    };
    ["-m", "-rm"].into_iter().find(works)
}

/// A file system of 64 KB with the disk in it and no room left.
const FULL: &str = "mkdir small && mount -t tmpfs -o size=64k none small && cp game.atr small && \
                    (cat /dev/zero >small/filler 2>/dev/null; true)";

fn what_a_full_file_system_does_not_take_is_written_when_there_is_room(how: &str) {
    let bench = Bench::new();
    let expected = bench.expected();
    // Room is made when the first warning has come; the last flush at the latest finds it.
    let line = format!(
        "{FULL} || exit 99
         front800 run small/game.atr --write {FRAMES} {SLOWLY} 2>warnings &
         until grep -q 'not written' warnings || ! kill -0 $!; do sleep 0.01; done
         rm small/filler
         wait $!; status=$?
         cp small/game.atr after.atr; cat warnings >&2; exit $status"
    );
    let (status, stderr) = bench.run(how, &line);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("small/game.atr: not written yet:"), "it was full: {stderr}");
    assert_eq!(unwritten(&std::fs::read(bench.path("after.atr")).expect("a file"), &expected), 0);
}

fn a_run_that_could_not_write_all_says_so_and_fails(how: &str) {
    let bench = Bench::new();
    let expected = bench.expected();
    let line = format!(
        "{FULL} && front800 run small/game.atr --write {FRAMES}; status=$?; cp small/game.atr after.atr; exit $status"
    );
    let (status, stderr) = bench.run(how, &line);
    assert_eq!(status, Some(2), "{stderr}");
    let lost = unwritten(&std::fs::read(bench.path("after.atr")).expect("a file"), &expected);
    assert!(lost > 5, "the file system was full");
    for word in ["small/game.atr", &format!("not written yet: {lost} sectors"), "No space left"] {
        assert!(stderr.contains(word), "`{word}` is missing in: {stderr}");
    }
}

#[cfg(feature = "window")]
fn the_window_that_could_not_write_all_says_so_and_fails(how: &str) {
    let bench = Bench::new();
    let line = format!(
        "{FULL} && front800 play small/game.atr --write --fast-disk --mute --allow-dummy --quit-after 200"
    );
    let (status, stderr) = bench.run(how, &line);
    assert_eq!(status, Some(2), "{stderr}");
    for word in ["small/game.atr", "not written yet:", "sectors", "No space left"] {
        assert!(stderr.contains(word), "`{word}` is missing in: {stderr}");
    }
}

fn a_disk_of_a_read_only_file_system_is_refused_before_the_run(how: &str) {
    let bench = Bench::new();
    let mounted =
        "mkdir -p fixed && mount -t tmpfs none fixed && cp game.atr fixed && mount -o remount,ro fixed";
    let line = format!(
        "{mounted} && front800 run fixed/game.atr --write; status=$?; cmp game.atr fixed/game.atr && exit $status"
    );
    let (status, stderr) = bench.run(how, &line);
    assert_eq!(status, Some(2), "{stderr}");
    assert!(stderr.contains("fixed/game.atr") && stderr.contains("Read-only"), "{stderr}");
    let (status, stderr) = bench.run(how, &format!("{mounted} && front800 run fixed/game.atr --frames 5"));
    assert_eq!(status, Some(0), "{stderr}");
}

pub fn trials() -> Vec<Trial> {
    let how = own_tree();
    let trial = |name, test: fn(&str)| {
        let run = move || match how {
            Some(how) => {
                test(how);
                Ok(Completion::Completed)
            }
            None => Ok(Completion::ignored_with("mounting a file system of its own is not allowed here")),
        };
        Trial::ignorable_test(name, run)
    };
    vec![
        trial(
            "what_a_full_file_system_does_not_take_is_written_when_there_is_room",
            what_a_full_file_system_does_not_take_is_written_when_there_is_room,
        ),
        trial(
            "a_run_that_could_not_write_all_says_so_and_fails",
            a_run_that_could_not_write_all_says_so_and_fails,
        ),
        #[cfg(feature = "window")]
        trial(
            "the_window_that_could_not_write_all_says_so_and_fails",
            the_window_that_could_not_write_all_says_so_and_fails,
        ),
        trial(
            "a_disk_of_a_read_only_file_system_is_refused_before_the_run",
            a_disk_of_a_read_only_file_system_is_refused_before_the_run,
        ),
    ]
}
