//! Programs that play, when the run that asks them is interrupted.

use super::*;
use crate::started::write_program;

/// Plays, with a child and a grandchild that would outlive it; all note their numbers.
const PLAYER: &str = "#!/bin/sh\nsh -c 'sleep 1000 & echo $! >>\"$0\"; echo $$ >>\"$0\"; wait' \"$0.ids\" &\n\
                      echo $$ >>\"$0.ids\"\nread -r line\nsleep 1000\n";

fn is_running(id: &str) -> bool {
    let alive = send_signal("0", id);
    // Who has ended and is not yet asked how is a zombie.
    let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    alive && !status.contains(") Z ")
}

#[test]
fn an_interrupted_run_leaves_no_program_that_plays() {
    let desk = desk();
    write_program(&desk.path("player"), PLAYER);
    let commands = [
        "exec front800 campaign --player ./player --games 1 --timeout 600",
        "exec front800 match eleven --first ./player --games 1 --timeout 600",
    ];
    for (line, (signal, status)) in commands.into_iter().zip([("INT", 130), ("TERM", 143)]) {
        let _ = std::fs::remove_file(desk.path("player.ids"));
        let child = begin(desk.path("."), line);
        let begun = Instant::now();
        let ids = || std::fs::read_to_string(desk.path("player.ids")).unwrap_or_default();
        while ids().lines().count() < 3 {
            assert!(begun.elapsed() < PATIENCE, "{line}: the player was not started");
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        assert!(send_signal(signal, &id));
        assert_eq!(end(child, line).status.code(), Some(status), "{line}");
        let ended = Instant::now();
        while ids().lines().any(is_running) {
            assert!(ended.elapsed() < Duration::from_secs(5), "{line}: left behind: {}", ids());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
