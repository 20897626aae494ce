//! Tests: the window, through the real binary, with drivers of SDL that show and sound nothing.

use std::process::{Command, Output};

fn front800(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_front800"))
        .args(arguments)
        .env("SDL_VIDEODRIVER", "dummy")
        .env("SDL_AUDIODRIVER", "dummy")
        .output()
        .unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
#[cfg(not(feature = "window"))]
fn without_the_window_play_says_so() {
    let output = front800(&["play", "none"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("without its window"), "{}", stderr(&output));
}

#[cfg(feature = "window")]
mod built {
    use std::fs;

    use super::{front800, stderr};
    use front800::host::window::KEY_MAP;

    /// Plays the bare machine for some frames with further arguments.
    fn play(frames: &str, more: &[&str]) -> String {
        let mut arguments = vec!["play", "none", "--allow-dummy", "--verbose", "--quit-after", frames];
        arguments.extend(more);
        let output = front800(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    #[test]
    fn a_driver_that_shows_nothing_is_refused_with_what_to_install() {
        let output = front800(&["play", "none"]);
        assert_eq!(output.status.code(), Some(2));
        let message = stderr(&output);
        for part in
            ["\"dummy\"", "unset SDL_VIDEODRIVER", "apt install libsdl2", "brew install", "front800 run"]
        {
            assert!(message.contains(part), "{part} is not in: {message}");
        }
    }

    #[test]
    fn what_is_played_is_what_runs_without_a_window() {
        let summary = play("60", &["--scale", "1"]);
        assert!(summary.starts_with("60 frames in "), "{summary}");
        let output = front800(&["run", "none", "--frames", "60", "--hash"]);
        let hash = String::from_utf8(output.stdout).unwrap();
        let hash = hash.trim().rsplit(' ').next().unwrap();
        assert!(hash.len() == 16 && summary.contains(hash), "{summary} is not of {hash}");
    }

    #[test]
    fn every_way_to_show_the_picture_shows_it() {
        play("5", &["--mute", "--tv"]);
        play("5", &["--mute", "--square", "--scale", "1"]);
        play("5", &["--mute", "--fullscreen", "--pal"]);
    }

    #[test]
    fn the_record_of_a_session_is_an_input_script() {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("record.txt");
        let name = record.to_str().unwrap();
        play("5", &["--mute", "--record", name]);
        assert_eq!(fs::read_to_string(&record).unwrap(), "# front800 input 1\n");
        assert!(front800(&["run", "none", "--frames", "5", "--input", name]).status.success());
    }

    #[test]
    fn a_file_dropped_on_the_window_runs_in_a_machine_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let (program, text) = (folder.path().join("p.xex"), folder.path().join("t.xex"));
        fs::write(&program, [0xFF, 0xFF, 0x00, 0x30, 0x02, 0x30, 0x4C, 0x00, 0x30]).unwrap();
        fs::write(&text, "nothing to load").unwrap();
        let (program, text) = (program.to_str().unwrap(), text.to_str().unwrap());
        let drop = |file: &str| play("150", &["--mute", "--drop-at", "20", "--drop", file]);
        let hash = |target: &str| {
            let output = front800(&["run", target, "--frames", "150", "--hash"]);
            String::from_utf8(output.stdout).unwrap().trim().to_string()
        };
        let dropped = drop(program);
        assert!(dropped.starts_with("170 frames") && dropped.contains(&hash(program)), "{dropped}");
        let refused = drop(text);
        assert!(refused.starts_with("150 frames") && refused.contains(&hash("none")), "{refused}");
    }

    #[test]
    fn frames_come_at_the_rate_of_the_machine() {
        let summary = play("120", &["--mute"]);
        let seconds: f64 = summary.split(' ').nth(3).unwrap().parse().unwrap();
        // 120 frames take 2.003 s; a busy machine may be slower, never faster.
        assert!(seconds > 1.8, "{summary}");
    }

    #[test]
    fn the_readme_lists_the_key_map_of_the_window() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
        let readme = fs::read_to_string(path).unwrap();
        for (key, meaning) in KEY_MAP {
            let row = readme.lines().any(|line| line.starts_with(&format!("| {key} |")));
            assert!(row, "README.md has no row for `{key}` ({meaning})");
        }
    }
}
