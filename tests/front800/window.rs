//! Tests: the window, through the real binary, with drivers of SDL that show and sound nothing.

use std::process::{Command, Output};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_front800"));
    command.args(arguments).env("SDL_VIDEODRIVER", "dummy").env("SDL_AUDIODRIVER", "dummy");
    command
}

fn front800(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
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
    use std::path::Path;
    #[cfg(target_os = "linux")]
    use std::process::Stdio;

    use super::{command, front800, stderr};
    use front800::host::window::KEY_MAP;

    /// Plays the bare machine for some frames with further arguments.
    fn play(frames: &str, more: &[&str]) -> String {
        succeeding(&[&["play", "none", "--allow-dummy", "--verbose", "--quit-after", frames], more].concat())
    }

    fn succeeding(arguments: &[&str]) -> String {
        let output = front800(arguments);
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

    /// What was played comes out, whatever becomes of the window and of what is printed.
    #[test]
    #[cfg(target_os = "linux")]
    fn the_record_is_written_though_nothing_can_be_printed_or_drawn_any_more() {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("record.txt");
        let play = |more: &[&str]| {
            let fixed = ["play", "none", "--allow-dummy", "--mute", "--verbose", "--record"];
            let mut play = command(&fixed);
            play.arg(&record).args(more).stderr(Stdio::piped());
            play
        };
        let is_recorded = || {
            let text = fs::read_to_string(&record).unwrap();
            fs::remove_file(&record).unwrap();
            assert_eq!(text, "# front800 input 1\n");
        };
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = play(&["--quit-after", "5"]).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("standard output cannot be written"), "{}", stderr(&output));
        is_recorded();
        let mut child = play(&["--quit-after", "5"]).stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert!(child.wait().unwrap().success());
        is_recorded();
        let output = play(&["--fail-at", "5"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("the window cannot be drawn in"), "{}", stderr(&output));
        assert!(String::from_utf8(output.stdout).unwrap().starts_with("5 frames in "));
        is_recorded();
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
    fn a_disk_of_data_dropped_on_the_window_goes_into_drive_1_of_what_is_played() {
        let folder = tempfile::tempdir().unwrap();
        let [data, boots] = ["data.atr", "boots.atr"].map(|name| folder.path().join(name));
        let program = folder.path().join("p.xex");
        fs::write(&program, [0xFF, 0xFF, 0x00, 0x30, 0x02, 0x30, 0x4C, 0x00, 0x30]).unwrap();
        let [data, boots, program] = [&data, &boots, &program].map(|path| path.to_str().unwrap());
        assert!(front800(&["mkdisk", data]).status.success());
        assert!(front800(&["mkdisk", boots, "--program", program]).status.success());
        let frames = |file: &str| {
            let summary = play("90", &["--mute", "--drop-at", "20", "--drop", file]);
            summary.split_once(' ').unwrap().0.to_string()
        };
        assert_eq!(frames(data), "90", "what is played goes on");
        assert_eq!(frames(boots), "110", "a machine of its own begins");
    }

    /// Plays the wargame of 1981, which begins without being asked, with its data in `data`.
    fn play_in(data: &Path, frames: &str, more: &[&str]) -> String {
        let fixed =
            ["play", "rasputitsa:1981", "--allow-dummy", "--mute", "--verbose", "--quit-after", frames];
        let output = command(&[&fixed, more].concat()).env("XDG_DATA_HOME", data).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    #[test]
    #[cfg(not(any(windows, target_os = "macos")))]
    fn a_week_is_saved_when_it_begins_and_gone_on_with_when_that_is_asked_for() {
        let data = tempfile::tempdir().unwrap();
        play_in(data.path(), "260", &[]);
        let journal = data.path().join("front800/rasputitsa-1981/journal");
        let week = journal.join("000001-week.state");
        let saved = fs::metadata(&week).unwrap().modified().unwrap();
        let hash = |arguments: &[&str]| {
            let hash = succeeding(&[&["run", "rasputitsa:1981", "--hash"], arguments].concat());
            hash.trim().rsplit(' ').next().unwrap().to_string()
        };
        let from_week = hash(&["--load", week.to_str().unwrap(), "--frames", "30"]);
        let on = play_in(data.path(), "1", &["--resume"]);
        assert!(on.starts_with("1 frames"), "the frame in which it ends has long begun: {on}");
        let whole = play_in(data.path(), "280", &["--fresh"]);
        assert!(whole.contains(&hash(&["--frames", "280"])), "{whole}");
        assert_ne!(from_week, hash(&["--frames", "30"]), "the saved week is no fresh machine");
        let files = fs::read_dir(&journal).unwrap().count();
        assert_eq!(files, 2, "the week of the second session; going on with one is no new week");
        assert_eq!(fs::metadata(&week).unwrap().modified().unwrap(), saved);
    }

    #[test]
    fn to_go_on_and_to_begin_anew_exclude_each_other() {
        let output = front800(&["play", "none", "--resume", "--fresh"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("--fresh"), "{}", stderr(&output));
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
